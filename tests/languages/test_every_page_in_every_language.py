"""Situation: every page of the walk is read in every language; each comes out whole."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client

from tests.games.visiting import log_in
from tests.languages.catalogs import LANGUAGES
from tests.screenshots.at_tables import Scene
from tests.screenshots.scenes import build

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

_UNFILLED = re.compile(r"%\(\w+\)[sd]|\{[a-z_]+\}(?!\})")
_MEASURES = re.compile(
    r'(?: (?:x|y|x1|x2|y1|y2|cx|cy|r|width|height|viewBox|points|d|value|max|min))="([^"]*)"'
)
_COMMA = re.compile(r"^\d+,\d{1,2}$")
_NOT_TEXT = re.compile(r"<(script|style|code|pre|textarea)\b.*?</\1>", re.DOTALL)


def test_every_page_is_answered_in_every_language_with_everything_filled_in() -> None:
    wrong, pages = [], 0
    for scene in build():
        if scene.fields:
            continue  # the answer to a form; its page is among the others
        client = Client()
        if scene.viewer is not None:
            log_in(client, scene.viewer, by_password=True)
        expected = client.get(scene.path).status_code
        for language in LANGUAGES:
            pages += 1
            wrong += [
                f"{scene.name} in {language} {fault}" for fault in _faults(client, scene, language, expected)
            ]
    assert not wrong, wrong[:30]
    assert pages > 400


def _faults(client: Client, scene: Scene, language: str, expected: int) -> Iterator[str]:
    response = client.get(scene.path, headers={"Accept-Language": language})
    if response.status_code != expected:
        yield f"answers {response.status_code}"
        return
    page = _NOT_TEXT.sub("", response.content.decode())
    if f'lang="{language}"' not in page:
        yield "is in another language"
    yield from (f"leaves open {found}" for found in set(_UNFILLED.findall(page)))
    yield from (f"measures {found}" for found in _MEASURES.findall(page) if _COMMA.match(found))
