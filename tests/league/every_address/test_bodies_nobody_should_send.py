"""Situation: bodies that no page sends: far too long, deep, squeezed, in other encodings, cut off."""

import gzip
import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.models import Player
from league.models import Membership
from league.project.asgi_handler import Handler
from tests.league.api.asking import program
from tests.league.club_nights import announced
from tests.league.organizing import organizer, post
from tests.spectators.crowd import run

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

FORM = "application/x-www-form-urlencoded"
DEEP = b"[" * 200_000
BOMB = gzip.compress(b"[" + b"1," * 5_000_000 + b"1]", 9)
BODIES = {
    "ten megabytes": (FORM, b"name=" + b"x" * 10_000_000),
    "ten megabytes in parts": (
        "multipart/form-data; boundary=b",
        b'--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n' + b"x" * 10_000_000 + b"\r\n--b--\r\n",
    ),
    "a field too many": (FORM, b"&".join(b"a%d=1" % number for number in range(1_001))),
    "no end": ("multipart/form-data; boundary=b", b'--b\r\nContent-Disposition: form-data; name="na'),
    "no boundary": ("multipart/form-data", b"name=x"),
    "a boundary of nonsense": ("multipart/form-data; boundary=\xe9\x01", b"--b"),
    "no such encoding": (f"{FORM}; charset=nonsense", b"name=x"),
    "sixteen bits": (f"{FORM}; charset=utf-16", "name=x".encode("utf-16")),
    "no UTF-8": (FORM, b"name=%ff%fe&\xff\xfe=1"),
    "a zero byte": (FORM, b"name=%00&rows=%00"),
    "squeezed": (FORM, BOMB),
    "deep JSON": ("application/json", DEEP),
    "no type": ("", b"name=x"),
    "nonsense for a type": ("\x00/;;=", b"name=x"),
}
PAGES = [
    "/guest/",
    "/sign-up/",
    "/log-in/",
    "/me/name/",
    "/clubs/new/",
    "/tables/new/",
    "/clubs/{slug}/import/players/",
    "/clubs/{slug}/edit/",
    "/rules/new/",
    "/language/",
]


@pytest.mark.parametrize("kind", BODIES)
def test_pages_answer_it_and_keep_nothing_but_a_name(kind: str) -> None:
    evening = announced(2)
    olga = organizer(evening)
    Membership.objects.update(is_owner=True)
    before = set(Player.objects.values_list("name", flat=True))
    content_type, body = BODIES[kind]
    for path in PAGES:
        for client in (olga, Client()):
            answer = client.generic("POST", path.format(slug=evening.club.slug), body, content_type)
            assert answer.status_code < 500, path
    new = set(Player.objects.values_list("name", flat=True)) - before
    assert new <= {"x", "\ufffd\ufffd"}  # what can be read of it is a name


@pytest.mark.parametrize(
    ("body", "content_type", "encoding", "status"),
    [
        (gzip.compress(b"{}"), "application/json", "gzip", 400),
        (BOMB, "application/json", "gzip", 400),
        (DEEP, "application/json", "", 400),
        ("{}".encode("utf-16"), "application/json", "", 400),
        (b"{}", "application/json; charset=nonsense", "", 422),
        (b'{"name":"x"}', FORM, "", 415),
        (json.dumps({"name": "x" * 9_000_000}).encode(), "application/json", "", 413),
    ],
)
def test_programs_are_told_what_is_wrong_with_it(
    body: bytes, content_type: str, encoding: str, status: int
) -> None:
    asker = program("Ana")
    headers = {**asker.headers, "Idempotency-Key": "x1"} | (
        {"Content-Encoding": encoding} if encoding else {}
    )
    answer = asker.client.generic("POST", "/api/v1/clubs/", body, content_type, headers=headers)
    assert answer.status_code == status, answer.content
    assert answer.json()["code"]


def test_a_file_is_read_no_further_than_it_may_be_long() -> None:
    evening = announced(2)
    olga = organizer(evening)
    for data in (b"name\n" + b"x\n" * 5_000_000, BOMB, b"PK\x03\x04" + BOMB, b"\x00" * 10_000_000):
        answer = post(
            olga, f"/clubs/{evening.club.slug}/import/players/", file=SimpleUploadedFile("a.csv", data)
        )
        assert answer.status_code in (413, 422)


def _endless(path: str, **headers: str) -> tuple[int, dict[str, str], str, int]:
    """What an endless body is answered with: status, headers, words, and how many parts of it were taken."""
    asked, told = [], []

    async def receive() -> dict[str, Any]:
        asked.append(1)
        return {"type": "http.request", "body": bytes(1_000_000), "more_body": True}

    async def send(message: dict[str, Any]) -> None:
        told.append(message)

    sent = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    run(
        Handler()(
            {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": sent},
            receive,
            send,
        )
    )
    shown = {name.decode(): value.decode() for name, value in told[0]["headers"]}
    return told[0]["status"], shown, told[1]["body"].decode(), len(asked)


def test_a_logo_that_is_far_too_large_is_told_the_limit_of_a_logo() -> None:
    assert "This is too large: the limit is 4 MB." in _endless("/clubs/riverside/edit/")[2]


def test_an_endless_body_is_cut_off() -> None:
    status, headers, body, parts = _endless("/guest/")
    assert (status, parts) == (413, 13)
    assert "This is too large: the limit is 12 MB." in body
    assert "To the lobby" in body
    assert headers["Content-Security-Policy"].startswith("default-src 'self'")
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("asked", [{"accept_language": "cy"}, {"cookie": "django_language=cy"}])
def test_someone_who_sends_an_endless_body_reads_so_in_their_language(asked: dict[str, str]) -> None:
    _status, headers, body, _parts = _endless("/guest/", **asked)
    assert headers["Content-Language"] == "cy"
    assert '<html lang="cy">' in body
    assert "I’r lobi" in body


def test_a_program_that_sends_one_is_told_its_code() -> None:
    status, headers, body, _parts = _endless("/api/v1/tables/")
    assert (status, headers["Content-Type"]) == (413, "application/problem+json")
    assert json.loads(body)["code"] == "too_large"
