"""Situation: people at the table move, in time, too late, twice, or where they must not."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import tables
from games.models import Table
from games.rules.cards.cards import card
from games.rules.match.commands import Deal, DrawCard, Penalise
from games.tables import ConflictError, IllegalCommand, Refusal
from tests.games.playing import (
    START,
    after,
    assert_rebuilt_equals_live,
    deal,
    do,
    fresh,
    move_on,
    play_out,
    player,
    players,
    see,
)

pytestmark = pytest.mark.django_db


def three(**facts):
    """Bo begins on red 9."""
    return deal("Ana Bo Cy", "r1 r2 g3/r4 r5 r6/b1 r7 b9", "r9 y1 y2 y3 y4 y5 y6 y7 y8", **facts)


def refused(table, command, code, *, version=None, error=Refusal, at=START):
    before = fresh(table).version
    with pytest.raises(error) as caught:
        do(table, command, after=version, at=at)
    assert caught.value.code == code
    assert fresh(table).version == before


def test_a_move_is_played_and_its_player_sees_what_follows():
    table = three()
    look = do(table, "B play r4", at=after(9))
    assert (look.seat, look.sight.to_act, look.sight.top) == (1, 2, card("r4"))
    assert look.sight.counts == [3, 2, 3]
    assert look.version == fresh(table).version > table.version
    assert fresh(table).due_at == after(69)
    assert see(table, "B").recent == look.recent
    assert_rebuilt_equals_live(table)


def test_a_forbidden_move_is_refused_with_the_code_of_the_rules():
    table = three()
    refused(table, "B play g5", "not_held", error=IllegalCommand)
    refused(table, "B pass", "not_drawn", error=IllegalCommand)


def test_nobody_moves_for_somebody_else():
    table = three()
    (eve,) = players("Eve")
    version = fresh(table).version
    for by in (f"player:{eve.pk}", f"player:{player(table, 'A').pk}", "organizer:1"):
        with pytest.raises(Refusal) as caught:
            tables.act(table.pk, DrawCard(1), after=version, by=by, at=START)
        assert caught.value.code == "not_yours"


def test_a_move_sent_twice_counts_once():
    table = three()
    do(table, "B draw", after=table.version)
    refused(table, "B draw", "stale", version=table.version, error=ConflictError)


@pytest.mark.parametrize("version", [0, 3, 999])
def test_a_version_of_another_time_is_refused(version):
    refused(three(), "B play r4", "stale", version=version, error=ConflictError)


def test_a_turn_is_not_made_stale_by_a_catch_a_call_or_somebody_leaving():
    table = deal("Ana Bo Cy", "r1 r2/r4 r5/b1 r7", "r9 y1 y2 y3 y4 y5")
    do(table, "B play r4")
    seen = fresh(table).version
    tables.leave(table.pk, player=player(table, "A"), at=START)
    do(table, "B uno")
    do(table, "C play r7", after=seen)
    assert_rebuilt_equals_live(table)


# D14
@pytest.mark.parametrize("late", ["C play r7", "C draw", "C jump r4"])
def test_a_move_that_was_legal_for_an_older_version_is_stale_and_costs_nothing(late):
    table = deal(
        "Ana Bo Cy Di",
        "r4 y8 y9/r4 r5 b5/b1 r7 r4/g1 g2 g3",
        "r9 y1 y2 y3 y4 y5 y6",
        rulebook="russian-intervention",
        options={"illegal_card_penalty": 2},
    )
    do(table, "B play r4")
    seen = fresh(table).version
    do(table, "A jump r4")
    do(table, "B play r5")
    refused(table, late, "stale", version=seen, error=ConflictError)
    assert see(table).sight.counts == [2, 1, 3, 3]


def test_a_catch_is_taken_however_old_the_page_is_as_long_as_it_is_legal():
    table = deal("Ana Bo Cy", "r1 r2/r4 r5/b1 r7", "r9 y1 y2 y3 y4 y5 y6")
    do(table, "B play r4")
    assert do(table, "A catch B", after=table.version).sight.counts[1] == 3
    refused(table, "C catch B", "stale", version=table.version, error=ConflictError)
    refused(table, "C catch B", "no_duty", error=IllegalCommand)
    assert_rebuilt_equals_live(table)


def test_a_catch_and_a_penalty_move_no_deadline():
    table = deal("Ana Bo Cy", "r1 r2/r4 r5/b1 r7", "r9 y1 y2 y3 y4 y5 y6")
    do(table, "B play r4", at=after(10))
    do(table, "A catch B", at=after(30))
    tables.act(table.pk, Penalise(0, 2), after=fresh(table).version, by="organizer:1", at=after(40))
    assert fresh(table).due_at == after(70)
    assert see(table, "A").sight.counts == [4, 3, 2]
    assert_rebuilt_equals_live(table)


def test_players_give_no_penalties():
    table = three()
    by = f"player:{player(table, 'A').pk}"
    with pytest.raises(Refusal) as caught:
        tables.act(table.pk, Penalise(1, 2), after=table.version, by=by, at=START)
    assert caught.value.code == "not_yours"


def test_any_seated_player_deals_on_after_a_round_and_the_second_to_press_is_too_late():
    table = deal("Ana Bo", "r1/r4", "r9 y1 y2 y3 y4")
    do(table, "B play r4 uno", at=after(3))
    assert (fresh(table).state_name, fresh(table).due_at) == ("over", after(9))
    over = fresh(table).version
    (eve,) = players("Eve")
    with pytest.raises(Refusal):
        tables.act(table.pk, Deal(), after=over, by=f"player:{eve.pk}", at=after(4))
    do(table, "deal", after=over, at=after(5))
    assert fresh(table).round_number == 2
    refused(table, "deal", "stale", version=over, error=ConflictError)
    assert_rebuilt_equals_live(table)


def test_the_round_shows_its_points_and_the_match_its_places():
    table = deal("Ana Bo", "w w4/r4 r5", "r9 y1 y2 y3 y4", options={"target_score": 100})
    do(table, "B play r4 uno")
    do(table, "A play w r uno")
    look = do(table, "B play r5")
    assert [seat.total for seat in look.seats] == [0, 50]
    assert look.table.status == Table.Status.RUNNING
    for letter in "AB":
        tables.leave(table.pk, player=player(table, letter), at=START)
    finished = play_out(table)
    assert finished.status == Table.Status.FINISHED
    assert (finished.due_at, finished.turn_seat) == (None, None)
    seats = list(finished.seats.all())
    assert sorted(seat.place for seat in seats) == [1, 2]
    assert max(seats, key=lambda seat: seat.total).place == 1
    assert_rebuilt_equals_live(table)


def test_nothing_moves_at_a_finished_or_open_table():
    table = deal("Ana Bo", "r1/r4", "r9 y1 y2 y3 y4", options={"target_score": 1})
    do(table, "B play r4")
    assert fresh(table).status == Table.Status.FINISHED
    refused(table, "A draw", "conflict")
    assert not move_on(table, after(99))
    assert see(table, "A").legal == []


def test_a_move_costs_the_same_few_queries_in_the_first_and_in_a_late_round():
    table = deal("Ana bot bot", "r1 r2/r4 r5/b1 r7", "r9 y1 y2 y3 y4 y5 y6", options={"target_score": 10_000})
    early = queries_of_a_turn_of_ana(table)
    # Some deals are short: late is both many deals and many events.
    while fresh(table).round_number < 6 or fresh(table).version <= 150:
        assert move_on(table)
    late = queries_of_a_turn_of_ana(table)
    seat = player(table, "A").seats.get()
    assert late <= early + 1 <= 12  # one more if she has let a turn pass, which her move makes good
    assert seat.missed == 0
    assert queries(lambda: see(table)) == 3
    assert_rebuilt_equals_live(table)


def queries_of_a_turn_of_ana(table):
    tables.come_back(table.pk, player=player(table, "A"), at=START)
    while (fresh(table).state_name, fresh(table).turn_seat) != ("turn", 0):
        assert move_on(table)
    by, version = f"player:{player(table, 'A').pk}", fresh(table).version
    return queries(lambda: tables.act(table.pk, DrawCard(0), after=version, by=by, at=START))


def queries(what):
    with CaptureQueriesContext(connection) as context:
        what()
    return len(context)
