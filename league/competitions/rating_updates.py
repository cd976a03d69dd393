"""The rating lists of a club: what its matches say about the strength of its players.

A recomputation reads all matches that count, in the order in which they ended. A correction therefore changes
all later ratings; undoing the correction restores them.
"""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from django.db import transaction
from django.db.models import (
    BooleanField,
    Count,
    Exists,
    ExpressionWrapper,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
)
from django.db.models.functions import Coalesce

from games.models import Player, Seat, Table
from games.turns import MOSTLY_BY_BOT
from league.models import Club, Competition, Ladder, Placement, Rating, RosterEvent
from league.rules import ratings as rules
from league.rules.ratings import CASUAL, RATED, RatedResult
from league.rules.settings.result_kinds import PLAYED

_FIELDS = ["mu", "sigma", "games", "played_on", "path"]
_NOTHING = "0.0"
"""The stamp of a club in which nothing has happened yet."""

_Placed = tuple[dt.datetime | None, int, int, int | None, bool]
"""When a match ended, its id, a player, the place, and whether mostly a bot played."""


@dataclass(frozen=True)
class ShownLadderRow:
    """A row of a ladder on a day: the competition rank, the player, and the rating as it is that day."""

    rank: int
    player: Player
    rating: rules.Rating
    played_on: dt.date

    @property
    def shown(self) -> float:
        """The rating as people read it: one decimal."""
        return rules.shown(self.rating)


def ladder(club_id: int, pool: str, *, at: dt.datetime) -> list[ShownLadderRow]:
    """Return a club's ladder as it is at a moment, best first. One query."""
    ratings = Rating.objects.filter(ladder__club=club_id, pool=pool).select_related("player").defer("path")
    by_player = {rating.player_id: rating for rating in ratings}
    known = [
        rules.Rating(rating.player_id, rating.mu, rating.sigma, rating.games, rating.played_on.toordinal())
        for rating in by_player.values()
    ]
    return [
        ShownLadderRow(row.rank, known_rating.player, row.rating, known_rating.played_on)
        for row in rules.ladder(known, at.date().toordinal())
        for known_rating in [by_player[row.rating.player]]
    ]


def recompute(club_id: int) -> None:
    """Compute all ratings of a club again. A constant number of queries; doing it again changes nothing."""
    with transaction.atomic():
        Ladder.objects.get_or_create(club_id=club_id)
        ladder_row = Ladder.objects.select_for_update().get(club_id=club_id)
        # Read before the results: what happens meanwhile then makes the ladder outdated again.
        ((_, _, ladder_row.stamp),) = _stamps(Club.objects.filter(pk=club_id))
        _write(ladder_row, rules.paths(_results(club_id)))
        ladder_row.save(update_fields=["stamp"])


def outdated() -> list[int]:
    """Return the clubs in which something has happened since their ladder was computed. One query."""
    return [club for club, known, stamp in _stamps(Club.objects.order_by("pk")) if known != stamp]


def _stamps(clubs: QuerySet[Club]) -> Iterator[tuple[int, str, str]]:
    """Yield clubs with the stamp of their ladder and the stamp that it would have now.

    It counts the events of competitions, corrections included, and the seats of casual matches, and names
    the last time that players of any club were found to be one person, or two.
    """
    events = Competition.objects.filter(club=OuterRef("pk")).order_by().values("club")
    seats = _casual_seats().filter(player__clubs=OuterRef("pk")).order_by().values("player__clubs")
    counted = clubs.annotate(
        changes=Coalesce(Subquery(events.annotate(sum=Sum("version")).values("sum")), 0),
        seats=Coalesce(Subquery(seats.annotate(count=Count("pk")).values("count")), 0),
        merges=Subquery(RosterEvent.objects.order_by("-pk").values("pk")[:1]),
    )
    for club, known, changes, taken, merges in counted.values_list(
        "pk", "ladder__stamp", "changes", "seats", "merges"
    ):
        yield club, known or _NOTHING, f"{changes}.{taken}" + (f".{merges}" if merges else "")


def _results(club_id: int) -> list[RatedResult]:
    """Return the matches of a club that count, in the order in which they ended. Two queries."""
    results = [*_of_competitions(club_id), *_casual(club_id)]
    # At one moment the rated come first, in their own order: sorting is stable.
    return [result for _, result in sorted(results, key=lambda timed: timed[0])]


def _of_competitions(club_id: int) -> Iterator[tuple[dt.datetime, RatedResult]]:
    """Yield the matches of the club's competitions that were played, rated and casual, with their end.

    At a table of this site only those who sat there took part; elsewhere everybody with a place.
    """
    sat = Seat.objects.order_by().filter(table=OuterRef("match__table"), player=OuterRef("entrant__player"))
    placements = Placement.objects.filter(
        Exists(sat) | Q(match__table__isnull=True),
        match__competition__club=club_id,
        match__kind=PLAYED,
        match__finished_at__isnull=False,
        match__is_bye=False,
        place__isnull=False,
    ).order_by("match__finished_at", "match__competition", "match__stage", "match__key", "seat")
    casual, person = (
        "match__competition__is_casual",
        Coalesce("entrant__player__merged_into", "entrant__player"),
    )
    by_bot = Exists(sat.filter(MOSTLY_BY_BOT))
    rows = list(placements.values_list("match__finished_at", "match", person, "place", by_bot, casual))
    for pool in (RATED, CASUAL):
        of_pool = [row[:5] for row in rows if row[5] == (pool == CASUAL)]
        yield from _grouped(of_pool, pool)


def _casual(club_id: int) -> Iterator[tuple[dt.datetime, RatedResult]]:
    """Yield the matches outside of competitions among members; others at the table are left out."""
    seats = _casual_seats().filter(player__clubs=club_id).order_by("table__finished_at", "table", "index")
    person = Coalesce("player__merged_into", "player")
    by_bot = ExpressionWrapper(MOSTLY_BY_BOT, output_field=BooleanField())
    yield from _grouped(seats.values_list("table__finished_at", "table", person, "place", by_bot), CASUAL)


def _casual_seats() -> QuerySet[Seat]:
    """Return the seats of finished tables that players have opened for themselves."""
    return Seat.objects.filter(
        table__status=Table.Status.FINISHED,
        table__finished_at__isnull=False,
        table__host__isnull=False,
        table__match__isnull=True,
        place__isnull=False,
    )


def _grouped(rows: Iterable[_Placed], pool: str) -> Iterator[tuple[dt.datetime, RatedResult]]:
    """Yield a result for the rows of each match.

    A player for whom a bot played more than half of it is rated as the last: no bot raises a rating, and to
    leave a bad deal saves none.
    """
    for (ended, match), group in groupby(rows, key=lambda row: row[:2]):
        assert ended is not None  # there are places, so it is over
        placed = [(player, place, by_bot) for _, _, player, place, by_bot in group if place is not None]
        behind = 1 + max((place for _, place, _ in placed), default=0)
        players = [player for player, _, _ in placed]
        places = [behind if by_bot else place for _, place, by_bot in placed]
        yield ended, RatedResult(match, players, places, ended.date().toordinal(), pool)


def _write(ladder_row: Ladder, pools: dict[str, dict[int, list[rules.Rating]]]) -> None:
    """Write the computed ratings into the rows."""
    rows = [
        Rating(
            ladder=ladder_row,
            player_id=rating.player,
            pool=pool,
            mu=rating.mu,
            sigma=rating.sigma,
            games=rating.games,
            played_on=dt.date.fromordinal(rating.day),
            path=[[each.day, rules.shown(each), each.games] for each in path],
        )
        for pool, by_player in pools.items()
        for path in by_player.values()
        for rating in path[-1:]
    ]
    kept = {(row.pool, row.player_id) for row in rows}
    before = ladder_row.ratings.values_list("pk", "pool", "player")
    gone = [pk for pk, pool, player in before if (pool, player) not in kept]
    ladder_row.ratings.filter(pk__in=gone).delete()
    Rating.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["ladder", "pool", "player"], update_fields=_FIELDS
    )
