"""Measures what a request costs: processor time of this process, of others it begins, and memory."""

import copy
import json
import random
import resource
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import median
from typing import Any, Final

from django.http import HttpResponse
from django.test import Client, override_settings

from league.http import rate_limit
from league.project.warm_up import warm_up
from league.settings import PASSWORD_HASHERS
from league.web import settle
from tests.bench.yardstick import play_round
from tests.games.sending import new_id
from tests.league.costs.full_site import FullSite
from tests.league.costs.operations import Operation
from tests.league.every_address.two_worlds import taken_back

TIMES: Final = 3
_TURNS: Final = 20_000
_MEGABYTE: Final = 1 << 20


@dataclass(frozen=True)
class Cost:
    """What a request cost: milliseconds at first and usually, megabytes at most, and its answer."""

    place: str
    first: float
    ms: float
    best: float
    mb: float
    sent: int
    answer: int
    is_queued: bool

    def at_pace(self, pace: float) -> "Cost":
        """Return what it would have cost on the machine of the table; this one takes `pace` times as long."""
        return replace(self, first=self.first / pace, ms=self.ms / pace, best=self.best / pace)


def yardstick() -> float:
    """Return the milliseconds that twenty thousand turns of a bare round take at best."""
    return min(_bare_turns() for _time in range(TIMES))


def _bare_turns() -> float:
    dice, turns, begun = random.Random(1), 0, time.process_time()
    while turns < _TURNS:
        turns += play_round(dice)
    return (time.process_time() - begun) * 1000 * _TURNS / turns


class Measuring:
    """Asks operations of a full site; nothing of what they do stays."""

    def __init__(self, site: FullSite) -> None:
        # As a web process does.
        warm_up()
        settle()
        self._site = site

    def cost(self, operation: Operation, *, place: str | None = None, with_memory: bool = False) -> Cost:
        """Return what an operation costs: where it costs most, or at a place."""
        places = operation.places if place is None else [place]
        costs = [self._at(operation, place, times=1 if len(places) > 1 else TIMES) for place in places]
        dearest = max(costs, key=lambda cost: (cost.answer < 400, cost.ms))
        if len(places) > 1:
            dearest = replace(self._at(operation, dearest.place, times=TIMES), first=dearest.first)
        return replace(dearest, mb=self._peak(operation, dearest.place)) if with_memory else dearest

    def largest(self, operation: Operation, cost: Cost) -> str:
        """Say in words what was asked."""
        where = self._site.described(cost.place)
        return " ".join(
            filter(None, [where, operation.query, f"{cost.sent:,} bytes sent" * (cost.sent > 300)])
        )

    def _at(self, operation: Operation, place: str, *, times: int) -> Cost:
        ask, sent = self._asking(operation, place)
        took, children = [], _of_others()
        for _time in range(times):
            with _Undone(self._site.clients[operation.browser]):
                begun = time.process_time()
                answer = ask()
                _read(answer)
                took.append((time.process_time() - begun) * 1000)
        queued = _of_others() - children > 0.01 or answer.status_code == 202
        return Cost(place, took[0], median(took), min(took), 0.0, sent, answer.status_code, queued)

    def _peak(self, operation: Operation, place: str) -> float:
        ask, _sent = self._asking(operation, place)
        with _Undone(self._site.clients[operation.browser]):
            tracemalloc.start()
            try:
                _read(ask())
                return tracemalloc.get_traced_memory()[1] / _MEGABYTE
            finally:
                tracemalloc.stop()

    def _asking(self, operation: Operation, place: str) -> tuple[Callable[[], HttpResponse], int]:
        """Return what asks, and how many bytes it sends."""
        client = self._site.clients[operation.browser]
        path = self._site.world.path(operation.name, operation.route, self._site.facts(place))
        if operation.method == "GET":
            query = operation.query.format_map(self._site.facts(place))
            return lambda: client.get(path + query), 0
        body = operation.body(self._site)
        if operation.is_api:
            return self._program(client, operation, path, body), _size(body)
        return lambda: client.post(path, {"command_id": new_id(), **_fresh(body)}), _size(body)

    def _program(
        self, client: Client, operation: Operation, path: str, body: Any
    ) -> Callable[[], HttpResponse]:
        def send(sent: Any) -> HttpResponse:
            headers = {"Idempotency-Key": new_id()}
            if operation.is_form:
                return client.post(path, _fresh(sent), headers=headers)
            text = sent if isinstance(sent, bytes) else json.dumps(sent)
            return client.generic("POST", path, text, "application/json", headers=headers)

        if not operation.names_a_version:
            return lambda: send(body)
        with _Undone(client):
            answer = send({"after": 0, **body})
        told = answer.json().get("version", 0) if answer.status_code == 409 else 0
        return lambda: send({**body, "after": told})


def _size(body: Any) -> int:
    return (
        len(body) if isinstance(body, bytes) else len(json.dumps(body, default=lambda file: "x" * file.size))
    )


def _fresh(fields: Any) -> Any:
    for value in fields.values():
        if hasattr(value, "seek"):
            value.seek(0)
    return fields


def _read(answer: HttpResponse) -> None:
    if answer.streaming:
        for _part in answer.streaming_content:
            pass


def _of_others() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class _Undone:
    """What is asked meanwhile has not been asked afterwards."""

    def __init__(self, client: Client) -> None:
        self._client, self._world = client, taken_back()
        # A password takes as long as on a site.
        self._passwords = override_settings(PASSWORD_HASHERS=PASSWORD_HASHERS)

    def __enter__(self) -> None:
        rate_limit.forget_here()
        self._passwords.enable()
        self._cookies = copy.deepcopy(self._client.cookies)
        self._world.__enter__()

    def __exit__(self, *error: object) -> None:
        self._world.__exit__(None, None, None)
        self._passwords.disable()
        self._client.cookies = self._cookies
