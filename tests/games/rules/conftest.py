"""The rules without a language: what they say is English, and not looked up in a catalog each time."""

from collections.abc import Iterator

import pytest

from games.rules.base import language


@pytest.fixture(autouse=True, scope="package")
def _rules_speak_english() -> Iterator[None]:
    translate = language._translate, language._translate_number, language._list_names, language._write_number
    language.set_translators(
        language._english, language._english_number, language._english_list, language._english_digits
    )
    yield
    language.set_translators(*translate)
