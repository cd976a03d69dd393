"""Two players head to head: the matches in which both took part, and who was ahead."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.localization.numbers import number
from games.models import Player
from games.turns import LEFT_TO_BOT
from league.profiles.kept_back import KeptBack
from league.profiles.matches import Played, own, placements_of, seats_of

_LAST: Final = 12
_MOST_CHOICES: Final = 500
_OTHER_BY_BOT: Final = Q(table__seats__player__user__isnull=False) & (
    Q(table__seats__is_bot=True)
    | Q(table__seats__away_steps__gt=F("table__step") - F("table__seats__away_steps"))
)
"""`LEFT_TO_BOT` of the seats beside the player's."""


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
class ComparisonRow:
    """A number for each side; `better` is 1 for the player, -1 for the other, else 0."""

    what: str
    mine: str
    theirs: str
    better: int


class Against:
    """The matches of two players, for the template; both lists of results are newest first.

    A match that a bot finished for one of them is no meeting.
    """

    def __init__(self, results: Sequence[Played], others: Sequence[Played]) -> None:
        by_meeting = {result.meeting: result for result in own(others)}
        self.meetings = [
            Meeting(result, by_meeting[result.meeting])
            for result in own(results)
            if result.meeting in by_meeting
        ]

    @property
    def last(self) -> list[Meeting]:
        """The newest matches."""
        return self.meetings[:_LAST]

    @cached_property
    def ahead(self) -> int:
        """The number of matches in which the player was placed better."""
        return sum(meeting.ahead > 0 for meeting in self.meetings)

    @cached_property
    def behind(self) -> int:
        """The number of matches in which the other player was."""
        return sum(meeting.ahead < 0 for meeting in self.meetings)

    @property
    def level(self) -> int:
        """The number of shared places."""
        return len(self.meetings) - self.ahead - self.behind

    @property
    def shares(self) -> list[tuple[str, int, float, float]]:
        """The bar of who was ahead: style name, count, start and width in percent."""
        parts, start = [], 0.0
        for style, count in (("mine", self.ahead), ("level", self.level), ("theirs", self.behind)):
            width = 100 * count / len(self.meetings)
            parts.append((style, count, round(start, 2), round(width, 2)))
            start += width
        return [part for part in parts if part[1]]

    @property
    def lines(self) -> list[ComparisonRow]:
        """The totals of both sides."""
        results, others = (
            [meeting.mine for meeting in self.meetings],
            [meeting.theirs for meeting in self.meetings],
        )
        compared = [
            _compared(
                _("Matches won"),
                sum(result.is_won for result in results),
                sum(result.is_won for result in others),
            ),
            _compared(_("Average rank"), _mean(results), _mean(others), is_low=True),
        ]
        if any(result.points is not None for result in results):
            compared.append(_compared(_("Points in competitions"), _sum(results), _sum(others)))
        return compared


def opponents(player: Player, kept_back: KeptBack) -> list[tuple[Player, int]]:
    """Return a player's opponents with the number of meetings, most frequent first. Three queries.

    Limited to the most frequent. A match that a bot finished for one of them is no meeting.
    """
    counted = seats_of(player, kept_back).filter(~LEFT_TO_BOT)
    met = _counted(counted, "table", "seats__player", ~_OTHER_BY_BOT)
    met += _counted(placements_of(player, kept_back), "match", "placements__entrant__player")
    del met[player.pk]
    often = met.most_common(_MOST_CHOICES)
    people = Player.objects.in_bulk([pk for pk, _count in often])
    return [(people[pk], count) for pk, count in often]


def _counted(rows: QuerySet[Any, Any], unit: str, path: str, met: Q | None = None) -> Counter[int]:
    """Return by person the number of shared matches with the player."""
    # Joined from the player's side: databases plan that well even without statistics.
    person = Coalesce(f"{unit}__{path}__merged_into", f"{unit}__{path}")
    counts = rows.values(person=person).annotate(count=Count(unit, distinct=True, filter=met))
    return Counter({row["person"]: row["count"] for row in counts if row["person"] and row["count"]})


def _compared(label: str, value: float, other_value: float, *, is_low: bool = False) -> ComparisonRow:
    better = (value > other_value) - (value < other_value)
    return ComparisonRow(label, _formatted(value), _formatted(other_value), -better if is_low else better)


def _mean(played: Sequence[Played]) -> float:
    return round(sum(result.place for result in played) / len(played), 2)


def _sum(played: Sequence[Played]) -> int:
    return sum(result.points or 0 for result in played)


def _formatted(value: float) -> str:
    return number_format(value, 2) if isinstance(value, float) else number(value)
