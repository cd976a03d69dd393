"""The demand for a second factor, which a site or a club makes on owners and organizers."""

from typing import Any, Final, Protocol

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from games.rules.base.refusal import Refusal
from league.models import Club, Role

RUNNING: Final = (Role.OWNER, Role.ORGANIZER)
"""The roles that run a club."""
_FACTORS: Final = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
"""An app for codes or a passkey. Recovery codes alone replace nothing."""


class RolesOfUser(Protocol):
    """The roles of a user in a club, in a competition or at a table."""

    @property
    def user(self) -> Any:
        """The user."""

    @property
    def roles(self) -> frozenset[Role]:
        """Every role that the user has here."""

    @property
    def needs_second_factor(self) -> bool:
        """Whether the club needs a second factor of its owners and organizers."""


def require(place: RolesOfUser) -> None:
    """Refuse users who need a second factor for their role and have none: `second_factor_needed`."""
    if is_missing(place):
        sentence = _("Owners and organizers need a second factor here. Switch it on in your account first.")
        raise Refusal("second_factor_needed", str(sentence))


def is_missing(place: RolesOfUser) -> bool:
    """Whether a user needs a second factor for a role and has none. A query only where it is needed."""
    roles = _roles(is_needed=not place.user.is_superuser and place.needs_second_factor)
    if not roles or place.roles.isdisjoint(roles):
        return False
    return not is_on(place.user)


def is_on(user: Any) -> bool:
    """Whether a user has switched on a second factor. One query."""
    return bool(is_mfa_enabled(user, types=_FACTORS))


def roles_that_need_it(user: Any, club: Club) -> set[str]:
    """Return the roles for which a user needs a second factor in a club."""
    return _roles(is_needed=club.needs_second_factor and not user.is_superuser)


def _roles(*, is_needed: bool) -> set[str]:
    """Return the roles that need a second factor: on this site, and in a club that needs it."""
    return {*settings.SECOND_FACTOR_FOR, *(RUNNING if is_needed else ())}
