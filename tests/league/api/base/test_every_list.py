"""Situation: a program asks every list of the API. All of them are asked alike, whatever they hold."""

import csv
import io
import json
from base64 import b64encode
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from league.api.base.filters import KnownOrderingFilter
from league.api.base.list_views import ListView
from league.api.base.pagination import KeysetPagination
from tests.league.api import full_club
from tests.league.api.asking import problem
from tests.league.api.openapi.document import document
from tests.suite.extent import is_thorough, some

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture(autouse=True)
def asked_as_often_as_one_likes(settings: Any) -> None:
    settings.API_PER_MINUTE = 1_000_000


EVERYWHERE = {"limit", "cursor", "ordering", "fields", "format"}
NO_LIST = {
    "/api/v1/tables/{id}/events/": "A log: `after` and `limit` are its cursor, and no two events are alike.",
    "/api/v1/competitions/{id}/draft/seating/": "One seating, which is changed and sent back whole.",
}
"""What holds `results` and is asked in another way."""
SHEETS = {"/api/v1/clubs/{slug}/sheets/{what}/", "/api/v1/competitions/{id}/sheets/{what}/"}
"""What is taken away whole, in columns of its own."""
ELSEWHERE = {"/api/v1/players/{id}/results/", "/api/v1/players/{id}/against/", "/api/v1/checkpoints/"}
"""Lists, some without filters, that are asked where programs do what is about people and dates."""
_WHOLE = "One document, which means nothing in parts."
DOCUMENTS = {
    "/api/v1/competitions/{id}/": "One thing; its entrants are a list of their own, too.",
    "/api/v1/competitions/{id}/standings/": "Ranks mean nothing in parts: it comes whole, also as a sheet.",
    "/api/v1/competitions/{id}/bracket/": "What the page draws; its matches are a list of their own, too.",
    "/api/v1/competitions/{id}/embed/standings/": "The same for scripts of other sites.",
    "/api/v1/competitions/{id}/embed/bracket/": "The same for scripts of other sites.",
    "/api/v1/me/tables/wait/": "What is new: `after` is its cursor.",
    "/api/v1/players/{id}/": _WHOLE,
    "/api/v1/players/{id}/career/": _WHOLE,
    "/api/v1/players/{id}/insight/": _WHOLE,
    "/api/v1/players/{id}/against/{other}/": _WHOLE,
    "/api/v1/options/{name}/": _WHOLE,
    "/api/v1/tables/{id}/shuffles/": _WHOLE,
    "/api/v1/tables/{id}/sheet/log/": _WHOLE,
    "/api/v1/competitions/{id}/closing/": _WHOLE,
    "/api/v1/competitions/{id}/desk/": _WHOLE,
    "/api/v1/competitions/{id}/history/": _WHOLE,
    "/api/v1/competitions/{id}/matches/{stage}/{key}/": _WHOLE,
    "/api/v1/competitions/{id}/next-season/": _WHOLE,
    "/api/v1/competitions/{id}/places/": _WHOLE,
    "/api/v1/competitions/{id}/stages/{stage}/": _WHOLE,
    "/api/v1/competitions/{id}/standings/{stage}/{entrant}/": _WHOLE,
    "/api/v1/competitions/{id}/tables/": _WHOLE,
    "/api/v1/matchdays/{id}/": _WHOLE,
    "/api/v1/matchdays/{id}/substitutes/{number}/": _WHOLE,
    "/api/v1/notices/settings/": "One document: every kind of notice once, and whether there is an address.",
    "/api/v1/rulebooks/{key}/": _WHOLE,
    "/api/v1/tables/{id}/": _WHOLE,
    "/api/v1/tables/{id}/embed/": _WHOLE,
    "/api/v1/tables/{id}/replay/": _WHOLE,
    "/api/v1/tables/{id}/replay/analysis/": _WHOLE,
    "/api/v1/tables/{id}/replay/{step}/": _WHOLE,
    "/api/v1/tables/{id}/sheet/": _WHOLE,
    "/api/v1/tables/{id}/record/": _WHOLE,
    "/api/v1/clubs/{slug}/webhooks/{hook}/deliveries/{delivery}/": _WHOLE,
    "/api/v1/competitions/{id}/webhooks/{hook}/deliveries/{delivery}/": _WHOLE,
}
"""What holds objects without being a list, and why."""


def _cursors(*positions: str) -> list[str]:
    return [quote(b64encode(urlencode({"p": position}).encode()).decode()) for position in positions]


MADE_UP = ("x", "cD1hYmM%3D", "cD0lMDA%3D", "bz05OTk5OTk5OTk5OTk%3D")
MADE_UP += (*_cursors("[]", "{}", "[1]", "null", "[" * 9999),)
"""What no page has told, and what is read before anybody knows by what a list is ordered."""
CURSORS_OF_ONE_WORD = _cursors('["x"]', '["\\u0000"]', f'["{"9" * 40}"]')
CURSORS_OF_TWO = _cursors('["x", "x"]')
"""What is compared with rows where a list is ordered by so many words."""
NONSENSE = ("%00", "x" * 5000, "%ED%A0%80", "-", "1e999")
MOST_PAGES = 200
"""Who comes by more goes round in circles."""
QUERIES = {
    "/api/v1/clubs/": 2,
    "/api/v1/clubs/{slug}/audit/": 5,
    "/api/v1/clubs/{slug}/claims/": 5,
    "/api/v1/clubs/{slug}/invitations/": 6,
    "/api/v1/clubs/{slug}/matchdays/": 7,
    "/api/v1/clubs/{slug}/members/": 5,
    "/api/v1/clubs/{slug}/merges/": 6,
    "/api/v1/clubs/{slug}/ratings/": 4,
    "/api/v1/clubs/{slug}/requests/": 5,
    "/api/v1/clubs/{slug}/teams/": 7,
    "/api/v1/clubs/{slug}/webhooks/": 5,
    "/api/v1/clubs/{slug}/webhooks/{hook}/deliveries/": 6,
    "/api/v1/competitions/": 2,
    "/api/v1/competitions/{id}/audit/": 5,
    "/api/v1/competitions/{id}/entrants/": 4,
    "/api/v1/competitions/{id}/lines/": 5,
    "/api/v1/competitions/{id}/matches/": 5,
    "/api/v1/competitions/{id}/roles/": 6,
    "/api/v1/competitions/{id}/scorekeepers/": 7,
    "/api/v1/competitions/{id}/webhooks/": 5,
    "/api/v1/competitions/{id}/webhooks/{hook}/deliveries/": 6,
    "/api/v1/me/claims/": 3,
    "/api/v1/me/matchdays/": 4,
    "/api/v1/me/places/": 5,
    "/api/v1/notices/": 4,
    "/api/v1/options/": 1,
    "/api/v1/players/": 2,
    "/api/v1/rulebooks/": 1,
    "/api/v1/tables/": 3,
    "/api/v1/tables/{id}/chat/": 6,
    "/api/v1/tables/{id}/replay/comments/": 4,
}
"""What each list asks the database, however long it is."""


def read() -> dict[str, Any]:
    """Every address that answers with JSON, and the shape of the answer."""
    forms = {}
    for route, methods in document()["paths"].items():
        about = methods.get("get", {}).get("responses", {}).get("200", {}).get("content", {})
        if "application/json" in about:
            forms[route] = _resolved(about["application/json"]["schema"])
    return forms


def lists() -> dict[str, Any]:
    """What the schema says of each list."""
    return {
        route: document()["paths"][route]["get"]
        for route, shape in read().items()
        if "results" in shape.get("properties", {}) and route not in {*NO_LIST, *SHEETS, *ELSEWHERE}
    }


def test_a_shape_with_many_things_is_a_list_or_has_a_reason():
    holding = {
        route
        for route, shape in read().items()
        for field in shape.get("properties", {}).values()
        if "$ref" in field.get("items", {})
    }
    assert holding == set(lists()) | set(NO_LIST) | set(DOCUMENTS) | ELSEWHERE
    assert set(lists()) == set(QUERIES)


def test_every_list_says_in_the_schema_how_it_is_asked():
    for route, operation in lists().items():
        names = {parameter["name"] for parameter in operation["parameters"] if parameter["in"] == "query"}
        assert names >= EVERYWHERE, route
        assert names - EVERYWHERE, f"{route} has no filter"
        assert "text/csv" in operation["responses"]["200"]["content"], route
        assert "304" in operation["responses"], route
    standings = document()["paths"]["/api/v1/competitions/{id}/standings/"]["get"]
    assert "text/csv" in standings["responses"]["200"]["content"]


def test_every_list_comes_in_pages_with_some_fields_as_a_sheet_and_once(night: full_club.FullClub):
    for route in lists():
        path = night.path(route)
        whole = night.who.get(f"{path}?limit=200")
        rows = whole.json()["results"]
        assert len(rows) >= 3, path
        assert _by_pages(night.who, f"{path}?limit={max(2, len(rows) // 3)}") == rows, path
        name, last = next(iter(rows[0])), list(rows[0])[-1]
        some = night.who.get(f"{path}?limit=200&fields={last},{name}").json()["results"]
        assert [list(column.items()) for column in some] == [
            [(field, row[field]) for field in (last, name) if field in row] for row in rows
        ], path
        assert problem(night.who.get(f"{path}?fields=nonsense")) == (422, "bad_fields")
        assert night.who.get(f"{path}?limit=200", **{"If-None-Match": whole["ETag"]}).status_code == 304
        sheet = night.who.get(f"{path}?limit=200", Accept="text/csv")
        assert sheet["Content-Type"] == "text/csv; charset=utf-8", path
        lines = list(csv.reader(io.StringIO(sheet.content.decode())))
        assert set(rows[0]) <= set(lines[0]), path
        assert len(lines) == len(rows) + 1, path


@pytest.mark.sampled(
    "walks by requests in one order of each list, in every second other one through its pages alone, four of"
    " a long list",
    about=["league/api/"],
)
def test_someone_who_walks_back_comes_by_the_same_rows_also_where_they_are_alike(
    night: full_club.FullClub, thorough: bool
):
    for place, (route, operation) in enumerate(lists().items()):
        path, orders = night.path(route), _orders(operation)
        for number, order in enumerate(orders if thorough else [orders[0], *orders[1 + place % 2 :: 2]]):
            answer = night.who.get(f"{path}?ordering={order}&limit=200")
            shown = answer.json()["results"]
            limit = 2 if thorough else max(2, len(shown) // 3)
            if thorough or number == 0:
                _require_same_rows_by_requests(night.who, f"{path}?ordering={order}&limit={limit}", shown)
            else:
                _require_same_rows_by_pages(
                    answer.renderer_context["view"], f"{path}?ordering={order}&limit={limit}"
                )
            assert len({json.dumps(row) for row in shown}) == len(shown), (path, order)
            name = order.removeprefix("-")
            assert None not in [row[name] for row in shown if name in row], (path, order)


@pytest.mark.sampled(
    "asks by all filters at once, for every ninth of many kinds; two of five kinds of nonsense, and made-up"
    " cursors and orders, read alike everywhere, in turns",
    about=["league/api/"],
)
def test_every_list_is_filtered_as_it_says_and_refuses_the_rest(night: full_club.FullClub):
    for number, (route, operation) in enumerate(lists().items()):
        path = night.path(route)
        filters = _filters(operation)
        for asked in _questions({name: _values(schema) for name, schema in filters.items()}):
            answer = night.who.get(f"{path}?{asked}")
            assert answer.status_code == 200, (path, asked, answer.content)
        for value in {*_in_turns(NONSENSE, number), *_in_turns(NONSENSE, number + 2)}:
            _require_answers_to_nonsense(night.who, path, set(filters), value)
        assert problem(night.who.get(f"{path}?ordering=nonsense")) == (422, "bad_ordering")
        assert problem(night.who.get(f"{path}?nonsense=1")) == (422, "unknown_parameter")
        for value in _in_turns(NONSENSE, number):
            assert problem(night.who.get(f"{path}?ordering={value}")) == (422, "bad_ordering"), (path, value)
        for made_up in [*_in_turns(MADE_UP, number), *CURSORS_OF_ONE_WORD, *CURSORS_OF_TWO]:
            answer = night.who.get(f"{path}?cursor={made_up}")
            assert answer.status_code in (200, 422), (path, made_up)


def test_no_list_asks_the_database_more_when_it_is_longer(night: full_club.FullClub):
    forms = {}
    for route in lists():
        path = night.path(route)
        night.who.get(f"{path}?limit=1")  # what is looked up once is known then
        counts = [_queries(night.who, f"{path}?limit={limit}") for limit in (1, 200)]
        forms[route] = counts
    assert forms == {route: [number] * 2 for route, number in QUERIES.items()}


def test_no_sheet_holds_a_formula(night: full_club.FullClub):
    for route in ("/api/v1/clubs/{slug}/members/", "/api/v1/competitions/{id}/roles/"):
        text = night.who.get(night.path(route), Accept="text/csv").content.decode()
        assert full_club.FORMULA in text
        cells = [cell for line in csv.reader(io.StringIO(text)) for cell in line]
        assert not [cell for cell in cells if cell.startswith("=")]


def test_standings_are_had_as_a_sheet_and_with_some_fields(night: full_club.FullClub):
    path = f"competitions/{night.places['cup']}/standings/"
    text = night.who.get(f"{path}?fields=rank,name&format=csv").content.decode()
    lines = list(csv.DictReader(io.StringIO(text)))
    assert set(lines[0]) == {"stage", "group", "rank", "name"}
    assert {line["stage"] for line in lines} == {"", "1"}
    body = night.who.get(f"{path}?fields=rank,name").json()
    assert len(lines) == len(body["overall"]) * 2
    assert set(body["overall"][0]) == {"rank", "name"}
    assert problem(night.who.get(f"{path}?fields=nonsense")) == (422, "bad_fields")


def test_entrants_matches_and_lines_are_found_by_what_they_are(night: full_club.FullClub):
    path = f"competitions/{night.places['cup']}/"
    entrants = night.who.get(f"{path}entrants/?limit=200").json()["results"]
    assert [entrant["number"] for entrant in entrants] == list(range(1, 9))
    assert entrants == night.who.get(path).json()["entrants"]
    mine = entrants[0]["player"]
    played = night.who.get(f"{path}matches/?player={mine}").json()["results"]
    assert all(mine in [entrant["player"] for entrant in match["entrants"]] for match in played)
    ended = night.who.get(f"{path}matches/?round=1&is_finished=true&limit=200").json()["results"]
    assert len(ended) == 4
    assert {match["status"] for match in ended} == {"finished"}
    lines = night.who.get(f"{path}lines/?ordering=-points").json()["results"]
    assert [line["points"] for line in lines] == sorted((line["points"] for line in lines), reverse=True)
    (line,) = night.who.get(f"{path}lines/?entrant={lines[0]['entrant']}").json()["results"]
    assert line == lines[0]


def _resolved(schema: Any) -> Any:
    name = schema.get("$ref", "").rpartition("/")[2]
    return document()["components"]["schemas"][name] if name else schema


def _by_pages(who: Any, path: str) -> list[Any]:
    """All rows, page by page."""
    before_, place, before = [], path, []
    while place:
        page = who.get(place.removeprefix("http://testserver")).json()
        assert page["previous"] or not before
        before, place = page["results"], page["next"]
        before_ += before
    return before_


def _pages(who: Any, path: str, way: str) -> list[Any]:
    """Each page from one on, forth or back, with the address at which it is."""
    statuses = []
    while path:
        page = who.get(path.removeprefix("http://testserver")).json()
        statuses.append({**page, "self": path})
        assert len(statuses) <= MOST_PAGES, path
        path = page[way]
    return statuses


def _require_same_rows_by_requests(who: Any, first: str, shown: list[Any]) -> None:
    """Walk forth and back through the pages of a list."""
    forth = _pages(who, first, "next")
    back = _pages(who, forth[-1]["self"], "previous")
    assert [row for page in forth for row in page["results"]] == shown, first
    assert [row for page in reversed(back) for row in page["results"]] == shown, first


def _require_same_rows_by_pages(view: ListView, first: str) -> None:
    """Walk forth and back through the pages of a list that has just been asked in this order."""
    rows = KnownOrderingFilter().filter_queryset(view.request, view.get_queryset(), view)
    forth = _walk(view, rows, first, KeysetPagination.get_next_link)
    back = _walk(view, rows, forth[-1].base_url, KeysetPagination.get_previous_link)
    assert [row for page in forth for row in page.page] == list(rows), first
    assert [row for page in reversed(back) for row in page.page] == list(rows), first


def _require_answers_to_nonsense(who: Any, path: str, names: set[str], value: str) -> None:
    """Ask by all filters at once; those that refuse it do so, and the others are asked one by one."""
    refusing = names
    while names and refusing:
        answer = who.get(f"{path}?{'&'.join(f'{name}={value}' for name in sorted(names))}")
        assert answer.status_code in (200, 422), (path, names, value)
        refusing = set(answer.json().get("errors", ()))
        assert refusing <= names
        names = names - refusing
    for name in names:
        assert who.get(f"{path}?{name}={value}").status_code in (200, 422), (path, name, value)


def _filters(operation: Any) -> dict[str, Any]:
    """What a list is filtered by, and the shape of it."""
    return {
        parameter["name"]: parameter["schema"]
        for parameter in operation["parameters"]
        if parameter["in"] == "query" and parameter["name"] not in EVERYWHERE
    }


def _values(schema: Any) -> list[str]:
    if "enum" in schema:
        return [str(value) for value in some(schema["enum"], every=9 if len(schema["enum"]) > 9 else 1)]
    return {"boolean": ["true", "false"], "integer": ["1"]}.get(schema["type"], ["x"])


def _questions(values: dict[str, list[str]]) -> list[str]:
    """Every value of every filter: one by one in a thorough run, in a quick one all filters at once."""
    if is_thorough():
        return [f"{name}={value}" for name, its in values.items() for value in its]
    most = max(map(len, values.values()), default=0)
    return [
        "&".join(f"{name}={its[number % len(its)]}" for name, its in values.items()) for number in range(most)
    ]


def _in_turns(cases: Sequence[str], number: int) -> Sequence[str]:
    """All cases in a thorough run; in a quick one each list has its turn with another one."""
    return cases if is_thorough() else [cases[number % len(cases)]]


def _orders(operation: Any) -> list[str]:
    (parameter,) = [parameter for parameter in operation["parameters"] if parameter["name"] == "ordering"]
    return list(parameter["schema"]["items"]["enum"])


def _walk(
    view: ListView, rows: Any, place: str | None, way: Callable[[KeysetPagination], str | None]
) -> list[KeysetPagination]:
    """Each page of rows from one on, forth or back."""
    statuses = []
    while place:
        page = KeysetPagination()
        page.paginate_queryset(rows, view.initialize_request(RequestFactory().get(place)), view)
        statuses.append(page)
        assert len(statuses) <= MOST_PAGES, place
        place = way(page)
    return statuses


def _queries(who: Any, path: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert who.get(path).status_code == 200
    return len(asked)
