"""Forms of log-ins and accounts: those of the library, with our labels and without its placeholders."""

from typing import Any, Final

from allauth.account import forms as library
from allauth.mfa.base import forms as second_factor
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import UserCreationForm
from django.core.validators import MaxLengthValidator
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.naming.typed_names import clean_name
from league.accounts import tokens

_PASSWORD = gettext_lazy("At least eight characters, and not a common password.")
_LONGEST: Final = 1000
"""Characters of a password or a code."""
_CODE = gettext_lazy("Six digits from the app, or one of your recovery codes.")
_RECOVERY_CODE = gettext_lazy("One of your recovery codes, if you do not have your passkey with you.")


def focus_first_error(form: forms.BaseForm) -> None:
    """Let the cursor wait in the first field that has to be corrected."""
    wrong = [field for name, field in form.fields.items() if name in form.errors]
    if wrong:
        for field in form.fields.values():
            field.widget.attrs.pop("autofocus", None)
        wrong[0].widget.attrs["autofocus"] = True


class SignUpForm(UserCreationForm):  # type: ignore[type-arg] # generic in the stubs only
    """An account: what to call you, a log-in name, an e-mail address if you like, and a password."""

    first_name = forms.CharField(
        max_length=60,
        label=gettext_lazy("Your name"),
        help_text=gettext_lazy("Shown at the table and in standings."),
        widget=forms.TextInput(attrs={"autocomplete": "name", "autofocus": True}),
    )
    email = forms.EmailField(
        required=False,
        max_length=254,  # as many as the library keeps
        label=gettext_lazy("E-mail (optional)"),
        help_text=gettext_lazy(
            "Without it, no one can help you if you forget your password. No one else can see it."
        ),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ("first_name", "username", "email", "password1", "password2")

    class Meta:
        model = get_user_model()
        fields = ("first_name", "username")
        labels = {"username": gettext_lazy("Log-in name")}
        help_texts = {"username": ""}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(self, password1=(_("Password"), _PASSWORD), password2=(_("Repeat password"), ""))
        del self.fields["username"].widget.attrs["autofocus"]

    def clean_first_name(self) -> str:
        """Refuse a name of blanks."""
        return clean_name(self.cleaned_data["first_name"])

    def clean_username(self) -> str:
        """Refuse what could be somebody's e-mail address, and names that differ by capitals only."""
        if "@" in self.cleaned_data.get("username", ""):
            raise forms.ValidationError(
                _("A log-in name cannot contain @. Enter your e-mail address in its own field.")
            )
        return str(super().clean_username())

    def clean_email(self) -> str:
        """Return the address in small letters, as it is kept."""
        return str(self.cleaned_data["email"]).lower()


class GuestForm(forms.Form):
    """A name, and you sit."""

    name = forms.CharField(
        max_length=30,
        label=gettext_lazy("Your name"),
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "autofocus": True}),
    )

    def clean_name(self) -> str:
        """Refuse a name of blanks."""
        return clean_name(self.cleaned_data["name"])


class NameForm(forms.Form):
    """Another name."""

    name = forms.CharField(
        max_length=60,
        label=gettext_lazy("Your name"),
        help_text=gettext_lazy("Shown at the table and in standings, including past standings."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )

    def clean_name(self) -> str:
        """Refuse a name of blanks."""
        return clean_name(self.cleaned_data["name"])


class LogInForm(library.LoginForm):
    """A log-in name or an e-mail address, and the password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(self, login=(_("Log-in name or e-mail"), ""), password=(_("Password"), ""))
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class PasswordAgainForm(library.ReauthenticateForm):
    """The password once more, before something that matters."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(self, password=(_("Your password"), ""))


class ChangePasswordForm(library.ChangePasswordForm):
    """The password so far and a new one, twice; also an end to the tokens of programs."""

    end_tokens = forms.BooleanField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_about_tokens(self)
        _label(self, oldpassword=(_("Current password"), ""), password1=(_("New password"), _PASSWORD))
        _label(self, password2=(_("Repeat new password"), ""))


class ForgottenForm(library.ResetPasswordForm):
    """The address to send a link to."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(self, email=(_("Your e-mail address"), ""))


class NewPasswordForm(library.ResetPasswordKeyForm):
    """A new password after the link, twice; also an end to the tokens of programs."""

    end_tokens = forms.BooleanField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_about_tokens(self)
        _label(self, password1=(_("New password"), _PASSWORD), password2=(_("Repeat password"), ""))


class EmailForm(library.AddEmailForm):
    """A first or another e-mail address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(self, email=(_("New e-mail address"), ""))


class _Code(second_factor.BaseAuthenticateForm):
    """The code of an app, or a recovery code."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        apps = Authenticator.objects.filter(user=self.user, type=Authenticator.Type.TOTP)
        self._has_app = self.user is not None and apps.exists()
        _label(self, code=(_("Code"), _CODE if self._has_app else _RECOVERY_CODE))

    def clean_code(self) -> str:
        """Return the code; the error names recovery codes to users without an app."""
        try:
            code: str = super().clean_code()
        except forms.ValidationError as error:
            if self._has_app or error.code != "incorrect_code":
                raise
            sentence = _("This is not one of your recovery codes, or it has already been used.")
            raise forms.ValidationError(sentence, code="incorrect_code") from None
        return code


class CodeForm(_Code, second_factor.AuthenticateForm):
    """The code of the second factor, after the password."""


class CodeAgainForm(_Code, second_factor.ReauthenticateForm):
    """The code of the second factor once more, before something that matters."""


class FirstCodeForm(ActivateTOTPForm):
    """The first code, which shows that the app has understood."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label(self, code=(_("Code"), _("The six digits the app shows now.")))
        self.fields["code"].widget.attrs["inputmode"] = "numeric"


def _ask_about_tokens(form: Any) -> None:
    """Offer to revoke the tokens of the user, if there are any."""
    count = tokens.valid_tokens(form.user, timezone.now()).count() if form.user else 0
    if not count:
        del form.fields["end_tokens"]
        return
    label = ngettext("Also revoke my token", "Also revoke my {n} tokens", count)
    form.fields["end_tokens"].label = label.format(n=count)


def _label(form: forms.BaseForm, **words: tuple[str, Any]) -> None:
    """Give fields their label, help text and longest length, and remove their placeholder."""
    for name, (label, help_text) in words.items():
        field = form.fields[name]
        field.label, field.help_text = label, help_text
        field.widget.attrs.pop("placeholder", None)
        if isinstance(field, forms.CharField) and field.max_length is None:
            field.max_length = _LONGEST
            field.validators.append(MaxLengthValidator(_LONGEST))
