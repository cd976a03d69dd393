"""Forms for the season after a season: what happens at the borders, and what else the announcement needs."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from games.models import Player
from league.next_season import Ended
from league.rules.divisions import Border, DivisionRules, PlayOff

USUAL = {"movers": "1", "play_offs": "0"}


class BordersForm(forms.Form):
    """How many go up and down between two divisions, and who does not go on."""

    movers = forms.IntegerField(
        min_value=0,
        max_value=20,
        label="Go up and down",
        help_text="So many at every border of two divisions",
    )
    play_offs = forms.IntegerField(
        min_value=0,
        max_value=10,
        label="Play-offs",
        help_text="At every border: the last who stays up meets the best who does not go up",
    )
    leaving = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label="Does not go on"
    )

    def __init__(self, season: Ended, players: Mapping[int, Player], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._sizes = [len(division) for division in season.divisions]
        staying = [one for division in season.divisions for one in division if one not in season.gone]
        choices = [(str(one), players[one].name) for one in staying]
        self.fields["leaving"].choices = choices  # type: ignore[attr-defined] # a ChoiceField

    def rules(self) -> DivisionRules:
        """Return the rules: none grows beyond the largest, and a table of three is enough for a division."""
        border = Border(self.cleaned_data["movers"], self.cleaned_data["play_offs"])
        least = max(2, min(3, *self._sizes))
        return DivisionRules((border,), size=max(least, *self._sizes), least=least)

    def leaving_players(self) -> list[int]:
        """Return who does not go on, by player id."""
        return [int(one) for one in self.cleaned_data["leaving"]]


class NextSeasonForm(forms.Form):
    """The name of the next season, who is new, and who has won each play-off."""

    name = forms.CharField(max_length=80, label="Name")
    newcomers = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label="New in the lowest division"
    )

    def __init__(
        self,
        held: Sequence[PlayOff],
        players: Mapping[int, Player],
        others: Sequence[Player],
        *args: Any,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        choices = [(str(one.pk), one.name) for one in others]
        self.fields["newcomers"].choices = choices  # type: ignore[attr-defined] # a ChoiceField
        self._held = [one.id for one in held]
        for one in held:
            pair = [players[int(one.upper)], players[int(one.lower)]]
            self.fields[one.id] = forms.ChoiceField(
                choices=[(str(player.pk), player.name) for player in pair],
                label=f"Play-off {one.id[1:]}: {pair[0].name} – {pair[1].name}",
                help_text="Who won plays in the upper division",
            )

    @property
    def decisions(self) -> list[Any]:
        """The fields of the play-offs, as the template shows them."""
        return [self[name] for name in self._held]

    def won(self) -> dict[str, int]:
        """Return the winners of the play-offs by their ids."""
        return {name: int(self.cleaned_data[name]) for name in self._held}

    def new_players(self) -> list[int]:
        """Return who is new, by player id."""
        return [int(one) for one in self.cleaned_data["newcomers"]]
