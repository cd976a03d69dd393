"""Forms of accounts and of organizers."""

from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import UserCreationForm

from games.models import Player
from league.models import Club, Competition, Entrant


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


class EntriesForm(forms.Form):
    """Who plays: members of the club not entered yet, and somebody new."""

    # Compared with the members as text: a number from outside never reaches the database.
    players = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, required=False)
    new_name = forms.CharField(max_length=60, required=False, label="Somebody new")

    def __init__(self, competition: Competition, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entered = competition.entrants.values("player")
        club: Club = competition.club
        members = club.members.exclude(pk__in=entered).order_by("name")
        self._members: dict[str, Player] = {str(member.pk): member for member in members}
        choices = [(key, member.name) for key, member in self._members.items()]
        self.fields["players"].choices = choices  # type: ignore[attr-defined] # a ChoiceField

    def clean_players(self) -> list[Player]:
        """Return the ticked members."""
        return [self._members[key] for key in self.cleaned_data["players"]]

    def clean(self) -> dict[str, Any]:
        """Refuse to enter nobody."""
        given = super().clean() or {}
        given["new_name"] = given.get("new_name", "").strip()
        if not given.get("players") and not given["new_name"]:
            raise forms.ValidationError("Tick somebody, or write a name.")
        return given


class SeedForm(forms.Form):
    """A number for every entrant, 1 for the first seed."""

    def __init__(self, entrants: list[Entrant], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._entrants = entrants
        for place, entrant in enumerate(entrants, start=1):
            self.fields[f"seed_{entrant.number}"] = forms.IntegerField(
                min_value=1, max_value=len(entrants), initial=entrant.seed or place
            )

    def clean(self) -> dict[str, Any]:
        """Refuse a number given twice."""
        given = super().clean() or {}
        seeds = [given[name] for name in self.fields if name in given]
        if len(set(seeds)) != len(self._entrants):
            raise forms.ValidationError(f"Give every number from 1 to {len(self._entrants)} once.")
        return given

    def order(self) -> list[int]:
        """Return the entry numbers, the first seed first; only after `is_valid()`."""
        numbers = [entrant.number for entrant in self._entrants]
        return sorted(numbers, key=lambda number: self.cleaned_data[f"seed_{number}"])


def _name(given: str) -> str:
    name = " ".join(given.split())
    if not name:
        raise forms.ValidationError("A name, please.")
    return name
