"""Parties: words that organizers give to entrants; two who share a word should not meet.

An entrant can have several words, separated by semicolons: "Novak; Car 2" should meet neither a Novak nor
somebody of car 2, who may meet each other.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Final, TypeVar

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand

LONGEST_PARTY: Final = 200
"""The most characters of all words of an entrant."""
MOST_OF_ONE_PARTY: Final = 20
MOST_WORDS: Final = 10

_SEPARATOR: Final = ";"

T = TypeVar("T")


@lru_cache(4096)
def words(party: str) -> tuple[str, ...]:
    """Return the different words of an entrant, in their order."""
    stripped = [word.strip() for word in party.split(_SEPARATOR)]
    return tuple(dict.fromkeys(word for word in stripped if word))


def are_apart(first: str, other: str) -> bool:
    """Whether two entrants with these words should not meet."""
    if not first or not other:
        return False
    return not set(words(first)).isdisjoint(words(other))


def pairs_apart(parties: Mapping[T, str]) -> set[frozenset[T]]:
    """Return all pairs who should not meet."""
    members: dict[str, list[T]] = {}
    for entrant, party in parties.items():
        for word in words(party):
            members.setdefault(word, []).append(entrant)
    return {frozenset(pair) for group in members.values() for pair in combinations(group, 2)}


def check(parties: Iterable[str]) -> None:
    """Refuse a party that is too large, and too many words; `parties` has the words of each entrant."""
    named = [words(party) for party in parties]
    if any(len(own) > MOST_WORDS for own in named):
        raise IllegalCommand(
            "bad_value",
            _("An entrant can have at most {most} words, separated by semicolons.").format(most=MOST_WORDS),
        )
    counts = Counter(word for own in named for word in own)
    if any(count > MOST_OF_ONE_PARTY for count in counts.values()):
        raise IllegalCommand(
            "party_too_large",
            _("At most {most} entrants can belong together.").format(most=MOST_OF_ONE_PARTY),
        )


class Spellings:
    """The spelling of each word, that of the first of these parties with it.

    Capitals and the number of blanks do not matter.
    """

    def __init__(self, parties: Iterable[str]) -> None:
        self._first: dict[str, str] = {}
        for party in parties:
            for word in words(party):
                self._first.setdefault(_key(word), word)

    def of(self, party: str) -> str:
        """Return one of the parties in these spellings, empty for none."""
        spelled = dict.fromkeys(self._first[_key(word)] for word in words(party))
        return f"{_SEPARATOR} ".join(spelled)


def _key(word: str) -> str:
    """Return the key that all spellings of a word share."""
    return " ".join(unicodedata.normalize("NFC", word.casefold()).split())
