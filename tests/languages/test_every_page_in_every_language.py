"""Situation: every page of the walk is read in every language; each comes out whole.

In a quick run a third of the pages are read, each in one language. That no page leaves a place open or
writes 0,5 as a measure is seen of every page in the language of test_every_sentence.py; that a translation
fills in what the English sentence does, in test_catalogs.py.
"""

from collections.abc import Iterator, Sequence

import pytest
from django.test import Client

from tests.games.visiting import log_in
from tests.languages.catalogs import LANGUAGES
from tests.languages.whole_pages import faults
from tests.screenshots.table_scenes import Scene
from tests.suite import extent

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

_EVERY = 3
"""Of so many pages a quick run reads one: 3 and the number of languages have no common divisor."""


@pytest.mark.sampled(
    "reads every third page, in one language in turn, not each page in each; all pages are seen whole in the"
    " language of test_every_sentence.py",
    about=["templates/", "league/locale/", "games/", "league/"],
)
def test_every_page_is_answered_in_every_language_with_everything_filled_in(scenes: list[Scene]) -> None:
    wrong, pages = [], 0
    # The answer to a form is left out; its page is among the others.
    for number, scene in enumerate(scene for scene in scenes if not scene.fields):
        if not (languages := _languages(number)):
            continue
        client = Client()
        if scene.viewer is not None:
            log_in(client, scene.viewer, by_password=True)
        for language in languages:
            pages += 1
            wrong += [f"{scene.name} in {language} {fault}" for fault in _faults(client, scene, language)]
    assert not wrong, wrong[:30]
    assert pages > (400 if extent.is_thorough() else 60)


def _languages(page: int) -> Sequence[str]:
    if extent.is_thorough():
        return LANGUAGES
    third, left = divmod(page, _EVERY)
    return () if left else (LANGUAGES[third % len(LANGUAGES)],)


def _faults(client: Client, scene: Scene, language: str) -> Iterator[str]:
    response = client.get(scene.path, headers={"Accept-Language": language})
    if response.status_code != scene.status:
        yield f"answers {response.status_code}"
        return
    page = response.content.decode()
    if f'lang="{language}"' not in page:
        yield "is in another language"
    yield from faults(page)
