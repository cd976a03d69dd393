"""Calls for the referee: from a table to the desk, until a referee has dealt with them."""

import datetime as dt
from collections.abc import Iterable
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from games.access.players import name_of
from games.access.referees import Call
from games.models import Player
from games.rules.base.refusal import Refusal
from league.competitions.event_night import desk_changes
from league.models import Competition, Match, RefereeCall
from league.rules.settings import result_kinds

_OPEN: Final = ("", result_kinds.OPEN)


@transaction.atomic
def call(table_id: int, *, player: Player | None, at: dt.datetime) -> RefereeCall:
    """Call the referee to a table of a competition; calling again changes nothing.

    Refusal `not_playing` when no match is played there.
    """
    locked = Competition.objects.select_for_update(of=("self",))
    competition = locked.filter(matches__table=table_id).first()
    if competition is None or not competition.matches.filter(table=table_id, kind__in=_OPEN).exists():
        raise Refusal("not_playing", _("No competition match is being played here now."))
    if open_call := RefereeCall.objects.filter(table=table_id, done_at=None).first():
        return open_call
    desk_changes.changed(competition.pk)
    return competition.calls.create(table_id=table_id, player=player, called_at=at)


def take(pk: int, competition_id: int, *, user_id: int, at: dt.datetime) -> None:
    """Mark a call as taken. Refusals: `call_over`, `call_taken` when another referee is on the way."""
    with transaction.atomic():
        open_call = _open(pk, competition_id)
        if open_call.taken_by_id not in (None, user_id):
            raise Refusal("call_taken", _("Someone else is already on the way to this table."))
        RefereeCall.objects.filter(pk=open_call.pk).update(
            taken_by=user_id, taken_at=open_call.taken_at or at
        )
        desk_changes.changed(competition_id)


def finish(pk: int, competition_id: int, *, at: dt.datetime) -> None:
    """Mark a call as done. Refusal `call_over`."""
    with transaction.atomic():
        _finish(_open(pk, competition_id), at)


@transaction.atomic
def take_back(table_id: int, *, at: dt.datetime) -> None:
    """Cancel the call of a table. Doing it again changes nothing."""
    if open_call := RefereeCall.objects.select_for_update().filter(table=table_id, done_at=None).first():
        _finish(open_call, at)


def call_at(table_id: int) -> Call | None:
    """Return the call of a table as its players see it; None where no match is played now.

    One query, and one more while a call is open.
    """
    is_called = Exists(RefereeCall.objects.filter(table=OuterRef("table"), done_at=None))
    open_matches = Match.objects.filter(table=table_id, kind__in=_OPEN)
    called = open_matches.annotate(is_called=is_called).values_list("is_called", flat=True).first()
    if called is None:
        return None
    open_call = open_calls([table_id]).get(table_id) if called else None
    return (
        Call(open_call.called_at, name_of(open_call.taken_by) if open_call.taken_by else "")
        if open_call
        else Call()
    )


def open_calls(tables: Iterable[int | None]) -> dict[int, RefereeCall]:
    """Return the open calls of some tables. One query, none without tables."""
    wanted = [table for table in tables if table]
    calls = RefereeCall.objects.filter(table__in=wanted, done_at=None).select_related("taken_by")
    return {call.table_id: call for call in calls} if wanted else {}


def _finish(referee_call: RefereeCall, at: dt.datetime) -> None:
    RefereeCall.objects.filter(pk=referee_call.pk).update(done_at=at)
    desk_changes.changed(referee_call.competition_id)


def _open(pk: int, competition_id: int) -> RefereeCall:
    calls = RefereeCall.objects.select_for_update()
    open_call = calls.filter(pk=pk, competition=competition_id, done_at=None).first()
    if open_call is None:
        raise Refusal("call_over", _("This call has already been dealt with."))
    return open_call
