"""Situation: a script of another site shows standings, a bracket or a table, and a frame shows the table."""

import html
import json
import re

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from games.models import Player
from league.models import Club, Membership
from tests.games.playing import deal, do, fresh, play_out
from tests.games.visiting import HTMX, log_in
from tests.league.api.asking import Program, problem
from tests.league.club_nights import knock_out, matches, started

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def cup():
    return knock_out(4)


@pytest.fixture
def table():
    return deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5")


def paths(cup) -> list[str]:
    return [
        f"competitions/{cup.pk}/embed/standings/",
        f"competitions/{cup.pk}/embed/bracket/",
        f"tables/{matches(cup)[0].table_id}/embed/",
    ]


def test_scripts_of_any_site_read_what_everybody_may_see(cup):
    for path in paths(cup):
        answer = Program().get(path)
        assert answer.status_code == 200
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer
        assert "public" in answer["Cache-Control"]
        assert "Set-Cookie" not in answer
        again = Program().get(path, **{"If-None-Match": answer["ETag"]})
        assert (again.status_code, again["Access-Control-Allow-Origin"]) == (304, "*")
        plain = path.replace("/embed/", "/") if path.startswith("c") else path.replace("embed/", "")
        assert Program().get(plain).json() == answer.json()
        assert "Access-Control-Allow-Origin" not in Program().get(plain)


def test_a_browser_that_asks_before_it_asks_is_answered(cup):
    for path in paths(cup):
        asked = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "GET"}
        answer = Client().options(f"/api/v1/{path}", headers=asked)
        assert answer.status_code == 204
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert answer["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
        assert "If-None-Match" in answer["Access-Control-Allow-Headers"]
        assert problem(Program().post(path, {}))[0] == 405
    assert "Access-Control-Allow-Origin" not in Client().options("/api/v1/clubs/")


def test_where_a_club_keeps_to_itself_nobody_is_shown_anything(cup):
    Club.objects.update(is_public=False)
    boss = matches(cup)[0].table.seats.first().player
    Membership.objects.create(club=cup.club, player=boss, is_owner=True)
    client = Client()
    log_in(client, boss)
    pages = [f"/api/v1/{path}" for path in paths(cup)] + [f"/tables/{matches(cup)[0].table_id}/embed/"]
    for who, status in ((client, 403), (Client(), 401)):
        for path in pages:
            for answer in (who.get(path), who.options(path)):
                assert answer.status_code in (status, 403, 405), path
                assert "Access-Control-Allow-Origin" not in answer


def test_nobody_is_known_there(cup):
    player = matches(cup)[0].table.seats.first().player
    Player.objects.filter(pk=player.pk).update(name="Halcyone", is_hidden=True)
    client = Client()
    log_in(client, Player.objects.get(pk=player.pk))
    for path in paths(cup):
        text = client.get(f"/api/v1/{path}").content.decode()
        assert "Halcyone" not in text
        assert f"Player {player.pk}" in text
    (_standings, _bracket, table) = paths(cup)
    told = json.loads(client.get(f"/api/v1/{table}").content)
    assert told["you"] is None
    assert told["legal"] == []
    frame = client.get(f"/tables/{matches(cup)[0].table_id}/embed/").content.decode()
    assert "Halcyone" not in frame


# --- the table in a frame


def test_a_frame_shows_the_table_without_hands_and_follows_it(client, table):
    log_in(client, table.seats.get(index=1).player)
    path = f"/tables/{table.pk}/embed/"
    page = client.get(f"{path}?theme=dark")
    assertContains(page, 'data-theme="dark"')
    assertContains(page, "Bo")
    assertNotContains(page, "red 4")
    assertNotContains(page, "<form")
    assertNotContains(page, "csrf")
    assert "frame-ancestors *" in page["Content-Security-Policy"]
    assert "X-Frame-Options" not in page
    assert "Set-Cookie" not in page
    version = fresh(table).version
    assert client.get(f"{path}?after={version}").status_code == 204
    do(table, "B draw")
    fragment = client.get(f"{path}?after={version}", headers=HTMX)
    assert fragment.content.strip().startswith(b'<section id="table"')
    assert f'data-version="{fresh(table).version}"' in fragment.content.decode()


@pytest.mark.written_by_hand
def test_the_page_of_a_table_has_the_code_to_paste(client, cup):
    table = matches(cup)[0].table
    type(table).objects.filter(pk=table.pk).update(name='"><script>x</script>')
    page = client.get(f"/tables/{table.pk}/").content.decode()
    code = html.unescape(re.search(r'<textarea id="snippet-table"[^>]*>(.*?)</textarea>', page)[1])
    assert code.startswith(f'<iframe src="http://testserver/tables/{table.pk}/embed/?theme=light"')
    assert "<script" not in code
    Club.objects.update(is_public=False)
    Membership.objects.create(club=cup.club, player=Player.objects.create(name="Mo"))
    log_in(client, Player.objects.get(name="Mo"))
    assertNotContains(client.get(f"/tables/{table.pk}/"), "snippet-table")


def test_a_frame_of_a_match_that_is_over_asks_no_more(client, table):
    assertContains(client.get(f"/tables/{table.pk}/embed/"), "hx-trigger")
    play_out(table)
    assertNotContains(client.get(f"/tables/{table.pk}/embed/"), "hx-trigger")


def test_a_frame_of_a_table_with_real_cards_shows_its_totals(client):
    cup = started(3, table_size=3, venue="physical")
    page = client.get(f"/tables/{matches(cup)[0].table_id}/embed/")
    assertContains(page, "Totals")
    assert client.get("/tables/999999/embed/").status_code == 404
