"""Walkovers: matches that cannot be played because entrants have left, and double forfeits."""

from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from league.rules.brackets.advance import Finish
from league.rules.competition import events
from league.rules.competition.stage import Match, Stage
from league.rules.competition.state import FINISHED, RUNNING, State
from league.rules.decisions.match_result import record_result
from league.rules.decisions.unit_of_work import Work
from league.rules.settings import result_kinds

BY_HAND, FOLLOWED, DRAFTED, RESTORABLE = "by_hand", "followed", "drafted", "restorable"
_GIVEN: Final = (result_kinds.WALKOVER, result_kinds.DOUBLE_FORFEIT)


class Walkover(NamedTuple):
    """A match that an absent entrant lost without playing; `fate` says what their return does to it.

    It is `RESTORABLE`, or stays: something has `FOLLOWED` from it, the next round is `DRAFTED`, or it was
    given `BY_HAND`, as far as the log tells. `tables` of later matches are given up with it.
    """

    stage: Stage
    match: Match
    fate: str
    tables: list[int] = []


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
            record_result(work, stage, match, finishes, kind, absent, is_automatic=True)
            return True
    return False


def take_walkovers_back(work: Work, entrant: int, begun: Collection[int]) -> None:
    """Take back what an entrant who is in again lost without playing, unless something followed from it."""
    for walkover in list(lost_by(work.state, entrant, begun)):
        if walkover.fate == RESTORABLE:
            stage, match = walkover.stage, walkover.match
            # An earlier one of these may have given up the same table.
            tables = [table for table in walkover.tables if _is_in_use(stage, table)]
            work.note(events.WalkoverTakenBack(stage.number, match.id, match.entrants, tables))


def lost_by(state: State, entrant: int, begun: Collection[int]) -> Iterator[Walkover]:
    """Yield the matches that an entrant lost without playing, in their order.

    `begun` are the tables with a deal.
    """
    if state.status not in (RUNNING, FINISHED):
        return
    for stage in state.stages:
        for match in stage.matches.values():
            if entrant in _absent(match):
                later = list(_later(stage, match))
                fate = _fate(state, stage, match, later, begun)
                tables = [other.table for other in later if other.table] if fate == RESTORABLE else []
                yield Walkover(stage, match, fate, tables)


def reopens(state: State, entrant: int) -> bool:
    """Whether the competition ended with walkovers of an entrant, so that it continues if they return."""
    return state.status == FINISHED and any(
        walkover.fate == RESTORABLE for walkover in lost_by(state, entrant, ())
    )


def _absent(match: Match) -> list[int]:
    if match.result is None or match.result.kind not in _GIVEN:
        return []
    return match.result.absent or match.without({place.entrant for place in match.places})


def _fate(state: State, stage: Stage, match: Match, later: list[Match], begun: Collection[int]) -> str:
    if not stage.is_automatic(match):
        return BY_HAND
    has_ended = stage is not state.stage or stage.play_offs is not None
    if has_ended or stage.rounds_drawn_after(match):
        return FOLLOWED
    if any(_is_under_way(stage, other, begun) for other in later):
        return FOLLOWED
    return RESTORABLE if stage.draft is None else DRAFTED


def _is_under_way(stage: Stage, match: Match, begun: Collection[int]) -> bool:
    if match.result is not None:
        return not stage.is_automatic(match)
    return match.table in begun


def _later(stage: Stage, match: Match) -> Iterator[Match]:
    """Yield the later matches whose entrants depend on a match, those of its meeting among them."""
    ids, meetings = set[str](), set[str]()
    for other in stage.matches.values():
        planned = other.planned
        if planned.meeting in meetings or any(slot.of in ids for slot in planned.slots):
            yield other
        elif other.id != match.id:
            continue
        ids.add(planned.id)
        meetings.add(planned.meeting)


def _is_in_use(stage: Stage, table: int) -> bool:
    return any(at_table.table == table for at_table in stage.tables.values())
