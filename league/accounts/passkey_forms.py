"""The forms in which users make a passkey, or log in with it."""

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
"""The most passkeys of an account."""
_LONGEST: Final = 20_000
"""The longest text of a browser in characters; a genuine one has about a thousand."""
_ENCODED: Final = re.compile(r"[\w=-]+", re.ASCII)
_UNREADABLE: Final = (
    *(ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RuntimeError),
    *(struct.error, UnsupportedAlgorithm),
)
"""The errors that the library raises over forged data."""


class CredentialField(forms.JSONField):
    """The data of a browser, before it is checked."""

    widget = forms.HiddenInput
    default_error_messages = {
        "required": gettext_lazy("Your browser did not send a passkey."),
        "invalid": gettext_lazy("Your browser did not send a passkey."),
    }

    def to_python(self, value: Any) -> Any:
        """Refuse data that is too long or nested too deeply."""
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
        label=gettext_lazy("Passkey name"),
        help_text=gettext_lazy("For example, the device it is on"),
    )
    credential = CredentialField()
    passwordless = forms.BooleanField(
        required=False, label=gettext_lazy("Log in with it alone, without name and password")
    )

    def clean_name(self) -> str:
        """Refuse a name of blanks."""
        return clean_name(self.cleaned_data["name"])

    def clean(self) -> dict[str, Any]:
        """Refuse forged data, and more passkeys than an account may have."""
        passkeys = Authenticator.objects.filter(user=self.user, type=Authenticator.Type.WEBAUTHN)
        if passkeys.count() >= MOST:
            sentence = ngettext(
                "You have {n} passkey: remove it first.",
                "You have {n} passkeys: remove a passkey first.",
                MOST,
            )
            raise ValidationError(sentence.format(n=MOST))
        with _reading():
            cleaned = dict(super().clean())
            if "credential" in cleaned:
                cleaned["credential"] = _stored_parts(
                    cleaned["credential"], logs_in_alone=cleaned["passwordless"]
                )
            return cleaned


class _Shown:
    """Checks the passkey that the user shows."""

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
        """Refuse a passkey that its owner has not allowed to log in alone."""
        shown = super().clean_credential()
        if not shown.wrap().is_passwordless:
            raise _does_not_fit()
        return shown


def _stored_parts(sent: dict[str, Any], *, logs_in_alone: bool) -> dict[str, Any]:
    """Return the parts of a passkey that are stored, and whether it logs in alone; ValueError for none."""
    response = {name: sent["response"][name] for name in ("clientDataJSON", "attestationObject")}
    facts = {name: sent[name] for name in ("id", "rawId", "type")}
    if not all(_ENCODED.fullmatch(text) for text in (*response.values(), *facts.values())):
        raise ValueError("this is no passkey")
    return {**facts, "response": response, "clientExtensionResults": {"credProps": {"rk": logs_in_alone}}}


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
        gettext("This passkey was not accepted. Try again, or log in another way."), code="does_not_fit"
    )
