"""The matches that a player has played to the end, the newest first, by one query for however many."""

import datetime as dt
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from django.db.models import BooleanField, CharField, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models import Value as Constant
from django.db.models.functions import Coalesce
from django.urls import reverse

from games.models import Player, Seat, Table
from games.rules.options import rulebooks
from league.models import Competition, Placement
from league.rules.settings.labels import spoken
from league.rules.settings.result_kinds import PLAYED


class Played(NamedTuple):
    """A match that somebody has played; without competition it was played for itself.

    `name` is that of the table, in a competition that of the round. `table` is None where it was not played
    at a table of this site, `points` where it brought none. With `among_people` somebody else took part who
    is no bot.
    """

    ended: dt.datetime
    table: int | None
    match: int | None
    stage: int | None
    key: str
    competition: int | None
    competition_name: str
    club: str
    club_name: str
    name: str
    place: int
    total: int
    points: int | None
    preset: str
    title: str
    among_people: bool

    @property
    def meeting(self) -> tuple[str, int]:
        """What is the same for everybody who took part."""
        return ("table", self.table) if self.table else ("match", self.match or 0)

    @property
    def where(self) -> str:
        """The name as it is read: rounds are kept in English."""
        return spoken(self.name) if self.competition else self.name

    @property
    def rulebook_key(self) -> str:
        """What names the rulebook in an address, in every language."""
        return self.title or self.preset

    @property
    def rulebook(self) -> str:
        """What the rulebook is called."""
        known = self.preset in rulebooks.names()
        return self.title or (rulebooks.title(self.preset) if known else self.preset)

    @property
    def is_won(self) -> bool:
        """Whether it was won, alone or shared."""
        return self.place == 1

    @property
    def address(self) -> str:
        """The page of the match."""
        if self.table:
            return reverse("table", args=[self.table])
        return reverse("match", args=[self.competition, self.stage, self.key])

    @property
    def replay(self) -> str:
        """The replay; empty where nothing was written down."""
        return reverse("replay", args=[self.table]) if self.table else ""


_COLUMNS: Final = tuple(f"its_{name}" for name in Played._fields)
_NONE: Final = Constant(None, IntegerField())
_EMPTY: Final = Constant("", CharField())


def played_by(player: Player, kept_back: QuerySet[Competition]) -> list[Played]:
    """Return what somebody has played, also as who was merged into them; `kept_back` is left out."""
    at_tables, elsewhere = seats_of(player, kept_back), placements_of(player, kept_back)
    rows = _columns(at_tables, _at_a_table()).union(_columns(elsewhere, _elsewhere()), all=True)
    newest_first = rows.order_by("-its_ended", "-its_table", "-its_match")
    return [Played(*row) for row in newest_first]


def seats_of(player: Player, kept_back: QuerySet[Competition]) -> QuerySet[Seat]:
    """Return where somebody sat at a table of this site until a match was over that counts."""
    sat = Seat.objects.order_by().filter(
        _same("player", player), table__status=Table.Status.FINISHED, place__isnull=False
    )
    counts = Q(table__match__isnull=True) | Q(table__match__kind=PLAYED)
    ended = sat.filter(counts, table__finished_at__isnull=False)
    return ended.exclude(table__match__competition__in=kept_back)


def placements_of(player: Player, kept_back: QuerySet[Competition]) -> QuerySet[Placement]:
    """Return the places of somebody in matches that were played, but at no table of this site."""
    found = Placement.objects.order_by().filter(
        _same("entrant__player", player),
        match__table__isnull=True,
        match__kind=PLAYED,
        match__is_bye=False,
        match__finished_at__isnull=False,
        place__isnull=False,
    )
    return found.exclude(match__competition__in=kept_back)


def _same(field: str, player: Player) -> Q:
    return Q((field, player)) | Q((f"{field}__merged_into", player))


def _columns(rows: QuerySet[Any], values: Iterable[Any]) -> QuerySet[Any, Any]:
    found: QuerySet[Any] = rows.annotate(**dict(zip(_COLUMNS, values, strict=True)))
    return found.values_list(*_COLUMNS)


def _at_a_table() -> list[Any]:
    """Return the values of a seat in the order of the fields; a corrected result counts as corrected."""
    said = Placement.objects.filter(match__table=OuterRef("table"), entrant__player=OuterRef("player"))
    others = Seat.objects.filter(table=OuterRef("table"), player__isnull=False).exclude(
        player=OuterRef("player")
    )
    return [
        F("table__finished_at"), F("table"), F("table__match"), F("table__match__stage"),
        Coalesce("table__match__key", _EMPTY), F("table__match__competition"),
        *_of_competition("table__match__competition"),
        Coalesce("table__match__round_name", "table__name"),
        *(Coalesce(Subquery(said.values(name)[:1]), name) for name in ("place", "total")),
        Subquery(said.values("points")[:1]),
        F("table__rulebook"), F("table__rulebook_title"),
        Exists(others),
    ]  # fmt: skip


def _elsewhere() -> list[Any]:
    return [
        F("match__finished_at"), _NONE, F("match"), F("match__stage"),
        F("match__key"), F("match__competition"),
        *_of_competition("match__competition"),
        F("match__round_name"),
        F("place"), Coalesce("total", Constant(0)), F("points"),
        F("match__competition__rulebook"), F("match__competition__rulebook_title"),
        Constant(value=True, output_field=BooleanField()),
    ]  # fmt: skip


def _of_competition(path: str) -> list[Any]:
    return [Coalesce(f"{path}__{name}", _EMPTY) for name in ("name", "club__slug", "club__name")]
