"""Situation: nearly all cards are in hands, and each player has to pass on the card played before."""

import pytest

from games import eventstore
from games.models import Table, TableEvent
from games.rules.match.events import RoundEnded
from games.tables import deadlines
from tests.games.playing import assert_rebuilt_equals_live, deal, fresh, move_on, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

HANDS = "y1 g4/g6 y8/g1 g2/y2 r5"
"""Nobody holds a card that fits on the two blue ones."""
FORCED = {"play_after_draw": "forced", "voluntary_draw": False, "target_score": 20}


def ends(table):
    return [
        event.reason
        for event in eventstore.read_events(TableEvent, table.pk)
        if isinstance(event, RoundEnded)
    ]


def test_where_nobody_may_keep_the_card_the_clock_ends_the_match_of_bots(monkeypatch):
    monkeypatch.setattr(deadlines, "LONGEST_DEAL", 60)
    table = deal("bot bot bot bot", HANDS, "b0 b3", options=FORCED)
    done = play_out(table, one_by_one=True)
    assert done.status == Table.Status.FINISHED
    assert (done.round_number, ends(table)) == (1, ["time"])
    assert 60 <= done.step - table.step <= 62
    assert [seat.total for seat in done.seats.all()] == [0, 0, 0, 0]
    assert_rebuilt_equals_live(table)


def test_people_decide_themselves_how_long_they_play(monkeypatch):
    monkeypatch.setattr(deadlines, "LONGEST_DEAL", 20)
    table = deal("Ana bot bot bot", HANDS, "b0 b3", options=FORCED, away_after=10)
    for _move in range(30):
        assert move_on(table)
    assert fresh(table).status == Table.Status.RUNNING


def test_bots_that_may_keep_the_card_do_so_after_a_while():
    table = deal("bot bot bot bot", HANDS, "b0 b3", options={"target_score": 20})
    assert play_out(table).status == Table.Status.FINISHED
    assert set(ends(table)) <= {"out", "blocked"}
