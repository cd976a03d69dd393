"""The stage rounds of a competition as pages show them: matches, live totals, who goes on, byes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from operator import attrgetter

from games.eventstore import Happened, Stored, replica
from games.models import Player
from league.competitions import draw_reasons
from league.competitions import live_totals as totals
from league.competitions.live_totals import LiveTable
from league.competitions.stream import Moment, happened, history_of, state_at, until_then
from league.models import Competition, CompetitionEvent
from league.rules.brackets.plan import TO_THE_FINAL, PlannedRound, bye_id
from league.rules.competition.evolve import fold
from league.rules.competition.match_names import (
    full_name,
    meeting_in_round,
    name_at_table,
    next_matches,
    seat_source,
)
from league.rules.competition.stage import Match, Stage
from league.rules.competition.state import State
from league.rules.settings.stages import DOUBLE_ELIMINATION, SINGLE_ELIMINATION
from league.rules.stages import round_by_round
from league.rules.stages.drawn_rounds import label

_BRACKETS = (SINGLE_ELIMINATION, DOUBLE_ELIMINATION)

WAITING, RUNNING, FINISHED = "waiting", "running", "finished"


@dataclass(slots=True)
class Contender:
    """An entrant of a match. Place and `advances` are None until the result is in; totals are live.

    `plays_on` says whether a bracket has a later match for this place, None where that is not drawn yet;
    `is_tied` that it is still to be decided whether this entrant advances; `why`, in words, why somebody has
    a bye; `gone` is the reason of a withdrawal without a result.
    """

    entrant: int
    player: Player
    seed: int
    total: int = 0
    place: int | None = None
    points: int | None = None
    advances: bool | None = None
    plays_on: bool | None = None
    is_eliminated: bool = False
    is_tied: bool = False
    why: list[str] = field(default_factory=list)
    gone: str = ""

    @property
    def name(self) -> str:
        """The name of the entrant."""
        return self.player.name


@dataclass(slots=True)
class BracketMatch:
    """A match; `decided_by` is `last_deal` or `lot` when more than the places settled who advances.

    `kind` is that of the result, empty without one; `is_tied` waits for a lot. Where seats are still open,
    `open_seats` says from where somebody will come; `byes` are the seats in which nobody will ever sit.
    `name` is said within the round, `full_name` anywhere; `goes_on_to` is the key of the match in which all
    who go on meet next, empty where they part or where that is not drawn yet. It is match `game` of the
    `meeting` that the best of `best_of` matches decides; `winner` is the entrant who won it, and
    `through` who won the meeting with it, 0 for nobody.
    """

    stage: int
    key: str
    number: int
    name: str
    full_name: str
    status: str
    entrants: list[Contender]
    table_id: int | None = None
    deal: int = 0
    decided_by: str = ""
    kind: str = ""
    is_tied: bool = False
    is_playable: bool = True
    is_needed: bool | None = True
    byes: int = 0
    open_seats: list[str] = field(default_factory=list)
    goes_on_to: str = ""
    meeting: str = ""
    meeting_name: str = ""  # of several matches
    game: int = 1
    best_of: int = 1
    winner: int = 0
    through: int = 0
    has_deals: bool = False
    """Whether its result says who won deals, so that there is something to replay."""


@dataclass
class BracketRound:
    """A stage round; `survivors` of each table advance (0: everybody plays on).

    `key` is its id within the stage, `group` the index of its group, and `name` is said within that. Those of
    `is_play_off` stand between the divisions of a season; in those of a consolation whoever lost the first
    match plays on. `drawn` are its matches; those of a large competition are put into words by `shown_as`
    only where they are asked for.
    """

    stage: int
    number: int
    key: str
    name: str
    group: int
    is_final: bool
    survivors: int
    drawn: Sequence[Match]
    shown_as: Callable[[Match], BracketMatch]
    byes: list[Contender] = field(default_factory=list)
    is_play_off: bool = False
    is_consolation: bool = False

    @cached_property
    def matches(self) -> list[BracketMatch]:
        """All matches."""
        return [self.shown_as(match) for match in self.drawn]

    @property
    def meetings(self) -> list[list[BracketMatch]]:
        """The matches, those of one meeting together."""
        return _together(self.matches)

    def meetings_of(self, is_wanted: Callable[[Match], bool]) -> list[list[BracketMatch]]:
        """Return the meetings of the wanted matches."""
        return _together([self.shown_as(match) for match in self.drawn if is_wanted(match)])

    @cached_property
    def statuses(self) -> list[str]:
        """The status of each match."""
        return [status(match) for match in self.drawn]

    @cached_property
    def visible(self) -> int:
        """The number of meetings that are needed, as far as that is known."""
        return sum(match.planned.game == 1 and _is_needed(match) is not False for match in self.drawn)

    @property
    def visible_meetings(self) -> list[list[Match]]:
        """The matches of each meeting that is needed, as far as that is known."""
        together = groupby(self.drawn, key=lambda match: match.planned.meeting)
        meetings = [list(games) for _key, games in together]
        return [games for games in meetings if any(_is_needed(match) is not False for match in games)]

    @property
    def is_next(self) -> bool:
        """Whether a match could be played now."""
        return any(
            status != FINISHED and match.is_playable
            for match, status in zip(self.drawn, self.statuses, strict=True)
        )


@dataclass(slots=True)
class RoundAhead:
    """A stage round of a knock-out that is not drawn yet: so many entrants at so many tables, and byes.

    `is_of_two` says that there are two at each of these tables.
    """

    name: str
    entrants: int
    tables: int
    byes: int
    is_of_two: bool = False


@dataclass(slots=True)
class Bracket:
    """All stage rounds drawn so far and those ahead; `champions` is empty while the competition runs.

    `state` is what they follow from (it may hold a draft), `happened` the whole log, also behind the moment;
    `history` are its times and senders where a moment was asked for. `head` is the hash of the last event of
    the state, `totals` how far its tables are.
    """

    competition: Competition
    rounds: list[BracketRound]
    ahead: list[RoundAhead]
    champions: list[Player]
    state: State
    players: dict[int, Player]
    happened: Sequence[Happened]
    history: Sequence[Stored] = ()
    head: bytes = b""
    totals: int = 0


def bracket(competition_id: int, *, until: Moment | None = None) -> Bracket:
    """Return the bracket, now or as it was at a moment or after a step.

    Five queries, three for the past, which has no live totals. Competition.DoesNotExist.
    """
    competition = Competition.objects.select_related("club").get(pk=competition_id)
    history: Sequence[Stored] = ()
    if until is None:
        all_happened, head = happened(competition), competition.head
        state = fold(row.event for row in all_happened)
    else:
        with replica.reading(CompetitionEvent, competition):
            history = history_of(competition_id)
        past = until_then(history, until)
        state, head = state_at(past), past[-1].hash
        all_happened = [Happened(row.step, row.event) for row in history]
    players = players_of(competition_id, state)
    tables = _tables(state) if until is None else {}
    rounds = [
        _round(stage, number, planned, state, players, tables, targets)
        for stage in state.stages
        for targets in [_targets(stage)]
        for number, planned in enumerate(stage.rounds, start=1)
    ]
    champions = [players[state.entrants[number].player] for number in state.winners]
    how_far = totals.version(competition, tables.values())
    return Bracket(
        competition, rounds, _ahead(state), champions, state, players, all_happened, history, head, how_far
    )


def players_of(competition_id: int, state: State) -> dict[int, Player]:
    """Return the players of the entrants by number: one query for all, one for those replaced since."""
    entered = {player.pk: player for player in Player.objects.filter(entries__competition=competition_id)}
    others = {entrant.player for entrant in state.entrants.values()} - entered.keys()
    return entered | Player.objects.in_bulk(others) if others else entered


def _ahead(state: State) -> list[RoundAhead]:
    stage = state.stage
    if not stage.settings.is_redrawn or state.winners:
        return []
    is_of_two = stage.settings.seats == 2
    return [
        RoundAhead(_of_group(stage, group, name), ahead.entrants, ahead.tables, ahead.byes, is_of_two)
        for group in range(max(1, len(stage.groups)))
        for name, ahead in round_by_round.rounds_ahead(state, stage, group)
    ]


def _of_group(stage: Stage, group: int, name: str) -> str:
    return ", ".join(filter(None, [label(stage, group), name]))


def _tables(state: State) -> dict[int, LiveTable]:
    """Return the tables with their seats. Two queries."""
    ids = [match.table for stage in state.stages for match in stage.matches.values() if match.table]
    return totals.live_tables(ids) if ids else {}


def _round(
    stage: Stage,
    number: int,
    planned: PlannedRound,
    state: State,
    players: dict[int, Player],
    tables: dict[int, LiveTable],
    targets: Mapping[tuple[str, int], Match],
) -> BracketRound:
    return BracketRound(
        stage=stage.number,
        number=number,
        key=planned.id,
        name=planned.name.removeprefix(f"{label(stage, planned.group)}, "),
        group=planned.group,
        is_final=planned.is_final,
        survivors=planned.advance,
        drawn=stage.matches_of(planned),
        shown_as=lambda match: _match(stage, match, state, players, tables, targets),
        byes=_byes(stage, planned, state, players),
        is_play_off=planned.is_play_off,
        is_consolation=planned.is_consolation,
    )


def _byes(stage: Stage, planned: PlannedRound, state: State, players: dict[int, Player]) -> list[Contender]:
    if not planned.byes:
        return []
    costs = {reason.match: reason.cost for draw in stage.draws for reason in draw.why}
    byes = []
    for index, slot in enumerate(planned.byes):
        if number := stage.who(slot):
            byes.append(_contender(number, state, players))
            form = draw_reasons.form_of_round(stage, planned)
            byes[-1].why = draw_reasons.why_bye(costs.get(bye_id(planned, index)), form)
    return byes


def _match(
    stage: Stage,
    match: Match,
    state: State,
    players: dict[int, Player],
    tables: dict[int, LiveTable],
    targets: Mapping[tuple[str, int], Match],
) -> BracketMatch:
    table = tables.get(match.table)
    contenders = {number: _contender(number, state, players) for number in match.entrants}
    for number in match.entrants if match.result is None else match.result.absent:
        contenders[number].gone = state.entrants[number].gone
    if table is not None:
        seated = [contenders[number] for number in match.seated if number in contenders]
        _add_live_totals(seated, table)
    _add_result(contenders, match)
    if stage.settings.format in _BRACKETS:
        _add_ways_on(stage, contenders, match, targets)
    return BracketMatch(
        stage=stage.number,
        key=match.id,
        has_deals=any(place.deal_wins for place in match.places),
        number=match.number,
        name=name_at_table(match, match.table_number),
        full_name=full_name(match),
        status=status(match),
        entrants=list(contenders.values()),
        table_id=match.table or None,
        deal=table.round_number if table else 0,
        decided_by=match.result.decided_by if match.result else "",
        kind=match.result.kind if match.result else "",
        is_tied=bool(match.result and match.result.is_tied),
        is_playable=match.is_playable,
        is_needed=_is_needed(match),
        byes=match.slots.count(0),
        open_seats=_open_seats(stage, match),
        goes_on_to=_goes_on_to(match, targets),
        meeting=match.planned.meeting,
        meeting_name=meeting_in_round(match.round, match.planned, match.number)
        if match.planned.best_of > 1
        else "",
        game=match.planned.game,
        best_of=match.planned.best_of,
        winner=match.winner,
        through=match.order[0] if match.decides and match.order else 0,
    )


def _is_needed(match: Match) -> bool | None:
    return match.is_needed or (None if match.is_open else False)


def _together(matches: Iterable[BracketMatch]) -> list[list[BracketMatch]]:
    return [list(games) for _key, games in groupby(matches, key=attrgetter("meeting"))]


def _goes_on_to(match: Match, targets: Mapping[tuple[str, int], Match]) -> str:
    if not targets:
        return ""
    following = {targets.get((match.planned.last, place)) for place in range(1, match.round.advance + 1)}
    target = following.pop() if len(following) == 1 else None
    return target.id if target else ""


def _open_seats(stage: Stage, match: Match) -> list[str]:
    """Return in words from where those come who are not known yet."""
    if None not in match.slots:
        return []
    slots = zip(match.planned.slots, match.slots, strict=True)
    return [seat_source(stage, slot) for slot, who in slots if who is None]


def status(match: Match) -> str:
    """Return whether a match waits, is running or is over."""
    if match.result is not None or not match.is_open:
        return FINISHED
    return RUNNING if match.table else WAITING


def _contender(number: int, state: State, players: dict[int, Player]) -> Contender:
    entrant = state.entrants[number]
    return Contender(number, players[entrant.player], entrant.seed)


def _targets(stage: Stage) -> Mapping[tuple[str, int], Match]:
    return next_matches(stage) if stage.settings.format in _BRACKETS else {}


def _add_ways_on(
    stage: Stage,
    contenders: dict[int, Contender],
    match: Match,
    targets: Mapping[tuple[str, int], Match],
) -> None:
    """Mark the entrants of a match that is over who play on in the bracket."""
    if match.result is None or match.result.is_tied or not match.decides:
        return
    is_last = match.round.is_final or match.round.letter != TO_THE_FINAL
    is_open_ended = stage.settings.is_redrawn and not is_last
    for number, contender in contenders.items():
        place = match.order.index(number) + 1 if number in match.order else 0
        target = targets.get((match.planned.last, place))
        if target is None and is_open_ended and 0 < place <= match.round.advance:
            continue  # the next round is not drawn yet, or they have a bye in it
        contender.plays_on = target is not None and (target.is_needed or target.is_open)


def _add_live_totals(seated: list[Contender], table: LiveTable) -> None:
    for contender, (total, eliminated_round) in zip(seated, table.seats, strict=True):
        contender.total, contender.is_eliminated = total, eliminated_round > 0


def _add_result(contenders: dict[int, Contender], match: Match) -> None:
    for place in match.places:
        contender = contenders[place.entrant]
        contender.total, contender.place, contender.points = place.total, place.place, place.points
        contender.advances = match.goes_on(place)
    for number in match.tied:
        contenders[number].is_tied, contenders[number].is_eliminated = True, False
