"""A receiver elsewhere, as a stranger writes one: a real server that verifies what it gets by its headers."""

import base64
import hashlib
import hmac
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from league.models import Club, Competition, Webhook
from league.webhooks import hooks
from tests.games.playing import START


@dataclass
class Got:
    """A request that came in."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def content(self) -> dict[str, Any]:
        return json.loads(self.body)

    def is_signed_with(self, secret: str) -> bool:
        """Whether a signature is right: written from the documentation, without our own code."""
        key = base64.b64decode(secret.removeprefix("whsec_"))
        content = f"{self.headers['webhook-id']}.{self.headers['webhook-timestamp']}.".encode() + self.body
        mine = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
        signatures = self.headers["webhook-signature"].split(" ")
        return any(hmac.compare_digest(signature, f"v1,{mine}") for signature in signatures)


@dataclass
class Receiver:
    """The server: it answers with `status` and `answer`, after `seconds`, and keeps what it got."""

    port: int = 0
    status: int = 204
    answer: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0
    got: list[Got] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?of=us"

    @property
    def kinds(self) -> list[str]:
        return [request.content["type"] for request in self.got]


@contextmanager
def receiving() -> Iterator[Receiver]:
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.got.append(Got(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            time.sleep(receiver.seconds)
            self.send_response(receiver.status)
            for name, value in {"Content-Length": str(len(receiver.answer)), **receiver.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(receiver.answer)

        def log_message(self, *_words: Any) -> None:
            pass

        def handle(self) -> None:
            with suppress(OSError):  # who asked has gone
                super().handle()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=[0.02], daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def hook_of(
    place: Club | Competition, url: str = "https://example.org/hook", **facts: Any
) -> tuple[Webhook, str]:
    """A webhook of a club or of a competition, with its secret."""
    competition = place if isinstance(place, Competition) else None
    club = competition.club if competition else place
    return hooks.make(club, competition, url=url, **{"by": None, "at": START, **facts})


def assert_alike(data: Any, example: Any, where: str) -> None:
    """The same keys at every depth, wherever both say something."""
    if isinstance(data, dict) and isinstance(example, dict):
        assert data.keys() == example.keys(), where
        for name in data:
            assert_alike(data[name], example[name], f"{where}.{name}")
    if isinstance(data, list) and isinstance(example, list) and data and example:
        assert_alike(data[0], example[0], where)
