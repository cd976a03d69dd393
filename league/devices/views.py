"""The devices of a player, and the files of the app that can be installed."""

from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.access.players import viewer
from games.idempotency import request_keys
from games.models import Player
from league.accounts import sessions
from league.devices import app_files, push_keys, subscriptions

_LONGEST_KEY: Final = 100


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def my_devices(request: HttpRequest) -> HttpResponse:
    """Show the devices that get push notices, and add this one."""
    player = _me(request)
    if request.method == "POST":
        _add(request, player)
        if "replaces" not in request.POST:  # else the browser has renewed its subscription by itself
            messages.success(request, _("This device now shows your notices."))
        return redirect("my_devices")
    facts = {
        "devices": subscriptions.devices(player, this=request.session.session_key),
        "push_key": push_keys.public_key(),
    }
    return render(request, "league/devices/my_devices.html", facts)


@login_required
@require_POST
def my_device_remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Send a device no more notices."""
    player = _me(request)
    request_keys.once(request, lambda: subscriptions.remove(player, pk))
    messages.success(request, _("That device no longer shows your notices."))
    return redirect("my_devices")


@require_GET
def manifest(_request: HttpRequest) -> HttpResponse:
    """Send the manifest of the app."""
    return JsonResponse(app_files.manifest(), content_type="application/manifest+json")


@require_GET
def service_worker(request: HttpRequest) -> HttpResponse:
    """Send the service worker. Browsers fetch it often, and install a new version."""
    facts = {
        "version": app_files.version(),
        "files": [static(name) for name in app_files.FILES],
        "static_url": static(""),
    }
    response = render(request, "league/devices/service_worker.js", facts, content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


@require_GET
def offline(request: HttpRequest) -> HttpResponse:
    """Show what a browser shows of this site without a network."""
    return render(request, "league/devices/offline.html")


def _add(request: HttpRequest, player: Player) -> None:
    subscriptions.add(
        player,
        sessions.current(request),
        endpoint=request.POST.get("endpoint", ""),
        p256dh=request.POST.get("p256dh", "")[:_LONGEST_KEY],
        auth=request.POST.get("auth", "")[:_LONGEST_KEY],
        replaces=request.POST.get("replaces", ""),
        at=timezone.now(),
    )


def _me(request: HttpRequest) -> Player:
    player = viewer(request)
    assert player is not None
    return player
