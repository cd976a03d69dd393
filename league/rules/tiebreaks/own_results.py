"""Tie-breaks of an entrant's own results: points, wins, deals, and how they came about."""

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate
from typing import Final

from games.rules.base.language import gettext_noop
from league.rules.played_rounds import PLAYED, Entrant
from league.rules.tiebreaks.results import Results
from league.rules.tiebreaks.rounds import OwnRound, as_fraction
from league.rules.tiebreaks.tiebreak import Term, TieBreak, Worth, each, total


def _summed(number: Callable[[OwnRound], int | None]) -> Callable[[Results, Entrant], Worth]:
    def worth(results: Results, entrant: Entrant) -> Worth:
        return total(_term(number(own_round), own_round.number) for own_round in results.rounds[entrant])

    return worth


def _term(number: int | None, in_round: int) -> Term:
    if number is None:
        return Term(Fraction(), in_round, is_unknown=True)
    return Term(as_fraction(number), in_round)


def _points(results: Results, entrant: Entrant) -> Worth:
    return total(Term(own_round.points, own_round.number) for own_round in results.rounds[entrant])


def _progressive(results: Results, entrant: Entrant) -> Worth:
    running = accumulate(own_round.points for own_round in results.rounds[entrant])
    return total(Term(points, number) for number, points in enumerate(running, start=1))


def _best_round(results: Results, entrant: Entrant) -> Worth:
    own = results.rounds[entrant]
    best = max(own, key=lambda own_round: (own_round.points, -own_round.number), default=None)
    return total(Term(own_round.points, own_round.number, is_cut=own_round is not best) for own_round in own)


ALL: Final = (
    TieBreak(
        "points",
        gettext_noop("Points"),
        gettext_noop("The points of all rounds added up, including byes and forfeits."),
        each(_points),
    ),
    TieBreak(
        "wins",
        gettext_noop("Wins"),
        gettext_noop(
            "Matches won: no one at the table placed better, and someone placed worse. A win by forfeit "
            "counts too, and so does a bye that gives as much as a win (FIDE C.07, 7.1)."
        ),
        each(_summed(lambda own_round: own_round.is_win)),
    ),
    TieBreak(
        "played_wins",
        gettext_noop("Wins played"),
        gettext_noop("Matches won at the table, without forfeits and byes (FIDE C.07, 7.2)."),
        each(_summed(lambda own_round: own_round.is_win and own_round.kind == PLAYED)),
    ),
    TieBreak(
        "deal_wins",
        gettext_noop("Deals won"),
        gettext_noop("Deals won in all matches."),
        each(_summed(lambda own_round: own_round.deal_wins)),
    ),
    TieBreak(
        "in_hand",
        gettext_noop("Points in hand"),
        gettext_noop("Points conceded by the cards left in hand, in all matches. Fewer are better."),
        each(_summed(lambda own_round: own_round.points_in_hand)),
        fewer_is_better=True,
    ),
    TieBreak(
        "progressive",
        gettext_noop("Progressive score"),
        gettext_noop(
            "The points after each round, all added up, so that early points count more (FIDE C.07, 7.5)."
        ),
        each(_progressive),
    ),
    TieBreak(
        "best_round",
        gettext_noop("Best round"),
        gettext_noop("The most points in a single round."),
        each(_best_round),
    ),
    TieBreak(
        "first_seat",
        gettext_noop("Matches in the first seat"),
        gettext_noop(
            "How often the entrant had the first seat in a match that was played. Fewer are better, "
            "because the first seat is an advantage."
        ),
        each(_summed(lambda own_round: own_round.seat == 0 and own_round.kind == PLAYED)),
        fewer_is_better=True,
    ),
)
