"""Situation: somebody is taken out at the desk by mistake, matches are lost, and "Readmit" undoes it."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from games import scoresheets
from games.models import Table
from games.rules.scoresheet.decide import RecordDeal
from league import competitions
from league.competition_verification import check_competition
from league.competitions import projection
from league.rules.competition.commands import Withdraw
from tests.league.club_nights import fresh, later, snapshot, started
from tests.league.organizing import act, organizer, post, report

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def elsewhere(entrants: int = 4, **facts):
    return started(entrants, venue="elsewhere", table_size=2, **{"format": "round_robin"} | facts)


def press(client: Client, competition, number: int, **fields):
    return post(client, f"/competitions/{competition.pk}/entrants/{number}/", **fields)


def kinds(competition) -> list[str]:
    return [match.kind for match in competition.matches.order_by("pk")]


def assert_all_is_rebuilt(competition):
    before = snapshot(fresh(competition))
    projection.rebuild(competition.pk)
    assert snapshot(fresh(competition)) == before
    assert check_competition(competition.pk, {}) is None


def test_the_page_says_which_walkovers_come_back_and_the_desk_says_which_came_back():
    league = elsewhere()
    before = snapshot(league)
    olga = organizer(league)
    press(olga, league, 1, do="withdrawn")
    assertContains(olga.get(f"/competitions/{league.pk}/desk/"), "“Readmit” also takes back walkovers")
    assert kinds(league).count("walkover") == 3
    page = olga.get(f"/competitions/{league.pk}/entrants/1/")
    assertContains(page, "This takes back the walkovers, so that the matches can be played: Round 1")
    press(olga, league, 1, do="back")
    assertContains(olga.get(f"/competitions/{league.pk}/desk/"), "The walkovers were taken back: Round 1")
    assert kinds(league) == [""] * 6
    assert_all_is_rebuilt(league)
    now = snapshot(fresh(league))
    assert [row for row in now if "kind" in row] == [row for row in before if "kind" in row]


def test_a_walkover_that_an_organizer_recorded_stays_and_the_page_says_so():
    league = elsewhere()
    olga = organizer(league)
    match = competitions.look(league.pk).stage.matches["R1.1"]
    absent, other = match.entrants
    report(league, match.id, other, kind="walkover", absent=[absent])
    press(olga, league, absent, do="withdrawn")
    page = olga.get(f"/competitions/{league.pk}/entrants/{absent}/")
    assertContains(page, "Still lost, as someone recorded it, or the log is too old to tell: Round")
    press(olga, league, absent, do="back")
    assert kinds(league).count("walkover") == 1


def test_a_withdrawal_that_ended_the_competition_is_undone_at_the_desk():
    cup = elsewhere(2, format="single_elimination")
    olga = organizer(cup)
    press(olga, cup, 2, do="withdrawn")
    assert fresh(cup).status == "finished"
    page = olga.get(f"/competitions/{cup.pk}/entrants/2/")
    assertContains(page, "The competition continues.")
    assertNotContains(page, "Substitute")
    press(olga, cup, 2, do="back")
    assert fresh(cup).status == "running"
    assert_all_is_rebuilt(cup)


@pytest.mark.parametrize("leaves_table", [False, True])
def test_page_and_desk_say_whether_the_seat_of_an_online_match_is_still_there(leaves_table):
    evening = started(4, leaves_table=leaves_table)
    olga = organizer(evening)
    told = {
        False: "The player still has a seat in this online match: Round 1",
        True: "This match continues online without the player: Round 1",
    }
    press(olga, evening, 1, do="withdrawn")
    page = olga.get(f"/competitions/{evening.pk}/entrants/1/")
    press(olga, evening, 1, do="back")
    for shown in (page, olga.get(f"/competitions/{evening.pk}/desk/")):
        assertContains(shown, told[leaves_table])
        assertNotContains(shown, told[not leaves_table])


@pytest.mark.parametrize("has_begun", [False, True])
def test_the_table_of_the_next_match_closes_unless_a_deal_was_played_there(has_begun):
    cup = started(8, venue="physical", table_size=2, format="single_elimination")
    quarter, beside, *others = competitions.look(cup.pk).stage.rounds[0].matches
    state = competitions.look(cup.pk)
    left = state.stage.matches[quarter.id].entrants[0]
    report(cup, quarter.id, *_first(state, quarter.id, left))
    act(cup, Withdraw(left))
    for match in (beside, *others):
        report(cup, match.id, *competitions.look(cup.pk).stage.matches[match.id].entrants)
    semi, other_semi = [match.id for match in competitions.look(cup.pk).stage.rounds[1].matches]
    assert competitions.look(cup.pk).stage.matches[semi].result.kind == "walkover"
    report(cup, other_semi, *competitions.look(cup.pk).stage.matches[other_semi].entrants)
    final = competitions.look(cup.pk).stage.matches["R3.1"]
    assert final.table
    if has_begun:
        scoresheets.act(final.table, RecordDeal(1, 0, {1: 20}), by="scorekeeper:1", at=later(20))
    olga = organizer(cup)
    page = olga.get(f"/competitions/{cup.pk}/entrants/{left}/")
    press(olga, cup, left, do="back")
    table = Table.objects.get(pk=final.table)
    now = competitions.look(cup.pk).stage.matches
    if has_begun:
        assertContains(page, "Still lost, as later pairings or matches depend on it: semi-final 1.")
        assert table.status == Table.Status.RUNNING
        assert now[semi].result.kind == "walkover"
    else:
        assertContains(page, "Tables of later matches close, as no deal has been played there.")
        assert table.status == Table.Status.CLOSED
        assert now[semi].table not in (0, final.table)
        assert now["R3.1"].table == 0
    assert_all_is_rebuilt(cup)


def _first(state, match, entrant) -> list[int]:
    return [entrant, *state.stage.matches[match].without({entrant})]
