"""The desk of organizers as a page: how the competition stands, and the forms for what comes next."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

from django.forms import BoundField

from games.rules.base.refusal import Refusal
from league.competitions.forms.entries import EntriesForm, SeedForm
from league.competitions.read_models.desk import Desk
from league.models import Competition, Entrant

_TICKS: Final = 300
"""So many members can be ticked; of a larger club the others are written down by name."""


class DeskPage(Desk):
    """The desk with its forms, one query for each that is shown.

    After a refusal it carries its sentence, and the forms as they were sent.
    """

    def __init__(
        self,
        competition: Competition,
        *,
        refusal: Refusal | None = None,
        entries_form: EntriesForm | None = None,
        listed: str = "",
        faults: list[tuple[str, str]] | None = None,
        **shown: Any,
    ) -> None:
        super().__init__(competition, **shown)
        self.refusal = refusal
        self.listed, self.faults = listed, faults or []
        self._entries_form = entries_form

    @cached_property
    def entries_form(self) -> EntriesForm:
        """The form that enters members and others."""
        entered = [one.player_id for one in self.entrants]
        return self._entries_form or EntriesForm(self.competition, entered=entered)

    @cached_property
    def ticks(self) -> Sequence[object]:
        """The members who can be ticked."""
        return list(self.entries_form["players"])[:_TICKS]

    @property
    def members(self) -> int:
        """How many members could enter."""
        return len(self.entries_form.fields["players"].choices)  # type: ignore[attr-defined] # a ChoiceField

    @cached_property
    def seeds(self) -> list[tuple[Entrant, BoundField]]:
        """The first of those who are in, with the field for the place in the seeding."""
        return list(zip(self.present, SeedForm(self.present), strict=False))
