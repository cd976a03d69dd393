"""Tie-breaks of an entrant's own results: points, wins, deals, and how they came about."""

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate
from typing import Final

from league.rules.history import PLAYED, Entrant
from league.rules.tiebreaks.results import Results
from league.rules.tiebreaks.rounds import OwnRound
from league.rules.tiebreaks.worth import Term, TieBreak, Worth, each, total


def _summed(number: Callable[[OwnRound], Fraction | int]) -> Callable[[Results, Entrant], Worth]:
    def worth(results: Results, entrant: Entrant) -> Worth:
        return total(Term(Fraction(number(one)), one.number) for one in results.rounds[entrant])

    return worth


def _progressive(results: Results, entrant: Entrant) -> Worth:
    running = accumulate(one.points for one in results.rounds[entrant])
    return total(Term(points, number) for number, points in enumerate(running, start=1))


def _best_round(results: Results, entrant: Entrant) -> Worth:
    own = results.rounds[entrant]
    best = max(own, key=lambda one: (one.points, -one.number), default=None)
    return total(Term(one.points, one.number, is_cut=one is not best) for one in own)


ALL: Final = (
    TieBreak(
        "points",
        "Points",
        "The points of all rounds together, byes and forfeits included.",
        each(_summed(lambda one: one.points)),
    ),
    TieBreak(
        "wins",
        "Wins",
        "Matches won: nobody at the table placed better and somebody worse. A forfeit won counts too, and "
        "a bye that gives as much as a win (FIDE C.07, 7.1).",
        each(_summed(lambda one: one.is_win)),
    ),
    TieBreak(
        "played_wins",
        "Wins played",
        "Matches won at the table, without forfeits and byes (FIDE C.07, 7.2).",
        each(_summed(lambda one: one.is_win and one.kind == PLAYED)),
    ),
    TieBreak("deal_wins", "Deals won", "Deals won in all matches.", each(_summed(lambda one: one.deal_wins))),
    TieBreak(
        "in_hand",
        "Points in hand",
        "Points conceded by the cards left in hand, in all matches. Fewer are better.",
        each(_summed(lambda one: one.points_in_hand)),
        fewer_is_better=True,
    ),
    TieBreak(
        "progressive",
        "Progressive score",
        "The points after each round, all together, so that early points count more (FIDE C.07, 7.5).",
        each(_progressive),
    ),
    TieBreak("best_round", "Best round", "The most points of a single round.", each(_best_round)),
    TieBreak(
        "first_seat",
        "Games as first seat",
        "How often the entrant had the first seat of a match that was played. Fewer are better, because the "
        "first seat is an advantage.",
        each(_summed(lambda one: one.seat == 0 and one.kind == PLAYED)),
        fewer_is_better=True,
    ),
)
