"""Show every legal command as a control: a card of the hand, a seat, or a button with words.

The page has exactly the commands that `legal_commands` lists.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeGuard

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.pages import hand_layout
from games.rules.cards.card_names import called, capital, colour_called
from games.rules.cards.cards import IS_BLACK, Card
from games.rules.match import commands as c
from games.rules.match.seat_names import Names, SeatNames, effects_of, renamed
from games.rules.match.state import AFTER_DRAW
from games.rules.match.visibility import Sight
from games.rules.notation import notation

Laying = c.PlayCard | c.JumpIn | c.LayPair | c.GiveCard


@dataclass(frozen=True)
class MoveButton:
    """A button for a legal command. `move` is the value its form sends."""

    move: str
    words: str
    key: str
    style: str = ""
    colour: int = -1


@dataclass
class Group:
    """Choices under one heading; the heading may be empty.

    Silent are the moves that do not say UNO, beside the same moves that do.
    """

    heading: str
    choices: list[MoveButton] = field(default_factory=list)
    is_silent: bool = False


@dataclass(frozen=True)
class HeldCard:
    """A card of my hand. `key` is the id of its button, stable as long as the hand stays the same.

    With `choice` a click is the whole move, and `call` is the move with a call of UNO; with `groups` a click
    opens a menu; without any the card does not fit. `lean` is its angle in the fan, from -8 to 8.
    """

    card: Card
    name: str
    key: str
    words: str
    is_drawn: bool
    choice: MoveButton | None = None
    call: MoveButton | None = None
    groups: tuple[Group, ...] = ()
    jumps: bool = False
    lean: int = 0

    @property
    def title(self) -> str:
        """The title of its menu."""
        choices = [choice for group in self.groups for choice in group.choices]
        only_colours = all(choice.colour >= 0 or choice.words == str(_NO_COLOUR) for choice in choices)
        plain = all(group.heading in ("", str(_AND_UNO)) for group in self.groups)
        title = _("Colour for {card}") if plain and only_colours else _("Choices for {card}")
        return title.format(card=self.name)


def move_text(command: c.Command) -> str:
    """Return a command in the notation without the seat, as forms send it."""
    text = notation.text(command)
    return text.split(" ", 1)[1] if hasattr(command, "seat") else text


def hand(sight: Sight, legal: Iterable[c.Command], names: Names) -> list[HeldCard]:
    """Return the viewer's cards by colour, each with the commands that use it."""
    if sight.viewer is None:
        return []
    uses, cards = _uses(legal), sorted(sight.hands[sight.viewer] or [])
    names = with_counts(names, sight)
    hand: list[HeldCard] = []
    for position, number in enumerate(cards):
        is_drawn = number == sight.drawn_card and all(not other.is_drawn for other in hand)
        # After drawing only the drawn copy may be played, not the same card already in the hand.
        is_twin = sight.phase == AFTER_DRAW and sight.to_act == sight.viewer and not is_drawn
        copy = sum(other.card == number for other in hand)
        held = _held(number, f"card-{number}-{copy}", [] if is_twin else uses.get(number, []), names)
        hand.append(replace(held, is_drawn=is_drawn, lean=hand_layout.lean(position, len(cards))))
    return hand


def menus(hand: Iterable[HeldCard]) -> list[HeldCard]:
    """Return the cards that can be played in several ways, each kind once."""
    return list({held.card: held for held in hand if held.groups and not held.choice}.values())


def actions(legal: Iterable[c.Command], sight: Sight, names: Names) -> list[MoveButton]:
    """Return a button for every command that needs no card, seat or colour."""
    elsewhere = (c.PlayCard, c.JumpIn, c.LayPair, c.GiveCard, c.Catch, c.ChooseColour)
    return [_action(command, sight, names) for command in legal if not isinstance(command, elsewhere)]


def starter_colours(legal: Iterable[c.Command], sight: Sight, names: Names) -> list[Group]:
    """Return the colours of a black starter, for each partner where hands are swapped."""
    groups: dict[str, Group] = {}
    names = with_counts(names, sight)
    for command in legal:
        if isinstance(command, c.ChooseColour):
            heading = str(_SWAP).format(names[command.target]) if command.target is not None else ""
            group = groups.setdefault(heading, Group(heading))
            words = capital(colour_called(command.colour))
            group.choices.append(_choice(command, words, colour=command.colour))
    return list(groups.values())


def with_counts(names: Names, sight: Sight) -> SeatNames:
    """Return each name with the number of cards in that hand, for the choice of a hand."""
    counted = (
        ngettext("{name} ({count} card)", "{name} ({count} cards)", count).format(name=name, count=count)
        for name, count in zip(names, sight.counts, strict=True)
    )
    return renamed(names, [*counted])


def _uses(legal: Iterable[c.Command]) -> dict[Card, list[Laying]]:
    uses: dict[Card, list[Laying]] = {}
    for command in legal:
        if isinstance(command, Laying):
            uses.setdefault(command.card, []).append(command)
    return uses


def _held(number: Card, key: str, uses: Sequence[Laying], names: Names) -> HeldCard:
    plain, calls = [use for use in uses if not _calls(use)], [use for use in uses if _calls(use)]
    if len(uses) == 1:
        plain, calls = list(uses), []  # a puzzle lists a move with the call only
    jumps = any(isinstance(use, c.JumpIn) for use in uses)
    name = called(number, effects_of(names))
    if len(plain) != 1 or len(calls) > 1:
        groups = tuple(_grouped([*calls, *plain], names))
        return HeldCard(
            number, name, key, _("Play {}").format(name), is_drawn=False, groups=groups, jumps=jumps
        )
    choice = _use(plain[0], names)
    words = str(_VERBS[choice.move.split(" ", 1)[0]]).format(name)
    call = _choice(calls[0], _("Play and say UNO!")) if calls else None
    return HeldCard(number, name, key, words, is_drawn=False, choice=choice, call=call, jumps=jumps)


def _calls(use: Laying) -> TypeGuard[c.PlayCard | c.JumpIn | c.LayPair]:
    return not isinstance(use, c.GiveCard) and use.uno


def _grouped(uses: Sequence[Laying], names: Names) -> list[Group]:
    """Return the choices under their headings, the silent ones last."""
    groups: dict[tuple[bool, str], Group] = {}
    silent = {msgspec.structs.replace(use, uno=False) for use in uses if _calls(use)}
    for use in uses:
        heading, is_silent = _heading(use, names), use in silent
        if _calls(use):
            heading = _("{heading}, and say UNO").format(heading=heading) if heading else str(_AND_UNO)
        group = groups.setdefault((is_silent, heading), Group(heading, is_silent=is_silent))
        group.choices.append(_use(use, names))
    return sorted(groups.values(), key=lambda group: group.is_silent)


def _heading(use: Laying, names: Names) -> str:
    if isinstance(use, c.LayPair):
        return _("Play two")
    if isinstance(use, c.GiveCard):
        return ""
    start = _("Jump in") if isinstance(use, c.JumpIn) else ""
    rest = ""
    if use.target is not None:
        rest = _aim(use).format(names[use.target])
    return _("{how}: {aim}").format(how=start, aim=rest) if start and rest else start or rest


def _aim(use: c.PlayCard | c.JumpIn) -> str:
    if use.offered is not None:
        return str(_OFFER)
    return str(_SWAP_WITH if use.colour is None else _SWAP)


def _use(use: Laying, names: Names) -> MoveButton:
    if isinstance(use, c.LayPair):
        return _choice(use, _("Play both"))
    if isinstance(use, c.GiveCard):
        return _choice(use, _("Give this card"))
    if use.offered is not None:
        return _choice(use, called(use.offered, effects_of(names)))
    if use.colour is not None:
        return _choice(use, capital(colour_called(use.colour)), colour=use.colour)
    if use.target is not None:
        return _choice(use, names[use.target])
    return _choice(use, str(_NO_COLOUR) if IS_BLACK[use.card] else _("Play this card"))


def _action(command: c.Command, sight: Sight, names: Names) -> MoveButton:
    if isinstance(command, c.Accept):
        return _choice(command, _taking(sight), key="accept")
    if isinstance(command, c.Challenge):
        return _choice(
            command, _("Challenge {name}").format(name=names[sight.pending_source]), key="challenge"
        )
    if isinstance(command, c.Perform) and not command.done:
        cards = sight.forfeit_cards
        words = ngettext("Draw {count} card instead", "Draw {count} cards instead", cards)
        return _choice(command, words.format(count=cards))
    if isinstance(command, c.AwardCharade):
        if command.guesser is None:
            return _choice(command, _("No one guessed it"))
        return _choice(command, _("{name} guessed it").format(name=names[command.guesser]))
    words, key, style = _PLAIN.get(type(command), (move_text(command), "", ""))
    return _choice(command, str(words), key=key, style=style)


def _taking(sight: Sight) -> str:
    if sight.pending_kind == "skip":
        return _("Accept: miss this turn")
    cards = sight.pending_total
    return ngettext("Take {count} card", "Take {count} cards", cards).format(count=cards)


def _choice(command: c.Command, words: str, *, key: str = "", **style: Any) -> MoveButton:
    move = move_text(command)
    return MoveButton(move, words, key or f"move-{move.replace(' ', '-').replace('+', 'd')}", **style)


_NO_COLOUR: Final = gettext_lazy("No colour")
_AND_UNO: Final = gettext_lazy("Play and say UNO")
_SWAP_WITH: Final = gettext_lazy("Swap hands with")
_SWAP: Final = gettext_lazy("Swap hands with {}")
_OFFER: Final = gettext_lazy("Offer {} a swap, giving")
_VERBS: Final = {
    "play": gettext_lazy("Play {}"),
    "jump": gettext_lazy("Jump in with {}"),
    "pair": gettext_lazy("Play two {}"),
    "give": gettext_lazy("Give {}"),
}
_PLAIN: Final[dict[type[c.Command], tuple[Any, str, str]]] = {
    c.DrawCard: (gettext_lazy("Draw a card"), "draw", ""),
    c.Pass: (gettext_lazy("Pass"), "pass", ""),
    c.CallUno: (gettext_lazy("UNO!"), "call-uno", "uno"),
    c.Deal: (gettext_lazy("Next deal"), "deal", "main"),
    c.EndMatch: (gettext_lazy("End the match"), "end-match", "danger"),
    c.PlaceHand: (gettext_lazy("Slap the pile!"), "slap", "slap"),
    c.SayReady: (gettext_lazy("I am ready"), "ready", "main"),
    c.Perform: (gettext_lazy("Dare done"), "perform", "main"),
}
