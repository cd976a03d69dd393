"""What happened in a competition.

WARNING: the class names and field names are the storage format of every competition ever held. A
field may be added with a default; anything else is a new version of the event with an upcaster.

Events carry outcomes (draws, lots, points, who advances), so that folding them needs neither rules
nor dice. Entrants go by their entry number, from 1; people appear only as player ids.
"""

import msgspec


class Event(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The root of all events of a competition."""


class CompetitionCreated(Event, frozen=True):
    """`options` are the changes to the rulebook; `low_wins` says that its low totals are the good ones.

    `rulebook_title` is the name that a custom rulebook had, empty for a preset.
    """

    club: int
    name: str
    format: str
    rulebook: str
    options: dict[str, bool | int | str | list[str]]
    table_size: int
    advance: int
    rounds: int
    turn_seconds: int
    bot_pause_ms: int
    low_wins: bool = False
    rulebook_title: str = ""
    bank_seconds: int = 0
    away_after: int = 3


class EntrantEntered(Event, frozen=True):
    entrant: int
    player: int


class EntrantWithdrawn(Event, frozen=True):
    entrant: int


class EntrantsSeeded(Event, frozen=True):
    """`order` names the entrants, the first seed first."""

    order: list[int]


class CompetitionStarted(Event, frozen=True):
    """Entries are closed; `order` is the seeding that holds for the whole competition."""

    order: list[int]


class DrawnMatch(msgspec.Struct, frozen=True, gc=False):
    """A match of a draw; entrants in seat order."""

    name: str
    entrants: list[int]


class StageRoundDrawn(Event, frozen=True):
    """Matches are numbered from 1. `survivors` is how many of each table advance, 0 in a season."""

    round: int
    name: str
    matches: list[DrawnMatch]
    byes: list[int] = []
    survivors: int = 0
    is_final: bool = False


class TableAssigned(Event, frozen=True):
    """The match is played at the table with this id."""

    round: int
    match: int
    table: int


class LotDrawn(Event, frozen=True):
    """Entrants level at the line of a match, in the order in which the lot put them."""

    round: int
    match: int
    order: list[int]


class RecordedPlace(msgspec.Struct, frozen=True, gc=False):
    """One entrant of a result: place and total by rules.md, competition points, and whether it advances."""

    entrant: int
    place: int
    total: int
    points: int
    deal_wins: int
    last_deal: int
    advances: bool


class ResultRecorded(Event, frozen=True):
    """`decided_by` says what settled who advances: place, last_deal or lot; empty in a season."""

    round: int
    match: int
    places: list[RecordedPlace]
    decided_by: str = ""


class StageRoundFinished(Event, frozen=True):
    round: int


class CompetitionFinished(Event, frozen=True):
    """`winners` share the first rank; a knock-out has exactly one."""

    winners: list[int]
