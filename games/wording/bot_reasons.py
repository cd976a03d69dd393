"""Why a bot moved as it did, in a sentence for people who learn.

The sentences follow from what lies open to everybody: the top card, the colour, and how many cards a player
holds. No hand is read, not even that of the bot: so nobody learns from them what they may not see.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.cards.card_names import colour_called, symbol_called
from games.rules.cards.cards import COLOUR_OF, SKIP, SYMBOL_OF, WILD, WILD_DRAW_FOUR, Card
from games.rules.match import events as e

_FEW: Final = 3
"""A player with so many cards is about to go out."""
_MOVES_HANDS: Final = (
    e.HandsSwapped,
    e.HandsRotated,
    e.HandsShuffled,
    e.CardsExchanged,
    e.CardsDealt,
    e.WildsDiscarded,
    e.CharadeWon,
    e.CardTakenBack,
    e.HandRefilled,
)
"""Events after which the earlier numbers of cards are not known from the events alone."""


class _Open(NamedTuple):
    """What lay open before a step: the top card, the colour, and how many cards each seat held, if known."""

    top: Card
    colour: int
    counts: Sequence[int] | None


def reasons(
    recent: Sequence[tuple[int, Sequence[Any]]],
    by_bots: frozenset[int],
    counts: Sequence[int],
    names_at: Callable[[int], Sequence[str]],
) -> Mapping[int, str]:
    """Return the reasons of the steps that bots made, by step; `counts` are the cards of the seats now.

    `names_at` returns the names of those who sat there at a step.
    """
    told = {}
    for before, (step, events) in zip(_before_each(recent, counts), recent, strict=True):
        if step in by_bots and before is not None and (reason := _reason(events, before, names_at(step))):
            told[step] = reason
    return told


def _before_each(
    recent: Sequence[tuple[int, Sequence[Any]]], counts: Sequence[int]
) -> Iterator[_Open | None]:
    """Return what lay open before each step; None while the top card is not known."""
    held = _counts_before(recent, counts)
    top, colour = -1, -1
    for (_step, events), counted in zip(recent, held, strict=True):
        yield _Open(top, colour, counted) if top >= 0 and colour >= 0 else None
        for event in events:
            if isinstance(event, e.StarterTurned | e.CardPlayed):
                top = event.card
                colour = COLOUR_OF[top] if top < WILD else -1
            elif isinstance(event, e.ColourChosen | e.StarterColourChosen):
                colour = event.colour


def _counts_before(
    recent: Sequence[tuple[int, Sequence[Any]]], counts: Sequence[int]
) -> list[list[int] | None]:
    """Return the cards of the seats before each step, counted back from now."""
    known: list[int] | None = list(counts)
    before: list[list[int] | None] = []
    for _step, events in reversed(recent):
        for event in reversed(events):
            if isinstance(event, _MOVES_HANDS):
                known = None
            elif known is not None and isinstance(event, e.CardPlayed):
                known[event.seat] += 1
            elif known is not None and isinstance(event, e.CardsDrawn):
                known[event.seat] -= len(event.cards)
        before.append(known and known[:])
    return before[::-1]


def _reason(events: Sequence[Any], before: _Open, names: Sequence[str]) -> str:
    """Return the reason of a step; empty where nothing open explains it."""
    first = next((event for event in events if isinstance(event, tuple(_REASONS))), None)
    if first is None:
        return ""
    reason: str = _REASONS[type(first)](first, events, before, names)
    called = next((event for event in events if isinstance(event, e.UnoCalled)), None)
    if reason and called is not None:
        sentence = _("With one card left you say UNO: otherwise anyone can catch you.")
        reason = f"{reason} {sentence}"
    return reason


def _played(played: e.CardPlayed, events: Sequence[Any], before: _Open, names: Sequence[str]) -> str:
    victim = _victim(events)
    if victim is not None and before.counts is not None and before.counts[victim] <= _FEW:
        count = before.counts[victim]
        sentence = ngettext(
            "{other} had only {count} card left: this slows {other} down.",
            "{other} had only {count} cards left: this slows {other} down.",
            count,
        )
        return sentence.format(other=names[victim], count=count)
    if played.card >= WILD:
        return _wild(played, events, names)
    if COLOUR_OF[played.card] == before.colour:
        return _("It has the colour on the table, {colour}.").format(colour=colour_called(before.colour))
    if before.top >= WILD or SYMBOL_OF[played.card] != SYMBOL_OF[before.top]:
        return ""
    facts = {"colour": colour_called(COLOUR_OF[played.card]), "before": colour_called(before.colour)}
    if SYMBOL_OF[played.card] < SKIP:
        return _("It has the same number, and changes the colour from {before} to {colour}.").format(**facts)
    return _("It has the same symbol, and changes the colour from {before} to {colour}.").format(**facts)


def _wild(played: e.CardPlayed, events: Sequence[Any], names: Sequence[str]) -> str:
    chosen = next((event.colour for event in events if isinstance(event, e.ColourChosen)), -1)
    if chosen < 0:
        return ""
    facts = {"name": names[played.seat], "colour": colour_called(chosen)}
    if played.card == WILD_DRAW_FOUR:
        sentence = _("It changes the colour to {colour}, and aims four cards at the next player.")
        return sentence.format(**facts)
    return _("A Wild matches every card, and {name} could choose the colour: {colour}.").format(**facts)


def _drawn(drawn: e.CardsDrawn, _events: Sequence[Any], before: _Open, _names: Sequence[str]) -> str:
    if drawn.reason != "turn":
        return ""
    if before.top >= WILD:
        sentence = _("A card had to be {colour} or a Wild. Without one you draw.")
    elif SYMBOL_OF[before.top] < SKIP:
        sentence = _(
            "A card had to be {colour}, have the number {symbol}, or be a Wild. Without one you draw."
        )
    else:
        sentence = _(
            "A card had to be {colour}, have the symbol {symbol}, or be a Wild. Without one you draw."
        )
    return sentence.format(colour=colour_called(before.colour), symbol=symbol_called(before.top))


def _passed(passed: e.TurnPassed, _events: Sequence[Any], _before: _Open, names: Sequence[str]) -> str:
    sentence = _("After drawing you play the new card or pass: {name} kept it.")
    return sentence.format(name=names[passed.seat])


def _victim(events: Sequence[Any]) -> int | None:
    """Return the seat that a card is aimed at; None for a card that is aimed at nobody."""
    for event in events:
        if isinstance(event, e.PenaltyRaised):
            return event.victim
        if isinstance(event, e.PlayerSkipped):
            return event.seat
    return None


_REASONS: Final[dict[type, Any]] = {
    e.CardPlayed: _played,
    e.CardsDrawn: _drawn,
    e.TurnPassed: _passed,
}
