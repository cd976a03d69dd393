"""The pages of puzzles: today’s and all kinds, the next to solve, and one puzzle with its solution."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from games.access.players import viewer
from games.htmx import is_htmx
from games.idempotency import request_keys
from games.models import Player, Puzzle
from games.puzzles import attempts, overview, queries
from games.puzzles.page import KIND_NAMES, PuzzlePage
from games.rules.base.refusal import Refusal

LONGEST_MOVE: Final = 20


@require_GET
def puzzles(request: HttpRequest) -> HttpResponse:
    """Show today’s puzzle, the kinds, and for players their rating and answers."""
    return render(request, "games/puzzles/puzzles.html", {"page": overview.Overview(viewer(request))})


@require_GET
def puzzle_next(request: HttpRequest) -> HttpResponse:
    """Lead to the next puzzle, of a `kind` if one is asked for, after the one with a number."""
    kind, after = request.GET.get("kind", ""), request.GET.get("after", "")
    if kind and kind not in KIND_NAMES:
        raise Http404(_("There is no such kind of puzzles."))
    number = int(after[:9]) if after.isdecimal() else 0
    following = queries.next_for(viewer(request), kind=kind, after=number)
    if following is not None:
        return redirect(following)
    return render(request, "games/puzzles/none_left.html", {"kind": kind and _(KIND_NAMES[kind])})


@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a puzzle, or answer it with `move`.

    A player's first answer counts, and the page shows it from then on. A visitor's is only shown.
    """
    posed, player = queries.find(pk), viewer(request)
    if posed is None:
        raise Http404(_("There is no such puzzle."))
    move = request.POST.get("move", "")[:LONGEST_MOVE] if request.method == "POST" else ""
    if request.method == "POST":
        attempts.worth_of(posed, move)
        if player is not None:
            _answer(request, posed, player, move)
            posed.refresh_from_db()
            if not is_htmx(request):
                return redirect(posed)
    attempt = queries.attempt_of(player, posed)
    page = PuzzlePage(posed, attempt.move if attempt else move, attempt)
    name = "games/puzzles/_puzzle.html" if is_htmx(request) else "games/puzzles/puzzle.html"
    response = render(request, name, {"page": page, "is_known": player is not None})
    patch_vary_headers(response, ["HX-Request"])
    response["Cache-Control"] = "private, no-store"
    return response


def _answer(request: HttpRequest, posed: Puzzle, player: Player, move: str) -> None:
    at = timezone.now()
    try:
        request_keys.once(request, lambda: attempts.answer(posed.pk, move, player=player, at=at))
    except Refusal as refusal:
        if refusal.code != "already_tried":
            raise
