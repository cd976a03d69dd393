"""Where somebody is logged in: when each browser was last seen, roughly from where, and what it is."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Any, Final

from allauth.account.adapter import get_adapter
from allauth.core.internal.httpkit import HTTP_USER_AGENT_MAX_LENGTH
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef
from django.db.models.signals import pre_save
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _

Respond = Callable[[HttpRequest], HttpResponseBase]

_SEEN: Final = "seen_at"
_NOTED_EVERY: Final = dt.timedelta(minutes=5)
"""A page a second need not be a row written a second."""
_BROWSERS: Final = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip
_SYSTEMS: Final = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "Chromebook"),
    ("Windows", "Windows"), ("Mac OS X", "Mac"), ("Linux", "Linux"),
)  # fmt: skip


@dataclass(frozen=True)
class Browser:
    """A browser in which somebody is logged in."""

    pk: int
    device: str
    network: str
    last_seen_at: dt.datetime
    since: dt.datetime
    is_this: bool


def connect() -> None:
    """Note log-ins; calling it again changes nothing."""
    user_logged_in.connect(_note_log_in, dispatch_uid="people.log_in")
    pre_save.connect(_coarsen, sender=UserSession, dispatch_uid="people.coarse")


def network(ip: str) -> str:
    """Return the first address of the network that an address is in: all of it that is kept or logged."""
    address = ip_address(ip)
    found = ip_network((address, 24 if address.version == 4 else 48), strict=False)
    return str(found.network_address)


def last_seen_middleware(respond: Respond) -> Respond:
    """Note who is still there, every few minutes. What asks nothing of the session costs nothing."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = respond(request)
        if request.session.accessed and "_auth_user_id" in request.session:
            _note(request, timezone.now())
        return response

    return middleware


def browsers(user: User, *, this: str | None) -> list[Browser]:
    """Return where a user is logged in, the last seen first; `this` is the key of one's own session."""
    found = sorted(UserSession.objects.purge_and_list(user), key=lambda one: one.last_seen_at, reverse=True)
    return [
        Browser(
            one.pk,
            device(one.user_agent),
            _network(one.ip),
            one.last_seen_at,
            one.created_at,
            one.session_key == this,
        )
        for one in found
    ]


def end(user: User, *, pk: int | None = None, but: str | None = None) -> int:
    """End one session of a user, or all but the one with the key `but`; return how many."""
    found = UserSession.objects.filter(user=user).exclude(session_key=but)
    ended = list(found if pk is None else found.filter(pk=pk))
    for one in ended:
        one.end()
    return len(ended)


def change_key(request: HttpRequest) -> None:
    """Give a session another key with all that it holds; whoever knows the old one is logged out."""
    before = request.session.session_key
    request.session.cycle_key()
    UserSession.objects.filter(session_key=before).update(session_key=request.session.session_key)


def forget(*, at: dt.datetime) -> int:
    """Delete the sessions that have run out, and what was noted of them; return how many."""
    Session.objects.filter(expire_date__lt=at).delete()
    alive = Session.objects.filter(session_key=OuterRef("session_key"))
    gone, _models = UserSession.objects.filter(~Exists(alive)).delete()
    return int(gone)


def device(user_agent: str) -> str:
    """Return what a browser calls itself as people would say it."""
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in user_agent), "")
    if browser and system:
        return _("{browser} on {system}").format(browser=browser, system=system)
    return browser or system or _("Something unknown")


def _note_log_in(request: HttpRequest, **_facts: Any) -> None:
    _note(request, timezone.now())


def _note(request: HttpRequest, at: dt.datetime) -> None:
    """Note a session unless it was noted just now."""
    noted = request.session.get(_SEEN)
    if noted and dt.datetime.fromisoformat(noted) > at - _NOTED_EVERY:
        return
    request.session[_SEEN] = at.isoformat()
    if "REMOTE_ADDR" not in request.META:  # somebody logged in by a program
        return
    # The library would ask six times for what is one question on every later page.
    facts = {
        "last_seen_at": at,
        "ip": network(get_adapter().get_client_ip(request)),
        "user_agent": request.META.get("HTTP_USER_AGENT", "")[:HTTP_USER_AGENT_MAX_LENGTH],
    }
    known = UserSession.objects.filter(session_key=request.session.session_key, user=request.user.pk)
    if not known.update(**facts):
        UserSession.objects.create_from_request(request)


def _coarsen(instance: UserSession, **_facts: Any) -> None:
    """Keep the network, not the address: enough to tell the hall from home."""
    instance.ip = network(str(instance.ip))


def _network(ip: str) -> str:
    """Return a kept address as people read it."""
    address = ip_address(ip)
    if address.version == 4:
        return ip.rpartition(".")[0] + ".…"
    return ":".join(address.exploded.split(":")[:3]) + ":…"
