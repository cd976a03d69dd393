"""Undo a result that was entered a moment ago, as long as nothing depends on it."""

import datetime as dt
import json

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Seat, Table
from games.rules.base.refusal import Refusal
from games.scoresheets.reopening import WITHIN
from league import competitions
from league.competitions import results, tables_follow_results
from league.competitions.stream import locked, state_of
from league.models import CompetitionEvent, Match
from league.rules.brackets.advance import BY_LOT
from league.rules.competition import stage as stages
from league.rules.competition.commands import DiscardDraft, TakeBackLot
from league.rules.competition.state import State
from league.rules.decisions.correction_preview import preview


def depends_on(table_id: int) -> bool:
    """Whether something follows already from the result of a table, or organizers changed it since."""
    row = Match.objects.filter(table=table_id).first()
    if row is None:
        return False
    state = state_of(row.competition_id)
    match = state.match(row.stage, row.key)
    if match is None or match.table != table_id:
        return True
    return match.result is not None and (_is_other(match) or is_followed(state, row.stage, match))


def is_followed(state: State, stage: int, match: stages.Match) -> bool:
    """Whether a later round or stage was drawn from a result, or a match that depends on it has begun."""
    effects = preview(state, results.reopening(stage, match.id, "-"))
    if effects.drawn_before or effects.begun_before or effects.has_draft:
        return True
    has_begun = Table.objects.filter(pk__in=effects.tables, round_number__gt=0)
    return any(moved.rests for moved in effects.moved) or has_begun.exists()


def entered_lately(competition_id: int, *, by: str, at: dt.datetime) -> set[tuple[int, str]]:
    """Return the matches, by stage and key, whose result this person entered within the last half hour.

    One query.
    """
    rows = CompetitionEvent.objects.filter(
        stream=competition_id, name="result_recorded", by=by, at__gt=at - WITHIN
    )
    known = (json.loads(payload) for payload in rows.values_list("payload", flat=True))
    return {(facts["stage"], facts["match"]) for facts in known}


def undo(
    competition_id: int, stage: int, key: str, *, after: int | None = None, by: str, at: dt.datetime
) -> None:
    """Take a result back that this person has just entered, and a draft that was made of it.

    `after` is the version of the competition that its sender saw. Refusal `stale` when it is another, or too
    late, or something follows from the result: then it can be corrected.
    """
    with transaction.atomic():
        state = state_of(competition_id)
        if state.stage.draft is not None:
            competitions.act(competition_id, DiscardDraft(), by=by, at=at)
            state = state_of(competition_id)
        match = state.match(stage, key)
        is_own = (stage, key) in entered_lately(competition_id, by=by, at=at)
        if match is None or match.result is None or not is_own or is_followed(state, stage, match):
            sentence = _("It is too late to undo this result here. You can still correct it.")
            raise Refusal("stale", sentence)
        results.correct(
            competition_id, results.reopening(stage, key, _("Entered wrongly")), after=after, by=by, at=at
        )


def take_back_lot(
    competition_id: int, stage: int, key: str, *, after: int | None = None, by: str, at: dt.datetime
) -> None:
    """Let a tie wait again that a lot has decided. Refusals `no_lot`, `lot_followed`."""
    with locked(competition_id, by=by, at=at) as stream:
        match = stream.state.match(stage, key)
        is_by_lot = match is not None and match.result is not None and match.result.decided_by == BY_LOT
        if match is not None and is_by_lot and is_followed(stream.state, stage, match):
            sentence = _("Something follows from this lot already. You can still correct the result.")
            raise Refusal("lot_followed", sentence)
        command = TakeBackLot(stage, key, _("The lot was taken back."))
        happened = stream.do(command, after=after, about=(stage, key), by=by, at=at)
        tables_follow_results.follow(stream, happened, by=by, at=at)


def take_back(table_id: int, *, reason: str, by: str, at: dt.datetime) -> None:
    """Open the match of a table again, whose result is taken back at the table in the same transaction."""
    row = Match.objects.filter(table=table_id).first()
    if row is None:
        return
    with locked(row.competition_id, by=by, at=at) as stream:
        match = stream.state.match(row.stage, row.key)
        if match is not None and match.table == table_id and match.result is not None:
            stream.do(results.reopening(row.stage, row.key, reason), by=by, at=at)


def _is_other(match: stages.Match) -> bool:
    """Whether the recorded result is not that of its table."""
    totals = Seat.objects.filter(table=match.table).order_by("index").values_list("total", flat=True)
    at_table = dict(zip(match.seated or match.entrants, totals, strict=False))
    return {place.entrant: place.total for place in match.places} != at_table
