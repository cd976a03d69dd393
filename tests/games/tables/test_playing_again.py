"""Situation: a friendly match is over, and its people want to play again; or a host invites by a link."""

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games import rematches, tables
from games.access import invitations
from games.models import Rematch, Table
from games.rulebooks import explanations
from games.rules.base.refusal import Refusal
from tests.games.playing import (
    START,
    after,
    begin,
    deal,
    dealt,
    do,
    open_table,
    play_out,
    player,
    players,
    see,
)
from tests.games.scoresheets.writing_down import real_cards
from tests.games.sending import new_id
from tests.games.visiting import log_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished():
    """A match of one deal between Ana, Bo and a bot, which seat B dealt; Ana was its host."""
    ana, bo = players("Ana Bo")
    options = {"target_score": 1, "dealer_choice": "fixed"}
    table = open_table(seats=3, host=ana, options=options)
    for person in (ana, bo):
        tables.sit(table.pk, player=person, at=START)
    tables.start(table.pk, fill_with_bots=True, dealer=1, by=f"player:{ana.pk}", at=START)
    return play_out(table)


def again(table):
    return Table.objects.get(rematch_of__before=table)


def test_the_same_people_play_again_by_the_same_rules_and_the_next_one_deals(finished):
    for letter in "BA":
        rematches.rematch(finished.pk, player=player(finished, letter), at=START)
        assert (again(finished).status == "running") is (letter == "A")
    table = again(finished)
    bot = finished.seats.get(index=2).bot_name
    assert [seat.name for seat in table.seats.select_related("player")] == ["Ana", "Bo", bot]
    assert [seat.is_bot for seat in table.seats.all()] == [False, False, True]
    assert (table.rulebook, table.options, table.host.name) == ("classic", finished.options, "Bo")
    assert see(table).sight.dealer == 2


@pytest.mark.parametrize(
    ("who", "same"),
    [
        ("Ana Bo bot", "Same people and bots, same rules, the next dealer"),
        ("Ana bot", "Same bots, same rules, the next dealer"),
        ("Ana Bo", "Same people, same rules, the next dealer"),
    ],
)
def test_the_offer_says_who_plays_again(client, who, same):
    people = [player for name, player in zip(who.split(), players(who), strict=True) if name != "bot"]
    table = open_table(seats=len(who.split()), host=people[0], options={"target_score": 1})
    for person in people:
        tables.sit(table.pk, player=person, at=START)
    tables.start(table.pk, fill_with_bots=True, by=f"player:{people[0].pk}", at=START)
    log_in(client, people[0])
    assertContains(client.get(f"/tables/{play_out(table).pk}/"), same)


def test_asking_twice_opens_one_table_and_a_table_that_was_closed_is_opened_anew(finished):
    ana = player(finished, "A")
    first = rematches.rematch(finished.pk, player=ana, at=START)
    assert rematches.rematch(finished.pk, player=ana, at=START) == first
    tables.leave(first, player=ana, at=START)
    assert rematches.rematch(finished.pk, player=ana, at=START) != first


def test_only_a_friendly_match_that_is_over_is_played_again():
    no_host = play_out(deal("Ana Bo", "r1/r4", "r9 y1 y2 y3 y4", options={"target_score": 1}))
    tables_and_codes = [(dealt(), "conflict"), (no_host, "conflict"), (real_cards(), "physical")]
    for table, code in tables_and_codes:
        with pytest.raises(Refusal) as refusal:
            rematches.rematch(table.pk, player=player(table, "A"), at=START)
        assert refusal.value.code == code


def test_people_who_did_not_play_have_no_rematch(client, finished):
    (eve,) = players("Eve")
    log_in(client, eve)
    assert client.post(f"/tables/{finished.pk}/rematch/").status_code == 403
    assertNotContains(client.get(f"/tables/{finished.pk}/rematch/"), "Rematch")


def test_the_others_see_that_somebody_waits_for_them(client, finished):
    log_in(client, player(finished, "B"))
    assertContains(client.get(f"/tables/{finished.pk}/rematch/"), "Rematch")
    rematches.rematch(finished.pk, player=player(finished, "A"), at=START)
    assertContains(client.get(f"/tables/{finished.pk}/rematch/"), "Ana is waiting for you")
    answer = client.post(f"/tables/{finished.pk}/rematch/")
    assertRedirects(answer, f"/tables/{again(finished).pk}/")
    assertContains(client.get(f"/tables/{finished.pk}/rematch/"), "Go to the rematch")


def test_several_who_wait_are_told_together(client):
    people = players("Ana Bo Cy")
    table = open_table(seats=3, host=people[0], options={"target_score": 1})
    for person in people:
        tables.sit(table.pk, player=person, at=START)
    tables.start(table.pk, by=f"player:{people[0].pk}", at=START)
    over = play_out(table)
    for person in people[:2]:
        rematches.rematch(over.pk, player=person, at=START)
    log_in(client, people[2])
    assertContains(client.get(f"/tables/{over.pk}/rematch/"), "Ana and Bo are waiting for you")


def test_the_offer_costs_one_query_of_the_page(client, finished, django_assert_max_num_queries):
    rematches.rematch(finished.pk, player=player(finished, "A"), at=START)
    log_in(client, player(finished, "B"))
    with django_assert_max_num_queries(15):
        assertContains(client.get(f"/tables/{finished.pk}/"), "Ana is waiting for you")


def test_the_others_are_told_who_has_gone_to_another_table_and_may_still_ask(
    client, finished, django_assert_max_num_queries
):
    path = f"/tables/{finished.pk}/rematch/"
    log_in(client, player(finished, "B"))
    assertNotContains(client.get(path), "another table")
    rematches.against_bots(finished.pk, player=player(finished, "A"), at=after(3600))
    with django_assert_max_num_queries(15):
        page = client.get(f"/tables/{finished.pk}/")
    for words in ("Ana is at another table.", 'id="play-again"'):
        assertContains(page, words)
    client.post(path)
    log_in(client, player(finished, "A"))
    assertContains(client.get(path), "Bo is waiting for you")
    assertNotContains(client.get(path), "another table")


def test_the_host_of_a_rematch_reads_for_whom_seats_are_kept_and_no_dealer_that_nobody_named(client):
    ana, bo = players("Ana Bo")
    table = open_table(seats=2, host=ana, options={"target_score": 1})
    for person in (ana, bo):
        tables.sit(table.pk, player=person, at=START)
        log_in(client, person)
    tables.start(table.pk, by=f"player:{ana.pk}", at=START)
    play_out(table)
    page = client.get(client.post(f"/tables/{table.pk}/rematch/").url)
    assertNotContains(page, '<label for="dealer">')
    assertNotContains(page, '<select name="dealer"')
    dealer = rematches.next_dealer(table)
    assertContains(page, f"{('Ana', 'Bo')[dealer]} deals first, as the next dealer.")
    assertContains(page, f'<input type="hidden" name="dealer" value="{dealer}">', html=True)
    assertContains(page, "changed:")
    assertNotContains(page, "First dealer")


def test_a_next_dealer_for_whom_no_seat_is_kept_is_named_by_the_letter_of_the_seat(client):
    ana, bo = players("Ana Bo")
    options = {"target_score": 5, "dealer_choice": "fixed", "hand_size": 1}
    table = open_table(seats=2, host=ana, options=options)
    for person in (ana, bo):
        tables.sit(table.pk, player=person, at=START)
    begin(table, "w4/r5", "r9 y1 y2 y3 y4")
    do(table, "B play r5")
    log_in(client, ana)
    page = client.get(client.post(f"/tables/{table.pk}/rematch/").url)
    assertContains(page, "Seat B deals first, as the next dealer.")


def test_the_rules_of_a_rematch_that_runs_say_that_the_deal_went_on_and_name_no_host(
    client, finished, django_assert_num_queries
):
    for letter in "BA":
        rematches.rematch(finished.pk, player=player(finished, letter), at=START)
    table = again(finished)
    here = f"/tables/{table.pk}/"
    for page in (client.get(here), client.get(f"{here}replay/")):
        assertContains(page, "First dealer</a>: the next one after the match before, unless the host named")
        assertNotContains(page, "named by the host")
    assertContains(client.get(f"/tables/{finished.pk}/"), "named by the host")
    row = tables.to_look_at().get(pk=table.pk)
    with django_assert_num_queries(0):
        explanations.played_at(row)


def test_the_end_of_a_match_leads_on(client, finished):
    log_in(client, player(finished, "A"))
    page = client.get(f"/tables/{finished.pk}/")
    for words in ("Rematch", "New opponents", "Watch the replay"):
        assertContains(page, words)


def test_new_opponents_are_bots_who_play_by_the_same_rules_at_once(client, finished):
    log_in(client, player(finished, "A"))
    path = f"/tables/{finished.pk}/rematch/"
    assert client.post(path, {"command_id": new_id(), "opponents": "bots"}).status_code == 302
    table = Table.objects.latest("pk")
    assert (table.status, table.rulebook, table.options) == (
        Table.Status.RUNNING,
        finished.rulebook,
        finished.options,
    )
    assert [seat.is_bot for seat in table.seats.order_by("index")] == [False, True, True]
    assert not Rematch.objects.exists()


def test_a_stranger_finds_no_new_opponents_at_the_match_of_others(client, finished):
    log_in(client, players("Eve")[0])
    path = f"/tables/{finished.pk}/rematch/"
    answer = client.post(path, {"command_id": new_id(), "opponents": "bots"})
    assert answer.status_code == 403
    assert Table.objects.latest("pk") == finished


def test_only_the_link_lets_people_sit_at_a_private_table(client):
    ana, eve = players("Ana Eve")
    log_in(client, ana)
    form = {"rulebook": "classic", "seats": 3, "bots": 0, "turn_seconds": 60, "is_private": "on"}
    client.post("/tables/new/", form)
    table = Table.objects.get()
    key = invitations.key_of(table)
    page = client.get(f"/tables/{table.pk}/")
    assertContains(page, f"/tables/{table.pk}/?key={key}")
    assertContains(page, 'class="qr"')
    assert [row["id"] for row in client.get("/api/v1/tables/").json()["results"]] == [table.pk]

    log_in(client, eve)
    assertNotContains(client.get("/"), table.title)
    assert client.get("/api/v1/tables/").json()["results"] == []
    assert client.get(f"/tables/{table.pk}/?key=wrong").status_code == 403
    assert client.post(f"/tables/{table.pk}/sit/", {"seat": 1, "key": "wrong"}).status_code == 403
    assertContains(client.get(f"/tables/{table.pk}/?key={key}"), "Sit here")
    client.post(f"/tables/{table.pk}/sit/", {"seat": 1, "key": key})
    assert table.seats.get(index=1).player == eve


def test_a_guest_keeps_the_key_of_the_link(client):
    table = open_table("Ana", seats=3)
    invitations.keep_private(table)
    key = invitations.key_of(table)
    asked = client.post(f"/tables/{table.pk}/sit/", {"seat": 2, "key": key})
    client.post(asked.url, {"name": "Mia"})
    assert table.seats.get(index=2).player.name == "Mia"
