"""How often programs may ask: by token, by user, by address for strangers, and less of what is costly."""

from typing import Any, Final

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest
from rest_framework.throttling import BaseThrottle

from league.http import forwarded, rate_limit

COSTLY: Final = 20
"""The factor by which costly requests are allowed less often."""
GUESSES: Final = 30
"""The most invalid tokens accepted from an address in a minute."""


class MinuteThrottle(BaseThrottle):
    """Counts the questions of a minute, of all web processes together."""

    scope = ""
    _wait = rate_limit.WINDOW

    @property
    def limit(self) -> int:
        """Return how many questions a minute are allowed."""
        return int(settings.API_PER_MINUTE)

    def allow_request(self, request: Any, view: Any) -> bool:
        """Whether this one is allowed, too. What this does not count is."""
        who = self.who(request, view)
        if who is None:
            return True
        counted = rate_limit.count(f"{self.scope}:{who}", self.limit)
        self._wait = counted.wait
        return counted.count <= self.limit

    def wait(self) -> int:
        """Return after how many seconds to ask again."""
        return self._wait

    def who(self, request: Any, view: Any) -> str | None:
        """Return whose questions are counted together; None for what is not to be counted here."""
        raise NotImplementedError


class TokenThrottle(MinuteThrottle):
    """Each token."""

    scope = "token"

    def who(self, request: Any, view: Any) -> str | None:
        """Return the token."""
        return str(request.auth.pk) if request.auth else None


class UserThrottle(MinuteThrottle):
    """All that somebody does, by however many tokens and browsers."""

    scope = "user"

    def who(self, request: Any, view: Any) -> str | None:
        """Return the user."""
        return str(request.user.pk) if request.user.is_authenticated else None


class AddressThrottle(MinuteThrottle):
    """Everybody whom we do not know, by where they come from; guests, too: it costs nothing to be another."""

    scope = "address"

    def who(self, request: Any, view: Any) -> str | None:
        """Return the address."""
        return None if is_known(request.user) else address(plain(request))


class CostlyThrottle(MinuteThrottle):
    """What takes long to work out, of everybody: for views that add this to their `throttle_classes`."""

    scope = "costly"

    @property
    def limit(self) -> int:
        """Return how many of them."""
        return int(settings.API_PER_MINUTE // COSTLY)

    def who(self, request: Any, view: Any) -> str | None:
        """Return the user or the address."""
        return f"user-{request.user.pk}" if is_known(request.user) else address(plain(request))


def is_costly(view: Any) -> bool:
    """Whether what a view answers takes long to work out."""
    return CostlyThrottle in view.throttle_classes


def guessed(request: HttpRequest) -> rate_limit.MinuteCount | None:
    """Count a token that is not good; return how long to wait if there were too many from there."""
    counted = rate_limit.count(f"guess:{address(request)}", GUESSES)
    return counted if counted.count > GUESSES else None


def address(request: HttpRequest) -> str:
    """Return where a request comes from, also through a proxy that is trusted."""
    return forwarded.network_of(get_adapter().get_client_ip(request))


def is_known(user: Any) -> bool:
    """Whether this is an account with a password: no stranger and no guest, of whom one can be many."""
    return bool(user.is_authenticated and user.has_usable_password())


def plain(request: Any) -> HttpRequest:
    django_request: HttpRequest = request._request  # noqa: SLF001 - so the framework names it
    return django_request
