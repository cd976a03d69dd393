"""The page of a competition that an address asks for: its stage, the moment, and which rows."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone

from games.access.players import viewer
from games.htmx import is_htmx
from games.rules.base.refusal import Refusal
from league.competitions.read_models import as_of as as_of_address
from league.competitions.read_models.as_of import AsOf
from league.competitions.read_models.context import CompetitionPage
from league.competitions.read_models.row_filter import WHO, Look
from league.models import Competition


def asked_page(request: HttpRequest, pk: int, look: Look | None = None) -> CompetitionPage:
    """Return the page for the stage and the moment of the address; now, if there is no such moment."""
    stage = request.GET.get("stage", "")
    number = int(stage) if stage.isdecimal() and stage.isascii() and len(stage) < 4 else None
    as_of = _as_of(request, pk)
    try:
        return CompetitionPage(pk, as_of=as_of, stage=number, look=look or _look(request))
    except Competition.DoesNotExist as error:  # a competition without a log never came to life
        raise Http404 from error


def page_asked(request: HttpRequest) -> int:
    """Return the page of long standings or rounds that is wanted; 0, their beginning, for none."""
    return _number(request, "page")


def desk_asked(request: HttpRequest) -> int:
    """Return the number of the competition from whose desk the visitor came; 0 for none."""
    return _digits(request.POST.get("desk") or request.GET.get("desk", ""), 9)


def _number(request: HttpRequest, name: str, digits: int = 5) -> int:
    return _digits(request.GET.get(name, ""), digits)


def _digits(text: str, digits: int) -> int:
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= digits else 0


def _look(request: HttpRequest) -> Look:
    """Return which rows are wanted; mine are those of who looks, or whom a page that renews itself names."""
    find = request.GET.get("find", "").strip()[:60]
    if is_htmx(request):
        me = _number(request, "me", digits=9)
    else:
        player = viewer(request)
        me = player.pk if player else 0
    who = request.GET.get("who", "")
    return Look(find, who if who in WHO else "", _number(request, "group"), me=me, page=page_asked(request))


def _as_of(request: HttpRequest, pk: int) -> AsOf:
    """Return the moment of the address; now, with the refusal, if there is no such moment."""
    if not (request.GET.get("step") or request.GET.get("at")):
        return AsOf()
    competition = get_object_or_404(Competition.objects.only("pk", "step", "created_at"), pk=pk)
    try:
        return as_of_address.requested_moment(request.GET, competition, timezone.now())
    except Refusal as refusal:
        return AsOf(at=request.GET.get("at", "")[:40], refused=refusal.sentence)
