"""What the library for accounts asks of us: how mail is sent, what is noted of failed log-ins."""

import logging
from contextlib import AbstractContextManager, nullcontext
from smtplib import SMTPException
from typing import Any

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.internal.httpkit import get_client_ip
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.totp.internal.auth import generate_totp_secret
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.languages import in_language
from games.models import Player
from league.sealed import SealError, opened, seal

logger = logging.getLogger(__name__)

TOO_MANY = "too_many_login_attempts"
"""The code of the library for somebody who has tried too often."""
_SECOND_FACTORS = "second factors"


class AccountAdapter(DefaultAccountAdapter):
    """Our words and addresses for log-ins, passwords and e-mail addresses."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": gettext_lazy("There is no account with this name and this password."),
        "email_password_mismatch": gettext_lazy(
            "There is no account with this e-mail address and this password."
        ),
        "incorrect_password": gettext_lazy("This is not your password."),
        "enter_current_password": gettext_lazy("This is not your password so far."),
        "incorrect_code": gettext_lazy("This code does not fit. Is the clock of your phone right?"),
        "duplicate_email": gettext_lazy("This is your address already."),
        TOO_MANY: gettext_lazy(
            "Too many tries that did not fit. Wait five minutes, or set a new password by e-mail."
        ),
        "rate_limited": gettext_lazy("Too many tries in a short time. Wait some minutes."),
    }

    def is_ajax(self, request: HttpRequest) -> bool:  # noqa: ARG002 - the library's
        """There is one kind of answer: pages."""
        return False

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return where a request comes from; one address for all that come through a socket file."""
        try:
            found = get_client_ip(request)
        except ImproperlyConfigured:  # it came past one of our proxies
            found = request.META.get("REMOTE_ADDR")
        return found or "0.0.0.0"  # noqa: S104 - no address, not all of them

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a letter in the language of whoever gets it; when that fails the page says so.

        The log says so without the address.
        """
        try:
            with _read_by(context.get("user")):
                super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException) as error:
            logger.warning("A letter (%s) could not be sent: %s", template_prefix, type(error).__name__)
            messages.error(
                self.request, _("The e-mail could not be sent just now. Try again in some minutes.")
            )

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:  # noqa: ARG002
        """Return under what tries are counted: the account, by whatever name and of whatever host."""
        known = _user(credentials)
        if known is not None:
            return f"account:{known.pk}"
        return f"nobody:{credentials.get('email') or credentials.get('username', '')}".lower()

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse who has tried too often, and note it by the number of the account."""
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            logger.warning("Log-ins are throttled for %s", _account(credentials))
            raise

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:  # noqa: ARG002
        """Note that a password did not fit."""
        logger.info("A log-in failed for %s", _account(credentials))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:  # noqa: ARG002
        """Return where to go with a new password."""
        return reverse("me")

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:  # noqa: ARG002
        """Return where to go with a confirmed address."""
        return reverse("me") if self.request.user.is_authenticated else reverse("log_in")


class SecondFactorAdapter(DefaultMFAAdapter):
    """The second factor: its QR code as rectangles, which a strict policy allows on a page."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": gettext_lazy("This code does not fit. Is the clock of your phone right?"),
    }

    def encrypt(self, text: str) -> str:
        """Return a secret as the database keeps it: a stolen backup opens nothing without `SECRET_KEY`."""
        return seal(text, _SECOND_FACTORS)

    def decrypt(self, encrypted_text: str) -> str:
        """Return a kept secret; after a change of `SECRET_KEY` one that no code fits."""
        try:
            text: str = opened(encrypted_text, _SECOND_FACTORS)
        except SealError:
            logger.warning("A second factor cannot be read: was SECRET_KEY changed?")
            text = generate_totp_secret()
        return text

    def build_totp_svg(self, url: str) -> SafeString:
        """Return the QR code of a secret as an inline SVG."""
        drawn: str = segno.make(url, error="m").svg_inline(
            omitsize=True, border=3, dark="#000", light="#fff", svgclass="qr", lineclass=None
        )
        return mark_safe(drawn)  # noqa: S308 - rectangles only, nothing of the address is in it


def _read_by(user: object) -> AbstractContextManager[None]:
    """Let a letter be in the language of an account; of nobody's, in that of the page."""
    if not isinstance(user, User):
        return nullcontext()
    language = Player.objects.filter(user=user).values_list("language", flat=True).first()
    return in_language(language) if language else nullcontext()


def _user(credentials: dict[str, Any]) -> User | None:
    """Return whom a log-in is about; of several with an address, who has confirmed it."""
    known = User.objects.filter(username__iexact=credentials.get("username", "")).first()
    if known is None and (email := credentials.get("email")):
        found = User.objects.filter(emailaddress__email=email.lower())
        known = found.order_by("-emailaddress__verified", "pk").first()
    return known


def _account(credentials: dict[str, Any]) -> str:
    """Return the same without a name or an address."""
    known = _user(credentials)
    return f"account {known.pk}" if known else "an account that does not exist"
