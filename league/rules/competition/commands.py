"""What organizers ask of a competition, and what its tables report.

Entrants go by their entry number, players by id. The names are never stored in the log.
"""

import msgspec

from league.rules.brackets.advance import Finish
from league.rules.competition.events import Draw
from league.rules.settings.stages import StageSettings


class Command(msgspec.Struct, frozen=True, tag=True):
    """The root of all commands."""


class Create(Command, frozen=True):
    """Announce a competition; the fields are those of `events.CompetitionCreated`."""

    club: int
    name: str
    stages: list[StageSettings]
    rulebook: str
    options: dict[str, bool | int | str | list[str]] = {}
    turn_seconds: int = 60
    bot_pause_ms: int = 1200
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


class OpenRegistration(Command, frozen=True):
    """Let players enter by themselves."""


class CloseRegistration(Command, frozen=True):
    """Let only organizers enter players."""


class OpenCheckIn(Command, frozen=True):
    """Ask all entrants to say with a code that they are here."""

    code: str


class CloseCheckIn(Command, frozen=True):
    """End the window of the check-in; `no_shows` takes out whoever was not there."""

    no_shows: bool = False


class CheckIn(Command, frozen=True):
    """Note that entrants are here, or take it back; with a `code`, only if it is the right one."""

    entrants: list[int]
    is_here: bool = True
    code: str | None = None


class Enter(Command, frozen=True):
    """Enter players, in this order; `teams` by player. `by_themselves` while registration is open.

    Organizers may let somebody in `beyond_limit`: before the start also those who wait.
    """

    players: list[int]
    teams: dict[int, str] = {}
    by_themselves: bool = False
    beyond_limit: bool = False


class Withdraw(Command, frozen=True):
    """Take an entrant out, before the start or later; `kind` as in `events.EntrantWithdrawn`."""

    entrant: int
    kind: str = "withdrawn"


class Reinstate(Command, frozen=True):
    """Take an entrant back in, organizers also `beyond_limit`."""

    entrant: int
    beyond_limit: bool = False


class Substitute(Command, frozen=True):
    """Let another player go on for an entrant."""

    entrant: int
    player: int


class Seed(Command, frozen=True):
    """Seed the entrants: all of them, the strongest first.

    By `lot` the order is drawn, whatever was given; by `blocks` lots are drawn within 1, 2, 3-4, 5-8 ….
    """

    order: list[int]
    method: str = "manual"


class NameTeams(Command, frozen=True):
    """Say whom entrants play for, nobody if it is empty; by entry number."""

    teams: dict[int, str]


class NameParties(Command, frozen=True):
    """Say who belongs together (a family, a car pool) and is not to meet; empty: nobody. By number."""

    parties: dict[int, str]


class Start(Command, frozen=True):
    """Close the entries and begin the first stage."""


class MakeDraft(Command, frozen=True):
    """Propose the next draw, of the next stage if the current one is over; `draw` is one made beforehand."""

    draw: Draw | None = None


class SwapInDraft(Command, frozen=True):
    """Swap two seats of the draft, each a match id and an index from 0, or a bye's id and 0."""

    one: tuple[str, int]
    other: tuple[str, int]


class DiscardDraft(Command, frozen=True):
    """Drop the proposal."""


class Publish(Command, frozen=True):
    """Publish the draft as it is now."""


class GoOn(Command, frozen=True):
    """Draw what the clock draws: the next round of a large stage, and what was left behind a correction.

    `draw` is one made beforehand.
    """

    draw: Draw | None = None


class AssignTables(Command, frozen=True):
    """Say which table plays which match of the current stage."""

    tables: dict[str, int]
    """Table ids by match id."""


class MoveMatch(Command, frozen=True):
    """Play a match of a stage at another kind of table: `venue` is online or physical."""

    stage: int
    match: str
    venue: str


class StartTimer(Command, frozen=True):
    """Let the time of a round run; `at` in seconds since 1970, as in the other commands of the timer."""

    seconds: int
    at: int


class ExtendTimer(Command, frozen=True):
    """Give all tables more time, or with a `match` only the table of that one."""

    seconds: int
    at: int
    stage: int = 0
    match: str = ""


class PauseTimer(Command, frozen=True):
    """Let no time run."""

    at: int


class ResumeTimer(Command, frozen=True):
    """Let the time run on."""

    at: int


class StopTimer(Command, frozen=True):
    """Put the timer away."""


class RecordResult(Command, frozen=True):
    """Report a match of a stage; `finishes` of those who played, `absent` of those who did not."""

    stage: int
    match: str
    finishes: list[Finish]
    kind: str = "played"
    absent: list[int] = []


class CorrectResult(Command, frozen=True):
    """Replace the result of a match; without finishes and `kind` open, the match is open again."""

    stage: int
    match: str
    finishes: list[Finish]
    kind: str = "played"
    absent: list[int] = []
    reason: str = ""


class DrawLot(Command, frozen=True):
    """Let a lot decide who of a tied match goes on, or without a match who goes on to the next stage."""

    stage: int
    match: str = ""


class Adjust(Command, frozen=True):
    """Give an entrant a bonus, or below zero a penalty, in the standings of a stage."""

    stage: int
    entrant: int
    points: int
    reason: str


class WithdrawAdjustment(Command, frozen=True):
    """Take a bonus or a penalty back."""

    stage: int
    number: int


class ChooseTieBreaks(Command, frozen=True):
    """Choose the chain of tie-breaks of a stage, also while it is played."""

    stage: int
    codes: list[str]


class Pause(Command, frozen=True):
    """Draw nothing and open no table until it goes on."""


class Resume(Command, frozen=True):
    """Go on after a pause."""


class Cancel(Command, frozen=True):
    """Call the competition off; what was played stays."""

    reason: str = ""


class Archive(Command, frozen=True):
    """Put a competition that is over or called off out of sight."""


class Restore(Command, frozen=True):
    """Take a competition out of the archive."""


AnyCommand = (
    Create
    | OpenRegistration
    | CloseRegistration
    | OpenCheckIn
    | CloseCheckIn
    | CheckIn
    | Enter
    | Withdraw
    | Reinstate
    | Substitute
    | Seed
    | NameTeams
    | NameParties
    | Start
    | MakeDraft
    | SwapInDraft
    | DiscardDraft
    | Publish
    | GoOn
    | AssignTables
    | MoveMatch
    | StartTimer
    | ExtendTimer
    | PauseTimer
    | ResumeTimer
    | StopTimer
    | RecordResult
    | CorrectResult
    | DrawLot
    | Adjust
    | WithdrawAdjustment
    | ChooseTieBreaks
    | Pause
    | Resume
    | Cancel
    | Archive
    | Restore
)
