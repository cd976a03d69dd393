"""The page where the scorekeeper or the referee corrects an earlier deal of a table with real cards."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import scoresheets
from games.access.referees import referee
from games.access.scorekeepers import require_scorekeeper, scorekeeper
from games.idempotency import request_keys
from games.localization.numbers import ordinal
from games.models import Table
from games.rules.base.refusal import Refusal
from games.rules.scoresheet.decide import CorrectDeal
from games.scoresheets import Deal, ScoreSheet, deal_text, reopening
from games.scoresheets.forms import LONGEST_REASON, NOBODY, DealForm
from games.scoresheets.queries import seat_names
from games.wording.http_status import refusal_status


@dataclass(frozen=True)
class SeatRow:
    """A seat that was dealt in: its points left, and how often its hand became empty."""

    index: int
    name: str
    left: str
    emptied: str


@require_http_methods(["GET", "POST"])
def score_correct(request: HttpRequest, pk: int, deal: int) -> HttpResponse:
    """Show a recorded deal and correct it; the totals of this deal and later ones are computed again."""
    table = get_object_or_404(Table, pk=pk, is_physical=True)
    by = scorekeeper(request, table) or referee(request, table) or require_scorekeeper(request, table)
    refusal = None
    if request.method == "POST":
        try:
            request_keys.once(request, lambda: _corrected(request, table, deal, by))
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, _("Deal {deal} saved.").format(deal=deal))
            return redirect("score", pk)
    look = scoresheets.look(pk)
    recorded = look.deal(deal)
    if recorded is None:
        raise Http404(_("This deal has not been recorded."))
    facts = _facts(look, recorded, request.POST.dict() if refusal else _form_data(recorded))
    status = refusal_status(refusal) if refusal else 200
    facts |= {"refusal": refusal}
    response = render(request, "games/scoresheets/score_correct.html", facts, status=status)
    response["Cache-Control"] = "private, no-store"
    return response


def _corrected(request: HttpRequest, table: Table, deal: int, by: str) -> int:
    sent = request.POST.copy()
    sent["deal"] = str(deal)
    reason = sent.get("reason", "")[:LONGEST_REASON]
    command, seen = CorrectDeal(DealForm(table.seat_count, sent).command(), reason), sent.get("after", "")
    return reopening.act(table.pk, command, by=by, at=timezone.now(), after=seen).version


def _form_data(deal: Deal) -> dict[str, str]:
    """Return a deal as the fields of its form."""
    fields = {f"left-{seat}": str(points) for seat, points in enumerate(deal.left) if points >= 0}
    fields |= {f"emptied-{seat}": str(times) for seat, times in enumerate(deal.emptied)}
    fields |= {f"then-{place}": str(seat) for place, seat in enumerate(deal.out[1:])}
    fields["is_blocked"] = "1" if deal.is_blocked and deal.out else ""
    return fields | {"out": str(deal.out[0]) if deal.out else NOBODY}


def _facts(look: ScoreSheet, deal: Deal, fields: dict[str, str]) -> dict[str, Any]:
    names, options = seat_names(look), look.options
    out = {fields.get("out"), *(fields.get(f"then-{place}") for place in range(len(names)))}
    rows = [
        SeatRow(
            seat,
            names[seat],
            "" if str(seat) in out else fields.get(f"left-{seat}", ""),
            fields.get(f"emptied-{seat}", "0"),
        )
        for seat in deal.playing
    ]
    later = range(len(rows) - 2 if options.going_out == "to_last" else 0)
    return {
        "table": look.table,
        "deal": deal,
        "words": deal_text.describe(deal, names),
        "rows": rows,
        "out": fields.get("out", ""),
        "then": [(place, ordinal(place + 2), fields.get(f"then-{place}", "")) for place in later],
        "is_blocked": fields.get("is_blocked"),
        "goes_to_last": options.going_out == "to_last",
        "counts_emptied": options.scoring == "per_out",
        "after": look.version,
        "is_final": look.closing is not None,
        "reason": fields.get("reason", ""),
        "has_later": deal.number < look.next_deal - 1,
    }
