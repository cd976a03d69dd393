"""The result of a deal in rows, for the page of a table and for the replay. Partners have a row together."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.localization.lists import listed
from games.rules.match.events import Event, PointsScored, RoundEnded
from games.rules.match.visibility import Sight
from games.wording import winners


@dataclass(frozen=True)
class ResultRow:
    """A seat or side at the end of a deal: cards left, points of this deal, total, place in the match.

    `hands` are those of the seats in the order of their names, empty if none of them has a card left.
    `side` is the number of the side, 0 where everybody plays alone.
    """

    name: str
    hands: list[list[int]]
    points: int
    total: int
    place: int
    is_winner: bool
    is_out: bool
    wins: int = 0
    losses: int = 0
    side: int = 0
    is_me: bool = False


@dataclass(frozen=True)
class DealResult:
    """The points of a deal in seat order, or of the last deal by place; `heading` says how it ended.

    With `counts_wins` only deals won and lost count, not points. Without `is_counted` the match ended during
    a deal, or between two: there are only totals.
    """

    heading: str
    is_match_over: bool
    rows: list[ResultRow]
    counts_wins: bool = False
    is_counted: bool = True


def result_of(
    steps: Iterable[Iterable[Event]],
    sight: Sight,
    names: list[str],
    *,
    has_partners: bool = False,
    me: int | None = None,
) -> DealResult | None:
    """Return the result from the last commands of a deal; None when they hold neither points nor an end.

    The row of the seat `me` is marked.
    """
    ended, scored = None, None
    for events in steps:
        for event in events:
            if isinstance(event, RoundEnded):
                ended = event
            elif isinstance(event, PointsScored):
                scored = event
    if ended is None or scored is None:
        return _uncounted(sight, names, has_partners=has_partners, me=me) if sight.places else None
    rows = [_row(seat, ended, scored, sight, names) for seat in range(sight.seats)]
    rows = [replace(row, is_me=seat == me) for seat, row in enumerate(rows)]
    rows = _sides(rows) if has_partners else rows
    counts = bool(scored.wins)
    if sight.places:
        rows.sort(key=lambda row: row.place)
        heading = winners.in_words([names[seat] for seat in sight.winners], has_partners=has_partners)
        return DealResult(heading, is_match_over=True, rows=rows, counts_wins=counts)
    how = _("Deal {deal}: {how}").format(deal=sight.round, how=_how(ended, names, has_partners=has_partners))
    return DealResult(how, is_match_over=False, rows=rows, counts_wins=counts)


def _row(seat: int, ended: RoundEnded, scored: PointsScored, sight: Sight, names: list[str]) -> ResultRow:
    left = sorted(card for card in ended.hands[seat] if card >= 0)
    return ResultRow(
        name=names[seat],
        hands=[left] if left else [],
        points=scored.points[seat],
        total=scored.totals[seat],
        place=sight.places[seat] if sight.places else 0,
        is_winner=seat in sight.winners if sight.places else seat == ended.winner,
        is_out=bool(sight.eliminated[seat]),
        wins=scored.wins[seat] if scored.wins else 0,
        losses=scored.losses[seat] if scored.losses else 0,
    )


def _sides(rows: list[ResultRow]) -> list[ResultRow]:
    """Return a row for each of the two sides."""
    return [
        replace(
            first,
            name=listed([first.name, second.name]),
            hands=first.hands + second.hands,
            is_winner=first.is_winner or second.is_winner,
            is_out=first.is_out and second.is_out,
            side=number,
            is_me=first.is_me or second.is_me,
        )
        for number, (first, second) in enumerate([(rows[0], rows[2]), (rows[1], rows[3])], start=1)
    ]


def _uncounted(sight: Sight, names: list[str], *, has_partners: bool, me: int | None) -> DealResult:
    """Return the result of a match that ended during a deal or between two."""
    rows = [
        ResultRow(
            name=names[seat],
            hands=[],
            points=0,
            total=sight.totals[seat],
            place=place,
            is_winner=seat in sight.winners,
            is_out=bool(sight.eliminated[seat]),
            wins=sight.wins[seat],
            losses=sight.losses[seat],
            is_me=seat == me,
        )
        for seat, place in enumerate(sight.places)
    ]
    rows = _sides(rows) if has_partners else rows
    rows.sort(key=lambda row: row.place)
    counts = any(sight.wins)
    heading = winners.in_words([names[seat] for seat in sight.winners], has_partners=has_partners)
    return DealResult(heading, is_match_over=True, rows=rows, counts_wins=counts, is_counted=False)


def _how(ended: RoundEnded, names: list[str], *, has_partners: bool) -> str:
    if ended.winner < 0:
        return _("no one could play on")
    if has_partners and ended.reason != "out":  # the points are those of the side
        return _("{names} win the deal").format(names=listed(winners.of_side(ended.winner, names)))
    sentence = _("{name} went out") if ended.reason == "out" else _("{name} wins the deal")
    return sentence.format(name=names[ended.winner])
