"""The form of a matchday: times are in the time zone of the club."""

import datetime as dt
import json
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.localization.lists import listed
from games.rules.base.refusal import Refusal
from league.calendar.matchdays import Facts
from league.calendar.possible_rounds import rounds_of, with_rounds
from league.calendar.reminders import HOURS
from league.competitions.announcing.local_time import moment
from league.models import Club, Competition, Matchday
from league.rules.settings.translated_names import translated

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MOST_AT_ONCE: Final = 52
_REMIND: Final = [("", _("Club default")), *HOURS]
_EVERY: Final = [("7", _("every week")), ("14", _("every second week")), ("28", _("every fourth week"))]


class MatchdayForm(forms.Form):
    """A matchday, or several alike some weeks apart.

    `rounds` are, by competition that can be chosen, the numbers of rounds that its stages can have.
    """

    name = forms.CharField(max_length=80, label=pgettext_lazy("of a thing", "Name"))
    day = forms.DateField(label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    starts = forms.TimeField(label=_("From"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))
    ends = forms.TimeField(
        label=_("To"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_("Earlier than the start: on the next day"),
    )
    place = forms.CharField(
        max_length=120,
        required=False,
        label=pgettext_lazy("where people meet", "Venue"),
        help_text=_("Shown only to people in this club"),
    )
    capacity = forms.IntegerField(
        min_value=1,
        max_value=1000,
        required=False,
        label=_("Spaces"),
        help_text=_("Leave empty for no limit"),
    )
    note = forms.CharField(
        max_length=500, required=False, label=_("Note"), widget=forms.Textarea(attrs={"rows": 3})
    )
    competition = forms.ChoiceField(required=False, label=_("Competition"))
    stage = forms.TypedChoiceField(required=False, label=_("Stage"), coerce=int, empty_value=None)
    round_number = forms.TypedChoiceField(required=False, label=_("Round"), coerce=int, empty_value=None)
    remind_hours = forms.ChoiceField(choices=_REMIND, required=False, label=_("Reminder"))
    times = forms.IntegerField(
        min_value=1,
        max_value=MOST_AT_ONCE,
        required=False,
        label=_("Number of matchdays"),
        help_text=_("Creates several matchdays with the same settings"),
    )
    every = forms.ChoiceField(choices=_EVERY, required=False, label=_("Interval"))

    def __init__(self, club: Club, sent: QueryDict | None, *, matchday: Matchday | None = None) -> None:
        super().__init__(sent, initial=_initial(matchday) if matchday else None)
        self._zone = club.zone
        held = with_rounds(club.competitions.filter(is_archived=False).order_by("-pk"))
        self._competitions = {str(held_competition.pk): held_competition for held_competition in held}
        if matchday and (competition := matchday.competition):
            own = with_rounds(Competition.objects.filter(pk=competition.pk)).get()
            self._competitions[str(competition.pk)] = own
        self.rounds = {key: rounds_of(held) for key, held in self._competitions.items()}
        choices = [
            ("", _("None")),
            *((key, held_competition.name) for key, held_competition in self._competitions.items()),
        ]
        self.fields["competition"].choices = choices  # type: ignore[attr-defined] # a ChoiceField
        self.fields["stage"].choices = self._stages(matchday)  # type: ignore[attr-defined]
        self.fields["round_number"].choices = self._rounds(matchday)  # type: ignore[attr-defined]
        if matchday:
            del self.fields["times"], self.fields["every"]

    @property
    def rounds_json(self) -> str:
        """The rounds by competition for the script that narrows the lists."""
        return json.dumps(self.rounds)

    def clean(self) -> dict[str, Any]:
        """Report an impossible time beside the field."""
        cleaned = self.cleaned_data
        if {"day", "starts", "ends"} <= cleaned.keys():
            try:
                self.facts()
            except Refusal as refusal:
                self.add_error("starts", refusal.sentence)
        return cleaned

    def facts(self) -> list[Facts]:
        """Return the matchdays described by the form, in order; a competition's have successive rounds."""
        cleaned = self.cleaned_data
        apart = dt.timedelta(days=int(cleaned.get("every") or 7))
        how_many = cleaned.get("times") or 1
        return [self._facts(cleaned["day"] + number * apart, number) for number in range(how_many)]

    def _stages(self, matchday: Matchday | None) -> "list[tuple[int | str, StrOrPromise]]":
        """Return the stages that the competitions have, each number with the names that it has there."""
        names: dict[int, list[str]] = {}
        for held in self._competitions.values():
            for number, stage in enumerate(held.stages, start=1):
                names.setdefault(number, []).append(translated(stage.get("name", "")))
        if matchday and matchday.stage:
            names.setdefault(matchday.stage, [])
        titles = {number: listed([*dict.fromkeys(known)]) for number, known in names.items()}
        numbered = [
            (number, f"{number} ({titles[number]})" if titles[number] else str(number))
            for number in sorted(names)
        ]
        return [("", _("None")), *numbered]

    def _rounds(self, matchday: Matchday | None) -> "list[tuple[int | str, StrOrPromise]]":
        """Return as many rounds as the longest stage can have, and that of the matchday."""
        most = max((most for stages in self.rounds.values() for most in stages), default=0)
        numbers = {*range(1, most + 1), (matchday.round_number if matchday else 0) or 1}
        return [("", _("None")), *((number, translated(f"Round {number}")) for number in sorted(numbers))]

    def _facts(self, day: dt.date, number: int) -> Facts:
        cleaned = self.cleaned_data
        last = day if cleaned["ends"] > cleaned["starts"] else day + dt.timedelta(days=1)
        competition: Competition | None = self._competitions.get(cleaned.get("competition", ""))
        first_round = cleaned.get("round_number")
        return Facts(
            name=cleaned.get("name", ""),
            starts_at=moment(day, cleaned["starts"], self._zone),
            ends_at=moment(last, cleaned["ends"], self._zone),
            place=cleaned.get("place", ""),
            capacity=cleaned.get("capacity"),
            note=cleaned.get("note", ""),
            competition=competition,
            stage=cleaned.get("stage") or (1 if first_round and competition else None),
            round_number=first_round + number if first_round else None,
            remind_hours=int(cleaned["remind_hours"]) if cleaned.get("remind_hours") else None,
        )


class SettingsForm(forms.Form):
    """The settings for all matchdays of a club."""

    remind_hours = forms.ChoiceField(choices=HOURS, label=_("Remind people before a matchday"))


def _initial(matchday: Matchday) -> dict[str, Any]:
    zone = matchday.club.zone
    starts, ends = matchday.starts_at.astimezone(zone), matchday.ends_at.astimezone(zone)
    kept = ("name", "place", "capacity", "note", "stage", "round_number")
    return {name: getattr(matchday, name) for name in kept} | {
        "day": starts.date(),
        "starts": starts.time(),
        "ends": ends.time(),
        "competition": str(matchday.competition_id or ""),
        "remind_hours": "" if matchday.remind_hours is None else str(matchday.remind_hours),
    }
