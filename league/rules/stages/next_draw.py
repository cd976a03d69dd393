"""The next draw of a stage, by its format: rounds with the entrants of each match, and their costs."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import inf
from typing import Final

import msgspec

from league.rules.brackets.parties import pairs_apart
from league.rules.brackets.plan import PlannedRound, bye_id
from league.rules.brackets.series import in_matches
from league.rules.competition.events import Draw, DrawnMatch
from league.rules.competition.stage import Stage
from league.rules.competition.state import State
from league.rules.formats import double_elimination, round_robin, season, single_elimination, table_schedule
from league.rules.formats.consolation import with_consolation
from league.rules.played_rounds import Entrant
from league.rules.settings.stages import (
    ARENA,
    DOUBLE_ELIMINATION,
    ROUND_ROBIN,
    SEASON,
    SINGLE_ELIMINATION,
    SWISS,
    StageSettings,
)
from league.rules.stages import play_offs, round_by_round
from league.rules.stages.drawn_rounds import in_group, round_of
from league.rules.stages.keeping_apart import at_tables, bracket_order, clubs, parties
from league.rules.stages.rounds_so_far import history
from league.rules.stages.stage_standings import rows_of
from league.rules.swiss import pairing
from league.rules.swiss.usual_opponents import Way
from league.rules.table_draws.tables import draw_tables
from league.rules.table_draws.tables import weighed as weighed_tables

LARGE: Final = 150
"""Stages with more entrants are drawn in a task of their own, not with the result that made them ready."""

LARGE_AT_TABLES: Final = 40
"""So are schedules at tables with more entrants, for which all rounds are searched at once."""

_AS_IF_MET: Final = 1000
"""How often members of a party count as having met in the draw of a matchday, which avoids rematches."""

Progress = Callable[[int, int], None]


class _Drawn(msgspec.Struct):
    """The draw of a group; `why` is the cost of each match, `why_byes` of each bye, where there are costs."""

    rounds: list[PlannedRound]
    why: Sequence[Mapping[str, float]] = []
    why_byes: Sequence[Mapping[str, float]] = []
    cost: dict[str, float] = {}
    bound: int = -1


def next_draw(state: State, stage: Stage, seed: str, progress: Progress | None = None) -> Draw | None:
    """Return the next draw of a stage that has begun, None when everything is drawn.

    All earlier draws have to be played. The same state and seed (hexadecimal) give the same draw.
    """
    draws = [_drawn(state, stage, group, seed, progress) for group in range(len(stage.groups))]
    drawn = [
        _in_group(stage, group, drawn_group)
        for group, drawn_group in enumerate(draws)
        if drawn_group is not None
    ]
    if not drawn:
        return Draw([play_offs.planned(stage)], seed) if are_play_offs_due(state, stage) else None
    rounds = [planned for drawn_group in drawn for planned in drawn_group.rounds]
    why = [
        line
        for drawn_group in drawn
        if drawn_group.why
        for line in _why(drawn_group.rounds, drawn_group.why, drawn_group.why_byes)
    ]
    keys = list(dict.fromkeys(key for drawn_group in drawn for key in drawn_group.cost))
    total = {key: sum(drawn_group.cost.get(key, 0) for drawn_group in drawn) for key in keys}
    bound = (
        -1
        if any(drawn_group.bound < 0 for drawn_group in drawn)
        else sum(drawn_group.bound for drawn_group in drawn)
    )
    return Draw(rounds, seed, why, total, bound)


def is_large(state: State, stage: Stage) -> bool:
    """Whether the next draw of a stage takes too long to run inside a transaction."""
    entrants = sum(len(present(state, stage, group)) for group in range(len(stage.groups)))
    return entrants > large(stage.settings)


def large(settings: StageSettings) -> float:
    """Return the number of entrants above which a stage with these settings is large."""
    if settings.format == ROUND_ROBIN and settings.table_size > 2:
        return LARGE_AT_TABLES
    return LARGE if settings.format in (SWISS, SEASON) else inf


def with_costs(state: State, stage: Stage, draw: Draw) -> Draw:
    """Return a draw of a Swiss that an organizer has changed, with its new costs; other draws unchanged."""
    if stage.settings.format != SWISS:
        return draw
    why: list[DrawnMatch] = []
    total: dict[str, float] = {}
    for planned in draw.rounds:
        tables = [[slot.entrant for slot in match.slots] for match in planned.matches]
        byes = [slot.entrant for slot in planned.byes]
        costs, free, cost = _costs(state, stage, planned.group, tables)
        why += _why([planned], costs, [free[entrant] for entrant in byes])
        total = {key: total.get(key, 0) + cost.get(key, 0) for key in dict.fromkeys([*total, *cost])}
    return msgspec.structs.replace(draw, why=why, cost=total)


def beyond(state: State, stage: Stage, draw: Draw) -> dict[str, int]:
    """Return by how much at most another draw of a large Swiss of two could cost less, by criterion.

    Empty where no draw costs less, or where this is not computed.
    """
    if stage.settings.format != SWISS or stage.settings.table_size > 2:
        return {}
    total: Counter[str] = Counter()
    for planned in draw.rounds:
        if len(present(state, stage, planned.group)) <= pairing.EXACT:
            continue
        tables = [[slot.entrant for slot in match.slots] for match in planned.matches]
        paired = _paired(state, stage, planned.group, tables)
        total.update(pairing.beyond(history(state, stage, planned.group), paired))
    return {name: total[name] for name in pairing.CRITERIA if total[name]}


def _costs(
    state: State, stage: Stage, group: int, tables: Sequence[Sequence[int]]
) -> tuple[Sequence[Mapping[str, float]], Mapping[Entrant, Mapping[str, float]], Mapping[str, float]]:
    """Return the cost of each table, of each bye, and of the whole draw by criterion."""
    if stage.settings.table_size > 2:
        made = weighed_tables(
            history(state, stage, group), tables, clubs=clubs(state), parties=parties(state)
        )
        return made.why, dict(zip(made.byes, made.why_byes, strict=True)), made.cost
    paired = _paired(state, stage, group, tables)
    return paired.why, dict(zip(paired.byes, paired.why_byes, strict=True)), {}


def _paired(state: State, stage: Stage, group: int, tables: Sequence[Sequence[int]]) -> pairing.Pairing:
    """Return the pairing of the given matches of two, with its costs."""
    pairs = [(second, other) for second, other in tables]
    apart = stage.settings.separate_clubs
    so_far = history(state, stage, group)
    return pairing.weighed(so_far, pairs, clubs=clubs(state), separate_clubs=apart, way=_way(stage))


def _way(stage: Stage) -> Way:
    return Way(stage.settings.fold, stage.settings.pull_up)


def _why(
    rounds: Sequence[PlannedRound],
    costs: Sequence[Mapping[str, float]],
    costs_of_byes: Sequence[Mapping[str, float]],
) -> list[DrawnMatch]:
    """Return the cost of every match and every bye of the rounds."""
    ids = [match.id for planned in rounds for match in planned.matches]
    ids += [bye_id(planned, index) for planned in rounds for index in range(len(planned.byes))]
    return [DrawnMatch(key, dict(cost)) for key, cost in zip(ids, [*costs, *costs_of_byes], strict=True)]


def is_complete(state: State, stage: Stage) -> bool:
    """Whether all of a stage is drawn and played; a stage is complete once the next stage has begun."""
    has_gone_on = stage.number < state.stage.number
    return bool(stage.groups) and stage.is_drawn_out and (has_gone_on or not is_draw_ahead(state, stage))


def is_draw_ahead(state: State, stage: Stage) -> bool:
    """Whether another draw follows once everything drawn is played."""
    if stage.settings.format == ARENA:
        return not stage.is_closed
    if stage.settings.format in (SEASON, SWISS):
        has_round_ahead = any(has_next_round(state, stage, group) for group in range(len(stage.groups)))
        return has_round_ahead or are_play_offs_due(state, stage) or bool(ties_at_borders(state, stage))
    if stage.settings.is_redrawn:
        return any(round_by_round.has_round_ahead(state, stage, group) for group in range(len(stage.groups)))
    return not stage.rounds and any(
        len(present(state, stage, group)) > 1 for group in range(len(stage.groups))
    )


def next_round_name(state: State, stage: Stage) -> str:
    """Return the name of the round that is drawn next; empty where several are, or none has a name yet."""
    if not stage.groups:
        return "Round 1" if stage.settings.format in (SEASON, SWISS) else ""
    if len(stage.groups) > 1:
        return ""
    if is_complete(state, stage):
        return state.next_stage.settings.name if state.next_stage else ""
    if stage.settings.is_redrawn:
        ahead = round_by_round.rounds_ahead(state, stage)
        return ahead[0][0] if ahead else ""
    if stage.settings.format in (SEASON, SWISS) and not are_play_offs_due(state, stage):
        return f"Round {len(stage.rounds) + 1}"
    return ""


def are_play_offs_due(state: State, stage: Stage) -> bool:
    """Whether the matchdays of a season are over and its play-offs are not drawn yet."""
    return stage.play_offs is None and play_offs.are_held(stage) and is_ranked(state, stage)


def ties_at_borders(state: State, stage: Stage) -> list[list[int]]:
    """Return the sets of tied entrants of a season for whom a lot decides who moves or plays off."""
    return play_offs.ties(state, stage) if is_ranked(state, stage) else []


def is_ranked(state: State, stage: Stage) -> bool:
    """Whether the tables of divisions with borders between them are final."""
    if not play_offs.has_borders(stage) or not play_offs.are_matchdays_over(stage):
        return False
    return not any(has_next_round(state, stage, group) for group in range(len(stage.groups)))


def _drawn(state: State, stage: Stage, group: int, seed: str, progress: Progress | None) -> _Drawn | None:
    if len(present(state, stage, group)) < 2:
        return None  # the only entrant left in a group has nobody to meet
    make = _round_by_round if stage.settings.is_redrawn else _BY_FORMAT[stage.settings.format]
    return make(state, stage, group, int(seed, 16), progress)


def _single(state: State, stage: Stage, group: int, _seed: int, _progress: Progress | None) -> _Drawn | None:
    if stage.rounds:
        return None
    settings = stage.settings
    order = bracket_order(state, stage, present(state, stage, group))
    rounds = single_elimination.draw(
        order,
        table_size=settings.table_size,
        advance=1 if settings.table_size == 2 else settings.advance,
        byes=single_elimination.byes_given(settings, len(order)),
        third_place=settings.third_place,
        placement=settings.placement,
        apart=at_tables(state),
    )
    rounds = with_consolation(rounds) if settings.consolation else rounds
    return _Drawn(in_matches(rounds, settings.best_of_matches, settings.best_of_from))


def _double(state: State, stage: Stage, group: int, _seed: int, _progress: Progress | None) -> _Drawn | None:
    if stage.rounds:
        return None
    rounds = double_elimination.draw(bracket_order(state, stage, present(state, stage, group)))
    return _Drawn(in_matches(rounds, stage.settings.best_of_matches, stage.settings.best_of_from))


def _round_by_round(
    state: State, stage: Stage, group: int, _seed: int, _progress: Progress | None
) -> _Drawn | None:
    rounds = round_by_round.draw(state, stage, group)
    return _Drawn(rounds) if rounds else None


def _round_robin(
    state: State, stage: Stage, group: int, seed: int, progress: Progress | None
) -> _Drawn | None:
    if stage.rounds:
        return None
    order, settings = present(state, stage, group), stage.settings
    if settings.table_size == 2:
        return _Drawn(round_robin.draw(order, legs=settings.legs))
    usual = table_schedule.usual_rounds(len(order), settings.table_size)
    entrants = dict(enumerate(order, start=1))
    of_clubs, of_parties = (
        {number: names[entrant] for number, entrant in entrants.items() if entrant in names}
        for names in (clubs(state), parties(state))
    )
    made = table_schedule.schedule(
        len(order),
        settings.table_size,
        settings.rounds or usual,
        clubs=of_clubs,
        parties=of_parties,
        seed=seed,
        progress=progress,
    )
    rounds = [
        round_of(
            number,
            [[entrants[number] for number in table] for table in tables],
            [entrants[number] for number in byes],
        )
        for number, (tables, byes) in enumerate(zip(made.rounds, made.byes, strict=True), start=1)
    ]
    return _Drawn(rounds, cost=made.cost, bound=made.bound)


def _swiss(state: State, stage: Stage, group: int, seed: int, progress: Progress | None) -> _Drawn | None:
    if not has_next_round(state, stage, group):
        return None
    settings, number = stage.settings, rounds_of(stage, group) + 1
    so_far = history(state, stage, group)
    if settings.table_size == 2:
        pairs = pairing.pair(
            so_far,
            clubs=clubs(state),
            separate_clubs=settings.separate_clubs,
            seed=seed,
            forbidden=pairs_apart(parties(state)),
            way=_way(stage),
        )
        two = [[int(entrant) for entrant in pair] for pair in pairs.matches]
        return _Drawn(
            [round_of(number, two, [int(entrant) for entrant in pairs.byes])], pairs.why, pairs.why_byes
        )
    made = draw_tables(
        so_far,
        size=settings.table_size,
        clubs=clubs(state),
        parties=parties(state),
        separate_clubs=settings.separate_clubs,
        meetings_first=settings.meetings_first,
        rounds=settings.rounds,
        seed=seed,
        progress=progress,
    )
    tables = [[int(entrant) for entrant in table] for table in made.tables]
    planned = round_of(number, tables, [int(entrant) for entrant in made.byes])
    return _Drawn([planned], made.why, made.why_byes, made.cost, made.bound)


def _season(state: State, stage: Stage, group: int, _seed: int, _progress: Progress | None) -> _Drawn | None:
    if not has_next_round(state, stage, group):
        return None
    number, order = rounds_of(stage, group) + 1, present(state, stage, group)
    if number > 1:
        order = [row.entrant for row in rows_of(state, stage)[group] if row.entrant in order]
    met = Counter(
        frozenset(pair) for match in stage.matches.values() for pair in combinations(match.entrants, 2)
    )
    families = state.parties()
    met.update(dict.fromkeys(pairs_apart(families), _AS_IF_MET))
    return _Drawn([round_of(number, season.draw(order, stage.settings.table_size, met, families), [])])


_BY_FORMAT: Final[dict[str, Callable[[State, Stage, int, int, Progress | None], _Drawn | None]]] = {
    SEASON: _season,
    SWISS: _swiss,
    ROUND_ROBIN: _round_robin,
    SINGLE_ELIMINATION: _single,
    DOUBLE_ELIMINATION: _double,
}


def has_next_round(state: State, stage: Stage, group: int) -> bool:
    """Whether a format that draws round by round has another round for a group."""
    if stage.play_offs is not None:
        return False  # an entrant who returns now is too late for another matchday
    return rounds_of(stage, group) < stage.settings.rounds and len(present(state, stage, group)) > 1


def rounds_of(stage: Stage, group: int) -> int:
    """Return the number of drawn rounds of a group."""
    return sum(planned.group == group for planned in stage.rounds)


def _in_group(stage: Stage, group: int, drawn: _Drawn) -> _Drawn:
    return msgspec.structs.replace(drawn, rounds=in_group(stage, group, drawn.rounds))


def present(state: State, stage: Stage, group: int) -> list[int]:
    """Return the active entrants of a group, by seed."""
    gone = state.gone()
    return [entrant for entrant in stage.groups[group] if entrant not in gone]
