"""The page on which what was announced of a competition is edited: its form, and its date in the calendar."""

import datetime as dt
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

from django.db import transaction
from django.http import QueryDict

from games.localization.dates import clock, day
from games.rulebooks.catalogue import Rulebook
from league import competitions
from league.calendar import matchdays
from league.competition_editing import changes
from league.competition_editing.changes import Change
from league.competitions.announcing.announced_fields import fields_of, kind_of
from league.competitions.forms.announcement import ChangedCompetitionForm
from league.models import Competition, Matchday
from league.rules.competition.state import BEFORE_START
from league.rules.decisions import lifecycle

EVENING: Final = dt.timedelta(hours=3)
"""How long a date lasts in the calendar, unless its organizers change that."""
_OF_DATE: Final = ("day", "starts", "place", "note")


class CompetitionEditing:
    """The announcement of a competition with its form. Four queries."""

    def __init__(
        self, competition: Competition, choosable: Sequence[Rulebook], sent: QueryDict | None
    ) -> None:
        self.competition = competition
        self.state = competitions.look(competition.pk)
        self.matchday: Matchday | None = competition.matchdays.filter(is_cancelled=False).first()
        rulebook, target = changes.announced_rulebook(self.state.settings, choosable)
        self.is_fixed = not self.is_before_start or not kind_of(self.state.settings.stages)
        self.can_change_rulebook = changes.can_change_rulebook(self.state)
        of_rules = {"rulebook": rulebook.key, "target": target}
        self.form = ChangedCompetitionForm(
            competition.club,
            choosable if rulebook in choosable else [rulebook, *choosable],
            sent,
            initial={**fields_of(self.state.settings), **self._date(), **of_rules},
            has_started=self.is_fixed,
            can_change_rulebook=self.can_change_rulebook,
        )

    @property
    def is_before_start(self) -> bool:
        """Whether everything can still change."""
        return self.state.status in BEFORE_START

    @property
    def can_delete(self) -> bool:
        """Whether it has never started."""
        return lifecycle.can_delete(self.state)

    @cached_property
    def changed(self) -> dict[str, Any]:
        """The settings that the valid form changes."""
        changed = changes.changed_facts(self.state, self.form.facts(), self.form.changed_data)
        if self.is_fixed:
            for name in ("stages", "limit", "venue", "is_casual", "entry"):
                changed.pop(name, None)
        return changed

    @property
    def changes(self) -> list[Change]:
        """The changes of the form in words; empty until it is valid."""
        if not self.form.is_bound or self.form.errors:
            return []
        of_date = [
            Change(
                str(field.label),
                _in_word(field.name, field.initial),
                _in_word(field.name, self.form.cleaned_data[field.name]),
            )
            for field in (self.form[name] for name in _OF_DATE if name in self.form.changed_data)
        ]
        of_date = [told for told in of_date if told.before != told.after]
        return [*changes.in_words(self.state, self.changed), *of_date]

    @property
    def consequences(self) -> list[str]:
        """The consequences of the changes for open tables."""
        return changes.consequences(self.state, self.changed)

    def check(self) -> None:
        """Refuse what `save` would refuse of the settings."""
        if self.changed:
            changes.check(self.state, self.changed)

    @transaction.atomic
    def save(self, *, after: int | None, by: str, at: dt.datetime) -> None:
        """Store the changes: those of the log, and the date in the calendar. Refusals of both."""
        if self.matchday is not None:
            self._change_date(self.matchday, by, at)
        if self.changed:
            changes.change(self.competition, self.changed, after=after, by=by, at=at)
        if self.matchday is None and self.form.begins is not None:
            sent = self.form.cleaned_data
            self.competition.refresh_from_db()
            announce_date(self.competition, self.form.begins, sent["place"], sent["note"], at=at)

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

    def _change_date(self, matchday: Matchday, by: str, at: dt.datetime) -> None:
        """Change or call off the date, and let it bear the new name where it bore the old one."""
        sent, begins = self.form.cleaned_data, self.form.begins
        if begins is None:
            matchdays.call_off(matchday.pk, by=by, at=at)
            return
        was = matchdays.facts_of(matchday)
        lasts = was.ends_at - was.starts_at
        name = sent["name"] if was.name == self.state.settings.name else was.name
        facts = was._replace(
            name=name, starts_at=begins, ends_at=begins + lasts, place=sent["place"], note=sent["note"]
        )
        matchdays.change(matchday.pk, facts, by=by, at=at)


def _in_word(name: str, value: Any) -> str:
    """Return a date and an hour as the reader writes them, and other values as `changes` does."""
    if isinstance(value, dt.date):
        return day(value)
    return clock(value) if isinstance(value, dt.time) else changes.in_word(name, value)


def announce_date(
    competition: Competition, begins: dt.datetime, place: str, note: str, *, at: dt.datetime
) -> None:
    """Put the date of a competition into the calendar of its club. Refusals: those of `matchdays`."""
    facts = matchdays.Facts(
        competition.name, begins, begins + EVENING, place, note=note, competition=competition
    )
    matchdays.announce(competition.club, facts, at=at)
