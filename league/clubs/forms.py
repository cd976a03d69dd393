"""The forms of the pages of clubs."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.naming.typed_names import clean_name
from league.clubs.settings import rulebook_choices
from league.models import Club, Role
from league.notifications.zone_field import ZoneField


class ClubForm(forms.ModelForm):  # type: ignore[type-arg] # generic in the stubs only
    """The settings of a club."""

    time_zone = ZoneField(
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy("The club’s dates are shown in this time zone"),
    )
    default_rulebook = forms.ChoiceField(
        label=gettext_lazy("Usual rulebook"),
        help_text=gettext_lazy("Preselected when you announce a competition or open a table"),
    )
    is_public = forms.TypedChoiceField(
        label=gettext_lazy("Who can see matches and results"),
        choices=[
            ("1", gettext_lazy("Everyone")),
            ("0", gettext_lazy("Only club members and players of the competitions")),
        ],
        coerce=lambda value: value == "1",
        widget=forms.RadioSelect,
    )
    logo = forms.FileField(
        required=False,
        label=gettext_lazy("Logo"),
        help_text=gettext_lazy("PNG, JPEG, WebP or GIF, at most 4 MB; the image will be scaled down"),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"}),
    )

    class Meta:
        model = Club
        fields = (
            *("name", "description", "colour", "time_zone", "default_rulebook", "is_public", "joining"),
            *("analyses_matches", "needs_second_factor"),
        )
        labels = {
            "name": pgettext_lazy("of a thing", "Name"),
            "description": gettext_lazy("About the club"),
            "colour": pgettext_lazy("of a club", "Colour"),
            "joining": gettext_lazy("New members"),
            "analyses_matches": gettext_lazy("Analyse the matches of competitions"),
            "needs_second_factor": gettext_lazy("Owners and organizers need a second factor"),
        }
        help_texts = {
            "analyses_matches": gettext_lazy(
                "Replays show the chances of each player and what their choices were worth"
            ),
            "needs_second_factor": gettext_lazy(
                "Until they turn it on, they are sent to its page and cannot change anything here"
            ),
        }
        widgets = {
            "description": forms.Textarea(attrs={"rows": 4}),
            "colour": forms.RadioSelect,
            "joining": forms.RadioSelect,
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices, usual = rulebook_choices(self.instance), self.instance.default_rulebook
        if all(key != usual for key, _title in choices):
            choices = [(usual, _("Current rulebook")), *choices]
        self.fields["default_rulebook"].choices = choices  # type: ignore[attr-defined] # a ChoiceField
        self.initial["is_public"] = "1" if self.instance.is_public else "0"

    def clean_name(self) -> str:
        """Refuse a name of blanks."""
        return clean_name(self.cleaned_data["name"])


class NewClubForm(forms.Form):
    """A name and a time zone; everything else can be changed later."""

    name = forms.CharField(max_length=80, label=pgettext_lazy("of a thing", "Name"))
    time_zone = ZoneField(
        label=gettext_lazy("Time zone"), initial="UTC", widget=forms.Select({"data-own-zone": ""})
    )

    def clean_name(self) -> str:
        """Refuse a name of blanks."""
        return clean_name(self.cleaned_data["name"])


class RolesForm(forms.Form):
    """Roles to tick: those that the visitor may give. The others stay as they are."""

    roles = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label=gettext_lazy("Roles")
    )

    def __init__(
        self, *args: Any, giveable: Iterable[Role], held: Iterable[Role] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        choosable = set(giveable)
        self._kept = [role for role in held if role not in choosable]
        self.fields["roles"].choices = [  # type: ignore[attr-defined] # a ChoiceField
            (role.value, role.label) for role in Role if role in choosable
        ]
        self.initial.setdefault("roles", [role.value for role in held])

    def chosen_roles(self) -> list[Role]:
        """Return every role that the person has from now on; only after `is_valid()`."""
        return [*self._kept, *(Role(value) for value in self.cleaned_data["roles"])]


class InvitationForm(RolesForm):
    """An invitation: for whom, how long, how many."""

    note = forms.CharField(
        max_length=80,
        required=False,
        label=gettext_lazy("Recipient"),
        help_text=gettext_lazy("Only organizers can read it"),
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Valid for"),
        choices=[
            (1, gettext_lazy("One day")),
            (7, gettext_lazy("A week")),
            (30, gettext_lazy("A month")),
            (365, gettext_lazy("A year")),
        ],
        coerce=int,
        initial=7,
    )
    most_uses = forms.IntegerField(
        label=gettext_lazy("Number of people"), min_value=1, max_value=1000, initial=1
    )

    def clean_roles(self) -> list[str]:
        """Refuse an invitation without roles."""
        roles: list[str] = self.cleaned_data["roles"]
        if not roles:
            raise forms.ValidationError(_("Tick at least one role."))
        return roles
