"""The desk for programs: what comes next, all tables of the room, and calls for the referee."""

from typing import Any

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from games.access.players import name_of
from league.api.base.actions import OfCompetition
from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint, Seen
from league.api.base.lists import found_or_404
from league.api.base.versions import version_of
from league.api.serializers import desk as shapes
from league.api.tables.seat_now import at, of_room, timer
from league.competitions import background_draws
from league.competitions.event_night import calls
from league.competitions.event_night.overview import Overview, TableStatus
from league.competitions.read_models import desk
from league.models import Competition, RefereeCall
from league.permissions.rules import require, standing


class Desk(Endpoint):
    """What organizers see of their competition: what comes next, and who is in."""

    @answers(shapes.DeskSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with the desk, to organizers."""
        found: Competition = found_or_404(Competition.objects.select_related("club"), pk=pk)
        require(self.asker, "competition.organize", found)
        return Response(_desk(desk.Desk(found)))


class Tables(Endpoint):
    """All tables that are being played: what each waits for, totals, calls for the referee."""

    @answers(shapes.TablesAtDesk, asked=shapes.TablesAsked)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with them, to who scores, referees or organizes."""
        found: Competition = found_or_404(Competition.objects.select_related("club"), pk=pk)
        here = standing(self.asker, "competition.score", found)
        if not here.may("competition.referee"):
            require(self.asker, "competition.score", found)
        page = Overview(found, self.asked().get("show", ""), timezone.now())
        tables = [_table(found, line) for line in page.lines]
        return Response({"version": found.version, "timer": timer(found), "tables": tables})


class TakeCall(OfCompetition):
    """Somebody is on the way to a table that has called the referee."""

    permission = "competition.referee"
    form = Seen
    shape = shapes.CallAtDesk

    def version_now(self, found: Competition) -> int:
        """Return the version of the call, which nobody else answers until this is done."""
        rows = RefereeCall.objects.select_for_update()
        return _version(found_or_404(rows, competition=found, pk=self.where["number"]))

    def do(self, found: Competition, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form
        """Say that one is on the way; saying it again changes nothing."""
        user = self.request.user.pk
        calls.take(self.where["number"], found.pk, user_id=user, at=timezone.now())

    def tell(self, found: Competition, _done: Any) -> Any:
        """Return the call."""
        rows = RefereeCall.objects.select_related("player", "taken_by")
        return _call(found_or_404(rows, competition=found, pk=self.where["number"]))


class FinishCall(TakeCall):
    """A call for the referee is taken care of."""

    def do(self, found: Competition, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form
        """Say that it is taken care of."""
        calls.finish(self.where["number"], found.pk, at=timezone.now())


def _desk(page: desk.Desk) -> dict[str, Any]:
    plain = ("step", "limit", "is_full", "code", "reason", "open_matches", "is_at_tables")
    ways = ("was_checked_in", "may_check_in", "may_leave", "takes_late", "lines_stage")
    listed = ("present", "here", "missing", "waiting")
    making = background_draws.request_of(page.competition.pk)
    tie = page.tie if page.step == "tied" else None
    return {
        "version": page.competition.version,
        **{name: getattr(page, name) for name in (*plain, *ways)},
        **{name: [one.number for one in getattr(page, name)] for name in listed},
        "parties": [{"entrant": number, "party": party} for number, party in page.state.parties().items()],
        "gone": [{"entrant": one.number, "kind": one.gone} for one, _words in page.gone],
        "tied": {"stage": tie[0], "match": tie[1] or None} if tie else None,
        "making": {"done": making.done, "total": making.total} if making else None,
        "earlier": [{"id": one.pk, "name": one.name} for one in page.earlier],
    }


def _table(found: Competition, line: TableStatus) -> dict[str, Any]:
    keeper = line.scorekeeper
    return {
        **of_room(line.at),
        "marks": line.marks,
        "timer": timer(found, line.at.match.extra_seconds),
        "call": _call(line.call) if line.call else None,
        "scorekeeper": {"player": keeper.pk, "name": keeper.name} if keeper else None,
        "may_end": line.may_end,
    }


def _version(one: RefereeCall) -> int:
    return version_of(one.pk, one.taken_by_id, one.done_at is not None)


def _call(one: RefereeCall) -> dict[str, Any]:
    return {
        "number": one.pk,
        "table": one.table_id,
        "caller": one.player.name if one.player else None,
        "called_at": at(one.called_at),
        "taker": name_of(one.taken_by) if one.taken_by else None,
        "taken_at": at(one.taken_at),
        "done_at": at(one.done_at),
        "version": _version(one),
    }
