"""Situation: every page of the walk is read in every language; each comes out whole."""

import re
from collections.abc import Iterator, Sequence

import pytest
from django.test import Client

from tests.games.visiting import log_in
from tests.languages.catalogs import LANGUAGES
from tests.screenshots.scenes import build
from tests.screenshots.table_scenes import Scene
from tests.suite import extent

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

_UNFILLED = re.compile(r"%\(\w+\)[sd]|\{[a-z_]+\}(?!\})")
_MEASURES = re.compile(
    r'(?: (?:x|y|x1|x2|y1|y2|cx|cy|r|width|height|viewBox|points|d|value|max|min))="([^"]*)"'
)
_COMMA = re.compile(r"^\d+,\d{1,2}$")
_NOT_TEXT = re.compile(r"<(script|style|code|samp|pre|textarea)\b.*?</\1>", re.DOTALL)


_WITH_COMMA = ("vi", "ru")
"""They write numbers so that a measure of a picture would be spoilt."""
_WITH_POINT = tuple(language for language in LANGUAGES if language not in _WITH_COMMA)


@pytest.mark.sampled(
    "reads each page in a language that writes 0,5 and every fourth in another one, not each in total",
    about=["templates/", "league/locale/", "games/", "league/"],
)
def test_every_page_is_answered_in_every_language_with_everything_filled_in() -> None:
    wrong, pages = [], 0
    # The answer to a form is left out; its page is among the others.
    for number, scene in enumerate(scene for scene in build() if not scene.fields):
        client = Client()
        if scene.viewer is not None:
            log_in(client, scene.viewer, by_password=True)
        for language in _languages(number):
            pages += 1
            wrong += [f"{scene.name} in {language} {fault}" for fault in _faults(client, scene, language)]
    assert not wrong, wrong[:30]
    assert pages > (400 if extent.is_thorough() else 200)


def _languages(page: int) -> Sequence[str]:
    if extent.is_thorough():
        return LANGUAGES
    fourth, left = divmod(page, 4)
    another = [] if left else [_WITH_POINT[fourth % len(_WITH_POINT)]]
    return [_WITH_COMMA[page % len(_WITH_COMMA)], *another]


def _faults(client: Client, scene: Scene, language: str) -> Iterator[str]:
    response = client.get(scene.path, headers={"Accept-Language": language})
    if response.status_code != scene.status:
        yield f"answers {response.status_code}"
        return
    page = _NOT_TEXT.sub("", response.content.decode())
    if f'lang="{language}"' not in page:
        yield "is in another language"
    yield from (f"leaves open {placeholder}" for placeholder in set(_UNFILLED.findall(page)))
    yield from (f"measures {measure}" for measure in _MEASURES.findall(page) if _COMMA.match(measure))
