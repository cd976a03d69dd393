"""The browsers in which a user is logged in: what each is, its network, when it was last seen."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Any, Final

from allauth.account.adapter import get_adapter
from allauth.core.internal.httpkit import HTTP_USER_AGENT_MAX_LENGTH
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef
from django.db.models.signals import pre_save
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import PushSubscription

Respond = Callable[[HttpRequest], HttpResponseBase]

_SEEN: Final = "seen_at"
_UPDATE_EVERY: Final = dt.timedelta(minutes=5)
"""How often a session in use is updated at most."""
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
    """A browser in which a user is logged in."""

    pk: int
    device: str
    network: str
    last_seen_at: dt.datetime
    since: dt.datetime
    is_this: bool


def connect() -> None:
    """Connect the receivers of signals; calling it again changes nothing."""
    user_logged_in.connect(_update_at_log_in, dispatch_uid="people.log_in")
    user_logged_out.connect(_forget_device_at_log_out, dispatch_uid="people.log_out")
    pre_save.connect(_coarsen, sender=UserSession, dispatch_uid="people.coarse")


@lru_cache(1024)
def network(ip: str) -> str:
    """Return the first address of the network of an IP address: nothing else of it is stored or logged."""
    address = ip_address(ip)
    network = ip_network((address, 24 if address.version == 4 else 48), strict=False)
    return str(network.network_address)


def network_of(request: HttpRequest) -> str:
    """Return the network of the sender of a request, also through a trusted proxy."""
    return network(get_adapter().get_client_ip(request))


def last_seen_middleware(respond: Respond) -> Respond:
    """Update the session of the visitor every few minutes, if the page has read the session."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = respond(request)
        if request.session.accessed and "_auth_user_id" in request.session:
            _update(request, timezone.now())
        return response

    return middleware


def browsers(user: User, *, this: str | None) -> list[Browser]:
    """Return the browsers of a user, the last seen first; `this` is the key of the current session."""
    sessions = sorted(
        UserSession.objects.purge_and_list(user), key=lambda session: session.last_seen_at, reverse=True
    )
    return [
        Browser(
            session.pk,
            device(session.user_agent),
            _network(session.ip),
            session.last_seen_at,
            session.created_at,
            session.session_key == this,
        )
        for session in sessions
    ]


def end(user: User, *, pk: int | None = None, but: str | None = None) -> int:
    """End one session of a user, or all but the one with the key `but`; return how many."""
    sessions = UserSession.objects.filter(user=user).exclude(session_key=but)
    ended = list(sessions if pk is None else sessions.filter(pk=pk))
    for session in ended:
        session.end()
    return len(ended)


def current(request: HttpRequest) -> UserSession:
    """Return the browser of a request, which is stored if it was not yet."""
    own = UserSession.objects.filter(session_key=request.session.session_key, user=request.user.pk)
    if not own.exists():
        UserSession.objects.create_from_request(request)
    return own.get()


def change_key(request: HttpRequest) -> None:
    """Give a session another key and keep its data; the old key is good no more."""
    before = request.session.session_key
    request.session.cycle_key()
    UserSession.objects.filter(session_key=before).update(session_key=request.session.session_key)


def forget(*, at: dt.datetime) -> int:
    """Delete the expired sessions and their browsers; return how many."""
    Session.objects.filter(expire_date__lt=at).delete()
    alive = Session.objects.filter(session_key=OuterRef("session_key"))
    deleted, _models = UserSession.objects.filter(~Exists(alive)).delete()
    return int(deleted)


def device(user_agent: str) -> str:
    """Return a browser and its system in plain words."""
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in user_agent), "")
    if browser and system:
        return _("{browser} on {system}").format(browser=browser, system=system)
    return browser or system or _("Unknown device")


def _update_at_log_in(request: HttpRequest, **_facts: Any) -> None:
    _update(request, timezone.now())


def _forget_device_at_log_out(request: HttpRequest, **_facts: Any) -> None:
    """Send no more push notices to the browser. Its network is forgotten later: quotas may count it."""
    if request.session.session_key:
        PushSubscription.objects.filter(session__session_key=request.session.session_key).delete()


def _update(request: HttpRequest, at: dt.datetime) -> None:
    """Update the browser of a session unless that was done a moment ago."""
    updated = request.session.get(_SEEN)
    if updated and dt.datetime.fromisoformat(updated) > at - _UPDATE_EVERY:
        return
    request.session[_SEEN] = at.isoformat()
    if "REMOTE_ADDR" not in request.META:  # a log-in by a program
        return
    # The library needs six queries for what is one query here.
    facts = {
        "last_seen_at": at,
        "ip": network_of(request),
        "user_agent": request.META.get("HTTP_USER_AGENT", "")[:HTTP_USER_AGENT_MAX_LENGTH],
    }
    known = UserSession.objects.filter(session_key=request.session.session_key, user=request.user.pk)
    if not known.update(**facts):
        UserSession.objects.create_from_request(request)


def _coarsen(instance: UserSession, **_facts: Any) -> None:
    """Store the network instead of the address: enough to tell the club room from home."""
    instance.ip = network(str(instance.ip))


def _network(ip: str) -> str:
    """Return a stored network as pages show it."""
    address = ip_address(ip)
    if address.version == 4:
        return ip.rpartition(".")[0] + ".*"
    return ":".join(address.exploded.split(":")[:3]) + ":*"
