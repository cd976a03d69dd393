"""Situation: some results are ranks alone, so that the deals won and the points in hand are not known."""

from hypothesis import given
from hypothesis import strategies as some

from league.rules.played_rounds import History, PlayedMatch, PlayedRound
from league.rules.standings.ranking import rank
from league.rules.tiebreaks.tiebreak import explained

CODES = ["points", "deal_wins"]


def table(entrants, deal_wins=()):
    """A table of four: 3 points for the first, 1 for all others."""
    points = [3.0, 1.0, 1.0, 1.0]
    return PlayedMatch(list(entrants), points, places=[1, 2, 2, 2], deal_wins=list(deal_wins))


def history(*rounds):
    entrants = sorted({entrant for match in rounds for entrant in match.entrants})
    return History(entrants, [PlayedRound([match], []) for match in rounds])


def ranks_of(played):
    return {row.entrant: row.rank for row in rank(played, CODES)}


def test_a_number_that_is_not_known_separates_nobody_in_its_tie():
    known, ranks_alone = table([1, 2, 3, 4], [4, 2, 1, 0]), table([1, 2, 3, 4])
    assert ranks_of(history(known)) == {1: 1, 2: 2, 3: 3, 4: 4}
    assert ranks_of(history(known, ranks_alone)) == {1: 1, 2: 2, 3: 2, 4: 2}


def test_a_tie_of_those_whose_numbers_are_known_is_separated():
    played = History(
        list(range(1, 9)), [PlayedRound([table([1, 2, 3, 4], [4, 2, 1, 0]), table([5, 6, 7, 8])], [])]
    )
    assert {ranks_of(played)[entrant] for entrant in (2, 3, 4, 6, 7, 8)} == {3}
    only_known = History([1, 2, 3, 4], [PlayedRound([table([1, 2, 3, 4], [4, 2, 1, 0])], [])])
    assert ranks_of(only_known)[2] == 2


def test_the_arithmetic_shows_a_dash_for_a_number_that_is_not_known():
    rows = rank(history(table([1, 2, 3, 4], [4, 2, 1, 0]), table([1, 2, 3, 4])), CODES)
    worth = rows[0].worths["deal_wins"]
    assert worth.is_unknown
    assert explained(worth, str) == ["round 1: 4", "round 2: –", "total –"]


def test_an_entrant_who_did_not_come_has_won_no_deal():
    forfeit = PlayedMatch([1, 2], [1.0, 0.0], "forfeit", [2], [1, 2])
    assert not any(row.worths["deal_wins"].is_unknown for row in rank(history(forfeit), CODES))


@given(
    wins=some.lists(
        some.one_of(some.just([]), some.lists(some.integers(0, 9), min_size=4, max_size=4)),
        min_size=1,
        max_size=6,
    ),
    order=some.permutations([1, 2, 3, 4]),
)
def test_entrants_tied_with_an_unknown_number_stay_tied(wins, order):
    played = history(*(table([1, *order[:3]] if 1 not in order[:3] else order, won) for won in wins))
    rows = rank(played, CODES)
    for row in rows:
        tied = [other for other in rows if other.points == row.points]
        if any(other.worths["deal_wins"].is_unknown for other in tied):
            assert len({other.rank for other in tied}) == 1
            assert all(other.decided_by != "deal_wins" for other in tied)
