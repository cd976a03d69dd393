"""Situation: a match is looked at again, step by step."""

from contextlib import suppress

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import eventstore, tables
from games.models import Table, TableEvent
from games.replay import fold_cache, match_at_step
from games.rules.base.refusal import IllegalCommand
from games.rules.match.events import CardPlayed, CardsDealt, MatchEnded, RoundStarted
from games.tables import projection
from tests.games.playing import START, deal, do, fresh, open_table, play_out, player, see

pytestmark = pytest.mark.django_db


def two_deals():
    """Bo wins the first deal at once; the second has just been dealt."""
    table = deal("Ana Bo", "r1/r4", "r9 y1 y2 y3 y4")
    do(table, "B play r4")
    do(table, "deal")
    return table


def test_the_outline_counts_commands_from_the_first_deal_on():
    outline = match_at_step.outline(two_deals().pk)
    first, second = outline.deals
    assert len(outline.steps) == 3
    assert (first.number, first.first_step, first.last_step) == (1, 1, 2)
    assert (first.winner, first.points, first.totals) == (1, [0, 1], [0, 1])
    assert (second.number, second.first_step, second.last_step) == (2, 3, 3)
    assert (second.winner, second.points) == (None, None)


def test_a_match_that_has_not_begun_has_no_steps():
    table = open_table("Ana Bo")
    assert (match_at_step.outline(table.pk).steps, match_at_step.outline(table.pk).deals) == ([], [])
    moment = match_at_step.at(table.pk, 1, None)
    assert (moment.step, moment.sight, moment.events) == (1, None, [])


def test_coming_and_going_is_no_step_of_the_match():
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4")
    tables.leave(table.pk, player=player(table, "A"), at=START)
    do(table, "B play r4 uno")
    assert len(match_at_step.outline(table.pk).steps) == 2
    assert match_at_step.at(table.pk, 2, None).events[0] == CardPlayed(1, 4)


@pytest.mark.parametrize(("asked", "shown"), [(-5, 1), (0, 1), (3, 3), (99, 3)])
def test_a_step_outside_the_match_means_its_first_or_last(asked, shown):
    assert match_at_step.at(two_deals().pk, asked, None).step == shown


def test_each_step_shows_the_table_as_it_was_and_who_moved():
    table = two_deals()
    first, second, third = (match_at_step.at(table.pk, step, player(table, "A")) for step in (1, 2, 3))
    assert (first.sight.phase, first.sight.counts, first.by) == ("turn", [1, 1], "organizer:1")
    assert (second.sight.phase, second.sight.winner, second.seat) == ("over", 1, 0)
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
    assert len(match_at_step.outline(table.pk).steps) == len(seen)
    for step, sight in enumerate(seen, start=1):
        replayed = match_at_step.at(table.pk, step, ana).sight
        assert without_hands(replayed) == without_hands(sight)
        assert None not in replayed.hands
        assert replayed.hands[0] == sight.hands[0]


def play_one(table):
    now = fresh(table)
    facts = {"version": now.version, "at": now.due_at}
    assert tables.play_for_bot(table.pk, **facts) or tables.end_turn(table.pk, **facts)


def without_hands(sight):
    names = set(sight.__struct_fields__) - {"viewer", "hands", "drawn_card"}
    return {name: getattr(sight, name) for name in names}


def test_a_finished_match_is_open_to_everybody():
    table = deal("bot bot", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5", options={"target_score": 50})
    play_out(table)
    outline = match_at_step.outline(table.pk)
    assert outline.deals[0].first_step == 1
    assert outline.deals[-1].last_step == len(outline.steps)
    assert all(deal.points is not None for deal in outline.deals)
    first, last = (match_at_step.at(table.pk, step, None) for step in (1, len(outline.steps)))
    assert first.sight.hands == [[1, 2], [4, 5]]
    assert CardsDealt([[1, 2], [4, 5]], [9, 14, 15, 16, 17, 18]) in first.events
    assert isinstance(last.events[-1], MatchEnded)


def long_match():
    table = deal("bot bot", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5", options={"target_score": 300})
    play_out(table)
    return fresh(table)


def asked_queries(table, step):
    with CaptureQueriesContext(connection) as queries:
        match_at_step.at(table.pk, step, None)
    return len(queries)


def test_a_match_that_was_looked_at_is_not_read_again():
    table = long_match()
    outline = match_at_step.outline(table.pk)
    assert len(outline.deals) > 3
    for played in outline.deals:
        assert asked_queries(table, played.first_step) == 3  # table, seats, the events of the deal
        steps = range(played.first_step, played.last_step + 1)
        assert {asked_queries(table, step) for step in steps} == {2}, "a step reads the log anew"


def test_no_step_of_a_deal_that_was_looked_at_folds_more_than_some_dozen_events():
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9" + " y1" * 80)
    for letter in "BA" * 35:
        do(table, f"{letter} draw")
        if see(table).sight.phase == "after_draw":
            do(table, f"{letter} pass")
    deal_, outline = match_at_step.outline(table.pk).deals[0], match_at_step.outline(table.pk)
    folded = fold_cache.deal_of(table.pk, deal_)
    folded.state_at(deal_.last)
    costs = [folded.state_at(step.last) for step in outline.steps]
    assert deal_.last - deal_.first > 2 * fold_cache.EVERY, "the deal is too short to show anything"
    assert max(events for _state, events in costs) <= fold_cache.EVERY
    rows = eventstore.read(TableEvent, table.pk, after=deal_.first - 1)
    for (state, _events), step in zip(costs, outline.steps, strict=True):
        assert state == projection.follow(None, [row for row in rows if row.version <= step.last])


def test_a_kept_outline_never_hides_later_steps_of_a_running_match():
    table = deal("Ana Bo", "r1 r2 r3/r4 r5 r6", "r9 y1 y2 y3 y4")
    for command in ("B play r4", "A play r1", "B play r5 uno"):
        do(table, command)
        last = len(match_at_step.outline(table.pk).steps)
        assert match_at_step.at(table.pk, last, None).sight == see(table).sight


@pytest.mark.parametrize(("eyes", "open_"), [("", "AB"), ("all", "AB"), ("A", "A"), ("b", "B"), ("Z", "AB")])
def test_a_finished_match_is_seen_from_every_seat_or_with_all_hands_open(eyes, open_):
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4", options={"target_score": 2})
    for command in ("B play r4 uno", "A draw", "A pass"):
        do(table, command)
    do(table, "B play r5")
    hands = match_at_step.at(table.pk, 3, None, eyes).sight.hands
    assert [letter for letter, hand in zip("AB", hands, strict=True) if hand is not None] == list(open_)
    drawn = match_at_step.at(table.pk, 3, None, eyes).events[0]
    assert drawn.cards == ([14] if "A" in open_ else [-1])


@pytest.mark.parametrize("eyes", ["", "all", "A", "B"])
def test_as_long_as_a_match_is_played_nobody_sees_another_hand_whatever_they_ask_for(eyes):
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4")
    do(table, "B play r4 uno")
    for letter in ("A", "B", None):
        moment = match_at_step.at(table.pk, 2, player(table, letter) if letter else None, eyes)
        assert moment.sight == see(table, letter).sight


def marks(table, *kinds):
    marks_ = match_at_step.outline(table.pk).marks
    return [(mark.step, mark.kind, mark.seats) for mark in marks_ if mark.kind in kinds]


def test_steps_worth_finding_are_marked():
    table = deal("Ana Bo", "r1 r2 w4 g1/r4 r5 r6 g2", "r9 y1 y2 y3 y4 y5 y6 y7 y8 y9 b1 b2 b3")
    for command in ("B play r4", "A play w4 g", "B challenge", "A play r1"):
        with suppress(IllegalCommand):
            do(table, command)
    assert marks(table, "deal", "challenge") == [(1, "deal", (0,)), (4, "challenge", (1, 0))]
    assert [kind for _step, kind, _seats in marks(table, "penalty")] == ["penalty"]
    challenges = (mark for mark in match_at_step.outline(table.pk).marks if mark.kind == "challenge")
    hidden = next(challenges).events[0]
    assert set(hidden.shown) == {-1}


def test_calls_catches_and_misses_are_marked():
    table = deal("Ana Bo Cy", "r1 r2/r4 r5/r7 r8", "r9 y1 y2 y3 y4 y5 y6 y7 y8 y9")
    for command in ("B play r4", "A catch B", "C play r7 uno", "A play r1", "B play r5"):
        do(table, command)
    assert marks(table, "uno", "catch", "miss") == [
        (3, "catch", (1, 0)),
        (4, "uno", (2,)),
        (6, "miss", (0,)),
    ]


def test_a_new_leader_is_marked_where_the_deal_ends_that_made_them():
    table = deal("Ana Bo", "r1/r4", "r9 y1 y2 y3 y4")
    do(table, "B play r4")
    assert marks(table, "lead") == [(2, "lead", (1,))]
