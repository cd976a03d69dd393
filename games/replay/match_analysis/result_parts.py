"""Where a result came from, as rows of a table: each part with its margin; the parts add up to the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Final

from django.utils.translation import gettext as _

from games.analysis import marks
from games.analysis.findings import WHOLE, Parts
from games.localization import numbers


@dataclass(frozen=True)
class Part:
    """A part of a result with its margin of 99 %; one that is not larger may be chance."""

    size: int
    margin: str
    is_unsure: bool

    @property
    def words(self) -> str:
        """The part with its sign."""
        return signed(self.size)


@dataclass(frozen=True)
class PartsRow:
    """The parts of the result of a player, in percent; they add up to the end."""

    name: str
    start: str
    parts: list[Part]
    end: str
    titles: list[str]

    @property
    def titled(self) -> list[tuple[str, Part]]:
        """The parts with their titles, for a phone that shows no columns."""
        return list(zip(self.titles, self.parts, strict=True))


OWN: Final = 2
TIMEOUTS: Final = 4
AWAY: Final = 5
"""The places of the parts of own choices, of turns that ran out, and of bots for players who were away."""


def titles(parts: Parts) -> list[str]:
    """Return the titles of the parts; those of time-outs and of bots only where there were any."""
    of_all = [_("Cards dealt"), _("Cards drawn"), _("Own choices"), _("Choices of others")]
    of_all += [_("Time ran out")] if any(parts.timeouts) else []
    return [*of_all, _("Bot while away")] if any(parts.away) else of_all


def rows(parts: Parts, names: Sequence[str]) -> list[PartsRow]:
    """Return the parts of the result, by player."""
    return [_row(parts, seat, name) for seat, name in enumerate(names)]


def whole_numbers(parts: Parts, seat: int) -> tuple[int, list[int], int]:
    """Return the start, the parts and the end of a player in percent, as whole numbers that add up."""
    start, end = round(100 * parts.start[seat] / WHOLE), round(100 * parts.end[seat] / WHOLE)
    columns = (parts.dealt, parts.drawn, parts.own, parts.others, parts.timeouts, parts.away)
    exact = [100 * column[seat] / WHOLE for column in columns]
    whole = rounded(exact, end - start)
    return start, whole, end


def rounded(exact: Sequence[float], total: int) -> list[int]:
    """Return whole numbers near the exact ones that add up to the total."""
    whole = [round(part) for part in exact]
    while sum(whole) != total:
        step = 1 if sum(whole) < total else -1
        # A part that is nothing stays nothing.
        place = max(range(len(whole)), key=lambda at: (exact[at] != 0, step * (exact[at] - whole[at])))
        whole[place] += step
    return whole


def signed(number: int) -> str:
    """Return `+3`, `−3` or `0`."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def _row(parts: Parts, seat: int, name: str) -> PartsRow:
    start, whole, end = whole_numbers(parts, seat)
    margins = [100 * marks.CERTAINTY * errors[seat] / WHOLE for errors in parts.errors]
    is_shown = [True, True, True, True, any(parts.timeouts), any(parts.away)]
    return PartsRow(
        name,
        numbers.percent(start / 100),
        [
            Part(part, f"±{round(margin)}", abs(part) <= round(margin))
            for part, margin in compress(zip(whole, margins, strict=True), is_shown)
        ],
        numbers.percent(end / 100),
        titles(parts),
    )
