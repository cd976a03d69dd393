"""Situation: a player is away for some days while matches with days for each turn go on."""

import datetime as dt

import pytest

from games.models import Vacation
from games.rules.base.refusal import Refusal
from games.tables import clock_drift, vacations
from tests.games.playing import START, assert_rebuilt_equals_live, dealt, do, fresh, move_on, player

pytestmark = pytest.mark.django_db(transaction=True)

DAY = dt.timedelta(days=1)
SECONDS = int(DAY.total_seconds())


def slow_table(**facts):
    """Ana and Bo, with a day for each turn; Bo is to move."""
    return dealt("Ana Bo", at=START, **{"turn_seconds": SECONDS, **facts})


def ends(table) -> dt.datetime:
    return fresh(table).turn_ends_at


def test_the_turn_waits_and_then_has_its_whole_time() -> None:
    table = slow_table()
    until = vacations.begin(player(table, "B"), days=5, at=START + DAY / 2)
    assert until == START + DAY / 2 + 5 * DAY
    assert ends(table) == fresh(table).due_at == until + DAY
    assert not move_on(table, at=until)
    assert_rebuilt_equals_live(table)


def test_a_turn_that_begins_during_the_vacation_waits_too_and_is_put_off_once() -> None:
    table = slow_table()
    until = vacations.begin(player(table, "A"), days=5, at=START)
    assert ends(table) == START + DAY, "it is the turn of somebody else"
    do(table, "B play r4", at=START + DAY / 2)
    assert vacations.put_off(at=START + DAY / 2) == 1
    assert vacations.put_off(at=START + DAY) == 0
    assert ends(table) == until + DAY


def test_tables_with_short_turns_and_bots_do_not_wait() -> None:
    quick = dealt("Ana Bo", at=START, turn_seconds=60)
    vacations.begin(player(quick, "B"), days=5, at=START)
    assert ends(quick) == START + dt.timedelta(seconds=60)


def test_a_player_who_is_back_early_has_the_whole_time_of_a_turn_from_then_on() -> None:
    table = slow_table()
    bo = player(table, "B")
    vacations.begin(bo, days=5, at=START)
    vacations.end(bo, at=START + 2 * DAY)
    assert ends(table) == START + 3 * DAY
    assert vacations.put_off(at=START + 2 * DAY) == 0
    vacations.end(bo, at=START + 2 * DAY)
    assert_rebuilt_equals_live(table)


def test_a_player_on_vacation_may_play_all_the_same() -> None:
    table = slow_table()
    vacations.begin(player(table, "B"), days=5, at=START)
    do(table, "B play r4", at=START + DAY)
    assert ends(table) == START + 2 * DAY, "Ana has her usual time"


def test_the_log_says_why_the_turn_waits() -> None:
    from games import tables

    table = slow_table()
    version = fresh(table).version
    vacations.begin(player(table, "B"), days=5, at=START)
    [row] = tables.events_after(table.pk, player(table, "A"), version, most=9)
    assert row.event.sentence(["Ana", "Bo"]) == "Bo is on vacation: the turn waits"


def test_days_are_bounded_and_only_those_that_passed_are_used_up(settings) -> None:
    settings.VACATION_DAYS = 20
    bo = player(slow_table(), "B")
    vacations.begin(bo, days=14, at=START)
    vacations.end(bo, at=START + 2.5 * DAY)
    assert vacations.days_left(bo, at=START + 3 * DAY) == 17
    vacations.begin(bo, days=14, at=START + 3 * DAY)
    with pytest.raises(Refusal) as refusal:
        vacations.begin(bo, days=4, at=START + 18 * DAY)
    assert (refusal.value.code, str(refusal.value)) == (
        "no_vacation_left",
        "You have 3 days of vacation left.",
    )
    assert vacations.days_left(bo, at=START + 400 * DAY) == 20, "a year later"


@pytest.mark.parametrize("days", [0, -1, 15, 999])
def test_a_vacation_lasts_from_a_day_to_two_weeks(days: int) -> None:
    with pytest.raises(Refusal, match="from 1 to 14 days"):
        vacations.begin(player(slow_table(), "B"), days=days, at=START)
    assert not Vacation.objects.exists()


def test_nobody_is_on_vacation_twice_at_a_time() -> None:
    bo = player(slow_table(), "B")
    vacations.begin(bo, days=2, at=START)
    with pytest.raises(Refusal) as refusal:
        vacations.begin(bo, days=2, at=START + DAY)
    assert refusal.value.code == "on_vacation"


def test_a_paused_match_waits_for_its_pause_and_not_for_a_vacation() -> None:
    from games import tables

    table = slow_table()
    tables.pause(table.pk, by="organizer:1", at=START)
    vacations.begin(player(table, "B"), days=5, at=START)
    tables.resume(table.pk, by="organizer:1", at=START + DAY / 4)
    assert vacations.put_off(at=START + DAY / 4) == 1
    assert ends(table) == START + 6 * DAY


def test_a_clock_that_was_put_back_does_not_end_a_vacation() -> None:
    table = slow_table()
    until = vacations.begin(player(table, "B"), days=5, at=START)
    clock_drift.keep_time(START)
    clock_drift.keep_time(START - DAY / 24)
    assert ends(table) == until + DAY


def test_where_nobody_is_away_the_sweep_costs_one_query(django_assert_num_queries) -> None:
    slow_table()
    with django_assert_num_queries(1):
        assert vacations.put_off(at=START) == 0
