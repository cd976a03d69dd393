"""Views of a table's shuffles: the page, the proofs for programs, and the words that a seat adds."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games import tables
from games.access.players import viewer
from games.forms import WordsForm
from games.htmx import is_htmx
from games.idempotency.request_keys import once
from games.integrity import proofs
from games.models import Table
from games.pages.response import shuffle_page
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status


@require_GET
def table_shuffles(request: HttpRequest, pk: int) -> HttpResponse:
    """Show every deal the server has committed to; for htmx the fragment."""
    return _shown(request, get_object_or_404(Table, pk=pk))


@require_GET
def table_proofs(request: HttpRequest, pk: int) -> HttpResponse:  # noqa: ARG001 - the signature of views
    """Answer with the card orders and proofs of the finished deals, in the form of a match record."""
    table = get_object_or_404(Table, pk=pk)
    response = JsonResponse(proofs.proofs_of(table))
    response["Cache-Control"] = "no-store"
    return response


@require_POST
def table_words(request: HttpRequest, pk: int) -> HttpResponse:
    """Add the words of the viewer's seat to the shuffles from the next deal on."""
    table = get_object_or_404(Table, pk=pk)
    try:
        once(request, lambda: _give(request, pk))
    except Refusal as refusal:
        if not is_htmx(request):
            raise
        return _shown(request, table, refusal)
    if is_htmx(request):
        return _shown(request, table)
    return redirect("table_shuffles", pk)


def _give(request: HttpRequest, pk: int) -> None:
    player = viewer(request)
    if player is None:
        raise Refusal("not_yours", _("Only players at this table can give words for the shuffle."))
    form = WordsForm(request.POST)
    words = form.cleaned_data["words"] if form.is_valid() else ""
    tables.give_words(pk, words=words, player=player, at=timezone.now())


def _shown(request: HttpRequest, table: Table, refusal: Refusal | None = None) -> HttpResponse:
    seats = list(table.seats.select_related("player"))
    page = shuffle_page(request, table, seats, refusal)
    template = "games/integrity/_shuffles.html" if is_htmx(request) else "games/integrity/shuffles.html"
    status = refusal_status(refusal) if refusal else 200
    response = render(request, template, {"shuffles": page}, status=status)
    response["Cache-Control"] = "private, no-store"
    patch_vary_headers(response, ["HX-Request"])
    return response
