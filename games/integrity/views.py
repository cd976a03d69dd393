"""The public list of checkpoints, and the text of each."""

import datetime as dt

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from games.models import Checkpoint

_PAGE_SIZE = 31


@require_GET
def checkpoints(request: HttpRequest) -> HttpResponse:
    """Show the checkpoints, the newest first."""
    newest = Checkpoint.objects.order_by("-day").defer("text")
    page = Paginator(newest, _PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "games/integrity/checkpoints.html", {"page": page})


@require_GET
def checkpoint(_request: HttpRequest, day: str) -> HttpResponse:
    """Answer with the text of a checkpoint, exactly the bytes that were hashed."""
    try:
        date = dt.date.fromisoformat(day)
    except ValueError:
        raise Http404 from None
    published = get_object_or_404(Checkpoint, day=date)
    return HttpResponse(published.text, content_type="text/plain; charset=us-ascii")
