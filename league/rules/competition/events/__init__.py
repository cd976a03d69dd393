"""The events of a competition: each with its name in the log, its change, sentence and webhook.

WARNING: the names and fields are the storage format of every competition ever held. A field may be added with
a default; any other change needs an upcast from the previous shape.

Events contain outcomes (draws, lots, points, who advances), so that folding them needs neither rules nor
random numbers.

Entrants are given by entry number, people by player id, stages by number from 1, matches by id within the
stage (`R1.2`).
"""

from league.rules.competition.event_values import Draw, DrawnMatch, RecordedPlace, Result
from league.rules.competition.events.announcement import (
    CheckInClosed,
    CheckInOpened,
    CompetitionCreated,
    RegistrationClosed,
    RegistrationOpened,
    SettingsChanged,
)
from league.rules.competition.events.arena import (
    BreakTaken,
    SeatingClosed,
    SeatingOpened,
)
from league.rules.competition.events.base import (
    Event,
    SentenceContext,
    WebhookContext,
    WebhookEvent,
)
from league.rules.competition.events.draws import (
    DivisionsRanked,
    DraftAdjusted,
    DraftDiscarded,
    DraftMade,
    DrawPart,
    DrawUnpublished,
    LotDrawn,
    StageLotDrawn,
    StageRoundDrawn,
)
from league.rules.competition.events.entrants import (
    EntrantAdmitted,
    EntrantCheckedIn,
    EntrantEntered,
    EntrantReinstated,
    EntrantsSeeded,
    EntrantWithdrawn,
    PartyNamed,
    PlayerSubstituted,
    TeamNamed,
)
from league.rules.competition.events.lifecycle import (
    CompetitionArchived,
    CompetitionCancelled,
    CompetitionDeleted,
    CompetitionFinished,
    CompetitionPaused,
    CompetitionReopened,
    CompetitionRestored,
    CompetitionResumed,
    CompetitionStarted,
    StageRoundFinished,
    StageStarted,
)
from league.rules.competition.events.results import (
    AdjustmentWithdrawn,
    PointsAdjusted,
    ResultCorrected,
    ResultRecorded,
    TieBreaksChosen,
    WalkoverTakenBack,
)
from league.rules.competition.events.tables import (
    MatchMoved,
    TableAssigned,
    TimerExtended,
    TimerPaused,
    TimerResumed,
    TimerStarted,
    TimerStopped,
)
