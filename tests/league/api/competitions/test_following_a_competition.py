"""Situation: the program of a scorekeeper follows a competition and asks anew when something has happened."""

import json
import threading
import time
from collections.abc import Iterator

import pytest

from league.project import club_middleware
from tests.league.api.asking import program
from tests.league.api.tables.test_stream_of_all_tables import ask, run
from tests.league.club_nights import fresh, knock_out

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]


@pytest.fixture(autouse=True)
def thread_ends_with_the_last_listener() -> Iterator[None]:
    before = threading.active_count()
    yield
    until = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < until:
        time.sleep(0.05)


@pytest.fixture
def cup():
    return fresh(knock_out(4))


def first_messages(cup, after: int) -> list[str]:
    async def first() -> list[str]:
        response = await ask(f"competitions/{cup.pk}/stream/?after={after}", {})
        assert response["Content-Type"] == "text/event-stream"
        parts = aiter(response.streaming_content)
        messages = [(await anext(parts)).decode(), (await anext(parts)).decode()]
        await parts.aclose()
        return messages

    return run(first())


def test_the_version_that_it_does_not_know_is_told_at_once(cup):
    beat, version = first_messages(cup, cup.version - 1)
    assert "event: beat" in beat
    assert version == f"event: version\nid: {cup.version}\ndata: {cup.version}\n\n"


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("competitions/999/stream/", 404, "not_found"),
        ("competitions/{}/stream/?chat=1", 422, "unknown_parameter"),
        ("competitions/{}/stream/?after=x", 422, "invalid"),
        ("competitions/{}/stream/?after=", 422, "invalid"),
        ("competitions/{}/stream/?totals=-1", 422, "invalid"),
    ],
)
def test_a_stream_that_does_not_exist_is_refused_like_other_requests(cup, path, status, code):
    answer = run(ask(path.format(cup.pk), {}))
    assert (answer.status_code, json.loads(answer.content)["code"]) == (status, code)
    assert answer["Content-Type"] == "application/problem+json"


def test_it_can_only_be_read(cup):
    answer = run(ask(f"competitions/{cup.pk}/stream/", {}, "POST"))
    assert (answer.status_code, answer["Allow"]) == (405, "GET")


def test_a_club_that_keeps_to_itself_is_followed_by_its_people_only(cup):
    cup.club.is_public = False
    cup.club.save()
    club_middleware._found_public.clear()
    path = f"competitions/{cup.pk}/stream/"
    assert run(ask(path, {})).status_code == 401
    assert run(ask(path, program("Sam").headers)).status_code == 403
