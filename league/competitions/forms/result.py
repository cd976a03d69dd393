"""The form for a result by hand: a kind, and for each entrant a place, or that they did not play."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.rules.brackets.advance import Finish
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
        given = super().clean() or {}
        if self.errors or given.get("kind") in result_kinds.WITHOUT_PLACES:
            return given
        chosen = {one: given.get(f"place_{one}") for one in self._match.entrants}
        totals = {one: total for one in self._match.entrants if (total := given[f"total_{one}"]) is not None}
        playing = [one for one, place in chosen.items() if place != ABSENT]
        if not any(chosen[one] for one in playing) and totals.keys() >= {*playing}:
            sign = 1 if self._low_wins else -1
            given["places"] = {one: sign * totals[one] for one in playing}
        elif missing := [self._names[one] for one in playing if not chosen[one]]:
            said = ngettext("Which place did {names} take?", "Which place did {names} take?", len(missing))
            raise forms.ValidationError(said.format(names=", ".join(missing)))
        else:
            given["places"] = {one: int(chosen[one] or 0) for one in playing}
        return given

    def facts(self) -> dict[str, Any]:
        """Return the result as the commands take it; only after `is_valid()`."""
        given = self.cleaned_data
        if given["kind"] in result_kinds.WITHOUT_PLACES:
            return {"finishes": [], "kind": given["kind"], "absent": []}
        places = given["places"]
        finishes = [
            Finish(
                one,
                1 + sum(other < place for other in places.values()),
                given[f"total_{one}"] or 0,
                given[f"last_{one}"] or 0,
                given[f"wins_{one}"] or 0,
                given[f"hand_{one}"] or 0,
            )
            for one, place in places.items()
        ]
        absent = [one for one in self._match.entrants if one not in places]
        return {"finishes": finishes, "kind": given["kind"], "absent": absent}
