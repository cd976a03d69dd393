"""Forms for the season after a season: who goes up and down, who leaves, and what the announcement needs."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Player
from league.competitions.next_season import Ended, following_name, rules_of
from league.rules.decisions.announcement import MOST_AT_A_BORDER


class BordersForm(forms.Form):
    """The moves between two divisions, unless they are settled, and the players who do not go on."""

    movers = forms.IntegerField(
        min_value=0,
        max_value=MOST_AT_A_BORDER,
        required=False,
        label=_("Number promoted and relegated"),
        help_text=_("Between every two neighbouring divisions"),
    )
    leaving = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label=_("Not playing next season")
    )

    def __init__(self, season: Ended, players: Mapping[int, Player], sent: Mapping[str, Any]) -> None:
        usual = rules_of(season).borders[0].movers
        super().__init__(sent if "movers" in sent or season.is_settled else {"movers": usual})
        if season.is_settled:
            del self.fields["movers"]
        choices = [(str(player), players[player].name) for player in season.staying]
        self.fields["leaving"].choices = choices  # type: ignore[attr-defined] # a ChoiceField

    def leaving_players(self) -> list[int]:
        """Return the players who do not go on, by id."""
        return [int(player) for player in self.cleaned_data["leaving"]]


class NextSeasonForm(forms.Form):
    """The name of the next season, who is new, and the play-offs at its end."""

    name = forms.CharField(max_length=80, label=pgettext_lazy("of a thing", "Name"))
    play_offs = forms.IntegerField(
        min_value=0,
        max_value=MOST_AT_A_BORDER,
        required=False,
        label=_("Play-offs at the end of the season"),
        help_text=_("Between two divisions: the last player not relegated meets the best not promoted"),
    )
    newcomers = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label=_("New in the lowest division")
    )

    def __init__(self, season: Ended, sent: Mapping[str, Any] | None) -> None:
        play_offs = season.borders[0].play_offs if season.borders else 0
        name = following_name(season.competition.name)
        super().__init__(sent, initial={"name": name, "play_offs": str(play_offs)})
        choices = [(str(player.pk), player.name) for player in season.others]
        self.fields["newcomers"].choices = choices  # type: ignore[attr-defined] # a ChoiceField
        if not season.asks_for_play_offs:
            del self.fields["play_offs"]

    def new_players(self) -> list[int]:
        """Return the players who are new, by id."""
        return [int(player) for player in self.cleaned_data["newcomers"]]
