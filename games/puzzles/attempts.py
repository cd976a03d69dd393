"""Answer a puzzle: the first answer of a player counts, and rates the player and the puzzle."""

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Player, Puzzle, PuzzleAttempt, PuzzleRating
from games.puzzles import queries, ratings
from games.puzzles.positions import WorthOfMove, unpacked
from games.puzzles.ratings import Strength
from games.rules.base.refusal import Refusal


def worth_of(puzzle: Puzzle, move: str) -> WorthOfMove:
    """Return what a move in a puzzle is worth. Refusal `bad_move` if it is not possible there."""
    worth = unpacked(bytes(puzzle.content)).worth(move)
    if worth is None:
        raise Refusal("bad_move", _("This move is not possible in this puzzle."))
    return worth


def is_right(puzzle: Puzzle, move: str) -> bool:
    """Whether a move is the solution. Refusal `bad_move`."""
    return worth_of(puzzle, move) == unpacked(bytes(puzzle.content)).solution


@transaction.atomic
def answer(pk: int, move: str, *, player: Player, at: dt.datetime) -> bool:
    """Answer a puzzle for a player; return whether the answer is right.

    Refusals: `no_such_puzzle`, `bad_move`, `already_tried`.
    """
    puzzle = Puzzle.objects.select_for_update().filter(pk=pk).first()
    if puzzle is None or queries.find(pk) is None:
        raise Refusal("no_such_puzzle", _("There is no such puzzle."))
    right = is_right(puzzle, move)
    # The row of the player is locked as well: two answers at a time are rated one after the other.
    Player.objects.select_for_update().get(pk=player.pk)
    if PuzzleAttempt.objects.filter(player=player, puzzle=puzzle).exists():
        raise Refusal("already_tried", _("You have already answered this puzzle."))
    solver, hardness = ratings.after(
        queries.strength_of(player), Strength(puzzle.mu, puzzle.sigma), is_right=right
    )
    puzzle.mu, puzzle.sigma = hardness
    puzzle.tried, puzzle.solved = puzzle.tried + 1, puzzle.solved + right
    puzzle.save(update_fields=["mu", "sigma", "tried", "solved"])
    rating = queries.rating_of(player) or PuzzleRating(player=player)
    rating.mu, rating.sigma = solver
    rating.tried, rating.solved = rating.tried + 1, rating.solved + right
    rating.save()
    PuzzleAttempt.objects.create(
        player=player,
        puzzle=puzzle,
        kind=puzzle.kind,
        move=move,
        is_right=right,
        rating=solver.shown,
        at=at,
    )
    return right
