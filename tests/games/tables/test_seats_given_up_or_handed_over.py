"""Situation: in the middle of a match of a competition somebody leaves for good, or is replaced."""

import pytest

from games import tables
from games.integrity import match_records
from games.models import Player, Table
from games.rules.notation.notation import command
from games.rules.records.checking import check
from games.tables import Refusal
from tests.games.playing import (
    PILE,
    START,
    after,
    assert_rebuilt_equals_live,
    deal,
    dealt,
    do,
    fresh,
    move_on,
    open_table,
    play_deal,
    play_out,
    player,
    players,
    see,
)

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

LOW = {"rulebook": "elimination-500", "options": {"target_score": 40}}


def retire(table, letter, at=START):
    return tables.retire(table.pk, player=player(table, letter).pk, by="organizer:1", at=at)


def hand_over(table, letter, to, at=START):
    return tables.hand_over(table.pk, player=player(table, letter).pk, to=to, by="organizer:1", at=at)


def known(name, django_user_model):
    return Player.objects.create(name=name, user=django_user_model.objects.create_user(name))


def test_nobody_waits_for_who_left_and_the_next_has_the_whole_time():
    table = dealt("Ana Bo Cy")
    assert retire(table, "B", after(30))
    assert (fresh(table).turn_seat, fresh(table).due_at) == (2, after(90))
    look = see(table, "A")
    assert look.sight.counts == [3, 0, 3]
    assert look.sight.retired == [1]
    assert [seat.total for seat in look.seats] == [0, 0, 0]
    assert_rebuilt_equals_live(table)


def test_a_turn_of_somebody_else_goes_on_as_it_was():
    table = dealt("Ana Bo Cy")
    assert retire(table, "A", after(30))
    assert (fresh(table).turn_seat, fresh(table).due_at) == (1, after(60))
    do(table, "B play r4", after=fresh(table).version - 1, at=after(31))
    assert fresh(table).turn_seat == 2


def test_leaving_twice_changes_nothing_and_there_is_no_way_back():
    table = dealt("Ana Bo Cy")
    assert retire(table, "B")
    version = fresh(table).version
    assert not retire(table, "B")
    tables.leave(table.pk, player=player(table, "B"), at=START)
    assert fresh(table).version == version
    with pytest.raises(Refusal) as refused:
        tables.come_back(table.pk, player=player(table, "B"), at=START)
    assert refused.value.code == "seat_out"
    with pytest.raises(Refusal) as refused:
        do(table, "B draw")
    assert refused.value.code == "not_your_turn"


def test_of_two_the_other_has_won_at_once():
    table = dealt("Ana Bo")
    assert retire(table, "B")
    assert fresh(table).status == Table.Status.FINISHED
    assert [seat.place for seat in see(table).seats] == [1, 2]
    assert not retire(table, "A")
    assert_rebuilt_equals_live(table)


def test_before_the_first_deal_the_cards_are_dealt_and_then_go_out_of_play():
    table = open_table("Ana Bo Cy", options={"dealer_choice": "fixed"})
    tables.start(table.pk, deals_at_once=False, by="organizer:1", at=START)
    assert retire(table, "C", after(1))
    assert see(table).sight.counts[2] == 0
    assert fresh(table).round_number == 1


def test_the_wait_of_the_table_ends_first_as_if_its_time_were_over():
    table = deal("Ana Bo Cy", "r1 r2 r3/r5 r4 r6/b1 b2 b3", f"r9 {PILE}", options={"five_exchange": True})
    do(table, "B play r5 ex C r6")
    assert retire(table, "A", after(5))
    look = see(table)
    assert (look.sight.phase, look.sight.to_act, look.sight.retired) == ("turn", 2, [0])
    assert_rebuilt_equals_live(table)


def test_a_player_who_left_is_placed_behind_everybody_and_the_record_can_be_checked():
    table = open_table("Ana bot bot bot", **LOW, bot_pause_ms=0)
    tables.start(table.pk, by="organizer:1", at=START)
    assert retire(table, "A")
    done = play_out(table)
    places = [seat.place for seat in see(done).seats]
    assert places[0] == 4
    assert sorted(places) == [1, 2, 3, 4]
    assert check(match_records.export(table.pk).encode())["ok"]
    assert_rebuilt_equals_live(table)


def test_a_player_who_is_out_by_their_points_has_nothing_to_leave():
    table = deal("Ana Bo Cy", "w4 r1/r5 r6/b1 b2", f"r9 {PILE} {PILE}", **LOW)
    do(table, "B play r5 uno")
    do(table, "C draw")
    do(table, "C pass")
    do(table, "A draw")
    do(table, "A pass")
    do(table, "B play r6")
    now = fresh(table)
    assert now.status == Table.Status.RUNNING
    assert [bool(seat.eliminated_round) for seat in table.seats.order_by("index")] == [True, False, False]
    assert not retire(table, "A")
    assert fresh(table).version == now.version


def test_only_a_competition_lets_a_seat_leave_or_calls_time():
    table = dealt("Ana Bo Cy", host=None)
    bo = f"player:{player(table, 'B').pk}"
    for asked in ("B retire", "A retire", "time"):
        for by in (bo, "organizer:1"):
            with pytest.raises(Refusal) as refused:
                tables.act(table.pk, command(asked), after=table.version, by=by, at=START)
            assert refused.value.code == "not_yours"


def test_a_new_player_has_the_same_cards_and_points_and_the_other_sees_them_no_more(django_user_model):
    table = dealt("Ana Bo Cy")
    before, old, eve = see(table, "B").sight, player(table, "B"), known("eve", django_user_model)
    assert hand_over(table, "B", eve, after(30))
    look = tables.look(table.pk, eve)
    assert (look.seat, look.sight, look.is_away) == (1, before, False)
    assert look.legal
    assert tables.look(table.pk, old).sight.hands == [None, None, None]
    assert fresh(table).due_at == after(90), "with the whole time of a turn"
    with pytest.raises(Refusal):
        tables.act(table.pk, look.legal[0], after=look.version, by=f"player:{old.pk}", at=after(31))
    tables.act(table.pk, look.legal[0], after=look.version, by=f"player:{eve.pk}", at=after(31))
    assert_rebuilt_equals_live(table)


def test_handing_over_twice_changes_nothing_and_nobody_has_two_seats(django_user_model):
    table = dealt("Ana Bo Cy")
    eve, ana = known("eve", django_user_model), player(table, "A")
    bo = player(table, "B").pk
    assert hand_over(table, "B", eve)
    version = fresh(table).version
    assert not tables.hand_over(table.pk, player=bo, to=eve, by="organizer:1", at=START)
    with pytest.raises(Refusal) as refused:
        hand_over(table, "C", ana)
    assert refused.value.code == "already_seated"
    assert fresh(table).version == version


def test_for_somebody_without_a_log_in_a_bot_moves_and_a_person_moves_instead_of_a_bot(django_user_model):
    table = dealt("Ana Bo Cy")
    (dee,) = players("Dee")
    assert hand_over(table, "B", dee)
    assert see(table).seats[1].is_bot
    assert move_on(table)
    eve = known("eve", django_user_model)
    assert hand_over(table, "B", eve)
    assert not see(table).seats[1].is_bot
    assert_rebuilt_equals_live(table)


@pytest.mark.parametrize("is_back", [True, False])
def test_steps_that_a_bot_played_for_the_player_before_are_not_those_of_the_new_one(
    django_user_model, is_back
):
    table = dealt("Ana Bo Cy")
    bo = player(table, "B")
    tables.leave(table.pk, player=bo, at=START)
    play_deal(table.pk, 5)
    if is_back:
        tables.come_back(table.pk, player=bo, at=fresh(table).due_at)
        assert table.seats.get(index=1).away_steps
    assert hand_over(table, "B", known("eve", django_user_model), fresh(table).due_at)
    seat = table.seats.get(index=1)
    assert (seat.away_from, seat.away_steps) == (None, 0)
    (dee,) = players("Dee")
    assert hand_over(table, "B", dee, fresh(table).due_at)
    assert table.seats.get(index=1).away_from == fresh(table).step, "a bot moves for who has no log-in"
    assert_rebuilt_equals_live(table)


def test_a_new_player_may_miss_as_many_turns_as_anybody(django_user_model):
    table = dealt("Ana Bo Cy", away_after=2)
    assert move_on(table)
    assert see(table).seats[1].missed == 1
    assert hand_over(table, "B", known("eve", django_user_model), fresh(table).due_at)
    assert see(table).seats[1].missed == 0
    while fresh(table).turn_seat != 1:
        assert move_on(table)
    assert move_on(table)
    assert [(seat.is_bot, seat.missed) for seat in see(table).seats][1] == (False, 1)
    assert_rebuilt_equals_live(table)


def test_after_the_match_no_seat_changes_hands():
    table = dealt("Ana Bo")
    retire(table, "B")
    (dee,) = players("Dee")
    assert not hand_over(table, "A", dee)


def test_the_page_says_who_left_and_who_took_over(client, django_user_model):
    table = dealt("Ana Bo Cy")
    eve = known("eve", django_user_model)
    hand_over(table, "A", eve)
    retire(table, "C")
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert "left the match" in page
    assert "eve takes over this seat, with its cards and points" in page
    assert "Cy has left the match; those cards are out of play" in page
    retire(table, "A")
    client.force_login(eve.user)
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert "You have left this match; your cards are out of play." in page or "won the match" in page
