"""The page for the prize giving."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from league.awards.summary import ClosingPage
from league.models import Competition


@require_GET
def closing(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the closing of a competition; before its end, say that it is still to come."""
    try:
        page = ClosingPage(pk)
    except Competition.DoesNotExist as error:
        raise Http404("There is no such competition.") from error
    return render(request, "league/awards/closing.html", {"page": page})
