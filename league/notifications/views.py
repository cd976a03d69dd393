"""The viewer's notices, their settings, and the link in every e-mail that stops its kind."""

import datetime as dt
from typing import Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.access.players import viewer
from games.htmx import is_htmx
from games.models import Player
from league.models import Muted, Notice, PushSubscription, QuietHours
from league.notifications import notices
from league.notifications import quiet_hours as hours
from league.notifications.call_notices import caller_of, over_for
from league.notifications.email_addresses import addresses_of
from league.notifications.forms import QuietHoursForm
from league.notifications.kinds import KINDS
from league.notifications.turn_notices import who_wants
from league.notifications.unsubscribing import read_token

_PER_PAGE: Final = 30
_AT_ONCE: Final = 3
"""How many new notices a page shows at the same time."""
_DIGITS: Final = 14
"""A time in milliseconds has fewer digits for the next centuries."""
_MAIL, _PAGE, _PUSH = Muted.Channel.MAIL, Muted.Channel.PAGE, Muted.Channel.PUSH


@login_required
@never_cache
@require_GET
def notice_list(request: HttpRequest) -> HttpResponse:
    """Show the viewer's notices, the newest first."""
    own_notices = Notice.objects.filter(player=_me(request), is_shown=True)
    page = Paginator(own_notices, _PER_PAGE).get_page(request.GET.get("page"))
    wanted_by = who_wants(list(page))
    rows = [(notice, wanted_by.get(notice.pk, "")) for notice in page]
    facts = {"page": page, "rows": rows, "kinds": KINDS}
    return render(request, "league/notifications/notices.html", facts)


@never_cache
@require_GET
def notices_bell(request: HttpRequest) -> HttpResponse:
    """Answer an open page with the bell and what its reader was told after a version; 204 to strangers."""
    if request.user.pk is None:
        return HttpResponse(status=204)
    after = request.GET.get("after", "")
    since = int(after) if after.isdecimal() and len(after) < _DIGITS else 0
    news = Notice.objects.filter(
        player__user=request.user.pk, is_shown=True, read_at=None, at__gte=_time(since + 1)
    )
    newest = list(news.order_by("-at")[:_AT_ONCE])
    wanted_by = who_wants(newest)
    rows = [(notice, wanted_by.get(notice.pk, ""), caller_of(notice)) for notice in newest]
    over = over_for(request.user.pk, at=timezone.now())
    facts = {"news": rows[::-1], "over": over, "is_fragment": True}
    return render(request, "league/notifications/_bell.html", facts)


@login_required
@require_POST
def notice_open(request: HttpRequest, pk: int) -> HttpResponse:
    """Mark a notice as read, and redirect to its page."""
    player = _me(request)
    notice = get_object_or_404(Notice, pk=pk, player=player)
    notices.mark_read(player, at=timezone.now(), some=[pk])
    return HttpResponseRedirect(notice.link)


@login_required
@require_POST
def notices_read(request: HttpRequest) -> HttpResponse:
    """Mark all notices as read; an open page those that it lists or has told itself, and it gets the bell.

    `link` is the page of which an open page tells in its own words.
    """
    player, at = _me(request), timezone.now()
    if not is_htmx(request):
        notices.mark_read(player, at=at)
        return redirect("notices")
    listed = [int(pk) for pk in request.POST.getlist("shown")[:_PER_PAGE] if pk.isdecimal() and len(pk) < 19]
    if link := request.POST.get("link"):
        unread = Notice.objects.filter(player=player, read_at=None, link=link.replace("\0", ""))
        listed += unread.values_list("pk", flat=True)
    notices.mark_read(player, at=at, some=listed)
    return render(request, "league/notifications/_bell.html", {"is_fragment": True})


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def notice_settings(request: HttpRequest) -> HttpResponse:
    """Show every kind with its checkboxes, and save them."""
    player = _me(request)
    if request.method == "POST":
        ticked = request.POST.getlist("wanted")
        wanted = {(kind, way) for kind, _dot, way in (box.partition(".") for box in ticked)}
        shown = request.POST.getlist("channel") or [_PAGE, _MAIL]
        notices.choose(player, wanted, channels=shown)
        messages.success(request, _("Saved."))
        return redirect("notice_settings")
    return _settings_page(request, player)


@login_required
@require_POST
def quiet_hours(request: HttpRequest) -> HttpResponse:
    """Save the quiet hours of the viewer, or remove them."""
    player = _me(request)
    if request.POST.get("do") == "remove":
        hours.remove(player)
        messages.success(request, _("You have no quiet hours any more."))
        return redirect("notice_settings")
    form = QuietHoursForm.of(None, request.POST)
    if not form.is_valid():
        return _settings_page(request, player, form)
    hours.set_hours(player, **form.cleaned_data)
    messages.success(request, _("Saved."))
    return redirect("notice_settings")


@csrf_exempt  # a mail program sends it (RFC 8058); the signed address identifies account and kind
@never_cache
@require_http_methods(["GET", "POST"])
def notices_stop(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether a kind of e-mail should stop, and stop it; opening the page changes nothing."""
    player, kind = read_token(token)
    if request.method == "POST":
        notices.mute(player, kind, _MAIL, is_muted=request.POST.get("do") != "again")
    is_stopped = (kind, _MAIL) in notices.muted(player)
    return render(request, "league/notifications/stop.html", {"kind": KINDS[kind], "is_stopped": is_stopped})


def _settings_page(request: HttpRequest, player: Player, form: QuietHoursForm | None = None) -> HttpResponse:
    silenced = notices.muted(player)
    has_devices = bool(settings.PUSH_PRIVATE_KEY) and PushSubscription.objects.filter(player=player).exists()
    channels = [_PAGE, _MAIL, *([_PUSH] if has_devices else [])]
    own_hours = QuietHours.objects.filter(player=player).first()
    facts = {
        "rows": [
            (code, kind, [(channel, (code, channel) not in silenced) for channel in channels])
            for code, kind in KINDS.items()
        ],
        "address": addresses_of([player.pk]).get(player.pk, ""),
        "has_devices": has_devices,
        "hours": own_hours,
        "form": form or QuietHoursForm.of(own_hours),
    }
    status = 422 if form is not None else 200
    return render(request, "league/notifications/settings.html", facts, status=status)


def _time(milliseconds: int) -> dt.datetime:
    return dt.datetime.fromtimestamp(milliseconds / 1000, tz=dt.UTC)


def _me(request: HttpRequest) -> Player:
    player = viewer(request)
    assert player is not None
    return player
