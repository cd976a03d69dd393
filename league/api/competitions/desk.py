"""The desk: the next step, all tables in play, and calls for the referee."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.access.players import name_of
from league.api.base.permissions import HasRole, IsCompetitionOrganizer, IsCompetitionReferee
from league.api.base.serializers import Seen
from league.api.base.versions import require_seen, version_of
from league.api.base.views import ResourceView, found_or_404
from league.api.competitions.command_view import CommandView, require_seen_version
from league.api.competitions.tables_in_play import at, table_facts, timer
from league.api.serializers import desk as shapes
from league.competitions import background_draws
from league.competitions.event_night import calls, table_codes
from league.competitions.event_night.overview import Overview, TableStatus
from league.competitions.read_models.desk import Desk
from league.models import Competition, RefereeCall
from league.permissions.policy import standing


class MaySeeTables(HasRole):
    """For scorekeepers, referees and organizers of the competition."""

    permission = "competition.score"

    def has_object_permission(self, request: Request, view: ResourceView, obj: Competition) -> bool:
        """Return True; Refusal `not_allowed`."""
        if standing(view.django_request, self.permission, obj).may("competition.referee"):
            return True
        return super().has_object_permission(request, view, obj)


class DeskView(ResourceView):
    """The desk of a competition: what comes next, and who takes part."""

    queryset = Competition.objects.select_related("club")
    permission_classes = (IsCompetitionOrganizer,)

    @extend_schema(responses=shapes.DeskSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Return the desk, to organizers."""
        return Response(_desk(Desk(self.get_object())))


class TablesView(ResourceView):
    """All running tables: what each waits for, totals, calls for the referee."""

    queryset = Competition.objects.select_related("club")
    permission_classes = (MaySeeTables,)
    query_serializer_class = shapes.TablesQuery

    @extend_schema(responses=shapes.TablesAtDesk)
    def get(self, _request: Request, pk: int) -> Response:
        """Return the tables, to scorekeepers, referees and organizers."""
        competition = self.get_object()
        overview = Overview(competition, self.validated_query().get("show", ""), timezone.now())
        tables = [_table(competition, line) for line in overview.lines]
        return Response({"version": competition.version, "timer": timer(competition), "tables": tables})


class VoidCodesView(CommandView):
    """Make the codes on all score sheets printed so far void, also for phones that keep the score with them.

    Sheets printed afterwards have new codes. Whether codes open the score pads at all is the setting
    `self_report`.
    """

    def carry_out(self, competition: Competition, body: dict[str, Any]) -> None:
        """Make them void. Refusal `stale`."""
        require_seen_version(competition.pk, body["after"])
        table_codes.make_void(competition)


class CallView(ResourceView):
    """A call for the referee; subclasses write `answer`."""

    permission_classes = (IsCompetitionReferee,)
    serializer_class = Seen

    def carry_out(self, pk: int, number: int) -> Response:
        """Answer the call once, if its version is the one that the referee saw; return the call."""
        competition = self.get_permitted(Competition.objects.select_related("club"), pk=pk)
        after = self.validated()["after"]

        def answer() -> None:
            # Nobody else answers the call until this is done.
            call = found_or_404(RefereeCall.objects.select_for_update(), competition=competition, pk=number)
            require_seen(after, _version(call))
            self.answer(call)

        self.once(answer)
        rows = RefereeCall.objects.select_related("player", "taken_by")
        return Response(_call(found_or_404(rows, competition=competition, pk=number)))

    def answer(self, call: RefereeCall) -> None:
        """Answer the call."""
        raise NotImplementedError


class TakeCallView(CallView):
    """Answer a call for the referee."""

    @extend_schema(responses=shapes.CallAtDesk)
    def post(self, _request: Request, pk: int, number: int) -> Response:
        """Say that you are on the way; repeating it changes nothing."""
        return self.carry_out(pk, number)

    def answer(self, call: RefereeCall) -> None:
        """Take the call."""
        user: Any = self.request.user
        calls.take(call.pk, call.competition_id, user_id=user.pk, at=timezone.now())


class FinishCallView(CallView):
    """Close a call for the referee."""

    @extend_schema(responses=shapes.CallAtDesk)
    def post(self, _request: Request, pk: int, number: int) -> Response:
        """Close the call."""
        return self.carry_out(pk, number)

    def answer(self, call: RefereeCall) -> None:
        """Close the call."""
        calls.finish(call.pk, call.competition_id, at=timezone.now())


def _desk(page: Desk) -> dict[str, Any]:
    plain = ("step", "limit", "is_full", "code", "reason", "open_matches", "is_at_tables")
    ways = ("was_checked_in", "may_check_in", "may_leave", "takes_late", "lines_stage")
    listed = ("present", "here", "missing", "waiting")
    making = background_draws.request_of(page.competition.pk)
    tie = page.tie if page.step in ("tied", "playing") else None
    return {
        "version": page.competition.version,
        **{name: getattr(page, name) for name in (*plain, *ways)},
        **{name: [entrant.number for entrant in getattr(page, name)] for name in listed},
        "parties": [{"entrant": number, "party": party} for number, party in page.state.parties().items()],
        "gone": [{"entrant": entrant.number, "kind": entrant.gone} for entrant, _words in page.gone],
        "tied": {"stage": tie[0], "match": tie[1] or None} if tie else None,
        "making": {"done": making.done, "total": making.total} if making else None,
        "earlier": [{"id": earlier.pk, "name": earlier.name} for earlier in page.earlier],
    }


def _table(competition: Competition, line: TableStatus) -> dict[str, Any]:
    keeper = line.scorekeeper
    return {
        **table_facts(line.at),
        "marks": line.marks,
        "timer": timer(competition, line.at.match.extra_seconds),
        "call": _call(line.call) if line.call else None,
        "scorekeeper": {"player": keeper.pk, "name": keeper.name} if keeper else None,
        "may_end": line.may_end,
    }


def _version(call: RefereeCall) -> int:
    return version_of(call.pk, call.taken_by_id, call.done_at is not None)


def _call(call: RefereeCall) -> dict[str, Any]:
    return {
        "number": call.pk,
        "table": call.table_id,
        "caller": call.player.name if call.player else None,
        "called_at": at(call.called_at),
        "taker": name_of(call.taken_by) if call.taken_by else None,
        "taken_at": at(call.taken_at),
        "done_at": at(call.done_at),
        "version": _version(call),
    }
