"""Situation: a match has only so much time."""

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from games import tables
from games.models import Table
from games.rules.match.commands import Deal, EndMatch
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
    play_out,
    player,
    see,
)

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

SHORT = ("Ana Bo", "r1/r4", f"r9 {PILE}")
"""B plays the only card and has won the deal."""


def test_when_time_is_up_the_deal_is_played_to_its_end_and_then_the_match_is_over():
    table = deal(*SHORT, limit_seconds=40)
    assert table.limit_at == after(40)
    do(table, "B play r4", at=after(45))
    assert fresh(table).status == Table.Status.RUNNING
    assert fresh(table).round_number == 1
    assert move_on(table)
    done = fresh(table)
    assert (done.status, done.round_number) == (Table.Status.FINISHED, 1)
    assert [(seat.place, seat.total) for seat in see(table).seats] == [(2, 0), (1, 1)]
    assert_rebuilt_equals_live(table)


def test_a_request_for_the_next_deal_then_ends_the_match():
    table = deal(*SHORT, limit_seconds=40)
    do(table, "B play r4", at=after(45))
    tables.act(
        table.pk, Deal(), after=fresh(table).version, by=f"player:{player(table, 'A').pk}", at=after(46)
    )
    assert fresh(table).status == Table.Status.FINISHED


def test_before_the_time_is_up_deals_go_on():
    table = deal(*SHORT, limit_seconds=40)
    do(table, "B play r4", at=after(20))
    assert move_on(table, after(26))
    assert fresh(table).round_number == 2
    assert fresh(table).status == Table.Status.RUNNING


def test_at_once_the_running_deal_does_not_count():
    table = dealt("Ana Bo", limit_seconds=40, limit_at_once=True)
    assert table.due_at == after(40)
    assert not move_on(table, after(39))
    assert move_on(table, after(40))
    assert fresh(table).status == Table.Status.FINISHED
    assert [(seat.place, seat.total) for seat in see(table).seats] == [(1, 0), (1, 0)]
    assert_rebuilt_equals_live(table)


@pytest.mark.parametrize("page", ["/tables/{}/", "/tables/{}/replay/?step=99"])
def test_a_match_that_ended_within_a_deal_has_a_result_without_that_deal(client, page):
    table = deal("Ana Bo Cy", "r1 r2/r4 r5/b1 b2", f"r9 {PILE}", limit_seconds=40, limit_at_once=True)
    do(table, "B play r4", at=after(30))
    assert move_on(table, at=after(41))
    answer = client.get(page.format(table.pk))
    assertContains(answer, "Ana, Bo and Cy share the win")
    assertContains(answer, '<td class="result__name">Cy</td>', html=True)
    assertNotContains(answer, "This deal")
    assertNotContains(answer, "Cards left")


def test_a_match_that_the_host_ended_between_two_deals_has_its_result_in_the_replay(client):
    table = deal(*SHORT, options={"scoring": "win_loss", "match_end": "manual"})
    do(table, "B play r4")
    tables.act(table.pk, EndMatch(), after=fresh(table).version, by="organizer:1", at=START)
    answer = client.get(f"/tables/{table.pk}/replay/?step=99")
    assertContains(answer, "Bo wins the match")
    assertContains(answer, "0 cards, 1 won, 0 lost")
    assertNotContains(answer, "Cards left")


def test_a_bot_does_not_move_any_more_once_time_is_up():
    table = open_table("bot bot bot", rulebook="elimination-500", limit_seconds=5, limit_at_once=True)
    tables.start(table.pk, by="organizer:1", at=START)
    assert not tables.play_for_bot(table.pk, version=fresh(table).version, at=after(6))
    assert play_out(table).status == Table.Status.FINISHED


def test_a_pause_takes_nothing_of_the_time_of_the_match():
    table = dealt("Ana Bo", limit_seconds=40)
    tables.pause(table.pk, by="organizer:1", at=after(10))
    tables.resume(table.pk, by="organizer:1", at=after(110))
    assert fresh(table).limit_at == after(140)
    assert_rebuilt_equals_live(table)


def test_the_page_counts_the_time_of_the_match(client):
    table = dealt("Ana Bo", limit_seconds=2400)
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert 'id="match-time"' in page
    assert "Time’s up: the match ends with this deal" in page, "the test was long ago"
    assert "Time for the match: 40 min; then the deal is played to its end." in page


def test_without_a_limit_the_page_says_nothing_of_it(client):
    table = dealt("Ana Bo")
    assert 'id="match-time"' not in client.get(f"/tables/{table.pk}/").content.decode()


def test_a_time_that_cannot_be_is_refused():
    for wrong in (-1, 31 * 86_400):
        with pytest.raises(Refusal) as refused:
            open_table("Ana Bo", limit_seconds=wrong)
        assert refused.value.code == "bad_value"
