"""Checks the items of a `then` line against what happened (rules.md 7.1)."""

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
"""Returns what is wrong, an empty text if nothing is."""

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


def _said(what: str, expected: object, got: object) -> str:
    return "" if expected == got else f"expected {what} {expected} got {got}"


def _hand(who: int, wanted: str) -> Check:
    count = _COUNT.match(wanted)
    if count:
        return lambda state, _events: _said(
            f"number of cards of {seat_letter(who)}", int(count[1]), len(_hand_of(state, who))
        )
    expected = text(sorted(card_list(wanted)))
    return lambda state, _events: _said(seat_letter(who), expected, text(sorted(_hand_of(state, who))))


def _hand_of(state: State, who: int) -> list[Card]:
    return state.hands[who] if who < state.seats else []


def _state(item: str) -> Check:
    return lambda state, _events: _said("state", item, state_item(state))


def _top(rest: str) -> Check:
    wanted = card(rest)
    return lambda state, _events: _said("top", text([wanted]), text(state.discard_pile[-1:]))


def _colour(rest: str) -> Check:
    wanted = colour(rest)
    return lambda state, _events: _said(
        "colour", COLOURS[wanted], COLOURS[state.colour] if state.colour >= 0 else "none"
    )


def _direction(rest: str) -> Check:
    wanted = read_direction(rest)
    return lambda state, _events: _said("direction", wanted, state.direction)


def _pile(name: str, attribute: str) -> Callable[[str], Check]:
    def read(rest: str) -> Check:
        count = _COUNT.match(rest)
        if count:
            return lambda state, _events: _said(
                f"{name} count", int(count[1]), len(getattr(state, attribute))
            )
        wanted = text(card_list(rest))
        return lambda state, _events: _said(name, wanted, text(getattr(state, attribute)[::-1]))

    return read


def _draw_set(rest: str) -> Check:
    wanted = Counter(card_list(rest))
    return lambda state, _events: _said(
        "drawset", text(sorted(wanted.elements())), text(sorted(state.draw_pile))
    )


def _uno(rest: str) -> Check:
    wanted = read_duties(rest)
    expected = {seat_letter(one): _WORD[duty] for one, duty in wanted.items()}
    return lambda state, _events: _said(
        "uno", expected, {seat_letter(one): _WORD[state.uno[one]] for one in wanted if one < state.seats}
    )


def _numbers(name: str, attribute: str) -> Callable[[str], Check]:
    def read(rest: str) -> Check:
        wanted = read_pairs(rest)
        expected = {seat_letter(one): number for one, number in wanted.items()}
        return lambda state, _events: _said(
            name,
            expected,
            {seat_letter(one): getattr(state, attribute)[one] for one in wanted if one < state.seats},
        )

    return read


def _winner(rest: str) -> Check:
    wanted = e.NOBODY if rest == "none" else seat(rest)
    return lambda state, _events: (
        _said("winner", wanted, state.winner)
        or ("" if state_item(state) == "over" else "expected a round that is over")
    )


def _next_dealer(rest: str) -> Check:
    wanted = _letters([seat(rest)])
    return lambda state, _events: _said("next_dealer", wanted, _letters([next_dealer(state)]))


def _match(rest: str) -> Check:
    wanted = [] if rest == "none" else sorted(_some_seats(rest))
    return lambda state, _events: _said("match", _letters(wanted), _letters(state.winners))


def _match_loser(rest: str) -> Check:
    wanted = sorted(_some_seats(rest))
    return lambda state, _events: _said("match_loser", _letters(wanted), _letters(_losers(state)))


def _losers(state: State) -> list[int]:
    if state.name != MATCH_OVER:
        return []
    return [one for one in range(state.seats) if one not in state.winners]


def _eliminated(rest: str) -> Check:
    wanted = sorted(_some_seats(rest))
    return lambda state, _events: _said(
        "eliminated",
        _letters(wanted),
        _letters([one for one in range(state.seats) if state.eliminated[one]]),
    )


def _some_seats(rest: str) -> list[int]:
    found = seats(rest)
    if not found or len(set(found)) != len(found):
        raise NotationError(f"{rest!r} is no list of seats")
    return found


def _letters(some: Sequence[int]) -> str:
    return " ".join(seat_letter(one) if one >= 0 else "-" for one in some) or "none"


def _silence(rest: str) -> Check:
    if not _SILENCE.fullmatch(rest):
        raise NotationError(f"{rest!r} is no silence")
    return lambda state, _events: _said("silence", rest, _silence_of(state))


def _silence_of(state: State) -> str:
    if state.silence_kind == "twos":
        return f"twos {seat_letter(state.silence_mark)}"
    return f"black {COLOURS[state.silence_mark]}" if state.silence_kind else "none"


def _loser(rest: str) -> Check:
    wanted = _letters([seat(rest)])
    return lambda state, _events: _said("loser", wanted, _letters([state.loser]))


def _order(rest: str) -> Check:
    wanted = _letters(_some_seats(rest))
    return lambda state, _events: _said("order", wanted, _letters(_finishing_order(state)))


def _finishing_order(state: State) -> list[int]:
    """Return the seats gone out to the last, and the one left with cards when it is over."""
    left = state.active_seats()
    return [*state.out, *(left if len(left) == 1 else [])]


def _stage(rest: str) -> Check:
    wanted = {seat_letter(one): size for one, size in read_pairs(rest).items()}
    return lambda state, _events: _said(
        "stage", wanted, {letter: next_refill(state, seat(letter)) for letter in wanted}
    )


def _events(rest: str) -> Check:
    wanted = [one.strip() for one in rest.split(",")]
    if not all(re.fullmatch(r"[A-Z][A-Za-z]+", one) for one in wanted):
        raise NotationError(f"{rest!r} is no list of events")
    return lambda _state, events: _in_order(wanted, [type(one).__name__ for one in events])


def _in_order(wanted: list[str], happened: list[str]) -> str:
    left = iter(happened)
    missing = [one for one in wanted if one not in left]
    return f"expected events {', '.join(wanted)} got {', '.join(happened) or 'none'}" if missing else ""


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
