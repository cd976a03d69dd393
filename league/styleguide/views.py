"""The style guide: type, spacing, colours, every component in every state; for developers."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from league.styleguide.page import StyleguidePage


@require_GET
def styleguide(request: HttpRequest) -> HttpResponse:
    """Show the style guide in development (DEBUG); 404 otherwise."""
    if not settings.DEBUG:
        raise Http404
    page = StyleguidePage(request.GET.get("part", ""))
    return render(request, "league/styleguide/styleguide.html", {"page": page})
