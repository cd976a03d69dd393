"""Forms around entrants: who enters, in which order of strength, and who plays for somebody."""

import csv
import math
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Player
from league.competitions.entrants.entering import (
    LONGEST_LINE,
    LONGEST_NAME,
    MOST_AT_ONCE,
    MOST_DIVISIONS,
    NOBODY,
    Candidates,
    Newcomer,
)
from league.models import Competition, Entrant

NAMES_HELP = gettext_lazy(
    "One name per line; after a comma the club, if clubs are kept apart: “Ana, Riverside”"
)
_SEEDED = 200
"""The most seeds given by number; the others follow in their order."""


class EntriesForm(forms.Form):
    """The new entrants: members of the club not entered yet, and others by name, one a line."""

    # Compared with the members as text: a number from outside never reaches the database.
    players = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, required=False)
    new_name = forms.CharField(
        required=False,
        label=gettext_lazy("Someone new"),
        max_length=MOST_AT_ONCE * LONGEST_LINE,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=NAMES_HELP,
    )

    beyond_limit = forms.BooleanField(
        required=False,
        label=gettext_lazy("Admit them even if the competition is full: none of them has to wait"),
    )

    division = forms.IntegerField(required=False, min_value=0, max_value=MOST_DIVISIONS)

    def __init__(
        self,
        competition: Competition,
        *args: Any,
        may_be_empty: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.may_be_empty = may_be_empty
        self.candidates = Candidates.of(competition)
        everyone = self.candidates.members | self.candidates.guests
        choices = [(str(player), person.name) for player, person in everyone.items()]
        self.fields["players"].choices = choices  # type: ignore[attr-defined] # a ChoiceField

    def clean_players(self) -> list[Player]:
        """Return the ticked members."""
        return self.candidates.chosen(int(player) for player in self.cleaned_data["players"])

    def clean_new_name(self) -> list[Newcomer]:
        """Return the newcomers that were written down."""
        apart = self.data.getlist("someone_else") if isinstance(self.data, QueryDict) else ()
        newcomers, faults = self.candidates.read(self.cleaned_data["new_name"], apart)
        for fault in faults:
            self.add_error("new_name", fault)
        return newcomers

    @property
    def similar(self) -> list[tuple[str, Player]]:
        """The names that are nearly those of people who are known here; only after `is_valid()`."""
        return self.candidates.nearly_known(self.cleaned_data.get("new_name") or [])

    @property
    def known(self) -> list[tuple[Newcomer, bool]]:
        """The names that people here have who are not ticked, each with whether it is a member."""
        ticked = set(self.cleaned_data.get("players") or [])
        newcomers = self.cleaned_data.get("new_name") or []
        return self.candidates.known(
            [new for new in newcomers if self.candidates.by_name(new.name) not in ticked]
        )

    def clean(self) -> dict[str, Any]:
        """Refuse to enter nobody; members written down by name are these members."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        if not (cleaned["players"] or cleaned["new_name"] or self.may_be_empty):
            raise forms.ValidationError(NOBODY)
        return cleaned


class SeedForm(forms.Form):
    """A number for every entrant, 1 for the first seed; of very many for the first ones.

    Entrants who came after the form was shown have no number in what was sent: they follow the others.
    """

    def __init__(self, entrants: list[Entrant], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._numbers = [entrant.number for entrant in entrants]
        first = self._numbers[:_SEEDED]
        self._listed = [number for number in first if f"seed_{number}" in self.data] or first
        # Numbers of entrants who have left since leave gaps.
        self._last = max(len(self._listed), sum(name.startswith("seed_") for name in self.data))
        for place, number in enumerate(self._listed, start=1):
            self.fields[f"seed_{number}"] = forms.IntegerField(
                min_value=1, max_value=self._last, initial=place
            )

    def clean(self) -> dict[str, Any]:
        """Refuse a number given twice."""
        cleaned = super().clean() or {}
        seeds = [cleaned[name] for name in self.fields if name in cleaned]
        if len(set(seeds)) != len(self._listed):
            sentence = _("Use every number from 1 to {last} once.")
            raise forms.ValidationError(sentence.format(last=self._last))
        return cleaned

    def order(self) -> list[int]:
        """Return the entry numbers, the first seed first; only after `is_valid()`."""
        ordered = sorted(self._listed, key=lambda number: self.cleaned_data[f"seed_{number}"])
        listed = set(ordered)
        return ordered + [number for number in self._numbers if number not in listed]


class SeedList:
    """A list as it was pasted: `name,club,rating` a row, club and rating if there are any.

    By rating, the highest first, where every row has one; else as the rows stand. `faults` says what keeps
    it from being taken: pairs of a row and a sentence.
    """

    def __init__(self, text: str, entrants: list[Entrant]) -> None:
        self.faults: list[tuple[str, str]] = []
        self.teams: dict[int, str] = {}
        self._ratings: dict[int, float | None] = {}
        self._by_name: dict[str, list[int]] = {}
        for entrant in entrants:
            self._by_name.setdefault(entrant.player.name.casefold(), []).append(entrant.number)
        rows = _rows(text)
        if rows is None:
            self.faults.append((_("The list"), _("It must be text with a row for each entrant.")))
            return
        for row in rows:
            fault = self._take(row)
            if fault:
                self.faults.append((", ".join(row)[:80], fault))
        for entrant in entrants:
            if entrant.number not in self._ratings:
                self.faults.append((entrant.player.name, _("This entrant is missing from the list.")))

    @property
    def order(self) -> list[int]:
        """The entry numbers, the first seed first."""
        listed = list(self._ratings)
        if any(rating is None for rating in self._ratings.values()):
            return listed
        return sorted(listed, key=lambda number: -(self._ratings[number] or 0))

    def _take(self, row: list[str]) -> str:
        name, team, written = (*row, "", "")[:3]
        numbers = self._by_name.get(name.casefold(), [])
        if len(row) > 3:
            return _("This row has more than a name, a club and a rating.")
        if len(numbers) != 1:
            return _("Two entrants have this name.") if numbers else _("No entrant has this name.")
        if numbers[0] in self._ratings:
            return _("This name is in the list twice.")
        try:
            rating = float(written) if written else None
        except ValueError:
            rating = math.nan
        if rating is not None and not -1e9 < rating < 1e9:
            return _("The rating “{rating}” is not a number.").format(rating=written[:20])
        if len(team) > LONGEST_NAME:
            fault = ngettext(
                "The club’s name can have up to {n} character.",
                "The club’s name can have up to {n} characters.",
                LONGEST_NAME,
            )
            return fault.format(n=LONGEST_NAME)
        self._ratings[numbers[0]] = rating
        if team:
            self.teams[numbers[0]] = team
        return ""


def _rows(text: str) -> list[list[str]] | None:
    """Return the rows of a list with commas, semicolons or tabs, without its heading and empty rows.

    None for a text that is not such a list.
    """
    first = text.strip().split("\n", 1)[0]
    separator = max(",;\t", key=first.count)
    lines = text.replace("\x00", "").splitlines()
    try:
        rows = [[" ".join(cell.split()) for cell in row] for row in csv.reader(lines, delimiter=separator)]
    except csv.Error:
        return None
    rows = [row for row in rows if any(row)]
    return rows[1:] if rows and rows[0][0].casefold() == "name" else rows
