"""Forms for the season after a season: who goes up and down, who leaves, and what the announcement needs."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Player
from league.competitions.next_season import Ended, rules_of
from league.rules.decisions.announcement import MOST_AT_A_BORDER
from league.rules.settings.divisions import Border, DivisionRules


class BordersForm(forms.Form):
    """How many go up and down between two divisions, unless that is settled, and who does not go on."""

    movers = forms.IntegerField(
        min_value=0,
        max_value=MOST_AT_A_BORDER,
        required=False,
        label=_("Go up and down"),
        help_text=_("So many at every border of two divisions"),
    )
    leaving = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label=_("Does not go on")
    )

    def __init__(self, season: Ended, players: Mapping[int, Player], given: Mapping[str, Any]) -> None:
        self._season = season
        self._usual = rules_of(season).borders[0].movers
        super().__init__(given if "movers" in given or season.is_settled else {"movers": self._usual})
        if season.is_settled:
            del self.fields["movers"]
        staying = [one for division in season.divisions for one in division if one not in season.gone]
        choices = [(str(one), players[one].name) for one in staying]
        self.fields["leaving"].choices = choices  # type: ignore[attr-defined] # a ChoiceField

    def rules(self) -> DivisionRules:
        """Return what holds between the divisions; left empty, as many move as usual."""
        return rules_of(self._season, self.cleaned_data.get("movers"))

    def leaving_players(self) -> list[int]:
        """Return who does not go on, by player id."""
        return [int(one) for one in self.cleaned_data["leaving"]]


class NextSeasonForm(forms.Form):
    """The name of the next season, who is new, and the play-offs at its end."""

    name = forms.CharField(max_length=80, label=pgettext_lazy("of a thing", "Name"))
    play_offs = forms.IntegerField(
        min_value=0,
        max_value=MOST_AT_A_BORDER,
        required=False,
        label=_("Play-offs at its end"),
        help_text=_("Between two divisions: the last who stays meets the best who does not go up"),
    )
    newcomers = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label=_("New in the lowest division")
    )

    def __init__(self, season: Ended, others: Sequence[Player], given: Mapping[str, Any] | None) -> None:
        self._borders = season.borders
        initial = {"name": season.competition.name}
        if len(set(self._borders)) < 2:
            initial["play_offs"] = str(self._borders[0].play_offs if self._borders else 0)
        super().__init__(given, initial=initial)
        choices = [(str(one.pk), one.name) for one in others]
        self.fields["newcomers"].choices = choices  # type: ignore[attr-defined] # a ChoiceField
        if "play_offs" not in initial or len(season.divisions) < 2:
            del self.fields["play_offs"]

    def borders(self, rules: DivisionRules) -> Sequence[Border]:
        """Return what holds at the end of the next season: so many move as now, and so many play off."""
        if "play_offs" not in self.fields:
            return self._borders
        return [Border(rules.borders[0].movers, self.cleaned_data["play_offs"] or 0)]

    def new_players(self) -> list[int]:
        """Return who is new, by player id."""
        return [int(one) for one in self.cleaned_data["newcomers"]]
