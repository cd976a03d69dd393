"""Situation: the host pauses a running match."""

import pytest

from games import tables
from games.models import Table
from games.rules.match.commands import DrawCard, Penalise
from games.tables import Refusal, deadlines
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
    play_out,
    player,
    players,
    see,
)

pytestmark = pytest.mark.django_db

MINUTE = 60


def hosted(who="Ana Bo", **facts):
    """A match of Ana's club evening whose host, Hedda, watches."""
    (hedda,) = players("Hedda")
    return dealt(who, host=hedda, **facts), f"player:{hedda.pk}"


def pause(table, by, seconds):
    tables.pause(table.pk, by=by, at=after(seconds))


def resume(table, by, seconds):
    tables.resume(table.pk, by=by, at=after(seconds))


def by(table, letter):
    return f"player:{player(table, letter).pk}"


def refused(code, action, *args, **facts):
    with pytest.raises(Refusal) as caught:
        action(*args, **facts)
    assert caught.value.code == code
    assert caught.value.sentence.endswith(".")


def test_nobody_moves_while_the_match_is_paused():
    table, host = hosted()
    pause(table, host, 10)
    paused = fresh(table)
    assert see(table, "B").legal == []
    refused("paused", do, table, "B play r4", at=after(20))
    ruling = Penalise(1, 2, "penalty")
    refused("paused", tables.act, table.pk, ruling, after=paused.version, by="organizer:1", at=after(20))
    assert fresh(table).version == paused.version


def test_the_clock_does_not_run_while_the_match_is_paused():
    table, host = hosted()
    pause(table, host, 10)
    assert not move_on(table, after(23 * 3600))
    assert tables.due_tables(after(23 * 3600)) == []
    assert see(table).seats[1].missed == 0


def test_when_the_match_goes_on_the_turn_has_the_time_that_was_left():
    table, host = hosted()
    pause(table, host, 10)
    resume(table, host, 1000)
    assert fresh(table).due_at == after(1050)
    assert see(table, "B").legal
    do(table, "B play r4", at=after(1010))
    assert_rebuilt_equals_live(table)


def test_the_bank_does_not_run_either():
    table, host = hosted(bank_seconds=100)
    pause(table, host, 90)
    resume(table, host, 1000)
    assert fresh(table).due_at == after(1070)
    do(table, "B play r4", at=after(1005))
    assert [seat.bank_ms for seat in see(table).seats] == [100_000, 65_000]
    assert_rebuilt_equals_live(table)


def test_bots_do_not_move_while_the_match_is_paused():
    table, host = hosted("Ana bot")
    pause(table, host, 0)
    paused = fresh(table)
    assert deadlines.bots_wake_at(paused, list(paused.seats.all()), None, START) is None
    assert not tables.play_for_bot(table.pk, version=paused.version, at=after(500))
    resume(table, host, 600)
    assert after(600) < fresh(table).due_at < after(603)
    assert move_on(table)
    assert_rebuilt_equals_live(table)


def test_the_next_deal_waits_for_the_end_of_the_pause():
    (hedda,) = players("Hedda")
    table = deal("Ana Bo", "r1/r4", f"r9 {PILE}", host=hedda)
    do(table, "B play r4", at=after(10))
    pause(table, f"player:{hedda.pk}", 12)
    assert not move_on(table, after(100))
    resume(table, f"player:{hedda.pk}", 200)
    assert fresh(table).due_at == after(204)
    assert move_on(table)
    assert fresh(table).round_number == 2
    assert_rebuilt_equals_live(table)


def test_only_the_host_and_organizers_pause():
    table, host = hosted()
    refused("not_yours", pause, table, by(table, "B"), 1)
    pause(table, "organizer:7", 2)
    assert fresh(table).paused_at == after(2)
    resume(table, host, 3)
    assert fresh(table).paused_at is None


def test_pausing_and_resuming_twice_change_nothing():
    table, host = hosted()
    resume(table, host, 1)
    assert fresh(table).version == table.version
    pause(table, host, 2)
    pause(table, host, 3)
    assert (fresh(table).version, fresh(table).paused_at) == (table.version + 1, after(2))
    resume(table, host, 4)
    resume(table, host, 5)
    assert fresh(table).version == table.version + 2
    assert_rebuilt_equals_live(table)


def test_a_table_can_be_paused_only_while_it_is_played_at():
    ana, _bo = players("Ana Bo")
    table = open_table("Cy Di", host=ana)
    refused("conflict", pause, table, f"player:{ana.pk}", 1)
    over, host = hosted("bot bot", options={"target_score": 1})
    play_out(over)
    refused("conflict", pause, over, host, 9999)
    refused("conflict", resume, over, host, 9999)


def test_when_the_host_does_not_come_back_every_player_can_go_on_after_ten_minutes():
    table, host = hosted()
    (eve,) = players("Eve")
    pause(table, host, 0)
    refused("not_yet", resume, table, by(table, "A"), 10 * MINUTE - 1)
    refused("not_yours", resume, table, f"player:{eve.pk}", 11 * MINUTE)
    resume(table, by(table, "A"), 10 * MINUTE)
    assert fresh(table).due_at == after(11 * MINUTE)
    assert_rebuilt_equals_live(table)


def test_a_pause_of_the_organizers_lasts_until_they_end_it():
    table = dealt("Ana Bo")
    pause(table, "organizer:1", 10)
    assert fresh(table).due_at is None
    refused("not_yours", resume, table, by(table, "A"), 11 * MINUTE)
    refused("not_yours", resume, table, by(table, "A"), 3 * 86_400)
    assert not move_on(table, after(8 * 86_400))
    assert fresh(table).paused_at == after(10)
    resume(table, "referee:2", 8 * 86_400)
    assert fresh(table).due_at == after(8 * 86_400 + 50)
    assert_rebuilt_equals_live(table)


@pytest.mark.parametrize(("turn_seconds", "days"), [(60, 1), (7 * 86_400, 7)])
def test_a_pause_that_everybody_forgot_ends_by_itself(turn_seconds, days):
    table, host = hosted(turn_seconds=turn_seconds)
    pause(table, host, 10)
    ends = after(10 + days * 86_400)
    assert fresh(table).due_at == ends
    assert move_on(table, ends)
    now = fresh(table)
    assert (now.paused_at, now.turn_seat) == (None, 1)
    assert now.due_at == after(turn_seconds + days * 86_400)
    assert_rebuilt_equals_live(table)


def test_players_come_and_go_in_a_pause():
    table, host = hosted()
    pause(table, host, 40)
    tables.leave(table.pk, player=player(table, "B"), at=after(50))
    assert see(table).seats[1].is_bot
    assert not move_on(table, after(60))
    tables.come_back(table.pk, player=player(table, "B"), at=after(70))
    resume(table, host, 100)
    assert fresh(table).due_at == after(120)  # 20 seconds of the turn were left
    assert_rebuilt_equals_live(table)


def test_a_bot_for_somebody_who_left_in_a_pause_moves_soon_after_it():
    table, host = hosted()
    pause(table, host, 40)
    tables.leave(table.pk, player=player(table, "B"), at=after(50))
    resume(table, host, 100)
    assert fresh(table).due_at < after(103)
    assert move_on(table)
    assert_rebuilt_equals_live(table)


def test_a_move_that_was_sent_before_the_pause_counts_after_it():
    table, host = hosted()
    pause(table, host, 10)
    resume(table, host, 20)
    command, seen = DrawCard(1), table.version
    tables.act(table.pk, command, after=seen, by=by(table, "B"), at=after(21))
    assert see(table).sight.counts == [3, 4]


def test_a_match_goes_on_to_its_end_after_a_pause():
    table, host = hosted("Ana bot bot", options={"target_score": 20})
    pause(table, host, 1)
    resume(table, host, 5000)
    assert play_out(table).status == Table.Status.FINISHED
    assert_rebuilt_equals_live(table)
