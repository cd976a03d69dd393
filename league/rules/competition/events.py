"""What happened in a competition.

WARNING: the class names and field names are the storage format of every competition ever held. A
field may be added with a default; anything else is a new version of the event with an upcaster.

Events carry outcomes (draws, lots, points, who advances), so that folding them needs neither rules nor dice.
Entrants go by entry number, people by player id, stages by number from 1, matches by id in it (`R1.2`).
"""

import msgspec

from league.rules.brackets.plan import PlannedRound
from league.rules.settings.stages import StageSettings


class Event(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The root of all events of a competition."""


class CompetitionCreated(Event, frozen=True):
    """`options` are the changes to the rulebook; `low_wins` says that its low totals are the good ones.

    `rulebook_title` is the name that a custom rulebook had, empty for a preset. At most `limit` entrants
    play (0: any number), the others wait. `venue` says where matches are played (see `venues`), and at
    physical tables `confirmation` when a result is final, for silence after how many minutes, and with
    `self_report` that players write the deals down themselves. A round lasts `round_minutes` (0: as long as
    it takes). With `by_hand` organizers publish each draw, with `lots_by_hand` they draw the lots.
    What `is_casual` counts for the casual ladder of the club and not for the rated one.
    """

    club: int
    name: str
    stages: list[StageSettings]
    rulebook: str
    options: dict[str, bool | int | str | list[str]]
    turn_seconds: int
    bot_pause_ms: int
    low_wins: bool = False
    rulebook_title: str = ""
    bank_seconds: int = 0
    away_after: int = 3
    limit: int = 0
    venue: str = "online"
    by_hand: bool = False
    lots_by_hand: bool = False
    confirmation: str = "none"
    silence_minutes: int = 10
    self_report: bool = False
    round_minutes: int = 0
    is_casual: bool = False


class RegistrationOpened(Event, frozen=True):
    """Players may enter by themselves."""


class RegistrationClosed(Event, frozen=True):
    """From now on only organizers enter players."""


class CheckInOpened(Event, frozen=True):
    """Entrants say with this code that they are here."""

    code: str


class CheckInClosed(Event, frozen=True):
    """The check-in is closed; nobody has been taken out yet."""


class EntrantEntered(Event, frozen=True):
    """`team` is whom the entrant plays for, if anybody; `is_waiting` is on the waiting list.

    Who comes late joins a `group` of the running stage, an index from 0; -1 before the start.
    """

    entrant: int
    player: int
    team: str = ""
    is_waiting: bool = False
    group: int = -1


class EntrantAdmitted(Event, frozen=True):
    """From the waiting list."""

    entrant: int


class EntrantWithdrawn(Event, frozen=True):
    """`kind` is withdrawn, disqualified or no_show."""

    entrant: int
    kind: str = "withdrawn"


class EntrantReinstated(Event, frozen=True):
    """The entrant is back in; matches lost in the meantime stay lost until they are corrected."""

    entrant: int


class EntrantCheckedIn(Event, frozen=True):
    """`is_here` False takes it back."""

    entrant: int
    is_here: bool = True


class PlayerSubstituted(Event, frozen=True):
    """Another player goes on in the seat and with the results of an entrant."""

    entrant: int
    player: int


class EntrantsSeeded(Event, frozen=True):
    """`order` names the entrants, the first seed first; `method` as in `entries.SEEDINGS`.

    `seed` is that of the lots, where any were drawn: 16 hexadecimal digits.
    """

    order: list[int]
    method: str = "manual"
    seed: str = ""


class TeamNamed(Event, frozen=True):
    """Whom an entrant plays for, empty for nobody."""

    entrant: int
    team: str


class PartyNamed(Event, frozen=True):
    """The party of an entrant was named, or taken away (empty). Entrants of one party are not to meet."""

    entrant: int
    party: str


class CompetitionStarted(Event, frozen=True):
    """Entries are closed; `order` is the seeding that holds for the whole competition."""

    order: list[int]


class StageStarted(Event, frozen=True):
    """The entrants of each group of a stage, the first seed first."""

    stage: int
    groups: list[list[int]]


class DrawnMatch(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Why a match of a draw, or a bye, is as it is: its part of each criterion's cost."""

    match: str
    cost: dict[str, float]


class Draw(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Rounds drawn together from a stored lot seed, with the cost by criterion and the bound for repeats."""

    rounds: list[PlannedRound]
    seed: str = ""
    why: list[DrawnMatch] = []
    cost: dict[str, float] = {}
    bound: int = -1


class DrawPart(Event, frozen=True):
    """A part of a draw too large for one event; the last comes with `DraftMade` or `StageRoundDrawn`."""

    stage: int
    draw: Draw


class DraftMade(Event, frozen=True):
    """A proposal that organizers look at; nobody else sees it."""

    stage: int
    draw: Draw


class DraftAdjusted(Event, frozen=True):
    """Two seats of the draft were swapped, each a match id and an index from 0, or a bye's id and 0."""

    stage: int
    one: tuple[str, int]
    other: tuple[str, int]


class DraftDiscarded(Event, frozen=True):
    stage: int


class StageRoundDrawn(Event, frozen=True):
    """The draw is published. `is_adjusted` says that organizers changed what was proposed."""

    stage: int
    draw: Draw
    is_adjusted: bool = False


class TableAssigned(Event, frozen=True):
    """These entrants play their match at the table with this id; `seated` are those of them still in.

    `number` is the table's number among those of the competition in play, 0 in early logs.
    """

    stage: int
    match: str
    entrants: list[int]
    table: int
    seated: list[int] = []
    number: int = 0


class MatchMoved(Event, frozen=True):
    """The match is played at another kind of table; its table so far, `table`, was given up before a deal."""

    stage: int
    match: str
    venue: str
    entrants: list[int] = []
    table: int = 0


class TimerStarted(Event, frozen=True):
    """The tables of a round have `seconds`, until `ends_at` (seconds since 1970)."""

    seconds: int
    ends_at: int


class TimerExtended(Event, frozen=True):
    """All tables have more time, or the table of a `match` so many seconds beyond the end for all: `extra`.

    `ends_at` and, while it is paused, `left` are those of the timer afterwards.
    """

    seconds: int
    ends_at: int
    left: int = 0
    stage: int = 0
    match: str = ""
    extra: int = 0


class TimerPaused(Event, frozen=True):
    """The clock stands; `left` seconds remain, below zero when the time was over."""

    left: int


class TimerResumed(Event, frozen=True):
    ends_at: int


class TimerStopped(Event, frozen=True):
    pass


class LotDrawn(Event, frozen=True):
    """Entrants tied at the cut-off of a match, in the order of the lot.

    `advancing` is the whole order after it, best first, where the result was known before.
    """

    stage: int
    match: str
    order: list[int]
    advancing: list[int] = []


class StageLotDrawn(Event, frozen=True):
    """Entrants tied at a cut-off, in the order of the lot: for the next stage, a division or a play-off."""

    stage: int
    order: list[int]


class DivisionsRanked(Event, frozen=True):
    """The final tables of the divisions of a season, best first, which the seats of its play-offs name.

    0 stands for a place that waits for a lot; there are no tables while a matchday is open again.
    """

    stage: int
    tables: list[list[int]]


class RecordedPlace(msgspec.Struct, frozen=True, gc=False):
    """One entrant of a result: place and total by rules.md, competition points, and whether it advances.

    `points_in_hand` are those of the cards held when deals ended, all deals of the match together.
    """

    entrant: int
    place: int
    total: int
    points: int
    deal_wins: int
    last_deal: int
    advances: bool
    points_in_hand: int = 0


class Result(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A result. `kind` is played, walkover, forfeit, double_forfeit, void or adjudicated.

    `order` names those who take places in later matches, best first; in a knock-out `decided_by` says what
    settled the last of them who goes on: place, last_deal or lot. `is_tied` waits for a lot. `absent` did
    not play.
    """

    places: list[RecordedPlace]
    order: list[int] = []
    decided_by: str = ""
    kind: str = "played"
    is_tied: bool = False
    absent: list[int] = []


class ResultRecorded(Event, frozen=True):
    """The first result of a match between these entrants."""

    stage: int
    match: str
    entrants: list[int]
    result: Result


class ResultCorrected(Event, frozen=True):
    """Another result of a match takes the place of the one before; a match without one is open again."""

    stage: int
    match: str
    entrants: list[int]
    result: Result | None
    reason: str = ""


class PointsAdjusted(Event, frozen=True):
    """A bonus, or below zero a penalty: line `number` of the stage."""

    stage: int
    number: int
    entrant: int
    points: int
    reason: str = ""


class AdjustmentWithdrawn(Event, frozen=True):
    stage: int
    number: int


class TieBreaksChosen(Event, frozen=True):
    """The chain of a stage's standings from here on."""

    stage: int
    codes: list[str]


class CompetitionPaused(Event, frozen=True):
    """Nothing is drawn and no table opened until it goes on."""


class CompetitionResumed(Event, frozen=True):
    pass


class CompetitionCancelled(Event, frozen=True):
    reason: str = ""


class CompetitionArchived(Event, frozen=True):
    """Hidden from lists, but kept."""


class CompetitionRestored(Event, frozen=True):
    """From the archive."""


class StageRoundFinished(Event, frozen=True):
    """Only in early logs: it follows from the results."""

    round: int


class CompetitionFinished(Event, frozen=True):
    """`winners` share the first rank; a knock-out has exactly one."""

    winners: list[int]


class CompetitionReopened(Event, frozen=True):
    """A correction took the last result away."""
