"""Situation: a program sends a list as long as its body may be, and nothing in it is right."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client, RequestFactory
from rest_framework import serializers
from rest_framework.response import Response

from league.api.base.views import ResourceView
from league.api.competitions.entrants import MOST_ENTRANTS
from league.webhooks.kinds import CHOOSABLE
from tests.league.api.openapi.test_bodies_have_ends import bodies

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ELEMENTS: list[Any] = ["x", {}, [], 1, None, True, {"a": 1}]
JSON = "application/json"
OF_A_BODY, LARGEST_ANSWER = 20_000, 12_000
READ_BY_THEMSELVES = {"MatchRecord"}
BODIES = {body.__name__: body for body in bodies() if body.__name__ not in READ_BY_THEMSELVES}


def lists(field: Any, *path: str) -> Iterator[tuple[str, ...]]:
    """The paths of the lists and maps in and below a field."""
    if isinstance(field, serializers.ListField | serializers.ListSerializer):
        yield path
        yield from lists(field.child, *path, "[]")
    elif isinstance(field, serializers.DictField):
        yield path
    elif isinstance(field, serializers.Serializer):
        for name, inner in field.fields.items():
            yield from lists(inner, *path, name)


WITH_LISTS = sorted(name for name, body in BODIES.items() if any(True for _path in lists(body())))


def at(path: tuple[str, ...], value: Any) -> Any:
    """A body with a value at a place, and nothing else."""
    for part in reversed(path):
        value = [value] if part == "[]" else {part: value}
    return value


def many(element: Any, size: int) -> list[Any]:
    return [element] * (size // (len(json.dumps(element)) + 1))


def view_of(name: str) -> Any:
    """A view that reads a body and does nothing with it."""

    class Asked(ResourceView):
        def post(self, _request: Any) -> Response:
            return Response(self.validated())

    return Asked.as_view(permission_classes=(), serializer_class=BODIES[name], previews=True)


@pytest.mark.parametrize("name", WITH_LISTS)
@pytest.mark.parametrize("element", ELEMENTS, ids=json.dumps)
def test_the_answer_tells_the_first_faults_and_does_not_grow_with_the_list(name: str, element: Any) -> None:
    asked = view_of(name)
    for path in lists(BODIES[name]()):
        body = json.dumps(at(path, many(element, OF_A_BODY)))
        answer = asked(RequestFactory().post("/", body, JSON))
        assert answer.status_code == 422, path
        assert len(answer.content) < LARGEST_ANSWER, path


@pytest.mark.parametrize("element", ["x", {}], ids=json.dumps)
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("standings/", lambda wrong: {"tiebreaks": wrong}),
        ("standings/", lambda wrong: {"results": {"entrants": wrong, "rounds": []}}),
        ("standings/", lambda wrong: {"results": {"entrants": [1, 2], "rounds": wrong}}),
        ("draw/", lambda wrong: {"format": "swiss", "entrants": wrong}),
        ("draw/", lambda wrong: {"format": "swiss", "entrants": 4, "results": {"rounds": wrong}}),
        ("records/check/", lambda wrong: {"rulebook": "classic", "seats": wrong, "rounds": wrong[:9]}),
        ("records/check/", lambda wrong: {"rulebook": "classic", "seats": ["A", "B"], "rounds": wrong}),
        ("rulebooks/check/", lambda wrong: {"options": dict(enumerate(wrong[:50_000]))}),
    ],
)  # fmt: skip
def test_strangers_who_send_a_megabyte_of_it_get_a_short_answer(path: str, body: Any, element: Any) -> None:
    sent = json.dumps(body(many(element, 600_000)))
    answer = Client().post(f"/api/v1/{path}", sent, JSON)
    assert answer.status_code in (400, 422), answer.content[:500]
    assert len(answer.content) < LARGEST_ANSWER


@pytest.mark.parametrize(
    ("name", "path", "element", "most"),
    [
        ("NewHook", ("kinds",), "match.finished", len(CHOOSABLE)),
        ("ChangedHook", ("kinds",), "match.finished", len(CHOOSABLE)),
        ("Entries", ("names",), {"name": "Ana"}, MOST_ENTRANTS),
        ("Entries", ("players",), 1, MOST_ENTRANTS),
        ("Teams", ("teams",), {"entrant": 1, "team": "North"}, MOST_ENTRANTS),
        ("Parties", ("parties",), {"entrant": 1, "party": "Smith"}, MOST_ENTRANTS),
        ("Result", ("entrants",), {"entrant": 1, "place": 1}, 10),
        ("Correction", ("entrants",), {"entrant": 1, "place": 1}, 10),
    ],
)
def test_a_list_of_what_is_right_ends_where_nobody_has_more(
    name: str, path: tuple[str, ...], element: Any, most: int
) -> None:
    longest = BODIES[name](data=at(path, [element] * most))
    longest.is_valid()
    assert path[0] not in longest.errors
    answer = view_of(name)(RequestFactory().post("/", json.dumps(at(path, [element] * (most + 1))), JSON))
    assert answer.status_code == 422
    assert f"no more than {most} elements" in json.loads(answer.content)["errors"][path[0]][0]


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("ordering=" + ",".join(["name", "-id"] * 5_000), 200),
        ("ordering=name,-name,id,-id", 200),
        ("fields=" + ",".join(["name", "id"] * 5_000), 200),
        ("cursor=" + "x" * 10_000, 422),
        ("slug=" + "x" * 201, 422),
    ],
    ids=["orders", "an order and its reverse", "fields", "cursor", "filter"],
)
def test_the_query_of_a_list_that_nobody_should_send_is_cut_or_refused(query: str, status: int) -> None:
    answer = Client().get(f"/api/v1/clubs/?{query}")
    assert answer.status_code == status, answer.content[:300]
    assert len(answer.content) < LARGEST_ANSWER + 2 * len(query)  # the links to other pages name the query
