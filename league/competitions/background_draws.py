"""Draws that take long: made apart from any lock or transaction, stored as one command.

A request is a row that says how far it is. Whoever works on one keeps saying so; a request of which nothing
has been heard for a while is taken up by the next sweep, so that a lost message or a killed worker costs
nothing but time. What is drawn from a competition that has moved on meanwhile is refused and drawn anew.
"""

import datetime as dt
import logging
import secrets
import time
from collections.abc import Callable
from typing import Final

from celery import current_app
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q
from django.utils.translation import gettext as _
from kombu.exceptions import KombuError

from games.rules.base.refusal import Refusal
from league import competitions
from league.competitions.stream import state_of
from league.models import Competition, DrawRequest, Match
from league.rules.competition.commands import GoOn, MakeDraft, Publish
from league.rules.competition.events import Draw
from league.rules.competition.state import State
from league.rules.decisions.consequences import can_draw, needs_worker
from league.rules.decisions.drafts import drawn_ahead, ready_to_draw
from league.rules.settings import result_kinds
from league.rules.stages.next_draw import LARGE, LARGE_AT_TABLES, is_large, large

__all__ = ["ask", "due", "is_slow", "make", "prescribe", "propose", "publish_next", "request_of", "send"]

logger = logging.getLogger(__name__)

BY: Final = "clock"
_SILENT: Final = dt.timedelta(seconds=30)
_TELL: Final = 0.5  # seconds between two words about how far it is
_ATTEMPTS: Final = 5
_MOVED_ON: Final = ("stale", "draft_stale")

Clock = Callable[[], dt.datetime]


def is_slow(state: State) -> bool:
    """Whether the next draw takes longer than somebody should wait for a page."""
    following = state.next_stage
    return is_large(state, state.stage) or (
        following is not None and len(state.active()) > min(LARGE, large(following.settings))
    )


def propose(competition_id: int, *, after: int | None, by: str, at: dt.datetime) -> None:
    """Propose the next draw: at once, or by a worker where that takes long. Refusals of `MakeDraft`."""
    state = competitions.look(competition_id)
    if is_slow(state) and can_draw(state):
        ask(competition_id, by=by, at=at)
    else:
        competitions.act(competition_id, MakeDraft(), after=after, by=by, at=at)


def publish_next(competition_id: int, *, after: int | None, by: str, at: dt.datetime) -> None:
    """Make the next draw and publish it; where that takes long only propose it.

    Refusals of `MakeDraft` and `Publish`.
    """
    state = competitions.look(competition_id)
    if is_slow(state) and can_draw(state):
        ask(competition_id, by=by, at=at)
    else:
        competitions.act_all(competition_id, [MakeDraft(), Publish()], after=after, by=by, at=at)


def prescribe(
    competition_id: int,
    drawn: Callable[[State], Draw],
    *,
    after: int | None,
    by: str,
    at: dt.datetime,
) -> None:
    """Propose the draw that `drawn` makes of the state in which the next one is made.

    Nobody else changes the competition meanwhile. Refusals: `being_drawn`, `stale`, those of `drawn` and of
    `MakeDraft`. Competition.DoesNotExist.
    """
    with transaction.atomic():
        version = (
            Competition.objects.select_for_update().values_list("version", flat=True).get(pk=competition_id)
        )
        if after not in (None, version):
            raise competitions.ConflictError(version=version)
        if request_of(competition_id) is not None:
            raise Refusal("being_drawn", _("Pairings are being made. Please wait."))
        draw = drawn(ready_to_draw(state_of(competition_id)))
        competitions.act(competition_id, MakeDraft(draw), after=version, by=by, at=at)


def ask(competition_id: int, *, by: str, at: dt.datetime) -> DrawRequest:
    """Ask for a draft; asking again while one is being made changes nothing."""
    facts = {"by": by, "asked_at": at}
    request, _is_new = DrawRequest.objects.get_or_create(competition_id=competition_id, defaults=facts)
    transaction.on_commit(lambda: send(competition_id))
    return request


def send(competition_id: int) -> None:
    """Tell a worker that a draw is to be made. Without a broker the sweep finds it."""
    try:
        current_app.send_task("league.tasks.draw", args=[competition_id], retry=False)
    except (KombuError, OSError) as error:
        logger.warning("No broker for the draw of competition %s: %s", competition_id, error)


def request_of(competition_id: int) -> DrawRequest | None:
    """Return the draw that is being made, if there is one. One query."""
    return DrawRequest.objects.filter(competition_id=competition_id).first()


def due(at: dt.datetime) -> list[int]:
    """Return the competitions for which a long draw has to be made, and nobody is at it. Three queries."""
    running = Competition.objects.filter(status=Competition.Status.RUNNING, is_paused=False)
    is_open = Match.objects.filter(competition=OuterRef("pk"), is_bye=False, kind__in=["", result_kinds.OPEN])
    large = running.annotate(size=Count("entrants", filter=Q(entrants__withdrawn=False))).filter(
        size__gt=min(LARGE, LARGE_AT_TABLES)
    )
    unasked = large.filter(~Exists(is_open), draw_request=None).values_list("pk", flat=True)
    for pk in unasked:
        if needs_worker(state_of(pk)):
            facts = {"by": BY, "asked_at": at, "is_draft": False}
            DrawRequest.objects.get_or_create(competition_id=pk, defaults=facts)
    silent = Q(worked_at=None) | Q(worked_at__lt=at - _SILENT)
    return list(
        DrawRequest.objects.filter(silent).order_by("asked_at").values_list("competition_id", flat=True)
    )


def make(competition_id: int, *, now: Clock) -> bool:
    """Make the draw that was asked for and store it; return whether it was stored.

    Only one works on a request at a time. A refusal (nothing to draw any more) drops the request.
    """
    at = now()
    draw_requests = DrawRequest.objects.filter(competition_id=competition_id)
    free = draw_requests.filter(
        Q(worked_at=None) | Q(worked_at__lt=at - _SILENT) | Q(worked_at__gt=at + _SILENT)
    )
    if not free.update(worked_at=at, done=0, total=0):
        return False
    request = draw_requests.get()
    try:
        return any(_attempt(request, now) for _attempt_number in range(_ATTEMPTS))
    except Refusal:
        return False
    finally:
        draw_requests.delete()


def _attempt(request: DrawRequest, now: Clock) -> bool:
    """Draw from a snapshot and store it; False when the competition has moved on meanwhile."""
    pk = request.competition_id
    version = Competition.objects.values_list("version", flat=True).get(pk=pk)
    seed = secrets.token_hex(8)
    draw = drawn_ahead(state_of(pk), seed, _Teller(request, now).tell)
    if draw is None:
        return True  # everything is drawn already
    command = MakeDraft(draw) if request.is_draft else GoOn(draw)
    try:
        competitions.act(pk, command, after=version, by=request.by, at=now())
    except Refusal as refusal:
        if refusal.code not in _MOVED_ON:
            raise
        return False
    return True


class _Teller:
    """Writes how far a draw is, not oftener than anybody looks."""

    def __init__(self, request: DrawRequest, now: Clock) -> None:
        self._request, self._now, self._told = request, now, 0.0

    def tell(self, done: int, total: int) -> None:
        """Take notice of what is done, and of how much."""
        at = time.monotonic()
        if at - self._told >= _TELL:
            self._told = at
            rows = DrawRequest.objects.filter(pk=self._request.pk)
            rows.update(done=done, total=total, worked_at=self._now())
