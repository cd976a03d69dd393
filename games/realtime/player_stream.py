"""At which tables players sit, and what is new there: one question to the database for all whom it concerns.

However many listen, a process has one thread that asks, only while somebody does. A ring has it ask at once
for those who sit or watch there, wherever the move was made. For lost rings it asks for everybody as well:
seldom where ears hear other processes, else often. What is told are numbers: cards never travel here.
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

_BREATH: Final = 0.05
"""So long rings are gathered: a hundred moves a second are not a hundred questions."""
_ALIVE: Final = (Table.Status.OPEN, Table.Status.RUNNING)
_LETTERS: Final = "ABCDEFGHIJ"


class At(NamedTuple):
    """A table as somebody stands to it: `seat` is a letter, empty for who watches or has left.

    `is_turn` says that the match waits for that seat.
    """

    table: int
    version: int
    status: str
    seat: str
    is_turn: bool


async def news(
    player: int | None, watched: Collection[int], known: Mapping[int, int]
) -> AsyncGenerator[list[At]]:
    """Yield the tables of a player, and those watched, whose version is newer than the known one.

    At once, and whenever there are any; nothing in a list is a sign of life. A table that is over is told
    of once more, and so is one that the player has left.
    """
    listener = _Listener(player, frozenset(watched), dict(known))
    desk = _desk()
    desk.add(listener)
    try:
        while not listener.is_over:
            yield await listener.next(settings.HEARTBEAT_SECONDS)
    finally:
        desk.remove(listener)


def hang_up() -> None:
    """End all that listen in this process, because it ends; called in the event loop."""
    for desk in list(_desks.values()):
        desk.hang_up()


class _Listener:
    """Somebody who listens. Lives in an event loop and is reached only there."""

    def __init__(self, player: int | None, watched: frozenset[int], known: dict[int, int]) -> None:
        self.player, self.watched, self.known = player, watched, known
        self._new: dict[int, At] = {}
        self._versions: dict[int, int] = {}
        self._told = asyncio.Event()
        self._is_first = True
        self.is_over = False

    def end(self) -> None:
        """Let nothing more come."""
        self.is_over = True
        self._told.set()

    def is_concerned(self, versions: Mapping[Key, int]) -> bool:
        """Whether something rang that was not told here yet: a table of theirs, or that they were seated."""
        return any(
            (kind == "table" and version > self._versions.get(pk, version))
            or (kind == "player" and pk == self.player)
            for (kind, pk), version in versions.items()
        )

    def tell(self, found: "_Found") -> None:
        """Take what the database said."""
        mine = {one.table: one for one in found.tables if one.table in self.watched}
        mine |= found.seats.get(self.player, {}) if self.player is not None else {}
        self._versions = {table: one.version for table, one in mine.items()}
        for table in self.known.keys() - mine.keys():
            self._new[table] = At(table, self.known[table], "", "", is_turn=False)
        for table, one in mine.items():
            if one.version > self.known.get(table, -1) and (one.status in _ALIVE or table in self.known):
                self._new[table] = one
        if self._new or self._is_first:
            self._is_first = False
            self._told.set()

    async def next(self, seconds: float) -> list[At]:
        """Return what is new; nothing after some seconds without any, or at first if there is nothing."""
        try:
            async with asyncio.timeout(seconds):
                await self._told.wait()
        except TimeoutError:
            return []
        self._told.clear()
        new, self._new = list(self._new.values()), {}
        for one in new:
            if one.status in _ALIVE:
                self.known[one.table] = one.version
            else:
                self.known.pop(one.table, None)
        return sorted(new)


class _Found(NamedTuple):
    seats: Mapping[int, Mapping[int, At]]
    tables: list[At]


class _Desk:
    """Asks for all who listen in one event loop, while anybody does."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._listeners: set[_Listener] = set()
        self._due: set[_Listener] = set()
        self._rung = asyncio.Event()
        self._meanwhile: dict[Key, int] | None = None
        self._task: asyncio.Task[None] | None = None

    def add(self, listener: _Listener) -> None:
        """Tell somebody from now on."""
        self._listeners.add(listener)
        self._wish({listener})
        if self._task is None:
            subscriber.lend(self)
            self._task = self.loop.create_task(self._ask())

    def remove(self, listener: _Listener) -> None:
        """Tell somebody nothing more."""
        self._listeners.discard(listener)
        self._rung.set()

    def heard(self, versions: Mapping[Key, int]) -> None:
        """Ask soon for those whom it concerns; from any thread."""
        self._soon(lambda: self._take(versions))

    def hearing_changed(self) -> None:
        """Ask soon for everybody; from any thread."""
        self._soon(lambda: self._wish(self._listeners))

    def hang_up(self) -> None:
        """End everybody who listens."""
        for one in self._listeners:
            one.end()

    def _soon(self, do: Callable[[], None]) -> None:
        try:
            self.loop.call_soon_threadsafe(do)
        except RuntimeError:
            logger.debug("The loop was closed with listeners still there")
            subscriber.take_back(self)

    def _take(self, versions: Mapping[Key, int]) -> None:
        if self._meanwhile is not None:
            # The answer that is awaited may know it already, or not yet.
            self._meanwhile |= {key: max(versions[key], self._meanwhile.get(key, 0)) for key in versions}
        elif concerned := {one for one in self._listeners if one.is_concerned(versions)}:
            self._wish(concerned)

    def _wish(self, whom: Collection[_Listener]) -> None:
        self._due.update(whom)
        self._rung.set()

    async def _ask(self) -> None:
        thread = ThreadPoolExecutor(1, "seated")
        try:
            while self._listeners:
                due, self._due = self._due & self._listeners, set()
                self._rung.clear()
                is_told = not due or await self._told(due, thread)
                await asyncio.sleep(_BREATH)
                try:
                    async with asyncio.timeout(subscriber.patience() if is_told else subscriber.POLL_SECONDS):
                        await self._rung.wait()
                except TimeoutError:
                    self._due |= self._listeners  # for what no ring has brought
        finally:
            thread.submit(connections.close_all)
            thread.shutdown(wait=False)
            subscriber.take_back(self)
            self._task = None

    async def _told(self, asked: Collection[_Listener], thread: ThreadPoolExecutor) -> bool:
        """Ask for some who listen and tell them; return whether there was an answer."""
        players = {one.player for one in asked if one.player is not None}
        watched = {table for one in asked for table in one.watched}
        known = {table for one in asked for table in one.known}
        self._meanwhile = {}
        try:
            found = await self.loop.run_in_executor(thread, _found, players, watched, known)
        except Error as error:
            logger.warning("Nobody hears of their tables at the moment: %s", error)
            self._due.update(asked)
            return False
        finally:
            rang, self._meanwhile = self._meanwhile, None
        for one in asked:
            one.tell(found)
        self._take(rang)
        return True


def _found(players: Collection[int], watched: Collection[int], known: Collection[int]) -> _Found:
    """Return the tables of some players and the watched ones. Two queries at most."""
    close_old_connections()
    try:
        return _Found(_seats(players, known), _tables(watched))
    except Error:
        connections.close_all()
        raise


def _seats(players: Collection[int], known: Collection[int]) -> Mapping[int, Mapping[int, At]]:
    found: dict[int, dict[int, At]] = defaultdict(dict)
    wanted = Q(table__status__in=_ALIVE) | Q(table__in=known)
    columns = ("player", "table", "index", "table__version", "table__status", "table__turn_seat")
    rows = Seat.objects.filter(wanted, player__in=players).order_by().values_list(*columns) if players else []
    for player, table, index, version, status, turn in rows:
        assert player is not None  # they are those asked for
        is_turn = turn == index and status == Table.Status.RUNNING
        found[player][table] = At(table, version, status, _LETTERS[index], is_turn)
    return found


def _tables(watched: Collection[int]) -> list[At]:
    rows = Table.objects.filter(pk__in=watched).values_list("pk", "version", "status") if watched else []
    return [At(pk, version, status, "", is_turn=False) for pk, version, status in rows]


def _ring(versions: Mapping[Key, int]) -> None:
    for desk in list(_desks.values()):
        desk.heard(versions)


def _desk() -> _Desk:
    return _desks.setdefault(asyncio.get_running_loop(), _Desk())


_desks: WeakKeyDictionary[asyncio.AbstractEventLoop, _Desk] = WeakKeyDictionary()
publisher.hear(_ring)
