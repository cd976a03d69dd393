"""How a row of the standings came to where it is: up or down since the last round, the newest results."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from league.rules.competition.stage import Match, Stage
from league.rules.settings import result_kinds
from league.rules.standings.row import Row

_LETTER = "the result of a match of two, in one letter"
_Had = tuple[Match, int]
"""A match that somebody had, and the place there."""
NEWEST = 5
"""So many results are a row's form."""


@dataclass(frozen=True, slots=True)
class Movement:
    """By how many ranks a row went up (above 0) or down (below 0) in the last round."""

    by: int

    @property
    def way(self) -> str:
        """`up` or `down`, as names of styles."""
        return "up" if self.by > 0 else "down"

    @property
    def ranks(self) -> int:
        """How far, without the way."""
        return abs(self.by)

    @property
    def words(self) -> str:
        """Both in words."""
        if self.way == "up":
            said = ngettext("up {n} in the last round", "up {n} in the last round", self.ranks)
        else:
            said = ngettext("down {n} in the last round", "down {n} in the last round", self.ranks)
        return said.format(n=self.ranks)


@dataclass(frozen=True, slots=True)
class Result:
    """A result in short: “W”, “D” or “L” of a match of two, the place at a table; `words` say it in full."""

    text: str
    words: str
    is_won: bool = False


def movement(row: Row, before: Mapping[int, int]) -> Movement | None:
    """Return how a row moved; None where it stayed or there is nothing to compare."""
    by = before.get(row.entrant, row.rank) - row.rank
    return Movement(by) if by else None


def forms(stage: Stage) -> dict[int, list[Result]]:
    """Return the newest results of everybody in a stage, the oldest of them first."""
    found: dict[int, list[_Had]] = {}
    for planned in stage.rounds:
        for match in stage.matches_of(planned):
            for entrant, place in _places(match):
                found.setdefault(entrant, []).append((match, place))
    return {entrant: [_said(*one) for one in had[-NEWEST:]] for entrant, had in found.items()}


def _places(match: Match) -> list[tuple[int, int]]:
    """Return the place of everybody in a match that counts, 0 where nobody has one."""
    result = match.result
    if result is None or result.kind == result_kinds.VOID or not match.entrants:
        return []
    if not result.places:
        return [(one, 0) for one in match.entrants]
    return [(one.entrant, one.place) for one in result.places]


def _said(match: Match, place: int) -> Result:
    if not place:
        return Result("–", _("double forfeit"))
    firsts = sum(one.place == 1 for one in match.places)
    return _result(place, len(match.entrants), firsts)


def _result(place: int, size: int, firsts: int) -> Result:
    if size != 2:
        said = ngettext("place {place} of {n}", "place {place} of {n}", size)
        return Result(str(place), said.format(place=place, n=size), place == 1)
    if place == 1 and firsts == 2:
        return Result(pgettext(_LETTER, "D"), pgettext("a match of two", "drawn"))
    if place == 1:
        return Result(pgettext(_LETTER, "W"), _("won"), is_won=True)
    return Result(pgettext(_LETTER, "L"), _("lost"))
