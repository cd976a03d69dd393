"""Shuffles that follow from a seed, the same on every machine (rules.md 3.3; events hold the outcomes)."""

import hmac
from collections import Counter
from collections.abc import Iterable, Sequence
from struct import Struct
from typing import Final

from games.rules.base.language import _
from games.rules.base.refusal import Refusal

_WORD: Final = 2**32
_EIGHT_WORDS: Final = Struct(">8I")


class Chance:
    """A stream of unbiased numbers that depends only on the seed and on `about`.

    Block n of the stream is HMAC-SHA256(seed, about and n as 8 bytes, big-endian), read as eight 32-bit
    words, big-endian; `block` is the first. A word that would favour small results is skipped.
    FAIRNESS.md describes it for people.
    """

    def __init__(self, seed: bytes, about: bytes = b"", block: int = 0) -> None:
        self._seed = seed
        self._about = about
        self._block = block
        self._words: list[int] = []

    def below(self, n: int) -> int:
        """Return a number from 0 to n-1, each equally likely; n is at most 2**32."""
        fair = _WORD - _WORD % n
        while True:
            if not self._words:
                self._refill()
            word = self._words.pop()
            if word < fair:
                return word % n

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        """Return the cards in a new order (Fisher-Yates from the back), top first."""
        order = list(cards)
        below = self.below
        for last in range(len(order) - 1, 0, -1):
            other = below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def _refill(self) -> None:
        block = hmac.digest(self._seed, self._about + self._block.to_bytes(8, "big"), "sha256")
        self._block += 1
        # Words are popped from the end, so the first word of the block comes last.
        self._words = list(_EIGHT_WORDS.unpack(block)[::-1])


class GivenChance(Chance):
    """Return recorded orders first, then shuffles from the seed.

    An order that does not hold the cards to be shuffled is refused (`bad_chance`), unless `any_cards`
    allows orders of shorter decks than the real ones, as in scenarios.
    """

    def __init__(
        self, orders: Iterable[Sequence[int]], seed: bytes = b"", *, any_cards: bool = False
    ) -> None:
        super().__init__(seed)
        self._orders = [list(order) for order in orders]
        self._any_cards = any_cards

    @property
    def left(self) -> int:
        """The number of recorded orders that were not used yet."""
        return len(self._orders)

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        """Return the next recorded order, or a shuffle when none is left."""
        if not self._orders:
            return super().shuffled(cards)
        order = self._orders.pop(0)
        if not self._any_cards and Counter(order) != Counter(cards):
            raise Refusal(
                "bad_chance", _("The recorded order does not hold the cards that were to be shuffled.")
            )
        return order
