"""Situation: all people leave an online match, or somebody may still come back to it."""

import datetime as dt

import pytest
from django.contrib.auth.models import User

from games import tables
from games.integrity import verification
from games.models import Player, Table
from games.rules.base.refusal import Refusal
from games.tables import vacations
from league.accounts import inactivity
from tests.games.playing import START, assert_rebuilt_equals_live, dealt, do, fresh, move_on, player
from tests.league.club_nights import matches, started

pytestmark = pytest.mark.django_db

DAY = dt.timedelta(days=1)
MONTH = 30 * 86_400  # seconds of a turn


def deserted(days: float) -> list[Table]:
    return list(inactivity.deserted_online_matches(START + days * DAY))


def day_of(table: Table) -> float:
    """The day on which the clock acts next."""
    due_at = fresh(table).due_at
    assert due_at is not None
    return (due_at - START) / DAY


def miss_turns(table: Table, turns: int) -> None:
    """Let the time of so many turns run out."""
    for _turn in range(turns):
        assert move_on(table)


def left_by_all(**facts) -> Table:
    table = dealt("Ana Bo", **facts)
    for letter in "AB":
        tables.leave(table.pk, player=player(table, letter), at=START)
    return fresh(table)


@pytest.mark.both_databases
def test_a_match_that_all_have_left_ends_with_its_totals_instead_of_being_played_by_bots() -> None:
    table = left_by_all()
    assert deserted(89) == []
    assert deserted(91) == [table]
    assert inactivity.put_away(at=START + 91 * DAY) == 1
    ended = fresh(table)
    assert (ended.status, ended.finished_at) == ("finished", START + 91 * DAY)
    assert [seat.total for seat in ended.seats.all()] == [0, 0]
    assert_rebuilt_equals_live(table)
    assert verification.check_table(table.pk, {}) is None
    assert inactivity.put_away(at=START + 92 * DAY) == 0


def test_a_match_opened_by_a_guest_ends_sooner() -> None:
    guest = Player.objects.create(name="Gus", user=User.objects.create_user("gus"))
    table = left_by_all(host=guest)
    assert deserted(29) == []
    assert deserted(31) == [table]


def test_bots_alone_do_not_play_for_months() -> None:
    table = dealt("bot bot")
    move_on(table)
    assert deserted(89) == []
    assert deserted(91) == [table]


@pytest.mark.both_databases
def test_turns_of_a_month_that_all_have_missed_do_not_keep_a_match_alive() -> None:
    table = dealt("Ana Bo", turn_seconds=MONTH, away_after=10)
    miss_turns(table, 2)
    assert day_of(table) == 90
    assert deserted(89) == []
    miss_turns(table, 1)
    assert deserted(91) == [table]
    do(table, "A draw", at=START + 91 * DAY)
    assert deserted(92) == []


def test_a_match_is_kept_for_two_turns_however_soon_guests_are_forgotten(settings) -> None:
    settings.QUOTAS = ["match_days=30:30"]
    table = dealt("Ana bot", turn_seconds=MONTH, away_after=10)
    move_on(table)  # the bot begins
    miss_turns(table, 1)
    assert deserted(59) == []
    assert deserted(61) == [table]


def test_the_first_turn_of_somebody_lasts_to_its_end_however_long_all_others_are_away() -> None:
    table = dealt("Ana Bo Cy Dora", turn_seconds=MONTH, away_after=10)
    miss_turns(table, 3)
    assert fresh(table).turn_seat == 0
    assert deserted(119) == []
    miss_turns(table, 1)
    assert deserted(121) == [table]


def test_a_match_in_which_one_person_plays_continues() -> None:
    table = dealt("Ana Bo", turn_seconds=MONTH, away_after=10)
    miss_turns(table, 1)
    do(table, "A draw", at=START + 40 * DAY)
    do(table, "A pass", at=START + 40 * DAY)
    miss_turns(table, 1)  # Bo
    assert day_of(table) == 100
    assert deserted(99) == []
    do(table, "A draw", at=START + 99 * DAY)
    assert deserted(180) == []


def test_a_match_waits_for_somebody_on_vacation() -> None:
    table = dealt("Ana Bo", turn_seconds=MONTH, away_after=10)
    miss_turns(table, 3)
    vacations.begin(player(table, "A"), days=14, at=START + 91 * DAY)
    assert deserted(92) == []


def test_a_match_that_an_organizer_paused_stays() -> None:
    table = left_by_all()
    tables.pause(table.pk, by="organizer:1", at=START)
    assert deserted(91) == []


def test_a_match_to_which_somebody_comes_back_meanwhile_is_not_ended() -> None:
    table = left_by_all()
    tables.come_back(table.pk, player=player(table, "A"), at=START + 91 * DAY)
    with pytest.raises(Refusal) as told:
        tables.break_off(table.pk, version=table.version, by="clock", at=START + 91 * DAY)
    assert (told.value.code, fresh(table).status) == ("conflict", "running")
    assert deserted(92) == []


def test_matches_of_competitions_are_left_to_their_organizers() -> None:
    cup = started(4, rounds=1, table_size=2, bot_pause_ms=0)
    match = matches(cup)[0]
    assert match.table.status == "running"
    years = (match.table.started_at - START) / DAY + 1000
    assert deserted(years) == []
