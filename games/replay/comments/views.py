"""Views of comments on the steps of a match: write, take back, remove."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.access import referees
from games.access.players import viewer
from games.chat import muting
from games.htmx import is_htmx
from games.idempotency import request_keys
from games.models import Player, Seat, Table
from games.replay import comments, match_at_step
from games.replay.comments.page import CommentsPage
from games.replay.links import ReplayChoice
from games.replay.names_at_steps import NamesAtSteps
from games.replay.timeline import Timeline
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status


@require_POST
def replay_comments(request: HttpRequest, pk: int) -> HttpResponse:
    """Write a comment on the step in the field `step`; the answer shows all comments."""
    table = get_object_or_404(Table, pk=pk)
    typed = request.POST.get("step", "")
    step = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 9 else 0

    def say() -> int:
        return comments.say(
            pk, step, request.POST.get("text", ""), player=_player(request), at=timezone.now()
        )

    try:
        request_keys.once(request, say)
    except Refusal as refusal:
        if not is_htmx(request):
            raise
        draft, choice = request.POST.get("text", ""), ReplayChoice(pk, max(1, step))
        return _render(
            request, page_of(request, table, choice, list(table.seats.all()), refusal=refusal, draft=draft)
        )
    return _answer(request, table, step)


@require_POST
def replay_comment_remove(request: HttpRequest, pk: int, comment: int) -> HttpResponse:
    """Delete the viewer's own comment, or remove that of another player as the referee."""
    table = get_object_or_404(Table, pk=pk)
    row = get_object_or_404(table.comments, pk=comment)

    def remove() -> None:
        player = viewer(request)
        if player is not None and row.player_id == player.pk:
            comments.take_back(pk, comment, player=player)
        else:
            comments.remove(pk, comment, by=referees.require_referee(request, table), at=timezone.now())

    request_keys.once(request, remove)
    return _answer(request, table, row.step)


def page_of(
    request: HttpRequest,
    table: Table,
    choice: ReplayChoice,
    seats: Sequence[Seat],
    *,
    refusal: Refusal | None = None,
    draft: str = "",
) -> CommentsPage:
    """Return the comments on a match, without those of muted people. Three queries at most."""
    return CommentsPage(
        table=table,
        step=choice.step,
        choice=choice,
        comments=comments.read(table.pk),
        seats=seats,
        viewer=viewer(request),
        muted=muting.muted_by(viewer(request)),
        may_remove=bool(referees.referee(request, table)),
        refusal=refusal,
        draft=draft,
    )


def _player(request: HttpRequest) -> Player:
    player = viewer(request)
    if player is None:
        raise Refusal("not_logged_in", _("Log in to comment on this match."))
    return player


def _answer(request: HttpRequest, table: Table, step: int) -> HttpResponse:
    choice = ReplayChoice(table.pk, step)
    if is_htmx(request):
        seats = list(table.seats.select_related("player"))
        page, outline = page_of(request, table, choice, seats), match_at_step.outline(table.pk)
        names_at_steps = NamesAtSteps(table, seats, lambda: outline.steps)
        timeline = Timeline(outline, step, choice, names_at_steps, page.steps)
        return _render(request, page, timeline=timeline, page={"steps": len(outline.steps)})
    return redirect(f"{choice.address}#comments")


def _render(request: HttpRequest, comments: CommentsPage, **more: object) -> HttpResponse:
    """Render the comments, with the timeline if it is passed."""
    status = refusal_status(comments.refusal) if comments.refusal else 200
    facts = {"comments": comments, **more}
    response = render(request, "games/replay/comments/answer.html", facts, status=status)
    response["Cache-Control"] = "private, no-store"
    return response
