"""The open calls for the referee, told on other pages of a competition than that of its tables."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import cached_property

from games.access.players import name_of
from league.models import Competition, RefereeCall
from league.rules.settings import result_kinds
from league.rules.settings.translated_names import translated


class OpenCall(NamedTuple):
    """An open call: its table, the referee who is on the way, and the row of its match in the quick entry."""

    table: str
    taker: str
    match: int
    row: str


class OpenCalls:
    """The open calls of a competition; `before` is the stamp of those that a page knew."""

    def __init__(self, competition_id: int, before: str) -> None:
        self.competition_id, self.before = competition_id, before

    @cached_property
    def all(self) -> list[OpenCall]:
        """The calls of matches that are played, the oldest first. One query."""
        calls = RefereeCall.objects.filter(
            competition=self.competition_id, done_at=None, table__match__kind__in=["", result_kinds.OPEN]
        )
        return [_open_call(call) for call in calls.select_related("taken_by", "table__match")]

    @property
    def stamp(self) -> str:
        """A text that changes with the calls: the row and the referee of each."""
        return ",".join(f"{call.row}:{call.taker}" for call in self.all)

    @property
    def answered_rows(self) -> list[str]:
        """The rows that the page marked and from which no one calls any longer."""
        called = {call.row for call in self.all}
        known = [part.partition(":")[0] for part in self.before.split(",") if part]
        return [row for row in known if row not in called]


def answer(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Answer the open calls to a page that knows some; 204 if it knows all.

    With `?rows=` the rows of the quick entry are marked, too.
    """
    calls = OpenCalls(competition.pk, request.GET["calls"])
    if calls.stamp == calls.before:
        return HttpResponse(status=204)
    facts = {"calls": calls, "pk": competition.pk, "marks_rows": "rows" in request.GET}
    response = render(request, "league/event_night/_open_calls.html", facts)
    response["Cache-Control"] = "private, no-store"
    return response


def _open_call(call: RefereeCall) -> OpenCall:
    match = call.table.match
    number = match.table_number
    return OpenCall(
        table=translated(f"Table {number}") if number else call.table.title,
        taker=name_of(call.taken_by) if call.taken_by else "",
        match=match.pk,
        row=f"m{match.stage}-{match.key.replace('.', '-')}",
    )
