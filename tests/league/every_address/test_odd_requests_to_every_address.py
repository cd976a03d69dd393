"""Situation: every address is asked with headers, cookies, questions and bodies that no browser sends.

Each address gets one or two of them in turn; all of them with HYPOTHESIS_PROFILE=soak.
"""

import json
import os
import re
from contextlib import suppress
from typing import Any, TypeVar

import pytest
from django.test import Client
from django.urls import NoReverseMatch

from tests.games.sending import new_id
from tests.league.every_address.closed_world import World
from tests.league.every_address.test_permissions_of_every_address import EVERY_ROUTE
from tests.league.every_address.two_worlds import taken_back
from tests.suite import extent

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.one_database,
    pytest.mark.sampled(
        "an address gets one odd thing of a kind, not two; only every third gets one from a stranger, and"
        " of what is read before any view (headers, cookies, odd names in a question, ids of commands) only"
        " every second to fourth",
        about=["league/", "games/"],
    ),
]

Odd = TypeVar("Odd")
SOAK = os.environ.get("HYPOTHESIS_PROFILE") == "soak"
LONG, ZERO, TURNED, HALF = "x" * 10_000, "a\x00b", "\u202eevil\u200b\u2066", "%ED%A0%80"
HEADERS: list[dict[str, str]] = [
    {"Accept-Language": LONG, "Accept": LONG, "Referer": LONG, "User-Agent": LONG, "Range": "bytes=9-1"},
    {"Accept-Language": ";q=x,-,*;q=9" + ZERO, "Accept": "*/*;q=x, \x00/\x00", "If-None-Match": 'W/"' + ZERO},
    {
        "If-Match": LONG,
        "If-Modified-Since": "yesterday",
        "If-Unmodified-Since": "\x00",
        "Accept-Encoding": LONG,
    },
    {"Last-Event-ID": LONG, "X-Forwarded-For": ZERO + LONG, "X-Forwarded-Proto": TURNED, "Forwarded": LONG},
    {"HX-Request": "true", "HX-Current-URL": "http://[" + ZERO, "HX-Target": LONG, "HX-Trigger": TURNED},
    {
        "HX-Request": "x",
        "HX-Boosted": "true",
        "Referer": "http://[::1",
        "Origin": "null",
        "Accept": "text/csv",
    },
    {"Authorization": "Bearer " + LONG},
    {"Authorization": "Bearer \xff\x00", "X-HTTP-Method-Override": "DELETE", "X-CSRFToken": LONG},
    {"Authorization": "Basic %%%", "Content-Encoding": "br", "Accept-Charset": "utf-7"},
]
COOKIES = [
    {"sessionid": LONG, "csrftoken": LONG, "django_language": LONG, "messages": LONG},
    {
        "sessionid": "\xe2\x80\xae",
        "csrftoken": "\x01",
        "django_language": "../../etc",
        "messages": "WyJ4Il0:x:y",
    },
    {
        "sessionid": "",
        "csrftoken": "",
        "django_language": "tlh-",
        "messages": '[["__json_message",0,99,"x"]]',
    },
]
_ASKED = [
    "a", "after", "all", "at", "b", "chat", "code", "codes", "cursor", "do", "fields", "find", "format",
    "from", "ladder", "language", "limit", "maxwidth", "me", "moves", "next", "ordering", "other",
    "page", "pick", "player", "pool", "q", "rulebook", "search", "seat", "seconds", "show", "shown",
    "size", "stage", "status", "step", "table", "theme", "url", "v", "version", "view", "watch", "when",
    "zone",
]  # fmt: skip
VALUES = [
    "%00",
    HALF,
    "%E2%80%AEx",
    "9" * 40,
    "-1",
    "NaN",
    "x" * 3000,
    "1e9",
    "%2e%2e%2f",
    "=1%2B1",
    "%C2%B2",
    "",
    "[]",
]
SEGMENTS = ["\x00", "..", "\u202ex", "x" * 300, "%", "1.x" * 40, "'", "é"]
BODIES: list[Any] = [
    {},
    [],
    None,
    "x",
    1e308,
    [[[[{}]]]],
    {"\x00": 1, "": {"": ""}, LONG: LONG, TURNED: TURNED, "__proto__": {}, "id": 10**400},
]
RAW = [
    b'{"a": NaN, "after": Infinity}',
    b'{"a": 1, "a": 2}',
    b'"\\ud800"',
    b'{"\\ud800": "\\udfff", "name": "\\ud800"}',
    b'{"after": ' + b"9" * 6000 + b"}",
    b"\xef\xbb\xbf{}",
    b'{"name": ' * 5000,
    b"",
]
KEYS = ["", LONG, "é", "a b", "\x00", "\u202e", ",", "a\r\nX: y"]


@pytest.fixture(params=["anonymous", "keeper of the site"])
def visitor(world: World, request: pytest.FixtureRequest) -> Client:
    client = world.browser(request.param)
    client.raise_request_exception = False
    return client


@pytest.fixture
def every(visitor: Client) -> int:
    """A visitor asks the first of so many addresses: most of them send a stranger away."""
    is_stranger = "sessionid" not in visitor.cookies
    return 3 if is_stranger and not SOAK and not extent.is_thorough() else 1


def some_of(addresses: int) -> int:
    """Of so many addresses one is asked in a quick run, where all are read alike."""
    return 1 if SOAK or extent.is_thorough() else addresses


def places(world: World) -> list[str]:
    """Every address."""
    return [world.path(name, route) for name, route in EVERY_ROUTE if name != "api_nowhere"]


def fault(client: Client, method: str, path: str, **more: Any) -> str:
    """What an address of ours is guilty of, if it is."""
    with taken_back():
        answer = client.generic(method, path, **more)
    if path.endswith(("/stream/", "/wait/")) and answer.streaming:
        answer.close()
    is_ours = answer.status_code >= 500 and answer.status_code != 501  # that is oEmbed for “not as XML”
    return f"{method} {path[:200]} {str(more)[:150]}" if is_ours else ""


def some(odd: list[Odd], number: int) -> list[Odd]:
    """Those that the address of a number is asked with."""
    if SOAK:
        return odd
    two = [odd[number % len(odd)], odd[(number + 1 + number // len(odd)) % len(odd)]]
    return two if extent.is_thorough() else two[:1]


def test_no_header_breaks_any_address(world: World, visitor: Client, every: int) -> None:
    for number, path in list(enumerate(places(world)))[:: every + some_of(2) - 1]:
        for header in some(HEADERS, number):
            assert not fault(visitor, "GET", path, headers=header)


def test_no_cookie_breaks_any_address(world: World) -> None:
    for number, path in list(enumerate(places(world)))[:: some_of(4)]:
        for cookie in some(COOKIES, number):
            client = Client(raise_request_exception=False)
            client.cookies.load(cookie)
            assert not fault(client, "GET", path)


def test_no_question_breaks_any_address(world: World, visitor: Client, every: int) -> None:
    for number, path in list(enumerate(places(world)))[::every]:
        for value in some(VALUES, number):
            whole = "&".join(f"{name}={value}" for name in _ASKED)
            assert not fault(visitor, "GET", f"{path}?{whole}")
        names = ["%00=1", f"{HALF}=1", "=", "&;=&", "a" * 3000]
        if number % some_of(3) == 0:
            assert not fault(visitor, "GET", f"{path}?{names[number % len(names)]}")


def test_no_name_in_an_address_breaks_it(world: World, visitor: Client, every: int) -> None:
    number = 0
    for name, route in EVERY_ROUTE[::every]:
        for part in re.findall(r"<(?:str|slug|path):(\w+)>", route):
            number += 1
            paths = []
            for value in SEGMENTS:
                with suppress(NoReverseMatch):
                    paths.append(world.path(name, route, {part: value}))
            for path in paths if SOAK or extent.is_thorough() else some(paths, number) if paths else ():
                assert not fault(visitor, "GET", path)
                assert not fault(visitor, "POST", path)


def test_no_body_breaks_any_address_for_programs(world: World, visitor: Client, every: int) -> None:
    bodies = [*(json.dumps(body).encode() for body in BODIES), *RAW]
    for number, path in list(enumerate(places(world)))[::every]:
        for body in some(bodies, number) if path.startswith("/api/v1/") else ():
            sent = {"content_type": "application/json", "headers": {"Idempotency-Key": new_id()}}
            assert not fault(visitor, "POST", path, data=body, **sent)


def test_no_id_of_a_command_breaks_any_address_for_programs(
    world: World, visitor: Client, every: int
) -> None:
    for number, path in list(enumerate(places(world)))[:: max(every, some_of(3))]:
        for key in some(KEYS, number) if path.startswith("/api/v1/") else ():
            headers = {"Idempotency-Key": key}
            assert not fault(
                visitor, "POST", path, data=b"{}", content_type="application/json", headers=headers
            )


def test_asking_what_may_be_asked_breaks_in_no_kind_of_answer(
    world: World, visitor: Client, every: int
) -> None:
    kinds = ["csv", "json", "yaml"]
    for number, path in list(enumerate(places(world)))[::every]:
        wanted = kinds if SOAK or extent.is_thorough() else some(kinds, number // every)
        for kind in wanted if path.startswith("/api/v1/") else ():
            assert not fault(visitor, "OPTIONS", f"{path}?format={kind}")
