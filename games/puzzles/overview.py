"""The page of all puzzles: today’s, the kinds, and how a player does."""

from functools import cached_property
from typing import Final, NamedTuple

from django.db.models import Count, OuterRef, Q, Subquery

from games.models import Player, Puzzle, PuzzleAttempt, PuzzleRating
from games.puzzles import queries, ratings
from games.puzzles.page import KIND_NAMES, PuzzlePage, kind_name

SHOWN: Final = 20
"""The number of last answers on the page."""
_MOST_CARDS: Final = 7


class KindRow(NamedTuple):
    """A kind of puzzles, how many there are, and how many of them the player has answered."""

    kind: str
    name: str
    puzzles: int
    answered: int


class AttemptRow(NamedTuple):
    """An answer of the player; the puzzle may have gone since."""

    attempt: PuzzleAttempt
    name: str


class Overview:
    """The page for the template. At most eight queries."""

    def __init__(self, player: Player | None) -> None:
        self.player = player
        self.most = SHOWN

    @cached_property
    def today(self) -> "Daily | None":
        """The puzzle of the day."""
        return daily(self.player)

    @cached_property
    def kinds(self) -> list[KindRow]:
        """The kinds of which there are puzzles."""
        mine = Q(attempts__player=self.player) if self.player else Q(pk=None)
        rows = queries.current().values_list("kind").order_by()
        counted = rows.annotate(
            puzzles=Count("pk", distinct=True), answered=Count("attempts", filter=mine, distinct=True)
        )
        counts = {kind: numbers_of for kind, *numbers_of in counted}
        return [KindRow(kind, kind_name(kind), *counts[kind]) for kind in KIND_NAMES if kind in counts]

    @cached_property
    def rating(self) -> PuzzleRating | None:
        """The rating of the player; None before the first answer."""
        return queries.rating_of(self.player) if self.player else None

    @property
    def shown_rating(self) -> float | None:
        """The rating of the player as it is shown."""
        return ratings.Strength(self.rating.mu, self.rating.sigma).shown if self.rating else None

    @property
    def is_provisional(self) -> bool:
        """Whether the rating is still uncertain."""
        return self.rating is not None and self.rating.tried < ratings.TRIES_TO_SETTLE

    @cached_property
    def attempts(self) -> list[AttemptRow]:
        """The last answers of the player, the newest first."""
        if self.player is None:
            return []
        rows = PuzzleAttempt.objects.filter(player=self.player)[:SHOWN]
        return [AttemptRow(row, kind_name(row.kind)) for row in rows]


class Daily(NamedTuple):
    """The puzzle of the day for a small card, with the top card and the hand."""

    puzzle: Puzzle
    kind: str
    top: int
    cards: list[int]
    is_answered: bool
    is_right: bool


def daily(player: Player | None, *, hidden: Q | None = None) -> Daily | None:
    """Return the puzzle of the day; None if there is none. Three queries.

    With `hidden` a caller says which puzzles are not public: then one query.
    """
    puzzles = queries.current().filter(daily_on=queries.today())
    mine = PuzzleAttempt.objects.filter(puzzle=OuterRef("pk"), player=player).values("is_right")
    puzzle = puzzles.exclude(hidden or Q(pk=None)).annotate(is_right=Subquery(mine[:1])).first()
    if puzzle is None or (hidden is None and not queries.is_open(puzzle.analysis_id)):
        return None
    page, is_right = PuzzlePage(puzzle), puzzle.is_right
    hand = sorted(page.sight.hands[page.content.seat] or [])[:_MOST_CARDS]
    return Daily(puzzle, page.kind, page.sight.top, hand, is_right is not None, bool(is_right))
