"""Somebody with a browser's cookies, but without a browser's manners."""

import http.client
import json
import re
import time
import uuid
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

PASSWORD = "wild-cards"  # of Ana in the demo


@dataclass(frozen=True)
class Answer:
    """What came back, and after how many seconds."""

    status: int
    body: str
    seconds: float

    @property
    def code(self) -> str:
        """The code of a refusal; empty for an answer without one."""
        match = re.search(r'"code": ?"([a-z_]+)"|data-code="([a-z_]+)"', self.body)
        return next(filter(None, match.groups())) if match else ""


class Visitor:
    """Asks one site, keeps its cookies, and shows its token against forgery with every request.

    `place` is the address of this machine from which it asks.
    """

    def __init__(self, site: str, place: str = "127.0.0.1", **headers: str) -> None:
        self._host = urlsplit(site).netloc
        self._place = place
        self._headers = headers
        self.cookies: dict[str, str] = {}

    def get(self, path: str) -> Answer:
        """Ask for a page."""
        return self._ask("GET", path)

    def post(self, path: str, **fields: Any) -> Answer:
        """Send a form, as something new."""
        fields.setdefault("command_id", uuid.uuid4().hex)
        return self.say(path, urlencode(fields, doseq=True).encode(), "application/x-www-form-urlencoded")

    def send(self, path: str, document: Any) -> Answer:
        """Send a document to the API."""
        return self.say(f"/api/v1/{path}", json.dumps(document).encode(), "application/json")

    def say(self, path: str, body: bytes, kind: str) -> Answer:
        """Send anything."""
        return self._ask("POST", path, body, kind)

    def _ask(self, method: str, path: str, body: bytes = b"", kind: str = "") -> Answer:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        headers |= {"X-CSRFToken": self.cookies.get("csrftoken", ""), **self._headers}
        if kind:
            headers |= {"Content-Type": kind, "Idempotency-Key": uuid.uuid4().hex}
        began = time.monotonic()
        line = http.client.HTTPConnection(self._host, timeout=120, source_address=(self._place, 0))
        try:
            line.request(method, path, body, headers)
            answer = line.getresponse()
            text = answer.read().decode(errors="replace")
        finally:
            line.close()
        for value in answer.headers.get_all("Set-Cookie") or ():
            name, _is, rest = value.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return Answer(answer.status, text, time.monotonic() - began)


def guest(site: str, name: str, place: str = "127.0.0.1") -> Visitor:
    """Return somebody who plays under a mere name."""
    somebody = Visitor(site, place)
    somebody.get("/guest/")
    somebody.post("/guest/", name=name)
    return somebody


def account(site: str, login: str, place: str = "127.0.1.1") -> Visitor:
    """Return one of the demo's people, logged in from a network that nobody floods."""
    somebody = Visitor(site, place)
    somebody.get("/log-in/")
    somebody.post("/log-in/", login=login, password=PASSWORD)
    return somebody


def say_password(somebody: Visitor) -> None:
    """Let one of the demo's people, who is logged in, give the password again: new tokens need that."""
    somebody.post("/log-in/again/?next=/me/tokens/", password=PASSWORD)
