"""The stream of new versions at all tables of a player.

However many clients listen, a process has one thread that queries the database, and only while there are
clients. A notification makes it query at once for the clients of that table, wherever the move was made. As
notifications can be lost, it also queries for all clients: seldom if other processes can be heard, else
often. The stream carries version numbers and never cards.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db import Error, close_old_connections, connections
from django.db.models import Q

from games.models import Seat, Table
from games.realtime import publisher, subscriber
from games.realtime.publisher import Key

logger = logging.getLogger(__name__)

_GATHER_SECONDS: Final = 0.05
"""How long notifications are gathered: a hundred moves a second are not a hundred queries."""
_ALIVE: Final = (Table.Status.OPEN, Table.Status.RUNNING)
_LETTERS: Final = "ABCDEFGHIJ"


class TableNews(NamedTuple):
    """The version of a table for a client; `seat` is a letter, empty for a spectator or a player who left.

    `is_turn` says that the match waits for that seat.
    """

    table: int
    version: int
    status: str
    seat: str
    is_turn: bool


async def news(
    player: int | None, watched: Collection[int], known: Mapping[int, int]
) -> AsyncGenerator[list[TableNews]]:
    """Yield the tables of a player, and those watched, whose version is newer than the known one.

    The first list comes at once, others when there are news; an empty list is a heartbeat. A finished table
    and a table that the player has left come one last time.
    """
    listener = _Listener(player, frozenset(watched), dict(known))
    hub = _hub()
    hub.add(listener)
    try:
        while not listener.is_over:
            yield await listener.next(settings.HEARTBEAT_SECONDS)
    finally:
        hub.remove(listener)


def close_all() -> None:
    """End all streams of this process, because it ends; called in the event loop."""
    for hub in list(_hubs.values()):
        hub.close_all()


class _Listener:
    """A client of the stream. It belongs to an event loop and is used only there."""

    def __init__(self, player: int | None, watched: frozenset[int], known: dict[int, int]) -> None:
        self.player, self.watched, self.known = player, watched, known
        self._new: dict[int, TableNews] = {}
        self._versions: dict[int, int] = {}
        self._has_news = asyncio.Event()
        self._is_first = True
        self.is_over = False

    def end(self) -> None:
        """End the stream."""
        self.is_over = True
        self._has_news.set()

    def is_affected_by(self, versions: Mapping[Key, int]) -> bool:
        """Whether there is a newer version of a table of this client, or the player was seated."""
        return any(
            (kind == "table" and version > self._versions.get(pk, version))
            or (kind == "player" and pk == self.player)
            for (kind, pk), version in versions.items()
        )

    def update(self, current: "_Tables") -> None:
        """Compare the tables of this client with the versions it knows."""
        tables = {news.table: news for news in current.watched if news.table in self.watched}
        tables |= current.by_player.get(self.player, {}) if self.player is not None else {}
        self._versions = {table: news.version for table, news in tables.items()}
        for table in self.known.keys() - tables.keys():
            self._new[table] = TableNews(table, self.known[table], "", "", is_turn=False)
        for table, news in tables.items():
            if news.version > self.known.get(table, -1) and (news.status in _ALIVE or table in self.known):
                self._new[table] = news
        if self._new or self._is_first:
            self._is_first = False
            self._has_news.set()

    async def next(self, seconds: float) -> list[TableNews]:
        """Wait for news and return them; return nothing after some seconds, or at once the first time."""
        try:
            async with asyncio.timeout(seconds):
                await self._has_news.wait()
        except TimeoutError:
            return []
        self._has_news.clear()
        new, self._new = list(self._new.values()), {}
        for news in new:
            if news.status in _ALIVE:
                self.known[news.table] = news.version
            else:
                self.known.pop(news.table, None)
        return sorted(new)


class _Tables(NamedTuple):
    by_player: Mapping[int, Mapping[int, TableNews]]
    watched: list[TableNews]


class _Hub:
    """Queries the database for all clients of one event loop, while there are any."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._listeners: set[_Listener] = set()
        self._due: set[_Listener] = set()
        self._is_notified = asyncio.Event()
        self._received: dict[Key, int] | None = None
        self._task: asyncio.Task[None] | None = None

    def add(self, listener: _Listener) -> None:
        """Add a client."""
        self._listeners.add(listener)
        self._request({listener})
        if self._task is None:
            subscriber.subscribe(self)
            self._task = self.loop.create_task(self._run())

    def remove(self, listener: _Listener) -> None:
        """Remove a client."""
        self._listeners.discard(listener)
        self._is_notified.set()

    def notify(self, versions: Mapping[Key, int]) -> None:
        """Query soon for the clients of these tables; from any thread."""
        self._call_soon(lambda: self._receive(versions))

    def tables(self) -> None:
        """Return nothing, which means all tables: players may sit at any."""

    def connection_changed(self) -> None:
        """Query soon for all clients; from any thread."""
        self._call_soon(lambda: self._request(self._listeners))

    def close_all(self) -> None:
        """End all streams."""
        for listener in self._listeners:
            listener.end()

    def _call_soon(self, call: Callable[[], None]) -> None:
        try:
            self.loop.call_soon_threadsafe(call)
        except RuntimeError:
            logger.debug("The loop was closed with listeners still there")
            subscriber.unsubscribe(self)

    def _receive(self, versions: Mapping[Key, int]) -> None:
        if self._received is not None:
            # A query is running: its answer may or may not hold these versions.
            self._received |= {key: max(versions[key], self._received.get(key, 0)) for key in versions}
        elif affected := {listener for listener in self._listeners if listener.is_affected_by(versions)}:
            self._request(affected)

    def _request(self, listeners: Collection[_Listener]) -> None:
        self._due.update(listeners)
        self._is_notified.set()

    async def _run(self) -> None:
        thread = ThreadPoolExecutor(1, "player-stream")
        try:
            while self._listeners:
                due, self._due = self._due & self._listeners, set()
                self._is_notified.clear()
                is_answered = not due or await self._query(due, thread)
                await asyncio.sleep(_GATHER_SECONDS)
                try:
                    seconds = subscriber.poll_seconds() if is_answered else subscriber.POLL_SECONDS
                    async with asyncio.timeout(seconds):
                        await self._is_notified.wait()
                except TimeoutError:
                    self._due |= self._listeners  # in case notifications were lost
        finally:
            thread.submit(connections.close_all)
            thread.shutdown(wait=False)
            subscriber.unsubscribe(self)
            self._task = None

    async def _query(self, due: Collection[_Listener], thread: ThreadPoolExecutor) -> bool:
        """Query the database for some clients and update them; return whether it answered."""
        players = {listener.player for listener in due if listener.player is not None}
        watched = {table for listener in due for table in listener.watched}
        known = {table for listener in due for table in listener.known}
        self._received = {}
        try:
            current = await self.loop.run_in_executor(thread, _tables_of, players, watched, known)
        except Error as error:
            logger.warning("The tables of players cannot be read, trying again: %s", error)
            self._due.update(due)
            return False
        finally:
            received, self._received = self._received, None
        for listener in due:
            listener.update(current)
        self._receive(received)
        return True


def _tables_of(players: Collection[int], watched: Collection[int], known: Collection[int]) -> _Tables:
    """Return the tables of some players and the watched ones. Two queries at most."""
    close_old_connections()
    try:
        return _Tables(_by_player(players, known), _watched(watched))
    except Error:
        connections.close_all()
        raise


def _by_player(players: Collection[int], known: Collection[int]) -> Mapping[int, Mapping[int, TableNews]]:
    tables: dict[int, dict[int, TableNews]] = defaultdict(dict)
    condition = Q(table__status__in=_ALIVE) | Q(table__in=known)
    columns = ("player", "table", "index", "table__version", "table__status", "table__turn_seat")
    rows = (
        Seat.objects.filter(condition, player__in=players).order_by().values_list(*columns) if players else []
    )
    for player, table, index, version, status, turn in rows:
        assert player is not None  # the query asks for players
        is_turn = turn == index and status == Table.Status.RUNNING
        tables[player][table] = TableNews(table, version, status, _LETTERS[index], is_turn)
    return tables


def _watched(watched: Collection[int]) -> list[TableNews]:
    rows = Table.objects.filter(pk__in=watched).values_list("pk", "version", "status") if watched else []
    return [TableNews(pk, version, status, "", is_turn=False) for pk, version, status in rows]


def _notify(versions: Mapping[Key, int]) -> None:
    for hub in list(_hubs.values()):
        hub.notify(versions)


def _hub() -> _Hub:
    return _hubs.setdefault(asyncio.get_running_loop(), _Hub())


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, _Hub] = WeakKeyDictionary()
publisher.subscribe(_notify)
