"""Situation: the scripts of a page speak the language of the page."""

import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from games.scoresheets import service_worker
from games.wording import script_catalog

pytestmark = pytest.mark.django_db
LOADED = re.compile(r'<script src="([^"]*texts\.js[^"]*)" defer></script>')


def page_in(language: str) -> str:
    return Client(headers={"Accept-Language": language}).get("/").content.decode()


def test_an_english_page_needs_no_catalog():
    assert LOADED.findall(page_in("en")) == ["/static/games/wording/texts.js"]
    assert finders.find("games/wording/texts.js")


@pytest.mark.parametrize("language", ["vi", "fil", "cy", "ru"])
def test_a_page_in_another_language_loads_its_sentences_before_the_scripts_that_say_them(language):
    page = page_in(language)
    (address,) = LOADED.findall(page)
    assert address.startswith(f"/texts.js?language={language}&amp;version=")
    assert page.index("texts.js") < page.index("busy.js")
    answer = Client().get(address.replace("&amp;", "&"))
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Content-Language"] == language
    assert "immutable" in answer["Cache-Control"]
    text = answer.content.decode()
    assert all(f"django.{name} = " in text for name in ("gettext", "ngettext", "pgettext", "interpolate"))


def test_the_language_of_the_address_counts_and_not_that_of_the_visitor():
    russian = Client(headers={"Accept-Language": "ru"})
    answer = russian.get("/texts.js?language=vi")
    assert answer["Content-Language"] == "vi"
    assert answer["Cache-Control"] == "no-cache"  # without its version it may change


@pytest.mark.parametrize("asked", ["", "?language=xx", "?language=../../ru", "?language=%00&version=x"])
def test_an_unknown_language_is_english(asked):
    answer = Client().get(f"/texts.js{asked}")
    assert (answer.status_code, answer["Content-Language"]) == (200, "en")


def test_the_score_page_is_kept_anew_when_a_catalog_changes(monkeypatch):
    service_worker.cache_name.cache_clear()
    before = service_worker.cache_name()
    monkeypatch.setattr(script_catalog, "version", lambda language: f"another {language}")
    service_worker.cache_name.cache_clear()
    assert service_worker.cache_name() != before
    service_worker.cache_name.cache_clear()


def test_the_worker_of_the_score_page_keeps_what_scripts_say():
    worker = Client().get("/tables/score-worker.js").content.decode()
    assert 'url.pathname === "/texts.js"' in worker
