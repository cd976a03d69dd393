"""Edit what was announced of a competition, copy it, delete it before it has started."""

import datetime as dt
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.http import QueryDict
from django.utils.translation import gettext as _

from games.rulebooks import catalogue
from league import competitions
from league.calendar import matchdays
from league.competitions.announcing.announced_fields import fields_of, kind_of
from league.competitions.forms.announcement import STAGE_FIELDS, ChangedCompetitionForm
from league.competitions.stream import locked
from league.models import Competition, Matchday
from league.rules.competition import commands
from league.rules.competition.state import BEFORE_START
from league.rules.decisions.announcement import named

EVENING: Final = dt.timedelta(hours=3)
"""How long a date lasts in the calendar, unless its organizers change that."""
_KEPT_OUT: Final = ("rulebook", "options", "rulebook_title")


class Change(NamedTuple):
    """A field that is to change, with its values in words."""

    label: str
    before: str
    after: str


class CompetitionEditing:
    """The announcement of a competition with its form. Three queries."""

    def __init__(self, competition: Competition, sent: QueryDict | None) -> None:
        self.competition = competition
        self.state = competitions.look(competition.pk)
        self.matchday: Matchday | None = competition.matchdays.filter(is_cancelled=False).first()
        rulebook = catalogue.preset(self.state.settings.rulebook)
        self.is_fixed = not self.is_before_start or not kind_of(self.state.settings.stages)
        initial = {**fields_of(self.state.settings), **self._date(), "rulebook": rulebook.key}
        self.form = ChangedCompetitionForm(
            competition.club, [rulebook], sent, initial=initial, has_started=self.is_fixed
        )

    @property
    def is_before_start(self) -> bool:
        """Whether everything can still change."""
        return self.state.status in BEFORE_START

    @property
    def changes(self) -> list[Change]:
        """What the form changes, in words; empty until it is valid."""
        if not self.form.is_bound or self.form.errors:
            return []
        return [
            Change(str(field.label), _in_words(field, field.initial), _in_words(field, field.value()))
            for field in (self.form[name] for name in self.form.changed_data)
            if _in_words(field, field.initial) != _in_words(field, field.value())
        ]

    @transaction.atomic
    def save(self, *, after: int | None, by: str, at: dt.datetime) -> None:
        """Store the changes: those of the log, and the date in the calendar. Refusals of both."""
        facts = {name: value for name, value in self.form.facts().items() if name not in _KEPT_OUT}
        if not self.is_before_start:
            facts = {name: facts[name] for name in commands.ChangeSettings.__struct_fields__ if name in facts}
            for name in ("limit", "venue", "is_casual", "entry"):
                facts.pop(name)
        if self.is_fixed or not {*self.form.changed_data} & {*STAGE_FIELDS}:
            facts.pop("stages", None)
        if "stages" in facts:
            facts["stages"] = named(facts["stages"])
        changed = {
            name: value for name, value in facts.items() if getattr(self.state.settings, name) != value
        }
        if changed:
            command = commands.ChangeSettings(**changed)
            competitions.act(self.competition.pk, command, after=after, by=by, at=at)
        self._save_date(by, at)

    def _date(self) -> dict[str, Any]:
        if self.matchday is None:
            return {}
        begins = self.matchday.starts_at.astimezone(self.competition.club.zone)
        return {
            "day": begins.date(),
            "starts": begins.time(),
            "place": self.matchday.place,
            "note": self.matchday.note,
        }

    def _save_date(self, by: str, at: dt.datetime) -> None:
        """Change, add or call off the date, and let it bear the new name where it bore the old one."""
        sent, begins = self.form.cleaned_data, self.form.begins
        if self.matchday is None:
            if begins is not None:
                self.competition.refresh_from_db()
                announce_date(self.competition, begins, sent["place"], sent["note"], at=at)
            return
        if begins is None:
            matchdays.call_off(self.matchday.pk, by=by, at=at)
            return
        was = matchdays.facts_of(self.matchday)
        lasts = was.ends_at - was.starts_at
        name = sent["name"] if was.name == self.state.settings.name else was.name
        facts = was._replace(
            name=name, starts_at=begins, ends_at=begins + lasts, place=sent["place"], note=sent["note"]
        )
        matchdays.change(self.matchday.pk, facts, by=by, at=at)


def announce_date(
    competition: Competition, begins: dt.datetime, place: str, note: str, *, at: dt.datetime
) -> None:
    """Put the date of a competition into the calendar of its club. Refusals: those of `matchdays`."""
    facts = matchdays.Facts(
        competition.name, begins, begins + EVENING, place, note=note, competition=competition
    )
    matchdays.announce(competition.club, facts, at=at)


def copy(competition: Competition, *, by: str, at: dt.datetime) -> int:
    """Announce the same again without date and entrants; return its id. Refusals: those of `create`."""
    settings = competitions.look(competition.pk).settings
    facts = {name: getattr(settings, name) for name in commands.Create.__struct_fields__ if name != "club"}
    facts["name"] = _("Copy of {name}").format(name=settings.name)[:80]
    return competitions.create(club=competition.club, by=by, at=at, **facts).pk


@transaction.atomic
def delete(competition: Competition, *, by: str, at: dt.datetime) -> None:
    """Delete a competition that has never started; its dates are called off. Refusal `already_started`."""
    with locked(competition.pk) as stream:
        stream.do(commands.Delete(), by=by, at=at)
    for matchday in competition.matchdays.filter(is_cancelled=False, ends_at__gt=at):
        matchdays.call_off(matchday.pk, by=by, at=at)


def _in_words(field: Any, value: Any) -> str:
    choices = {str(key): str(label) for key, label in getattr(field.field, "choices", ())}
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value in (None, ""):
        return choices.get("", "–")
    return choices.get(str(value), str(value))
