"""Lots: for a tied match of a knock-out, and for ties at the cut-off of a stage."""

from league.rules.brackets.advance import Decision
from league.rules.competition import events
from league.rules.competition.stage import Stage
from league.rules.decisions.unit_of_work import Work
from league.rules.stages.next_groups import ties


def draw_lot_at_once(work: Work, stage: Stage, match: str, decision: Decision) -> None:
    """Draw the lot of a tied match, unless organizers draw the lots of the competition by hand."""
    if decision.level and not work.state.settings.lots_by_hand:
        record_lot(work, work.state.stages[stage.number - 1], match, decision)


def record_lot(work: Work, stage: Stage, match: str, decision: Decision) -> None:
    """Put tied entrants into the order of a lot; all others keep their positions."""
    lot = work.chance.shuffled(decision.level)
    drawn = iter(lot)
    order = [next(drawn) if entrant in decision.level else entrant for entrant in decision.order]
    work.note(events.LotDrawn(stage.number, match, lot, order))


def draw_stage_lots(work: Work, stage: Stage) -> bool:
    """Decide ties at the cut-offs of a stage by lot; return whether a lot was drawn."""
    sets = ties(work.state, stage)
    for together in sets:
        work.note(events.StageLotDrawn(stage.number, work.chance.shuffled(together)))
    return bool(sets)
