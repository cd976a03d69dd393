"""A typed client of the API, with nothing but Python: client.py ADDRESS [TOKEN] lists what is played."""

import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterator
from typing import Any, TypedDict, cast


class Hand(TypedDict):
    """A hand; its cards only for whoever may see them."""

    seat: str
    count: int
    cards: list[str] | None
    total: int


class State(TypedDict):
    """Where a match stands."""

    round: int
    name: str
    to_act: str | None
    top: str | None
    colour: str | None
    hands: list[Hand]


class Seat(TypedDict):
    """A seat and its player."""

    seat: str
    player: int | None
    name: str
    is_bot: bool
    is_free: bool
    total: int
    place: int | None


class You(TypedDict):
    """Your seat."""

    seat: str
    is_away: bool


class Table(TypedDict):
    """A table through your eyes."""

    id: int
    name: str
    status: str
    version: int
    rulebook: str
    seats: list[Seat]
    you: You | None
    state: State | None
    legal: list[str]


class Event(TypedDict):
    """What happened, as you saw it; which other fields there are depends on the type."""

    version: int
    type: str
    text: str | None


class TableInList(TypedDict):
    """A table in a list, with the fields that were asked for."""

    id: int
    name: str
    status: str


class ProblemError(Exception):
    """What was refused: decide by `code`, show `detail` to people."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        super().__init__(problem["detail"])
        self.status = status
        self.code: str = problem["code"]
        self.errors: dict[str, list[str]] = problem.get("errors", {})


class Client:
    """Asks and acts with a token. What is sent again after a broken line is done once."""

    def __init__(self, address: str, token: str = "", *, patience: int = 5) -> None:
        self._api = f"{address.rstrip('/')}/api/v1/"
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._patience = patience

    def open_table(self, *, seats: int, bots: int = 0, **more: Any) -> Table:
        """Open a table and sit down at it."""
        return cast("Table", self._send("tables/", {"seats": seats, "bots": bots, **more}))

    def table(self, number: int) -> Table:
        """Look at a table."""
        return cast("Table", self._ask(f"tables/{number}/"))

    def act(self, table: Table, command: str, **body: Any) -> Table:
        """Do something at a table as you saw it: sit, start, leave … ProblemError `stale` if it moved on."""
        sent = {"after": table["version"], **body}
        return cast("Table", self._send(f"tables/{table['id']}/{command}/", sent))

    def move(self, table: Table, move: str) -> Table:
        """Make a move: one of `legal`."""
        return self.act(table, "moves", move=move)

    def events(self, number: int, after: int = 0) -> list[Event]:
        """Return what happened after a version."""
        return cast("list[Event]", self._ask(f"tables/{number}/events/?after={after}")["results"])

    def wait(self, number: int, after: int, seconds: int = 25) -> list[Event]:
        """Return what happened after a version; wait for it for so long."""
        answer = self._ask(f"tables/{number}/events/wait/?after={after}&seconds={seconds}")
        return cast("list[Event]", answer["results"])

    def tables(self, **filters: str | int) -> Iterator[TableInList]:
        """Yield all tables that fit, page by page."""
        question = urllib.parse.urlencode({"fields": "id,name,status", **filters})
        path: str | None = f"tables/?{question}"
        while path:
            page = self._ask(path)
            yield from cast("list[TableInList]", page["results"])
            path = page["next"]

    def _ask(self, path: str) -> Any:
        return self._call(urllib.request.Request(self._whole(path), headers=self._headers))

    def _send(self, path: str, body: dict[str, Any]) -> Any:
        # One id for all attempts.
        more = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
        data = json.dumps(body).encode()
        return self._call(urllib.request.Request(self._whole(path), data, self._headers | more))

    def _call(self, request: urllib.request.Request) -> Any:
        for attempt in range(self._patience):
            try:
                with urllib.request.urlopen(request, timeout=90) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as refused:
                if refused.code not in (429, 503) or attempt == self._patience - 1:
                    raise ProblemError(refused.code, json.load(refused)) from None
                time.sleep(float(refused.headers.get("Retry-After", 1)))
        raise AssertionError("there is at least one attempt")

    def _whole(self, path: str) -> str:
        return path if path.startswith("http") else self._api + path


if __name__ == "__main__":
    for table in Client(*sys.argv[1:3]).tables(status="running", ordering="-started_at"):
        print(f"{table['id']:6} {table['name']}")
