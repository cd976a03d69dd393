"""The draft of a draw, for organizers only: made, looked at, changed, published or dropped."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from games.idempotency import request_keys
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status
from league import competitions
from league.competitions import background_draws
from league.competitions.desk.answers import back_to
from league.competitions.page_request import desk_asked
from league.competitions.read_models.draft import DraftPage, seat_of
from league.http.expected_version import seen
from league.models import Competition
from league.permissions.policy import require
from league.rules.competition.commands import AnyCommand, DiscardDraft, Publish, SwapInDraft

_MEANWHILE: Final = gettext_lazy("Someone else changed this in the meantime. This is the current version.")


@require_GET
def draft(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the draft to organizers; `pick` is the seat that was tapped first."""
    competition = _competition(request, pk)
    return _shown(request, competition, picked=request.GET.get("pick", ""))


@require_POST
def draft_make(request: HttpRequest, pk: int) -> HttpResponse:
    """Propose the next draw, or another one in the place of the draft, from a new lot; a long one apart."""
    return _done(request, pk, partial(background_draws.propose, pk))


@require_POST
def draft_swap(request: HttpRequest, pk: int) -> HttpResponse:
    """Let those in two seats change places; doing it again takes it back."""
    first, other = seat_of(request.POST.get("one", "")), seat_of(request.POST.get("other", ""))
    return _acted(request, pk, SwapInDraft(first, other))


@require_POST
def draft_discard(request: HttpRequest, pk: int) -> HttpResponse:
    """Drop the draft."""
    return _acted(request, pk, DiscardDraft())


@require_POST
def draft_publish(request: HttpRequest, pk: int) -> HttpResponse:
    """Publish the draft as it is: everybody sees it, and its tables are opened."""
    return _acted(request, pk, Publish(), message=_("The pairings are published."))


def _competition(request: HttpRequest, pk: int) -> Competition:
    competition = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
    require(request, "competition.organize", competition)
    return competition


def _acted(request: HttpRequest, pk: int, command: AnyCommand, *, message: str = "") -> HttpResponse:
    return _done(request, pk, partial(competitions.act, pk, command), message=message)


def _done(request: HttpRequest, pk: int, do: Callable[..., object], *, message: str = "") -> HttpResponse:
    """Carry out what an organizer sent; a refusal is said above the draft as it stands now."""
    competition = _competition(request, pk)

    def act() -> None:
        by = require(request, "competition.organize", competition)
        do(after=seen(request), by=by, at=timezone.now())

    try:
        request_keys.once(request, act)
    except Refusal as refusal:
        competition.refresh_from_db()
        return _shown(request, competition, refusal=refusal)
    if not message:
        desk = desk_asked(request)
        return redirect(reverse("draft", args=[pk]) + (f"?desk={desk}" if desk else ""))
    messages.success(request, message)
    return redirect(back_to(request, competition))


def _shown(
    request: HttpRequest, competition: Competition, *, picked: str = "", refusal: Refusal | None = None
) -> HttpResponse:
    making = background_draws.request_of(competition.pk)
    facts: dict[str, Any] = {"page": DraftPage(competition, picked), "making": making}
    if refusal is not None:
        is_late = refusal.code in ("stale", "no_draft")
        facts["refusal"] = _MEANWHILE if is_late else refusal.sentence
    status = refusal_status(refusal) if refusal else 200
    response = render(request, "league/desk/draft.html", facts, status=status)
    response["Cache-Control"] = "private, no-store"
    patch_vary_headers(response, ["HX-Request"])
    return response
