"""Awards for the whole competition: deals won, the lightest hand, perfect attendance."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from games.rules.base.language import _, gettext_noop, ngettext, shown_number
from league.rules.awards.award import Award, Feat, Figure, most
from league.rules.awards.season import Season

_ROUNDS: Final = 3
"""The fewest rounds for which perfect attendance is an award."""


def _deals_won(season: Season) -> Iterator[Feat]:
    """Yield the deals won at each table; none where those of some table are not known."""
    for match in season.matches if season.knows_all_deals else ():
        for finish in match.finishes:
            if finish.deal_wins:
                yield Feat(finish.who, (finish.deal_wins,))


DEALS_WON: Final = Award(
    "deals_won",
    gettext_noop("Most deals won"),
    gettext_noop("Deals won in all matches combined."),
    _deals_won,
    lambda figure: ngettext("{number} deal won", "{number} deals won", figure[0]).format(number=figure[0]),
    most,
    adds_up=True,
)


def _hands(season: Season) -> Iterator[Feat]:
    """Yield the points in hand of players with at least half as many deals as the most active player."""
    held: dict[int, list[int]] = {}
    for log in season.logs:
        for deal in log.deals:
            for seat, points in enumerate(deal.left):
                if points >= 0 and (player := deal.who(seat)):
                    held.setdefault(player, []).append(points)
    enough = max(map(len, held.values()), default=0) / 2
    for player, hands in held.items():
        if len(hands) >= enough:
            yield Feat(player, (sum(hands), len(hands)))


def _average(figure: Figure) -> Fraction:
    return Fraction(figure[0], figure[1])


LIGHTEST_HAND: Final = Award(
    "lightest_hand",
    gettext_noop("Lightest hand"),
    gettext_noop(
        "The fewest points left in hand at the end of deals, on average. Players with fewer than half as "
        "many deals as others are left out."
    ),
    _hands,
    lambda figure: _("{number} points per deal").format(number=shown_number(round(figure[0] / figure[1], 1))),
    _average,
)


def _always_there(season: Season) -> Iterator[Feat]:
    if season.rounds >= _ROUNDS:
        for player, rounds in season.present.items():
            if rounds == season.rounds:
                yield Feat(player, (rounds,))


IRON_SEAT: Final = Award(
    "iron_seat",
    gettext_noop("Iron player"),
    gettext_noop("Present in every round."),
    _always_there,
    lambda figure: ngettext("the {number} round", "all {number} rounds", figure[0]).format(number=figure[0]),
    most,
)
