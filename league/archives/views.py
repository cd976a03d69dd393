"""The page where a person asks for everything about them, and the file itself."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games.access.players import viewer
from games.htmx import is_htmx
from games.idempotency import request_keys
from games.models import Player
from league.archives import making
from league.models import Archive
from league.notifications.email_addresses import addresses_of


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def data(request: HttpRequest) -> HttpResponse:
    """Show whether an archive is being made or ready, and ask for one."""
    me = _me(request)
    if request.method == "POST":
        request_keys.once(request, lambda: making.ask(me, at=timezone.now()))
        return redirect("me_data")
    archive = Archive.objects.filter(player=me).first()
    template = "_archive.html" if is_htmx(request) else "archive.html"
    is_mailed = archive is not None and me.pk in addresses_of([me.pk])
    return render(request, f"league/archives/{template}", {"archive": archive, "is_mailed": is_mailed})


@login_required
@never_cache
@require_GET
def data_file(request: HttpRequest) -> HttpResponseBase:
    """Answer with the archive."""
    archive = Archive.objects.filter(player=_me(request), expires_at__gt=timezone.now()).first()
    if archive is None:
        raise Http404
    answer = StreamingHttpResponse(making.pieces_of(archive), content_type="application/zip")
    answer["Content-Length"] = archive.size
    answer["Content-Disposition"] = 'attachment; filename="wildleague-my-data.zip"'
    return answer


def _me(request: HttpRequest) -> Player:
    player = viewer(request)
    assert player is not None
    return player
