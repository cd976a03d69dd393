"""The form of a row of the standings: up or down since the last round, and the newest results."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from league.rules.competition.stage import Match, Stage
from league.rules.settings import result_kinds
from league.rules.standings.row import StandingsRow

_Had = tuple[Match, int]
"""A match of an entrant, and the place in it: 0 for none, ABSENT for an entrant who was not there."""
ABSENT = -1
NEWEST = 5
"""The number of results that make up the form."""


@dataclass(frozen=True, slots=True)
class Movement:
    """By how many ranks a row moved up (above 0) or down (below 0) in the last round."""

    by: int

    @property
    def way(self) -> str:
        """`up` or `down`, for style classes."""
        return "up" if self.by > 0 else "down"

    @property
    def ranks(self) -> int:
        """The number of ranks."""
        return abs(self.by)

    @property
    def words(self) -> str:
        """The movement in words."""
        if self.way == "up":
            sentence = ngettext("up {n} rank in the last round", "up {n} ranks in the last round", self.ranks)
        else:
            sentence = ngettext(
                "down {n} rank in the last round", "down {n} ranks in the last round", self.ranks
            )
        return sentence.format(n=self.ranks)


@dataclass(frozen=True, slots=True)
class Result:
    """A short result: “W”, “T” or “L” of a match of two, the place at a table; `words` in full."""

    text: str
    words: str
    is_won: bool = False


def movement(row: StandingsRow, before: Mapping[int, int]) -> Movement | None:
    """Return the movement of a row; None where it did not move or there is nothing to compare."""
    by = before.get(row.entrant, row.rank) - row.rank
    return Movement(by) if by else None


class Forms:
    """The form of the entrants of a stage; only what is asked for is put into words."""

    def __init__(self, stage: Stage) -> None:
        self._had: dict[int, list[_Had]] = {}
        self._said: dict[tuple[int, int, int], Result] = {}
        for planned in stage.rounds:
            for match in stage.matches_of(planned):
                for entrant, place in _places(match):
                    self._had.setdefault(entrant, []).append((match, place))

    def __bool__(self) -> bool:
        return bool(self._had)

    def of(self, entrant: int) -> list[Result]:
        """Return the newest results of an entrant, the oldest of them first."""
        return [self._result(match, place) for match, place in self._had.get(entrant, ())[-NEWEST:]]

    def wins_in_a_row(self, entrant: int) -> int:
        """Return how many matches in a row an entrant has won up to now, as an arena counts them."""
        wins = 0
        for match, place in reversed(self._had.get(entrant, ())):
            absent = match.result.absent if match.result else []
            if place != 1:
                break
            wins += len(match.entrants) - len(absent) > 1
        return wins

    def _result(self, match: Match, place: int) -> Result:
        # Thousands of results read alike.
        key = place, len(match.entrants), sum(other.place == 1 for other in match.places)
        if key not in self._said:
            self._said[key] = _result(*key)
        return self._said[key]


def _places(match: Match) -> list[tuple[int, int]]:
    """Return the place of each entrant of a match that counts, as `_Had` says it."""
    result = match.result
    if result is None or result.kind == result_kinds.VOID:
        return []
    if not result.places:
        return [(entrant, 0) for entrant in match.entrants]
    return [
        (place.entrant, ABSENT if place.entrant in result.absent else place.place) for place in result.places
    ]


def _result(place: int, size: int, firsts: int) -> Result:
    if place == ABSENT:
        return Result("–", _("absent"))
    if not place:
        return Result("–", _("double forfeit"))
    if size != 2:
        words = _("rank {place} of {n}").format(place=place, n=size)
        return Result(str(place), words, place == 1)
    if place == 1 and firsts == 2:
        letter = pgettext("the result of a match of two, in one letter", "T")
        return Result(letter, pgettext("a match of two", "tied"))
    if place == 1:
        letter = pgettext("the result of a match of two, in one letter", "W")
        return Result(letter, pgettext("a player", "won"), is_won=True)
    letter = pgettext("the result of a match of two, in one letter", "L")
    return Result(letter, pgettext("a player", "lost"))
