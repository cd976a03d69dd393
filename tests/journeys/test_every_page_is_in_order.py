"""Every main page, as a machine can judge it: for those who do not see it, on narrow phones, on slow lines.

The pages are those that are photographed (tests/screenshots/scenes.py).
"""

import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from playwright.sync_api import Browser, CDPSession, Page

from games.models import Player
from tests import servers
from tests.games.visiting import log_in
from tests.journeys.people import visitor
from tests.screenshots.scenes import Scene, build
from tests.suite.extent import is_thorough

DESK, PHONE, NARROW = (
    {"width": 1280, "height": 800},
    {"width": 390, "height": 844},
    {"width": 360, "height": 780},
)
FULLEST_PAGE = 100_000
"""Bytes that the first visit of a page may take on the line."""
MOST_QUERIES = 15
EVERYTHING: dict[str, object] = {"resultTypes": ["violations"]}
CONTRAST = {**EVERYTHING, "runOnly": {"type": "rule", "values": ["color-contrast"]}}
Look = tuple[dict[str, int], str, dict[str, object]]
"""The size of the window, the colour scheme, and what axe is to judge."""
FIRST_LOOK = (PHONE, "light", EVERYTHING)
FURTHER_LOOKS = [(PHONE, "dark", CONTRAST), (DESK, "light", EVERYTHING)]

pytestmark = pytest.mark.sampled(
    "opens every page, and judges as many as show every kind of element on a phone in light colours, and "
    "every template on a laptop and in dark ones",
    about=["templates/", "games/static/", "league/static/", "games/pictures/"],
)


@dataclass
class Walk:
    """What was noticed on the way through all pages, each with the page's name."""

    pages: int = 0
    violations: list[str] = field(default_factory=list)
    too_wide: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    too_heavy: list[str] = field(default_factory=list)
    too_many_queries: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def walks() -> list[Walk]:
    return []


@pytest.fixture
def walk(browser: Browser, asgi_server: str, walks: list[Walk]) -> Walk:
    """Walk through the pages once for all tests of this file."""
    if not walks:
        walks.append(_walked(browser, asgi_server))
    return walks[0]


def test_there_is_nothing_that_assistive_technology_stumbles_over(walk):
    assert walk.pages > 40
    assert walk.violations == []


def test_no_page_scrolls_sideways_on_the_narrowest_phone(walk):
    assert walk.too_wide == []


def test_no_page_asks_for_what_the_content_policy_forbids_or_makes_the_console_complain(walk):
    assert walk.complaints == []


def test_the_first_visit_of_a_page_takes_no_more_than_a_hundred_kilobytes(walk):
    assert walk.too_heavy == []


def test_no_page_asks_the_database_more_than_fifteen_times(walk):
    assert walk.too_many_queries == []


def test_the_style_guide_is_in_order_too(browser, server_env, server_folder, transactional_db):
    walk = Walk()
    with servers.web({**server_env, "DEBUG": "1"}, server_folder) as address:
        page = visitor(browser, address)
        looks = [FIRST_LOOK, *FURTHER_LOOKS]
        violations = list(_violations(page, Scene("styleguide", "/styleguide/"), walk, looks))
        page.context.close()
    assert violations == []
    assert walk.too_wide == []
    assert page.complaints == []


def _walked(browser: Browser, address: str) -> Walk:
    walk = Walk()
    # The answer to a form is left out: its page is among the others.
    pages = [_rendered(scene) for scene in build() if not scene.fields]
    judged = _showing_everything([page.elements for page in pages])
    looked_at_again = _showing_everything([page.templates for page in pages])
    for number, rendered in enumerate(pages):
        scene = rendered.scene
        walk.pages += 1
        if rendered.queries > MOST_QUERIES:
            walk.too_many_queries.append(f"{scene.name}: {rendered.queries}")
        looks = [FIRST_LOOK] if is_thorough() or number in judged else []
        looks += FURTHER_LOOKS if is_thorough() or number in looked_at_again else []
        page = visitor(browser, address, scene.viewer)
        for found in _violations(page, scene, walk, looks):
            walk.violations.append(f"{scene.name}: {found}")
        walk.complaints += [f"{scene.name}: {one}" for one in page.complaints]
        page.context.close()
    return walk


def _violations(page: Page, scene: Scene, walk: Walk, looks: Sequence[Look]) -> Iterator[str]:
    """Open the page and judge it in some sizes and colour schemes; note its weight and width."""
    weight = _Weight(page)
    page.goto(scene.path)
    if weight.bytes > FULLEST_PAGE:
        walk.too_heavy.append(f"{scene.name}: {weight.bytes}")
    if looks:
        page.evaluate(AXE_SCRIPT)
    for size, scheme, options in looks:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        for found in page.evaluate("options => axe.run(options)", options)["violations"]:
            for node in found["nodes"]:
                yield f"{size['width']} {scheme} {found['id']}: {node['target']}"
    page.set_viewport_size(NARROW)
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        walk.too_wide.append(scene.name)


@dataclass(frozen=True)
class _Rendered:
    """A page as the server answers it: what it is made of, and how often it asked the database."""

    scene: Scene
    queries: int
    templates: set[str]
    elements: set[Hashable]


class _Elements(HTMLParser):
    """Collects the kinds of elements of a page: their tag, the names of their attributes, their classes."""

    def __init__(self) -> None:
        super().__init__()
        self.kinds: set[Hashable] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = re.sub(r"\d+", "0", dict(attrs).get("class") or "")
        self.kinds.add((tag, frozenset(name for name, _value in attrs), classes))


def _rendered(scene: Scene) -> _Rendered:
    client = Client()
    if isinstance(scene.viewer, Player):
        log_in(client, scene.viewer, by_password=True)
    with CaptureQueriesContext(connection) as asked:
        response = client.get(scene.path)
    elements = _Elements()
    elements.feed(response.content.decode())
    templates = {template.name for template in response.templates if template.name}
    return _Rendered(scene, len(asked), templates, elements.kinds)


def _showing_everything(pages: Sequence[set[Any]]) -> set[int]:
    """Return few of the pages that show together what all of them show; by their numbers."""
    chosen: set[int] = set()
    missing = set[Any]().union(*pages)
    while missing:
        fullest = max(range(len(pages)), key=lambda number: len(pages[number] & missing))
        chosen.add(fullest)
        missing -= pages[fullest]
    return chosen


class _Weight:
    """Counts what a page takes on the line."""

    def __init__(self, page: Page) -> None:
        self.bytes = 0
        session: CDPSession = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.loadingFinished", self._add)

    def _add(self, event: dict[str, float]) -> None:
        self.bytes += int(event["encodedDataLength"])
