"""Check the items of a `then` line against the state and the events (rules.md 7.1)."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from games.rules.cards.cards import COLOURS, Card, text
from games.rules.match import events as e
from games.rules.match.state import MATCH_OVER, State
from games.rules.notation.notation import (
    NotationError,
    card,
    card_list,
    colour,
    seat,
    seat_letter,
    seats,
    state_item,
)
from games.rules.notation.positions import DUTIES, read_direction, read_duties, read_pairs
from games.rules.play.dealing import next_dealer
from games.rules.play.going_out import next_refill

Check = Callable[[State, Sequence[e.Event]], str]
"""Returns the difference in words, an empty text if there is none."""

_HAND: Final = re.compile(r"([A-J]): ?(.*)")
_COUNT: Final = re.compile(r"#(\d+)\Z")
_STATES: Final = re.compile(
    r"(turn|after_draw|starter_choice|exchange|centre|ready|forfeit|award) [A-J]|over"
    r"|pending (draw2|draw4|ten) \d+ on [A-J]|pending skip on [A-J]"
)
_SILENCE: Final = re.compile(r"none|twos [A-J]|black [rygb]")
_WORD: Final = {number: word for word, number in DUTIES.items()}


def read_checks(items: list[str]) -> tuple[list[Check], set[int]]:
    """Return a check for each item and the seats whose hands are mentioned; NotationError for others."""
    checks: list[Check] = []
    mentioned: set[int] = set()
    for item in items:
        hand = _HAND.fullmatch(item)
        if hand:
            mentioned.add(seat(hand[1]))
            checks.append(_hand(seat(hand[1]), hand[2]))
        elif _STATES.fullmatch(item):
            checks.append(_state(item))
        else:
            key, _blank, rest = item.partition(" ")
            if key not in _ITEMS:
                raise NotationError(f"{item!r} is no item of a then line")
            checks.append(_ITEMS[key](rest.strip()))
    return checks, mentioned


def _difference(name: str, expected: object, actual: object) -> str:
    return "" if expected == actual else f"expected {name} {expected} got {actual}"


def _hand(seat_number: int, item: str) -> Check:
    count = _COUNT.match(item)
    if count:
        return lambda state, _events: _difference(
            f"number of cards of {seat_letter(seat_number)}", int(count[1]), len(_hand_of(state, seat_number))
        )
    expected = text(sorted(card_list(item)))
    return lambda state, _events: _difference(
        seat_letter(seat_number), expected, text(sorted(_hand_of(state, seat_number)))
    )


def _hand_of(state: State, seat_number: int) -> list[Card]:
    return state.hands[seat_number] if seat_number < state.seats else []


def _state(item: str) -> Check:
    return lambda state, _events: _difference("state", item, state_item(state))


def _top(rest: str) -> Check:
    expected = card(rest)
    return lambda state, _events: _difference("top", text([expected]), text(state.discard_pile[-1:]))


def _colour(rest: str) -> Check:
    expected = colour(rest)
    return lambda state, _events: _difference(
        "colour", COLOURS[expected], COLOURS[state.colour] if state.colour >= 0 else "none"
    )


def _direction(rest: str) -> Check:
    expected = read_direction(rest)
    return lambda state, _events: _difference("direction", expected, state.direction)


def _pile(name: str, attribute: str) -> Callable[[str], Check]:
    def read(rest: str) -> Check:
        count = _COUNT.match(rest)
        if count:
            return lambda state, _events: _difference(
                f"{name} count", int(count[1]), len(getattr(state, attribute))
            )
        expected = text(card_list(rest))
        return lambda state, _events: _difference(name, expected, text(getattr(state, attribute)[::-1]))

    return read


def _draw_set(rest: str) -> Check:
    expected = Counter(card_list(rest))
    return lambda state, _events: _difference(
        "drawset", text(sorted(expected.elements())), text(sorted(state.draw_pile))
    )


def _uno(rest: str) -> Check:
    duties = read_duties(rest)
    expected = {seat_letter(seat_number): _WORD[duty] for seat_number, duty in duties.items()}
    return lambda state, _events: _difference(
        "uno",
        expected,
        {
            seat_letter(seat_number): _WORD[state.uno[seat_number]]
            for seat_number in duties
            if seat_number < state.seats
        },
    )


def _numbers(name: str, attribute: str) -> Callable[[str], Check]:
    def read(rest: str) -> Check:
        by_seat = read_pairs(rest)
        expected = {seat_letter(number): value for number, value in by_seat.items()}
        return lambda state, _events: _difference(
            name,
            expected,
            {
                seat_letter(number): getattr(state, attribute)[number]
                for number in by_seat
                if number < state.seats
            },
        )

    return read


def _winner(rest: str) -> Check:
    expected = e.NOBODY if rest == "none" else seat(rest)
    return lambda state, _events: (
        _difference("winner", expected, state.winner)
        or ("" if state_item(state) == "over" else "expected a round that is over")
    )


def _next_dealer(rest: str) -> Check:
    expected = _letters([seat(rest)])
    return lambda state, _events: _difference("next_dealer", expected, _letters([next_dealer(state)]))


def _match(rest: str) -> Check:
    expected = [] if rest == "none" else sorted(_some_seats(rest))
    return lambda state, _events: _difference("match", _letters(expected), _letters(state.winners))


def _match_loser(rest: str) -> Check:
    expected = sorted(_some_seats(rest))
    return lambda state, _events: _difference("match_loser", _letters(expected), _letters(_losers(state)))


def _losers(state: State) -> list[int]:
    if state.phase != MATCH_OVER:
        return []
    return [number for number in range(state.seats) if number not in state.winners]


def _eliminated(rest: str) -> Check:
    expected = sorted(_some_seats(rest))
    return lambda state, _events: _difference(
        "eliminated",
        _letters(expected),
        _letters([number for number in range(state.seats) if state.eliminated[number]]),
    )


def _some_seats(rest: str) -> list[int]:
    numbers = seats(rest)
    if not numbers or len(set(numbers)) != len(numbers):
        raise NotationError(f"{rest!r} is no list of seats")
    return numbers


def _letters(numbers: Sequence[int]) -> str:
    return " ".join(seat_letter(number) if number >= 0 else "-" for number in numbers) or "none"


def _silence(rest: str) -> Check:
    if not _SILENCE.fullmatch(rest):
        raise NotationError(f"{rest!r} is no silence")
    return lambda state, _events: _difference("silence", rest, _silence_of(state))


def _silence_of(state: State) -> str:
    if state.silence_kind == "twos":
        return f"twos {seat_letter(state.silence_mark)}"
    return f"black {COLOURS[state.silence_mark]}" if state.silence_kind else "none"


def _loser(rest: str) -> Check:
    expected = _letters([seat(rest)])
    return lambda state, _events: _difference("loser", expected, _letters([state.loser]))


def _order(rest: str) -> Check:
    expected = _letters(_some_seats(rest))
    return lambda state, _events: _difference("order", expected, _letters(_finishing_order(state)))


def _finishing_order(state: State) -> list[int]:
    """Return the seats that went out in order, and the last seat with cards when the round is over."""
    left = state.active_seats()
    return [*state.out, *(left if len(left) == 1 else [])]


def _stage(rest: str) -> Check:
    expected = {seat_letter(number): size for number, size in read_pairs(rest).items()}
    return lambda state, _events: _difference(
        "stage", expected, {letter: next_refill(state, seat(letter)) for letter in expected}
    )


def _events(rest: str) -> Check:
    expected = [name.strip() for name in rest.split(",")]
    if not all(re.fullmatch(r"[A-Z][A-Za-z]+", name) for name in expected):
        raise NotationError(f"{rest!r} is no list of events")
    return lambda _state, events: _in_order(expected, [type(event).__name__ for event in events])


def _in_order(expected: list[str], actual: list[str]) -> str:
    left = iter(actual)
    missing = [name for name in expected if name not in left]
    return f"expected events {', '.join(expected)} got {', '.join(actual) or 'none'}" if missing else ""


_ITEMS: Final[dict[str, Callable[[str], Check]]] = {
    "top": _top,
    "colour": _colour,
    "dir": _direction,
    "draw": _pile("draw", "draw_pile"),
    "drawset": _draw_set,
    "discard": _pile("discard", "discard_pile"),
    "uno": _uno,
    "winner": _winner,
    "loser": _loser,
    "points": _numbers("points", "points"),
    "total": _numbers("total", "totals"),
    "next_dealer": _next_dealer,
    "match": _match,
    "match_loser": _match_loser,
    "eliminated": _eliminated,
    "order": _order,
    "stage": _stage,
    "outs": _numbers("outs", "emptied"),
    "silence": _silence,
    "events": _events,
}
