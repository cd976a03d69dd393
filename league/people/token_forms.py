"""What a token is made with."""

from typing import Any

from django import forms

from league import tokens


class TokenForm(forms.Form):
    """What a token is for, what it is good for, and how long."""

    LASTING = [(7, "A week"), (30, "30 days"), (90, "90 days"), (365, "A year")]

    name = forms.CharField(max_length=60, label="What it is for", help_text="So that you know it again")
    scopes = forms.MultipleChoiceField(
        required=False, label="What the program may do beside reading", widget=forms.CheckboxSelectMultiple
    )
    days = forms.TypedChoiceField(label="It is good for", coerce=int, initial=90, choices=LASTING)

    def __init__(self, *args: Any, of_a_club: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = tokens.OF_A_CLUB if of_a_club else tuple(tokens.SCOPES)
        chosen: Any = self.fields["scopes"]
        chosen.choices = [(one, tokens.SCOPES[one]) for one in known if one != "read"]
