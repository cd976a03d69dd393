"""One and the same evening: the clock stands still, and what is random follows from a call and its number."""

import os
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from django.core import signing
from django.utils import timezone

from tests.games.playing import after

NOW = after(1800)


class Dice:
    """What the system's source of randomness says instead, so that a story is told again word for word.

    They are shaken anew for every call, so that one more call changes no other.
    """

    def __init__(self) -> None:
        self._bytes = random.Random("the first")
        self._calls: Counter[str] = Counter()

    def shake(self, call: str) -> None:
        """Follow from this call and how often it was made."""
        self._calls[call] += 1
        self._bytes.seed(f"{call} {self._calls[call]}")

    def throw(self, number: int) -> bytes:
        """Return so many bytes."""
        return self._bytes.randbytes(number)


@contextmanager
def same_again() -> Iterator[Dice]:
    """Let the clock stand still and dice be thrown that can be thrown again."""
    dice, stamp = Dice(), signing.b62_encode(int(NOW.timestamp()))
    with (
        mock.patch.object(timezone, "now", return_value=NOW),
        mock.patch.object(signing.TimestampSigner, "timestamp", return_value=stamp),
        mock.patch.object(random, "_urandom", dice.throw),  # what `secrets` and Django ask
        mock.patch.object(os, "urandom", dice.throw),  # what `uuid` asks
    ):
        yield dice
