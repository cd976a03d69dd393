"""Somebody leaves a competition, or is replaced, in the middle of a match with real cards."""

import pytest
from pytest_django.asserts import assertContains

from games import scoresheets
from games.models import Player, Seat, Table
from games.rules.scoresheet.decide import ConfirmResult, RecordDeal, RetireSeat, SettleDispute, UndoDeal
from games.rules.scoresheet.state import FINAL, REPORTED, RUNNING
from league import competitions
from league.competition_verification import check_competition
from league.competitions import projection, results
from league.competitions.stream import state_of
from league.rules.competition.commands import MoveMatch, Reinstate, Substitute, Withdraw
from league.rules.settings import result_kinds
from tests.games.playing import assert_rebuilt_equals_live
from tests.games.visiting import give_accounts
from tests.league.club_nights import fresh, later, matches, snapshot, started
from tests.league.organizing import act, organizer, post

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

KEEPER = "scorekeeper:1"


def room(entrants=4, **facts):
    evening = started(entrants, venue="physical", **{"options": {"target_score": 100}} | facts)
    give_accounts(*Player.objects.filter(entries__competition=evening))
    return evening


def cup(entrants=4, **facts):
    usual = {"format": "elimination_500", "rulebook": "elimination-500", "advance": 2, "options": {}}
    return room(entrants, **usual | facts)


def seat_of(competition, entrant):
    player = competition.entrants.get(number=entrant).player_id
    return Seat.objects.select_related("table").get(table__match__competition=competition, player=player)


def deal(table, out, points=20, at=10):
    """Write the next deal down: all others who are still in hold so many points."""
    sheet = scoresheets.look(table.pk)
    left = {seat: points for seat in sheet.playing if seat != out}
    return scoresheets.act(table.pk, RecordDeal(sheet.next_deal, out, left), by=KEEPER, at=later(at))


def play_out(table):
    """Let the first seat that is still in go out until the match is over."""
    sheet = scoresheets.look(table.pk)
    while sheet.phase == RUNNING:
        sheet = deal(table, sheet.playing[0], points=60)
    return sheet


def placed(match):
    rows = match.placements.select_related("entrant")
    return {row.entrant.number: (row.place, row.total, row.advances) for row in rows}


def assert_all_is_rebuilt(competition):
    before = snapshot(fresh(competition))
    projection.rebuild(competition.pk)
    assert snapshot(fresh(competition)) == before
    assert check_competition(competition.pk, {}) is None
    for match in matches(competition, 1):
        assert_rebuilt_equals_live(match.table_id)


def test_the_leaver_keeps_the_total_and_is_placed_behind_all_who_are_still_in():
    evening = cup()
    seat = seat_of(evening, 1)
    deal(seat.table, seat.index, points=30)
    act(evening, Withdraw(1))
    sheet = scoresheets.look(seat.table_id)
    assert (sheet.retired, sheet.totals[seat.index], sheet.phase) == ([seat.index], 0, RUNNING)
    assert seat.index not in sheet.playing
    assert play_out(seat.table).phase == FINAL
    assert results.collect(seat.table_id, at=later(40))
    (match,) = matches(evening, 1)
    assert placed(match)[1] == (4, 0, False)
    assert_all_is_rebuilt(evening)
    assert fresh(evening).status == "finished"


def test_someone_who_left_before_the_first_deal_was_absent_and_has_played_no_match():
    evening = room(4, format="round_robin", table_size=4)
    seat = seat_of(evening, 1)
    act(evening, Withdraw(1))
    assert play_out(seat.table).phase == FINAL
    assert results.collect(seat.table_id, at=later(40))
    (match,) = matches(evening, 1)
    (recorded,) = state_of(evening.pk).stages[0].matches.values()
    assert recorded.result.absent == [1]
    assert placed(match)[1][:2] == (4, 0)
    assert sorted(place for entrant, (place, *_rest) in placed(match).items() if entrant != 1) == [1, 2, 2]
    assert_all_is_rebuilt(evening)


def test_someone_who_left_after_a_deal_that_was_undone_was_absent_too():
    evening = cup()
    seat = seat_of(evening, 1)
    deal(seat.table, seat.index)
    scoresheets.act(seat.table_id, UndoDeal(1), by=KEEPER, at=later(11))
    act(evening, Withdraw(1))
    assert scoresheets.look(seat.table_id).undealt == [seat.index]
    play_out(seat.table)
    assert results.collect(seat.table_id, at=later(40))
    (recorded,) = state_of(evening.pk).stages[0].matches.values()
    assert recorded.result.absent == [1]


def test_someone_who_is_disqualified_is_noted_as_such_and_twice_is_once():
    evening = cup()
    seat = seat_of(evening, 2)
    scoresheets.act(seat.table_id, RetireSeat(seat.index), by=KEEPER, at=later(4))
    before = scoresheets.look(seat.table_id).version
    act(evening, Withdraw(2, "disqualified"))
    assert scoresheets.look(seat.table_id).version == before, "the scorekeeper has written it down already"
    other = seat_of(evening, 3)
    act(evening, Withdraw(3, "disqualified"))
    assert [mark.kind for mark in scoresheets.look(seat.table_id).marks] == ["left", "disqualified"]
    assert scoresheets.look(other.table_id).retired == sorted([seat.index, other.index])


def test_when_only_one_is_left_that_one_has_won_without_a_deal():
    evening = cup(3, table_size=3)
    table = seat_of(evening, 1).table
    act(evening, Withdraw(2))
    act(evening, Withdraw(3))
    assert scoresheets.look(table.pk).phase == FINAL
    assert results.collect(table.pk, at=later(10))
    assert fresh(evening).entrants.get(rank=1).number == 1
    assert_all_is_rebuilt(evening)


def test_a_player_who_left_is_not_asked_about_the_result():
    evening = cup(confirmation="others")
    seat = seat_of(evening, 1)
    act(evening, Withdraw(1))
    sheet = play_out(seat.table)
    assert sheet.phase == REPORTED
    assert sorted(sheet.asked) == [number for number in range(4) if number != seat.index]
    assert not results.collect(seat.table_id, at=later(30))
    for seat_ in sheet.asked:
        scoresheets.act(seat.table_id, ConfirmResult(seat_), by=KEEPER, at=later(31))
    assert results.collect(seat.table_id, at=later(32))


def test_someone_who_leaves_after_the_last_deal_keeps_the_place_and_the_referee_decides_in_time():
    evening = room(confirmation="others")
    seat = seat_of(evening, 1)
    while scoresheets.look(seat.table_id).phase == RUNNING:
        deal(seat.table, seat.index)
    act(evening, Withdraw(1))
    assert scoresheets.look(seat.table_id).retired == []
    assert not results.collect(seat.table_id, at=later(30))
    scoresheets.act(seat.table_id, SettleDispute(stands=True), by=KEEPER, at=later(31))
    assert results.collect(seat.table_id, at=later(32))
    assert placed(matches(evening, 1)[0])[1][0] == 1


def test_a_deal_is_undone_behind_a_leaver_and_played_again_with_all_who_were_there():
    evening = cup()
    seat = seat_of(evening, 1)
    deal(seat.table, seat.index)
    act(evening, Withdraw(1))
    scoresheets.act(seat.table_id, UndoDeal(1), by=KEEPER, at=later(12))
    sheet = scoresheets.look(seat.table_id)
    assert (sheet.next_deal, sorted(sheet.playing)) == (1, [0, 1, 2, 3])
    deal(seat.table, seat.index)
    assert seat.index not in scoresheets.look(seat.table_id).playing


def test_someone_who_comes_back_at_once_comes_back_to_the_table():
    evening = cup(8)
    seat = seat_of(evening, 1)
    deal(seat.table, seat.index)
    act(evening, Withdraw(1), Reinstate(1))
    assert not scoresheets.look(seat.table_id).retired
    assert seat.index in scoresheets.look(seat.table_id).playing
    assert_all_is_rebuilt(evening)


def test_someone_who_comes_back_after_another_deal_does_not_come_back_to_the_table():
    evening = cup(8)
    seat = seat_of(evening, 1)
    act(evening, Withdraw(1))
    deal(seat.table, scoresheets.look(seat.table_id).playing[0])
    act(evening, Reinstate(1))
    assert scoresheets.look(seat.table_id).retired == [seat.index]
    act(evening, Withdraw(1))
    for match in matches(evening):
        play_out(match.table)
        assert results.collect(match.table_id, at=later(40))
    assert fresh(evening).round_number == 2
    assert 1 not in {placement for match in matches(evening) for placement in placed(match)}


def test_a_substitute_takes_over_the_seat_and_its_total():
    evening = room(rounds=2)
    seat = seat_of(evening, 2)
    deal(seat.table, seat.index)
    total = scoresheets.look(seat.table_id).totals[seat.index]
    dora = Player.objects.create(name="Dora")
    act(evening, Substitute(2, dora.pk))
    taken = seat_of(evening, 2)
    assert (taken.pk, taken.player, taken.is_bot) == (seat.pk, dora, False)
    assert scoresheets.look(seat.table_id).totals[seat.index] == total == 60
    deal(seat.table, seat.index)
    assert results.collect(seat.table_id, at=later(40))
    assert placed(matches(evening, 1)[0])[2][:2] == (1, 120)
    assert_all_is_rebuilt(evening)
    assert dora in {seat.player for seat in Seat.objects.filter(table=matches(evening, 2)[0].table)}


def test_a_substitute_of_one_who_has_left_gets_no_seat_there():
    evening = cup(8)
    seat = seat_of(evening, 1)
    act(evening, Withdraw(1))
    act(evening, Substitute(1, Player.objects.create(name="Dora").pk))
    assert Seat.objects.get(pk=seat.pk).player_id == seat.player_id


def test_nobody_can_be_replaced_by_somebody_at_the_same_table():
    evening = room(4)
    other = seat_of(evening, 3).player_id
    with pytest.raises(competitions.Refusal) as refused:
        act(evening, Substitute(2, other))
    assert refused.value.code == "entered_already"
    assert len({seat.player_id for seat in Seat.objects.filter(table=seat_of(evening, 2).table)}) == 4


def test_a_match_given_up_before_its_first_deal_goes_on_online_without_the_leaver():
    evening = cup()
    (match,) = matches(evening, 1)
    act(evening, Withdraw(1))
    act(evening, MoveMatch(1, match.key, "online"))
    (moved,) = matches(evening, 1)
    table = Table.objects.get(pk=moved.table_id)
    gone = fresh(evening).entrants.get(number=1).player_id
    assert not table.is_physical
    assert gone not in {seat.player_id for seat in table.seats.all()}


def test_two_of_a_pair_one_leaves_and_the_other_has_won():
    evening = room(2, table_size=2, format="round_robin")
    seat = seat_of(evening, 1)
    act(evening, Withdraw(1))
    assert scoresheets.look(seat.table_id).phase == FINAL
    assert results.collect(seat.table_id, at=later(10))
    (match,) = matches(evening, 1)
    assert placed(match)[2][0] == 1
    assert match.kind == result_kinds.PLAYED


def test_organizers_do_it_on_their_pages_and_the_score_page_says_who_has_left():
    evening = cup()
    seat = seat_of(evening, 1)
    olga = organizer(evening)
    answer = post(olga, f"/competitions/{evening.pk}/entrants/1/", do="disqualified")
    assert answer.status_code in (200, 204, 302)
    assert scoresheets.look(seat.table_id).retired == [seat.index]
    assertContains(olga.get(f"/tables/{seat.table_id}/score/"), "disqualified")
