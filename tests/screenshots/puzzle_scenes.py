"""Puzzles that are photographed: all, one to solve, and one that was answered."""

from django.utils import timezone

from games.models import Player
from games.puzzles import attempts, queries
from tests.games.puzzles.made_puzzles import puzzle
from tests.screenshots.table_scenes import Scene


def scenes(member: Player) -> list[Scene]:
    """Make some puzzles and return the scenes."""
    posed, answered = puzzle(daily_on=queries.today()), puzzle(kind="wild")
    attempts.answer(answered.pk, "play w r", player=member, at=timezone.now())
    return [
        Scene("puzzles", "/puzzles/", member),
        Scene("puzzle", posed.get_absolute_url()),
        Scene("puzzle-answered", answered.get_absolute_url(), member),
    ]
