"""What people send from the pages of clubs."""

from collections.abc import Iterable
from typing import Any, Final
from zoneinfo import available_timezones

from allauth.mfa.utils import is_mfa_enabled
from django import forms
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.naming.typed_names import clean_name
from games.rules.base.refusal import Refusal
from league.models import Club, Role

_REGIONS: Final = {
    "Africa": gettext_lazy("Africa"),
    "America": gettext_lazy("America"),
    "Antarctica": gettext_lazy("Antarctica"),
    "Arctic": gettext_lazy("Arctic"),
    "Asia": gettext_lazy("Asia"),
    "Atlantic": gettext_lazy("Atlantic"),
    "Australia": gettext_lazy("Australia"),
    "Europe": gettext_lazy("Europe"),
    "Indian": gettext_lazy("Indian Ocean"),
    "Pacific": gettext_lazy("Pacific"),
}
"""What people call the parts of the world after which time zones are named."""


def zones() -> list[tuple[str, Any]]:
    """Return the time zones to choose from: UTC, then the cities of each part of the world."""
    cities: dict[str, list[tuple[str, str]]] = {region: [] for region in _REGIONS}
    for name in sorted(available_timezones()):
        region, _slash, city = name.partition("/")
        if city and region in cities:
            cities[region].append((name, city.replace("_", " ").replace("/", ", ")))
    return [("UTC", "UTC"), *((str(_REGIONS[region]), inside) for region, inside in cities.items())]


class ClubForm(forms.ModelForm):  # type: ignore[type-arg] # generic in the stubs only
    """A club as it shows itself, and who may come."""

    time_zone = forms.ChoiceField(
        choices=zones,
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy("All dates of the club are shown in it"),
    )
    default_rulebook = forms.ChoiceField(
        label=gettext_lazy("Usual rulebook"),
        help_text=gettext_lazy("Chosen beforehand where something is announced or opened"),
    )
    is_public = forms.TypedChoiceField(
        label=gettext_lazy("Who sees the matches and results"),
        choices=[
            ("1", gettext_lazy("Everybody")),
            ("0", gettext_lazy("Only people of the club, and who plays")),
        ],
        coerce=lambda value: value == "1",
        widget=forms.RadioSelect,
    )
    logo = forms.FileField(
        required=False,
        label=gettext_lazy("Logo"),
        help_text=gettext_lazy("PNG, JPEG, WebP or GIF, at most 4 MB; it is made small"),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"}),
    )

    class Meta:
        model = Club
        fields = (
            *("name", "description", "time_zone", "default_rulebook", "is_public", "joining"),
            "needs_second_factor",
        )
        labels = {
            "name": gettext_lazy("Name"),
            "description": gettext_lazy("About the club"),
            "joining": gettext_lazy("New people"),
            "needs_second_factor": gettext_lazy("Owners and organizers need a second factor"),
        }
        help_texts = {
            "needs_second_factor": gettext_lazy(
                "Without one they are led to where it is switched on, and can change nothing here until then"
            )
        }
        widgets = {"description": forms.Textarea(attrs={"rows": 4}), "joining": forms.RadioSelect}

    def __init__(self, *args: Any, rulebooks: list[tuple[str, str]], user: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._user, self._needed = user, self.instance.needs_second_factor
        kept = self.instance.default_rulebook
        if all(key != kept for key, _title in rulebooks):
            rulebooks = [(kept, _("The one until now")), *rulebooks]
        self.fields["default_rulebook"].choices = rulebooks  # type: ignore[attr-defined] # a ChoiceField
        self.initial["is_public"] = "1" if self.instance.is_public else "0"

    def clean_name(self) -> str:
        """Refuse a name of blanks."""
        return clean_name(self.cleaned_data["name"])

    def require(self) -> None:
        """Refuse what the owner may not ask of others: `second_factor_needed`."""
        is_new = self.cleaned_data["needs_second_factor"] and not self._needed
        if is_new and not is_mfa_enabled(self._user):
            said = _("Switch on a second factor in your own account first, or you could change nothing here.")
            raise Refusal("second_factor_needed", str(said))

    @transaction.atomic
    def save(self, commit: bool = True) -> Club:
        """Save the settings with their audit entry, or neither."""
        saved: Club = super().save(commit)
        return saved


class NewClubForm(forms.Form):
    """A name and a time zone; everything else can be changed later."""

    name = forms.CharField(max_length=80, label=gettext_lazy("Name"))
    time_zone = forms.ChoiceField(choices=zones, label=gettext_lazy("Time zone"), initial="UTC")

    def clean_name(self) -> str:
        """Refuse a name of blanks."""
        return clean_name(self.cleaned_data["name"])


class RolesForm(forms.Form):
    """Roles to tick: only those that the visitor may give, beside those that stay as they are."""

    roles = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label=gettext_lazy("Roles")
    )

    def __init__(
        self, *args: Any, giveable: Iterable[Role], held: Iterable[Role] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        mine = set(giveable)
        self._kept = [role for role in held if role not in mine]
        self.fields["roles"].choices = [  # type: ignore[attr-defined] # a ChoiceField
            (role.value, role.label) for role in Role if role in mine
        ]
        self.initial["roles"] = [role.value for role in held]

    def given(self) -> list[Role]:
        """Return every role that is held from now on; only after `is_valid()`."""
        return [*self._kept, *(Role(value) for value in self.cleaned_data["roles"])]


class InvitationForm(RolesForm):
    """An invitation: for whom, how long, how many."""

    note = forms.CharField(
        max_length=80,
        required=False,
        label=gettext_lazy("For whom"),
        help_text=gettext_lazy("Only the organizers read it"),
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Good for"),
        choices=[
            (1, gettext_lazy("A day")),
            (7, gettext_lazy("A week")),
            (30, gettext_lazy("A month")),
            (365, gettext_lazy("A year")),
        ],
        coerce=int,
        initial=7,
    )
    most_uses = forms.IntegerField(
        label=gettext_lazy("How many people"), min_value=1, max_value=1000, initial=1
    )

    def clean_roles(self) -> list[str]:
        """Refuse an invitation to nothing."""
        roles: list[str] = self.cleaned_data["roles"]
        if not roles:
            raise forms.ValidationError(_("Tick at least one role."))
        return roles


def free_slug(name: str) -> str:
    """Return what a new club is called in addresses: its name, with a number where that is taken."""
    base = slugify(name)[:40].strip("-") or "club"
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True)) | {"new"}
    numbered = (f"{base}-{number}" for number in range(2, len(taken) + 3))
    return base if base not in taken else next(slug for slug in numbered if slug not in taken)
