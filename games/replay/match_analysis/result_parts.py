"""Where a result came from, as rows of a table: each part with its margin; the parts add up to the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.analysis import marks
from games.analysis.findings import WHOLE, Parts
from games.localization import numbers


@dataclass(frozen=True)
class Part:
    """A part of a result with its margin of 99 %; one that is not larger may be chance."""

    words: str
    margin: str
    is_unsure: bool


@dataclass(frozen=True)
class PartsRow:
    """The parts of the result of a player, in percent; they add up to the end."""

    name: str
    start: str
    parts: list[Part]
    end: str
    has_timeouts: bool = False

    @property
    def titled(self) -> list[tuple[str, Part]]:
        """The parts with their titles, for a phone that shows no columns."""
        return list(zip(titles(has_timeouts=self.has_timeouts), self.parts, strict=True))


OWN: Final = 2
TIMEOUTS: Final = 4
"""The places of the parts that come from own choices, and from turns that ran out."""


def titles(*, has_timeouts: bool) -> list[str]:
    """Return the titles of the parts; those of time-outs only where there were any."""
    of_all = [_("Cards dealt"), _("Cards drawn"), _("Own choices"), _("Choices of others")]
    return [*of_all, _("Time ran out")] if has_timeouts else of_all


def rows(parts: Parts, names: Sequence[str]) -> list[PartsRow]:
    """Return the parts of the result, by player."""
    return [_row(parts, seat, name) for seat, name in enumerate(names)]


def whole_numbers(parts: Parts, seat: int) -> tuple[int, list[int], int]:
    """Return the start, the parts and the end of a player in percent, as whole numbers that add up."""
    start, end = round(100 * parts.start[seat] / WHOLE), round(100 * parts.end[seat] / WHOLE)
    columns = (parts.dealt, parts.drawn, parts.own, parts.others, parts.timeouts or [0] * len(parts.start))
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
    has_timeouts = any(parts.timeouts)
    return PartsRow(
        name,
        numbers.percent(start / 100),
        [
            Part(signed(part), f"±{round(margin)}", abs(part) <= round(margin))
            for part, margin in zip(whole, margins, strict=False)
        ][: len(titles(has_timeouts=has_timeouts))],
        numbers.percent(end / 100),
        has_timeouts,
    )
