"""Situation: a host has blocked a person, who comes to the host's table, invites the host, or plays again."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.asserts import assertContains, assertNotContains

from games import rematches, tables
from games.access import companions, invitations
from games.chat import muting
from games.models import Player, Table
from games.rules.base.refusal import Refusal
from games.scoresheets import opening
from tests.games.playing import START, fresh, open_table, play_out, players
from tests.games.visiting import give_accounts, log_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    """Ana, who has blocked Bo, and Cy."""
    people = players("Ana Bo Cy")
    give_accounts(*people)
    muting.block(people[1], by=people[0], at=START)
    return people


@pytest.fixture
def table(people):
    return table_of(people[0])


def table_of(host, **facts):
    """A table for three, where its host sits on the first seat."""
    opened = open_table(seats=3, host=host, **facts)
    tables.sit(opened.pk, player=host, at=START)
    return opened


def over(people):
    """A finished match of the people, at a table of the last one."""
    table = open_table(seats=len(people), host=people[-1], options={"target_score": 1})
    for person in people:
        tables.sit(table.pk, player=person, at=START)
    tables.start(table.pk, by=f"player:{people[-1].pk}", at=START)
    return play_out(table)


def is_refused(table, person, **facts):
    """Whether a person is refused a seat at a table, which stays as it is."""
    before = fresh(table).version
    with pytest.raises(Refusal) as refusal:
        tables.sit(table.pk, player=person, at=START, **facts)
    assert refusal.value.sentence == "This table is not open to you."
    return refusal.value.code == "not_open_to_you" and fresh(table).version == before


def test_the_blocked_person_takes_no_free_seat_and_others_do(table, people):
    _ana, bo, cy = people
    assert is_refused(table, bo)
    assert is_refused(table, bo, seat=2)
    assert tables.sit(table.pk, player=cy, at=START) == 1


def test_no_link_and_no_seat_that_was_kept_before_opens_the_table(table, people):
    ana, bo, _cy = people
    by = f"player:{ana.pk}"
    tables.keep(table.pk, player=bo, by=by, at=START)
    tables.keep(table.pk, player=None, by=by, at=START)
    assert is_refused(table, bo)
    assert is_refused(table, bo, key=invitations.key_of_seat(table.seats.get(index=2), START))
    private = table_of(ana)
    invitations.keep_private(private)
    assert is_refused(private, bo, key=invitations.key_of(private))


def test_the_lobby_offers_the_table_to_others_alone(client, table, people):
    _ana, bo, cy = people
    address = f'href="/tables/{table.pk}/"'
    log_in(client, bo)
    assertNotContains(client.get("/"), address)
    log_in(client, cy)
    assertContains(client.get("/"), address)


def test_the_page_refuses_in_one_sentence(client, table, people):
    log_in(client, people[1])
    answer = client.post(f"/tables/{table.pk}/sit/")
    assert answer.status_code == 403
    assert "This table is not open to you." in answer.content.decode()
    assert "locked" not in answer.content.decode()


def test_someone_who_blocks_and_someone_who_is_only_muted_sit_down(table, people):
    ana, bo, cy = people
    assert tables.sit(table_of(bo).pk, player=ana, at=START) == 1
    muting.mute(cy, by=ana, at=START)
    assert tables.sit(table.pk, player=cy, at=START) == 1


def test_the_person_sits_down_once_unblocked(table, people):
    ana, bo, _cy = people
    muting.unblock(bo, by=ana)
    assert tables.sit(table.pk, player=bo, at=START) == 1


def test_at_a_table_of_a_competition_organizers_seat_people(people):
    ana, bo, _cy = people
    table = open_table(seats=2)
    tables.take_seats(table.pk, players=[ana, bo], by="organizer:1", at=START)
    assert table.seats.filter(player=bo).exists()


def test_neither_of_the_two_keeps_a_seat_for_the_other(people):
    ana, bo, cy = people
    over(people)
    assert set(companions.companions_of(ana)) == {cy} == set(companions.companions_of(bo))
    with pytest.raises(Refusal) as refusal:
        companions.require(bo, ana.pk)
    assert refusal.value.code == "not_a_companion"


def test_a_seat_is_asked_for_with_one_query_more_and_none_by_the_host(people):
    def queries(host, person):
        opened = open_table(seats=3, host=host)
        with CaptureQueriesContext(connection) as asked:
            tables.sit(opened.pk, player=person, at=START)
        return [query["sql"] for query in asked if "mutedplayer" in query["sql"]]

    ana, _bo, cy = people
    assert len(queries(ana, cy)) == 1
    assert queries(cy, cy) == []


@pytest.mark.parametrize("opener", [0, 1], ids=["the one who blocked", "the blocked one"])
def test_a_rematch_keeps_seats_for_the_others_alone(people, opener):
    _ana, _bo, cy = people
    again = rematches.rematch(over(people).pk, player=people[opener], at=START)
    kept = Table.objects.get(pk=again).seats.filter(kept_until__isnull=False)
    assert [seat.kept_for for seat in kept] == [cy]


def test_the_rematch_of_whoever_blocked_refuses_and_that_of_the_blocked_person_lets_in(people):
    ana, bo, _cy = people
    hers, his = over(people), over(people)
    rematches.rematch(hers.pk, player=ana, at=START)
    with pytest.raises(Refusal) as refusal:
        rematches.rematch(hers.pk, player=bo, at=START)
    assert refusal.value.code == "not_open_to_you"
    again = rematches.rematch(his.pk, player=bo, at=START)
    assert rematches.rematch(his.pk, player=ana, at=START) == again


@pytest.mark.parametrize("host", [0, 1])
def test_neither_of_the_two_writes_the_other_down_at_a_table_with_real_cards(client, people, host):
    over(people)
    host, other = people[host], people[1 - host]
    log_in(client, host)
    before = Table.objects.count()
    page = client.get("/tables/new/real-cards/")
    assertContains(page, "You have played with Cy.")
    sent = {"players": f"{host.name}\n{other.name}\nCy", "rulebook": "classic", "silence_seconds": 0}
    answer = client.post("/tables/new/real-cards/", sent)
    assertContains(answer, f"{other.name} cannot sit at your table.", status_code=422)
    assert Table.objects.count() == before
    with pytest.raises(Refusal) as refusal:
        opening.open_and_begin([host.name, other.name], host=host, name="Evening", rulebook="classic")
    assert refusal.value.code == "not_a_companion"


def test_a_name_without_an_account_is_only_a_name(people):
    ana, bo, cy = people
    over(people)
    Player.objects.filter(pk=bo.pk).update(user=None)
    table = opening.open_and_begin(["Ana", "Bo", "Cy"], host=ana, name="Evening", rulebook="classic")
    assert [seat.player_id for seat in table.seats.all()] == [ana.pk, bo.pk, cy.pk]
