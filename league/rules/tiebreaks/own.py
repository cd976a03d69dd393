"""Tie-breaks of an entrant's own results: points, wins, deals, and how they came about."""

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate
from typing import Final

from games.rules.base.language import gettext_noop
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
        gettext_noop("Points"),
        gettext_noop("The points of all rounds together, byes and forfeits included."),
        each(_summed(lambda one: one.points)),
    ),
    TieBreak(
        "wins",
        gettext_noop("Wins"),
        gettext_noop(
            "Matches won: nobody at the table placed better and somebody worse. A forfeit won counts too, "
            "and a bye that gives as much as a win (FIDE C.07, 7.1)."
        ),
        each(_summed(lambda one: one.is_win)),
    ),
    TieBreak(
        "played_wins",
        gettext_noop("Wins played"),
        gettext_noop("Matches won at the table, without forfeits and byes (FIDE C.07, 7.2)."),
        each(_summed(lambda one: one.is_win and one.kind == PLAYED)),
    ),
    TieBreak(
        "deal_wins",
        gettext_noop("Deals won"),
        gettext_noop("Deals won in all matches."),
        each(_summed(lambda one: one.deal_wins)),
    ),
    TieBreak(
        "in_hand",
        gettext_noop("Points in hand"),
        gettext_noop("Points conceded by the cards left in hand, in all matches. Fewer are better."),
        each(_summed(lambda one: one.points_in_hand)),
        fewer_is_better=True,
    ),
    TieBreak(
        "progressive",
        gettext_noop("Progressive score"),
        gettext_noop(
            "The points after each round, all together, so that early points count more (FIDE C.07, 7.5)."
        ),
        each(_progressive),
    ),
    TieBreak(
        "best_round",
        gettext_noop("Best round"),
        gettext_noop("The most points of a single round."),
        each(_best_round),
    ),
    TieBreak(
        "first_seat",
        gettext_noop("Games as first seat"),
        gettext_noop(
            "How often the entrant had the first seat of a match that was played. Fewer are better, because "
            "the first seat is an advantage."
        ),
        each(_summed(lambda one: one.seat == 0 and one.kind == PLAYED)),
        fewer_is_better=True,
    ),
)
