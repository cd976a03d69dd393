"""Awards for the whole competition: deals won, the lightest hand, nobody's seat left empty."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from league.rules.awards.award import Award, Feat, Figure, counted, most
from league.rules.awards.season import Season

_ROUNDS: Final = 3
"""So many rounds there must be for coming to all of them to be worth a word."""


def _deals_won(season: Season) -> Iterator[Feat]:
    for match in season.matches:
        for one in match.finishes:
            if one.deal_wins:
                yield Feat(one.who, (one.deal_wins,))


DEALS_WON: Final = Award(
    "deals_won",
    "Most deals won",
    "Deals won in all matches together.",
    _deals_won,
    lambda figure: f"{counted(figure[0], 'deal')} won",
    most,
    adds_up=True,
)


def _hands(season: Season) -> Iterator[Feat]:
    """Yield the points in hand of those who played at least half as many deals as who played the most."""
    held: dict[int, list[int]] = {}
    for log in season.logs:
        for deal in log.deals:
            for seat, points in enumerate(deal.left):
                if points >= 0 and (who := deal.who(seat)):
                    held.setdefault(who, []).append(points)
    enough = max(map(len, held.values()), default=0) / 2
    for who, hands in held.items():
        if len(hands) >= enough:
            yield Feat(who, (sum(hands), len(hands)))


def _average(figure: Figure) -> Fraction:
    return Fraction(figure[0], figure[1])


LIGHTEST_HAND: Final = Award(
    "lightest_hand",
    "Lightest hand",
    "The fewest points left in hand when deals ended, on average. Who played less than half as many deals as "
    "others is left out.",
    _hands,
    lambda figure: f"{figure[0] / figure[1]:.1f} points a deal",
    _average,
)


def _always_there(season: Season) -> Iterator[Feat]:
    if season.rounds >= _ROUNDS:
        for who, rounds in season.present.items():
            if rounds == season.rounds:
                yield Feat(who, (rounds,))


IRON_SEAT: Final = Award(
    "iron_seat",
    "Iron seat",
    "There in every single round.",
    _always_there,
    lambda figure: f"all {figure[0]} rounds",
    most,
)
