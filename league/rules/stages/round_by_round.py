"""The rounds of a knock-out that are drawn one by one, each from the results of the round before."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from math import inf
from typing import Final

import msgspec

from games.rules.base.refusal import Refusal
from league.rules.brackets.plan import PlannedMatch, PlannedRound, Slot
from league.rules.brackets.seeding import bracket_size
from league.rules.brackets.series import in_matches
from league.rules.competition.stage import Match, Stage
from league.rules.competition.state import State
from league.rules.formats import single_elimination, table_knockout
from league.rules.formats.elimination_500 import LEAST_ENTRANTS
from league.rules.formats.table_knockout import StagePlan, name, plan
from league.rules.settings import result_kinds
from league.rules.settings.stages import BY_SEED, BY_TOTAL, ELIMINATION_500
from league.rules.stages.keeping_apart import at_tables, next_order

_FEW: Final = 4
"""With this many entrants left in a bracket of two, the next round determines the rest of the bracket."""


def draw(state: State, stage: Stage, group: int) -> list[PlannedRound]:
    """Draw the next round of a group; none when its champion is known.

    Two per match: of the entrants still in, the best seed meets the last, the second the last but one, and so
    on. The semi-finals are drawn together with the final, and with a match for the third place if the
    settings ask for it.

    At tables byes go to the entrants still in with the fewest byes so far, the best seeds among them. The
    others are spread over the tables by a snake: in the first round by seed, parties and club-mates apart;
    later in the order of the setting, entrants of the same table apart: by seed, by the total of the last
    table, or the winners of their tables first (a bye counts as a win), then the seconds and so on, equal
    places by seed.
    """
    if not has_round_ahead(state, stage, group):
        return []
    order, settings = still_in(state, stage, group), stage.settings
    make = _of_two if settings.seats == 2 else _at_tables
    slots = _slots(stage, group)
    rounds = [_with_places(planned, slots) for planned in make(state, stage, group, order)]
    return in_matches(rounds, settings.best_of_matches, settings.best_of_from)


def has_round_ahead(state: State, stage: Stage, group: int) -> bool:
    """Whether another round of a group has to be drawn once everything drawn is played."""
    line = stage.line(group)
    return not (line and line[-1].is_final) and len(still_in(state, stage, group)) > 1


def still_in(state: State, stage: Stage, group: int) -> list[int]:
    """Return the entrants of a group who are still in, best first by the setting and then by seed."""
    gone, seeds, line = state.gone(), _seeds(stage, group), stage.line(group)
    if not line:
        return [entrant for entrant in stage.groups[group] if entrant not in gone]
    is_low = stage.settings.format == ELIMINATION_500 or state.settings.low_wins
    keys = dict.fromkeys(stage.byes_of(line[-1]), _key(stage, 1, 0 if is_low else -inf))
    for match in stage.deciders_of(line[-1]):
        keys |= _keys(stage, match, is_low=is_low)
    return sorted(
        (entrant for entrant in keys if entrant not in gone),
        key=lambda entrant: (keys[entrant], seeds[entrant]),
    )


def rounds_ahead(state: State, stage: Stage, group: int = 0) -> list[tuple[str, StagePlan]]:
    """Return the rounds of a group still to be drawn, with names, as withdrawals so far allow."""
    line = stage.line(group)
    if line and line[-1].is_final:
        return []
    if line:
        entrants = len(stage.deciders_of(line[-1])) * line[-1].advance + len(line[-1].byes)
    else:
        entrants = len(still_in(state, stage, group)) if stage.groups else len(state.active())
    if entrants < (LEAST_ENTRANTS if stage.settings.format == ELIMINATION_500 else 2):
        return []
    if stage.settings.seats == 2:
        return _ahead_of_two(stage, entrants, len(line) + 1)
    ahead = _plan(stage, group, entrants)
    return [(name(ahead[n:], len(line) + n + 1), stage_plan) for n, stage_plan in enumerate(ahead)]


def _ahead_of_two(stage: Stage, entrants: int, number: int) -> list[tuple[str, StagePlan]]:
    plans: list[tuple[str, StagePlan]] = []
    while entrants > 1:
        half = bracket_size(entrants) // 2
        byes = 2 * half - entrants
        called = single_elimination.round_name(half.bit_length() - 1, number)
        plans.append((called, StagePlan(entrants, half - byes, byes)))
        if stage.settings.third_place and entrants == _FEW:
            plans.append((single_elimination.THIRD_PLACE, StagePlan(2, 1, 0)))
        entrants, number = half, number + 1
    return plans


def _of_two(state: State, stage: Stage, group: int, order: Sequence[int]) -> list[PlannedRound]:
    number = len(stage.line(group)) + 1
    seeded = next_order(state, stage, order, number)
    seeded = _byes_first(stage, group, seeded, bracket_size(len(order)) - len(order))
    if len(order) > _FEW:
        return single_elimination.draw(seeded, reseed=True, number=number)[:1]
    rounds = single_elimination.draw(seeded, third_place=stage.settings.third_place, number=number)
    return [*rounds[:-1], msgspec.structs.replace(rounds[-1], is_final=True)]


def _at_tables(state: State, stage: Stage, group: int, order: Sequence[int]) -> list[PlannedRound]:
    settings, number, ahead = stage.settings, len(stage.line(group)) + 1, _plan(stage, group, len(order))[0]
    if number == 1:
        planned = table_knockout.stage(
            order,
            size=settings.table_size,
            advance=settings.advance,
            byes=ahead.byes,
            apart=at_tables(state),
        )[0]
    else:
        planned = table_knockout.next_round(
            _byes_first(stage, group, order, ahead.byes),
            number,
            size=settings.table_size,
            advance=settings.advance,
            came_from=_came_from(stage, group),
        )
    return [msgspec.structs.replace(planned, is_final=ahead.is_final)]


def _with_places(planned: PlannedRound, slots: Mapping[int, Slot]) -> PlannedRound:
    """Return a round whose seats name places of the round before instead of entrants."""
    matches = [
        PlannedMatch(match.id, [slots.get(slot.entrant, slot) for slot in match.slots], match.name)
        for match in planned.matches
    ]
    byes = [slots.get(slot.entrant, slot) for slot in planned.byes]
    return msgspec.structs.replace(planned, matches=matches, byes=byes)


def _plan(stage: Stage, group: int, entrants: int) -> list[StagePlan]:
    """Return the plan of the rounds ahead; the byes of the settings apply to the first round only."""
    settings, byes = stage.settings, 0 if stage.line(group) else stage.settings.byes
    try:
        return plan(entrants, settings.table_size, settings.advance, byes)
    except Refusal:  # after withdrawals these byes would leave no table
        return plan(entrants, settings.table_size, settings.advance)


def _keys(stage: Stage, match: Match, *, is_low: bool) -> dict[int, float]:
    """Return the sort key of each entrant who advances from a match; a walkover counts as the best."""
    is_played = match.result is not None and match.result.kind != result_kinds.WALKOVER
    places = {place.entrant: place for place in match.places} if is_played else {}
    keys = dict.fromkeys(_advancing(match), _key(stage, 1, 0 if is_low else -inf))
    for entrant in places.keys() & keys.keys():
        keys[entrant] = _key(
            stage, places[entrant].place, places[entrant].total if is_low else -places[entrant].total
        )
    return keys


def _key(stage: Stage, place: int, total: float) -> float:
    """Return a sort key, lower is better."""
    return {BY_SEED: 0, BY_TOTAL: total}.get(stage.settings.reseed, place)


def _byes_first(stage: Stage, group: int, order: Sequence[int], count: int) -> list[int]:
    """Put the entrants who will have byes first: those with the fewest byes so far, then the best seeds."""
    seeds = _seeds(stage, group)
    had = Counter(_sat_out(stage, group))
    byes = sorted(order, key=lambda entrant: (had[entrant], seeds[entrant]))[:count]
    return byes + [entrant for entrant in order if entrant not in byes]


def _sat_out(stage: Stage, group: int) -> list[int]:
    """Return an entrant for each bye so far; both players of a match with a bye seat are listed."""
    entrants: list[int] = []
    for planned in stage.line(group):
        entrants += stage.byes_of(planned)
        for match in stage.deciders_of(planned):
            if any(slot.is_bye for slot in match.planned.slots):
                entrants += match.entrants
    return entrants


def _came_from(stage: Stage, group: int) -> dict[int, Hashable]:
    last = stage.line(group)[-1]
    return {entrant: match.id for match in stage.matches_of(last) for entrant in match.entrants}


def _advancing(match: Match) -> tuple[int, ...]:
    return match.order[: max(1, match.round.advance)]


def _seeds(stage: Stage, group: int) -> dict[int, int]:
    return {entrant: seed for seed, entrant in enumerate(stage.groups[group])}


def _slots(stage: Stage, group: int) -> dict[int, Slot]:
    """Return the seat of each entrant in the next round: a place of the last match, so corrections apply.

    An entrant with a bye keeps the slot from which the bye came.
    """
    slots: dict[int, Slot] = {}
    for planned in stage.line(group)[-1:]:
        slots |= {entrant: slot for slot in planned.byes if (entrant := stage.who(slot))}
        for match in stage.deciders_of(planned):
            slots |= {
                entrant: Slot(of=match.id, place=place)
                for place, entrant in enumerate(_advancing(match), start=1)
            }
    return slots
