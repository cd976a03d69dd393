"""The part of an announcement about every single match: its time, who leaves it, what it counts for."""

from collections.abc import Sequence
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms import TimesForm
from league.rules.decisions.announcement import MOST_MINUTES
from league.rules.settings.stages import StageSettings

_YES = "1"


class MatchForm(TimesForm):
    """Fields of an announcement beside those of its stages."""

    minutes = forms.IntegerField(
        label=_("Minutes for a match"),
        min_value=0,
        max_value=MOST_MINUTES,
        initial=0,
        required=False,
        help_text=_("0: as long as it takes. When time is up the totals decide, as the rulebook ranks them"),
    )
    at_end = forms.ChoiceField(
        label=_("When time is up"),
        choices=[
            ("", _("The deal is played to its end")),
            (_YES, _("The match ends at once; that deal is void")),
        ],
        required=False,
    )
    leavers = forms.ChoiceField(
        label=_("Who leaves during a match"),
        choices=[
            ("", _("A bot plays those cards")),
            (_YES, _("Those cards go out of play, and they are placed last")),
        ],
        required=False,
        help_text=_("In an elimination to 500 the cards always go out of play"),
    )
    counts_for = forms.ChoiceField(
        label=_("Counts for"),
        choices=[
            ("", _("The rated ladder of the club")),
            (_YES, _("The casual ladder only")),
        ],
        required=False,
    )

    def with_matches(self, stages: Sequence[StageSettings]) -> list[StageSettings]:
        """Return the stages with what holds for each of their matches; only after `is_valid()`."""
        given = self.cleaned_data
        of_matches: dict[str, Any] = {
            "minutes": given["minutes"] or 0,
            "ends_at_once": given["at_end"] == _YES,
            "leaves_table": given["leavers"] == _YES,
        }
        return [msgspec.structs.replace(one, **of_matches) for one in stages]

    @property
    def is_casual(self) -> bool:
        """Whether the rated ladder takes no notice; only after `is_valid()`."""
        return bool(self.cleaned_data["counts_for"] == _YES)
