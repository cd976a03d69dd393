"""On a slow line: text travels compressed to those who take it, everything else as it is."""

import gzip
import os
from io import BytesIO

import pytest
from django.core.signals import request_finished
from django.db import close_old_connections
from django.http import FileResponse
from django.test import Client, RequestFactory

from league.http.compression import CompressionMiddleware
from tests.games.playing import dealt, play_out

GZIP = {"HTTP_ACCEPT_ENCODING": "gzip, br"}

pytestmark = pytest.mark.django_db


def body(response):
    return b"".join(response.streaming_content) if response.streaming else response.content


@pytest.mark.parametrize("address", ["/", "/static/games/site.css", "/static/games/pages/table.js"])
def test_pages_styles_and_scripts_are_compressed_for_who_takes_that(address):
    squeezed, plain = Client().get(address, **GZIP), Client().get(address)
    assert squeezed["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain
    assert "Accept-Encoding" in squeezed["Vary"]
    length, whole = len(body(squeezed)), len(body(plain))
    assert length < whole / 2


def test_a_script_is_the_same_unpacked_and_a_style_sheet_but_for_its_comments():
    for path in ("games/pages/table.js", "games/site.css"):
        squeezed, plain = (Client().get(f"/static/{path}", **more) for more in (GZIP, {}))
        unpacked, written = gzip.decompress(squeezed.getvalue()), plain.getvalue()
        if path.endswith(".css"):
            assert b"/*" in written
            written = b"".join(
                part.rpartition(b"*/")[2] if n else part for n, part in enumerate(written.split(b"/*"))
            )
        assert unpacked == written


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


def test_a_file_that_is_changed_is_sent_as_it_is_now(tmp_path):
    sheet = tmp_path / "sheet.css"
    for text in ("a { color: red }\n" * 100, "b { color: red }\n" * 100, "c\n" * 10):
        sheet.write_text(text)
        os.utime(sheet, ns=(len(text) + ord(text[0]),) * 2)
        for _twice in range(2):
            with sheet.open("rb") as file:
                answer = compressed(FileResponse(file, content_type="text/css"))
                assert gzip.decompress(body(answer)).decode() == text


def test_a_file_says_how_long_it_is_compressed():
    answer = Client().get("/static/games/site.css", **GZIP)
    assert int(answer["Content-Length"]) == len(body(answer))


def test_a_file_is_closed_with_its_answer(tmp_path, database_left_open):
    (tmp_path / "sheet.css").write_text("a { color: red }\n" * 100)
    with (tmp_path / "sheet.css").open("rb") as file:
        answer = compressed(FileResponse(file, content_type="text/css"))
        assert not file.closed
        answer.close()
        assert file.closed


def test_an_answer_without_a_file_of_ours_is_compressed_as_it_is_sent():
    answer = compressed(FileResponse(BytesIO(b"name,points\n" * 100), content_type="text/csv"))
    assert gzip.decompress(body(answer)) == b"name,points\n" * 100
    asked = Client().head("/static/games/site.css", **GZIP)
    assert asked["Content-Type"].startswith("text/css")
    assert not body(asked)


@pytest.fixture
def database_left_open():
    request_finished.disconnect(close_old_connections)
    yield
    request_finished.connect(close_old_connections)


def compressed(answer):
    middleware = CompressionMiddleware(lambda _request: answer)
    return middleware(RequestFactory().get("/", **GZIP))
