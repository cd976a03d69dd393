"""The commands of organizers to a competition, and the reports of its tables.

Entrants are given by entry number, players by id. Names are never stored in the log.
"""

import msgspec

from games.bots.strengths import CLUB
from league.rules.brackets.advance import Finish
from league.rules.competition.event_values import Draw
from league.rules.settings.entry import EVERYONE
from league.rules.settings.stages import StageSettings


class Command(msgspec.Struct, frozen=True, tag=True):
    """The base class of all commands."""


class Create(Command, frozen=True):
    """Announce a competition; the fields are those of `CompetitionSettings`."""

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
    entry: str = EVERYONE
    with_bots: bool = False
    bot_strength: str = CLUB


class ChangeSettings(Command, frozen=True):
    """Change what was announced; a field is None where nothing changes, as in `events.SettingsChanged`."""

    name: str | None = None
    stages: list[StageSettings] | None = None
    turn_seconds: int | None = None
    bot_pause_ms: int | None = None
    bank_seconds: int | None = None
    away_after: int | None = None
    limit: int | None = None
    venue: str | None = None
    by_hand: bool | None = None
    lots_by_hand: bool | None = None
    confirmation: str | None = None
    silence_minutes: int | None = None
    self_report: bool | None = None
    round_minutes: int | None = None
    is_casual: bool | None = None
    entry: str | None = None
    with_bots: bool | None = None
    bot_strength: str | None = None
    rulebook: str | None = None
    options: dict[str, bool | int | str | list[str]] | None = None
    rulebook_title: str | None = None


class Delete(Command, frozen=True):
    """Delete a competition that has never started."""


class Unpublish(Command, frozen=True):
    """Take the last draw back while nothing of it is played; it becomes a draft again."""


class OpenRegistration(Command, frozen=True):
    """Let players enter by themselves."""


class CloseRegistration(Command, frozen=True):
    """Let only organizers enter players."""


class OpenCheckIn(Command, frozen=True):
    """Ask all entrants to confirm with a code that they are here."""

    code: str


class CloseCheckIn(Command, frozen=True):
    """End the check-in; `no_shows` takes out the entrants who did not check in."""

    no_shows: bool = False


class CheckIn(Command, frozen=True):
    """Record that entrants are here, or undo that; with a `code`, only if it is the right code."""

    entrants: list[int]
    is_here: bool = True
    code: str | None = None


class Enter(Command, frozen=True):
    """Enter players, in this order; `teams` by player. `by_themselves` while registration is open.

    Organizers may admit an entrant `beyond_limit`: before the start also from the waiting list. Late entrants
    of a season join a `division`, from 1; with 0, as in groups, the one with the fewest players.
    """

    players: list[int]
    teams: dict[int, str] = {}
    by_themselves: bool = False
    beyond_limit: bool = False
    division: int = 0


class Withdraw(Command, frozen=True):
    """Take an entrant out, before the start or later; `kind` as in `events.EntrantWithdrawn`."""

    entrant: int
    kind: str = "withdrawn"


class Reinstate(Command, frozen=True):
    """Take an entrant back in, organizers also `beyond_limit`; walkovers that nothing followed from are void.

    A match whose table is one of those `begun` was begun.
    """

    entrant: int
    beyond_limit: bool = False
    begun: frozenset[int] = frozenset()


class Substitute(Command, frozen=True):
    """Replace the player of an entrant from now on."""

    entrant: int
    player: int


class Seed(Command, frozen=True):
    """Seed the entrants: all of them, the strongest first.

    By `lot` the order is random, whatever was given; by `blocks` lots are drawn within 1, 2, 3-4, 5-8 ….
    """

    order: list[int]
    method: str = "manual"


class NameTeams(Command, frozen=True):
    """Set the teams of entrants, empty for none; by entry number."""

    teams: dict[int, str]


class NameParties(Command, frozen=True):
    """Set which entrants belong together (a family, a car pool) and should not meet; empty for none.

    Several parties of an entrant are separated by semicolons.
    """

    parties: dict[int, str]


class Start(Command, frozen=True):
    """Close the entries and begin the first stage."""


class MakeDraft(Command, frozen=True):
    """Propose the next draw, of the next stage if the current stage is over; `draw` may be prepared."""

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
    """Draw what the clock draws: the next round of a large stage, or a draw left by a correction.

    `draw` may be prepared before.
    """

    draw: Draw | None = None


class OpenSeating(Command, frozen=True):
    """Give free players of an arena tables until `ends_at`, in seconds since 1970; again for another end."""

    ends_at: int


class CloseSeating(Command, frozen=True):
    """Give nobody a table any more; the tables in play are played to their end."""


class TakeBreak(Command, frozen=True):
    """Let a player of an arena get no further table for now, or with `is_away` False again."""

    entrant: int
    is_away: bool = True


class AssignTables(Command, frozen=True):
    """Assign tables to matches of the current stage."""

    tables: dict[str, int]
    """Table ids by match id."""
    elsewhere: frozenset[int] = frozenset()
    """The numbers of tables in the same room at which another competition is played."""


class MoveMatch(Command, frozen=True):
    """Play a match of a stage at another kind of table: `venue` is online or physical."""

    stage: int
    match: str
    venue: str


class StartTimer(Command, frozen=True):
    """Start the clock of a round; `at` in seconds since 1970, as in the other commands of the timer."""

    seconds: int
    at: int


class ExtendTimer(Command, frozen=True):
    """Give all tables more time, or with a `match` only the table of that match."""

    seconds: int
    at: int
    stage: int = 0
    match: str = ""


class PauseTimer(Command, frozen=True):
    """Stop the clock for a pause."""

    at: int


class ResumeTimer(Command, frozen=True):
    """Let the clock run again."""

    at: int


class StopTimer(Command, frozen=True):
    """Remove the timer."""


class RecordResult(Command, frozen=True):
    """Report a match of a stage; `finishes` of the entrants who played, `absent` of those who did not."""

    stage: int
    match: str
    finishes: list[Finish]
    kind: str = "played"
    absent: list[int] = []


class CorrectResult(Command, frozen=True):
    """Replace the result of a match; without finishes and with `kind` open, the match is open again."""

    stage: int
    match: str
    finishes: list[Finish]
    kind: str = "played"
    absent: list[int] = []
    reason: str = ""


class DrawLot(Command, frozen=True):
    """Decide by lot who advances from a tied match, or without a match who advances to the next stage."""

    stage: int
    match: str = ""


class TakeBackLot(Command, frozen=True):
    """Let a tied match wait for its decision again that a lot has decided."""

    stage: int
    match: str
    reason: str = ""


class Adjust(Command, frozen=True):
    """Give an entrant a bonus, or below zero a penalty, in the standings of a stage."""

    stage: int
    entrant: int
    points: int
    reason: str


class WithdrawAdjustment(Command, frozen=True):
    """Take back a bonus or a penalty."""

    stage: int
    number: int


class ChooseTieBreaks(Command, frozen=True):
    """Choose the chain of tie-breaks of a stage, also while it is played."""

    stage: int
    codes: list[str]


class Pause(Command, frozen=True):
    """Draw nothing and open no table until the competition is resumed."""


class Resume(Command, frozen=True):
    """Continue after a pause."""


class Cancel(Command, frozen=True):
    """Cancel the competition; the results so far remain."""

    reason: str = ""


class Archive(Command, frozen=True):
    """Archive a competition that is finished or cancelled."""


class Restore(Command, frozen=True):
    """Take a competition out of the archive."""


AnyCommand = (
    Create
    | ChangeSettings
    | Delete
    | Unpublish
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
    | OpenSeating
    | CloseSeating
    | TakeBreak
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
    | TakeBackLot
    | Adjust
    | WithdrawAdjustment
    | ChooseTieBreaks
    | Pause
    | Resume
    | Cancel
    | Archive
    | Restore
)
