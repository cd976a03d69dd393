"""Render a table for its viewer: the whole page, or the fragment for htmx."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from games import chat, tables
from games.access import invitations, referees
from games.access.players import viewer
from games.chat import muting
from games.chat.page import ChatPage
from games.htmx import is_htmx
from games.integrity import proofs
from games.models import Seat, Table
from games.pages import newcomers
from games.pages.context import TablePage
from games.pages.shuffles import ShufflePage
from games.rules.base.refusal import Refusal
from games.tables import Look
from games.wording.http_status import refusal_status


def render_table(
    request: HttpRequest,
    look: Look,
    *,
    refusal: Refusal | None = None,
    asked: str = "",
    is_late: bool = False,
) -> HttpResponse:
    """Render the table for its viewer; a refusal is shown at the control of the `asked` move.

    `is_late` says that an earlier message on the page has to be removed.
    """
    referee = referees.referee(request, look.table)
    key = invitations.shown_key(request)
    page = TablePage(
        look,
        timezone.now(),
        refusal=refusal,
        asked=asked,
        referee=referee,
        key=key,
        player=viewer(request),
    )
    status = refusal_status(refusal) if refusal else 200
    if is_htmx(request):
        facts = {"page": page, "is_late": is_late or refusal is not None}
        response = render(request, "games/pages/table_answer.html", facts, status=status)
    else:
        learns = page.me is not None and newcomers.is_first_table(request, look.table)
        is_first_deal = learns and look.table.round_number <= 1
        facts = {
            "page": page,
            "is_newcomer": is_first_deal and not newcomers.has_seen_the_page(request),
            "learns": learns,
            "chat": chat_page(request, look.table, look.seats, referee),
            "shuffles": shuffle_page(request, look.table, look.seats),
        }
        response = render(request, "games/pages/table.html", facts, status=status)
        if page.is_open and learns:
            newcomers.remember_first_table(request, response, look.table.pk)
    return _private(response)


def chat_page(
    request: HttpRequest, table: Table, seats: Sequence[Seat], referee: str | None = None
) -> ChatPage:
    """Return the chat of a table as its viewer sees it; `referee` as in `referees.referee`, if known."""
    is_open, player = chat.is_open(table, timezone.now()), viewer(request)
    return ChatPage(
        table=table,
        talk=chat.read(table.pk),
        seats=seats,
        is_open=is_open,
        may_write=is_open and player is not None,
        may_hide=bool(referees.referee(request, table) if referee is None else referee),
        muted=muting.muted_by(player),
        me=player.pk if player else None,
    )


def shuffle_page(
    request: HttpRequest, table: Table, seats: Sequence[Seat], refusal: Refusal | None = None
) -> ShufflePage:
    """Return the shuffles of a table as its viewer sees them. One query."""
    player = viewer(request)
    seat = tables.seat_of(seats, player.pk if player else None)
    with tables.reading_log(table, seat):
        deals = proofs.deals(table.pk, len(seats))
    return ShufflePage(table, seats, deals, seat, refusal)


def render_chat(
    request: HttpRequest, table: Table, *, refusal: Refusal | None = None, is_answer: bool = False
) -> HttpResponse:
    """Render the chat; in the answer to a message with the refusal if there is one."""
    facts = {
        "chat": chat_page(request, table, list(table.seats.all())),
        "refusal": refusal,
        "is_answer": is_answer,
    }
    status = refusal_status(refusal) if refusal else 200
    return _private(render(request, "games/chat/chat_answer.html", facts, status=status))


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-store"
    patch_vary_headers(response, ["HX-Request"])
    return response
