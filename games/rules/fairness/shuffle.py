"""Provable shuffles (FAIRNESS.md): the commitment before a deal, and the orders that follow from it."""

import hashlib
import hmac
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from games.rules.base.chance import Chance
from games.rules.base.language import _
from games.rules.base.refusal import Refusal
from games.rules.cards.cards import TOKENS, Card
from games.rules.match.events import (
    CardsDealt,
    DealVoided,
    DrawPileRebuilt,
    HandsShuffled,
    RoundStarted,
    StarterReturned,
)

METHOD: Final = "wildleague-shuffle/1"
BEFORE_FIRST: Final = 0
"""The round number of the draw for the first dealer."""
LONGEST_WORDS: Final = 40

_COMMITMENT: Final = b"wildleague-commitment/1:"
_SECRET: Final = b"wildleague-secret/1:"
_BLOCKS_OF_A_NUMBER: Final = 32  # bits: every random outcome has 2**32 blocks
_WITH_AN_ORDER: Final = (CardsDealt, DealVoided, DrawPileRebuilt, HandsShuffled, StarterReturned)


class Secret(bytes):
    """Secret bytes of the server: printing them shows nothing."""

    def __repr__(self) -> str:
        return "Secret()"

    __str__ = __repr__


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The proof of the orders of a round: `words` by seat, commitment and secret in hexadecimal digits."""

    method: str
    commitment: str
    secret: str
    words: list[str]


class RoundChance(Chance):
    """The random outcomes of a round, numbered from 1 on; `taken` of them were used already.

    Outcome n takes its numbers from the blocks of the stream from n * 2**32 on: HMAC-SHA256(secret, words of
    all seats, round, block). A shuffle starts from the cards sorted by their text, so that its order follows
    from the cards alone.
    """

    def __init__(self, secret: bytes, words: Sequence[str], round: int, taken: int = 0) -> None:  # noqa: A002 - the word of the rules
        super().__init__(secret, "\n".join(words).encode() + round.to_bytes(4, "big"))
        self._taken = taken

    def below(self, n: int) -> int:
        """Return a number from 0 to n-1, the next outcome."""
        return self._next().below(n)

    def shuffled(self, cards: Sequence[Card]) -> list[Card]:
        """Return the cards in a new order, the next outcome."""
        return self._next().shuffled(sorted(cards, key=TOKENS.__getitem__))

    def _next(self) -> Chance:
        self._taken += 1
        return Chance(self._seed, self._about, self._taken << _BLOCKS_OF_A_NUMBER)


def secret_of(seed: bytes, round: int) -> Secret:  # noqa: A002
    """Return the secret of a round of a match, which reveals nothing about other rounds."""
    return Secret(hmac.digest(seed, _SECRET + round.to_bytes(4, "big"), "sha256"))


def commitment_to(secret: bytes) -> str:
    """Return the commitment that is published before the round: a hash of the secret."""
    return hashlib.sha256(_COMMITMENT + secret).hexdigest()


def orders_in(events: Iterable[object]) -> int:
    """Return how many orders of cards the last round in some events has."""
    count = 0
    for event in events:
        if isinstance(event, RoundStarted):
            count = 0
        elif isinstance(event, _WITH_AN_ORDER):
            count += 1
    return count


def plain_words(typed: str) -> str:
    """Return a seat's words in their normal form; Refusal `bad_words` for anything but a few plain words.

    They are public and stay in the log for ever, so they must not hold an address.
    """
    words = " ".join(unicodedata.normalize("NFC", typed).split())
    is_plain = all(character in " -" or unicodedata.category(character)[0] in "LMN" for character in words)
    if not words or len(words) > LONGEST_WORDS or not is_plain:
        sentence = _("Words are letters, digits, spaces and hyphens, at most {most} of them.")
        raise Refusal("bad_words", sentence.format(most=LONGEST_WORDS))
    return words
