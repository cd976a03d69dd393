"""Situation: somebody who knows nothing of Wildleague writes a program, with the page of the API alone."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from games.rules.cards import cards
from games.rules.notation import notation
from league.api.base.serializers import Problem
from league.api.docs.event_types import event_types
from league.http.security_headers import POLICY
from tests.league.api.openapi.document import document

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ROOT = Path(__file__).resolve().parents[4]
OTHER_VERBS = {"dealer_draw", "clock", "time"}
"""What only records and the clock say."""


@pytest.fixture(scope="module")
def shown(django_db_setup, django_db_blocker) -> str:
    with django_db_blocker.unblock():
        pages = [Client().get(f"/api/v1/docs/{part}") for part in ("", "?show=events", "?show=codes")]
        return "\n".join(page.content.decode() for page in pages)


def test_everybody_reads_it_and_it_asks_the_database_for_nothing(django_assert_num_queries):
    Client().get("/api/v1/docs/")
    with django_assert_num_queries(0):
        assert Client().get("/api/v1/docs/").status_code == 200


def test_the_reference_is_drawn_of_files_of_ours_from_the_schema(shown):
    page = Client().get("/api/v1/docs/")
    names = ("swagger-ui-bundle.js", "swagger-ui.css")
    for name in (
        *(f"drf_spectacular_sidecar/swagger-ui-dist/{name}" for name in names),
        "league/api/reference.js",
    ):
        assert f"/static/{name}" in page.content.decode()
        assert finders.find(name)
    assert re.search('data-schema="([^"]+)"', shown)[1] == "/api/v1/schema/"
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', shown)


def test_it_allows_no_inline_script_and_no_inline_style(shown):
    policy = Client().get("/api/v1/docs/")["Content-Security-Policy"]
    assert policy == f"{POLICY}; img-src 'self' data:"
    assert "unsafe" not in policy
    assert " style=" not in shown
    assert not re.findall(r"<script(?! src)", shown.partition("<main")[2].partition("</main>")[0])


@pytest.mark.parametrize("part", ["", "?show=events", "?show=codes"])
def test_every_way_on_a_page_leads_somewhere(part):
    page = Client().get(f"/api/v1/docs/{part}").content.decode()
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    ways = {anchor for anchor in re.findall(r'href="#([^"]+)"', page) if anchor != "main"} - set(ids)
    operations = {
        method["operationId"] for methods in document()["paths"].values() for method in methods.values()
    }
    parts = {f"of-{path.split('/')[3] or 'addresses'}" for path in document()["paths"]}
    assert ways <= operations | parts | {"object-Problem"}


def test_the_notation_is_explained(shown):
    guide = shown.partition('id="matches"')[2].partition('id="live"')[0]
    verbs = {*notation._VERBS, *notation._BARE} - OTHER_VERBS
    assert all(re.search(rf"<code>{verb}\b", guide) for verb in verbs)
    red_and_black = [card for card in cards.TOKENS if card[0] not in "ygb"]
    assert all(f"<code>{token}</code>" in guide for token in red_and_black)


def test_every_type_of_event_is_named(shown):
    assert len(event_types()) > 60
    assert all(f"<code>{event_type.name}</code>" in shown for event_type in event_types())


def test_the_codes_that_it_names_are_said_somewhere(shown):
    sources = "\n".join(
        path.read_text() for top in ("games", "league") for path in (ROOT / top).rglob("*.py")
    )
    guide = shown.partition('id="refused"')[2].partition('id="matches"')[0]
    for code in re.findall(r"<code>([a-z_]+)</code>", " ".join(re.findall("<dt>(.*?)</dt>", guide))):
        assert f'"{code}"' in sources, code
    assert {"type", "code", "detail", "errors"} <= set(Problem().fields)
