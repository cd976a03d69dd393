"""The kinds of competitions: for each its title, the fields it asks for, and the stages they make."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from league.rules.settings.divisions import Border
from league.rules.settings.stages import (
    ARENA,
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

Fields = dict[str, Any]


class Kind(NamedTuple):
    """A kind of competition: its title and explanation, the fields it asks for, and the stages they make.

    `hint` tells it from a kind with a similar title where there is no place for the explanation.

    `page_usual` are defaults of its page where they differ from those of programs. The rare kinds are listed
    last.
    """

    title: "StrOrPromise"
    explanation: "StrOrPromise"
    asks: tuple[str, ...]
    stages: Callable[[Fields], list[StageSettings]]
    page_usual: Mapping[str, int] = MappingProxyType({})
    is_rare: bool = False
    hint: "StrOrPromise" = ""


_PLACES: Final = ("points", "bye_points")
_BEST_OF: Final = ("best_of_matches", "best_of_from")
_BRACKET: Final = ("advance", "byes", "reseed", "third_place", "consolation", *_BEST_OF)
_SWISS: Final = ("meetings_first", "fold", "pull_up", "separate_clubs")
_DIVISIONS: Final = ("divisions", "movers", "play_offs")

KINDS: Final[dict[str, Kind]] = {
    SEASON: Kind(
        _("League evening or season"),
        _("Several rounds at tables; points by place; one set of standings. Divisions are optional."),
        ("table_size", "rounds", *_DIVISIONS, "best_of", "minimum", "points"),
        lambda fields: [_season(fields)],
    ),
    SWISS: Kind(
        _("Swiss"),
        _("A set number of rounds; players on similar scores meet, without rematches where possible."),
        ("table_size", "rounds", *_SWISS, *_PLACES),
        lambda fields: [_swiss(fields)],
    ),
    ARENA: Kind(
        _("Arena evening"),
        _(
            "For a set time, free players sit down at once. They come and go as they like; from the third "
            "win in a row on, a win counts double."
        ),
        ("table_size", "evening_minutes", "streak", "points"),
        lambda fields: [
            StageSettings(
                ARENA,
                table_size=fields["table_size"],
                evening_minutes=fields["evening_minutes"],
                streak=fields["streak"],
                points=fields["points"],
            )
        ],
    ),
    ROUND_ROBIN: Kind(
        _("Round robin"),
        _("Two at a table; everyone meets everyone, once or twice."),
        ("legs", "points"),
        lambda fields: [
            StageSettings(ROUND_ROBIN, table_size=2, rounds=0, legs=fields["legs"], points=fields["points"])
        ],
    ),
    "round_robin_tables": Kind(
        _("Round robin at tables"),
        _("Tables of three or more; everyone meets everyone as evenly as possible."),
        ("table_size", "points", "bye_points"),
        lambda fields: [
            StageSettings(ROUND_ROBIN, table_size=fields["table_size"], rounds=0, points=fields["points"])
        ],
        is_rare=True,
    ),
    ELIMINATION_500: Kind(
        _("Elimination to 500"),
        _(
            "Tables of three or more: players who reach the target score are out of the match; the last "
            "ones left advance."
        ),
        ("table_size", "advance", "reseed", "byes"),
        lambda fields: [_elimination_500(fields)],
    ),
    SINGLE_ELIMINATION: Kind(
        _("Knock-out cup"),
        _("Two at a table: the winner advances, the other player is eliminated, up to the final."),
        ("table_size", *_BRACKET, "placement", "separate_clubs"),
        lambda fields: [_knock_out(fields, separate_clubs=fields["separate_clubs"])],
        {"table_size": 2, "separate_clubs": 1},
        hint=_("two at a table"),
    ),
    "knock_out_tables": Kind(
        _("Knock-out cup at tables"),
        _("Tables of three or more: the top players of each table advance, down to a final table."),
        ("table_size", "advance", "byes", "reseed", "separate_clubs"),
        lambda fields: [
            StageSettings(
                SINGLE_ELIMINATION,
                table_size=fields["table_size"],
                advance=fields["advance"],
                byes=fields["byes"],
                reseed=fields["reseed"],
                separate_clubs=fields["separate_clubs"],
            )
        ],
        hint=_("three or more at a table"),
    ),
    DOUBLE_ELIMINATION: Kind(
        _("Double elimination"),
        _("Two at a table; a player who loses twice is eliminated."),
        ("separate_clubs", *_BEST_OF),
        lambda fields: [
            StageSettings(
                DOUBLE_ELIMINATION, table_size=2, separate_clubs=fields["separate_clubs"], **_best_of(fields)
            )
        ],
        {"separate_clubs": 1},
        is_rare=True,
    ),
    "groups_knock_out": Kind(
        _("Groups, then knock-out"),
        _("Parallel groups; the best of each advance to a knock-out."),
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
        lambda fields: [_groups(fields), _knock_out(fields, "Finals")],
        is_rare=True,
    ),
    "swiss_cut": Kind(
        _("Swiss, then top cut"),
        _("Several Swiss rounds for everyone; then the best play a knock-out."),
        ("table_size", "rounds", "cut", *_BRACKET, *_SWISS, *_PLACES),
        lambda fields: [_swiss(fields, qualify=fields["cut"]), _knock_out(fields, "Top cut")],
        is_rare=True,
    ),
    "season_finals": Kind(
        _("Season, then finals"),
        _("Matchdays with standings; the best play a knock-out at the end."),
        ("table_size", "rounds", *_DIVISIONS, "qualify", *_BRACKET, "best_of", "minimum", "points"),
        lambda fields: [_season(fields, fields["qualify"]), _knock_out(fields, "Finals")],
        is_rare=True,
    ),
}
"""By the value of the field `format`."""


def _season(fields: Fields, qualify: int = 0) -> StageSettings:
    return StageSettings(
        SEASON,
        table_size=fields["table_size"],
        rounds=fields["rounds"],
        groups=fields["divisions"],
        borders=[Border(fields["movers"], fields["play_offs"])] if fields["divisions"] > 1 else [],
        qualify=qualify,
        points=fields["points"],
        best_of=fields["best_of"],
        minimum=fields["minimum"],
    )


def _swiss(fields: Fields, **more: Any) -> StageSettings:
    return StageSettings(
        SWISS,
        table_size=fields["table_size"],
        rounds=fields["rounds"],
        separate_clubs=fields["separate_clubs"],
        meetings_first=fields["meetings_first"] != "points",
        fold=bool(fields["fold"]),
        pull_up=fields["pull_up"],
        points=fields["points"],
        **more,
    )


def _groups(fields: Fields) -> StageSettings:
    """Two meet everybody of their group; at larger tables the group plays some rounds."""
    of_group = {key: fields[key] for key in ("groups", "qualify", "best_of_rest")}
    if fields["table_size"] > 2:
        return _swiss(fields, name="Groups", **of_group)
    return StageSettings(
        ROUND_ROBIN, name="Groups", table_size=2, legs=fields["legs"], points=fields["points"], **of_group
    )


def _knock_out(fields: Fields, name: str = "", **more: Any) -> StageSettings:
    return StageSettings(
        SINGLE_ELIMINATION,
        name=name,
        table_size=fields["table_size"],
        advance=fields["advance"],
        byes=fields["byes"],
        third_place=fields["third_place"],
        placement=fields["placement"],
        reseed=fields["reseed"],
        consolation=fields["consolation"],
        **_best_of(fields),
        **more,
    )


def _best_of(fields: Fields) -> Fields:
    return {"best_of_matches": fields["best_of_matches"], "best_of_from": fields["best_of_from"]}


def _elimination_500(fields: Fields) -> StageSettings:
    size, advance = fields["table_size"], fields["advance"]
    return StageSettings(
        ELIMINATION_500, table_size=size, advance=advance, reseed=fields["reseed"], byes=fields["byes"]
    )
