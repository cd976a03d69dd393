"""Adapters of django-allauth: sentences, addresses, e-mails, the log of failed log-ins, second factors."""

import logging
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.core.internal.httpkit import get_client_ip
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.totp.internal.auth import generate_totp_secret
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy

from games.models import Player
from games.wording.languages import in_language
from league.http.encryption import SealError, opened, seal
from league.notifications import account_emails

logger = logging.getLogger(__name__)

TOO_MANY = "too_many_login_attempts"
"""The code of the library for somebody who has tried too often."""
_SECOND_FACTORS = "second factors"
_FORGOTTEN, _NO_ACCOUNT = "account/email/password_reset_key", "account/email/unknown_account"


class AccountAdapter(DefaultAccountAdapter):
    """Our words and addresses for log-ins, passwords and e-mail addresses."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": gettext_lazy("No account has this log-in name and password."),
        "email_password_mismatch": gettext_lazy("No account has this e-mail address and password."),
        "incorrect_password": gettext_lazy("This is not your password."),
        "enter_current_password": gettext_lazy("This is not your current password."),
        "incorrect_code": gettext_lazy("This code is wrong. Is the clock on your phone right?"),
        "duplicate_email": gettext_lazy("This is already your address."),
        TOO_MANY: gettext_lazy(
            "Too many wrong attempts. Wait five minutes, or set a new password by e-mail."
        ),
        "rate_limited": gettext_lazy("Too many attempts in a short time. Wait a few minutes."),
    }

    def is_ajax(self, request: HttpRequest) -> bool:  # noqa: ARG002 - the library's
        """Return False: all answers are pages."""
        return False

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address of the client; the same address for all requests through a socket file."""
        try:
            address = get_client_ip(request)
        except ImproperlyConfigured:  # it came past one of our proxies
            address = request.META.get("REMOTE_ADDR")
        return address or "0.0.0.0"  # noqa: S104 - no address, not all of them

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write a letter in the language of its receiver; a worker sends it.

        For an address without an account a letter is written and not sent, so that both take equally long.
        """
        if template_prefix == _NO_ACCOUNT:
            template_prefix, email, context = _FORGOTTEN, "", {**context, **_without_account()}
        values = {"request": self.request, "email": email, **context}
        with _in_language_of(context.get("user")):
            letter = self.render_mail(template_prefix, email, values)
        letter.to = [email] if email else []
        account_emails.write(letter, at=timezone.now())

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:  # noqa: ARG002
        """Return the cache key under which tries are counted: by account, for all its names and all hosts."""
        user = _user(credentials)
        if user is not None:
            return f"account:{user.pk}"
        return f"nobody:{credentials.get('email') or credentials.get('username', '')}".lower()

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse a log-in after too many tries, and log it with the number of the account."""
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            logger.warning("Log-ins are throttled for %s", _account(credentials))
            raise

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:  # noqa: ARG002
        """Log that a password did not fit."""
        logger.info("A log-in failed for %s", _account(credentials))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:  # noqa: ARG002
        """Return the page after a change of the password."""
        return reverse("me")

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:  # noqa: ARG002
        """Return the page after an address was confirmed."""
        return reverse("me") if self.request.user.is_authenticated else reverse("log_in")


class SecondFactorAdapter(DefaultMFAAdapter):
    """The second factor: its QR code as rectangles, which a strict policy allows on a page."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": gettext_lazy("This code is wrong. Is the clock on your phone right?"),
    }

    def generate_authenticator_name(self, user: AbstractBaseUser, type: str) -> str:  # noqa: A002, ARG002 - the library's
        """Return an empty name: the user names each passkey."""
        return ""

    def encrypt(self, text: str) -> str:
        """Return a secret encrypted for the database: a stolen backup is useless without `SECRET_KEY`."""
        return seal(text, _SECOND_FACTORS)

    def decrypt(self, encrypted_text: str) -> str:
        """Return a decrypted secret; after a change of `SECRET_KEY` a new one, which no code fits."""
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


def _without_account() -> dict[str, Any]:
    """Return the values of a letter about a forgotten password, with as much work as for an account."""
    key = default_token_generator.make_token(User(pk=0, username="nobody"))
    path = reverse("account_reset_password_from_key", args=["0", key])
    return {"user": None, "username": "nobody", "password_reset_url": settings.SITE_URL + path}


def _in_language_of(user: object) -> AbstractContextManager[None]:
    """Switch to the language of an account, or stay with that of the page without an account."""
    number = user.pk if isinstance(user, User) else 0  # queried without an account, too: that takes as long
    language = Player.objects.filter(user=number).values_list("language", flat=True).first()
    return in_language(language) if language else nullcontext()


def _user(credentials: dict[str, Any]) -> User | None:
    """Return the user of a log-in; of several users with an address, the one who has confirmed it."""
    user = User.objects.filter(username__iexact=credentials.get("username", "")).first()
    if user is None and (email := credentials.get("email")):
        users = User.objects.filter(emailaddress__email=email.lower())
        user = users.order_by("-emailaddress__verified", "pk").first()
    return user


def _account(credentials: dict[str, Any]) -> str:
    """Return the account of a log-in for the log, without a name or an address."""
    user = _user(credentials)
    return f"account {user.pk}" if user else "an account that does not exist"
