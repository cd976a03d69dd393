"""The form that announces a competition: its kinds as cards, and the fields that each card asks for."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.rulebooks.catalogue import Rulebook
from games.rules.base.refusal import Refusal
from league.competitions.announcing.facts import ASKED, facts
from league.competitions.announcing.fields import LONGEST_NAME
from league.competitions.announcing.kinds import KINDS, Kind
from league.competitions.forms.bounds import bounds_of
from league.competitions.forms.match import MatchForm
from league.competitions.forms.points_field import PointsField
from league.competitions.forms.venue import VenueForm
from league.rules.brackets.series import FROM_FINAL, FROM_SEMI_FINALS
from league.rules.settings.stages import BY_SEED, BY_TOTAL, SEASON
from league.rules.swiss.usual_opponents import BOTTOM, MIDDLE, TOP

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_FIELD_OF: Final = {
    "no_name": ("name",),
    "bad_limit": ("limit",),
    "bad_groups": ("groups", "divisions"),
    "bad_borders": ("movers",),
    "bad_legs": ("legs",),
    "bad_reseed": ("reseed",),
    "reseed_or_placement": ("reseed",),
    "no_consolation": ("consolation",),
    "consolation_or_placement": ("consolation",),
    "consolation_or_reseed": ("consolation",),
    "bad_minutes": ("minutes",),
    **dict.fromkeys(("bad_byes", "byes_or_placement", "byes_or_reseed"), ("byes",)),
    "nobody_qualifies": ("qualify", "cut"),
    "too_few_qualify": ("qualify", "cut"),
    "bad_table_size": ("table_size",),
    "advance_too_small": ("advance",),
    "advance_too_large": ("advance",),
    "bad_rounds": ("rounds",),
    "no_third_place": ("third_place", "placement"),
    "bad_best": ("best_of",),
    **dict.fromkeys(("bad_best_of", "no_best_of"), ("best_of_matches",)),
    "bad_best_of_from": ("best_of_from",),
    "bad_minimum": ("minimum",),
    "points_bye": ("bye_points", "points"),
    **dict.fromkeys(("points_per_place", "points_range", "points_rising", "points_level"), ("points",)),
}
"""Beside which field a refusal stands; the first of them that is asked for."""


def _number(name: str, label: "StrOrPromise", help_text: "StrOrPromise") -> forms.IntegerField:
    return forms.IntegerField(label=label, **bounds_of(name), required=False, help_text=help_text)


def _tick(
    label: "StrOrPromise", help_text: "StrOrPromise" = "", *, initial: bool = False
) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, initial=initial, help_text=help_text)


class CompetitionForm(VenueForm, MatchForm):
    """A new competition of a club. Fields that the chosen card does not ask for are not looked at."""

    name = forms.CharField(max_length=LONGEST_NAME, label=pgettext_lazy("of a thing", "Name"))
    format = forms.ChoiceField(
        choices=[(key, kind.title) for key, kind in KINDS.items()],
        widget=forms.RadioSelect,
        initial=SEASON,
    )
    rulebook = forms.ChoiceField(
        label=_("Rulebook"),
        help_text=_(
            "An elimination to 500 needs a rulebook with elimination; if the rulebook has none, "
            "“Elimination to 500” is used"
        ),
    )
    table_size = _number("table_size", _("Seats per table"), _("2 for matches of two"))
    rounds = _number("rounds", pgettext_lazy("how many", "Rounds"), _("Or matchdays of a season"))
    divisions = _number(
        "divisions", _("Number of divisions"), _("By seeding: the strongest play in the first")
    )
    movers = _number(
        "movers", _("Number promoted and relegated"), _("Between every two neighbouring divisions")
    )
    play_offs = _number(
        "play_offs",
        _("Play-offs"),
        _(
            "Between two divisions: the last player not relegated meets the best not promoted, in a "
            "match of two"
        ),
    )
    groups = _number("groups", _("Groups"), _("Split evenly by seeding"))
    legs = forms.TypedChoiceField(
        label=_("Matches against each opponent"),
        choices=[(1, _("One match")), (2, _("Two matches"))],
        coerce=int,
        initial=1,
        required=False,
        help_text=_("At tables of two"),
    )
    qualify = _number(
        "qualify", _("Advance from each group"), _("The best of each group or division advance")
    )
    best_of_rest = _number(
        "best_of_rest",
        _("Plus the best of the rest"),
        _("Across all groups, to fill the knock-out"),
    )
    cut = _number("cut", _("Advance to the knock-out"), _("The best after the Swiss rounds"))
    advance = _number(
        "advance",
        _("Advance from each table"),
        _("In a knock-out by tables; of two, always the winner"),
    )
    reseed = forms.ChoiceField(
        label=_("Seeding of later rounds"),
        initial="",
        choices=[
            ("", _("As usual")),
            (BY_SEED, _("By the first seeding")),
            (BY_TOTAL, _("By points so far")),
        ],
        required=False,
        help_text=_(
            "“By the first seeding” or “By points so far”: each knock-out round is paired when the "
            "previous round ends, and at tables of two the top seed still in meets the lowest. “As "
            "usual”: a knock-out is paired through to the final, and in an elimination to 500 table "
            "winners are seeded first"
        ),
    )
    byes = _number(
        "byes",
        _("Number of byes"),
        _("Number of top seeds that skip the first round; more only if the number of entrants requires it"),
    )
    third_place = _tick(_("Third-place match"))
    placement = _tick(_("Matches for all places"), _("A match for every place, not only for the first"))
    consolation = _tick(
        _("Consolation"),
        _("At tables of two: losers of their first match play on in a separate bracket"),
    )
    best_of_matches = forms.TypedChoiceField(
        label=_("Length of a match"),
        choices=[(1, _("One game")), (3, _("Best of 3 games")), (5, _("Best of 5 games"))],
        coerce=int,
        initial=1,
        required=False,
        help_text=_("At tables of two. Each game is played to the end, like a full match"),
    )
    best_of_from = forms.ChoiceField(
        label=_("Rounds with several games"),
        choices=[
            ("", _("All rounds")),
            (FROM_SEMI_FINALS, _("Semi-finals and final")),
            (FROM_FINAL, _("The final only")),
        ],
        initial="",
        required=False,
        help_text=_(
            "In the other rounds one game decides. The semi-finals of a double elimination are the last "
            "round of each side"
        ),
    )
    meetings_first = forms.ChoiceField(
        label=_("Priority at tables of three or more"),
        choices=[("meetings", _("New opponents")), ("points", _("Opponents on equal points"))],
        initial="meetings",
        required=False,
        help_text=_("When both are not possible. At tables of two there are no rematches where possible"),
    )
    fold = forms.TypedChoiceField(
        label=_("Pairing on equal points"),
        choices=[(0, _("Upper half against lower half")), (1, _("Best against last"))],
        coerce=int,
        initial=0,
        required=False,
        help_text=_("At tables of two"),
    )
    pull_up = forms.ChoiceField(
        label=_("Player left over on equal points"),
        choices=[
            ("", _("The last of them meets the best on the next score")),
            (TOP, _("The best on the next score moves up")),
            (MIDDLE, _("A player in the middle of the next score moves up")),
            (BOTTOM, _("The last on the next score moves up")),
        ],
        initial="",
        required=False,
        help_text=_("At tables of two: a player who moves up is placed behind everyone with more points"),
    )
    separate_clubs = _number(
        "separate_clubs",
        _("Keep clubs apart"),
        _("Number of first rounds; a knock-out by tables always does this while possible"),
    )
    best_of = _number("best_of", _("Number of best rounds that count"), _("0: all rounds count"))
    minimum = _number(
        "minimum", _("Rounds needed to be ranked"), _("Players with fewer rounds rank below the others")
    )
    points = PointsField(
        max_length=1000,
        label=_("Points by place"),
        required=False,
        help_text=_(
            "Leave empty for the default: a point for each seat from your own place down, and one more "
            "for winning, so 5 3 2 1 at a table of four. Otherwise one line for each table size: “4: 5 3 "
            "2 1”"
        ),
    )
    bye_points = _number(
        "bye_points",
        _("Points for a bye"),
        _(
            "Empty: as many as for a win. At tables: as many as for first place at the smallest table. "
            "None in a round robin of two, where everyone sits out once"
        ),
    )
    target = _number("target", _("Play to"), _("Points; leave empty to follow the rulebook"))
    limit = _number(
        "limit", _("Maximum number of entrants"), _("0: no limit; later entrants wait for a free space")
    )
    bot_pause_ms = forms.TypedChoiceField(
        label=_("Bot speed"),
        choices=[(1200, _("Like people, after a second")), (350, _("Quickly")), (0, _("At once"))],
        coerce=int,
        initial=1200,
        required=False,
        help_text=_("Bots play for everyone without an account"),
    )
    by_hand = _tick(
        _("I publish the pairings of each round"),
        _("You see them first and can swap players; no one else sees them before that"),
    )
    lots_by_hand = _tick(
        _("I draw lots"),
        _("When a tie must be decided by lot, the pairings wait for your click"),
        initial=True,
    )

    def __init__(self, choosable: Sequence[Rulebook], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._rulebooks = {rulebook.key: rulebook for rulebook in choosable}
        self.fields["rulebook"].choices = [(rulebook.key, rulebook.title) for rulebook in choosable]  # type: ignore[attr-defined] # a ChoiceField
        self.fields["rulebook"].initial = "classic"
        self.fields["points"].widget.attrs |= {"rows": 3, "placeholder": "4: 5 3 2 1"}

    @property
    def cards(self) -> list[tuple[Any, Kind]]:
        """The radio button of each kind, and the kind."""
        return list(zip(self["format"], KINDS.values(), strict=True))

    @property
    def settings(self) -> Iterator[tuple[BoundField, str]]:
        """The fields that only some kinds ask for, each with the kinds that do."""
        for name in self.fields:
            if name in ASKED:
                yield self[name], " ".join(key for key, kind in KINDS.items() if name in kind.asks)

    def clean(self) -> dict[str, Any]:
        """Forget what is wrong with fields that the chosen kind does not ask for."""
        cleaned = super().clean() or {}
        kind = KINDS.get(cleaned.get("format", ""))
        for name in ASKED:
            if kind is None or name not in kind.asks:
                self.errors.pop(name, None)
        return cleaned

    def facts(self) -> dict[str, Any]:
        """Return what `competitions.create` wants to know; only after `is_valid()`."""
        return facts(self.cleaned_data, self._rulebooks[self.cleaned_data["rulebook"]])

    def refuse(self, refusal: Refusal) -> None:
        """Put a refusal beside the field that it is about."""
        asked = {*KINDS[self.cleaned_data["format"]].asks, "name", "limit", "rulebook", "minutes"}
        wanted = _FIELD_OF.get(refusal.code, ())
        if "seats" in refusal.options:
            wanted = ("table_size", "rulebook")
        elif refusal.options or refusal.code == "wrong_rulebook":
            wanted = ("rulebook",)
        self.add_error(next((name for name in wanted if name in asked), None), refusal.sentence)
