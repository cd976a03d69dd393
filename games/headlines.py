"""Whose move it is and what is asked, in one sentence for the viewer."""

from collections.abc import Iterable, Sequence
from typing import Final

from games.rules.card_names import symbol_called
from games.rules.commands import Accept, Challenge, Command, JumpIn, PlayCard
from games.rules.events import Event
from games.rules.house_events import ForfeitDemanded
from games.rules.sight import Sight
from games.rules.state import (
    AFTER_DRAW,
    AWARD,
    CENTRE,
    EXCHANGE,
    FORFEIT,
    MATCH_OVER,
    OVER,
    PENDING,
    READY,
    STARTER_CHOICE,
)
from games.words import COLOURS, count, forfeit, listed

Names = Sequence[str]


def headline(sight: Sight, names: Names, events: Iterable[Event], legal: Iterable[Command] = ()) -> str:
    """Return what the viewer of the sight is told; `events` are the last ones, newest at the end.

    `legal` is what the viewer may do.
    """
    if sight.name in (OVER, MATCH_OVER):
        return "The match is over" if sight.name == MATCH_OVER else "The deal is over"
    if sight.name == CENTRE:
        return _centre(sight, names)
    if sight.name == FORFEIT:
        who = "You" if _is_mine(sight) else names[sight.to_act]
        return f"{who} must {_demanded(events)}"
    if sight.name == PENDING:
        return _pending(sight, names, legal)
    mine, theirs = _WORDS.get(sight.name, ("Your turn", "{name} to play"))
    layer = names[sight.layer] if sight.layer >= 0 else ""
    return (mine if _is_mine(sight) else theirs).format(name=names[sight.to_act], layer=layer)


def silence(sight: Sight, names: Names) -> str:
    """Return until when everybody has to be silent; empty when people may speak."""
    if sight.silence_kind == "twos":
        return f"Silence until {names[sight.silence_mark]} is to act again"
    if sight.silence_kind == "black":
        return f"Silence until the colour is no longer {COLOURS[sight.silence_mark]}"
    return ""


def awaited(sight: Sight) -> list[int]:
    """Return the seats whose move it is: all that are missing on the centre, else the one to act."""
    if sight.name != CENTRE:
        return [sight.to_act] if sight.to_act >= 0 else []
    gone = {sight.layer, *sight.placed, *sight.out}
    return [seat for seat in range(sight.seats) if seat not in gone and not sight.eliminated[seat]]


def _is_mine(sight: Sight) -> bool:
    return sight.to_act == sight.viewer


def _centre(sight: Sight, names: Names) -> str:
    missing = awaited(sight)
    if sight.viewer in missing:
        return "Hands to the centre: be quick!"
    return f"Hands to the centre: {listed([names[seat] for seat in missing])} still missing"


def _demanded(events: Iterable[Event]) -> str:
    last = [event.what for event in events if isinstance(event, ForfeitDemanded)][-1:]
    return forfeit(last[0]) if last else "perform a forfeit or draw"


def _pending(sight: Sight, names: Names, legal: Iterable[Command]) -> str:
    if not _is_mine(sight):
        who = names[sight.to_act]
        return (
            f"{who} is to be skipped"
            if sight.pending_kind == "skip"
            else f"{count(sight.pending_total)} for {who}"
        )
    what = (
        "You are to be skipped" if sight.pending_kind == "skip" else f"{count(sight.pending_total)} for you"
    )
    ways = _answers(legal)
    return f"{what}: {ways}" if ways else what


def _answers(legal: Iterable[Command]) -> str:
    """Return what can be done about a pending effect: `accept, challenge, or lay a Draw Two`."""
    ways, cards = [], []
    for one in legal:
        if isinstance(one, (Accept, Challenge)):
            ways.append(type(one).__name__.lower())
        elif isinstance(one, (PlayCard, JumpIn)):
            cards.append(f"a {symbol_called(one.card)}")
    if cards:
        ways.append(f"lay {' or '.join(dict.fromkeys(cards))}")
    return " or ".join(ways) if len(ways) < 3 else f"{', '.join(ways[:-1])}, or {ways[-1]}"


_WORDS: Final[dict[str, tuple[str, str]]] = {
    AFTER_DRAW: ("Play the card you drew, or pass", "{name} drew a card"),
    STARTER_CHOICE: ("You name the first colour", "{name} names the first colour"),
    EXCHANGE: ("{layer} offers you a card: give one of yours", "{layer} exchanges a card with {name}"),
    READY: ("Sort your cards and say that you are ready", "{name} sorts new cards"),
    AWARD: ("Play your charade: who guesses it?", "{name} plays a charade: guess it"),
}
