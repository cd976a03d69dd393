"""Situation: people wait at an open table, and choose where and beside whom they sit."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from games import tables
from games.models import Player, Table
from games.rules.base.refusal import Refusal
from tests.games.playing import START, assert_rebuilt_equals_live, fresh, open_table, players, see
from tests.games.visiting import log_in, look_at

pytestmark = pytest.mark.django_db


def names(table: Table) -> list[str]:
    return [seat.name for seat in table.seats.select_related("player")]


@pytest.fixture
def people() -> list[Player]:
    return players("Ana Bo")


@pytest.fixture
def table(people: list[Player]) -> Table:
    """Ana's table of partners; she sits on seat A, Bo on seat B, a bot on seat D."""
    opened = open_table(seats=4, host=people[0], rulebook="partners")
    for seat, person in enumerate(people):
        tables.sit(opened.pk, seat=seat, player=person, at=START)
    tables.seat_bot(opened.pk, seat=3, name="Tilda", by=f"player:{people[0].pk}", at=START)
    return fresh(opened)


def browser_of(person: Player) -> Client:
    client = Client()
    log_in(client, person)
    return client


def test_a_person_moves_to_another_free_seat_with_their_words_and_stays_the_host(table, people):
    ana = people[0]
    tables.give_words(table.pk, words="a rainy night", player=ana, at=START)
    tables.sit_down(table.pk, seat=2, player=ana, at=START)
    assert names(table) == ["", "Bo", "Ana", "Tilda"]
    assert [seat.words for seat in table.seats.all()] == ["", "", "a rainy night", ""]
    assert fresh(table).host == ana
    assert_rebuilt_equals_live(table)


def test_a_person_who_names_their_own_seat_or_none_stays_there(table, people):
    for seat in (1, None):
        tables.sit_down(table.pk, seat=seat, player=people[1], at=START)
    assert fresh(table).version == table.version


def test_nobody_moves_to_a_seat_that_is_taken_kept_or_not_there(table, people):
    host, cy = f"player:{people[0].pk}", players("Cy")[0]
    tables.keep(table.pk, player=cy, seat=2, by=host, at=START)
    before = fresh(table).version
    for seat, code in ((0, "seat_taken"), (3, "seat_taken"), (2, "seat_kept"), (4, "no_such_seat")):
        with pytest.raises(Refusal) as refusal:
            tables.sit_down(table.pk, seat=seat, player=people[1], at=START)
        assert refusal.value.code == code
    assert fresh(table).version == before


def test_nobody_moves_once_the_match_runs(table, people):
    tables.start(table.pk, fill_with_bots=True, by=f"player:{people[0].pk}", at=START)
    with pytest.raises(Refusal) as refusal:
        tables.sit_down(table.pk, seat=2, player=people[1], at=START)
    assert refusal.value.code == "conflict"


def test_the_host_alone_removes_a_bot_and_no_person(table, people):
    ana, bo = (f"player:{person.pk}" for person in people)
    with pytest.raises(Refusal) as refusal:
        tables.free(table.pk, seat=3, by=bo, at=START)
    assert refusal.value.code == "not_host"
    tables.free(table.pk, seat=1, by=ana, at=START)
    assert names(table) == ["Ana", "Bo", "", "Tilda"]
    tables.free(table.pk, seat=3, by=ana, at=START)
    assert names(table) == ["Ana", "Bo", "", ""]
    assert see(table).seats[3].is_free
    assert_rebuilt_equals_live(table)


def test_the_waiting_room_of_partners_shows_the_sides(table, people):
    page = look_at(browser_of(people[0]), table)
    for words in ("your partner", "partner of Tilda", "Side 1", "Move here", "Remove the bot"):
        assertContains(page, words)
    as_a_stranger = look_at(Client(), table)
    for words in ("partner of Ana", "partner of Tilda", "partner of Bo", "Side 1"):
        assertContains(as_a_stranger, words)
    for words in ("your partner", "Move here", "Remove the bot"):
        assertNotContains(as_a_stranger, words)


def test_where_everybody_plays_alone_there_are_no_sides(people):
    alone = open_table("Ana bot", seats=3)
    assertNotContains(look_at(browser_of(people[0]), alone), "seat__side")


def test_the_page_moves_a_person_and_removes_a_bot(table, people):
    client = browser_of(people[0])
    client.post(f"/tables/{table.pk}/free/", {"seat": 3})
    client.post(f"/tables/{table.pk}/sit/", {"seat": 3})
    assert names(table) == ["", "Bo", "", "Ana"]


def test_two_bots_at_a_new_table_of_partners_leave_the_seat_of_the_partner_free(people):
    client, form = browser_of(people[0]), {"rulebook": "partners", "seats": 4, "turn_seconds": 60}
    for bots, free in ((1, [2, 3]), (2, [2]), (3, [])):
        client.post("/tables/new/", {**form, "bots": bots})
        assert [seat.index for seat in Table.objects.latest("pk").seats.all() if seat.is_free] == free
    client.post("/tables/new/", {**form, "rulebook": "classic", "bots": 2})
    assert [seat.index for seat in Table.objects.latest("pk").seats.all() if seat.is_free] == [3]
