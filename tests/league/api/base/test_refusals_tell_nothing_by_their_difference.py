"""Situation: strangers, tokens that are not good, and people who belong nowhere ask every operation."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from games.wording.http_status import STATUS_OF_CODE, status_of_code
from league.api.openapi.written_schema import codes
from league.models import Club
from tests.games.sending import new_id
from tests.league.api import full_club
from tests.league.api.asking import Program, problem, program
from tests.league.api.openapi import agreement
from tests.league.api.openapi.document import document

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

_LINES = {"/api/v1/tables/{id}/stream/", "/api/v1/competitions/{id}/stream/"}
"""What never ends."""
_OF_ONESELF = {"/api/v1/me/tables/wait/", "/api/v1/stream/"}
"""Open to everybody who is known, and answered by a thread of their own, which a test's transaction keeps
waiting: test_stream_of_all_tables.py."""
_OTHERS = {
    *("not_host", "not_yours", "not_seated"),
    *("by_invitation", "not_concerned", "not_public"),
}
"""What else than `not_allowed` is said to who may not: of one's own seat, table and wish."""


@pytest.fixture
def operations(settings: Any, night: full_club.FullClub) -> list[tuple[str, str]]:
    """Method and address of every operation, in a club that keeps to itself."""
    settings.API_PER_MINUTE = 1_000_000
    Club.objects.update(is_public=False, joining="invitation")
    return list(_asked(night))


def _asked(night: full_club.FullClub) -> Iterator[tuple[str, str]]:
    for route, methods in document()["paths"].items():
        if route not in _LINES:
            at_once = "?seconds=0" if route.endswith("/wait/") else ""
            yield from ((method, night.path(route) + at_once) for method in methods)


def ask(who: Program, method: str, path: str, **more: Any) -> Any:
    headers = {**who.headers, "Idempotency-Key": new_id()}
    if method == "get":
        return Client().get(path, headers=headers, **more)
    return Client().post(path, {}, content_type="application/json", headers=headers, **more)


def test_strangers_read_everywhere_alike_that_nobody_knows_them(operations: list[tuple[str, str]]) -> None:
    refused = 0
    for method, path in operations:
        answer = ask(Program(), method, path)
        agreement.check(method, path, None if method == "get" else {}, answer)
        if answer.status_code == 401:
            refused += 1
            assert problem(answer) == (401, "not_logged_in"), path
            assert answer["WWW-Authenticate"] == "Bearer", path
            assert answer.json()["detail"] == "Send a token (“Authorization: Bearer …”) or log in."
        elif answer.status_code == 403:
            assert problem(answer) == (403, "not_public"), path
        else:
            assert method == "get" or path.rstrip("/").rpartition("/")[2] in {"draw", "standings", "check"}, (
                path
            )
    assert refused > 150


def test_a_token_that_is_not_good_is_told_so_before_anything_else(operations: list[tuple[str, str]]) -> None:
    nobody = Program()
    nobody.headers = {"Authorization": "Bearer wl_nonsense"}
    for number, (method, path) in enumerate(operations):
        answer = ask(nobody, method, path, REMOTE_ADDR=f"10.0.{number // 200}.{number % 200}")
        assert problem(answer) == (401, "bad_token"), path
        assert answer["WWW-Authenticate"] == 'Bearer error="invalid_token"', path


def test_someone_who_belongs_nowhere_is_known_and_may_not(operations: list[tuple[str, str]]) -> None:
    eve, refused = program("Eve"), 0
    for method, path in operations:
        if path.partition("?")[0] in _OF_ONESELF:
            continue
        answer = ask(eve, method, path)
        assert answer.status_code != 401, path
        if answer.status_code == 403:
            refused += 1
            assert problem(answer)[1] in {"not_allowed", *_OTHERS}, path
    assert refused > 90


def test_every_code_comes_with_the_statuses_that_the_page_says() -> None:
    known = {code.code: code for code in codes()}
    assert set(STATUS_OF_CODE) <= set(known)
    for code, refusal in known.items():
        of_doors = {401} if code == "not_logged_in" else {status_of_code(code)}
        framework = {400, 401, 403, 404, 405, 406, 408, 413, 415, 422, 429, 500, 503, 507}
        assert set(refusal.statuses) <= of_doors | framework, code
    for code in ("refused_jump_in_self", "bad_notation", "not_a_record", "bad_separate_clubs", "lacks_scope"):
        assert known[code].says, code
