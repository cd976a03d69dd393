"""The replay of a match, one step at a time; every step has its own address."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_GET

from games import records, replays, rule_page
from games.models import Table
from games.players import viewer
from games.result_page import Result, result_of
from games.rules.refusal import Refusal
from games.table_answer import shuffle_page
from games.words import sentence


@require_GET
def replay(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a match after `?step=`; the first step when none is named, the fragment for htmx."""
    get_object_or_404(Table.objects.only("pk"), pk=pk)
    wanted = request.GET.get("step", "")
    moment = replays.at(pk, int(wanted) if wanted.isdecimal() else 1, viewer(request))
    page = ReplayPage(moment)
    template = "games/_replay.html" if request.htmx else "games/replay.html"  # type: ignore[attr-defined] # HtmxMiddleware
    facts: dict[str, object] = {"page": page}
    if not request.htmx:  # type: ignore[attr-defined] # HtmxMiddleware
        facts["shuffles"] = shuffle_page(request, moment.table, moment.seats)
    response = render(request, template, facts)
    response["Cache-Control"] = "private, no-store"
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_GET
def replay_record(request: HttpRequest, pk: int) -> HttpResponse:  # noqa: ARG001 - one form for all views
    """Hand out the record of a match; Refusal `conflict` as long as it is being played."""
    table = get_object_or_404(Table, pk=pk)
    if not table.is_over:
        raise Refusal("conflict", "The record holds all hands: it is there once the match is over.")
    response = HttpResponse(records.export(pk), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="match-{pk}.json"'
    return response


@dataclass(frozen=True)
class SeatAtStep:
    """A seat as the replay shows it; `hand` is None as long as the viewer may not see it."""

    name: str
    hand: list[int] | None
    count: int
    total: int
    is_turn: bool
    is_dealer: bool
    eliminated: int


class ReplayPage:
    """A moment of a match for the template."""

    def __init__(self, moment: replays.Moment) -> None:
        self.table = moment.table
        self.sight = moment.sight
        self.played = rule_page.played_at(self.table)
        self.step = moment.step
        self.steps = moment.timeline.steps
        self.names = [seat.name or "Free seat" for seat in moment.seats]
        self.is_over = self.table.is_over
        is_given_up = self.table.status == Table.Status.CLOSED and self.sight is not None
        self.status = "Not played to the end" if is_given_up else self.table.get_status_display()
        self.is_first, self.is_last = self.step <= 1, self.step >= self.steps
        self.previous, self.next = max(1, self.step - 1), min(self.steps, self.step + 1)
        self._moment = moment

    @property
    def words(self) -> list[str]:
        """What happened in this step, in sentences."""
        events = self._moment.events or []
        return [line for event in events if (line := sentence(event, self.names))]

    @property
    def rounds(self) -> list[dict[str, object]]:
        """The deals with their first step, who won, and whether the step shown is in it."""
        return [
            {
                "number": one.number,
                "first_step": one.first_step,
                "winner": self.names[one.winner] if one.winner is not None and one.winner >= 0 else "",
                "is_shown": one.first_step <= self.step <= one.last_step,
            }
            for one in self._moment.timeline.rounds
        ]

    @property
    def seats(self) -> list[SeatAtStep]:
        """All seats from A on."""
        sight = self.sight
        if sight is None:
            return []
        hands = [hand if hand is None else sorted(hand) for hand in sight.hands]
        return [
            SeatAtStep(
                name=name,
                hand=hands[index],
                count=sight.counts[index],
                total=sight.totals[index],
                is_turn=index == sight.to_act,
                is_dealer=index == sight.dealer,
                eliminated=sight.eliminated[index],
            )
            for index, name in enumerate(self.names)
        ]

    @property
    def result(self) -> Result | None:
        """The points, at the step that ended a deal."""
        if self.sight is None:
            return None
        return result_of([self._moment.events or []], self.sight, self.names)
