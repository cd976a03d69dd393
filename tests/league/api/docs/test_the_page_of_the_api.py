"""Situation: somebody who knows nothing of Wildleague writes a program, with the page of the API alone."""

import re
from pathlib import Path

import pytest
from django.test import Client

from games.rules.cards import cards
from games.rules.notation import notation
from league.api.docs.happenings import happenings
from league.api.openapi.views import document
from league.api.serializers.rules import Problem

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ROOT = Path(__file__).resolve().parents[4]
OTHER_VERBS = {"dealer_draw", "clock", "time"}
"""What only records and the clock say."""


@pytest.fixture(scope="module")
def shown(django_db_setup, django_db_blocker) -> str:
    with django_db_blocker.unblock():
        pages = [Client().get(f"/api/v1/docs/{part}") for part in ("", "?show=shapes", "?show=codes")]
        return "\n".join(one.content.decode() for one in pages)


def test_everybody_reads_it_and_it_asks_the_database_for_nothing(django_assert_num_queries):
    Client().get("/api/v1/docs/")
    with django_assert_num_queries(0):
        assert Client().get("/api/v1/docs/").status_code == 200


def test_it_needs_no_script_and_no_other_host(shown):
    body = shown.partition('<div class="docs"')[2].partition("</main>")[0]
    assert "<script" not in body
    assert " style=" not in shown
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', shown)


def test_every_operation_is_shown_with_its_parameters_body_answers_and_refusals(shown):
    for path, methods in document()["paths"].items():
        for method, one in methods.items():
            before, _id, after = shown.partition(f'id="{one["operationId"]}"')
            part = after.partition("\n</div>\n</details>")[0]
            assert f"<code>{path}</code>" in before[before.rindex("<summary>") :]
            assert all(given["name"] in part for given in one.get("parameters", []))
            usual = re.search(rf'id="usual-{method.upper()}">(.*?)</span>', shown)
            refused = usual[1] if f"#usual-{method.upper()}" in part else part
            assert all(code in refused for code in one["responses"] if code >= "4")
            assert all(f"<strong>{code}</strong>" in part for code in one["responses"] if code < "4")
            if "requestBody" in one:
                assert re.search("<h3[^>]*>Body: ", part)


def test_every_shape_is_shown_with_its_fields(shown):
    for name, shape in document()["components"]["schemas"].items():
        part = shown.partition(f'id="object-{name}"')[2].partition("</details>")[0]
        assert all(f"<code>{field}</code>" in part for field in shape.get("properties", {})), name


@pytest.mark.parametrize("part", ["", "?show=shapes", "?show=codes"])
def test_every_way_on_a_page_leads_somewhere(shown, part):
    page = Client().get(f"/api/v1/docs/{part}").content.decode()
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert {one for one in re.findall(r'href="#([^"]+)"', page) if one != "main"} <= set(ids)
    elsewhere = re.findall(r'href="/api/v1/docs/[^"#]*#([^"]+)"', page)
    assert all(f'id="{one}"' in shown for one in set(elsewhere))


def test_the_notation_is_explained(shown):
    guide = shown.partition('id="matches"')[2].partition('id="live"')[0]
    verbs = {*notation._VERBS, *notation._BARE} - OTHER_VERBS
    assert all(re.search(rf"<code>{verb}\b", guide) for verb in verbs)
    red_and_black = [one for one in cards.TOKENS if one[0] not in "ygb"]
    assert all(f"<code>{token}</code>" in guide for token in red_and_black)


def test_every_type_of_event_is_named(shown):
    assert len(happenings()) > 60
    assert all(f"<code>{one.name}</code>" in shown for one in happenings())


def test_the_codes_that_it_names_are_said_somewhere(shown):
    said = "\n".join(path.read_text() for top in ("games", "league") for path in (ROOT / top).rglob("*.py"))
    guide = shown.partition('id="refused"')[2].partition('id="matches"')[0]
    for code in re.findall(r"<code>([a-z_]+)</code>", " ".join(re.findall("<dt>(.*?)</dt>", guide))):
        assert f'"{code}"' in said, code
    assert {"type", "code", "detail", "errors"} <= set(Problem().fields)
