"""Make the result of a match from a report: places, points and who advances; or bring back an earlier one."""

from collections.abc import Sequence

import msgspec

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from league.rules.brackets.advance import BY_LOT, Decision, Finish, advancing
from league.rules.competition import events
from league.rules.competition.stage import Match, Stage, entrants_key, report_of
from league.rules.competition.state import State
from league.rules.decisions.lots import draw_lot_at_once
from league.rules.decisions.unit_of_work import Work
from league.rules.settings import result_kinds


def record_result(
    work: Work,
    stage: Stage,
    match: Match,
    finishes: Sequence[Finish],
    kind: str,
    absent: Sequence[int],
    *,
    is_automatic: bool = False,
) -> None:
    """Record a result, and the lot that it needs if lots are drawn at once."""
    result, decision = result_of(work.state, stage, match, finishes, kind, absent)
    known = earlier_result(stage, match, result)
    work.note(events.ResultRecorded(stage.number, match.id, match.entrants, known or result, is_automatic))
    if known is None:
        draw_lot_at_once(work, stage, match.id, decision)


def result_of(
    state: State, stage: Stage, match: Match, finishes: Sequence[Finish], kind: str, absent: Sequence[int]
) -> tuple[events.Result, Decision]:
    _check(match, finishes, kind, absent)
    if kind in result_kinds.WITHOUT_PLACES:
        return events.Result([], kind=kind), Decision([], "")
    decision = decided(state, match, finishes, absent) if match.is_knock_out else Decision([], "")
    tied = bool(decision.level)
    result = events.Result(
        _places(stage, match, finishes, absent, _advancing(match, decision)),
        [] if tied else decision.order,
        "" if tied else decision.decided_by,
        kind,
        tied,
        list(absent),
    )
    return result, decision


def _advancing(match: Match, decision: Decision) -> list[int]:
    """Return the entrants who are sure to advance; the matches of a meeting decide that together."""
    if match.planned.best_of > 1:
        return []
    line = max(1, match.round.advance)
    return _above(decision, line) if decision.level else decision.order[:line]


def _places(
    stage: Stage, match: Match, finishes: Sequence[Finish], absent: Sequence[int], on: Sequence[int]
) -> list[events.RecordedPlace]:
    """Return the places in order, with points outside of a knock-out; the absent share the last place."""
    scheme, seats = stage.settings.points, len(match.entrants)
    places = [
        events.RecordedPlace(
            entrant=finish.entrant,
            place=finish.place,
            total=finish.total,
            points=0 if match.is_knock_out else scheme.points(finish.place, seats),
            deal_wins=finish.deal_wins,
            last_deal=finish.last_deal,
            advances=finish.entrant in on,
            points_in_hand=finish.points_in_hand,
        )
        for finish in sorted(finishes, key=lambda finish: finish.place)
    ]
    last = len(finishes) + 1
    return places + [events.RecordedPlace(entrant, last, 0, 0, 0, 0, advances=False) for entrant in absent]


def decided(state: State, match: Match, finishes: Sequence[Finish], absent: Sequence[int]) -> Decision:
    gone = state.gone() | set(absent)
    return advancing(finishes, max(1, match.round.advance), passed_over=gone)


def without_lot(state: State, match: Match) -> events.Result | None:
    """Return the result of a match as it was before a lot decided it; None where none did."""
    result = match.result
    if result is None or result.decided_by != BY_LOT:
        return None
    played = [place for place in result.places if place.entrant not in result.absent]
    finishes = [Finish(place.entrant, place.place, place.total, place.last_deal) for place in played]
    decision = decided(state, match, finishes, result.absent)
    if not decision.level:  # those who were tied have withdrawn since
        return None
    on = _advancing(match, decision)
    places = [msgspec.structs.replace(place, advances=place.entrant in on) for place in result.places]
    return msgspec.structs.replace(result, places=places, order=[], decided_by="", is_tied=True)


def _above(decision: Decision, line: int) -> list[int]:
    """Return the entrants among the first `line` who advance without a lot."""
    return [entrant for entrant in decision.order[:line] if entrant not in decision.level]


def earlier_result(stage: Stage, match: Match, result: events.Result) -> events.Result | None:
    """Return the earlier result of the same report, or the lot of a tie that is unchanged.

    So undoing a correction restores the result before, lots included.
    """
    return stage.reported.get(
        (match.id, entrants_key(match.entrants), report_of(result))
    ) or _as_it_was_drawn(match, result)


def _as_it_was_drawn(match: Match, result: events.Result) -> events.Result | None:
    before = match.result
    if before is None or not result.is_tied or before.decided_by != BY_LOT:
        return None
    key = [(place.entrant, place.place, place.last_deal) for place in result.places]
    if key != [(place.entrant, place.place, place.last_deal) for place in before.places]:
        return None
    on = {place.entrant for place in before.places if place.advances}
    places = [msgspec.structs.replace(place, advances=place.entrant in on) for place in result.places]
    return events.Result(places, before.order, BY_LOT, result.kind, absent=result.absent)


def _check(match: Match, finishes: Sequence[Finish], kind: str, absent: Sequence[int]) -> None:
    if kind not in result_kinds.LABELS:
        raise IllegalCommand("unknown_kind", _("There is no such kind of result."))
    if kind in result_kinds.WITHOUT_PLACES:
        if finishes:
            raise IllegalCommand("no_places", _("A match that does not count has no places."))
        return
    named = [finish.entrant for finish in finishes]
    if sorted([*named, *absent]) != sorted(match.entrants):
        raise IllegalCommand("wrong_entrants", _("The result must name exactly the entrants of the match."))
    if not named:
        raise IllegalCommand("nobody_played", _("If no one came, it is a double forfeit."))
    if kind == result_kinds.WALKOVER and not absent:
        raise IllegalCommand("nobody_absent", _("A walkover needs someone who did not come."))
    places = [finish.place for finish in finishes]
    if any(place != 1 + sum(other < place for other in places) for place in places):
        raise IllegalCommand(
            "bad_places", _("Places are counted from 1; after a shared place the next is skipped.")
        )
