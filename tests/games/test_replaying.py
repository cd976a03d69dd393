"""Situation: a match is looked at again, step by step."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import replays, tables
from games.models import Table
from games.replays import Round, Timeline
from games.rules.events import CardPlayed, CardsDealt, MatchEnded, RoundStarted
from tests.games.playing import START, deal, do, fresh, open_table, play_out, player, see

pytestmark = pytest.mark.django_db


def two_deals():
    """Bo wins the first deal at once; the second has just been dealt."""
    table = deal("Ana Bo", "r1/r4", "r9 y1 y2 y3 y4")
    do(table, "B play r4")
    do(table, "deal")
    return table


def test_the_timeline_counts_commands_from_the_first_deal_on():
    table = two_deals()
    assert replays.moments(table.pk) == Timeline(3, [Round(1, 1, 2, winner=1, points=[0, 1]), Round(2, 3, 3)])


def test_a_match_that_has_not_begun_has_no_steps():
    table = open_table("Ana Bo")
    assert replays.moments(table.pk) == Timeline(0, [])
    moment = replays.at(table.pk, 1, None)
    assert (moment.step, moment.sight, moment.events) == (1, None, None)


def test_coming_and_going_is_no_step_of_the_match():
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4")
    tables.leave(table.pk, player=player(table, "A"), at=START)
    do(table, "B play r4 uno")
    assert replays.moments(table.pk).steps == 2
    assert replays.at(table.pk, 2, None).events[0] == CardPlayed(1, 4)


@pytest.mark.parametrize(("asked", "shown"), [(-5, 1), (0, 1), (3, 3), (99, 3)])
def test_a_step_outside_the_match_means_its_first_or_last(asked, shown):
    assert replays.at(two_deals().pk, asked, None).step == shown


def test_each_step_shows_the_table_as_it_was_and_who_moved():
    table = two_deals()
    first, second, third = (replays.at(table.pk, step, player(table, "A")) for step in (1, 2, 3))
    assert (first.sight.name, first.sight.counts, first.by) == ("turn", [1, 1], "organizer:1")
    assert (second.sight.name, second.sight.winner, second.seat) == ("over", 1, 0)
    assert second.by == f"player:{player(table, 'B').pk}"
    assert isinstance(third.events[0], RoundStarted)
    assert third.sight == see(table, "A").sight


def test_every_step_of_a_live_match_replays_as_it_was_seen():
    table = deal("Ana bot bot", "r1 r2/r4 r5/b1 b2", "r9 y1 y2 y3 y4 y5 y6", options={"target_score": 60})
    ana = player(table, "A")
    tables.leave(table.pk, player=ana, at=START)
    seen = [see(table, "A").sight]
    while fresh(table).status == Table.Status.RUNNING:
        step = fresh(table).step
        play_one(table)
        assert fresh(table).step == step + 1
        seen.append(see(table, "A").sight)
    assert replays.moments(table.pk).steps == len(seen)
    for step, sight in enumerate(seen, start=1):
        replayed = replays.at(table.pk, step, ana).sight
        assert without_hands(replayed) == without_hands(sight)
        assert None not in replayed.hands
        assert replayed.hands[0] == sight.hands[0]


def play_one(table):
    now = fresh(table)
    facts = {"version": now.version, "at": now.due_at}
    assert tables.play_for_bot(table.pk, **facts) or tables.end_turn(table.pk, **facts)


def without_hands(sight):
    names = set(sight.__struct_fields__) - {"hands", "drawn_card"}
    return {name: getattr(sight, name) for name in names}


def test_a_finished_match_is_open_to_everybody():
    table = deal("bot bot", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5", options={"target_score": 50})
    play_out(table)
    timeline = replays.moments(table.pk)
    assert timeline.rounds[0].first_step == 1
    assert timeline.rounds[-1].last_step == timeline.steps
    assert all(one.points is not None for one in timeline.rounds)
    first, last = (replays.at(table.pk, step, None) for step in (1, timeline.steps))
    assert first.sight.hands == [[1, 2], [4, 5]]
    assert CardsDealt([[1, 2], [4, 5]], [9, 14, 15, 16, 17, 18]) in first.events
    assert isinstance(last.events[-1], MatchEnded)


def test_a_replayed_step_costs_the_same_queries_wherever_it_is():
    table = deal("bot bot", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5", options={"target_score": 100})
    play_out(table)
    steps = replays.moments(table.pk).steps
    for step in (1, steps // 2, steps):
        with CaptureQueriesContext(connection) as queries:
            replays.at(table.pk, step, None)
        assert len(queries) == 5
