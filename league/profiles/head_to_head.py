"""Two players head to head: the matches in which both took part, and who was ahead."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.db.models import Count, QuerySet
from django.db.models.functions import Coalesce
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.models import Player
from league.models import Competition
from league.profiles.matches import Played, placements_of, seats_of

_LAST: Final = 12
_MOST_CHOICES: Final = 500


@dataclass(frozen=True)
class Meeting:
    """A match in which both took part."""

    mine: Played
    theirs: Played

    @property
    def ahead(self) -> int:
        """Above 0 if the player was placed better than the other, below 0 if worse."""
        return self.theirs.place - self.mine.place


@dataclass(frozen=True)
class Line:
    """A number of each side beside each other; `better` is 1 for the player, -1 for the other, else 0."""

    what: str
    mine: str
    theirs: str
    better: int


class Against:
    """What came of the matches of two players, for the template; both have their results newest first."""

    def __init__(self, mine: Sequence[Played], theirs: Sequence[Played]) -> None:
        by_meeting = {one.meeting: one for one in theirs}
        self.meetings = [Meeting(one, by_meeting[one.meeting]) for one in mine if one.meeting in by_meeting]

    @property
    def last(self) -> list[Meeting]:
        """The newest matches."""
        return self.meetings[:_LAST]

    @cached_property
    def ahead(self) -> int:
        """How often the player was placed better."""
        return sum(one.ahead > 0 for one in self.meetings)

    @cached_property
    def behind(self) -> int:
        """How often the other was."""
        return sum(one.ahead < 0 for one in self.meetings)

    @property
    def level(self) -> int:
        """How often they shared a place."""
        return len(self.meetings) - self.ahead - self.behind

    @property
    def shares(self) -> list[tuple[str, int, float, float]]:
        """The bar of who was ahead: a name for its style, the count, from where and how wide in percent."""
        found, start = [], 0.0
        for style, count in (("mine", self.ahead), ("level", self.level), ("theirs", self.behind)):
            width = 100 * count / len(self.meetings)
            found.append((style, count, round(start, 2), round(width, 2)))
            start += width
        return [one for one in found if one[1]]

    @property
    def lines(self) -> list[Line]:
        """The sums of both sides."""
        mine, theirs = [one.mine for one in self.meetings], [one.theirs for one in self.meetings]
        found = [
            _line(_("Matches won"), sum(one.is_won for one in mine), sum(one.is_won for one in theirs)),
            _line(_("Average place"), _mean(mine), _mean(theirs), is_low=True),
        ]
        if any(one.points is not None for one in mine):
            found.append(_line(_("Points in competitions"), _sum(mine), _sum(theirs)))
        return found


def opponents(player: Player, kept_back: QuerySet[Competition]) -> list[tuple[Player, int]]:
    """Return whom somebody has met how often, those met most often first. Three queries.

    Of very many only those met most often.
    """
    met = _counted(seats_of(player, kept_back), "table", "seats__player")
    met += _counted(placements_of(player, kept_back), "match", "placements__entrant__player")
    del met[player.pk]
    often = met.most_common(_MOST_CHOICES)
    people = Player.objects.in_bulk([pk for pk, _count in often])
    return [(people[pk], count) for pk, count in often]


def _counted(mine: QuerySet[Any, Any], what: str, who: str) -> Counter[int]:
    """Return by person in how many of the matches of one player."""
    # Joined from the player's side: databases plan it well also while they know no statistics.
    person = Coalesce(f"{what}__{who}__merged_into", f"{what}__{who}")
    found = mine.values(person=person).annotate(count=Count(what, distinct=True))
    return Counter({row["person"]: row["count"] for row in found if row["person"]})


def _line(what: str, mine: float, theirs: float, *, is_low: bool = False) -> Line:
    better = (mine > theirs) - (mine < theirs)
    return Line(what, _said(mine), _said(theirs), -better if is_low else better)


def _mean(played: Sequence[Played]) -> float:
    return round(sum(one.place for one in played) / len(played), 2)


def _sum(played: Sequence[Played]) -> int:
    return sum(one.points or 0 for one in played)


def _said(number: float) -> str:
    return number_format(number, 2) if isinstance(number, float) else str(number)
