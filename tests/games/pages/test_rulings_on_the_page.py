"""Situation: the host of a table enters as its referee what no program can see."""

import re

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games import tables
from tests.games.playing import (
    START,
    assert_rebuilt_equals_live,
    deal,
    do,
    fresh,
    move_on,
    open_table,
    player,
    players,
    see,
)
from tests.games.visiting import HTMX, log_in, look_at

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

PILE = "y1 y3 y4 y5 y6 y7 y8 y9 g7 g8"


def hosted(hands="r1 r2/r4 r5", **facts):
    host = players("Hal")[0]
    who = " ".join(["Ana", "Bo", "Cy"][: hands.count("/") + 1])
    return deal(who, hands, f"r9 {PILE}", host=host, **facts), host


def rule(client, table, ruling, *, seat=1, sure="1", **facts):
    sent = {"ruling": ruling, "seat": seat, "after": fresh(table).version, "sure": sure}
    sent |= {"reason": "looked at the pile", **facts}
    return client.post(f"/tables/{table.pk}/ruling/", sent, headers=HTMX)


def rulings(page):
    return set(re.findall(r'name="ruling"[^>]*value="(\w+)"', page.content.decode()))


def test_the_host_gives_a_penalty_and_everybody_reads_it(client):
    table, host = hosted()
    log_in(client, host)
    assert rulings(look_at(client, table)) == {"penalty"}
    answer = rule(client, table, "penalty", cards=3)
    told = "Bo got a penalty of 3 cards: looked at the pile (Hal)"
    assertContains(answer, told)
    log_in(client, player(table, "A"))
    for address in ("replay/?step=2", "replay/?moves=penalties", f"since/?after={table.version}"):
        assertContains(client.get(f"/tables/{table.pk}/{address}"), told)
    assert see(table).sight.counts == [2, 5]
    assert_rebuilt_equals_live(table)


def test_without_script_the_ruling_leads_back_to_the_table(client):
    table, host = hosted()
    log_in(client, host)
    sent = {"ruling": "penalty", "seat": 0, "cards": 1, "after": table.version, "sure": "1", "reason": "late"}
    assertRedirects(client.post(f"/tables/{table.pk}/ruling/", sent), f"/tables/{table.pk}/")
    assert see(table).sight.counts == [3, 2]


def test_a_penalty_for_another_reason_says_which(client):
    table, host = hosted()
    log_in(client, host)
    for silent in ("", "  ", "x" * 61):
        assert rule(client, table, "penalty", cards=1, reason=silent).status_code == 422
    assert see(table).sight.counts == [2, 2]
    answer = rule(client, table, "penalty", cards=1, reason=" too  slow ")
    assertContains(answer, "penalty of 1 card: too slow")


def test_advice_is_a_ruling_where_it_costs_something(client):
    table, host = hosted(options={"advice_penalty": 2})
    log_in(client, host)
    assert rulings(look_at(client, table)) == {"penalty", "advice"}
    assertContains(rule(client, table, "advice"), "The referee gave Bo 2 cards for giving advice")
    assert see(table).sight.counts == [2, 4]


def test_breaking_a_silence_is_a_ruling_while_it_is_kept(client):
    table, host = hosted("r1 r3/r2 r5/b1 b2", options={"silence": "twos", "silence_enforcement": "referee"})
    log_in(client, host)
    assert rulings(look_at(client, table)) == {"penalty"}
    assertContains(rule(client, table, "silence"), "No one has to be silent now.", status_code=422)
    do(table, "B play r2 uno")
    assert rulings(look_at(client, table)) == {"penalty", "silence"}
    assertContains(rule(client, table, "silence", seat=2), "Cy broke the silence")
    assert see(table).sight.counts == [2, 1, 4]


def test_a_ruling_is_meant_for_the_table_as_it_is_even_if_others_have_moved(client):
    table, host = hosted()
    log_in(client, host)
    seen = table.version
    do(table, "B draw")
    assert rule(client, table, "penalty", after=seen).status_code == 200
    assert see(table).sight.counts == [2, 5]


@pytest.mark.parametrize(
    ("facts", "fields"),
    [
        ({"sure": ""}, "Confirm that you are sure"),
        ({"cards": 0}, "one to ten cards"),
        ({"cards": 99}, "one to ten cards"),
        ({"ruling": "jail"}, "Choose a seat"),
        ({"seat": 7}, "no such seat"),
        ({"seat": "x"}, "Choose a seat"),
        ({"after": ""}, "Choose a seat"),
        ({"ruling": "advice"}, "there is no penalty for advice"),
        ({"ruling": "performed"}, "not your turn"),
        ({"ruling": "end"}, "The rules decide when this match ends"),
    ],
)
def test_a_wrong_ruling_is_refused_in_words_and_changes_nothing(client, facts, fields):
    table, host = hosted()
    log_in(client, host)
    facts = {"ruling": "penalty", "seat": 0, **facts}
    status = 409 if fields == "not your turn" else 422
    assertContains(rule(client, table, **facts), fields, status_code=status)
    assert fresh(table).version == table.version


def test_players_and_strangers_are_no_referees(client):
    table, _host = hosted()
    assert rule(client, table, "penalty").status_code == 403
    log_in(client, player(table, "A"))
    assertNotContains(look_at(client, table), 'name="ruling"')
    assert rule(client, table, "penalty").status_code == 403
    assert client.post("/tables/999/ruling/").status_code == 404
    assert fresh(table).version == table.version


def test_the_host_says_whether_a_forfeit_was_performed(client):
    options = {"deck": "swap_112", "customizable_effects": ["next_sings_or_draw_2"]}
    table, host = hosted("r1 r2 b7/wc1 g3 b3/b1 b4 g9", options=options)
    do(table, "B play wc1 g")
    log_in(client, host)
    page = look_at(client, table)
    assertContains(page, "Dare for Cy: sing a song or draw 2 cards")
    assert rulings(page) == {"penalty", "performed", "refused"}
    assertContains(rule(client, table, "performed", seat=2), "Cy did it")


def test_someone_who_faces_a_forfeit_and_who_mimes_have_their_own_buttons(client):
    options = {"deck": "swap_112", "customizable_effects": ["next_situps_or_draw_3", "charade_colour_dump"]}
    table, _host = hosted("r1 r2 b7/wc1 g3 b3/wc2 b4 g9", options=options)
    do(table, "B play wc1 g")
    log_in(client, player(table, "C"))
    page = look_at(client, table)
    assertContains(page, "Your dare: do three sit-ups or draw 3 cards")
    assertContains(page, "Draw 3 cards instead")
    do(table, "C perform ok")
    do(table, "C play wc2 b")
    page = look_at(client, table)
    assertContains(page, "Act out your charade: who guesses it?")
    for name in ("Ana", "Bo", "No one"):
        assertContains(page, f"{name} guessed it")
    do(table, "C award A")
    assertContains(look_at(client, table), "Ana guessed it and discarded 1 card")


def test_the_host_who_only_watches_ends_the_match(client):
    table, host = hosted("r1/r4", options={"match_end": "manual"})
    do(table, "B play r4")
    log_in(client, host)
    assert rulings(look_at(client, table)) == {"end"}
    rule(client, table, "end")
    assert fresh(table).status == "finished"
    assertContains(look_at(client, table), "Bo wins the match")


def test_the_host_who_plays_is_asked_before_the_match_ends(client):
    host = players("Hal")[0]
    table = open_table("bot", seats=2, host=host, options={"match_end": "manual", "hand_size": 1})
    tables.sit(table.pk, seat=1, player=host, at=START)
    tables.start(table.pk, by="clock", at=START)
    while fresh(table).state_name != "over":
        move_on(table)
    tables.come_back(table.pk, player=host, at=START)
    log_in(client, host)
    page = look_at(client, table)
    assertContains(page, "The standings after this deal will be final.")
    assert rulings(page) == set()
    sent = {"move": "end_match", "after": fresh(table).version}
    assert client.post(f"/tables/{table.pk}/moves/", sent, headers=HTMX).status_code == 200
    assert fresh(table).status == "finished"


def test_somebody_else_at_the_table_does_not_end_the_match(client):
    table, _host = hosted("r1/r4", options={"match_end": "manual"})
    do(table, "B play r4")
    log_in(client, player(table, "B"))
    assertNotContains(look_at(client, table), 'value="end_match"')
    sent = {"move": "end_match", "after": fresh(table).version}
    assert client.post(f"/tables/{table.pk}/moves/", sent, headers=HTMX).status_code == 403
    assert fresh(table).status == "running"


def test_the_host_names_dealer_and_youngest_before_the_start(client):
    host = players("Hal")[0]
    options = {"dealer_choice": "fixed", "first_player": "youngest", "starter_rule": "number_only"}
    table = open_table(seats=3, host=host, options=options)
    tables.sit(table.pk, seat=0, player=host, at=START)
    log_in(client, host)
    page = look_at(client, table)
    assertContains(page, "Who deals first?")
    assertContains(page, "Who is the youngest?")
    nonsense = client.post(f"/tables/{table.pk}/start/", {"dealer": "x", "youngest": 99})
    assert nonsense.status_code == 422
    client.post(f"/tables/{table.pk}/start/", {"dealer": 1, "youngest": 0})
    assert (see(table).sight.dealer, fresh(table).turn_seat) == (1, 0)
