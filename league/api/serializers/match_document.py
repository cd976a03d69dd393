"""A match in the notation of the rules: cards as `r5`, seats as `A`, colours as `g`; what happened, too."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from games import eventstore
from games.rules.cards import cards
from games.rules.cards.cards import HIDDEN
from games.rules.match.phases import CALLED, NONE, OPEN
from games.rules.match.seat_names import SeatNames
from games.rules.match.visibility import Sight
from games.rules.notation import notation

UNKNOWN: Final = "?"
"""A card that the viewer may not know."""


def card(number: int) -> str:
    """Return the token of a card."""
    return UNKNOWN if number == HIDDEN else cards.TOKENS[number]


def seat(number: int) -> str | None:
    """Return the letter of a seat; None for nobody."""
    return notation.seat_letter(number) if number >= 0 else None


def colour(number: int) -> str | None:
    """Return the letter of a colour; None for none."""
    return cards.COLOURS[number] if number >= 0 else None


def _cards(numbers: Sequence[int]) -> list[str]:
    return [card(number) for number in numbers]


def _hands(hands: Sequence[Sequence[int]]) -> dict[str, list[str]]:
    return {notation.seat_letter(owner): _cards(hand) for owner, hand in enumerate(hands)}


def _seats(numbers: Sequence[int]) -> list[str | None]:
    return [seat(number) for number in numbers]


def _count_or_cards(value: Any) -> Any:
    return _cards(value) if isinstance(value, list) else value


def _draws(draws: Sequence[Sequence[int]]) -> list[dict[str, Any]]:
    return [{"seat": seat(who), "card": card(what)} for who, what in draws]


def _plain(value: Any) -> Any:
    return value


_FIELDS: Final[dict[str, Callable[[Any], Any]]] = {
    **dict.fromkeys(("seat", "target", "victim", "source", "by", "dealer", "winner", "loser"), seat),
    **dict.fromkeys(("previous_winner", "youngest"), seat),
    **dict.fromkeys(("retired", "late", "winners"), _seats),
    **dict.fromkeys(("card", "received"), card),
    **dict.fromkeys(("hand", "shown"), _cards),
    "cards": _count_or_cards,
    "hands": _hands,
    "colour": colour,
    "draws": _draws,
    **dict.fromkeys(
        (
            "round", "rulebook", "options", "totals", "eliminated", "wins", "losses", "direction", "reason",
            "kind", "total", "challengeable", "leaves", "points", "places", "what", "deal", "stands", "name",
            "turn_seconds", "rulebook_title", "bank_seconds", "away_after", "is_physical", "confirm", "left",
            "silence_seconds", "self_report", "limit_seconds", "limit_at_once", "player", "host", "bot_name",
            "ms", "method", "first", "commitments", "words", "secret", "is_blocked", "bot_pause_ms", "height",
            "bot_strength", "seconds",
        ),
        _plain,
    ),
}  # fmt: skip
_UNO: Final = {NONE: None, OPEN: "open", CALLED: "called"}
LEFT_OUT: Final = {
    "legal": "the verdict on a Wild Draw Four, which only a challenge tells",
    "later": "what the rules keep for afterwards",
    "decks": "what nobody saw",
    "pile": "what nobody saw",
    "kept": "how many discards stayed",
    "mark": "a seat or a colour, by the kind",
    "about": "what a record said for people",
    "rounds": "what a record said for people",
    "emptied": "a count for score sheets",
    "out": "seats of a score sheet",
    "unasked": "seats of a score sheet",
    "seats": "a number, or seats",
}


def event(happened: Any) -> dict[str, Any]:
    """Return an event as its viewer saw it, without fields that mean nothing outside of the rules."""
    told = {
        name: _FIELDS[name](getattr(happened, name)) for name in happened.__struct_fields__ if name in _FIELDS
    }
    if isinstance(seats := getattr(happened, "seats", None), list):
        told["seats"] = _seats(seats)
    return {"type": eventstore.encode(happened)[0], **told}


def told() -> frozenset[str]:
    """Return the names of all fields of events."""
    return frozenset(_FIELDS) | {"seats"}


def sentence(happened: Any, names: SeatNames) -> str | None:
    """Return what happened in words, with the names of those who sat at the table then."""
    text: str | None = happened.sentence(names)
    return text


def state(sight: Sight) -> dict[str, Any]:
    """Return where a match stands, as its viewer sees it."""
    return {
        "round": sight.round,
        "name": sight.phase,
        "to_act": seat(sight.to_act),
        "dealer": seat(sight.dealer),
        "direction": sight.direction,
        "top": card(sight.top) if sight.top >= 0 else None,
        "colour": colour(sight.colour),
        "draw_count": sight.draw_count,
        "discard_count": sight.discard_count,
        "drawn_card": card(sight.drawn_card) if sight.drawn_card >= 0 else None,
        "pending": _pending(sight),
        "hands": [_hand(sight, owner) for owner in range(sight.seats)],
        "out": _seats(sight.out),
        "retired": _seats(sight.retired),
        "winner": seat(sight.winner),
        "winners": _seats(sight.winners),
    }


def _pending(sight: Sight) -> dict[str, Any] | None:
    if not sight.pending_kind:
        return None
    return {
        "kind": sight.pending_kind,
        "total": sight.pending_total,
        "from": seat(sight.pending_source),
        "challengeable": sight.challengeable,
    }


def _hand(sight: Sight, owner: int) -> dict[str, Any]:
    hand = sight.hands[owner]
    return {
        "seat": notation.seat_letter(owner),
        "count": sight.counts[owner],
        "cards": None if hand is None else _cards(hand),
        "uno": _UNO[sight.uno[owner]] if sight.uno else None,
        "total": sight.totals[owner],
        "eliminated": sight.eliminated[owner],
        "place": sight.places[owner] if sight.places else None,
    }
