"""Situation: strangers ask for another host, say to come from elsewhere, guess, and listen when sent away."""

import http.client
import json
import time
from typing import Self
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client, RequestFactory, override_settings
from django.utils import timezone

from games.models import Player
from league.accounts import tokens
from league.api.base import throttling
from league.models import ApiToken, Membership
from tests.games.playing import open_table
from tests.games.sending import new_id
from tests.league.api.asking import Program, problem, program
from tests.league.club_nights import knock_out
from tests.league.every_address.closed_world import World
from tests.league.people import PASSWORD, log_in, somebody
from tests.servers import processes
from tests.suite.extent import some

pytestmark = pytest.mark.django_db

EVERYWHERE = ["/", "/healthz", "/static/games/site.css", "/admin", "/admin/", "/nothing", "/api/v1/nothing"]
REAL = pytest.mark.django_db(transaction=True)


class Asking:
    """Somebody who asks a real server with exactly these headers, and hangs up in the end."""

    def __init__(self, address: str) -> None:
        self._host = urlsplit(address).netloc
        self._lines: list[http.client.HTTPConnection | http.client.HTTPResponse] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        for line in self._lines:
            line.close()

    def __call__(self, path: str, **headers: str) -> http.client.HTTPResponse:
        line = http.client.HTTPConnection(self._host, timeout=30)
        self._lines.append(line)
        line.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = line.getresponse()
        self._lines.append(answer)
        return answer


@pytest.fixture(scope="module")
def web(server_env, server_folder):
    """A web process of this file: its address, and the process."""
    with processes.web_process(server_env | {"HEARTBEAT_SECONDS": "0.3"}, server_folder) as started:
        yield started


@REAL
def test_every_answer_bears_the_policy_and_another_host_is_one_line_in_the_log(web):
    address, process = web
    with Asking(address) as ask:
        stream = f"/tables/{open_table('Ana Bo').pk}/stream/"
        answers = [ask(path) for path in (*EVERYWHERE, stream)]
        answers.append(ask("/api/v1/tables/", Authorization="Bearer x"))
        page = ask("/", Host="evil.example")
        told = ask("/api/v1/tables/", Host="evil.example")
        listened = ask(stream, Host="evil.example")
        for answer in (*answers, page, told, listened):
            assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
            is_document = "html" in str(answer.headers["Content-Type"])
            assert ("Permissions-Policy" in answer.headers) == is_document
            is_for_all = "public" in answer.headers["Cache-Control"]
            assert is_for_all == ("css" in str(answer.headers["Content-Type"]))
        assert [answer.status for answer in (page, told, listened)] == [400] * 3
        assert "The address of this site is different: check the address." in page.read().decode()
        assert json.loads(told.read())["code"] == "unknown_host"
        output = process.output()
    assert output.count("evil.example'. You may") == 3
    assert "Traceback" not in output
    assert "ERROR" not in output


@REAL
@pytest.mark.sampled(
    "starts a web process without a proxy, not behind one; "
    "test_connections_that_only_take_up_room.py shows whom it believes there",
    about=["league/http/", "league/asgi.py", "league/web.py", "league/project/"],
)
@pytest.mark.parametrize(("proxies", "header"), some([("0", {200, 429}), ("1", {200})], every=2))
def test_where_somebody_says_to_come_from_counts_only_behind_a_proxy(
    server_env, server_folder, proxies, header
):
    env = server_env | {"API_PER_MINUTE": "20", "BEHIND_PROXY": proxies}
    with processes.web(env, server_folder) as address, Asking(address) as ask:
        places = [f"198.51.100.{number}" for number in range(24)]
        answers = [ask("/api/v1/options/", X_Forwarded_For=f"10.0.0.1, {place}") for place in places]
        ahead = ask("/log-in/", X_Forwarded_Proto="https", Origin="https://127.0.0.1")
    assert {answer.status for answer in answers} == header
    assert ahead.status == 200


def test_a_form_that_is_too_long_is_refused_with_its_limit(client):
    answer = client.post("/guest/", b"name=" + b"x" * 3_000_000, "application/x-www-form-urlencoded")
    assert answer.status_code == 413
    assert "the limit is 2 MB" in answer.content.decode()
    many = "&".join(f"a{number}=1" for number in range(1_001))
    answer = client.post("/guest/", many, "application/x-www-form-urlencoded")
    assert answer.status_code == 400
    assert "The request cannot be read." in answer.content.decode()


@pytest.mark.parametrize("number", ["9" * 19, "9" * 5_000])
def test_a_guest_goes_to_no_table_of_an_endless_number(client, number):
    table = open_table("Ana Bo", seats=3)
    assert client.get(f"/guest/?table={number}").status_code == 404
    sent = {"name": "Mia", "command_id": new_id()}
    assert client.post(f"/guest/?table={table.pk}&seat={number}", sent).status_code == 302


def test_guests_come_in_great_numbers_only_so_often(settings):
    settings.ACCOUNT_RATE_LIMITS = {"guest": "2/m/ip"}
    sent = [{"name": "Mia", "command_id": new_id()} for _time in range(3)]
    assert [Client().post("/guest/", message).status_code for message in sent] == [302, 302, 429]
    assert Client().get("/guest/").status_code == 200


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example/", ".evil.example/", "@evil.example/"])
def test_the_way_back_from_a_refusal_leads_nowhere_else(client, path):
    cup = knock_out(4)
    answer = client.post(f"/competitions/{cup.pk}/life/", headers={"Referer": f"http://testserver{path}"})
    assert answer.status_code == 403
    assert "evil" not in answer.content.decode()


# --- guessing


def test_another_spelling_of_host_or_account_gives_no_further_guesses(client):
    somebody("Ana", email="ana@example.org")
    names = ["ana", "ANA", "ana@example.org", "Ana@Example.org", "ana"]
    for number, name in enumerate(names):
        answer = log_in(client, name, "a guess", headers={"Host": f"localhost:{number + 1}"})
        assert answer.status_code == 422
    for name in ("ana", "ana@example.org"):
        assert log_in(client, name, PASSWORD, headers={"Host": "localhost:99"}).status_code == 429
    assert log_in(client, "bo", PASSWORD).status_code == 422  # nobody else is kept out


def test_someone_who_adds_the_address_of_somebody_else_keeps_nobody_out(client):
    somebody("Eve", email="ana@example.org", is_verified=False)
    somebody("Ana", email="ana@example.org")
    for _guess in range(5):
        log_in(client, "eve", "a guess")
    assert log_in(client, "ana@example.org").status_code == 302


def test_a_guest_is_counted_with_all_who_come_from_there():
    guests = [Client() for _one in range(3)]
    for guest in guests:
        guest.post("/guest/", {"name": "Mia", "command_id": new_id()})
    with override_settings(API_PER_MINUTE=20):
        statuses = [guest.get("/api/v1/options/").status_code for _time in range(7) for guest in guests]
    assert statuses == [200] * 20 + [429]


@pytest.mark.parametrize(
    ("address", "other", "alike"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
    ],
)
def test_a_network_of_version_6_counts_as_one_address(address, other, alike):
    statuses = []
    for number in (address, other):
        request = RequestFactory().get("/", REMOTE_ADDR=number)
        request.user = AnonymousUser()
        statuses.append(throttling.address(request))
    assert (statuses[0] == statuses[1]) == alike


# --- what is not for everybody


@pytest.mark.parametrize("code", ["x", "\x00", "x" * 999, "eyJwbGF5ZXIiOjF9:x:y"])
def test_a_made_up_link_names_nobody_whom_only_a_closed_club_knows(client, code):
    world = World.made()
    hidden = Player.objects.get(membership__club=world.cup.club, name="Row")
    Player.objects.filter(pk=hidden.pk).update(name="Ottilie")
    guest = Client()
    guest.post("/guest/", {"name": "Mia", "command_id": new_id()})
    log_in(client, somebody("Eve").username)
    for browser in (client, guest):
        for answer in (
            browser.get(f"/players/{hidden.pk}/claim/", {"code": code}),
            browser.post(f"/players/{hidden.pk}/claim/", {"code": code, "command_id": new_id()}),
        ):
            assert answer.status_code == 403
            assert "Ottilie" not in answer.content.decode()


def lasts(answer: http.client.HTTPResponse, seconds: float) -> bool:
    """Whether a stream is still told something after so long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not answer.readline():
            return False
    return True


@REAL
def test_a_stream_ends_with_the_token_and_with_the_right_to_listen(web):
    cup = knock_out(4)
    cup.club.is_public = False
    cup.club.save()
    mine = program()
    Membership.objects.create(club=cup.club, player=mine.player)
    with Asking(web[0]) as ask:
        streams = [
            ask(path, **mine.headers)
            for path in (f"/api/v1/competitions/{cup.pk}/stream/", "/api/v1/stream/")
        ]
        assert [stream.status for stream in streams] == [200, 200]
        assert all(lasts(stream, 1) for stream in streams)
        Membership.objects.filter(player=mine.player).delete()
        assert not lasts(streams[0], 20)
        assert lasts(streams[1], 1)  # one's own tables
        tokens.revoke(ApiToken.objects.get(), at=timezone.now())
        assert not lasts(streams[1], 20)
    assert problem(mine.get("tables/")) == (401, "bad_token")
    assert Program().get("tables/").status_code == 200
