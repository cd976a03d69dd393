"""The matches that a player has played to the end, the newest first, in a single query."""

import datetime as dt
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from django.db.models import (
    BooleanField,
    Case,
    CharField,
    Exists,
    ExpressionWrapper,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    When,
)
from django.db.models import Value as Constant
from django.db.models.functions import Coalesce, Concat, Least
from django.urls import reverse

from games.models import Player, Seat, Table
from games.rules.options import rulebooks
from games.turns import LEFT_TO_BOT
from league.models import Placement
from league.profiles.kept_back import KeptBack
from league.rules.settings.result_kinds import PLAYED
from league.rules.settings.translated_names import translated


class Played(NamedTuple):
    """A match that a player has played, in a competition or outside.

    `name` is that of the table, in a competition that of the round. `table` is None where it was not played
    at a table of this site, `points` where it gave none. In a result by ranks alone nobody `has_totals`.
    A match `has_replay` if it was played to its end at its table, and not decided by organizers.
    With `among_people` another person took part.
    With `by_bot` a bot played the end or more than half of it for somebody who had left: the match is listed
    and does not count as theirs; `bot_finished` says that it was the end.
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
    has_totals: bool
    points: int | None
    preset: str
    title: str
    among_people: bool
    by_bot: bool
    bot_finished: bool
    has_replay: bool

    @property
    def meeting(self) -> tuple[str, int]:
        """A key shared by all who took part."""
        return ("table", self.table) if self.table else ("match", self.match or 0)

    @property
    def where(self) -> str:
        """The name for readers: names of rounds are stored in English."""
        return translated(self.name) if self.competition else self.name

    @property
    def rulebook_key(self) -> str:
        """The key of the rulebook in an address, the same in every language."""
        return self.title or self.preset

    @property
    def rulebook(self) -> str:
        """The name of the rulebook."""
        known = self.preset in rulebooks.names()
        return self.title or (rulebooks.title(self.preset) if known else self.preset)

    @property
    def is_won(self) -> bool:
        """Whether it was won, alone or shared, and not by a bot."""
        return self.place == 1 and not self.by_bot

    @property
    def address(self) -> str:
        """The page of the match."""
        if self.table:
            return reverse("table", args=[self.table])
        return reverse("match", args=[self.competition, self.stage, self.key])

    @property
    def replay(self) -> str:
        """The address of the replay; empty without one."""
        return reverse("replay", args=[self.table]) if self.has_replay else ""


_COLUMNS: Final = tuple(f"its_{name}" for name in Played._fields)
_NONE: Final = Constant(None, IntegerField())
_EMPTY: Final = Constant("", CharField())
_RESET: Final = r"(^|\.)GF\.2$"
"""The id of the second match of a grand final, which is its name, too."""
_GAME: Final = r"(^|, )game [0-9]+$"
"""The end of the name of one of several matches of a meeting."""


def played_by(player: Player, kept_back: KeptBack) -> list[Played]:
    """Return the matches of a player and of those merged into them; `kept_back` is left out."""
    at_tables, elsewhere = seats_of(player, kept_back), placements_of(player, kept_back)
    rows = _columns(at_tables, _at_a_table()).union(_columns(elsewhere, _elsewhere()), all=True)
    newest_first = rows.order_by("-its_ended", "-its_table", "-its_match")
    return [Played(*row) for row in newest_first]


def own(played: Iterable[Played]) -> list[Played]:
    """Return the matches that somebody played to the end in person."""
    return [result for result in played if not result.by_bot]


def seats_of(player: Player, kept_back: KeptBack) -> QuerySet[Seat]:
    """Return a player's seats at tables of this site, for matches that are over and count."""
    over = [Table.Status.FINISHED, Table.Status.DECIDED]
    sat = Seat.objects.order_by().filter(_same("player", player), table__status__in=over, place__isnull=False)
    counts = Q(table__match__isnull=True) | Q(table__match__kind=PLAYED)
    return sat.filter(counts, kept_back.shows_table("table__"), table__finished_at__isnull=False)


def placements_of(player: Player, kept_back: KeptBack) -> QuerySet[Placement]:
    """Return a player's places in matches that were played, but at no table of this site."""
    placements = Placement.objects.order_by().filter(
        _same("entrant__player", player),
        match__table__isnull=True,
        match__kind=PLAYED,
        match__is_bye=False,
        match__finished_at__isnull=False,
        place__isnull=False,
    )
    return placements.exclude(match__competition__in=kept_back.competitions)


def _same(field: str, player: Player) -> Q:
    return Q((field, player)) | Q((f"{field}__merged_into", player))


def _columns(rows: QuerySet[Any], values: Iterable[Any]) -> QuerySet[Any, Any]:
    columns: QuerySet[Any] = rows.annotate(**dict(zip(_COLUMNS, values, strict=True)))
    return columns.values_list(*_COLUMNS)


def _at_a_table() -> list[Any]:
    """Return the values of a seat in the order of the fields; a corrected result replaces the original."""
    placement = Placement.objects.filter(match__table=OuterRef("table"), entrant__player=OuterRef("player"))
    others = Seat.objects.filter(table=OuterRef("table"), player__isnull=False).exclude(
        player=OuterRef("player")
    )
    return [
        F("table__finished_at"), F("table"), F("table__match"), F("table__match__stage"),
        Coalesce("table__match__key", _EMPTY), F("table__match__competition"),
        *_of_competition("table__match__competition"),
        Coalesce(_in_its_round("table__match__"), "table__name"),
        _place_of_the_side(Coalesce(Subquery(placement.values("place")[:1]), "place")),
        Coalesce(Subquery(placement.values("total")[:1]), "total"),
        Exists(Seat.objects.filter(table=OuterRef("table")).exclude(total=0))
        | Exists(Placement.objects.filter(match__table=OuterRef("table")).exclude(total=0)),
        Subquery(placement.values("points")[:1]),
        F("table__rulebook"), F("table__rulebook_title"),
        Exists(others),
        ExpressionWrapper(LEFT_TO_BOT, output_field=BooleanField()),
        F("is_bot"),
        ExpressionWrapper(Q(table__status=Table.Status.FINISHED), output_field=BooleanField()),
    ]  # fmt: skip


def _place_of_the_side(place: Coalesce) -> Case:
    """Return the place, of partners that of their side: competitions rank four entrants (1, 1, 3, 3)."""
    return Case(When(table__options__teams="partners", then=Least(place, 2)), default=place)


def _elsewhere() -> list[Any]:
    return [
        F("match__finished_at"), _NONE, F("match"), F("match__stage"),
        F("match__key"), F("match__competition"),
        *_of_competition("match__competition"),
        _in_its_round("match__"),
        F("place"), Coalesce("total", Constant(0)),
        Exists(Placement.objects.filter(match=OuterRef("match")).exclude(total=0)), F("points"),
        F("match__competition__rulebook"), F("match__competition__rulebook_title"),
        Constant(value=True, output_field=BooleanField()),
        *(Constant(value=False, output_field=BooleanField()) for _no in ("by_bot", "bot_finished", "replay")),
    ]  # fmt: skip


def _in_its_round(match: str) -> Case:
    """Return the name of the round, and the name in it where two players meet there more than once."""
    planned, name = F(f"{match}round_name"), F(f"{match}name")
    return Case(
        When(Q((f"{match}name__regex", _RESET)), then=Concat(planned, Constant(", second match"))),
        When(Q((f"{match}name__iregex", _GAME)), then=Concat(planned, Constant(", "), name)),
        default=planned,
        output_field=CharField(),
    )


def _of_competition(path: str) -> list[Any]:
    return [Coalesce(f"{path}__{name}", _EMPTY) for name in ("name", "club__slug", "club__name")]
