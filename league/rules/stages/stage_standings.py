"""The standings of each stage, group by group, and of the whole competition."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import msgspec

from league.rules.brackets.placings import place_at
from league.rules.brackets.plan import PlannedRound
from league.rules.competition.events import RecordedPlace
from league.rules.competition.stage import Match, Stage
from league.rules.competition.state import BEFORE_START, NEW, State
from league.rules.formats import double_elimination, single_elimination
from league.rules.played_rounds import Entrant, History
from league.rules.settings.stages import (
    ARENA,
    DOUBLE_ELIMINATION,
    ROUND_ROBIN,
    SEASON,
    SINGLE_ELIMINATION,
)
from league.rules.stages import possible_places
from league.rules.stages.rounds_so_far import history
from league.rules.standings.row import PLACE, STAGE_ROUND, StandingsRow
from league.rules.standings.season_table import (
    AdjustmentLine,
    Counting,
    season_ranks,
    season_table,
)
from league.rules.tiebreaks.lot import drawn
from league.rules.tiebreaks.results import Results

_AT_TABLES: Final = ("points", "wins", "deal_wins", "mates", "best_round")
_OF_ARENA: Final = ("points", "wins", "deal_wins", "best_round")
_USUAL: Final = {SEASON: ("points", "wins", "deal_wins", "direct", "best_round"), ARENA: _OF_ARENA}
_USUAL_OF_TWO: Final = {ROUND_ROBIN: ("points", "direct", "wins", "sb"), ARENA: _OF_ARENA}
_OF_TWO: Final = ("points", "bh_cut1", "bh", "sb", "wins")


def chain_of(stage: Stage) -> Sequence[str]:
    """Return the codes of the tie-breaks that rank a stage: the chosen ones, otherwise the defaults."""
    if stage.tiebreaks:
        return stage.tiebreaks
    if stage.settings.seats == 2:
        return _USUAL_OF_TWO.get(stage.settings.format, _OF_TWO)
    return _USUAL.get(stage.settings.format, _AT_TABLES)


def rows_of(state: State, stage: Stage) -> list[list[StandingsRow]]:
    """Return the standings of each group of a stage, best first."""
    return [_rows(state, stage, group) for group in range(len(stage.groups))]


def rows_and_ranks_before(
    state: State, stage: Stage, group: int
) -> tuple[list[StandingsRow], dict[int, int]]:
    """Return the standings of a group, and by entrant the ranks before its last round that has a result.

    The ranks are empty while there is only one such round, and in a knock-out, where a round only eliminates
    entrants. All results are read once.
    """
    if stage.settings.is_knock_out:
        return _knock_out(state, stage, group), {}
    played = history(state, stage, group)
    facts = _facts(stage, group)
    results = Results(
        played, win=facts["win"], draw=facts["draw"], is_predetermined=facts["is_predetermined"]
    )
    facts["same"] = results
    rows = _rows_of_points(state, stage, group, played, facts)
    with_results = [number for number, played_round in enumerate(played.rounds) if played_round.matches]
    if len(with_results) < 2:
        return rows, {}
    before = msgspec.structs.replace(played, rounds=played.rounds[: with_results[-1]])
    ranks = season_ranks(before, chain_of(stage), _counting(stage), **facts)
    return rows, {int(entrant): rank for entrant, rank in ranks.items()}


def standings(
    state: State, *, rows_of_stage: Callable[[Stage], Sequence[Sequence[StandingsRow]]] | None = None
) -> list[StandingsRow]:
    """Return all entrants in the order of the competition: the last stage first, then earlier stages.

    Divisions are listed one below the other; entrants of parallel groups with the same rank share it.
    `rows_of_stage` returns the standings of a stage if they are known already.
    """
    if state.status == NEW or state.status in BEFORE_START:
        return []
    ranked: list[StandingsRow] = []
    listed: set[int] = set()
    for stage in reversed([stage for stage in state.stages if stage.is_shown]):
        by_group = rows_of_stage(stage) if rows_of_stage else rows_of(state, stage)
        for rows in _sections(stage, by_group):
            rest = [row for row in rows if row.entrant not in listed]
            ranked += _ranked_behind(rest, len(ranked))
            listed |= {row.entrant for row in rest}
    return ranked


def division_ranks(
    state: State, *, rows_of_stage: Callable[[Stage], Sequence[Sequence[StandingsRow]]]
) -> dict[int, tuple[int, int]]:
    """Return the division of each entrant of a season with several, and the rank there; empty elsewhere."""
    if state.status == NEW or state.status in BEFORE_START:
        return {}
    stage = next((stage for stage in reversed(state.stages) if stage.is_shown), None)
    if stage is None or stage.settings.format != SEASON or len(stage.groups) < 2:
        return {}
    tables = enumerate(rows_of_stage(stage), start=1)
    return {row.entrant: (division, row.rank) for division, rows in tables for row in rows}


def winners(state: State) -> list[int]:
    """Return the entrants who share the first rank of the competition."""
    return [row.entrant for row in standings(state) if row.rank == 1]


def _rows(state: State, stage: Stage, group: int) -> list[StandingsRow]:
    if stage.settings.is_knock_out:
        return _knock_out(state, stage, group)
    return _rows_of_points(state, stage, group, history(state, stage, group), _facts(stage, group))


def _rows_of_points(
    state: State, stage: Stage, group: int, played: History, facts: Mapping[str, Any]
) -> list[StandingsRow]:
    places, absences = _places_by_entrant(stage), _absences(stage)
    table = season_table(played, chain_of(stage), _counting(stage), **facts, by_seed=True)
    places_possible = possible_places.possible(state, stage, group, table)
    at_the_cut = possible_places.at_the_cut(state, stage, group, table)
    return [
        msgspec.structs.replace(
            _row(
                row.rank,
                int(row.entrant),
                row.decided_by,
                places.get(int(row.entrant), []),
                absences[int(row.entrant)],
            ),
            points=int(row.points),
            worths=row.worths,
            days=row.days,
            lines=row.lines,
            best=places_possible[row.entrant].best if places_possible else 0,
            worst=places_possible[row.entrant].worst if places_possible else 0,
            chance=at_the_cut.get(row.entrant, ""),
        )
        for row in table
    ]


def _counting(stage: Stage) -> Counting:
    return Counting(stage.settings.best_of, stage.settings.minimum)


def _facts(stage: Stage, group: int) -> dict[str, Any]:
    """Return what else counts for a group: its lines, the worth of a win and a draw, the lots."""
    settings, scheme, members = stage.settings, stage.settings.points, {*stage.groups[group]}
    lines = [
        AdjustmentLine(
            adjustment.number,
            adjustment.entrant,
            adjustment.points,
            adjustment.reason,
            adjustment.is_withdrawn,
        )
        for adjustment in stage.adjustments.values()
        if adjustment.entrant in members
    ]
    return {
        "lines": lines,
        "win": Fraction(scheme.points(1, settings.seats)),
        "draw": Fraction(scheme.points(1, 2) + scheme.points(2, 2), 2) if settings.seats == 2 else None,
        "is_predetermined": settings.format == ROUND_ROBIN,
        "lots": _lots(stage.groups[group]),
    }


def _lots(seeded: Sequence[int]) -> list[Entrant]:
    """Return the order of the lots: it follows from the place in the seeding, not from the time of entry."""
    return [seeded[int(place)] for place in drawn(range(len(seeded)), 0)]


def _knock_out(state: State, stage: Stage, group: int) -> list[StandingsRow]:
    """Rank the entrants who are still in first, then by the round in which they went out, then by place."""
    gone, places = state.gone() | stage.unseated(), _places_by_entrant(stage)
    absences = _absences(stage)
    last, plays_on, consoled = _last_matches(stage), _playing_on(stage, group), _consoled(stage, group)
    certain, without_deals = _certain_places(stage, group), _without_deals(stage)
    keys: dict[int, tuple[int, int, int]] = {}
    for entrant in stage.groups[group]:
        number, match = last.get(entrant, (0, None))
        is_out = certain.get(entrant, 1) > 1 or _is_out(entrant, match, gone)
        keys[entrant] = (1, -number, _place_there(stage, entrant, match)) if is_out else (0, 0, 0)
    rows: list[StandingsRow] = []
    for position, entrant in enumerate(
        sorted(keys, key=lambda candidate: (certain.get(candidate, 0), keys[candidate])), start=1
    ):
        decider = _decider(keys[entrant], keys[rows[-1].entrant]) if rows else None
        if decider and _was_their_last(last, certain, entrant, rows[-1].entrant):
            decider = PLACE
        rank = certain.get(entrant) or (position if decider or not rows else rows[-1].rank)
        if rows and rank == rows[-1].rank:
            decider = None
        elif rows and decider is None:
            decider = PLACE  # a final place that no key tells
        row = _row(rank, entrant, decider, places.get(entrant, []), absences[entrant])
        is_out = keys[entrant][0] == 1 and (entrant in gone or entrant not in plays_on)
        facts = {"is_consoled": entrant in consoled, "knows_deals": entrant not in without_deals}
        rows.append(msgspec.structs.replace(row, is_out=is_out, **facts))
    return rows


def _without_deals(stage: Stage) -> set[int]:
    """Return the entrants with a match between several that was played and whose deals are not known."""
    return {
        place.entrant
        for match in stage.matches.values()
        if len(match.places) > 1 and not any(place.deal_wins for place in match.places)
        for place in match.places
    }


def _place_there(stage: Stage, entrant: int, match: Match | None) -> int:
    """Return the place of an entrant at their last table, the last place while it is not over."""
    if match is None:
        return 0
    return place_at(match.seats, entrant, stage.reported_places(match.id, match.seats.entrants))


def _is_out(entrant: int, match: Match | None, gone: Collection[int]) -> bool:
    """Whether an entrant is out after their last known match."""
    if entrant in gone:
        return True
    if match is None or match.is_open:
        return False
    return entrant not in match.order[: max(1, match.round.advance)]


def _was_their_last(
    last: Mapping[int, tuple[int, Match]], certain: Mapping[int, int], entrant: int, above: int
) -> bool:
    """Whether two entrants met in their last match, after which the better of them has a final place."""
    _round, match = last.get(entrant, (0, None))
    is_same = match is not None and match is last.get(above, (0, None))[1]
    return is_same and (above in certain or (match is not None and match.round.is_final))


def _decider(key: tuple[int, int, int], above: tuple[int, int, int]) -> str | None:
    if key[:2] != above[:2]:
        return STAGE_ROUND
    return PLACE if key != above else None


def _certain_places(stage: Stage, group: int) -> Mapping[int, int]:
    """Return the final places that a bracket already determines, by entrant."""
    rounds = [
        msgspec.structs.replace(planned, id=planned.id.split(".")[-1])  # without the letter of the group
        for planned in stage.rounds
        if planned.group == group
    ]
    if not rounds or (stage.settings.is_redrawn and not rounds[-1].is_final):
        return {}
    if stage.settings.format == SINGLE_ELIMINATION:
        return single_elimination.placings(rounds, stage.order_of, stage.reported_places)
    if stage.settings.format == DOUBLE_ELIMINATION:
        return double_elimination.placings(rounds, stage.order_of, stage.reported_places)
    return {}


def _last_matches(stage: Stage) -> dict[int, tuple[int, Match]]:
    """Return by entrant the last match in which they are known to play, with the number of its round."""
    last: dict[int, tuple[int, Match]] = {}
    for number, planned in enumerate(stage.rounds, start=1):
        for match in stage.matches_of(planned):
            if match.is_needed and not planned.is_consolation:
                last |= dict.fromkeys(match.entrants, (number, match))
    return last


def _playing_on(stage: Stage, group: int) -> set[int]:
    """Return the entrants in a match of a consolation that is still open."""
    rounds = _consolation(stage, group)
    return {
        entrant
        for planned in rounds
        for match in stage.matches_of(planned)
        if match.is_open
        for entrant in match.entrants
    }


def consolation_winners(stage: Stage) -> list[int]:
    """Return the winners of the consolations that are over, group by group."""
    return [winner for group in range(len(stage.groups)) for winner in _consoled(stage, group)]


def _consoled(stage: Stage, group: int) -> tuple[int, ...]:
    """Return the winner of the consolation of a group, nobody before its end."""
    rounds = _consolation(stage, group)
    return stage.deciders_of(rounds[-1])[0].order[:1] if rounds else ()


def _consolation(stage: Stage, group: int) -> list[PlannedRound]:
    return [planned for planned in stage.rounds if planned.group == group and planned.is_consolation]


def _places_by_entrant(stage: Stage) -> dict[int, list[RecordedPlace]]:
    """Return the results of each entrant in order."""
    places: dict[int, list[RecordedPlace]] = {}
    for match in stage.matches.values():
        if match.round.is_play_off:
            continue  # counts in no standings
        for place in match.places:
            places.setdefault(place.entrant, []).append(place)
    return places


def _absences(stage: Stage) -> Counter[int]:
    """Return by entrant the number of results of matches at which they were absent."""
    return Counter(
        entrant
        for match in stage.matches.values()
        if match.result and not match.round.is_play_off
        for entrant in match.result.absent
        if match.places
    )


def _row(
    rank: int, entrant: int, decider: str | None, own: Sequence[RecordedPlace], absences: int
) -> StandingsRow:
    return StandingsRow(
        rank=rank,
        entrant=entrant,
        decided_by=decider,
        points=sum(place.points for place in own),
        played=len(own) - absences,
        absences=absences,
        wins=sum(place.place == 1 for place in own),
        deal_wins=sum(place.deal_wins for place in own),
        total=sum(place.total for place in own),
    )


def _sections(stage: Stage, by_group: Sequence[Sequence[StandingsRow]]) -> Sequence[Sequence[StandingsRow]]:
    """Return the rows of a stage in the sections that are listed below each other."""
    if stage.settings.format == SEASON:
        return by_group
    return [sorted((row for group in by_group for row in group), key=lambda row: row.rank)]


def _ranked_behind(rows: Sequence[StandingsRow], before: int) -> list[StandingsRow]:
    """Give rows competition ranks that start behind the rows before; shared ranks stay shared."""
    ranked: list[StandingsRow] = []
    for position, row in enumerate(rows, start=before + 1):
        shares = position > before + 1 and rows[position - before - 2].rank == row.rank
        ranked.append(msgspec.structs.replace(row, rank=ranked[-1].rank if shares else position))
    return ranked
