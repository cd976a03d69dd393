"""Views of the chat of a table: read, write and hide messages."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games import chat
from games.access.players import viewer
from games.access.referees import require_referee
from games.forms import MessageForm
from games.htmx import is_htmx
from games.idempotency import request_keys
from games.models import ChatMessage, Table
from games.pages.response import render_chat
from games.rules.base.refusal import Refusal


@require_http_methods(["GET", "POST"])
def table_chat(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the chat, with `?after=` 204 if there is nothing newer; a POST writes a message."""
    table = get_object_or_404(Table, pk=pk)
    if request.method == "POST":
        return _write(request, table)
    if request.GET.get("after") == str(chat.version(pk)):
        return HttpResponse(status=204)
    return render_chat(request, table)


@require_POST
def table_chat_hide(request: HttpRequest, pk: int, message: int) -> HttpResponse:
    """Hide a message, as the host or an organizer."""
    table = get_object_or_404(Table, pk=pk)
    by = require_referee(request, table)
    if not ChatMessage.objects.filter(pk=message, table_id=pk).exists():
        raise Http404

    def hide() -> None:
        chat.hide(message, by=by, at=timezone.now())

    request_keys.once(request, hide)
    return _answer(request, table)


def _write(request: HttpRequest, table: Table) -> HttpResponse:
    try:
        request_keys.once(request, lambda: _say(request, table.pk))
    except Refusal as refusal:
        if not is_htmx(request):
            raise
        return render_chat(request, table, refusal=refusal, is_answer=True)
    return _answer(request, table)


def _say(request: HttpRequest, pk: int) -> None:
    player = viewer(request)
    if player is None:
        raise Refusal("not_yours", _("Say who you are first: take a seat, or log in."))
    form = MessageForm(request.POST)
    if not form.is_valid():
        raise Refusal(
            "bad_message", _("Write one line of up to {longest} characters.").format(longest=chat.LONGEST)
        )
    chat.say(pk, form.message(), player=player, at=timezone.now())


def _answer(request: HttpRequest, table: Table) -> HttpResponse:
    if is_htmx(request):
        return render_chat(request, table, is_answer=True)
    return redirect(f"{reverse('table', args=[table.pk])}#chat")
