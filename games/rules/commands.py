"""What somebody at the table asks for (rules.md 3.16).

Seats are 0 for A, 1 for B …; cards and colours are the numbers of `cards`. The names are used by
forms and programs; they are never stored in the log.
"""

import msgspec

from games.rules.cards import Card, Colour


class Command(msgspec.Struct, frozen=True, tag=True):
    """The root of all commands."""


class Deal(Command):
    """Shuffle, deal and turn up the starter of the next round."""


class DrawForDealer(Command):
    """Choose the first dealer (rules.md 3.2)."""


class PlayCard(Command):
    """Lay a card; black cards name a colour, `uno` calls with the play."""

    seat: int
    card: Card
    colour: Colour | None = None
    uno: bool = False


class DrawCard(Command):
    """Draw instead of playing."""

    seat: int


class Pass(Command):
    """End the turn after drawing."""

    seat: int


class Accept(Command):
    """Take the pending cards."""

    seat: int


class Challenge(Command):
    """Claim that the Wild Draw Four was laid against the rule."""

    seat: int


class ChooseColour(Command):
    """Name the colour of a black starter."""

    seat: int
    colour: Colour


class CallUno(Command):
    """Call UNO late, after the card was laid."""

    seat: int


class Catch(Command):
    """Point out that a seat did not call."""

    seat: int
    target: int


class Penalise(Command):
    """A referee gives a seat penalty cards (rules.md 4.7, last row)."""

    seat: int
    cards: int


TurnCommand = PlayCard | DrawCard | Pass | Accept | Challenge | ChooseColour
AnyCommand = TurnCommand | Deal | DrawForDealer | CallUno | Catch | Penalise
