"""Situation: a bot played for somebody who was away, and people look at the end of the match."""

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from games import tables
from games.models import Seat, Table
from games.pages.context import TablePage
from games.rules.notation import notation
from games.turns import LEFT_TO_BOT
from tests.games.playing import (
    START,
    deal,
    dealt,
    do,
    fresh,
    move_on,
    play_out,
    player,
    players,
    see,
)
from tests.games.visiting import give_accounts, log_in, look_at

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

BY_BOT = "A bot played 1 of 2 moves for Bo, who was away."
FOR_ME = "A bot played 1 of 2 moves for you while you were away."
NOT_MINE = "This match does not count in your results: a bot played its end or most of it for you."


def begun() -> Table:
    """Bo lacks one card and two moves to win the match."""
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5 y6 y7 y8", options={"target_score": 2})
    give_accounts(player(table, "A"), player(table, "B"))
    return table


def finished() -> Table:
    """A bot plays the card with which Bo, who has left, wins the match."""
    table = begun()
    do(table, "B play r4 uno")
    do(table, "A play r1 uno")
    tables.leave(table.pk, player=player(table, "B"), at=START)
    return play_out(table)


def ended() -> Table:
    """Bo wins the match in person."""
    table = begun()
    for command in ("B play r4 uno", "A play r1 uno", "B play r5"):
        do(table, command)
    return fresh(table)


def test_everybody_reads_for_whom_a_bot_played(client):
    table = finished()
    for reader in (None, player(table, "A")):
        if reader:
            log_in(client, reader)
        for page in (look_at(client, table), client.get(f"/tables/{table.pk}/replay/?step=99&seat=all")):
            assertContains(page, BY_BOT)
            assertNotContains(page, "does not count in your results")


def test_one_reads_of_oneself_that_the_match_does_not_count_in_ones_results(client):
    table = finished()
    log_in(client, player(table, "B"))
    for page in (look_at(client, table), client.get(f"/tables/{table.pk}/replay/?step=99")):
        for sentence in (FOR_ME, NOT_MINE):
            assertContains(page, sentence)
        assertNotContains(page, BY_BOT)
    left = Seat.objects.filter(LEFT_TO_BOT, table=table)
    assert [seat.index for seat in left] == [1]


def test_a_match_of_which_a_bot_played_the_smaller_part_counts(client):
    table = dealt("Ana Bo", options={"target_score": 2})
    bo = player(table, "B")
    give_accounts(bo)
    do(table, "B play r4")
    do(table, "A play r1")
    tables.leave(table.pk, player=bo, at=START)
    move_on(table)
    tables.come_back(table.pk, player=bo, at=START)
    do(table, "A play r2 uno")
    do(table, notation.text(see(table, "B").legal[0]))
    log_in(client, bo)
    page = look_at(client, fresh(table))
    assertContains(page, "A bot played 1 of 3 moves for you while you were away.")
    assert not Seat.objects.filter(LEFT_TO_BOT, table=table).exists()
    assertNotContains(page, NOT_MINE)


def test_a_substitute_bears_no_move_of_the_player_before(client):
    table = begun()
    do(table, "B play r4 uno")
    do(table, "A play r1 uno")
    tables.leave(table.pk, player=player(table, "B"), at=START)
    (eve,) = players("Eve")
    give_accounts(eve)
    tables.hand_over(table.pk, player=player(table, "B").pk, to=eve, by="organizer:1", at=START)
    do(table, "B play r5")
    assertNotContains(look_at(client, fresh(table)), "who was away")


def test_a_substitute_s_match_counts_and_tells_for_whom_the_bot_had_played(client):
    table = begun()
    bo = player(table, "B")
    tables.leave(table.pk, player=bo, at=START)
    move_on(table)
    do(table, "A play r1 uno")
    (eve,) = players("Eve")
    give_accounts(bo, eve)
    tables.hand_over(table.pk, player=bo.pk, to=eve, by="organizer:1", at=START)
    do(table, notation.text(see(table, "B").legal[0]))
    log_in(client, eve)
    page = look_at(client, table)
    assertContains(page, "A bot played 1 of 1 move for Bo, who was away.")
    assertNotContains(page, NOT_MINE)
    assert not Seat.objects.filter(LEFT_TO_BOT, table=table, player=eve).exists()


@pytest.mark.parametrize(("end", "queries"), [(ended, 0), (finished, 2)])
def test_only_where_somebody_was_away_it_takes_queries(django_assert_num_queries, end, queries):
    page = TablePage(see(end(), "B"), START)
    with django_assert_num_queries(queries):
        assert bool(page.played_by_bots) == bool(queries)


def test_someone_who_is_away_and_out_of_the_match_is_not_asked_to_come_back(client):
    options = {"scoring": "elimination", "target_score": 50}
    table = deal("Ana Bo Cy", "r1 w4/r4 r5/b1 b2", "r9 y1 y2 y3 y4 y5 y6 y7 y8", options=options)
    for command in ("B play r4 uno", "C draw", "C pass", "A draw", "A pass"):
        do(table, command)
    tables.leave(table.pk, player=player(table, "A"), at=START)
    log_in(client, player(table, "A"))
    assertContains(look_at(client, table), "Come back")
    do(table, "B play r5")
    assert see(table, "A").sight.eliminated[0]
    assertContains(look_at(client, table), "You are out of the match. You can watch how it ends.")
    assertNotContains(look_at(client, table), "Come back")
