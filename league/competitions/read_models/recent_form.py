"""The form of a row of the standings: up or down since the last round, and the newest results."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from league.rules.competition.stage import Match, Stage
from league.rules.settings import result_kinds
from league.rules.standings.row import StandingsRow

_Had = tuple[Match, int]
"""A match of an entrant, and the place in it."""
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


def forms(stage: Stage) -> dict[int, list[Result]]:
    """Return the newest results of each entrant of a stage, the oldest of them first."""
    results_of: dict[int, list[_Had]] = {}
    for planned in stage.rounds:
        for match in stage.matches_of(planned):
            for entrant, place in _places(match):
                results_of.setdefault(entrant, []).append((match, place))
    return {
        entrant: [_result_of(*match_and_place) for match_and_place in had[-NEWEST:]]
        for entrant, had in results_of.items()
    }


def _places(match: Match) -> list[tuple[int, int]]:
    """Return the place of each entrant of a match that counts, 0 without places."""
    result = match.result
    if result is None or result.kind == result_kinds.VOID or not match.entrants:
        return []
    if not result.places:
        return [(entrant, 0) for entrant in match.entrants]
    return [(place.entrant, place.place) for place in result.places]


def _result_of(match: Match, place: int) -> Result:
    if not place:
        return Result("–", _("double forfeit"))
    firsts = sum(place.place == 1 for place in match.places)
    return _result(place, len(match.entrants), firsts)


def _result(place: int, size: int, firsts: int) -> Result:
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
