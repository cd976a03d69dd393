"""The form that announces a competition: what is held, as cards, and for each card only what it asks."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from django import forms
from django.forms import BoundField

from games.forms import rules_facts
from games.rules.refusal import Refusal
from games.shelf import Rulebook, preset
from league.evening.venue_form import VenueForm
from league.match_form import MatchForm
from league.rules.announcement import MOST_AT_A_BORDER, MOST_ENTRANTS, MOST_GROUPS, MOST_ROUNDS
from league.rules.divisions import Border
from league.rules.points import SIZES, PointsScheme
from league.rules.stages import (
    BY_SEED,
    BY_TOTAL,
    DOUBLE_ELIMINATION,
    ELIMINATION_500,
    ROUND_ROBIN,
    SEASON,
    SINGLE_ELIMINATION,
    SWISS,
    StageSettings,
)

Given = dict[str, Any]


class Held(NamedTuple):
    """Something that can be held: its card, the fields it asks for, and the stages they make."""

    title: str
    explanation: str
    asks: tuple[str, ...]
    stages: Callable[[Given], list[StageSettings]]


def _season(given: Given, qualify: int = 0) -> StageSettings:
    return StageSettings(
        SEASON,
        table_size=given["table_size"],
        rounds=given["rounds"],
        groups=given["divisions"],
        borders=[Border(given["movers"], given["play_offs"])] if given["divisions"] > 1 else [],
        qualify=qualify,
        points=given["points"],
        best_of=given["best_of"],
        minimum=given["minimum"],
    )


def _swiss(given: Given, **more: Any) -> StageSettings:
    return StageSettings(
        SWISS,
        table_size=given["table_size"],
        rounds=given["rounds"],
        separate_clubs=given["separate_clubs"],
        meetings_first=given["meetings_first"] != "points",
        points=given["points"],
        **more,
    )


def _groups(given: Given) -> StageSettings:
    """Two meet everybody of their group; at larger tables the group plays some rounds."""
    of_group = {key: given[key] for key in ("groups", "qualify", "best_of_rest")}
    if given["table_size"] > 2:
        return _swiss(given, name="Groups", **of_group)
    return StageSettings(
        ROUND_ROBIN, name="Groups", table_size=2, legs=given["legs"], points=given["points"], **of_group
    )


def _knock_out(given: Given, name: str = "") -> StageSettings:
    return StageSettings(
        SINGLE_ELIMINATION,
        name=name,
        table_size=given["table_size"],
        advance=given["advance"],
        third_place=given["third_place"],
        placement=given["placement"],
    )


def _elimination_500(given: Given) -> StageSettings:
    size, advance = given["table_size"], given["advance"]
    return StageSettings(
        ELIMINATION_500, table_size=size, advance=advance, reseed=given["reseed"], byes=given["byes"]
    )


_PLACES: Final = ("points", "bye_points")
_BRACKET: Final = ("advance", "third_place")
_DIVISIONS: Final = ("divisions", "movers", "play_offs")

HELD: Final[dict[str, Held]] = {
    SEASON: Held(
        "League evening or season",
        "Some rounds at tables; points by place; one table of standings. Divisions if you like.",
        ("table_size", "rounds", *_DIVISIONS, "best_of", "minimum", "points"),
        lambda given: [_season(given)],
    ),
    SWISS: Held(
        "Swiss",
        "So many rounds; who has done equally well meets, and nobody twice while that can be avoided.",
        ("table_size", "rounds", "meetings_first", "separate_clubs", *_PLACES),
        lambda given: [_swiss(given)],
    ),
    ROUND_ROBIN: Held(
        "Round robin",
        "Two at a table; everybody meets everybody, once or twice.",
        ("legs", "points"),
        lambda given: [
            StageSettings(ROUND_ROBIN, table_size=2, rounds=0, legs=given["legs"], points=given["points"])
        ],
    ),
    "round_robin_tables": Held(
        "Round robin at tables",
        "Tables of three and more; everybody meets everybody as evenly as can be.",
        ("table_size", "points", "bye_points"),
        lambda given: [
            StageSettings(ROUND_ROBIN, table_size=given["table_size"], rounds=0, points=given["points"])
        ],
    ),
    ELIMINATION_500: Held(
        "Elimination to 500",
        "A knock-out by tables: whoever reaches the points is out, the last ones go on.",
        ("table_size", "advance", "reseed", "byes"),
        lambda given: [_elimination_500(given)],
    ),
    SINGLE_ELIMINATION: Held(
        "Knock-out",
        "One match each round, of two or at tables: the first ones go on, the others are out.",
        ("table_size", *_BRACKET, "placement"),
        lambda given: [_knock_out(given)],
    ),
    DOUBLE_ELIMINATION: Held(
        "Double elimination",
        "Two at a table; who has lost twice is out.",
        (),
        lambda _given: [StageSettings(DOUBLE_ELIMINATION, table_size=2)],
    ),
    "groups_knock_out": Held(
        "Groups, then knock-out",
        "Groups side by side; the best of each go on into a knock-out.",
        (
            "table_size",
            "groups",
            "rounds",
            "legs",
            "qualify",
            "best_of_rest",
            "meetings_first",
            *_BRACKET,
            *_PLACES,
        ),
        lambda given: [_groups(given), _knock_out(given, "Finals")],
    ),
    "swiss_cut": Held(
        "Swiss, then top cut",
        "Some Swiss rounds for all; the best play a knock-out.",
        ("table_size", "rounds", "cut", *_BRACKET, "meetings_first", "separate_clubs", *_PLACES),
        lambda given: [_swiss(given, qualify=given["cut"]), _knock_out(given, "Top cut")],
    ),
    "season_finals": Held(
        "Season, then finals",
        "Matchdays with standings; the best play a knock-out at the end.",
        ("table_size", "rounds", *_DIVISIONS, "qualify", *_BRACKET, "best_of", "minimum", "points"),
        lambda given: [_season(given, given["qualify"]), _knock_out(given, "Finals")],
    ),
}
"""By the value of the field `format`."""

_ASKED: Final = {name for held in HELD.values() for name in held.asks}

_FIELD_OF: Final = {
    "no_name": ("name",),
    "bad_limit": ("limit",),
    "bad_groups": ("groups", "divisions"),
    "bad_borders": ("movers",),
    "bad_legs": ("legs",),
    "bad_reseed": ("reseed",),
    "bad_minutes": ("minutes",),
    "bad_byes": ("byes",),
    "nobody_qualifies": ("qualify", "cut"),
    "too_few_qualify": ("qualify", "cut"),
    "bad_table_size": ("table_size",),
    "advance_too_small": ("advance",),
    "advance_too_large": ("advance",),
    "bad_rounds": ("rounds",),
    "no_third_place": ("third_place", "placement"),
    "bad_best": ("best_of",),
    "bad_minimum": ("minimum",),
    "points_bye": ("bye_points", "points"),
    **dict.fromkeys(("points_per_place", "points_range", "points_rising", "points_level"), ("points",)),
}
"""Beside which field a refusal stands; the first of them that is asked for."""


def _number(label: str, first: int, last: int, initial: int, said: str = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=first, max_value=last, initial=initial, required=False, help_text=said
    )


def _tick(label: str, said: str = "") -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, initial=False, help_text=said)


class PointsField(forms.CharField):
    """Points by place: a line for each table size, such as `4: 5 3 2 1`."""

    widget = forms.Textarea

    def clean(self, value: Any) -> Any:
        """Return the points by table size."""
        found: dict[int, list[int]] = {}
        for number, line in enumerate(super().clean(value).splitlines(), start=1):
            size, _, rest = line.replace(",", " ").partition(":")
            numbers = [size.strip(), *rest.split()]
            if not line.strip():
                continue
            if not all(one.isascii() and one.isdecimal() and len(one) < 7 for one in numbers):
                raise forms.ValidationError(
                    f"Line {number} is not like “4: 5 3 2 1”: seats, a colon, points from place 1 down."
                )
            if int(numbers[0]) not in SIZES:
                raise forms.ValidationError(f"Line {number}: a table has from 2 to 10 seats.")
            found[int(numbers[0])] = [int(one) for one in numbers[1:]]
        return found


class CompetitionForm(VenueForm, MatchForm):
    """A new competition of a club. What the chosen card does not ask for is not looked at."""

    name = forms.CharField(max_length=80, label="Name")
    format = forms.ChoiceField(
        choices=[(key, held.title) for key, held in HELD.items()],
        widget=forms.RadioSelect,
        initial=SEASON,
    )
    rulebook = forms.ChoiceField(
        label="Rulebook",
        help_text="An elimination to 500 needs a rulebook with elimination; if it has none, the rulebook "
        "“Elimination to 500” is played",
    )
    table_size = _number("Seats at a table", 2, 10, 4, "2 for matches of two")
    rounds = _number("Rounds", 1, MOST_ROUNDS, 3, "Or matchdays of a season")
    divisions = _number("Divisions", 1, MOST_GROUPS, 1, "By the seeding: the strongest play in the first")
    movers = _number("Go up and down", 0, MOST_AT_A_BORDER, 1, "So many between two divisions")
    play_offs = _number(
        "Play-offs",
        0,
        MOST_AT_A_BORDER,
        0,
        "Between two divisions: the last who stays meets the best who does not go up, in a match of two",
    )
    groups = _number("Groups", 1, MOST_GROUPS, 4, "Dealt evenly by the seeding")
    legs = forms.TypedChoiceField(
        label="Everybody meets everybody",
        choices=[(1, "Once"), (2, "Twice")],
        coerce=int,
        initial=1,
        required=False,
        help_text="Where two sit at a table",
    )
    qualify = _number("Go on from each", 1, 64, 2, "The best of each group or division play on")
    best_of_rest = _number("And the best of the rest", 0, 64, 0, "Over all groups: to fill up the knock-out")
    cut = _number("Go on to the knock-out", 2, 256, 8, "The best after the Swiss rounds")
    advance = _number("Go on from a table", 1, 9, 2, "In a knock-out by tables; of two always the winner")
    reseed = forms.ChoiceField(
        label="Later rounds are seeded",
        initial="",
        choices=[
            ("", "Winners of tables first"),
            (BY_SEED, "By the first seeding"),
            (BY_TOTAL, "By points so far"),
        ],
        required=False,
    )
    byes = _number("Byes", 0, 500, 0, "For the best seeds in the first round; more only where tables need it")
    third_place = _tick("Play for the third place")
    placement = _tick("Play for all places", "Matches for every place, not only for the first")
    meetings_first = forms.ChoiceField(
        label="At tables of three and more",
        choices=[("meetings", "New opponents come first"), ("points", "Equal points come first")],
        initial="meetings",
        required=False,
        help_text="When both cannot be had. Where two play, nobody meets twice while it can be avoided",
    )
    separate_clubs = _number(
        "Keep clubs apart", 0, MOST_ROUNDS, 0, "In so many first rounds; a knock-out always does while it can"
    )
    best_of = _number("Best rounds that count", 0, MOST_ROUNDS, 0, "0: all rounds count")
    minimum = _number(
        "Rounds to be ranked", 0, MOST_ROUNDS, 0, "Who has played fewer stands behind the others"
    )
    points = PointsField(
        label="Points by place",
        required=False,
        help_text="Empty: one for each seat from the own place down and one more for winning, so 5 3 2 1. "
        "Else one line for each size of table: “4: 5 3 2 1”",
    )
    bye_points = _number("Points for a bye", 0, 1000, 0)
    target = forms.IntegerField(
        label="Play to",
        min_value=50,
        max_value=2000,
        required=False,
        help_text="Points; empty: as the rulebook says",
    )
    limit = _number(
        "Most entrants", 0, MOST_ENTRANTS, 0, "0: any number; who comes later waits for a free place"
    )
    bot_pause_ms = forms.TypedChoiceField(
        label="Bots move",
        choices=[(1200, "Like people, after a second"), (350, "Quickly"), (0, "At once")],
        coerce=int,
        initial=1200,
        required=False,
        help_text="They play for everybody without an account",
    )
    by_hand = _tick(
        "I publish each draw", "You look at it first, swap if you like, and nobody else sees it before"
    )
    lots_by_hand = _tick("I draw lots", "When a tie must be decided by lot, the draw waits for your click")

    def __init__(self, choosable: Sequence[Rulebook], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._rulebooks = {one.key: one for one in choosable}
        self.fields["rulebook"].choices = [(one.key, one.title) for one in choosable]  # type: ignore[attr-defined] # a ChoiceField
        self.fields["rulebook"].initial = "classic"
        self.fields["points"].widget.attrs |= {"rows": 3, "placeholder": "4: 5 3 2 1"}

    @property
    def cards(self) -> list[tuple[Any, Held]]:
        """The radio button of everything that can be held, and its card."""
        return list(zip(self["format"], HELD.values(), strict=True))

    @property
    def settings(self) -> Iterator[tuple[BoundField, str]]:
        """The fields that only some of it asks for, each with what asks for it."""
        for name in self.fields:
            if name in _ASKED:
                yield self[name], " ".join(key for key, held in HELD.items() if name in held.asks)

    def clean(self) -> Given:
        """Let what is not asked for be as usual, and what is left empty too."""
        given = super().clean() or {}
        held = HELD.get(given.get("format", ""))
        for name in _ASKED:
            if held is None or name not in held.asks:
                self.errors.pop(name, None)
                given[name] = None
            if given.get(name) in (None, ""):
                initial = self.fields[name].initial
                given[name] = ({} if name == "points" else initial) if initial is None else initial
        return given

    def facts(self) -> Given:
        """Return what the door `competitions.create` wants to know; only after `is_valid()`."""
        given = self.cleaned_data
        scheme = PointsScheme(given["points"] or {}, given["bye_points"] or 0)
        stages = HELD[given["format"]].stages({**given, "points": scheme})
        chosen = self._rulebooks[given["rulebook"]]
        is_500 = stages[0].format == ELIMINATION_500
        if is_500 and not chosen.custom and chosen.options.scoring != "elimination":
            chosen = preset("elimination-500")
        return {
            "name": given["name"],
            "stages": self.with_matches(stages),
            "limit": given["limit"] or 0,
            "by_hand": given["by_hand"],
            "lots_by_hand": given["lots_by_hand"],
            "is_casual": self.is_casual,
            "bot_pause_ms": 1200 if given["bot_pause_ms"] == "" else given["bot_pause_ms"],
            **rules_facts(chosen, given["target"]),
            **self.times(),
            **self.of_the_venue(),
        }

    def refuse(self, refusal: Refusal) -> None:
        """Put a refusal beside the field that it is about."""
        asked = {*HELD[self.cleaned_data["format"]].asks, "name", "limit", "rulebook", "minutes"}
        wanted = _FIELD_OF.get(refusal.code, ())
        if "seats" in refusal.options:
            wanted = ("table_size", "rulebook")
        elif refusal.options or refusal.code == "wrong_rulebook":
            wanted = ("rulebook",)
        self.add_error(next((name for name in wanted if name in asked), None), refusal.sentence)
