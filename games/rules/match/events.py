"""What happened at the table (rules.md 3.17).

WARNING: the class names and field names are the storage format of every match ever played. A field
may be added with a default; anything else is a new version of the event with an upcaster.

Events carry outcomes, so that folding them needs neither rules nor dice. Seats are 0 for A, 1 for
B …; `-1` stands for nobody. Piles and dealt cards are listed top first.
"""

import msgspec

from games.rules.cards.cards import Card, Colour

NOBODY = -1


class Event(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The root of all events of a match."""


class RoundStarted(Event, frozen=True):
    """A deal begins; carries all that the round needs from the ones before."""

    round: int
    rulebook: str
    options: dict[str, bool | int | str | list[str]]
    """Every option that differs from the defaults, so that a changed preset changes no old match."""
    seats: int
    dealer: int
    totals: list[int]
    eliminated: list[int]
    """The round in which each seat was eliminated, 0 for those still in."""
    previous_winner: int = NOBODY
    wins: list[int] = []
    losses: list[int] = []
    youngest: int = NOBODY
    retired: list[int] = []
    """The seats that have left the match, in this order; they are among the eliminated, too."""


class DealerChosen(Event, frozen=True):
    """The first dealer was found; `draws` are the cards turned up, as [seat, card].

    `decks` are the whole decks they were drawn from: nobody saw the rest, but the order can be verified.
    """

    seat: int
    draws: list[list[int]] = []
    decks: list[list[Card]] = []


class DealVoided(Event, frozen=True):
    """An order of the deck left no card that may open the round: it was shuffled again."""

    pile: list[Card]


class CardsDealt(Event, frozen=True):
    """All hands in seat order (empty for seats not dealt in) and the draw pile."""

    hands: list[list[Card]]
    pile: list[Card]


class StarterReturned(Event, frozen=True):
    """The starter went back; `pile` is the draw pile after the shuffle."""

    card: Card
    pile: list[Card]


class StarterTurned(Event, frozen=True):
    """The top card of the draw pile opened the discard pile."""

    card: Card


class StarterColourAsked(Event, frozen=True):
    """A black starter waits for the seat to name its colour."""

    seat: int


class StarterColourChosen(Event, frozen=True):
    """The seat chose the colour that a black starter begins with."""

    seat: int
    colour: Colour


class TurnStarted(Event, frozen=True):
    """It is the seat's turn to play or draw."""

    seat: int


class CardPlayed(Event, frozen=True):
    """A card was laid. `legal` is the verdict on a Wild Draw Four, known to nobody before a challenge."""

    seat: int
    card: Card
    legal: bool = True


class ColourChosen(Event, frozen=True):
    """The seat chose the colour that counts."""

    seat: int
    colour: Colour


class DirectionReversed(Event, frozen=True):
    """`direction` is 1 for clockwise, -1 for counter-clockwise."""

    direction: int


class CardsDrawn(Event, frozen=True):
    """Why the cards were drawn is one of `DRAW_REASONS`."""

    seat: int
    cards: list[Card]
    reason: str


class DrawPileRebuilt(Event, frozen=True):
    """All discards but the top `kept` were shuffled; `pile` is the whole new draw pile."""

    pile: list[Card]
    kept: int = 1


class TurnPassed(Event, frozen=True):
    """The seat passed."""

    seat: int


class PenaltyRaised(Event, frozen=True):
    """An effect waits for its victim. `kind` is draw2, draw4, ten or skip; no source for a starter.

    `card` is the Skip that raised a skip, `height` the discards that belong to a chain of Wild Draw Fours.
    """

    kind: str
    total: int
    victim: int
    source: int = NOBODY
    challengeable: bool = False
    card: Card = -1
    height: int = 0


class PenaltyAccepted(Event, frozen=True):
    """The seat took the cards that waited for it, instead of answering."""

    seat: int


class PlayerSkipped(Event, frozen=True):
    """The seat misses this turn."""

    seat: int


class ChallengeMade(Event, frozen=True):
    """`shown` is the hand of the challenged seat, for the challenger's eyes only."""

    seat: int
    target: int
    shown: list[Card]


class ChallengeUpheld(Event, frozen=True):
    """The challenge of the seat was right: the target ought not to have played its card."""

    seat: int
    target: int


class ChallengeFailed(Event, frozen=True):
    """The challenge of the seat was wrong: the target was free to play its card."""

    seat: int
    target: int


class UnoDue(Event, frozen=True):
    """The seat came down to one card and has not called: it may be caught."""

    seat: int


class UnoCalled(Event, frozen=True):
    """The seat said UNO."""

    seat: int


class UnoCaught(Event, frozen=True):
    """The seat had not said UNO and was caught by another."""

    seat: int
    by: int


class UnoLapsed(Event, frozen=True):
    """The catch window of the seat closed without a call."""

    seat: int


class RefereePenalty(Event, frozen=True):
    """The referee gave the seat cards."""

    seat: int
    cards: int
    reason: str = "penalty"


class WentOut(Event, frozen=True):
    """The hand became empty; who `leaves` takes no further part in the round."""

    seat: int
    leaves: bool = False


class RoundEnded(Event, frozen=True):
    """`reason` is out or blocked; `hands` are what everybody still held.

    With the match somebody `left`, or whose `time` is over, the deal ends without counting.
    """

    winner: int
    reason: str
    hands: list[list[Card]]
    loser: int = NOBODY


class PointsScored(Event, frozen=True):
    """The points of this round and the totals after it, by seat."""

    points: list[int]
    totals: list[int]
    wins: list[int] = []
    losses: list[int] = []


class SeatEliminated(Event, frozen=True):
    """The seat is out of the match."""

    seat: int


class SeatGivenUp(Event, frozen=True):
    """The seat left the match for good before the end of `round`; its `hand` is out of play from here on."""

    seat: int
    round: int
    hand: list[Card] = []


class MatchEnded(Event, frozen=True):
    """`places` is the place of each seat, 1 for the best, shared places equal."""

    winners: list[int]
    places: list[int]


DRAW_REASONS = (
    "turn",
    "penalty",
    "challenge",
    "uno",
    "referee",
    "last_card",
    "bounce",
    "refill",
    "illegal",
    "false_call",
    "centre",
    "silence",
    "customizable",
    "forfeit",
)
