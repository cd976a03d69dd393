"""How often programs may ask: by token, by user, by address for strangers, and less of what is costly."""

from typing import Any, Final

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import caches
from rest_framework.throttling import SimpleRateThrottle

COSTLY: Final = 20
"""How many times less what takes long may be asked."""


class _Throttle(SimpleRateThrottle):  # type: ignore[misc] # the framework has no types
    cache = caches["throttles"]
    scope = ""
    share = 1

    def get_rate(self) -> str:
        """Return how much is allowed."""
        return f"{settings.API_PER_MINUTE // self.share}/min"

    def get_cache_key(self, request: Any, view: Any) -> str | None:
        """Return whose requests are counted together; None for what this does not count."""
        who = self.who(request, view)
        return f"{self.scope}:{who}" if who is not None else None

    def who(self, request: Any, view: Any) -> str | None:
        """Return who asks, if it is to be counted here."""
        raise NotImplementedError


class ByToken(_Throttle):
    """Each token."""

    scope = "token"

    def who(self, request: Any, view: Any) -> str | None:  # noqa: ARG002 - one form for all
        """Return the token."""
        return str(request.auth.pk) if request.auth else None


class ByUser(_Throttle):
    """All that somebody does, by however many tokens and browsers."""

    scope = "user"

    def who(self, request: Any, view: Any) -> str | None:  # noqa: ARG002 - one form for all
        """Return the user."""
        return str(request.user.pk) if request.user.is_authenticated else None


class ByAddress(_Throttle):
    """Everybody whom we do not know, by where they come from."""

    scope = "address"

    def who(self, request: Any, view: Any) -> str | None:  # noqa: ARG002 - one form for all
        """Return the address."""
        return None if request.user.is_authenticated else address(request)


class OfCostly(_Throttle):
    """What takes long to work out, of everybody."""

    scope = "costly"
    share = COSTLY

    def who(self, request: Any, view: Any) -> str | None:
        """Return user or address where the view says that it is costly."""
        if not getattr(view, "is_costly", False):
            return None
        return f"user-{request.user.pk}" if request.user.is_authenticated else address(request)


class OfGuesses(_Throttle):
    """Tokens that are not good, of everybody, counted for all web processes together."""

    cache = caches["default"]
    scope = "guess"

    def get_rate(self) -> str:
        """Return how many of them may be shown."""
        return "30/min"

    def who(self, request: Any, view: Any) -> str | None:  # noqa: ARG002 - one form for all
        """Return the address."""
        return str(get_adapter().get_client_ip(request))


def address(request: Any) -> str:
    """Return where a request comes from, also through a proxy that is trusted."""
    return str(get_adapter().get_client_ip(request._request))  # noqa: SLF001 - so the framework names it
