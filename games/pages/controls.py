"""Every legal command as something to click: at a card of the hand, at a seat, or as a button with words.

Nothing that `legal_commands` lists may be missing on the page, and nothing else may be there.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.pages import fan
from games.rules.cards.cards import IS_BLACK, Card
from games.rules.match import commands as c
from games.rules.match.sight import Sight
from games.rules.match.state import AFTER_DRAW
from games.rules.notation import notation
from games.wording.event_text import card, colour_called

Names = Sequence[str]
Laying = c.PlayCard | c.JumpIn | c.LayPair | c.GiveCard


@dataclass(frozen=True)
class Choice:
    """One legal command as a button. `move` is what its form sends, `style` how it looks."""

    move: str
    words: str
    key: str
    style: str = ""
    colour: int = -1


@dataclass
class Group:
    """Choices under one heading; the heading may be empty."""

    heading: str
    choices: list[Choice] = field(default_factory=list)


@dataclass(frozen=True)
class HeldCard:
    """A card of my hand. `key` names its button, the same one as long as the hand stays the same.

    With `choice` a click is the whole move, and `call` is the same with UNO said; with `groups` a click opens
    a choice; without any it does not fit. `lean` says how far it leans in the fan, from -8 to 8.
    """

    card: Card
    key: str
    words: str
    is_drawn: bool
    choice: Choice | None = None
    call: Choice | None = None
    groups: tuple[Group, ...] = ()
    jumps: bool = False
    lean: int = 0

    @property
    def title(self) -> str:
        """What its choices are about."""
        choices = [one for group in self.groups for one in group.choices]
        only_colours = all(one.colour >= 0 or one.words == str(_NO_COLOUR) for one in choices)
        plain = all(group.heading in ("", str(_AND_UNO), str(_NO_UNO)) for group in self.groups)
        title = _("Colour for {card}") if plain and only_colours else _("Choices for {card}")
        return title.format(card=card(self.card))


def move_text(command: c.Command) -> str:
    """Return a command as forms send it: in the notation, without the seat."""
    text = notation.text(command)
    return text.split(" ", 1)[1] if hasattr(command, "seat") else text


def hand(sight: Sight, legal: Iterable[c.Command], names: Names) -> list[HeldCard]:
    """Return the viewer's cards by colour, each with what can be done with it."""
    if sight.viewer is None:
        return []
    uses, mine = _uses(legal), sorted(sight.hands[sight.viewer] or [])
    found: list[HeldCard] = []
    for position, number in enumerate(mine):
        is_drawn = number == sight.drawn_card and all(not one.is_drawn for one in found)
        # After drawing only that one copy may be laid, not its twin in the hand.
        is_twin = sight.name == AFTER_DRAW and sight.to_act == sight.viewer and not is_drawn
        copy = sum(one.card == number for one in found)
        held = _held(number, f"card-{number}-{copy}", [] if is_twin else uses.get(number, []), names)
        found.append(replace(held, is_drawn=is_drawn, lean=fan.lean(position, len(mine))))
    return found


def actions(legal: Iterable[c.Command], sight: Sight, names: Names) -> list[Choice]:
    """Return a button for every command that is drawn neither at a card nor at a seat nor as a colour."""
    elsewhere = (c.PlayCard, c.JumpIn, c.LayPair, c.GiveCard, c.Catch, c.ChooseColour)
    return [_action(one, sight, names) for one in legal if not isinstance(one, elsewhere)]


def starter_colours(legal: Iterable[c.Command], names: Names) -> list[Group]:
    """Return the colours of a black starter, for each partner where hands are swapped."""
    groups: dict[str, Group] = {}
    for one in legal:
        if isinstance(one, c.ChooseColour):
            heading = str(_SWAP).format(names[one.target]) if one.target is not None else ""
            group = groups.setdefault(heading, Group(heading))
            group.choices.append(_choice(one, colour_called(one.colour), colour=one.colour))
    return list(groups.values())


def _uses(legal: Iterable[c.Command]) -> dict[Card, list[Laying]]:
    uses: dict[Card, list[Laying]] = {}
    for one in legal:
        if isinstance(one, Laying):
            uses.setdefault(one.card, []).append(one)
    return uses


def _held(number: Card, key: str, uses: Sequence[Laying], names: Names) -> HeldCard:
    plain, calls = [one for one in uses if not _calls(one)], [one for one in uses if _calls(one)]
    jumps = any(isinstance(one, c.JumpIn) for one in uses)
    if len(plain) != 1 or len(calls) > 1:
        groups = tuple(_grouped([*calls, *plain], names))
        return HeldCard(
            number, key, _("Play {}").format(card(number)), is_drawn=False, groups=groups, jumps=jumps
        )
    choice = _use(plain[0], names)
    words = str(_VERBS[choice.move.split(" ", 1)[0]]).format(card(number))
    call = _choice(calls[0], _("Play and say UNO!")) if calls else None
    return HeldCard(number, key, words, is_drawn=False, choice=choice, call=call, jumps=jumps)


def _calls(one: Laying) -> bool:
    return bool(getattr(one, "uno", False))


def _grouped(uses: Sequence[Laying], names: Names) -> list[Group]:
    groups: dict[str, Group] = {}
    with_call = any(map(_calls, uses))
    for one in uses:
        heading = _called(_heading(one, names), one) if with_call else _heading(one, names)
        groups.setdefault(heading, Group(heading)).choices.append(_use(one, names))
    return list(groups.values())


def _called(heading: str, one: Laying) -> str:
    """Return the heading of choices some of which say UNO."""
    if heading:
        return _("{heading}, and say UNO").format(heading=heading) if _calls(one) else heading
    return str(_AND_UNO if _calls(one) else _NO_UNO)


def _heading(one: Laying, names: Names) -> str:
    if isinstance(one, c.LayPair):
        return _("Two at once")
    if isinstance(one, c.GiveCard):
        return ""
    start = _("Jump in") if isinstance(one, c.JumpIn) else ""
    rest = ""
    if one.target is not None:
        rest = _aim(one).format(names[one.target])
    return _("{how}: {aim}").format(how=start, aim=rest) if start and rest else start or rest


def _aim(one: c.PlayCard | c.JumpIn) -> str:
    if one.offered is not None:
        return str(_OFFER)
    return str(_SWAP_WITH if one.colour is None else _SWAP)


def _use(one: Laying, names: Names) -> Choice:
    if isinstance(one, c.LayPair):
        return _choice(one, _("Lay both"))
    if isinstance(one, c.GiveCard):
        return _choice(one, _("Give it"))
    if one.offered is not None:
        return _choice(one, card(one.offered))
    if one.colour is not None:
        return _choice(one, colour_called(one.colour), colour=one.colour)
    if one.target is not None:
        return _choice(one, names[one.target])
    return _choice(one, str(_NO_COLOUR) if IS_BLACK[one.card] else _("Lay it"))


def _action(one: c.Command, sight: Sight, names: Names) -> Choice:
    if isinstance(one, c.Accept):
        return _choice(one, _taking(sight), key="accept", style="main")
    if isinstance(one, c.Challenge):
        return _choice(one, _("Challenge {name}").format(name=names[sight.pending_source]), key="challenge")
    if isinstance(one, c.Perform) and not one.done:
        cards = sight.forfeit_cards
        said = ngettext("Draw {count} card instead", "Draw {count} cards instead", cards)
        return _choice(one, said.format(count=cards))
    if isinstance(one, c.AwardCharade):
        if one.guesser is None:
            return _choice(one, _("Nobody guessed it"))
        return _choice(one, _("{name} guessed it").format(name=names[one.guesser]))
    words, key, style = _PLAIN.get(type(one), (move_text(one), "", ""))
    return _choice(one, str(words), key=key, style=style)


def _taking(sight: Sight) -> str:
    if sight.pending_kind == "skip":
        return _("Accept: miss this turn")
    cards = sight.pending_total
    return ngettext("Accept {count} card", "Accept {count} cards", cards).format(count=cards)


def _choice(one: c.Command, words: str, *, key: str = "", **looks: Any) -> Choice:
    move = move_text(one)
    return Choice(move, words, key or f"move-{move.replace(' ', '-').replace('+', 'd')}", **looks)


_NO_COLOUR: Final = gettext_lazy("No colour")
_AND_UNO: Final = gettext_lazy("Play and say UNO")
_NO_UNO: Final = gettext_lazy("Play without saying it")
_SWAP_WITH: Final = gettext_lazy("Swap hands with")
_SWAP: Final = gettext_lazy("Swap hands with {}")
_OFFER: Final = gettext_lazy("Offer {} an exchange, giving")
_VERBS: Final = {
    "play": gettext_lazy("Play {}"),
    "jump": gettext_lazy("Jump in with {}"),
    "pair": gettext_lazy("Play two {}"),
    "give": gettext_lazy("Give {}"),
}
_PLAIN: Final[dict[type[c.Command], tuple[Any, str, str]]] = {
    c.DrawCard: (gettext_lazy("Draw a card"), "draw", ""),
    c.Pass: (gettext_lazy("Pass"), "pass", "main"),
    c.CallUno: (gettext_lazy("UNO!"), "call-uno", "uno"),
    c.Deal: (gettext_lazy("Next deal"), "deal", "main"),
    c.EndMatch: (gettext_lazy("End the match"), "end-match", "danger"),
    c.PlaceHand: (gettext_lazy("Hand on the centre!"), "slap", "slap"),
    c.SayReady: (gettext_lazy("I am ready"), "ready", "main"),
    c.Perform: (gettext_lazy("I have done it"), "perform", "main"),
}
