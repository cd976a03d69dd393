"""Quick random numbers for statistics and for imagined worlds."""

import random
from collections.abc import Sequence
from functools import partial
from itertools import repeat, starmap

from games.rules.base.chance import Chance


class Dice(Chance):
    """Python's random generator: much faster than a provable shuffle, and good enough for statistics."""

    def __init__(self, seed: int) -> None:
        super().__init__(b"")
        self._random = random.Random(seed).random  # noqa: S311 - no secret depends on it
        # Return the next number for any card: all in C, as every deal sorts a whole deck by it.
        self._number_for = partial(next, starmap(self._random, repeat(())))

    def below(self, n: int) -> int:
        """Return a number from 0 to n-1."""
        return int(self._random() * n)

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        """Return the cards in a new order."""
        return sorted(cards, key=self._number_for)
