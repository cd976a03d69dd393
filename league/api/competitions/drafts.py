"""The draft of a draw for programs: read by organizers with all its warnings, and made."""

from typing import Any, Final

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.contract import answers
from league.api.base.lists import found_or_404
from league.api.competitions.commands import Command
from league.api.serializers import drafts as shapes
from league.competitions import background_draws
from league.competitions.read_models.draft import (
    CostLine,
    DraftPage,
    DraftRound,
    DraftSeat,
    DraftTable,
    seat_of,
)
from league.models import Competition
from league.permissions.rules import require


class Draft(Command):
    """The draft of the next draw, for organizers only."""

    @answers(shapes.DraftSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with the draft as the page shows it: seats, who met before, costs, what was changed."""
        found: Competition = found_or_404(Competition.objects.select_related("club"), pk=pk)
        require(self.asker, self.permission, found)
        return Response(_seen(DraftPage(found)))

    def do(self, found: Competition, given: dict[str, Any], by: str) -> None:
        """Propose the next draw."""
        background_draws.propose(found.pk, after=given["after"], by=by, at=timezone.now())

    def hold(self) -> None:
        """Let nobody else change the competition until this is done."""
        Competition.objects.select_for_update().filter(pk=self.kwargs["pk"]).first()


def _seen(page: DraftPage) -> dict[str, Any]:
    making = background_draws.request_of(page.competition.pk)
    return {
        "version": page.competition.version,
        "may_make": page.may_make,
        "making": {"done": making.done, "total": making.total} if making else None,
        "draft": _draft(page) if page.draft is not None else None,
    }


def _draft(page: DraftPage) -> dict[str, Any]:
    assert page.draft is not None
    swap = page.last_swap
    return {
        "is_stale": page.is_stale,
        "is_changed": page.is_changed,
        "may_swap": page.may_swap,
        "is_prescribed": page.is_prescribed,
        "warnings": page.warnings,
        "seed": page.draft.seed,
        "bound": page.bound,
        "distance": page.distance,
        "beyond": page.beyond,
        "costs": [_cost(one) for one in page.costs],
        "changes": page.changes,
        "undo": _swap(*swap) if swap else None,
        "rounds": [_round(one) for one in page.rounds],
    }


def _swap(one: str, other: str) -> dict[str, Any]:
    (match, seat), (other_match, other_seat) = seat_of(one), seat_of(other)
    return {"one": match, "one_seat": seat, "other": other_match, "other_seat": other_seat}


def _cost(one: CostLine) -> dict[str, Any]:
    now, before = float(one.now), float(one.before)
    return {"criterion": one.criterion, "name": one.name, "now": now, "proposed": before}


def _round(one: DraftRound) -> dict[str, Any]:
    tables, byes = ([_table(table) for table in tables] for tables in (one.tables, one.byes))
    return {"name": one.name, "tables": tables, "byes": byes}


def _table(one: DraftTable) -> dict[str, Any]:
    return {
        "match": one.key,
        "name": one.name,
        "seats": [_seat(seat) for seat in one.seats],
        "why": one.why,
    }


def _seat(one: DraftSeat) -> dict[str, Any]:
    return {
        "seat": seat_of(one.ref)[1],
        "entrant": one.entrant or None,
        "name": one.name,
        "seed": one.seed or None,
        "points": one.points,
        "team": one.team,
        "met_before": one.met,
        "same_club": one.mates,
        "not_to_meet": one.kin,
        "is_changed": one.is_changed,
    }


COMMANDS: Final[dict[str, Any]] = {"draft": Draft.as_view()}
"""The command by the end of its address; the others about drafts are in `organizing`."""
