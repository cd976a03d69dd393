"""What pages get: the bracket with live totals, and the standings, in a constant number of queries."""

import pytest

from games.models import Seat
from league import competitions
from league.models import Competition
from tests.games.playing import move_on
from tests.league.club_nights import knock_out, matches, play_on, play_round, started

pytestmark = pytest.mark.django_db


def test_the_bracket_shows_rounds_matches_and_byes() -> None:
    bracket = competitions.bracket(knock_out(5).pk)
    (only,) = bracket.rounds
    assert (only.name, only.survivors, only.is_final) == ("Semi-final", 2, False)
    assert [(bye.name, bye.seed) for bye in only.byes] == [("Player 1", 1)]
    (match,) = only.matches
    assert (match.name, match.status) == ("Table 1", "running")
    assert [entrant.seed for entrant in match.entrants] == [2, 3, 4, 5]
    assert all(entrant.place is None and entrant.advances is None for entrant in match.entrants)
    assert bracket.champions == []


@pytest.mark.written_by_hand
def test_totals_are_live_while_a_match_is_played() -> None:
    evening = started(4)
    match = matches(evening)[0]
    assert competitions.bracket(evening.pk).rounds[0].matches[0].deal == 0
    assert move_on(match.table)
    Seat.objects.filter(table_id=match.table_id, index=2).update(total=37, eliminated_round=1)
    shown = competitions.bracket(evening.pk).rounds[0].matches[0]
    assert [entrant.total for entrant in shown.entrants] == [0, 0, 37, 0]
    assert [entrant.is_eliminated for entrant in shown.entrants] == [False, False, True, False]
    assert shown.table_id == match.table_id
    assert shown.deal == 1


def test_finished_matches_say_who_goes_on() -> None:
    bracket = knock_out(8)
    play_round(bracket)
    semi, final = competitions.bracket(bracket.pk).rounds
    for match in semi.matches:
        assert match.status == "finished"
        assert sum(bool(entrant.advances) for entrant in match.entrants) == 2
        assert min(entrant.place for entrant in match.entrants if entrant.place) == 1
    assert final.is_final
    assert {entrant.entrant for entrant in final.matches[0].entrants} == {
        entrant.entrant for match in semi.matches for entrant in match.entrants if entrant.advances
    }


def test_an_evening_has_points_and_nobody_advances() -> None:
    evening = play_on(started(4))
    shown = competitions.bracket(evening.pk).rounds[0].matches[0]
    assert [entrant.advances for entrant in shown.entrants] == [None] * 4
    assert max(entrant.points or 0 for entrant in shown.entrants) == 5


@pytest.mark.parametrize("entrants", [8, 32])
def test_queries_do_not_grow_with_the_field(entrants: int, django_assert_num_queries) -> None:
    bracket = knock_out(entrants)
    with django_assert_num_queries(5):
        competitions.bracket(bracket.pk)
    with django_assert_num_queries(1):
        competitions.standings(bracket.pk)


def test_a_competition_that_does_not_exist_is_not_found() -> None:
    with pytest.raises(Competition.DoesNotExist):
        competitions.bracket(4711)
    with pytest.raises(Competition.DoesNotExist):
        competitions.standings(4711)
