"""Situation: somebody builds another site around the tables; they need nothing of clubs and competitions."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import URLPattern, URLResolver

from games import quotas, urls
from games.wording import http_status
from league.configuration import quotas as own_quotas
from league.http import refusal_status

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [
    path
    for folder in (ROOT / "games", ROOT / "templates" / "games")
    for path in folder.rglob("*")
    if path.suffix in {".py", ".html", ".txt", ".js", ".css", ".toml"} and "migrations" not in path.parts
]
FRAMES = {"base.html", "form_field.html", "_share_meta.html"}
"""Templates of the project in which the pages of tables stand."""


def address_names(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from address_names(pattern.url_patterns)
        elif pattern.name:
            yield pattern.name


def matches(pattern: str) -> set[str]:
    """Return what a pattern finds in the sources and templates of games."""
    return {match for path in SOURCES for match in re.findall(pattern, path.read_text())}


def test_no_source_and_no_template_names_the_league() -> None:
    assert len(SOURCES) > 250
    assert not matches(r"(?i)(?<!wild)league\w*")


def test_pages_of_tables_lead_to_pages_of_tables() -> None:
    ours = set(address_names(urls.urlpatterns))
    asked = matches(r"{% url ['\"](\w+)['\"]")
    asked |= matches(r"\b(?:reverse|redirect|resolve_url)\(\s*[\"'](\w+)[\"']")
    assert len(asked) > 30
    assert asked <= ours


def test_templates_of_tables_stand_only_in_the_frames_of_the_project() -> None:
    others = {
        name
        for name in matches(r"{% (?:include|extends) ['\"]([^'\"]+)['\"]")
        if not name.startswith("games/")
    }
    assert others <= FRAMES


def test_each_app_says_the_statuses_of_its_own_codes() -> None:
    theirs = {code for codes in refusal_status.CODES.values() for code in codes.split()}
    ours = set(http_status.STATUS_OF_CODE) - theirs
    assert len(ours) > 40
    assert not theirs & matches(r"\w*(?:Refusal|Illegal|Invalid)\w*\(\s*\"(\w+)\"")
    assert ours <= matches(r'"(\w+)"')


def test_a_code_has_one_status() -> None:
    with pytest.raises(ValueError, match="stale has status 409"):
        http_status.register({422: "stale"})


def test_each_app_has_its_own_quotas() -> None:
    ours = set(quotas.USUAL) - set(own_quotas.QUOTAS)
    of_networks = {"network_tables", "network_bot_moves"}
    assert ours == {"tables", "bot_pause_ms", "bot_moves", "moves", "steps"} | of_networks
