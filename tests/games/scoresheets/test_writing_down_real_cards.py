"""Situation: a scorekeeper writes down what happens at a table with real cards."""

import pytest

from games import scoresheets, tables
from games.models import TableEvent
from games.rules.base.refusal import Refusal
from games.rules.scoresheet import decide as ph
from tests.games.playing import START, after, assert_rebuilt_equals_live, fresh
from tests.games.scoresheets.writing_down import SCOREKEEPER, deal, real_cards, record

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_a_match_is_scored_as_online_and_ends_at_the_target():
    table = real_cards(options={"target_score": 100})

    sheet = record(table, deal(1, "A", "B 20, C r5 w4"), deal(2, "C", "A 3, B g9"))

    assert [deal.points for deal in sheet.deals] == [[75, 0, 0], [0, 0, 12]]
    assert [deal.dealer for deal in sheet.deals] == [0, 1]
    assert (sheet.totals, sheet.dealer, sheet.first, sheet.next_deal) == ([75, 0, 12], 2, 0, 3)
    assert sheet.phase == "running"

    sheet = record(table, deal(3, "A", "B 20, C 5"))

    assert (sheet.totals, sheet.phase, sheet.dealer) == ([100, 0, 12], "reported", None)
    assert (sheet.winners, sheet.places) == ([0], [1, 3, 2])
    assert fresh(table).status == "running"  # until the others have confirmed it


def test_the_same_deal_twice_is_written_once_and_another_one_is_a_conflict():
    table = real_cards()
    record(table, deal(1, "A", "B 20, C r5 w4"))
    before = TableEvent.objects.count()

    record(table, deal(1, "A", "B 20, C r5 w4"), deal(1, "A", "B 20, C 55"))
    assert TableEvent.objects.count() == before

    with pytest.raises(scoresheets.DealRecorded) as refused:
        record(table, deal(1, "A", "B 25, C 55"))
    assert refused.value.code == "deal_recorded"
    assert refused.value.stands == deal(1, "A", "B 20, C r5 w4")
    assert TableEvent.objects.count() == before


def test_a_phone_sends_its_outbox_twice():
    table = real_cards()
    for _time in range(2):
        record(table, deal(1, "A", "B 20, C 5"), command_id="one")
        record(table, deal(2, "B", "A 20, C 5"), command_id="two")
    sheet = scoresheets.look(table.pk)
    assert [deal.points for deal in sheet.deals] == [[25, 0, 0], [0, 25, 0]]

    for _time in range(2):
        with pytest.raises(scoresheets.DealRecorded) as refused:
            record(table, deal(2, "C", "A 20, B 5"), command_id="three")
        assert refused.value.stands == deal(2, "B", "A 20, C 5")


def test_a_deal_that_is_ahead_waits_for_the_one_before():
    table = real_cards()
    with pytest.raises(Refusal) as refused:
        record(table, deal(2, "A", "B 20, C 5"))
    assert refused.value.code == "deal_missing"


def test_nothing_is_written_down_before_the_match_begins_or_after_it_was_closed():
    early, closed = real_cards(start=False), real_cards()
    tables.break_off(closed.pk, version=closed.version, by=SCOREKEEPER, at=START)
    before = TableEvent.objects.count()
    for table in (early, closed):
        with pytest.raises(Refusal) as refused:
            record(table, deal(1, "A", "B 20, C 5"))
        assert refused.value.code == "conflict"
    assert TableEvent.objects.count() == before


def test_undoing_and_recording_again_is_like_recording_right_at_once():
    wrong, right = real_cards(), real_cards()
    record(wrong, deal(1, "A", "B 20, C 5"), deal(2, "B", "A 50, C 5"), ph.UndoDeal(2), ph.UndoDeal(1))
    told = [record(sender, deal(1, "B", "A 20, C 5"), deal(2, "C", "A 50, B 5")) for sender in (wrong, right)]

    sheets = [(row.totals, row.dealer, row.next_deal, [deal.points for deal in row.standing]) for row in told]
    assert sheets[0] == sheets[1]
    assert [deal.undone_at is not None for deal in told[0].deals] == [True, True, False, False]
    assert_rebuilt_equals_live(wrong)


def test_the_others_confirm_and_the_last_one_makes_it_final():
    table = real_cards(options={"target_score": 20})
    ana = table.seats.get(index=0).player
    sheet = record(table, deal(1, "A", "B 20, C 5"), by=f"player:{ana.pk}")
    assert (sheet.asked, sheet.reporter) == ([1, 2], 0)

    sheet = record(table, ph.ConfirmResult(1), ph.ConfirmResult(1))
    assert (sheet.phase, sheet.asked) == ("reported", [2])
    assert tables.result(table.pk) is None

    sheet = record(table, ph.ConfirmResult(2))
    assert sheet.phase == "final"
    assert fresh(table).status == "finished"
    result = tables.result(table.pk)
    assert result is not None
    assert (result.places, result.totals, result.deal_wins) == ([1, 2, 2], [25, 0, 0], [1, 0, 0])
    assert_rebuilt_equals_live(table)


def test_silence_makes_a_result_final():
    table = real_cards(options={"target_score": 20}, silence_seconds=120)
    record(table, deal(1, "A", "B 20, C 5"))
    now = fresh(table)
    assert not tables.move_on(now.pk, version=now.version, at=START)
    assert tables.due_tables(now.due_at) == [now.pk]
    assert tables.move_due_tables([now.pk], at=now.due_at) == 1
    assert fresh(table).status == "finished"


def test_an_objection_stops_the_clock_until_the_referee_has_settled_it():
    table = real_cards(options={"target_score": 20}, silence_seconds=120)
    sheet = record(table, deal(1, "A", "B 20, C 5"), ph.ObjectToResult(1, "I held a Wild, not 20"))
    assert (sheet.phase, sheet.objectors, fresh(table).due_at) == ("disputed", [1], None)
    assert table.objections.get().reason == "I held a Wild, not 20"
    assert not any("Wild" in payload for payload in TableEvent.objects.values_list("payload", flat=True))

    sheet = record(table, ph.SettleDispute(stands=False, undo=1), deal(1, "A", "B 50, C 5"))
    assert (sheet.phase, sheet.totals) == ("reported", [55, 0, 0])
    assert record(table, ph.SettleDispute(stands=True)).phase == "final"
    assert_rebuilt_equals_live(table)


def test_a_player_who_leaves_comes_last_and_can_come_back_before_the_next_deal():
    table = real_cards("Ana Bo Cy Di", options={"target_score": 100})
    sheet = record(table, deal(1, "A", "B 20, C 5, D 40"), ph.RetireSeat(0), ph.RejoinSeat(0))
    assert sheet.playing == [0, 1, 2, 3]

    sheet = record(table, ph.RetireSeat(0, "disqualified"), deal(2, "B", "C 50, D 50"))
    assert (sheet.places, sheet.winners) == ([4, 1, 2, 2], [1])


def test_the_last_penalty_of_a_seat_is_taken_back_and_no_other():
    table = real_cards(rulebook="filipino")
    penalties = [ph.Penalise(1, "uno"), ph.Penalise(1, "advice"), ph.Penalise(0, "uno")]

    def taken_back(*commands):
        return [mark.is_void for mark in record(table, *commands).marks]

    assert taken_back(*penalties, ph.TakeBackPenalty(1)) == [False, True, False]
    assert taken_back(ph.TakeBackPenalty(1)) == [True, True, False]
    assert taken_back(ph.Penalise(1, "uno"), ph.TakeBackPenalty(1)) == [True, True, False, True]


def test_deals_that_were_undone_count_for_nothing_in_the_result():
    table = real_cards(options={"target_score": 100}, confirm="none")
    record(
        table,
        deal(1, "B", "A 50, C 40"),
        ph.UndoDeal(1),
        deal(1, "A", "B 60, C 30"),
        deal(2, "A", "B 5, C 5"),
    )
    result = tables.result(table.pk)
    assert result is not None
    assert (result.deal_wins, result.last_deal, result.totals) == ([2, 0, 0], [10, 0, 0], [100, 0, 0])


def test_no_silence_runs_in_a_pause_or_while_the_server_is_off():
    table = real_cards(options={"target_score": 20}, silence_seconds=120)
    tables.keep_time(after(0))
    record(table, deal(1, "A", "B 20, C 5"))
    tables.pause(table.pk, by=SCOREKEEPER, at=after(10))
    assert fresh(table).due_at is None
    tables.resume(table.pk, by=SCOREKEEPER, at=after(70))
    assert fresh(table).due_at == after(180)

    tables.keep_time(after(70))
    tables.keep_time(after(1070))  # nothing looked meanwhile
    assert fresh(table).due_at == after(1180)
    assert_rebuilt_equals_live(table)


def test_a_score_sheet_is_read_in_three_queries_however_long_it_is(django_assert_num_queries):
    table = real_cards()
    record(table, *(deal(number, "A", "B 2, C 1") for number in range(1, 9)))
    with django_assert_num_queries(3):
        assert scoresheets.look(table.pk).next_deal == 9
