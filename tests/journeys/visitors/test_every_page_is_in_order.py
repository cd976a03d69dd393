"""Every main page, as a machine can judge it: for those who do not see it, on narrow phones, on slow lines.

The pages are those that are photographed (tests/screenshots/scenes.py).
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.contrib.staticfiles import finders
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from playwright.sync_api import Browser, CDPSession, Page

from tests.games.visiting import log_in
from tests.journeys.people import visitor
from tests.screenshots.scenes import Scene, build
from tests.servers import processes
from tests.suite.extent import is_thorough

DESK, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 780}
FULLEST_PAGE = 100_000
"""Bytes that the first visit of a page may take on the line."""
MOST_QUERIES = 15
HEAVIEST = 8
"""The number of pages that a quick run weighs: those with the most bytes, their files included."""
PATIENCE = 300_000
"""Milliseconds until a page is there: the one of the API waits for a process that gives way to all others."""
TELLING = {
    *(
        "alt",
        "autocomplete",
        "colspan",
        "disabled",
        "for",
        "headers",
        "hidden",
        "href",
        "id",
        "inert",
        "lang",
    ),
    *("open", "placeholder", "popover", "role", "rowspan", "scope", "tabindex", "title", "type"),
}
"""Attributes beside `aria-…` by which assistive technology tells elements apart."""
EVERYTHING: dict[str, object] = {"resultTypes": ["violations"], "iframes": False}
CONTRAST = {**EVERYTHING, "runOnly": {"type": "rule", "values": ["color-contrast"]}}
Look = tuple[dict[str, int], str, dict[str, object]]
"""The size of the window, the colour scheme, and what axe is to judge."""
FIRST_LOOK: Look = (PHONE, "light", EVERYTHING)
SECOND_LOOK: Look = (DESK, "dark", EVERYTHING)
ALL_LOOKS: list[Look] = [FIRST_LOOK, SECOND_LOOK, (PHONE, "dark", CONTRAST), (DESK, "light", CONTRAST)]

pytestmark = pytest.mark.sampled(
    "opens as many pages as show every kind of element, whatever its classes, and the heaviest ones; judges "
    "them once, on a phone in light colours and on a laptop in dark ones in turns",
    about=["templates/", "games/static/", "league/static/", "games/pictures/"],
)


@dataclass
class Walk:
    """What was noticed on the way through all pages, each with the page's name."""

    pages: int
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


@pytest.mark.slow(
    "its parts are those of the pages, and it needs a web server in debug mode of its own",
    about=["templates/", "games/static/", "league/static/"],
)
def test_the_style_guide_is_in_order_too(browser, server_env, server_folder, transactional_db):
    walk = Walk(1)
    with processes.web({**server_env, "DEBUG": "1"}, server_folder) as address:
        window = _Window(visitor(browser, address), {})
        _look_at(window, Scene("styleguide", "/styleguide/"), ALL_LOOKS, walk)
        window.page.context.close()
    assert walk.violations == []
    assert walk.too_wide == []
    assert walk.complaints == []


def _walked(browser: Browser, address: str) -> Walk:
    # The answer to a form is left out: its page is among the others.
    pages = _rendered([scene for scene in build() if not scene.fields])
    walk = Walk(len(pages))
    walk.too_many_queries = [
        f"{page.scene.name}: {page.queries}" for page in pages if page.queries > MOST_QUERIES
    ]
    looks = dict.fromkeys((page.scene for page in pages), ALL_LOOKS) if is_thorough() else _sample(pages)
    weights: dict[str, int] = {}
    for viewer in {scene.viewer for scene in looks}:
        window = _Window(visitor(browser, address, viewer), weights)
        for scene, theirs in looks.items():
            if scene.viewer == viewer:
                _look_at(window, scene, theirs, walk)
        window.page.context.close()
    return walk


def _sample(pages: "Sequence[_Rendered]") -> dict[Scene, list[Look]]:
    """Return the scenes that are opened in a quick run, and how each is judged."""
    judged = sorted(_showing_everything([page.elements for page in pages]))
    heaviest = sorted(range(len(pages)), key=lambda number: pages[number].length)[-HEAVIEST:]
    looks: dict[int, list[Look]] = {number: [] for number in sorted({*judged, *heaviest})}
    for place, number in enumerate(judged):
        looks[number].append(SECOND_LOOK if place % 2 else FIRST_LOOK)
    return {pages[number].scene: theirs for number, theirs in looks.items()}


def _look_at(window: "_Window", scene: Scene, looks: Sequence[Look], walk: Walk) -> None:
    """Open the page and judge it in some sizes and colour schemes; note its weight and width."""
    page = window.page
    page.set_viewport_size(PHONE)
    if (weight := window.open(scene.path)) > FULLEST_PAGE:
        walk.too_heavy.append(f"{scene.name}: {weight}")
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        walk.too_wide.append(scene.name)
    if looks:
        page.evaluate(AXE_SCRIPT)
    for size, scheme, options in looks:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        for violation in page.evaluate("options => axe.run(options)", options)["violations"]:
            walk.violations += [
                f"{scene.name}: {size['width']} {scheme} {violation['id']}: {node['target']}"
                for node in violation["nodes"]
            ]
    walk.complaints += [f"{scene.name}: {complaint}" for complaint in page.complaints]
    page.complaints.clear()


class _Window:
    """The window of one visitor, who comes to each page as if never before."""

    def __init__(self, page: Page, weights: dict[str, int]) -> None:
        self.page = page
        self._asked: dict[str, str] = {}  # the addresses, by the browser's number of a question
        self._fetched: set[str] = set()
        self._weights = weights  # by address: what the browser still has comes without any
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("Network.enable")
        self._session.on("Network.requestWillBeSent", self._ask)
        self._session.on("Network.loadingFinished", self._weigh)

    def open(self, path: str) -> int:
        """Open a page; return the bytes that its first visit takes on the line."""
        forgotten = {"origin": self.page.url, "storageTypes": "local_storage,service_workers,cache_storage"}
        self._session.send("Storage.clearDataForOrigin", forgotten)
        self._asked.clear()
        self._fetched.clear()
        self.page.goto(path, timeout=PATIENCE)
        return sum(self._weights[address] for address in self._fetched)

    def _ask(self, event: dict[str, Any]) -> None:
        self._asked[event["requestId"]] = event["request"]["url"]

    def _weigh(self, event: dict[str, Any]) -> None:
        if address := self._asked.get(event["requestId"]):
            self._fetched.add(address)
            seen = self._weights.get(address, 0)
            self._weights[address] = max(seen, int(event["encodedDataLength"]))


@dataclass(frozen=True)
class _Rendered:
    """A page as the server answers it: how often it asked the database, and what it is made of.

    `length` is that of the page and of its scripts and styles together.
    """

    scene: Scene
    queries: int
    elements: set[Hashable]
    length: int


class _Elements(HTMLParser):
    """Collects the kinds of elements of a page: their tag, and what their attributes tell."""

    def __init__(self) -> None:
        super().__init__()
        self.kinds: set[Hashable] = set()
        self.files: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        telling = frozenset(name for name, _value in attrs if name in TELLING or name.startswith("aria-"))
        self.kinds.add((tag, telling))
        if tag == "script" or facts.get("rel") == "stylesheet":
            self.files.add(facts.get("src") or facts.get("href") or "")


def _rendered(scenes: Sequence[Scene]) -> list[_Rendered]:
    clients = {viewer: Client() for viewer in {scene.viewer for scene in scenes}}
    for viewer, client in clients.items():
        if viewer:
            log_in(client, viewer, by_password=True)
    return [_asked_for(scene, clients[scene.viewer]) for scene in scenes]


def _asked_for(scene: Scene, client: Client) -> _Rendered:
    with CaptureQueriesContext(connection) as asked:
        response = client.get(scene.path)
    elements = _Elements()
    elements.feed(response.content.decode())
    length = len(response.content) + sum(map(_length, elements.files))
    return _Rendered(scene, len(asked), elements.kinds, length)


@cache
def _length(address: str) -> int:
    file = finders.find(urlsplit(address).path.removeprefix("/static/"))
    return Path(file).stat().st_size if file else 0


def _showing_everything(pages: Sequence[set[Any]]) -> set[int]:
    """Return few of the pages that show together what all of them show; by their numbers."""
    chosen: set[int] = set()
    missing = set[Any]().union(*pages)
    while missing:
        fullest = max(range(len(pages)), key=lambda number: len(pages[number] & missing))
        chosen.add(fullest)
        missing -= pages[fullest]
    return chosen
