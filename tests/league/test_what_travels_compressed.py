"""On a slow line: text travels compressed to those who take it, everything else as it is."""

import gzip

import pytest
from django.test import Client

from tests.games.playing import dealt, play_out

GZIP = {"HTTP_ACCEPT_ENCODING": "gzip, br"}

pytestmark = pytest.mark.django_db


def body(response):
    return b"".join(response.streaming_content) if response.streaming else response.content


@pytest.mark.parametrize("address", ["/", "/static/games/site.css", "/static/games/table.js"])
def test_pages_styles_and_scripts_are_compressed_for_who_takes_that(address):
    squeezed, plain = Client().get(address, **GZIP), Client().get(address)
    assert squeezed["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain
    assert "Accept-Encoding" in squeezed["Vary"]
    length, whole = len(body(squeezed)), len(body(plain))
    assert length < whole / 2


def test_a_style_sheet_is_the_same_unpacked():
    squeezed, plain = (Client().get("/static/games/site.css", **more) for more in (GZIP, {}))
    assert gzip.decompress(body(squeezed)) == body(plain)


def test_a_file_that_has_not_changed_is_not_sent_again():
    first = Client().get("/static/games/site.css", **GZIP)
    assert body(first)
    again = Client().get("/static/games/site.css", HTTP_IF_MODIFIED_SINCE=first["Last-Modified"], **GZIP)
    assert again.status_code == 304
    assert not body(again)


def test_parts_of_a_file_are_sent_as_they_are():
    part = Client().get("/static/games/site.css", HTTP_RANGE="bytes=0-9", **GZIP)
    assert part.status_code == 206
    assert "Content-Encoding" not in part
    assert len(body(part)) == 10


def test_pictures_are_sent_as_they_are():
    over = play_out(dealt("Ana bot", options={"target_score": 40}))
    picture = Client().get(f"/tables/{over.pk}/replay/1.png", **GZIP)
    assert "Content-Encoding" not in picture
    assert body(picture).startswith(b"\x89PNG")
