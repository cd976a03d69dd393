"""The desk of organizers as a page: the state of the competition, and the forms for the next steps."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from django.forms import BoundField
from django.utils import timezone

from games.models import Player
from games.rules.base.refusal import Refusal
from league.competitions.entrants.entering import Newcomer, came_to
from league.competitions.entrants.seeding import shown_order
from league.competitions.event_night.timer import TimerShown, evening_of
from league.competitions.forms.entries import EntriesForm, SeedForm
from league.competitions.read_models.desk import Desk
from league.models import Competition, Entrant

_TICKS: Final = 300
"""The most members who get a checkbox; in a larger club the others are entered by name."""


class DeskPage(Desk):
    """The desk with its forms, a query for each form that is shown.

    After a refusal it has the sentence, and the forms as they were sent.
    """

    def __init__(
        self,
        competition: Competition,
        *,
        refusal: Refusal | None = None,
        entries_form: EntriesForm | None = None,
        listed: str = "",
        faults: list[tuple[str, str]] | None = None,
        seeds_sent: Mapping[str, str] | None = None,
        **shown: Any,
    ) -> None:
        super().__init__(competition, **shown)
        self.refusal = refusal
        self.listed, self.faults = listed, faults or []
        self._entries_form = entries_form
        self._seeds_sent = seeds_sent or {}

    @property
    def similar(self) -> list[tuple[str, Player]]:
        """The new names to check, each with the person who has nearly the same name."""
        return self.entries_form.similar if self._asks_about_names else []

    @property
    def known(self) -> list[tuple[Newcomer, bool]]:
        """The new names that people here have, each with whether it is a member."""
        return self.entries_form.known if self._asks_about_names else []

    @property
    def _asks_about_names(self) -> bool:
        return self.refusal is not None and self.refusal.code == "similar_names"

    @property
    def replaces(self) -> str:
        """The way of seeding that an organizer has to confirm, as it replaces an order made by hand."""
        if self.refusal is None or self.refusal.code != "replaces_seeding":
            return ""
        return next((way for way in ("lot", "rating", "standings") if way in self._seeds_sent), "")

    @cached_property
    def entries_form(self) -> EntriesForm:
        """The form that enters members and others."""
        return self._entries_form or EntriesForm(self.competition)

    @cached_property
    def ticks(self) -> Sequence[object]:
        """The members with a checkbox."""
        field = self.entries_form.fields["players"]
        field.widget.choices = field.choices[:_TICKS]  # type: ignore[attr-defined] # a ChoiceField
        return list(self.entries_form["players"])

    @cached_property
    def last_time(self) -> tuple[Competition | None, list[Player]]:
        """The latest competition of the club, and its entrants who have not entered this one."""
        latest = self.earlier[0] if self.earlier else None
        return latest, came_to(latest, self.competition) if latest else []

    @property
    def evening(self) -> TimerShown | None:
        """For how long an arena still seats free players."""
        return evening_of(self.competition, timezone.now())

    @property
    def members(self) -> int:
        """The number of members who could enter."""
        return len(self.entries_form.fields["players"].choices)  # type: ignore[attr-defined] # a ChoiceField

    @property
    def is_order_unsaved(self) -> bool:
        """Whether the order shown after a refusal is not the stored one."""
        return shown_order(self.present, self._seeds_sent) != self.present

    @cached_property
    def seeds(self) -> list[tuple[Entrant, BoundField]]:
        """The first active entrants, with the field for the seed; after a refusal as they were sent."""
        entrants = shown_order(self.present, self._seeds_sent)
        return list(zip(entrants, SeedForm(entrants), strict=False))
