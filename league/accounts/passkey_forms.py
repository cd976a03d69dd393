"""Forms of passkeys: somebody makes one, or logs in with one."""

import re
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as library
from cryptography.exceptions import UnsupportedAlgorithm
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy, ngettext

from games.naming.typed_names import clean_name

MOST: Final = 20
"""So many passkeys of one account."""
_LONGEST: Final = 20_000
"""Characters of what a browser sends; what is genuine has about a thousand."""
_ENCODED: Final = re.compile(r"[\w=-]+", re.ASCII)
_UNREADABLE: Final = (
    *(ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RuntimeError),
    *(struct.error, UnsupportedAlgorithm),
)
"""What reading nonsense ends with: the library expects what browsers make."""


class CredentialField(forms.JSONField):
    """What a browser sends, before anybody has looked into it."""

    widget = forms.HiddenInput
    default_error_messages = {
        "required": gettext_lazy("Your browser has sent no passkey."),
        "invalid": gettext_lazy("Your browser has sent no passkey."),
    }

    def to_python(self, value: Any) -> Any:
        """Refuse what is far too long, and lists in lists in lists."""
        if isinstance(value, str) and len(value) > _LONGEST:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        try:
            return super().to_python(value)
        except RecursionError:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from None


class NewPasskeyForm(library.AddWebAuthnForm):
    """A new passkey, and what it is called."""

    name = forms.CharField(
        max_length=60,
        label=gettext_lazy("What you call it"),
        help_text=gettext_lazy("Such as the device it is on"),
    )
    credential = CredentialField()
    passwordless = forms.BooleanField(
        required=False, label=gettext_lazy("It logs me in alone, without name and password")
    )

    def clean_name(self) -> str:
        """Refuse a name of blanks."""
        return clean_name(self.cleaned_data["name"])

    def clean(self) -> dict[str, Any]:
        """Refuse what no browser makes, and more passkeys than anybody needs."""
        kept = Authenticator.objects.filter(user=self.user, type=Authenticator.Type.WEBAUTHN)
        if kept.count() >= MOST:
            said = ngettext(
                "You have {n} passkey: remove it first.", "You have {n} passkeys: remove one first.", MOST
            )
            raise ValidationError(said.format(n=MOST))
        with _reading():
            cleaned = dict(super().clean())
            if "credential" in cleaned:
                cleaned["credential"] = _to_keep(cleaned["credential"], alone=cleaned["passwordless"])
            return cleaned


class _Shown:
    """Reads the passkey that somebody shows."""

    def clean_credential(self) -> Authenticator:
        with _reading():
            return super().clean_credential()  # type: ignore[misc]  # of the library's forms


class PasskeyForm(_Shown, library.AuthenticateWebAuthnForm):
    """A passkey in the place of a code, after the password."""

    credential = CredentialField()


class PasskeyAgainForm(_Shown, library.ReauthenticateWebAuthnForm):
    """A passkey once more, before something that matters."""

    credential = CredentialField()


class PasskeyAloneForm(_Shown, library.LoginWebAuthnForm):
    """A passkey in the place of name and password."""

    credential = CredentialField()

    def clean_credential(self) -> Authenticator:
        """Refuse one that its owner has not made for this: phones remember every passkey with its owner."""
        shown = super().clean_credential()
        if not shown.wrap().is_passwordless:
            raise _does_not_fit()
        return shown


def _to_keep(sent: dict[str, Any], *, alone: bool) -> dict[str, Any]:
    """Return what is read again of a passkey, and whether it logs in alone; ValueError for no passkey.

    Nothing else that was sent is kept.
    """
    response = {name: sent["response"][name] for name in ("clientDataJSON", "attestationObject")}
    facts = {name: sent[name] for name in ("id", "rawId", "type")}
    if not all(_ENCODED.fullmatch(one) for one in (*response.values(), *facts.values())):
        raise ValueError("this is no passkey")
    return {**facts, "response": response, "clientExtensionResults": {"credProps": {"rk": alone}}}


@contextmanager
def _reading() -> Iterator[None]:
    try:
        yield
    except ValidationError as error:
        if error.code == "incorrect_code":  # the library speaks of codes everywhere
            raise _does_not_fit() from None
        raise
    except _UNREADABLE:
        raise _does_not_fit() from None


def _does_not_fit() -> ValidationError:
    return ValidationError(
        gettext("This passkey does not fit. Try again, or use something else."), code="does_not_fit"
    )
