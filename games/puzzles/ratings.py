"""Rate solvers and puzzles against each other: whoever solves a puzzle has beaten it.

Full-pair Bradley-Terry as openskill implements it, with its default parameters: the same library and model by
which players are rated at tables.
"""

from typing import Final, NamedTuple

from openskill.models import BradleyTerryFull

MU: Final = 25.0
SIGMA: Final = MU / 3
TRIES_TO_SETTLE: Final = 10

_MODEL: Final = BradleyTerryFull(mu=MU, sigma=SIGMA)


class Strength(NamedTuple):
    """The estimated strength of a solver, or how hard a puzzle is: mean and deviation."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> float:
        """The strength as pages show it, a conservative estimate with one decimal: mu - 3 sigma."""
        return round(self.mu - 3 * self.sigma, 1)


def after(solver: Strength, puzzle: Strength, *, is_right: bool) -> tuple[Strength, Strength]:
    """Return both strengths after an answer."""
    teams = [[_MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in (solver, puzzle)]
    [[new_solver], [new_puzzle]] = _MODEL.rate(teams, ranks=[1.0, 2.0] if is_right else [2.0, 1.0])
    return Strength(new_solver.mu, new_solver.sigma), Strength(new_puzzle.mu, new_puzzle.sigma)
