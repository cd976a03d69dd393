"""The checkpoints for everybody who wants to keep them: a list, and the text of each."""

import datetime as dt

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from games.models import Checkpoint

_ON_A_PAGE = 31


@require_GET
def checkpoints(request: HttpRequest) -> HttpResponse:
    """Show the checkpoints, the newest first."""
    newest = Checkpoint.objects.order_by("-day").defer("text")
    page = Paginator(newest, _ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "games/integrity/checkpoints.html", {"page": page})


@require_GET
def checkpoint(_request: HttpRequest, day: str) -> HttpResponse:
    """Answer with the text of a checkpoint, byte for byte what its hash is of."""
    try:
        found = dt.date.fromisoformat(day)
    except ValueError:
        raise Http404 from None
    made = get_object_or_404(Checkpoint, day=found)
    return HttpResponse(made.text, content_type="text/plain; charset=us-ascii")
