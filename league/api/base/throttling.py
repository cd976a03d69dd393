"""Throttles by token, by user and by address: `settings.API_PER_MINUTE`, less for costly requests."""

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
    """Counts the requests of a minute over all web processes."""

    scope = ""
    _wait = rate_limit.WINDOW

    @property
    def limit(self) -> int:
        """Return the number of requests allowed a minute."""
        return int(settings.API_PER_MINUTE)

    def allow_request(self, request: Any, view: Any) -> bool:
        """Whether the request is allowed; requests that are not counted are."""
        who = self.who(request, view)
        if who is None:
            return True
        counted = rate_limit.count(f"{self.scope}:{who}", self.limit)
        self._wait = counted.wait
        return counted.count <= self.limit

    def wait(self) -> int:
        """Return the seconds to wait."""
        return self._wait

    def who(self, request: Any, view: Any) -> str | None:
        """Return the key by which requests are counted together; None to count nothing."""
        raise NotImplementedError


class TokenThrottle(MinuteThrottle):
    """Each token."""

    scope = "token"

    def who(self, request: Any, view: Any) -> str | None:
        """Return the token."""
        return str(request.auth.pk) if request.auth else None


class UserThrottle(MinuteThrottle):
    """All requests of a user, with any number of tokens and browsers."""

    scope = "user"

    def who(self, request: Any, view: Any) -> str | None:
        """Return the user."""
        return str(request.user.pk) if request.user.is_authenticated else None


class AddressThrottle(MinuteThrottle):
    """Strangers by address; guests, too, because a new guest costs nothing."""

    scope = "address"

    def who(self, request: Any, view: Any) -> str | None:
        """Return the address."""
        return None if is_known(request.user) else address(plain(request))


class CostlyThrottle(MinuteThrottle):
    """Costly requests of everybody, for views that add this to their `throttle_classes`."""

    scope = "costly"

    @property
    def limit(self) -> int:
        """Return the number of costly requests allowed a minute."""
        return int(settings.API_PER_MINUTE // COSTLY)

    def who(self, request: Any, view: Any) -> str | None:
        """Return the user or the address."""
        return f"user-{request.user.pk}" if is_known(request.user) else address(plain(request))


def is_costly(view: Any) -> bool:
    """Whether the answer of a view is costly."""
    return CostlyThrottle in view.throttle_classes


def guessed(request: HttpRequest) -> rate_limit.MinuteCount | None:
    """Count an invalid token; return the seconds to wait after too many from this address."""
    counted = rate_limit.count(f"guess:{address(request)}", GUESSES)
    return counted if counted.count > GUESSES else None


def address(request: HttpRequest) -> str:
    """Return the address of the sender, also through a trusted proxy."""
    return forwarded.network_of(get_adapter().get_client_ip(request))


def is_known(user: Any) -> bool:
    """Whether this is an account with a password, not a stranger or guest."""
    return bool(user.is_authenticated and user.has_usable_password())


def plain(request: Any) -> HttpRequest:
    django_request: HttpRequest = request._request  # noqa: SLF001 - so the framework names it
    return django_request
