"""What matches by a rulebook are like, for its page: numbers for each size of table, and two plots."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.bots.figures import SECONDS_OF_A_TURN, Bins, Figures, Spread, figures, minutes
from games.localization.numbers import number, percent
from games.rulebooks import measuring
from games.rulebooks.catalogue import Rulebook
from games.rules.options.combinations import fitting_seats

_USUAL: Final = 4
"""The number of players of the plots, if so many can play."""
_ENOUGH: Final = 30
"""With fewer challenges than this their share says nothing."""
_WIDTH, _HEIGHT = 300, 100


@dataclass(frozen=True)
class SizeFigures:
    """The figures for a number of players, in words."""

    players: int
    turns: str
    deal_minutes: str
    points: str
    deals: str
    match_minutes: str
    first: str
    right: str


class Column(NamedTuple):
    """A kind of figure: the field of `SizeFigures`, and its heading."""

    field: str
    title: str | Promise


class Bar(NamedTuple):
    """A bar of a plot; positions are texts, as a template would print `2,5`."""

    x: str
    y: str
    width: str
    height: str
    title: str


class Plot(NamedTuple):
    """How a quantity spreads; `marks` are numbers below the axis and where they stand."""

    title: str
    bars: list[Bar]
    marks: list[tuple[str, str]]


class Beside(NamedTuple):
    """The figures of two rulebooks with a number of players: each title with both, and the plots in pairs."""

    seats: int
    rows: list[tuple[str | Promise, str, str]]
    plots: list[Plot]
    width: int = _WIDTH
    height: int = _HEIGHT


_COLUMNS: Final = (
    Column("match_minutes", gettext_lazy("Minutes for a match")),
    Column("deals", gettext_lazy("Deals in a match")),
    Column("turns", gettext_lazy("Turns in a deal")),
    Column("deal_minutes", gettext_lazy("Minutes for a deal")),
    Column("points", gettext_lazy("Points in a deal")),
    Column("first", gettext_lazy("Deals won by the first player")),
    Column("right", gettext_lazy("Challenges that were right")),
)


class FiguresSection:
    """The figures of a rulebook; without rows while a worker measures a custom one."""

    width, height = _WIDTH, _HEIGHT
    turn_seconds = SECONDS_OF_A_TURN[True]

    def __init__(self, measured: Mapping[int, Figures]) -> None:
        self._measured = measured
        self.rows = [_in_words(seats, of) for seats, of in measured.items()]
        has_challenges = any(row.right for row in self.rows)
        self.columns = [column for column in _COLUMNS if column.field != "right" or has_challenges]

    @property
    def table(self) -> list[tuple[int, list[tuple[str | Promise, str]]]]:
        """The rows: a number of players, and the title and words of each figure."""
        return [
            (row.players, [(column.title, getattr(row, column.field)) for column in self.columns])
            for row in self.rows
        ]

    @property
    def deals(self) -> int:
        """The deals that were played with each number of players at least."""
        return min((of.played for of in self._measured.values()), default=0)

    @property
    def plots(self) -> list[Plot]:
        """How turns and points of a deal spread with four players, or the fewest."""
        seats = _USUAL if _USUAL in self._measured else next(iter(self._measured), 0)
        return self.plots_of(seats) if seats else []

    def plots_of(self, seats: int) -> list[Plot]:
        """The same with a number of players that was measured."""
        of = self._measured[seats]
        turns = ngettext("Turns in a deal, {n} player", "Turns in a deal, {n} players", seats)
        points = ngettext("Points in a deal, {n} player", "Points in a deal, {n} players", seats)
        return [_plot(turns.format(n=seats), of.turns), _plot(points.format(n=seats), of.points)]


def of_rulebook(rulebook: Rulebook) -> FiguresSection | None:
    """Return the figures of a rulebook; None for rules of a single table."""
    if rulebook.custom:
        return FiguresSection(measuring.figures_of(rulebook.custom) or {})
    return None if rulebook.changes else FiguresSection(_of_preset(rulebook))


def side_by_side(first: Rulebook, second: Rulebook) -> Beside | None:
    """Return the figures of both with a number of players for which both were measured; None without one."""
    here, there = of_rulebook(first), of_rulebook(second)
    if here is None or there is None:
        return None
    rows, others = ({row.players: row for row in of.rows} for of in (here, there))
    common = sorted(set(rows) & set(others))
    if not common:
        return None
    seats = _USUAL if _USUAL in common else common[0]
    wanted = [column for column in _COLUMNS if column in here.columns or column in there.columns]
    figures = [
        (column.title, getattr(rows[seats], column.field), getattr(others[seats], column.field))
        for column in wanted
    ]
    pairs = zip(here.plots_of(seats), there.plots_of(seats), strict=True)
    plots = [
        plot._replace(title=f"{rulebook.title}: {plot.title}")
        for pair in pairs
        for rulebook, plot in zip((first, second), pair, strict=True)
    ]
    return Beside(seats, figures, plots)


def _of_preset(rulebook: Rulebook) -> dict[int, Figures]:
    sizes = fitting_seats(rulebook.preset, rulebook.options)
    measured = {seats: figures(rulebook.preset, seats) for seats in sizes}
    return {seats: of for seats, of in measured.items() if of}


def _in_words(seats: int, of: Figures) -> SizeFigures:
    deal, match = minutes(of, is_online=True)
    return SizeFigures(
        seats,
        _between(of.deal_turns),
        number(round(deal)) if deal >= 1 else _("less than 1"),
        _between(of.deal_points),
        _between(of.match_deals),
        number(round(match)),
        _("{share} (even: {even})").format(share=percent(of.first), even=percent(of.even)),
        percent(of.right / of.challenges) if of.challenges >= _ENOUGH else "",
    )


def _between(spread: Spread) -> str:
    if spread.low == spread.high:
        return number(round(spread.mean))
    return f"{number(round(spread.mean))} ({number(round(spread.low))}–{number(round(spread.high))})"


def _plot(title: str, bins: Bins) -> Plot:
    total, most = sum(bins.counts), max(bins.counts)
    step = _WIDTH / len(bins.counts)
    bars = []
    for place, count in enumerate(bins.counts):
        height = _HEIGHT * count / most
        low, high = place * bins.width, (place + 1) * bins.width - 1
        is_last = place == len(bins.counts) - 1
        between = (
            f"{number(low)}+" if is_last else f"{number(low)}–{number(high)}" if high > low else number(low)
        )
        words = f"{between}: {percent(count / total)}"
        bars.append(
            Bar(f"{place * step + 1:g}", f"{_HEIGHT - height:.1f}", f"{step - 2:g}", f"{height:.1f}", words)
        )
    marks = [(f"{place * step:g}", number(place * bins.width)) for place in range(0, len(bins.counts), 3)]
    return Plot(title, bars, marks)
