"""Every page that is photographed, put together once for the tests of this folder."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.test import override_settings

from tests.languages import pseudo
from tests.league.every_address.two_worlds import taken_back
from tests.screenshots.scenes import Scene, build


@pytest.fixture(scope="package")
def catalogs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the catalog of all sentences in brackets is."""
    folder = tmp_path_factory.mktemp("catalogs")
    pseudo.write(folder)
    return folder


@pytest.fixture(scope="package")
def scenes(django_db_setup: None, django_db_blocker: Any, catalogs: Path) -> Iterator[list[Scene]]:
    """The pages; each test takes back what it changes of what they show. Notices are in brackets, too."""
    languages = [*site.LANGUAGES, (pseudo.LANGUAGE, "Brackets")]
    with django_db_blocker.unblock(), taken_back():
        with override_settings(LANGUAGES=languages, LOCALE_PATHS=[*site.LOCALE_PATHS, catalogs]):
            pages = build()
        yield pages
