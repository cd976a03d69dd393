"""Situation: the host of a friendly table plays, and wants somebody to draw penalty cards."""

import re

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from games import tables
from games.rules.base.refusal import Refusal
from games.rules.match.commands import Penalise
from games.tables.aggregate import locked
from tests.games.playing import (
    START,
    assert_rebuilt_equals_live,
    dealt,
    fresh,
    open_table,
    player,
    players,
    see,
)
from tests.games.visiting import HTMX, log_in, look_at

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

OPTIONS = {"dealer_choice": "fixed", "hand_size": 3, "starter_rule": "number_only"}


def friendly(who="Ana Bo Cy"):
    """A friendly table whose host is Ana, who plays."""
    host, *others = players(who.replace("bot", ""))
    table = open_table(seats=len(who.split()), host=host, options=OPTIONS)
    tables.sit(table.pk, seat=0, player=host, at=START)
    for person in others:
        tables.sit(table.pk, player=person, at=START)
    tables.start(table.pk, fill_with_bots=True, by=f"player:{host.pk}", at=START)
    return fresh(table)


def ask(client, table, letter="A", **facts):
    log_in(client, player(table, letter))
    sent = {"ruling": "penalty", "seat": 1, "cards": 9, "reason": "showed a card", "sure": 1}
    sent |= {"after": fresh(table).version, **facts}
    return client.post(f"/tables/{table.pk}/ruling/", sent, headers=HTMX)


def answer(client, table, letter, agrees):
    log_in(client, player(table, letter))
    asked = fresh(table).penalty_asked.get("at", 0)
    ruling = "agree" if agrees else "decline"
    sent = {"ruling": ruling, "asked": asked, "after": 0, "sure": 1}
    return client.post(f"/tables/{table.pk}/ruling/", sent, headers=HTMX)


def test_nobody_draws_before_everybody_has_agreed_and_all_read_who_asked_and_why(client):
    table = friendly()
    page = ask(client, table)
    assertContains(page, "You ask for a penalty of 9 cards for Bo.")
    assertContains(page, "No answer yet from Bo and Cy.")
    assert see(table).sight.counts == [3, 3, 3]
    assertContains(answer(client, table, "C", agrees=True), "No answer yet from Bo.")
    assert see(table).sight.counts == [3, 3, 3]
    page = answer(client, table, "B", agrees=True)
    assertContains(page, "Everyone agrees with Ana to a penalty for Bo: showed a card")
    assertContains(page, "Bo got a penalty of 9 cards")
    assertNotContains(page, "No answer yet")
    assert see(table).sight.counts == [3, 12, 3]
    assert fresh(table).turn_seat == 1


def test_the_dialog_has_a_heading_and_offers_the_others_before_its_host(client):
    table = friendly()
    log_in(client, player(table, "A"))
    page = look_at(client, table)
    assertContains(page, '<h2 id="ruling-title">Referee</h2>')
    choices = re.search(
        r'<select name="seat" id="ruling-seat">(.*?)</select>', page.content.decode(), re.DOTALL
    )
    assert re.findall(r">(\w+)</option>", choices[1]) == ["Bo", "Cy", "Ana"]


@pytest.mark.parametrize(
    ("letter", "asks", "waits"),
    [
        ("A", "You ask for a penalty of 9 cards for Bo.", "No answer yet from Bo and Cy."),
        ("B", "Ana wants you to draw 9 cards.", "No answer yet from you and Cy."),
        ("C", "Ana asks for a penalty of 9 cards for Bo.", "No answer yet from Bo and you."),
    ],
)
def test_each_reads_a_request_that_concerns_them_in_their_own_words(client, letter, asks, waits):
    table = friendly()
    ask(client, table)
    log_in(client, player(table, letter))
    page = look_at(client, table)
    for told in (asks, waits):
        assertContains(page, told)


def test_a_host_who_wants_cards_for_themself_reads_so(client):
    assertContains(ask(client, friendly(), seat=0), "You ask for a penalty of 9 cards for yourself.")


@pytest.mark.parametrize("letter", ["A", "B", "C"])
def test_a_player_who_disagrees_or_withdraws_the_penalty_ends_it(client, letter):
    table = friendly()
    ask(client, table)
    assertContains(answer(client, table, letter, agrees=False), "no one draws")
    assertContains(answer(client, table, "C", agrees=True), "no longer asked for", status_code=409)
    assert see(table).sight.counts == [3, 3, 3]
    assert fresh(table).penalty_asked == {}


def test_a_declined_penalty_is_told_at_the_felt_to_players_and_spectators(client):
    table = friendly()
    ask(client, table)
    assertContains(answer(client, table, "C", agrees=False), "You declined: no penalty for Bo")
    log_in(client, player(table, "B"))
    assertContains(look_at(client, table), "Cy declined: no penalty for you")
    client.logout()
    assertContains(look_at(client, table), "Cy declined: no penalty for Bo")


def test_a_reason_is_needed_and_bots_get_no_penalty(client):
    table = friendly("Ana Bo bot")
    assertContains(ask(client, table, reason=" "), "Say what the penalty is for.", status_code=422)
    assertContains(ask(client, table, seat=2), "bots break no rules", status_code=422)
    assert fresh(table).version == table.version


def test_where_everybody_else_is_a_bot_there_is_nobody_to_ask_and_no_button(client):
    table = friendly("Ana bot bot")
    log_in(client, player(table, "A"))
    assertNotContains(look_at(client, table), 'name="ruling"')
    assertContains(ask(client, table, seat=0), "no one else at this table to ask", status_code=422)
    assert see(table).sight.counts == [3, 3, 3]


def test_others_neither_ask_nor_answer(client):
    table = friendly()
    assert ask(client, table, "B").status_code == 403
    ask(client, table)
    stranger = dealt("Eve Fay")
    log_in(client, player(stranger, "A"))
    sent = {"ruling": "agree", "asked": fresh(table).penalty_asked["at"], "after": 0, "sure": 1}
    assert client.post(f"/tables/{table.pk}/ruling/", sent, headers=HTMX).status_code == 403
    assert see(table).sight.counts == [3, 3, 3]


def test_the_host_who_plays_cannot_give_cards_past_the_others():
    table = friendly()
    by = f"player:{player(table, 'A').pk}"
    with pytest.raises(Refusal) as caught:
        tables.act(table.pk, Penalise(1, 9, "penalty"), after=table.version, by=by, at=START)
    assert caught.value.code == "own_table"


def test_a_penalty_that_waits_follows_from_the_log(client):
    table = friendly()
    ask(client, table)
    answer(client, table, "C", agrees=True)
    asked = fresh(table).penalty_asked
    assert (asked["agreed"], asked["cards"]) == ([2], 9)
    assert_rebuilt_equals_live(table)


def test_the_replay_of_an_agreed_penalty_tells_who_asked_and_why(client):
    table = friendly()
    ask(client, table)
    for letter in ("B", "C"):
        answer(client, table, letter, agrees=True)
    told = "Everyone agrees with Ana to a penalty for Bo: showed a card. Bo got a penalty of 9 cards"
    for chosen in ("step=2", "moves=penalties"):
        page = client.get(f"/tables/{table.pk}/replay/?{chosen}")
        assertContains(page, told)
        assertNotContains(page, "(Bo)")


@pytest.mark.written_by_hand
def test_a_penalty_that_a_host_who_plays_gave_in_an_older_match_bears_their_name(client):
    table = friendly()
    host = f"player:{player(table, 'A').pk}"
    with locked(table.pk) as held:
        held.do(Penalise(1, 2, "penalty", "late"), by=host, at=START)
    told = "Bo got a penalty of 2 cards: late (Ana)"
    assertContains(look_at(client, table), told)
    assertContains(client.get(f"/tables/{table.pk}/replay/?step=2"), told)
