"""The events of a match (rules.md 3.17): each with its name, its change and its sentence.

WARNING: names and fields are the storage format of all matches. A field may be added with a default; all
other changes need an upcast from the old shape.

Events carry outcomes, so that folding them needs neither rules nor dice: an old log keeps its meaning when a
rule is corrected. Seats are 0 for A, 1 for B …; `-1` stands for no seat. Piles and dealt cards are listed top
first.
"""

# In the order of a match, as the documentation for programs lists them.
# isort: off
from games.rules.match.events.base import Event
from games.rules.match.events.dealing import (
    CardsDealt,
    DealVoided,
    DealerChosen,
    RoundStarted,
    StarterColourAsked,
    StarterColourChosen,
    StarterReturned,
    StarterTurned,
)
from games.rules.match.events.turns import (
    DRAW_REASONS,
    CardPlayed,
    CardsDrawn,
    ColourChosen,
    DirectionReversed,
    DrawPileRebuilt,
    TurnPassed,
    TurnStarted,
)
from games.rules.match.events.penalties import (
    ChallengeFailed,
    ChallengeMade,
    ChallengeUpheld,
    PenaltyAccepted,
    PenaltyRaised,
    PlayerSkipped,
    RefereePenalty,
    UnoCalled,
    UnoCaught,
    UnoDue,
    UnoLapsed,
)
from games.rules.match.events.ending import (
    MatchEnded,
    PointsScored,
    RoundEnded,
    SeatEliminated,
    SeatGivenUp,
    WentOut,
)
from games.rules.match.events.house import (
    CardTakenBack,
    CardsExchanged,
    ExchangeOffered,
    FalseCallPenalised,
    HandPlaced,
    HandRefilled,
    HandsRotated,
    HandsShuffled,
    HandsSwapped,
    HandsUpClosed,
    HandsUpOpened,
    IllegalCardPenalised,
    JumpedIn,
    PenaltyBounced,
    PenaltyReflected,
    ReadyGiven,
    ReadyRequested,
    SilenceBroken,
    SilenceEnded,
    SilenceStarted,
    UnoMissed,
)
from games.rules.match.events.customizable import (
    CharadeStarted,
    CharadeWon,
    ForfeitDemanded,
    ForfeitPerformed,
    ForfeitRefused,
    WildsDiscarded,
    forfeit,
)
from games.rules.match.state import NOBODY
# isort: on
