"""Where a result came from, as rows of a table: each part with its margin; the parts add up to the end."""

from collections.abc import Sequence
from dataclasses import dataclass

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

    @property
    def titled(self) -> list[tuple[str, Part]]:
        """The parts with their titles, for a phone that shows no columns."""
        titles = [_("Cards dealt"), _("Cards drawn"), _("Own choices"), _("Choices of others")]
        return list(zip(titles, self.parts, strict=True))


def rows(parts: Parts, names: Sequence[str]) -> list[PartsRow]:
    """Return the parts of the result, by player."""
    return [_row(parts, seat, name) for seat, name in enumerate(names)]


def rounded(exact: Sequence[float], total: int) -> list[int]:
    """Return whole numbers near the exact ones that add up to the total."""
    whole = [round(part) for part in exact]
    while sum(whole) != total:
        step = 1 if sum(whole) < total else -1
        place = max(range(len(whole)), key=lambda place: step * (exact[place] - whole[place]))
        whole[place] += step
    return whole


def signed(number: int) -> str:
    """Return `+3`, `−3` or `0`."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def _row(parts: Parts, seat: int, name: str) -> PartsRow:
    start, end = round(100 * parts.start[seat] / WHOLE), round(100 * parts.end[seat] / WHOLE)
    exact = [100 * part[seat] / WHOLE for part in (parts.dealt, parts.drawn, parts.own, parts.others)]
    margins = [100 * marks.CERTAINTY * errors[seat] / WHOLE for errors in parts.errors]
    whole = rounded(exact, end - start)
    return PartsRow(
        name,
        numbers.percent(start / 100),
        [
            Part(signed(part), f"±{round(margin)}", abs(part) <= round(margin))
            for part, margin in zip(whole, margins, strict=True)
        ],
        numbers.percent(end / 100),
    )
