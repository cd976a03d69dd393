"""Say whose turn it is and what they have to do, in a sentence for the viewer."""

from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.localization.lists import listed, listed_or
from games.rules.cards.card_names import colour_called, symbol_called
from games.rules.match.commands import Accept, Challenge, Command, JumpIn, Pass, PlayCard
from games.rules.match.events import Event, ForfeitDemanded, forfeit
from games.rules.match.state import (
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
from games.rules.match.visibility import Sight

Names = Sequence[str]


def headline(sight: Sight, names: Names, events: Iterable[Event], legal: Iterable[Command] = ()) -> str:
    """Return the headline for the viewer of the sight; `events` are the last events, newest at the end.

    `legal` is what the viewer may do.
    """
    if sight.phase in (OVER, MATCH_OVER):
        return _("The match is over") if sight.phase == MATCH_OVER else _("The deal is over")
    if sight.phase == CENTRE:
        return _centre(sight, names)
    if sight.phase == FORFEIT:
        if _is_my_turn(sight):
            return _("Your dare: {dare}").format(dare=_demanded(events))
        return _("Dare for {name}: {dare}").format(name=names[sight.to_act], dare=_demanded(events))
    if sight.phase == PENDING:
        return _pending(sight, names, legal)
    if sight.phase == AFTER_DRAW and _can_only_pass(legal):
        return _("The card you drew does not match: pass")
    to_me, to_others = _WORDS.get(sight.phase, _PLAIN)
    layer = names[sight.layer] if sight.layer >= 0 else ""
    return str(to_me if _is_my_turn(sight) else to_others).format(name=names[sight.to_act], layer=layer)


def silence(sight: Sight, names: Names) -> str:
    """Return until when everybody has to be silent; empty when people may speak."""
    if sight.silence_kind == "twos":
        return _("Silence until {name}’s next turn").format(name=names[sight.silence_mark])
    if sight.silence_kind == "black":
        return _("Silence until the colour is no longer {colour}").format(
            colour=colour_called(sight.silence_mark)
        )
    return ""


def awaited(sight: Sight) -> list[int]:
    """Return the seats whose move it is: all that are missing on the centre, else the one to act."""
    if sight.phase != CENTRE:
        return [sight.to_act] if sight.to_act >= 0 else []
    excluded = {sight.layer, *sight.placed, *sight.out}
    return [seat for seat in range(sight.seats) if seat not in excluded and not sight.eliminated[seat]]


def _is_my_turn(sight: Sight) -> bool:
    return sight.to_act == sight.viewer


def _can_only_pass(legal: Iterable[Command]) -> bool:
    kinds = {type(command) for command in legal}
    return Pass in kinds and PlayCard not in kinds


def _centre(sight: Sight, names: Names) -> str:
    missing = awaited(sight)
    if sight.viewer in missing:
        return _("Slap the pile: be quick!")
    return _("Slap the pile: still missing {names}").format(names=listed([names[seat] for seat in missing]))


def _demanded(events: Iterable[Event]) -> str:
    last = [event.what for event in events if isinstance(event, ForfeitDemanded)][-1:]
    return forfeit(last[0]) if last else _("do a dare or draw")


def _pending(sight: Sight, names: Names, legal: Iterable[Command]) -> str:
    is_skip, cards = sight.pending_kind == "skip", sight.pending_total
    if not _is_my_turn(sight):
        sentence = (
            _("{name} will be skipped")
            if is_skip
            else ngettext("{count} card for {name}", "{count} cards for {name}", cards)
        )
        return sentence.format(name=names[sight.to_act], count=cards)
    what = (
        _("You lose your turn")
        if is_skip
        else ngettext("{count} card for you", "{count} cards for you", cards).format(count=cards)
    )
    ways = _answers(legal, _("accept") if is_skip else _("take them"))
    told = _("{what}: {ways}").format(what=what, ways=ways) if ways else what
    if not sight.challengeable or sight.colour_before < 0:
        return told
    # Whoever held a card of that colour has bluffed.
    return _("{told}. The colour was {colour}.").format(told=told, colour=colour_called(sight.colour_before))


def _answers(legal: Iterable[Command], taking: str) -> str:
    """Return the possible answers to a pending effect: `take them, challenge, or play a Draw Two`."""
    ways, cards = [], []
    for command in legal:
        if isinstance(command, (Accept, Challenge)):
            ways.append(taking if isinstance(command, Accept) else _("challenge"))
        elif isinstance(command, (PlayCard, JumpIn)):
            cards.append(_("a {card}").format(card=symbol_called(command.card)))
    if cards:
        ways.append(_("play {cards}").format(cards=listed_or(list(dict.fromkeys(cards)))))
    return listed_or(ways)


_PLAIN: Final = (gettext_lazy("Your turn"), gettext_lazy("{name} to play"))
_WORDS: Final = {
    AFTER_DRAW: (gettext_lazy("Play the card you drew, or pass"), gettext_lazy("{name} drew a card")),
    STARTER_CHOICE: (
        gettext_lazy("You choose the first colour"),
        gettext_lazy("{name} chooses the first colour"),
    ),
    EXCHANGE: (
        gettext_lazy("{layer} offers you a card: give one of your own"),
        gettext_lazy("{layer} swaps a card with {name}"),
    ),
    READY: (
        gettext_lazy("Sort your cards, then press “I am ready”"),
        gettext_lazy("{name} is sorting new cards"),
    ),
    AWARD: (
        gettext_lazy("Act out your charade: who guesses it?"),
        gettext_lazy("{name} is acting out a charade: guess it"),
    ),
}
