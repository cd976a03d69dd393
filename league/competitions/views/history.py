"""The history of a competition, for everybody."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from league.competitions.read_models.history import history_page
from league.models import Competition
from league.permissions.policy import may


@require_GET
def competition_history(request: HttpRequest, pk: int) -> HttpResponse:
    """Show every event of a competition in words; drafts and parties are for its organizers."""
    competition = get_object_or_404(Competition, pk=pk)
    is_for_organizers = may(request, "competition.organize", competition)
    asked = request.GET.get("page", "")
    number = int(asked) if asked.isdecimal() and asked.isascii() and len(asked) < 7 else 1
    try:
        history = history_page(competition, number, is_for_organizers=is_for_organizers)
    except Competition.DoesNotExist as error:  # a competition without a log never came to life
        raise Http404 from error
    facts = {"competition": competition, "history": history, "is_for_organizers": is_for_organizers}
    return render(request, "league/competitions/history.html", facts)
