"""What can be held: for each kind of competition its card, the fields it asks for, and the stages it has."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from league.rules.settings.divisions import Border
from league.rules.settings.stages import (
    DOUBLE_ELIMINATION,
    ELIMINATION_500,
    ROUND_ROBIN,
    SEASON,
    SINGLE_ELIMINATION,
    SWISS,
    StageSettings,
)

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Given = dict[str, Any]


class Held(NamedTuple):
    """Something that can be held: its card, the fields it asks for, and the stages they make."""

    title: "StrOrPromise"
    explanation: "StrOrPromise"
    asks: tuple[str, ...]
    stages: Callable[[Given], list[StageSettings]]


_PLACES: Final = ("points", "bye_points")
_BEST_OF: Final = ("best_of_matches", "best_of_from")
_BRACKET: Final = ("advance", "byes", "reseed", "third_place", "consolation", *_BEST_OF)
_SWISS: Final = ("meetings_first", "fold", "pull_up", "separate_clubs")
_DIVISIONS: Final = ("divisions", "movers", "play_offs")

HELD: Final[dict[str, Held]] = {
    SEASON: Held(
        _("League evening or season"),
        _("Some rounds at tables; points by place; one table of standings. Divisions if you like."),
        ("table_size", "rounds", *_DIVISIONS, "best_of", "minimum", "points"),
        lambda given: [_season(given)],
    ),
    SWISS: Held(
        _("Swiss"),
        _("So many rounds; who has done equally well meets, and nobody twice while that can be avoided."),
        ("table_size", "rounds", *_SWISS, *_PLACES),
        lambda given: [_swiss(given)],
    ),
    ROUND_ROBIN: Held(
        _("Round robin"),
        _("Two at a table; everybody meets everybody, once or twice."),
        ("legs", "points"),
        lambda given: [
            StageSettings(ROUND_ROBIN, table_size=2, rounds=0, legs=given["legs"], points=given["points"])
        ],
    ),
    "round_robin_tables": Held(
        _("Round robin at tables"),
        _("Tables of three and more; everybody meets everybody as evenly as can be."),
        ("table_size", "points", "bye_points"),
        lambda given: [
            StageSettings(ROUND_ROBIN, table_size=given["table_size"], rounds=0, points=given["points"])
        ],
    ),
    ELIMINATION_500: Held(
        _("Elimination to 500"),
        _("A knock-out by tables: whoever reaches the points is out, the last ones go on."),
        ("table_size", "advance", "reseed", "byes"),
        lambda given: [_elimination_500(given)],
    ),
    SINGLE_ELIMINATION: Held(
        _("Knock-out"),
        _("One match each round, of two or at tables: the first ones go on, the others are out."),
        ("table_size", *_BRACKET, "placement", "separate_clubs"),
        lambda given: [_knock_out(given, separate_clubs=given["separate_clubs"])],
    ),
    DOUBLE_ELIMINATION: Held(
        _("Double elimination"),
        _("Two at a table; who has lost twice is out."),
        ("separate_clubs", *_BEST_OF),
        lambda given: [
            StageSettings(
                DOUBLE_ELIMINATION, table_size=2, separate_clubs=given["separate_clubs"], **_best_of(given)
            )
        ],
    ),
    "groups_knock_out": Held(
        _("Groups, then knock-out"),
        _("Groups side by side; the best of each go on into a knock-out."),
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
        _("Swiss, then top cut"),
        _("Some Swiss rounds for all; the best play a knock-out."),
        ("table_size", "rounds", "cut", *_BRACKET, *_SWISS, *_PLACES),
        lambda given: [_swiss(given, qualify=given["cut"]), _knock_out(given, "Top cut")],
    ),
    "season_finals": Held(
        _("Season, then finals"),
        _("Matchdays with standings; the best play a knock-out at the end."),
        ("table_size", "rounds", *_DIVISIONS, "qualify", *_BRACKET, "best_of", "minimum", "points"),
        lambda given: [_season(given, given["qualify"]), _knock_out(given, "Finals")],
    ),
}
"""By the value of the field `format`."""


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
        fold=bool(given["fold"]),
        pull_up=given["pull_up"],
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


def _knock_out(given: Given, name: str = "", **more: Any) -> StageSettings:
    return StageSettings(
        SINGLE_ELIMINATION,
        name=name,
        table_size=given["table_size"],
        advance=given["advance"],
        byes=given["byes"],
        third_place=given["third_place"],
        placement=given["placement"],
        reseed=given["reseed"],
        consolation=given["consolation"],
        **_best_of(given),
        **more,
    )


def _best_of(given: Given) -> Given:
    return {"best_of_matches": given["best_of_matches"], "best_of_from": given["best_of_from"]}


def _elimination_500(given: Given) -> StageSettings:
    size, advance = given["table_size"], given["advance"]
    return StageSettings(
        ELIMINATION_500, table_size=size, advance=advance, reseed=given["reseed"], byes=given["byes"]
    )
