"""The groups of the next stage."""

from fractions import Fraction

from league.rules.brackets.keeping_apart_in_snakes import dealt_apart
from league.rules.brackets.parties import words
from league.rules.brackets.seeding import bracket
from league.rules.brackets.spread_order import Apart, at_tables, in_bracket, spread
from league.rules.competition.stage import Stage
from league.rules.competition.state import State
from league.rules.formats.single_elimination import byes_given
from league.rules.played_rounds import Entrant
from league.rules.settings.divisions import parted
from league.rules.settings.stages import SEASON
from league.rules.stages.next_draw import is_complete, ties_at_borders
from league.rules.stages.qualification import Cut, Placed, qualified, ties_at_cut_off
from league.rules.stages.stage_standings import rows_of


def groups_of_next(state: State, stage: Stage) -> list[list[int]]:
    """Return the entrants of each group of a stage that begins, best first.

    The first stage takes the seeding, a later stage the entrants who qualified in the stage before: all
    winners of groups, all seconds and so on, so that entrants of the same group meet again late. Groups are
    filled by a snake that keeps a party apart; divisions of a season are cut in order. Refusal
    (tie_at_the_line) while `ties` is not empty.
    """
    if stage.number == 1:
        order = [entrant.number for entrant in state.active()]
    else:
        order = _seeded(state, state.stages[stage.number - 2], stage)
    count = max(1, min(stage.settings.groups, len(order) // 2))
    if stage.settings.format == SEASON:
        return parted(order, count, stage.settings.division_sizes)
    return dealt_apart(order, count, state.parties(), {})


def ties(state: State, stage: Stage) -> list[list[int]]:
    """Return the sets of tied entrants that only a lot can decide now.

    Between the divisions of a season: promotion, relegation and play-offs. Then, for a stage whose next stage
    has not begun: qualification.
    """
    level_sets = ties_at_borders(state, stage)
    if level_sets or state.next_stage is None or state.next_stage.number != stage.number + 1:
        return level_sets
    return _level_at_the_cut(state, stage) if is_complete(state, stage) else []


def _level_at_the_cut(state: State, stage: Stage) -> list[list[int]]:
    level_sets = ties_at_cut_off(_placed(state, stage), _cut(stage), lot=stage.lot)
    return [[int(entrant) for entrant in together] for together in level_sets]


def _seeded(state: State, before: Stage, stage: Stage) -> list[int]:
    tiers = qualified(_placed(state, before), _cut(before), lot=before.lot).tiers
    if len(before.groups) < 2 or not stage.settings.is_knock_out:
        return [int(entrant) for tier in tiers for entrant in tier]
    count = sum(map(len, tiers))
    group_of: dict[Entrant, int] = {
        entrant: number for number, group in enumerate(before.groups) for entrant in group
    }
    team_of: dict[Entrant, str] = {entrant.number: entrant.team for entrant in state.entrants.values()}
    party_of: dict[Entrant, frozenset[str]] = {
        entrant: frozenset(words(party)) for entrant, party in state.parties().items()
    }
    if stage.settings.seats == 2:
        at = bracket(count, byes_given(stage.settings, count))
        apart: list[Apart] = [(party_of, in_bracket(at)), (group_of, in_bracket(at))]
        if stage.settings.separate_clubs:
            apart.append((team_of, in_bracket(at, stage.settings.separate_clubs)))
    else:
        clash = at_tables(-(-count // stage.settings.table_size))
        apart = [(party_of, clash), (group_of, clash), (team_of, clash)]
    return [int(entrant) for entrant in spread(tiers, apart)]


def _placed(state: State, stage: Stage) -> list[list[Placed]]:
    """Return the standings of each group without withdrawn entrants, with points per match as strength."""
    gone = state.gone()
    return [
        [
            Placed(
                row.entrant,
                row.rank,
                # A missed match counts in the average: to stay away must not help.
                (
                    Fraction(row.points, row.played + row.absences or 1),
                    Fraction(row.wins, row.played + row.absences or 1),
                ),
            )
            for row in rows
            if row.entrant not in gone
        ]
        for rows in rows_of(state, stage)
    ]


def _cut(stage: Stage) -> Cut:
    return Cut(stage.settings.qualify, stage.settings.best_of_rest)
