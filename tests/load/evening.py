"""The people and programs of an evening, for Locust; `LOAD_EVENING` names the file that says who they are.

Spectators and players behave as browsers do: a page and its stream, which brings spectators the fragment.
Players fetch it after news, and so do spectators with `fetching`. When the run ends, `LOAD_RESULT` holds how
long it took from taps to the screens of all others at the table.
"""

import http.client
import json
import os
import random
import re
import time
import uuid
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import gevent
from gevent.event import Event
from locust import FastHttpUser, events, task

EVENING: dict[str, Any] = json.loads(Path(os.environ["LOAD_EVENING"]).read_text())
SITES: list[str] = EVENING["sites"]
THINKS = (1.0, 3.0)
"""Seconds for which a person or a program thinks."""
REPORTS_EVERY = 10.0
"""Seconds between two results of an organizer."""
STREAM_SECONDS = 60

_HTMX = {"HX-Request": "true"}
_VERSION = re.compile(r'data-version="(\d+)"')
_MOVE = re.compile(r'name="move" value="([^"]+)"')
_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
_ROW = re.compile(r'"(/competitions/\d+/matches/[^"]+/quick/)"')
_TOTAL = re.compile(r'name="(total_\d+)"')


class Shown(NamedTuple):
    """A version that came onto a screen, the one before it, and when, by the one clock of this process."""

    before: int
    version: int
    at: float


taps: dict[int, list[tuple[int, float]]] = defaultdict(list)
"""By table: the version of each move of a person, and when they tapped."""
screens: dict[int, list[Shown]] = defaultdict(list)


class Screen:
    """A page of a table in a browser: what it shows, and the news that it hears."""

    def __init__(self, user: FastHttpUser, table: int, session: str = "") -> None:
        self._user, self._table = user, table
        self._cookie = f"sessionid={session}" if session else ""
        self._fragment = f"/tables/{table}/" if session else f"/tables/{table}/watch/"
        self._wish = "" if session or EVENING["fetching"] else "&fragments=version,chat"
        self.html, self.version = "", 0
        self._heard, self._news = 0, Event()

    def open(self) -> None:
        """Open the page and its stream."""
        self._take(self._user.client.get(f"/tables/{self._table}/", name="page of a table"))
        gevent.spawn(self._listen)

    def wait(self, seconds: float) -> None:
        """Wait for news, and fetch the fragment as the page does."""
        self._news.wait(seconds)
        self._news.clear()
        if self._heard > self.version:
            if not self._cookie:
                gevent.sleep(random.random() * 0.4)  # data-spread of the page
            path = f"{self._fragment}?after={self.version}"
            self._take(self._user.client.get(path, headers=_HTMX, name="fragment of a table"))

    def move(self) -> None:
        """Make a move of those that the page offers."""
        moves = _MOVE.findall(self.html)
        # Cards first, then whatever goes on.
        move = next((move for move in moves if move.startswith("play")), moves[-1])
        fields = {"move": move, "after": self.version, "command_id": uuid.uuid4().hex}
        fields["csrfmiddlewaretoken"] = _TOKEN.search(self.html)[1]
        tapped = time.monotonic()
        answer = self._user.client.post(
            f"/tables/{self._table}/moves/", fields, headers=_HTMX, name="move of a person"
        )
        self._take(answer)
        if answer.status_code == 200:
            taps[self._table].append((self.version, tapped))

    @property
    def is_on_turn(self) -> bool:
        return bool(_MOVE.search(self.html))

    def _take(self, answer: Any) -> None:
        if answer.status_code == 200 and (version := _VERSION.search(answer.text)):
            self.html = answer.text if self._cookie else ""
            self._show(int(version[1]))

    def _show(self, version: int) -> None:
        screens[self._table].append(Shown(self.version, version, time.monotonic()))
        self.version = version

    def _listen(self) -> None:
        while True:
            try:
                path = f"/tables/{self._table}/stream/?after={self.version}&chat=0{self._wish}"
                for version, is_shown in _stream(self._user.host, path, self._cookie):
                    self._heard = max(self._heard, version)
                    if is_shown:
                        self._show(version)
                    self._news.set()
            except (OSError, http.client.HTTPException) as error:
                events.request.fire(
                    request_type="STREAM",
                    name="stream of a table",
                    response_time=0,
                    response_length=0,
                    exception=error,
                )
            gevent.sleep(random.random())


class Spectator(FastHttpUser):
    """Watches a table."""

    host = SITES[0]
    fixed_count = len(EVENING["spectators"])

    def on_start(self) -> None:
        table = EVENING["spectators"].pop()
        self.host = _site(table)
        self.client.base_url = self.host
        self._screen = Screen(self, table)
        self._screen.open()

    @task
    def watch(self) -> None:
        self._screen.wait(STREAM_SECONDS)


class Person(FastHttpUser):
    """Plays at a table."""

    host = SITES[0]
    fixed_count = len(EVENING["people"])

    def on_start(self) -> None:
        me = EVENING["people"].pop()
        self.host = _site(me["table"])
        self.client.base_url = self.host
        self.client.cookiejar.set_cookie(_cookie("sessionid", me["session"], self.host))
        self._screen = Screen(self, me["table"], me["session"])
        self._screen.open()

    @task
    def play(self) -> None:
        if self._screen.is_on_turn:
            gevent.sleep(random.uniform(*THINKS))
            self._screen.move()
        self._screen.wait(5)


class Program(FastHttpUser):
    """Opens a table with bots by the API, and plays."""

    host = SITES[0]
    fixed_count = len(EVENING["programs"])

    def on_start(self) -> None:
        self._headers = {"Authorization": f"Bearer {EVENING['programs'].pop()['token']}"}
        table = self._ask("POST", "tables/", {"rulebook": "classic", "seats": 4, "bots": 3})
        self._table = self._ask("POST", f"tables/{table['id']}/start/", {"after": table["version"]})

    @task
    def play(self) -> None:
        number = self._table["id"]
        if self._table["status"] != "running":
            self.on_start()
        elif self._table["legal"]:
            gevent.sleep(random.uniform(*THINKS))
            body = {"after": self._table["version"], "move": random.choice(self._table["legal"])}
            self._table = self._ask("POST", f"tables/{number}/moves/", body)
        else:
            self._ask("GET", f"tables/{number}/events/wait/?after={self._table['version']}")
            self._table = self._ask("GET", f"tables/{number}/")

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        name = re.sub(r"\d+", "N", path.partition("?")[0])
        headers = self._headers | {"Idempotency-Key": uuid.uuid4().hex}
        answer = self.client.request(
            method, f"/api/v1/{path}", json=body, headers=headers, name=f"API {name}"
        )
        if answer.status_code == 409:  # somebody was faster
            return self._ask("GET", f"tables/{self._table['id']}/")
        return json.loads(answer.text)


class Organizer(FastHttpUser):
    """Has the desk open and writes down the results of a round."""

    host = SITES[0]
    fixed_count = len(EVENING["organizers"])

    def on_start(self) -> None:
        me = EVENING["organizers"].pop()
        self._address = f"/competitions/{me['competition']}/"
        self._written: set[str] = set()
        self.client.cookiejar.set_cookie(_cookie("sessionid", me["session"], self.host))

    @task
    def report(self) -> None:
        self.client.get(f"{self._address}desk/", name="desk")
        gevent.sleep(REPORTS_EVERY)
        page = self.client.get(f"{self._address}results/", name="results of a round").text
        row = next((row for row in _ROW.findall(page) if row not in self._written), None)
        if row is None:
            return
        self._written.add(row)
        form = page.partition(f'"{row}"')[2].partition("</form>")[0]
        fields = dict(zip(_TOTAL.findall(form), ("45", "10"), strict=False))
        # Nobody reaches the target of such an evening: that is asked about.
        fields |= {
            "csrfmiddlewaretoken": _TOKEN.search(page)[1],
            "command_id": uuid.uuid4().hex,
            "is_sure": "on",
        }
        self.client.post(row, fields, headers=_HTMX, name="result of a table")


@events.quitting.add_listener
def write_result(**_facts: object) -> None:
    """Write how long it took from each tap to each other screen at that table, in seconds."""
    seconds = sorted(
        shown.at - tapped
        for table, moves in taps.items()
        for version, tapped in moves
        for shown in screens[table]
        if shown.before < version <= shown.version
    )
    Path(os.environ["LOAD_RESULT"]).write_text(json.dumps({"screens": seconds}))


def _site(table: int) -> str:
    """Return the web process that the proxy would prefer for a table."""
    return SITES[table % len(SITES)]


def _cookie(name: str, value: str, site: str) -> Any:
    from http.cookiejar import Cookie

    host = urlsplit(site).hostname
    return Cookie(
        0, name, value, None, False, host, False, False, "/", True, False, None, False, None, None, {}
    )


def _stream(site: str, path: str, cookie: str) -> Iterator[tuple[int, bool]]:
    """Yield the versions that a stream tells, and whether it brings what they show, until it ends."""
    line = http.client.HTTPConnection(urlsplit(site).netloc, timeout=STREAM_SECONDS)
    try:
        headers = {"Accept": "text/event-stream"} | ({"Cookie": cookie} if cookie else {})
        line.request("GET", path, headers=headers)
        answer = line.getresponse()
        if answer.status != 200:
            raise http.client.HTTPException(f"{answer.status} instead of a stream")
        kind = b""
        for words in answer:
            name, _is, value = words.strip().partition(b": ")
            if name == b"event":
                kind = value
            elif name == b"data" and kind == b"version":
                yield int(value), False
            elif name == b"data" and kind == b"fragment" and value.startswith(b"version "):
                kind = b""  # the other lines are shown
                yield int(value.removeprefix(b"version ")), True
    finally:
        line.close()
