"""The usual opponents of a Swiss of two, as the last criterion: slide or fold, and who is pulled up."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, Protocol, TypeVar

import msgspec

TOP, MIDDLE, BOTTOM = "top", "middle", "bottom"
PULL_UPS: Final = ("", TOP, MIDDLE, BOTTOM)

BAND: Final = 200
"""Where there are too many entrants to pair at once, about this many are paired together."""


class Placed(Protocol):
    """An entrant of a score group of size `level`, at `rank` from 0 in it; `above` have a higher score.

    The entrant who gets the bye is not counted.
    """

    @property
    def above(self) -> int: ...
    @property
    def score(self) -> int: ...
    @property
    def rank(self) -> int: ...
    @property
    def level(self) -> int: ...


S = TypeVar("S", bound=Placed)


class Way(msgspec.Struct, frozen=True):
    """In a score group the upper half meets the lower half, or with `fold` the best meets the last.

    Where a group is odd, its last entrant meets the best of the next group. With `pull_up` an entrant of the
    next group (its top, middle or bottom) comes up instead, as the last of the upper group.
    """

    fold: bool = False
    pull_up: str = ""

    def off(self, upper: Placed, lower: Placed) -> int:
        """Return how many places two entrants are away from their usual opponents."""
        if upper.score == lower.score:
            if self == SLIDE:
                return lower.rank - upper.rank - upper.level // 2
            size = self._size(upper)
            if self.fold:
                return self._rank(upper) + self._rank(lower) - size + 1
            return self._rank(lower) - self._rank(upper) - size // 2
        if not self.pull_up:
            return upper.level - 1 - upper.rank + lower.rank
        return abs(self._rank(upper) - self._left_over(self._size(upper))) + abs(
            lower.rank - self._comes_up(lower.level)
        )

    def bands(self, level: Sequence[S], *, is_odd: bool) -> Iterator[list[S]]:
        """Yield the entrants of a score group in bands of usual opponents.

        All but the last are even; the last is odd where an entrant has to meet the next group. Where the
        group above was odd, the entrant who meets its last comes first.
        """
        up = self._comes_up(len(level))
        first, rest = ([level[up]], [*level[:up], *level[up + 1 :]]) if is_odd else ([], list(level))
        left = [rest.pop(self._left_over(len(rest) + 1))] if len(rest) % 2 else []
        half = len(rest) // 2
        last = max(0, half - BAND // 8) if left else half
        count = -(-last // (BAND // 2))
        cuts = [last * number // count for number in range(count)] + [last] if count else [0]
        yield first
        for start, end in pairwise(cuts):
            below = slice(2 * half - end, 2 * half - start) if self.fold else slice(half + start, half + end)
            yield [*rest[start:end], *rest[below]]
        yield [*(rest[last : 2 * half - last] if self.fold else rest[last:half] + rest[half + last :]), *left]

    def _comes_up(self, level: int) -> int:
        """Return the rank of the entrant who meets the odd entrant of the group above."""
        return {"": 0, TOP: 0, MIDDLE: level // 2, BOTTOM: max(0, level - 1)}[self.pull_up]

    def _left_over(self, size: int) -> int:
        """Return the rank of the entrant who meets the next group, from an odd group of `size`."""
        if not self.pull_up:
            return size - 2
        return 0 if self.fold else size // 2 - 1

    def _size(self, side: Placed) -> int:
        """Return how many are paired in the group: without those who meet the group above, with pull-ups."""
        left = side.level - side.above % 2
        return left + left % 2 if self.pull_up else left - left % 2

    def _rank(self, side: Placed) -> int:
        """Return the rank in the group, not counting an entrant who meets the group above."""
        return side.rank - (side.above % 2 == 1 and side.rank > self._comes_up(side.level))


SLIDE: Final = Way()
