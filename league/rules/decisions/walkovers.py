"""Walkovers: matches that cannot be played because entrants have left, and double forfeits."""

from league.rules.brackets.advance import Finish
from league.rules.competition.stage import Stage
from league.rules.decisions.match_result import record_result
from league.rules.decisions.unit_of_work import Work
from league.rules.settings import result_kinds


def give_walkover(work: Work, stage: Stage) -> bool:
    """Give a match without a table to the entrants still in, if too few are left to play; return whether."""
    gone = work.state.gone()
    if not gone:
        return False
    for match in stage.matches.values():
        here = match.without(gone)
        if match.is_reopened or not match.is_waiting or match.table:
            continue
        if len(here) < len(match.entrants):
            if len(here) > max(1, match.round.advance):
                continue
            kind = result_kinds.WALKOVER if here else result_kinds.DOUBLE_FORFEIT
            finishes = [Finish(entrant, place) for place, entrant in enumerate(here, start=1)]
            absent = [entrant for entrant in match.entrants if entrant in gone] if here else []
            record_result(work, stage, match, finishes, kind, absent)
            return True
    return False
