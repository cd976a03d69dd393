"""The form for a result by hand: a kind, and for each entrant a place, or that they did not play."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.competitions.results import EntrantResult, Outcome, outcome
from league.rules.competition.stage import Match
from league.rules.decisions.reporting import LONGEST_REASON
from league.rules.settings import result_kinds

ABSENT = "0"
_MOST = 100_000


def _kinds() -> list[tuple[str, str]]:
    return [(kind, _(said)) for kind, said in result_kinds.LABELS.items()]


class ResultForm(forms.Form):
    """A result of a match. Places may be shared; where all are left open they follow from the totals."""

    kind = forms.ChoiceField(choices=_kinds, widget=forms.RadioSelect, initial=result_kinds.PLAYED)
    reason = forms.CharField(
        max_length=LONGEST_REASON, required=False, label=gettext_lazy("Why it is corrected")
    )

    def __init__(
        self, match: Match, names: Mapping[int, str], *args: Any, low_wins: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._match, self._names, self._low_wins = match, names, low_wins
        places = [(str(n), str(n)) for n in range(1, len(match.entrants) + 1)]
        known = {one.entrant: one for one in match.places}
        absent = match.result.absent if match.result else []
        for one in match.entrants:
            place = known.get(one)
            self.fields[f"place_{one}"] = forms.ChoiceField(
                choices=[*places, (ABSENT, _("not here"))],
                widget=forms.RadioSelect,
                required=False,
                label=_("Place of {name}").format(name=names[one]),
                initial=ABSENT if one in absent else str(place.place) if place else None,
            )
            for field, label, worth in (
                ("total", _("Total"), place.total if place else None),
                ("wins", _("Deals won"), place.deal_wins if place else None),
                ("last", _("Points in the last deal"), place.last_deal if place else None),
                ("hand", _("Points in hand, all deals"), place.points_in_hand if place else None),
            ):
                self.fields[f"{field}_{one}"] = forms.IntegerField(
                    min_value=0 if field in ("wins", "hand") else -_MOST,
                    max_value=_MOST if field != "wins" else 1000,
                    required=False,
                    label=f"{label}, {names[one]}",
                    initial=None if one in absent else worth,
                )
        if match.result:
            self.fields["kind"].initial = match.result.kind

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The fields of each entrant, in seat order."""
        return [
            {"name": self._names[one]}
            | {field: self[f"{field}_{one}"] for field in ("place", "total", "wins", "last", "hand")}
            for one in self._match.entrants
        ]

    def clean(self) -> dict[str, Any]:
        """Refuse places that are missing for some."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        rows = {entrant: self._row(entrant, cleaned) for entrant in self._match.entrants}
        kind = cleaned["kind"]
        cleaned["outcome"] = outcome(self._match, kind, rows, self._names, low_wins=self._low_wins)
        return cleaned

    def facts(self) -> dict[str, Any]:
        """Return the result as the commands take it; only after `is_valid()`."""
        written: Outcome = self.cleaned_data["outcome"]
        return written._asdict()

    def _row(self, entrant: int, cleaned: dict[str, Any]) -> EntrantResult:
        place = cleaned[f"place_{entrant}"]
        return EntrantResult(
            place=int(place or 0) or None,
            total=cleaned[f"total_{entrant}"],
            deal_wins=cleaned[f"wins_{entrant}"],
            last_deal=cleaned[f"last_{entrant}"],
            in_hand=cleaned[f"hand_{entrant}"],
            is_absent=place == ABSENT,
        )
