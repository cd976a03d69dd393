"""Build a state from the items of a `given` line (rules.md 7.1)."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Final

import msgspec

from games.rules.cards.cards import COLOUR_OF, Card
from games.rules.decisions.decide import new_match
from games.rules.match.events import NOBODY
from games.rules.match.state import CALLED, NONE, OPEN, TURN, State
from games.rules.notation.notation import NotationError, card, card_list, colour, seat, seat_letter, seats
from games.rules.options.options import Options

DUTIES: Final = {"none": NONE, "open": OPEN, "called": CALLED}
_FULL_REFILL: Final = 6
_HAND: Final = re.compile(r"([A-J]): ?(.*)")


class Position(msgspec.Struct):
    """The values of the items; None for items that are not given."""

    hands: dict[int, list[Card]] = {}
    draw: list[Card] = []
    discard: list[Card] | None = None
    colour: int | None = None
    direction: int = 1
    turn: int | None = None
    dealer: int | None = None
    totals: dict[int, int] = {}
    starter_top: bool = False
    laid: int | None = None
    uno: dict[int, int] = {}
    out: list[int] = []
    eliminated: list[int] = []
    stages: dict[int, int] = {}
    outs: dict[int, int] = {}
    previous_winner: int | None = None
    youngest: int | None = None
    deck: list[Card] | None = None
    named_seats: list[int] | None = None


def read_position(items: list[str]) -> Position:
    """Return the position of some items; NotationError for unknown, repeated or contradictory items."""
    position = Position()
    seen: set[str] = set()
    for item in items:
        key = _read_item(position, item)
        if key in seen and key not in _BY_SEAT:
            raise NotationError(f"{key!r} is given twice")
        seen.add(key)
    if {"top", "discard"} <= seen:
        raise NotationError("the discard pile is given twice")
    _require_sense(position)
    return position


def build_state(position: Position, rulebook: str, options: Options) -> State:
    """Return the state of a position; Refusal for options or seats that do not fit the rulebook."""
    if position.named_seats is not None:
        return _before_the_deal(position, new_match(rulebook, options, len(position.named_seats)))
    state = new_match(rulebook, options, len(position.hands))
    _set_match(state, position)
    state.dealer = 0 if position.dealer is None else position.dealer
    # The eliminated seats went out in an earlier round.
    state.round = 2 if position.eliminated else 1
    state.phase = TURN
    state.hands = [position.hands[number][:] for number in range(state.seats)]
    state.draw_pile = position.draw[::-1]
    state.discard_pile = (position.discard or [])[::-1]
    state.colour = COLOUR_OF[state.top] if position.colour is None else position.colour
    state.direction = position.direction
    state.to_act = NOBODY if position.turn is None else position.turn
    state.starter_top = position.starter_top
    state.layer = NOBODY if position.laid is None else position.laid
    for number, duty in position.uno.items():
        state.uno[number] = duty
    state.out = position.out[:]
    for number, size in position.stages.items():
        state.emptied[number] = _FULL_REFILL - size
    for number, times in position.outs.items():
        state.emptied[number] = times
    return state


def _before_the_deal(position: Position, state: State) -> State:
    _set_match(state, position)
    state.dealer = NOBODY if position.dealer is None else position.dealer
    state.round = 1 if position.eliminated else 0
    state.winner = state.previous_winner
    state.youngest = NOBODY if position.youngest is None else position.youngest
    return state


def _set_match(state: State, position: Position) -> None:
    for number, total in position.totals.items():
        state.totals[number] = total
    for number in position.eliminated:
        state.eliminated[number] = 1
    state.previous_winner = NOBODY if position.previous_winner is None else position.previous_winner


def _require_sense(position: Position) -> None:
    if position.named_seats is not None:
        if position.hands or position.discard is not None or position.turn is not None:
            raise NotationError("seats are named instead of hands, so there is no table yet")
        _require_all_seats(position, position.named_seats)
        return
    _require_all_seats(position, sorted(position.hands))
    if position.turn is None or not position.discard:
        raise NotationError("hands need a top card and somebody whose turn it is")
    if (position.colour is None) != (COLOUR_OF[position.discard[0]] >= 0):
        raise NotationError("the active colour is given exactly when the top card is black")
    _require_hands(position)


def _require_hands(position: Position) -> None:
    out = {*position.out, *position.eliminated}
    if len(out) != len(position.out) + len(position.eliminated):
        raise NotationError("a seat goes out of the round or of the match once")
    if any(size > _FULL_REFILL for size in position.stages.values()):
        raise NotationError(f"a refill is {_FULL_REFILL} cards at most")
    for seat_number, hand in position.hands.items():
        if bool(hand) == (seat_number in out):
            raise NotationError(f"{seat_letter(seat_number)} must hold cards or be out, one of the two")
        if position.uno.get(seat_number, NONE) != NONE and len(hand) != 1:
            raise NotationError(f"{seat_letter(seat_number)} does not hold exactly one card")
    if position.turn in out:
        raise NotationError("whose turn it is must be in play")


def _require_all_seats(position: Position, table: list[int]) -> None:
    if table != list(range(len(table))) or not table:
        raise NotationError("the seats are A, B, C … without a gap")
    mentioned = Counter([*position.totals, *position.uno, *position.out, *position.eliminated])
    mentioned.update([*position.stages, *position.outs])
    for number in (
        position.turn,
        position.dealer,
        position.laid,
        position.previous_winner,
        position.youngest,
    ):
        if number is not None:
            mentioned[number] += 1
    strangers = [number for number in mentioned if number not in table]
    if strangers:
        raise NotationError(f"there is no seat {seat_letter(strangers[0])} at this table")


def _read_item(position: Position, item: str) -> str:
    """Set an item in the position and return its key."""
    hand = _HAND.fullmatch(item)
    if hand:
        position.hands[seat(hand[1])] = card_list(hand[2])
        return hand[1]
    key, _blank, rest = item.partition(" ")
    if key not in _ITEMS:
        raise NotationError(f"{item!r} is no item of a given line")
    _ITEMS[key](position, rest.strip())
    return key


def read_pairs(text: str) -> dict[int, int]:
    """Return the numbers by seat of a text such as `A=350 B=480`."""
    numbers = {}
    for word in text.split():
        letter, equals, number = word.partition("=")
        if not equals or not re.fullmatch(r"\d+", number) or seat(letter) in numbers:
            raise NotationError(f"{word!r} is no number of a seat")
        numbers[seat(letter)] = int(number)
    if not numbers:
        raise NotationError("numbers such as A=20 are missing")
    return numbers


def read_duties(text: str) -> dict[int, int]:
    """Return the duties by seat of a text such as `A called C none`."""
    words = text.split()
    if not words or len(words) % 2 or any(word not in DUTIES for word in words[1::2]):
        raise NotationError(f"{text!r} is no duty such as 'A open'")
    duties = {seat(letter): DUTIES[word] for letter, word in zip(words[::2], words[1::2], strict=True)}
    if 2 * len(duties) != len(words):
        raise NotationError(f"{text!r} says two things of one seat")
    return duties


def read_direction(text: str) -> int:
    """Return 1 for `cw`, -1 for `ccw`."""
    if text not in ("cw", "ccw"):
        raise NotationError(f"{text!r} is no direction")
    return 1 if text == "cw" else -1


def _starter_top(position: Position, text: str) -> None:
    if text:
        raise NotationError(f"{text!r} is left over after starter_top")
    position.starter_top = True


def _setter(name: str, read: Callable[[str], object]) -> Callable[[Position, str], None]:
    return lambda position, text: setattr(position, name, read(text))


def _adder(name: str, read: Callable[[str], dict[int, int]]) -> Callable[[Position, str], None]:
    """Return a function that reads an item which may be repeated for other seats."""

    def add(position: Position, text: str) -> None:
        numbers = read(text)
        known: dict[int, int] = getattr(position, name)
        if known.keys() & numbers.keys():
            raise NotationError(f"{text!r} repeats what is given of a seat")
        known.update(numbers)

    return add


_BY_SEAT: Final = frozenset({"total", "uno", "stage", "outs"})
_ITEMS: Final[dict[str, Callable[[Position, str], None]]] = {
    "draw": _setter("draw", card_list),
    "top": _setter("discard", lambda text: [card(text)]),
    "discard": _setter("discard", card_list),
    "colour": _setter("colour", colour),
    "dir": _setter("direction", read_direction),
    "turn": _setter("turn", seat),
    "dealer": _setter("dealer", seat),
    "total": _adder("totals", read_pairs),
    "starter_top": _starter_top,
    "laid": _setter("laid", seat),
    "uno": _adder("uno", read_duties),
    "out": _setter("out", seats),
    "eliminated": _setter("eliminated", seats),
    "stage": _adder("stages", read_pairs),
    "outs": _adder("outs", read_pairs),
    "prev_winner": _setter("previous_winner", seat),
    "youngest": _setter("youngest", seat),
    "deck": _setter("deck", card_list),
    "seats": _setter("named_seats", seats),
}
