"""Somebody with a browser's cookies, but without a browser's manners."""

import http.client
import json
import re
import time
import uuid
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit


@dataclass(frozen=True)
class Answer:
    """What came back, and after how many seconds."""

    status: int
    body: str
    seconds: float

    @property
    def code(self) -> str:
        """The code of a refusal; empty for an answer without one."""
        found = re.search(r'"code": ?"([a-z_]+)"|data-code="([a-z_]+)"', self.body)
        return next(filter(None, found.groups())) if found else ""


class Visitor:
    """Asks one site, keeps its cookies, and shows its token against forgery with every request."""

    def __init__(self, site: str, **headers: str) -> None:
        self._host = urlsplit(site).netloc
        self._headers = headers
        self._cookies: dict[str, str] = {}

    def get(self, path: str) -> Answer:
        """Ask for a page."""
        return self._ask("GET", path)

    def post(self, path: str, **fields: Any) -> Answer:
        """Send a form, as something new."""
        fields.setdefault("command_id", uuid.uuid4().hex)
        return self._ask("POST", path, urlencode(fields, doseq=True), "application/x-www-form-urlencoded")

    def send(self, path: str, document: Any) -> Answer:
        """Send a document to the API."""
        return self._ask("POST", f"/api/v1/{path}", json.dumps(document), "application/json")

    def _ask(self, method: str, path: str, body: str = "", kind: str = "") -> Answer:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        headers |= {"X-CSRFToken": self._cookies.get("csrftoken", ""), **self._headers}
        if kind:
            headers |= {"Content-Type": kind, "Idempotency-Key": uuid.uuid4().hex}
        began = time.monotonic()
        line = http.client.HTTPConnection(self._host, timeout=60)
        try:
            line.request(method, path, body, headers)
            answer = line.getresponse()
            said = answer.read().decode(errors="replace")
        finally:
            line.close()
        for value in answer.headers.get_all("Set-Cookie") or ():
            name, _is, rest = value.partition("=")
            self._cookies[name] = rest.partition(";")[0]
        return Answer(answer.status, said, time.monotonic() - began)


def guest(site: str, name: str) -> Visitor:
    """Return somebody who plays under a mere name."""
    somebody = Visitor(site)
    somebody.get("/guest/")
    somebody.post("/guest/", name=name)
    return somebody
