"""The stage rounds of a competition as pages show them: matches, live totals, who goes on, byes."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from games.models import Player, Seat, Table
from league.models import Competition
from league.rules.formats import ELIMINATION_500, elimination_500
from league.rules.state import Match, StageRound, State
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
    """A match; `decided_by` is `last_deal` or `lot` when more than the places settled who advances."""

    number: int
    name: str
    status: str
    entrants: list[Contender]
    table_id: int | None = None
    deal: int = 0
    decided_by: str = ""


@dataclass(slots=True)
class BracketRound:
    """A stage round; `survivors` of each table advance (0: everybody plays on)."""

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


def bracket(competition_id: int) -> Bracket:
    """Return the bracket. Five queries however large; Competition.DoesNotExist."""
    competition = Competition.objects.select_related("club").get(pk=competition_id)
    state = state_of(competition_id)
    players = Player.objects.in_bulk([one.player for one in state.entrants.values()])
    tables = _tables(state)
    rounds = [_round(one, state, players, tables) for one in state.stage_rounds]
    champions = [players[state.entrants[number].player] for number in state.winners]
    return Bracket(competition, rounds, _ahead(state), champions)


def _ahead(state: State) -> list[RoundAhead]:
    if state.settings.format != ELIMINATION_500 or state.winners:
        return []
    stages = elimination_500.rounds_ahead(state)
    return [RoundAhead(name, stage.entrants, stage.tables, stage.byes) for name, stage in stages]


def _tables(state: State) -> dict[int, Table]:
    """Return the tables with their seats. Two queries."""
    ids = [match.table for one in state.stage_rounds for match in one.matches]
    return {table.pk: table for table in Table.objects.filter(pk__in=ids).prefetch_related("seats")}


def _round(
    stage_round: StageRound, state: State, players: dict[int, Player], tables: dict[int, Table]
) -> BracketRound:
    return BracketRound(
        number=stage_round.number,
        name=stage_round.name,
        is_final=stage_round.is_final,
        survivors=stage_round.survivors,
        matches=[_match(match, stage_round, state, players, tables) for match in stage_round.matches],
        byes=[_contender(number, state, players) for number in stage_round.byes],
    )


def _match(
    match: Match, stage_round: StageRound, state: State, players: dict[int, Player], tables: dict[int, Table]
) -> BracketMatch:
    table = tables.get(match.table)
    entrants = [_contender(number, state, players) for number in match.entrants]
    if table is not None:
        _add_live_totals(entrants, table.seats.all())
    _add_result(entrants, match, is_knock_out=bool(stage_round.survivors))
    return BracketMatch(
        number=match.number,
        name=match.name,
        status=_status(match, table),
        entrants=entrants,
        table_id=match.table or None,
        deal=table.round_number if table else 0,
        decided_by=match.decided_by,
    )


def _status(match: Match, table: Table | None) -> str:
    if match.places:
        return FINISHED
    return WAITING if table is None else RUNNING


def _contender(number: int, state: State, players: dict[int, Player]) -> Contender:
    entrant = state.entrants[number]
    return Contender(number, players[entrant.player], entrant.seed)


def _add_live_totals(entrants: list[Contender], seats: Iterable[Seat]) -> None:
    for contender, seat in zip(entrants, seats, strict=True):
        contender.total, contender.is_eliminated = seat.total, seat.eliminated_round > 0


def _add_result(entrants: list[Contender], match: Match, *, is_knock_out: bool) -> None:
    places = {place.entrant: place for place in match.places}
    for contender in entrants:
        if place := places.get(contender.entrant):
            contender.total, contender.place, contender.points = place.total, place.place, place.points
            contender.advances = place.advances if is_knock_out else None
