"""Awards for a match: deals won in a row, the greatest comeback, the clearest win."""

from collections.abc import Iterator, Sequence
from typing import Final

from games.rules.base.language import gettext_noop, ngettext
from league.rules.awards.award import Award, Feat, Moment, most
from league.rules.awards.season import LOW_IS_GOOD, Meeting, Season
from league.rules.awards.table_log import Deal, TableLog

_ROW: Final = 2
"""The fewest deals that make a run."""


def _streaks(season: Season) -> Iterator[Feat]:
    for log in season.logs:
        player, row = 0, 0
        for deal in log.deals:
            winner = deal.who(deal.winner)
            row = row + 1 if winner == player else 1
            player = winner
            if player and row >= _ROW:
                yield Feat(player, (row,), Moment(log.table, deal.step))


STREAK: Final = Award(
    "streak",
    gettext_noop("Longest winning run"),
    gettext_noop("The most deals won in a row in a match."),
    _streaks,
    lambda figure: ngettext("{number} deal in a row", "{number} deals in a row", figure[0]).format(
        number=figure[0]
    ),
    most,
)


def _comebacks(season: Season) -> Iterator[Feat]:
    for log in season.logs:
        for seat in _winners(log):
            behind, deal = max(
                ((_behind(deal, seat), deal) for deal in log.deals), key=lambda deficit: deficit[0]
            )
            player = log.deals[-1].who(seat)
            if behind > 0 and player:
                yield Feat(player, (behind,), Moment(log.table, deal.step))


def _winners(log: TableLog) -> Sequence[int]:
    """Return the seats that won a match by points: a single seat, or both partners."""
    first = [seat for seat, place in enumerate(log.places) if place == 1]
    is_shared = log.deals and len(first) > (2 if log.deals[-1].options.teams == "partners" else 1)
    return [] if is_shared or not log.deals else first


def _behind(deal: Deal, seat: int) -> int:
    """Return by how many points a seat was behind after a deal, below 0 for the leader."""
    others = [total for other, total in enumerate(deal.totals) if other != seat]
    if deal.options.scoring in LOW_IS_GOOD:
        return deal.totals[seat] - min(others)
    return max(others) - deal.totals[seat]


COMEBACK: Final = Award(
    "comeback",
    gettext_noop("Greatest comeback"),
    gettext_noop("Behind by the most points after a deal, and still the winner of the match."),
    _comebacks,
    lambda figure: ngettext(
        "won from {number} point behind", "won from {number} points behind", figure[0]
    ).format(number=figure[0]),
    most,
)


def _clear_wins(season: Season) -> Iterator[Feat]:
    for match in season.matches:
        first = [finish for finish in match.finishes if finish.place == 1]
        others = [finish.total for finish in match.finishes if finish.place > 1]
        if len(first) == 1 and others and (ahead := _ahead(match, first[0].total, others)) > 0:
            moment = Moment(match.log.table, match.log.step) if match.log else None
            yield Feat(first[0].who, (ahead,), moment)


def _ahead(match: Meeting, total: int, others: Sequence[int]) -> int:
    return min(others) - total if match.low_is_good else total - max(others)


CLEAREST_WIN: Final = Award(
    "clearest_win",
    gettext_noop("Clearest win"),
    gettext_noop("The largest lead in points of the winner of a match over the next best at the table."),
    _clear_wins,
    lambda figure: ngettext("{number} point ahead", "{number} points ahead", figure[0]).format(
        number=figure[0]
    ),
    most,
)
