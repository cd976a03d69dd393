"""Forms of accounts."""

from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import UserCreationForm


class SignUpForm(UserCreationForm):  # type: ignore[type-arg] # generic in the stubs only
    """An account: what to call you, a log-in name and a password."""

    first_name = forms.CharField(
        max_length=60, label="Your name", help_text="As it is shown at the table and in standings"
    )

    class Meta:
        model = get_user_model()
        fields = ("first_name", "username")
        labels = {"username": "Log-in name"}
        help_texts = {"username": ""}

    def clean_first_name(self) -> str:
        """Refuse a name of blanks."""
        return _name(self.cleaned_data["first_name"])


class GuestForm(forms.Form):
    """A name, and you sit."""

    name = forms.CharField(
        max_length=30,
        label="Your name",
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "autofocus": True}),
    )

    def clean_name(self) -> str:
        """Refuse a name of blanks."""
        return _name(self.cleaned_data["name"])


def _name(given: str) -> str:
    name = " ".join(given.split())
    if not name:
        raise forms.ValidationError("A name, please.")
    return name
