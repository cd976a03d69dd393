"""Situation: somebody pastes an address of ours into a site that embeds by oEmbed."""

import html
import json
import re
from urllib.parse import quote, urlsplit

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from games.models import Player
from league.models import Club
from tests.games.playing import deal, play_out
from tests.games.visiting import log_in
from tests.league.club_nights import knock_out, matches

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def asked(client: Client, path: str, **more: object):
    url = path if "://" in path or not path.startswith("/") else f"http://testserver{path}"
    return client.get("/oembed", {"url": url, **more})


def told(client: Client, path: str, **more: object) -> dict:
    answer = asked(client, path, **more)
    assert answer.status_code == 200, answer.content
    return answer.json()


@pytest.fixture
def cup():
    return knock_out(4)


@pytest.fixture
def over():
    return play_out(deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5", options={"target_score": 20}))


def test_competitions_and_tables_are_frames(client, cup):
    table = matches(cup)[0].table_id
    for path, frame in (
        (f"/competitions/{cup.pk}/", f"/competitions/{cup.pk}/embed/standings/"),
        (f"/competitions/{cup.pk}/?step=3&x=%22", f"/competitions/{cup.pk}/embed/standings/"),
        (f"/competitions/{cup.pk}/bracket/", f"/competitions/{cup.pk}/embed/bracket/"),
        (f"/tables/{table}/", f"/tables/{table}/embed/"),
        (f"/tables/{table}/replay/?step=2", f"/tables/{table}/embed/"),
    ):
        embedding = told(client, path)
        assert (embedding["version"], embedding["type"], embedding["provider_name"]) == (
            "1.0",
            "rich",
            "Wildleague",
        )
        (source,) = re.findall(r'<iframe src="([^"]+)"', embedding["html"])
        assert html.unescape(source) == f"http://testserver{frame}?theme=auto"
        shown = client.get(urlsplit(source).path)
        assert shown.status_code == 200
        assert "frame-ancestors *" in shown["Content-Security-Policy"]
        assert isinstance(embedding["width"], int)


def test_a_moment_of_a_replay_is_its_picture(client, over):
    embedding = told(client, f"/tables/{over.pk}/replay/?step=2")
    assert (embedding["type"], embedding["width"], embedding["height"]) == ("photo", 1200, 630)
    assert client.get(urlsplit(embedding["url"]).path).status_code == 200
    small = told(client, f"/tables/{over.pk}/replay/?step=2", maxwidth=600)
    assert (small["type"], small["width"], small["height"]) == ("rich", 600, 315)
    assert embedding["url"] in small["html"]
    last = told(client, f"/tables/{over.pk}/replay/")
    assert client.get(urlsplit(last["url"]).path).status_code == 200
    for step in ("999999", "0", "x", "-1", "9" * 30):
        assert asked(client, f"/tables/{over.pk}/replay/?step={step}").status_code == 404


def test_a_frame_is_as_large_as_it_may_be(client, cup):
    embedding = told(client, f"/competitions/{cup.pk}/", maxwidth=320, maxheight=200)
    assert (embedding["width"], embedding["height"]) == (320, 200)
    assert 'width="320" height="200"' in embedding["html"]
    for size in ("0", "-1", "x", "1.5", "9" * 9, ""):
        assert asked(client, f"/competitions/{cup.pk}/", maxwidth=size).status_code == 400


def test_only_json_is_answered(client, cup):
    assert asked(client, f"/competitions/{cup.pk}/", format="json").status_code == 200
    assert asked(client, f"/competitions/{cup.pk}/", format="xml").status_code == 501
    assert asked(client, f"/competitions/{cup.pk}/", format="x").status_code == 501


@pytest.mark.parametrize(
    "url",
    [
        "",
        "x",
        "http://elsewhere.example/competitions/1/",
        "http://testserver.elsewhere.example/competitions/1/",
        "http://testserver@elsewhere.example/competitions/1/",
        "ftp://testserver/competitions/1/",
        "javascript:alert(1)",
        "http://[x/",
        "http://testserver",
        "/me/",
        "/admin/",
        "/nowhere/",
        "/competitions/999999/",
        "/competitions/99999999999999999999999/",
        "/tables/999999/",
        "/tables/999999/replay/",
        "/players/1/",
        "/oembed?url=x",
        "http://testserver/competitions/1/\x00",
        "http://testserver/" + "x" * 5000,
    ],
)
def test_foreign_and_unknown_addresses_are_not_found(client, url):
    assert asked(client, url).status_code == 404
    assert client.get("/oembed").status_code == 404


def test_a_closed_competition_is_not_embedded(cup):
    Club.objects.update(is_public=False)
    table = matches(cup)[0].table
    client = Client()
    log_in(client, table.seats.first().player)
    for path in (f"/competitions/{cup.pk}/", f"/competitions/{cup.pk}/bracket/", f"/tables/{table.pk}/"):
        for who in (client, Client()):
            answer = asked(who, path)
            assert answer.status_code == 401
            assert cup.name not in answer.content.decode()
            assert "Access-Control-Allow-Origin" not in answer
        assertNotContains(client.get(path), "json+oembed")


def test_nobody_is_named_and_any_site_may_ask(client, cup):
    player = matches(cup)[0].table.seats.first().player
    Player.objects.filter(pk=player.pk).update(name="Halcyone", is_hidden=True)
    log_in(client, Player.objects.get(pk=player.pk))
    answer = asked(client, f"/competitions/{cup.pk}/")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Halcyone" not in answer.content.decode()


def test_names_cannot_break_out_of_the_frame(client, cup):
    type(cup).objects.filter(pk=cup.pk).update(name='"><script>alert(1)</script>')
    embedding = told(client, f"/competitions/{cup.pk}/")
    assert "<script" not in embedding["html"]
    assert json.dumps(embedding)


def test_pages_name_their_oembed(client, cup, over):
    table = matches(cup)[0].table_id
    for path in (
        f"/competitions/{cup.pk}/",
        f"/competitions/{cup.pk}/bracket/?stage=1",
        f"/tables/{table}/",
        f"/tables/{over.pk}/replay/?step=2",
    ):
        page = client.get(path)
        assertContains(page, 'type="application/json+oembed"')
        (href,) = re.findall(r'application/json\+oembed"[^>]*href="([^"]+)"', page.content.decode())
        assert quote(f"http://testserver{path}", safe="") in href
        parts = urlsplit(html.unescape(href))
        assert client.get(f"{parts.path}?{parts.query}").status_code == 200
    assertNotContains(client.get("/"), "json+oembed")
