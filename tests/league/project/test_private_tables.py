"""Situation: a table is private, and a stranger counts the numbers of tables."""

import pytest
from django.contrib.auth.models import User
from django.test import Client, RequestFactory
from django.urls import resolve
from pytest_django.asserts import assertContains, assertNotContains

from games import tables
from games.access import invitations, spectators
from games.models import Player, Table
from league import tasks
from league.api.tables import my_tables
from league.project import club_middleware
from tests.games.playing import START, deal, do, open_table, player, players
from tests.games.visiting import log_in

pytestmark = pytest.mark.django_db

ADDRESSES = (
    "/tables/{}/",
    "/tables/{}/since/?after=0",
    "/tables/{}/shuffles/",
    "/tables/{}/rules/",
    "/tables/{}/replay/",
    "/tables/{}/replay/1.png",
    "/tables/{}/record.json",
    "/tables/{}/embed/",
    "/api/v1/tables/{}/",
    "/api/v1/tables/{}/events/",
    "/api/v1/tables/{}/chat/",
    "/api/v1/tables/{}/record/",
)


@pytest.fixture
def table() -> Table:
    """A private match of Ana and Bo, which is over."""
    host = players("Olga")[0]
    facts = {"options": {"target_score": 2}, "host": host, "name": "Just us"}
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5", **facts)
    invitations.keep_private(table)
    for command in ("B play r4 uno", "A play r1 uno", "B play r5"):
        do(table, command)
    return table


def stranger() -> Client:
    client = Client()
    log_in(client, players("Eve")[0])
    return client


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_stranger_sees_nothing_of_it_at_any_address(table: Table, address: str) -> None:
    for client in (Client(), stranger()):
        answer = client.get(address.format(table.pk))
        assert answer.status_code in (401, 403)
        assert "Ana" not in answer.content.decode()


def test_a_stranger_reads_no_stream_of_it_and_writes_nothing(table: Table) -> None:
    path = f"/tables/{table.pk}/stream/"
    request = RequestFactory().get(path)
    refused = club_middleware.refused_stream(request, resolve(path))
    assert refused is not None
    assert refused.status_code == 403
    assert not club_middleware.is_known_public(resolve(path))
    assert not spectators.is_for_everybody(table.pk)
    sent = stranger().post(f"/tables/{table.pk}/chat/", {"text": "Hello"})
    assertContains(sent, "Only people with the link to this table can see it.", status_code=403)


@pytest.mark.parametrize("address", ADDRESSES[:6])
def test_the_people_of_it_and_administrators_see_it(table: Table, address: str) -> None:
    seated, administrator = Client(), Client()
    log_in(seated, player(table, "A"))
    administrator.force_login(User.objects.create_superuser("root"))
    for client in (seated, administrator):
        assert client.get(address.format(table.pk)).status_code in (200, 204)


def test_the_link_opens_the_table_and_what_its_page_asks_for(table: Table) -> None:
    client, path = Client(), f"/tables/{table.pk}/"
    key = invitations.key_of(table)
    assert client.get(f"{path}?key=wrong").status_code == 403
    page = client.get(f"{path}?key={key}")
    assertContains(page, "Ana")
    assertNotContains(page, "oembed")
    assertNotContains(page, "iframe")
    assertContains(client.get(f"{path}replay/"), "Ana")
    assert client.cookies[invitations.COOKIE]["path"] == path
    request = RequestFactory().get(f"{path}stream/")
    request.COOKIES[invitations.COOKIE] = key
    assert club_middleware.refused_stream(request, resolve(f"{path}stream/")) is None
    assert not club_middleware.is_known_public(resolve(f"{path}stream/"))


def test_the_links_to_a_moment_open_it_for_everyone_who_has_them(table: Table) -> None:
    seated = Client()
    log_in(seated, player(table, "A"))
    page = seated.get(f"/tables/{table.pk}/replay/?step=2")
    assertContains(page, "everyone with these links can see it")
    share = page.context["share"]
    assert Client().get(share.address).status_code == 200
    assert Client().get(share.svg).status_code == 200


def test_the_people_of_a_match_see_its_private_rematch(table: Table) -> None:
    ana, bo = Client(), Client()
    log_in(ana, player(table, "A"))
    log_in(bo, player(table, "B"))
    rematch = ana.post(f"/tables/{table.pk}/rematch/").url
    assert bo.get(rematch).status_code == 200
    assert stranger().get(rematch).status_code == 403


def test_the_host_of_an_empty_private_table_sees_it(client: Client) -> None:
    host = players("Ana")[0]
    table = open_table(seats=2, host=host)
    invitations.keep_private(table)
    log_in(client, host)
    assert client.get(table.get_absolute_url()).status_code == 200


LISTS = ("", "results/", "against/")
PROGRAMS = ("career/", "results/", "against/")


def lists_of(who: Player, client: Client) -> str:
    """What the pages of a player and their twins for programs say, and the list of all tables."""
    addresses = [f"/players/{who.pk}/{path}" for path in LISTS]
    addresses += [f"/api/v1/players/{who.pk}/{path}" for path in PROGRAMS]
    answers = [client.get(address) for address in [*addresses, "/api/v1/tables/", "/"]]
    assert {answer.status_code for answer in answers} == {200}
    return " ".join(answer.content.decode() for answer in answers)


def test_no_list_shows_others_a_private_match_that_is_over(table: Table) -> None:
    tasks.find_feats()
    ana, seated = player(table, "A"), Client()
    log_in(seated, ana)
    own = lists_of(ana, seated)
    assert "Just us" in own
    assert f"/tables/{table.pk}/replay/" in own
    for client in (Client(), stranger()):
        seen = lists_of(ana, client)
        assert "Just us" not in seen
        assert f"/tables/{table.pk}/" not in seen
        assert ">Bo<" not in seen
        assert '"Bo"' not in seen
        assert client.get(f"/api/v1/players/{ana.pk}/results/").json()["results"] == []


def test_no_list_shows_others_a_private_table_that_is_open_or_played() -> None:
    ana = players("Ana")[0]
    table = open_table(seats=2, host=ana, name="Just us")
    invitations.keep_private(table)
    seated = Client()
    log_in(seated, ana)
    tables.sit(table.pk, player=ana, at=START, key=invitations.key_of(table))
    for is_running in (False, True):
        if is_running:
            tables.start(table.pk, fill_with_bots=True, by="organizer:1", at=START)
        assert lists_of(ana, seated).count("Just us") >= 3
        for client in (Client(), stranger()):
            assert "Just us" not in lists_of(ana, client)


def test_the_page_of_a_guest_names_a_private_table_only_with_its_key(table: Table) -> None:
    key = invitations.key_of(table)
    assert Client().get(f"/guest/?table={table.pk}").status_code == 404
    assertContains(Client().get(f"/guest/?table={table.pk}&key={key}"), table.name)


def test_a_stranger_watches_no_private_table_among_their_own_tables(table: Table) -> None:
    for who, watched in ((players("Eve")[0], []), (player(table, "A"), [table.pk])):
        request = RequestFactory().get("/")
        request.user = log_in(Client(), who)
        assert my_tables._player(request, [table.pk])[1] == watched
