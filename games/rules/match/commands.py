"""The commands of a match (rules.md 3.16).

Seats are 0 for A, 1 for B …; cards and colours are the numbers of `cards`. Forms and programs use the names;
the log does not store them.
"""

import msgspec

from games.rules.cards.cards import Card, Colour


class Command(msgspec.Struct, frozen=True, tag=True):
    """The base class of all commands."""


class Deal(Command, frozen=True):
    """Shuffle, deal and turn up the starter of the next round.

    The host names `dealer` before the first round when `dealer_choice` is fixed; without
    it seat A deals. `youngest` is named before the first round when `first_player` is youngest; without
    it the seat left of the dealer begins. Otherwise both are refused.
    """

    dealer: int | None = None
    youngest: int | None = None


class Retire(Command, frozen=True):
    """A seat leaves the match for good, with its cards; only competitions send it."""

    seat: int


class CallTime(Command, frozen=True):
    """The time of the match is over; only the clock sends it."""


class EndMatch(Command, frozen=True):
    """The host ends a match whose `match_end` is manual, between two rounds."""


class DrawForDealer(Command, frozen=True):
    """Choose the first dealer (rules.md 3.2)."""


class PlayCard(Command, frozen=True):
    """Play a card; black cards name a colour, `uno` calls with the play.

    `target` is the seat whose hand is swapped, `offered` the card of an exchange offer.
    """

    seat: int
    card: Card
    colour: Colour | None = None
    uno: bool = False
    target: int | None = None
    offered: Card | None = None


class JumpIn(Command, frozen=True):
    """Lay an identical card out of turn."""

    seat: int
    card: Card
    colour: Colour | None = None
    uno: bool = False
    target: int | None = None
    offered: Card | None = None


class LayPair(Command, frozen=True):
    """Lay two identical number cards as one move."""

    seat: int
    card: Card
    uno: bool = False


class DrawCard(Command, frozen=True):
    """Draw instead of playing."""

    seat: int


class Pass(Command, frozen=True):
    """End the turn after drawing."""

    seat: int


class Accept(Command, frozen=True):
    """Take the pending cards."""

    seat: int


class Challenge(Command, frozen=True):
    """Claim that the Wild Draw Four was played against the rule."""

    seat: int


class ChooseColour(Command, frozen=True):
    """Name the colour of a black starter."""

    seat: int
    colour: Colour
    target: int | None = None


class CallUno(Command, frozen=True):
    """Call UNO late, after the card was played."""

    seat: int


class Catch(Command, frozen=True):
    """Point out that a seat did not call."""

    seat: int
    target: int


class GiveCard(Command, frozen=True):
    """Choose the card to give in an exchange."""

    seat: int
    card: Card


class PlaceHand(Command, frozen=True):
    """Put a hand on the centre."""

    seat: int


class EndCentre(Command, frozen=True):
    """Time is up for the hands on the centre."""


class SayReady(Command, frozen=True):
    """End the courtesy pause."""

    seat: int


class Perform(Command, frozen=True):
    """Say whether a forfeit was performed."""

    seat: int
    done: bool


class AwardCharade(Command, frozen=True):
    """Name the seat that guessed the charade, or None."""

    seat: int
    guesser: int | None


class Penalise(Command, frozen=True):
    """A referee gives a seat penalty cards (rules.md 4.7, last row).

    `reason` is penalty, silence or advice; the rulebook decides the cards of the last two. `words` say what a
    penalty of the first kind is for; the notation and match records leave them out.
    """

    seat: int
    cards: int
    reason: str = "penalty"
    words: str = ""
