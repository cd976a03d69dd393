"""Situation: a browser fetches what it needs to install Wildleague, and to open it without a network."""

from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from PIL import Image
from pytest_django.asserts import assertContains, assertNotContains

from league.devices import app_files
from tests.games.visiting import log_in
from tests.league.notifications.recipients import somebody

pytestmark = pytest.mark.django_db


def test_the_icons_have_the_sizes_that_the_manifest_names(client) -> None:
    answer = client.get("/app.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == ("Wildleague", "/", "standalone")
    for icon in manifest["icons"]:
        path = finders.find(icon["src"].removeprefix("/static/"))
        assert path, icon["src"]
        if icon["type"] == "image/png":
            with Image.open(path) as picture:
                assert f"{picture.width}x{picture.height}" == icon["sizes"]


@pytest.mark.parametrize("language", ["en", "vi", "fil", "cy", "ru"])
def test_the_manifest_is_in_the_language_of_the_browser(client, language: str) -> None:
    assert client.get("/app.webmanifest", headers={"Accept-Language": language}).json()["lang"] == language


def test_the_service_worker_is_fetched_anew_and_changes_with_its_files(client) -> None:
    answer = client.get("/service-worker.js")
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("text/javascript", "no-cache")
    assertContains(answer, f'"app-{app_files.version()}"')
    for name in app_files.FILES:
        assert Path(str(finders.find(name))).exists()
        assertContains(answer, f'"/static/{name}"')


def test_the_offline_page_says_nothing_of_its_reader(client) -> None:
    ana = somebody("Ana")
    log_in(client, ana)
    page = client.get("/offline/")
    assertContains(page, "Not connected")
    assertNotContains(page, "Ana")
    assertNotContains(page, "csrf")
