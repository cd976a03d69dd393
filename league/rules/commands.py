"""What organizers ask of a competition, and what its tables report.

Entrants go by their entry number, players by id. The names are never stored in the log.
"""

import msgspec

from league.rules.advance import Finish


class Command(msgspec.Struct, frozen=True, tag=True):
    """The root of all commands."""


class Create(Command, frozen=True):
    """Announce a competition. `rounds` counts for a season, `advance` for an elimination to 500."""

    club: int
    name: str
    format: str
    rulebook: str
    options: dict[str, bool | int | str | list[str]] = {}
    table_size: int = 4
    advance: int = 2
    rounds: int = 1
    turn_seconds: int = 60
    bot_pause_ms: int = 1200
    rulebook_title: str = ""
    bank_seconds: int = 0
    away_after: int = 3


class Enter(Command, frozen=True):
    """Enter players, in this order."""

    players: list[int]


class Withdraw(Command, frozen=True):
    """Take an entrant out, before the start or later."""

    entrant: int


class Seed(Command, frozen=True):
    """Seed the entrants: all of them, the strongest first."""

    order: list[int]


class Start(Command, frozen=True):
    """Close the entries and draw the first stage round."""


class AssignTables(Command, frozen=True):
    """Say which table plays which match of the current stage round."""

    tables: dict[int, int]
    """Table ids by match number."""


class RecordResult(Command, frozen=True):
    """Report a finished match of the current stage round."""

    round: int
    match: int
    finishes: list[Finish]


AnyCommand = Create | Enter | Withdraw | Seed | Start | AssignTables | RecordResult
