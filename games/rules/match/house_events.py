"""What happened under a house rule (rules.md 3.17, section 4).

The warning of `events` holds here as well: names and fields are the storage format.
"""

from typing import Any

from games.rules.cards.cards import Card, Colour
from games.rules.match.events import Event


class JumpedIn(Event, frozen=True):
    """The next card is laid out of turn."""

    seat: int


class PenaltyReflected(Event, frozen=True):
    """A Reverse sent the pending effect back."""

    seat: int


class PenaltyBounced(Event, frozen=True):
    """A Super Star made the `target` draw instead."""

    seat: int
    target: int


class CardTakenBack(Event, frozen=True):
    """A Wild Draw Four went back to its layer; `colour` is active again."""

    seat: int
    card: Card
    colour: Colour


class ReadyRequested(Event, frozen=True):
    """Everybody waits until the seat has sorted its cards; `later` is what follows then."""

    seat: int
    later: list[dict[str, Any]] = []


class ReadyGiven(Event, frozen=True):
    """The seat has sorted its new cards."""

    seat: int


class HandsSwapped(Event, frozen=True):
    """Two seats swapped their hands."""

    seat: int
    target: int


class HandsRotated(Event, frozen=True):
    """Each seat of the list passed its hand to the one after it, the last to the first."""

    seats: list[int]


class HandsShuffled(Event, frozen=True):
    """All hands in seat order after they were collected and dealt again."""

    hands: list[list[Card]]


class ExchangeOffered(Event, frozen=True):
    """The seat offers a card to the target, who must give one; `later` is what follows then."""

    seat: int
    target: int
    card: Card
    later: list[dict[str, Any]] = []


class CardsExchanged(Event, frozen=True):
    """The seat gave `card` and got `received` from the target."""

    seat: int
    target: int
    card: Card
    received: Card


class HandsUpOpened(Event, frozen=True):
    """Everybody but the seat must put a hand on the centre; `later` is what follows then.

    `seats` are the others in turn order.
    """

    seat: int
    seats: list[int]
    later: list[dict[str, Any]] = []


class HandPlaced(Event, frozen=True):
    """The seat put its hand on the centre."""

    seat: int


class HandsUpClosed(Event, frozen=True):
    """`late` are those who have to draw."""

    seat: int
    late: list[int]


class SilenceStarted(Event, frozen=True):
    """`kind` is twos (`mark` is the layer) or black (`mark` is the ordered colour)."""

    kind: str
    mark: int


class SilenceEnded(Event, frozen=True):
    """Everybody may speak again."""


class SilenceBroken(Event, frozen=True):
    """The seat spoke; the silence is over."""

    seat: int


class UnoMissed(Event, frozen=True):
    """The window closed without a call, which costs the penalty by itself."""

    seat: int


class IllegalCardPenalised(Event, frozen=True):
    """A card that did not fit went back to the hand."""

    seat: int
    card: Card


class FalseCallPenalised(Event, frozen=True):
    """The seat called or caught without reason."""

    seat: int


class HandRefilled(Event, frozen=True):
    """An empty hand took new cards."""

    seat: int
    cards: int


class ForfeitDemanded(Event, frozen=True):
    """The seat has to perform `what` or draw `cards`."""

    seat: int
    what: str
    cards: int


class ForfeitPerformed(Event, frozen=True):
    """The seat performed its forfeit."""

    seat: int


class ForfeitRefused(Event, frozen=True):
    """The seat refused its forfeit."""

    seat: int


class CharadeStarted(Event, frozen=True):
    """The seat plays a charade and will name who guessed it."""

    seat: int


class CharadeWon(Event, frozen=True):
    """The seat guessed it and put its cards of the named colour below the top card."""

    seat: int
    cards: list[Card]


class WildsDiscarded(Event, frozen=True):
    """The seat put its black cards below the top card."""

    seat: int
    cards: list[Card]
