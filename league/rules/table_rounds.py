"""The rounds of an elimination to 500 as it is played: each is drawn from what came of the one before."""

from collections import Counter
from collections.abc import Hashable, Mapping

import msgspec

from games.rules.refusal import Refusal
from league.rules.formats import table_knockout
from league.rules.formats.elimination_500 import LEAST_ENTRANTS
from league.rules.formats.table_knockout import StagePlan, name, plan
from league.rules.plan import PlannedMatch, PlannedRound, Slot
from league.rules.stage import Match, Stage
from league.rules.stages import BY_SEED, BY_TOTAL
from league.rules.state import State

_Key = tuple[int, int]


def draw(state: State, stage: Stage, clubs: Mapping[int, str]) -> PlannedRound | None:
    """Draw the next stage round, or None when the champion is known.

    Byes go to those still in who had the fewest, the best seeds among them. The others are dealt over the
    tables by a snake: in the first round by seed, club-mates apart; later in the order of the setting, those
    of one table apart: by seed, by the total of the last table, or the winners of their tables first (a bye
    counts as a win), then the seconds and so on, equal places by seed.
    """
    if not is_more(state, stage):
        return None
    order, settings, number = _still_in(state, stage), stage.settings, len(stage.rounds) + 1
    if not stage.rounds:
        planned = table_knockout.stage(
            order,
            size=settings.table_size,
            advance=settings.advance,
            byes=_plan(stage, len(order))[0].byes,
            clubs=clubs,
        )[0]
    else:
        planned = table_knockout.next_round(
            _byes_first(stage, order),
            number,
            size=settings.table_size,
            advance=settings.advance,
            came_from=_came_from(stage),
        )
    is_final = _plan(stage, len(order))[0].is_final
    slots = _slots(stage)
    matches = [
        PlannedMatch(match.id, [slots.get(slot.entrant, slot) for slot in match.slots], match.name)
        for match in planned.matches
    ]
    byes = [slots.get(slot.entrant, slot) for slot in planned.byes]
    return msgspec.structs.replace(planned, matches=matches, byes=byes, is_final=is_final)


def is_more(state: State, stage: Stage) -> bool:
    """Whether another round has to be drawn once everything drawn is over."""
    return not (stage.rounds and stage.rounds[-1].is_final) and len(_still_in(state, stage)) > 1


def rounds_ahead(state: State, stage: Stage) -> list[tuple[str, StagePlan]]:
    """Return the stage rounds still to be drawn with their names, as far as withdrawals leave them so."""
    drawn = stage.rounds
    entrants = len(state.active())
    if drawn:
        last = drawn[-1]
        if last.is_final:
            return []
        entrants = len(last.matches) * last.advance + len(last.byes)
    if entrants < LEAST_ENTRANTS:
        return []
    stages = _plan(stage, entrants)
    return [(name(stages[n:], len(drawn) + n + 1), one) for n, one in enumerate(stages)]


def _plan(stage: Stage, entrants: int) -> list[StagePlan]:
    """Return the rounds ahead of so many entrants; byes that are asked for are those of the first round."""
    settings, byes = stage.settings, 0 if stage.rounds else stage.settings.byes
    try:
        return plan(entrants, settings.table_size, settings.advance, byes)
    except Refusal:  # so many have withdrawn since the start that no table would be left
        return plan(entrants, settings.table_size, settings.advance)


def _still_in(state: State, stage: Stage) -> list[int]:
    """Return who goes on, best first by the setting and then by seed."""
    gone, seeds = state.gone(), _seeds(stage)
    if not stage.rounds:
        return [one for one in stage.groups[0] if one not in gone]
    last = stage.rounds[-1]
    keys: dict[int, _Key] = {one: (_key(stage, 1, 0), seeds[one]) for one in stage.byes_of(last)}
    for match in stage.matches_of(last):
        found = {one.entrant: one for one in match.places}
        for one in _going_on(match):
            place, total = (found[one].place, found[one].total) if one in found else (1, 0)
            keys[one] = _key(stage, place, total), seeds[one]
    return sorted((one for one in keys if one not in gone), key=lambda one: keys[one])


def _key(stage: Stage, place: int, total: int) -> int:
    return {BY_SEED: 0, BY_TOTAL: total}.get(stage.settings.reseed, place)


def _byes_first(stage: Stage, order: list[int]) -> list[int]:
    """Put those who will have byes in front: who had the fewest, the best seeds among them."""
    seeds = _seeds(stage)
    had = Counter(one for planned in stage.rounds for one in stage.byes_of(planned))
    count = _plan(stage, len(order))[0].byes
    byes = sorted(order, key=lambda one: (had[one], seeds[one]))[:count]
    return byes + [one for one in order if one not in byes]


def _came_from(stage: Stage) -> dict[int, Hashable]:
    return {one: match.id for match in stage.matches_of(stage.rounds[-1]) for one in match.entrants}


def _going_on(match: Match) -> tuple[int, ...]:
    return match.order[: max(1, match.round.advance)]


def _seeds(stage: Stage) -> dict[int, int]:
    return {entrant: seed for seed, entrant in enumerate(stage.groups[0])}


def _slots(stage: Stage) -> dict[int, Slot]:
    """Return by entrant the seat in the next round: a place of the last table, where corrections reach it.

    Who had a bye goes on from where that came from.
    """
    found: dict[int, Slot] = {}
    for planned in stage.rounds[-1:]:
        found |= {stage.who(slot): slot for slot in planned.byes}
        for match in stage.matches_of(planned):
            found |= {
                one: Slot(of=match.id, place=place) for place, one in enumerate(_going_on(match), start=1)
            }
    return found
