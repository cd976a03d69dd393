"""Situation: somebody shows a moment of a match to people elsewhere, by its address or as a picture."""

import io
import re
from xml.etree import ElementTree as ET

import pytest
from PIL import Image
from pytest_django.asserts import assertContains, assertNotContains

from games import tables
from games.models import Player
from games.pictures.shapes import cut, wrapped
from games.replay.picture import _card
from games.rules.cards.cards import TOKENS
from tests.games.playing import START, deal, do, open_table, play_out, player
from tests.games.visiting import HTMX, log_in

pytestmark = pytest.mark.django_db


def finished(who="Ana Bo", **facts):
    table = deal(who, "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5 y6", options={"target_score": 2}, **facts)
    for command in ("B play r4 uno", "A play r1 uno", "B play r5"):
        do(table, command)
    return table


def picture(client, table, step, kind, **facts):
    return client.get(f"/tables/{table.pk}/replay/{step}.{kind}", **facts)


def words_of(svg):
    return [element.text for element in ET.fromstring(svg.content) if element.tag.endswith("text")]


def test_the_picture_says_what_happened_and_who_holds_what(client):
    table = finished()
    words = words_of(picture(client, table, 2, "svg"))
    assert {"Bo played red 4. Bo said UNO.", "Deal 1 · step 2 of 4 · Wildleague", "Table 1"} <= set(words)
    assert {"Ana", "Bo", "2 cards, 0 points", "1 card, 0 points", "red", "clockwise"} <= set(words)
    assert [words.count(number) for number in "1254"] == [2, 2, 2, 2]  # hands and top card: middle and corner


def test_the_picture_from_a_seat_shows_the_hand_of_that_seat_alone(client):
    words = words_of(picture(client, finished(), 2, "svg", query_params={"seat": "B"}))
    assert [words.count(number) for number in "125"] == [0, 0, 2]


def test_the_same_picture_is_there_in_pixels(client):
    answer = picture(client, finished(), 2, "png")
    assert answer.headers["Content-Type"] == "image/png"
    image = Image.open(io.BytesIO(answer.content))
    assert image.size == (1200, 630)
    red, _green, blue = image.convert("RGB").getpixel((70, 420))  # the top card, red 4
    assert red > 180
    assert blue < 100


@pytest.mark.parametrize("card", range(len(TOKENS)))
def test_every_card_can_be_drawn_and_no_two_are_alike(card):
    drawn = {number: list(_card(number, 0, 0, 100)) for number in range(len(TOKENS))}
    assert len(drawn[card]) >= 4
    assert [element for element in drawn if drawn[element] == drawn[card]] == [card]


def test_ten_seats_fit_into_a_picture(client):
    table = open_table("bot " * 10, options={"target_score": 50})
    tables.start(table.pk, by="organizer:1", at=START)
    play_out(table)
    root = ET.fromstring(picture(client, table, 30, "svg").content)
    lowest = max(float(element.get("y")) for element in root if element.tag.endswith("text"))
    assert lowest < 600
    assert picture(client, table, 30, "png").status_code == 200


def test_a_match_that_is_played_has_no_picture_yet(client):
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2")
    log_in(client, player(table, "A"))
    answer = picture(client, table, 1, "png")
    assert answer.status_code == 409
    assertContains(answer, "it is available after the match", status_code=409)
    assertNotContains(client.get(f"/tables/{table.pk}/replay/"), "og:image")


@pytest.mark.parametrize("step", [0, 5, 10**20])
def test_there_is_no_picture_of_a_step_that_is_not_there(client, step):
    assert picture(client, finished(), step, "svg").status_code == 404


def test_someone_who_has_the_picture_is_told_that_it_is_still_the_same(client):
    table = finished()
    first = picture(client, table, 2, "png")
    assert first.headers["Cache-Control"] == "public, max-age=600"
    again = picture(client, table, 2, "png", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert picture(client, table, 3, "png").headers["ETag"] != first.headers["ETag"]


def test_a_hidden_name_is_a_number_in_the_picture_whoever_asks(client):
    table = finished()
    ana = player(table, "A")
    Player.objects.filter(pk=ana.pk).update(is_hidden=True)
    log_in(client, ana)
    words = words_of(picture(client, table, 3, "svg"))
    assert "Ana" not in " ".join(words)
    assert f"Player {ana.pk}" in words
    assertContains(client.get(f"/tables/{table.pk}/replay/?step=3"), "Ana")


def test_names_are_text_in_the_picture_and_nothing_else(client):
    table = finished(name='<script>"&')
    assert '<script>"&' in words_of(picture(client, table, 1, "svg"))


def test_programs_that_preview_links_are_told_of_the_step(client):
    table = finished()
    page = client.get(f"/tables/{table.pk}/replay/?step=2&seat=B").content.decode()
    told = dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]+)">', page))
    assert told["og:image"] == f"http://testserver/tables/{table.pk}/replay/2.png?seat=B"
    assert told["twitter:image"] == told["og:image"]
    assert told["og:url"] == f"http://testserver/tables/{table.pk}/replay/?step=2&amp;seat=B"
    assert told["og:description"] == "Bo played red 4. Bo said UNO."
    assert told["twitter:card"] == "summary_large_image"
    assert client.get(told["og:image"].removeprefix("http://testserver")).status_code == 200


def test_each_step_offers_its_own_address_and_picture(client):
    table = finished()
    answer = client.get(f"/tables/{table.pk}/replay/?step=3&moves=uno", headers=HTMX)
    assertContains(answer, f'value="http://testserver/tables/{table.pk}/replay/?step=3"')
    assertContains(answer, f"/tables/{table.pk}/replay/3.svg")


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("short", ["short"]),
        ("one two three", ["one two", "three"]),
        ("one two three four", ["one two", "three f…"]),
    ],
)
def test_words_are_wrapped_and_cut_to_the_room_there_is(words, lines):
    assert wrapped(words, 10, 45, 2) == lines
    assert cut("abcdefghij", 10, 28) == "abc…"
