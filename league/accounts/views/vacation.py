"""The vacation of the visitor: the turns of long matches wait."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access.players import viewer
from games.idempotency import request_keys
from games.tables import vacations

_DIGITS = 3


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def vacation(request: HttpRequest) -> HttpResponse:
    """Show the vacation of the visitor, begin one, and end it."""
    player, at = viewer(request), timezone.now()
    assert player is not None
    if request.method == "POST":
        if request.POST.get("do") == "end":
            request_keys.once(request, lambda: vacations.end(player, at=at))
            messages.success(request, _("Welcome back. Your turns no longer wait."))
        else:
            days = _number(request.POST.get("days", ""))
            request_keys.once(request, lambda: vacations.begin(player, days=days, at=at).isoformat())
            messages.success(request, _("Have a good time. Your turns wait until you are back."))
        return redirect("vacation")
    left = vacations.days_left(player, at=at)
    facts = {
        "current": vacations.current(player, at=at),
        "left": left,
        "choices": range(1, min(left, vacations.LONGEST) + 1),
        "longest": vacations.LONGEST,
        "in_a_year": settings.VACATION_DAYS,
    }
    return render(request, "league/accounts/vacation.html", facts)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) <= _DIGITS else 0
