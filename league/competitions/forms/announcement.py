"""The form that announces a competition: its kinds as cards, and the fields that each card asks for."""

import datetime as dt
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final

from django import forms
from django.forms import BoundField
from django.utils.text import format_lazy
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.bots.strengths import CLUB
from games.rulebooks.catalogue import Rulebook
from games.rules.base.refusal import Refusal
from games.wording import bot_strengths
from league.competitions.announcing.facts import ASKED, STAGE_FIELDS, facts
from league.competitions.announcing.field_labels import LABELS
from league.competitions.announcing.fields import LONGEST_NAME
from league.competitions.announcing.kinds import KINDS, Kind
from league.competitions.announcing.local_time import moment
from league.competitions.entrants.entering import LONGEST_LINE, MOST_AT_ONCE, Candidates, Newcomer
from league.competitions.forms.entries import NAMES_HELP
from league.competitions.forms.labelled_fields import checkbox, choice, number, number_choice
from league.competitions.forms.match import MatchForm
from league.competitions.forms.points_field import PointsField
from league.competitions.forms.venue import EXPLANATIONS, VenueForm
from league.models import Club
from league.rules.decisions.announcement import MOST_ENTRANTS
from league.rules.settings.stages import ARENA, SEASON
from league.rules.settings.venues import ONLINE, PHYSICAL

_FIELD_OF: Final = {
    "no_name": ("name",),
    "already_played": ("rulebook",),
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
    "bad_evening_minutes": ("evening_minutes",),
    "bad_streak": ("streak",),
    "bad_best": ("best_of",),
    **dict.fromkeys(("bad_best_of", "no_best_of"), ("best_of_matches",)),
    "bad_best_of_from": ("best_of_from",),
    "bad_minimum": ("minimum",),
    "points_bye": ("bye_points", "points"),
    **dict.fromkeys(("points_per_place", "points_range", "points_rising", "points_level"), ("points",)),
}
"""Beside which field a refusal stands; the first of them that is asked for."""
_BASIC: Final = ("rounds", "evening_minutes", "table_size")
_IN_VIEW: Final = (
    *("venue", "name", "day", "starts", "place", "note", "entry", "names", "players", "format", "__all__"),
    *_BASIC,
    "self_report",
)
_OF_VENUE: Final = {
    ONLINE: (
        *("turn_seconds", "bank_seconds", "away_after", "bot_pause_ms", "bot_strength", "bots"),
        *("minutes", "at_end", "leavers"),
    ),
    PHYSICAL: ("confirmation", "silence_minutes", "self_report", "round_minutes"),
}
"""The fields that matter at one venue only."""
_EMPTY_IF_USUAL: Final = ("table_size", "separate_clubs")
"""Numbers whose default depends on the format."""
_EVENING: Final = dt.time(19, 0)


class CompetitionForm(VenueForm, MatchForm):
    """A new competition of a club. Fields that the chosen card does not ask for are not looked at."""

    name = forms.CharField(
        max_length=LONGEST_NAME,
        label=LABELS["name"],
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    day = forms.DateField(
        label=_("Date"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    starts = forms.TimeField(
        label=_("From"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    place = forms.CharField(
        max_length=120,
        required=False,
        label=pgettext_lazy("where people meet", "Venue"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": _("Hall or address")}),
    )
    note = forms.CharField(
        max_length=500, required=False, label=_("Note"), widget=forms.Textarea(attrs={"rows": 2})
    )
    entry = choice("entry", widget=forms.RadioSelect, initial="")
    names = forms.CharField(
        required=False,
        label=_("Players"),
        max_length=MOST_AT_ONCE * LONGEST_LINE,
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off"}),
        help_text=format_lazy(
            "{}. {}",
            NAMES_HELP,
            _("The order is the seeding, the strongest player first; you can change it until the start."),
        ),
    )
    draw_lots = forms.BooleanField(
        required=False,
        label=_("Draw lots for the seeding"),
        help_text=_("Instead of the order of the names; you can draw lots again until the start"),
    )
    players = forms.IntegerField(
        min_value=2,
        max_value=MOST_ENTRANTS,
        required=False,
        label=_("Expected players"),
        help_text=_("For the forecast only, while no names are entered"),
    )
    format = choice("format", required=True, widget=forms.RadioSelect, initial=SEASON)
    rulebook = forms.ChoiceField(
        label=LABELS["rulebook"],
        help_text=_(
            "An elimination to 500 needs a rulebook with elimination; if the rulebook has none, "
            "“Elimination to 500” is used"
        ),
    )
    table_size = number("table_size", _("Empty: 4, or 2 in a knock-out with two at a table"))
    rounds = number("rounds", _("Or matchdays of a season"))
    evening_minutes = number("evening_minutes", _("After that, the tables in play are the last"))
    streak = number(
        "streak",
        _("Each further win counts double until the first match that is not won. 0: never"),
    )
    divisions = number("divisions", _("By seeding: the strongest play in the first"))
    movers = number("movers", _("Between every two neighbouring divisions"))
    play_offs = number(
        "play_offs",
        _(
            "Between two divisions: the last player not relegated meets the best not promoted, in a "
            "match of two"
        ),
    )
    groups = number("groups", _("Split evenly by seeding"))
    legs = number_choice("legs", _("At tables of two"), initial=1)
    qualify = number("qualify", _("The best of each group or division advance"))
    best_of_rest = number("best_of_rest", _("Across all groups, to fill the knock-out"))
    cut = number("cut", _("The best after the Swiss rounds"))
    advance = number("advance", _("In a knock-out at tables; with two at a table, always the winner"))
    reseed = choice(
        "reseed",
        _(
            "“By the first seeding” or “By points so far”: each knock-out round is paired when the "
            "previous round ends, and at tables of two the top seed still in meets the lowest. “As "
            "usual”: a knock-out is paired through to the final, and in an elimination to 500 table "
            "winners are seeded first"
        ),
        initial="",
    )
    byes = number(
        "byes",
        _("Number of top seeds that skip the first round; more only if the number of entrants requires it"),
    )
    third_place = checkbox("third_place")
    placement = checkbox("placement", _("A match for every place, not only for the first"))
    consolation = checkbox(
        "consolation",
        _("At tables of two: losers of their first match play on in a separate bracket"),
    )
    best_of_matches = number_choice(
        "best_of_matches", _("At tables of two. Each game is played to the end, like a full match"), initial=1
    )
    best_of_from = choice(
        "best_of_from",
        _(
            "In the other rounds one game decides. The semi-finals of a double elimination are the last "
            "round of each side"
        ),
        initial="",
    )
    meetings_first = choice(
        "meetings_first",
        _("When both are not possible. At tables of two there are no rematches where possible"),
        initial="meetings",
    )
    fold = number_choice("fold", _("At tables of two"), initial=0)
    pull_up = choice(
        "pull_up",
        _("At tables of two: a player who moves up is placed behind everyone with more points"),
        initial="",
    )
    separate_clubs = number(
        "separate_clubs",
        _(
            "Number of first rounds. Empty: in the first round of a knock-out with two at a table; a "
            "knock-out at tables always does this while possible"
        ),
    )
    best_of = number("best_of", _("0: all rounds count"))
    minimum = number("minimum", _("Players with fewer rounds rank below the others"))
    points = PointsField(
        max_length=1000,
        label=LABELS["points"],
        required=False,
        help_text=_(
            "Leave empty for the default: a point for each seat from your own place down, and one more "
            "for winning, so 5 3 2 1 at a table of four. Otherwise one line for each table size: “4: 5 3 "
            "2 1”"
        ),
    )
    bye_points = number(
        "bye_points",
        _(
            "Empty: as many as for a win. At tables: as many as for first place at the smallest table. "
            "None in a round robin of two, where everyone sits out once"
        ),
    )
    target = number("target", _("Points; leave empty to follow the rulebook"))
    limit = number("limit", _("0: no limit; later entrants wait for a free space"))
    bot_pause_ms = number_choice("bot_pause_ms", _("Bots play for everyone without an account"), initial=1200)
    bot_strength = choice("bot_strength", bot_strengths.EXPLAINED, initial=CLUB)
    by_hand = checkbox(
        "by_hand", _("You see them first and can swap players; no one else sees them before that")
    )
    at_once = forms.BooleanField(
        label=_("Publish the next round with the last result"),
        required=False,
        help_text=_("Otherwise it waits until you publish it"),
    )
    lots_by_hand = checkbox(
        "lots_by_hand",
        _("When a tie must be decided by lot, the pairings wait for your click"),
        initial=True,
    )
    bots = checkbox("bots", _("Otherwise everyone who plays online needs an account"))

    def __init__(
        self, club: Club, choosable: Sequence[Rulebook], *args: Any, is_forecast: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._club, self._zone, self._is_forecast = club, club.zone, is_forecast
        for name in _EMPTY_IF_USUAL:
            self.fields[name].initial = None
            self.fields[name].widget.attrs["placeholder"] = ""
        self._rulebooks = {rulebook.key: rulebook for rulebook in choosable}
        self.fields["rulebook"].choices = [(rulebook.key, rulebook.title) for rulebook in choosable]  # type: ignore[attr-defined] # a ChoiceField
        self.fields["rulebook"].initial = "classic"
        self.fields["points"].widget.attrs |= {"rows": 3, "placeholder": "4: 5 3 2 1"}

    @cached_property
    def candidates(self) -> Candidates:
        """The people of the club, who are meant where their names are written down. Two queries."""
        return Candidates(self._club)

    @property
    def cards(self) -> list[tuple[Any, Kind]]:
        """The radio button of each usual kind, and the kind."""
        return self._cards(is_rare=False)

    @property
    def rare_cards(self) -> list[tuple[Any, Kind]]:
        """The radio button of each rare kind, and the kind."""
        return self._cards(is_rare=True)

    @property
    def is_rare(self) -> bool:
        """Whether a rare kind is chosen."""
        kind = KINDS.get(str(self["format"].value()))
        return kind is not None and kind.is_rare

    @property
    def venues(self) -> list[tuple[Any, str, str]]:
        """The radio button of each venue, its value and its explanation."""
        return [
            (radio, venue, str(text))
            for radio, (venue, text) in zip(self["venue"], EXPLANATIONS.items(), strict=True)
        ]

    @property
    def basics(self) -> Iterator[tuple[BoundField, str]]:
        """The few fields of a format that are always in view, each with the kinds that ask for it."""
        return ((self[name], _asked_by(name)) for name in _BASIC)

    @property
    def settings(self) -> Iterator[tuple[BoundField, str]]:
        """The other fields that only some kinds ask for, each with the kinds that do."""
        return ((self[name], _asked_by(name)) for name in self.fields if name in ASKED and name not in _BASIC)

    @property
    def has_faults_in_more(self) -> bool:
        """Whether a field among the further options is wrong."""
        return bool(set(self.errors) - set(_IN_VIEW))

    @property
    def faulty(self) -> list[BoundField]:
        """The fields that are wrong, in their order."""
        return [self[name] for name in self.fields if name in self.errors]

    def clean_names(self) -> list[Newcomer]:
        """Return the players that were written down."""
        if not self.cleaned_data["names"]:
            return []
        apart = forms.SelectMultiple().value_from_datadict(self.data, self.files, "someone_else") or ()
        newcomers, faults = self.candidates.read(self.cleaned_data["names"], apart)
        if not self._is_forecast:
            for fault in faults:
                self.add_error("names", fault)
        return newcomers

    def clean(self) -> dict[str, Any]:
        """Forget what is wrong with fields that do not apply, and report an impossible time."""
        cleaned = super().clean() or {}
        kind = KINDS.get(cleaned.get("format", ""))
        for name in ASKED:
            if kind is None or name not in kind.asks:
                self.errors.pop(name, None)
        for venue, names in _OF_VENUE.items():
            if cleaned.get("venue") != venue:
                for name in names:
                    self.errors.pop(name, None)
                    cleaned[name] = False if isinstance(self.fields[name], forms.BooleanField) else None
        self._check_time(cleaned)
        return cleaned

    @property
    def expected(self) -> int:
        """The number of players that are named, else expected."""
        return len(self.cleaned_data.get("names") or ()) or self.cleaned_data.get("players") or 0

    @property
    def begins(self) -> dt.datetime | None:
        """The start, if a date is given; in the evening without a time."""
        if not self.cleaned_data.get("day"):
            return None
        return moment(self.cleaned_data["day"], self.cleaned_data.get("starts") or _EVENING, self._zone)

    def facts(self) -> dict[str, Any]:
        """Return the arguments of `competitions.create`; only after `is_valid()`."""
        sent = self.cleaned_data
        usual = KINDS[sent["format"]].page_usual
        sent = sent | {name: value for name, value in usual.items() if sent.get(name) is None}
        if "at_once" in self.fields and sent.get("venue") != ONLINE:
            sent["by_hand"] = not sent["at_once"] and sent["format"] != ARENA
        return facts(sent, self._rulebooks[sent["rulebook"]])

    def refuse(self, refusal: Refusal) -> None:
        """Put a refusal beside the field that it is about."""
        asked = {*KINDS[self.cleaned_data["format"]].asks, "name", "limit", "rulebook", "minutes"}
        wanted = _FIELD_OF.get(refusal.code, ())
        if "seats" in refusal.options:
            wanted = ("table_size", "rulebook")
        elif refusal.options or refusal.code == "wrong_rulebook":
            wanted = ("rulebook",)
        self.add_error(next((name for name in wanted if name in asked), None), refusal.sentence)

    def _cards(self, *, is_rare: bool) -> list[tuple[Any, Kind]]:
        kinds = zip(self["format"], KINDS.values(), strict=True)
        return [(radio, kind) for radio, kind in kinds if kind.is_rare == is_rare]

    def _check_time(self, cleaned: dict[str, Any]) -> None:
        if cleaned.get("day") and cleaned.get("starts"):
            try:
                moment(cleaned["day"], cleaned["starts"], self._zone)
            except Refusal as refusal:
                self.add_error("starts", refusal.sentence)
        elif cleaned.get("starts") or any(
            cleaned.get(name) for name in ("place", "note") if name in self.changed_data
        ):
            # Venue and note are those of the date in the calendar: without a date they would be lost.
            self.add_error("day", gettext("Choose a date, too."))


class ChangedCompetitionForm(CompetitionForm):
    """An announced competition with what can still be changed."""

    def __init__(self, *args: Any, has_started: bool, can_change_rulebook: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("names", "draw_lots", "players"):
            self.fields[name].widget = forms.HiddenInput()
            self.fields[name].disabled = True
        del self.fields["at_once"]
        self.fields["rulebook"].disabled = self.fields["target"].disabled = not can_change_rulebook
        # That only organizers enter players is no choice here: it holds whenever entries are not open.
        self.fields["entry"].choices = self.fields["entry"].choices[1:]  # type: ignore[attr-defined] # a ChoiceField
        self.fields["entry"].label = _("Who can enter while entries are open?")
        self.fields["entry"].help_text = _("While entries are not open, only organizers enter players")
        self.has_started = has_started
        if has_started:
            for name in (*STAGE_FIELDS, "venue", "entry", "limit", "counts_for"):
                self.fields[name].disabled = True


def _asked_by(name: str) -> str:
    return " ".join(key for key, kind in KINDS.items() if name in kind.asks)
