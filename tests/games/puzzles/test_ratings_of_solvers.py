"""Solvers and puzzles are rated against each other."""

from games.puzzles.ratings import Strength, after


def test_a_right_answer_makes_the_solver_stronger_and_the_puzzle_easier() -> None:
    solver, puzzle = after(Strength(), Strength(), is_right=True)
    assert solver.mu > Strength().mu > puzzle.mu
    assert solver.sigma < Strength().sigma


def test_a_wrong_answer_makes_the_solver_weaker_and_the_puzzle_harder() -> None:
    solver, puzzle = after(Strength(), Strength(), is_right=False)
    assert solver.mu < Strength().mu < puzzle.mu


def test_a_hard_puzzle_counts_for_more() -> None:
    easy, _puzzle = after(Strength(), Strength(mu=15), is_right=True)
    hard, _puzzle = after(Strength(), Strength(mu=35), is_right=True)
    assert hard.mu > easy.mu


def test_a_rating_is_shown_as_players_know_it_from_ladders() -> None:
    assert Strength().shown == 0.0
    assert Strength(30, 4).shown == 18.0
