"""The form of a new token."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from league.accounts import tokens


class TokenForm(forms.Form):
    """The name of a token, its scopes, and how long it is valid."""

    LASTING = [
        (7, gettext_lazy("A week")),
        (30, gettext_lazy("30 days")),
        (90, gettext_lazy("90 days")),
        (365, gettext_lazy("A year")),
    ]

    name = forms.CharField(
        max_length=60,
        label=gettext_lazy("Purpose"),
        help_text=gettext_lazy("So that you recognize it later"),
    )
    scopes = forms.MultipleChoiceField(
        required=False,
        label=gettext_lazy("Permissions besides reading"),
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(label=gettext_lazy("Valid for"), coerce=int, initial=90, choices=LASTING)

    def __init__(self, *args: Any, of_a_club: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        scopes = tokens.OF_A_CLUB if of_a_club else tuple(tokens.SCOPES)
        field: Any = self.fields["scopes"]
        field.choices = [(scope, tokens.SCOPES[scope]) for scope in scopes if scope != "read"]
