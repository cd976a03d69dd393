"""On a slow line: text travels compressed to those who take it, everything else as it is."""

import gzip
import os
import re
from io import BytesIO
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.finders import get_finders
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


def unpacked(path):
    return gzip.decompress(Client().get(f"/static/{path}", **GZIP).getvalue())


def test_a_style_sheet_is_the_same_unpacked_but_for_its_comments():
    written = body(Client().get("/static/games/site.css"))
    assert b"/*" in written
    first, *others = written.split(b"/*")
    assert unpacked("games/site.css") == first + b"".join(part.rpartition(b"*/")[2] for part in others)


def test_a_script_is_the_same_unpacked_but_for_lines_that_are_comments():
    written = body(Client().get("/static/games/pages/table.js")).splitlines()
    code = [line for line in written if not line.lstrip().startswith(b"// ")]
    assert 0 < len(code) < len(written)
    assert unpacked("games/pages/table.js").splitlines() == code


def test_a_script_of_others_keeps_its_comments_and_so_its_licence():
    path = "admin/js/vendor/xregexp/xregexp.js"
    assert unpacked(path) == body(Client().get(f"/static/{path}"))


def test_no_text_of_a_script_begins_a_line_like_a_comment():
    """Within a text of several lines it would be lost."""
    scripts = [
        path
        for finder in get_finders()
        for path, _storage in finder.list([])
        if path.startswith(("games/", "league/")) and path.endswith(".js")
    ]
    assert len(scripts) > 50
    for path in scripts:
        written = Path(finders.find(path)).read_text().replace("\\`", "")
        for comment in re.finditer(r"^[ \t]*// .*\n", written, re.MULTILINE):
            code = re.sub(r"^[ \t]*// .*\n", "", written[: comment.start()], flags=re.MULTILINE)
            assert code.count("`") % 2 == 0, (path, comment[0])


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
