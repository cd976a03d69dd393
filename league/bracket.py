"""The stage rounds of a competition as pages show them: matches, live totals, who goes on, byes."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field

from games.models import Player, Seat, Table
from league.models import Competition
from league.rules import table_rounds
from league.rules.plan import PlannedRound
from league.rules.stage import Match, Stage
from league.rules.stages import ELIMINATION_500
from league.rules.state import State
from league.stream import state_of

WAITING, RUNNING, FINISHED = "waiting", "running", "finished"


@dataclass(slots=True)
class Contender:
    """An entrant of a match. Place and `advances` are None until the result is in; totals are live."""

    entrant: int
    player: Player
    seed: int
    total: int = 0
    place: int | None = None
    points: int | None = None
    advances: bool | None = None
    is_eliminated: bool = False

    @property
    def name(self) -> str:
        """What the entrant is called."""
        return self.player.name


@dataclass(slots=True)
class BracketMatch:
    """A match; `decided_by` is `last_deal` or `lot` when more than the places settled who advances.

    `kind` is that of the result, empty without one; `is_tied` waits for a lot. Where seats are still open,
    `open_seats` says from where somebody will come.
    """

    stage: int
    key: str
    number: int
    name: str
    status: str
    entrants: list[Contender]
    table_id: int | None = None
    deal: int = 0
    decided_by: str = ""
    kind: str = ""
    is_tied: bool = False
    is_playable: bool = True
    open_seats: list[str] = field(default_factory=list)


@dataclass(slots=True)
class BracketRound:
    """A stage round; `survivors` of each table advance (0: everybody plays on)."""

    stage: int
    number: int
    name: str
    is_final: bool
    survivors: int
    matches: list[BracketMatch]
    byes: list[Contender] = field(default_factory=list)


@dataclass(slots=True)
class RoundAhead:
    """A stage round of a knock-out that is not drawn yet: so many entrants at so many tables, and byes."""

    name: str
    entrants: int
    tables: int
    byes: int


@dataclass(slots=True)
class Bracket:
    """All stage rounds drawn so far and those ahead; `champions` is empty while the competition runs."""

    competition: Competition
    rounds: list[BracketRound]
    ahead: list[RoundAhead]
    champions: list[Player]


def bracket(competition_id: int, *, until: dt.datetime | None = None) -> Bracket:
    """Return the bracket, now or as it was at a moment. Five queries; Competition.DoesNotExist."""
    competition = Competition.objects.select_related("club").get(pk=competition_id)
    state = state_of(competition_id, until=until)
    players = Player.objects.in_bulk([one.player for one in state.entrants.values()])
    tables = _tables(state)
    rounds = [
        _round(stage, number, planned, state, players, tables)
        for stage in state.stages
        for number, planned in enumerate(stage.rounds, start=1)
    ]
    champions = [players[state.entrants[number].player] for number in state.winners]
    return Bracket(competition, rounds, _ahead(state), champions)


def _ahead(state: State) -> list[RoundAhead]:
    stage = state.stage
    if stage.settings.format != ELIMINATION_500 or state.winners:
        return []
    stages = table_rounds.rounds_ahead(state, stage)
    return [RoundAhead(name, one.entrants, one.tables, one.byes) for name, one in stages]


def _tables(state: State) -> dict[int, Table]:
    """Return the tables with their seats. Two queries."""
    ids = [match.table for stage in state.stages for match in stage.matches.values() if match.table]
    return {table.pk: table for table in Table.objects.filter(pk__in=ids).prefetch_related("seats")}


def _round(
    stage: Stage,
    number: int,
    planned: PlannedRound,
    state: State,
    players: dict[int, Player],
    tables: dict[int, Table],
) -> BracketRound:
    return BracketRound(
        stage=stage.number,
        number=number,
        name=planned.name,
        is_final=planned.is_final,
        survivors=planned.advance,
        matches=[_match(stage, match, state, players, tables) for match in stage.matches_of(planned)],
        byes=[_contender(number, state, players) for number in planned.byes],
    )


def _match(
    stage: Stage, match: Match, state: State, players: dict[int, Player], tables: dict[int, Table]
) -> BracketMatch:
    table = tables.get(match.table)
    entrants = {number: _contender(number, state, players) for number in match.entrants}
    if table is not None:
        _add_live_totals([entrants[one] for one in match.seated if one in entrants], table.seats.all())
    _add_result(entrants, match, is_knock_out=stage.settings.is_knock_out)
    return BracketMatch(
        stage=stage.number,
        key=match.id,
        number=match.number,
        name=match.name,
        status=_status(match, table),
        entrants=list(entrants.values()),
        table_id=match.table or None,
        deal=table.round_number if table else 0,
        decided_by=match.result.decided_by if match.result else "",
        kind=match.result.kind if match.result else "",
        is_tied=bool(match.result and match.result.is_tied),
        is_playable=match.is_playable,
        open_seats=_open_seats(stage, match),
    )


def _open_seats(stage: Stage, match: Match) -> list[str]:
    """Return in words from where those come who are not known yet."""
    slots = zip(match.planned.slots, match.slots, strict=True)
    return [_comes_from(stage, slot.of, slot.place) for slot, who in slots if who is None]


def _comes_from(stage: Stage, match: str, place: int) -> str:
    before = stage.matches[match]
    if len(before.planned.slots) == 2:
        return f"{'winner' if place == 1 else 'loser'} of {before.name}"
    return f"number {place} of {before.name}"


def _status(match: Match, table: Table | None) -> str:
    if match.result is not None or not match.is_open:
        return FINISHED
    return WAITING if table is None else RUNNING


def _contender(number: int, state: State, players: dict[int, Player]) -> Contender:
    entrant = state.entrants[number]
    return Contender(number, players[entrant.player], entrant.seed)


def _add_live_totals(entrants: list[Contender], seats: Iterable[Seat]) -> None:
    for contender, seat in zip(entrants, seats, strict=True):
        contender.total, contender.is_eliminated = seat.total, seat.eliminated_round > 0


def _add_result(entrants: dict[int, Contender], match: Match, *, is_knock_out: bool) -> None:
    for place in match.places:
        contender = entrants[place.entrant]
        contender.total, contender.place, contender.points = place.total, place.place, place.points
        contender.advances = place.advances if is_knock_out else None
