"""Read puzzles: those that hold, that of today, the next for a player, and what a player has answered."""

import datetime as dt
from typing import Final

from django.db.models import ExpressionWrapper, F, FloatField, QuerySet
from django.db.models.functions import Abs
from django.utils import timezone

from games.access import analyses, spectators
from games.analysis.findings import VERSION
from games.models import Player, Puzzle, PuzzleAttempt, PuzzleRating, Table
from games.puzzles import ratings
from games.puzzles.positions import EDITION

_TRIED: Final = 5
"""The most puzzles to look at for one that may be shown: a match may no longer be public."""


def current() -> QuerySet[Puzzle]:
    """Return the puzzles whose analysis holds for the log as it is, of tables in public lists."""
    return Puzzle.objects.filter(
        analysis__puzzle_edition=EDITION,
        analysis__version=VERSION,
        analysis__head=F("analysis__table__head"),
        analysis__table__status=Table.Status.FINISHED,
        analysis__table__invited_only=None,
    )


def is_open(table_id: int) -> bool:
    """Whether puzzles of a table may be shown: everybody may watch it, and it is analysed. Two queries."""
    return spectators.is_for_everybody(table_id) and not analyses.is_switched_off(table_id)


def find(pk: int) -> Puzzle | None:
    """Return a puzzle that may be shown; None if there is none. At most three queries."""
    puzzle = current().filter(pk=pk).first()
    return puzzle if puzzle is not None and is_open(puzzle.analysis_id) else None


def of_day(day: dt.date) -> Puzzle | None:
    """Return the puzzle of a day; None if there is none. At most three queries."""
    puzzle = current().filter(daily_on=day).first()
    return puzzle if puzzle is not None and is_open(puzzle.analysis_id) else None


def today() -> dt.date:
    """Return the day in the time zone of the site: it is the same for all."""
    return timezone.localdate(timezone=timezone.get_default_timezone())


def next_for(player: Player | None, *, kind: str = "", after: int = 0) -> Puzzle | None:
    """Return a puzzle to solve next; None if none is left.

    Players get the one that is as hard as they are good, never one that they have answered. For visitors
    `after` is the number of the last; behind the end they begin again.
    """
    puzzles = current().filter(kind=kind) if kind else current()
    if player is None:
        ordered = puzzles.order_by("pk")
        candidates = [*ordered.filter(pk__gt=after)[:_TRIED], *ordered.filter(pk__lt=after)[:_TRIED]]
    else:
        untried = puzzles.exclude(attempts__player=player).exclude(pk=after)
        apart = ExpressionWrapper(Abs(F("mu") - strength_of(player).mu), FloatField())
        candidates = list(untried.annotate(apart=apart).order_by("apart", "pk")[:_TRIED])
    return next((puzzle for puzzle in candidates if is_open(puzzle.analysis_id)), None)


def rating_of(player: Player) -> PuzzleRating | None:
    """Return the rating of a player as a solver; None before the first answer."""
    return PuzzleRating.objects.filter(player=player).first()


def strength_of(player: Player) -> ratings.Strength:
    """Return the strength of a player as a solver."""
    rating = rating_of(player)
    return ratings.Strength() if rating is None else ratings.Strength(rating.mu, rating.sigma)


def attempt_of(player: Player | None, puzzle: Puzzle) -> PuzzleAttempt | None:
    """Return what a player has answered to a puzzle; None for nothing."""
    return PuzzleAttempt.objects.filter(player=player, puzzle=puzzle).first() if player is not None else None
