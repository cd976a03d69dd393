"""A person who plays over HTTP whatever breaks: each command has an id and is sent until it is answered."""

import http.client
import itertools
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.db import DatabaseError, connections
from django.test import Client
from django.utils import timezone

from games import tables
from games.bots import simple_bot
from games.models import Player, Table, TableEvent
from games.rules.base.chance import Chance
from games.rules.base.refusal import Refusal
from games.rules.notation import notation
from tests.faults.stage import Stage

TOKEN = "a" * 32
_AROUND = ("seat_taken", "seat_left")
"""What a person does that is no move."""


@dataclass
class Answers:
    """What became of the commands: by status, 0 for no answer; the longest time of one request."""

    by_status: Counter[int] = field(default_factory=Counter)
    accepted: Counter[int] = field(default_factory=Counter)  # by table
    slowest: float = 0.0
    sentences: set[str] = field(default_factory=set)


class Caller(threading.Thread):
    """Plays one match after the other, until told to stop; leaves the last one to bots.

    It holds the first seats as so many people. With two of them there are no bots at the table, so that
    play goes on where no worker does anything.
    """

    def __init__(self, stage: Stage, seed: int, people: int) -> None:
        super().__init__(name=f"caller-{seed}", daemon=True)
        self._stage, self._addresses = stage, itertools.cycle(stage.addresses)
        self._address = next(self._addresses)
        self.answers = Answers()
        self.tables: list[int] = []
        self.error: BaseException | None = None
        self.is_in_a_hurry = True
        """Whether its next move follows the last answer at once, so that a command is nearly always sent."""
        self._numbers = itertools.count(1)
        self._chance = Chance(bytes([seed]) * 32)
        self._over = threading.Event()
        self._people = [_person(f"caller{seed}-{number}") for number in range(people)]

    def end(self) -> None:
        """Let a bot go on, and be done."""
        self._over.set()
        self.join(120)
        assert not self.is_alive(), "A caller does not come to an end"
        if self.error is not None:
            raise self.error

    def speak(self) -> None:
        """Say something at the last table: that has to be written, whoever's turn it is."""
        if self.tables:
            _player, cookie = self._people[0]
            status = self._posted(f"/tables/{self.tables[-1]}/chat/", cookie, {"text": "Is anybody there?"})
            self.answers.by_status[status] += 1

    def run(self) -> None:
        """Play until the end is asked for; trouble with our own look at the database is waited out."""
        try:
            while not self._over.is_set():
                self._play_on()
            while not self._left():
                time.sleep(0.3)
        except BaseException as error:  # noqa: BLE001 - it is raised again by `end`
            self.error = error
        finally:
            connections.close_all()

    def require_each_once(self) -> None:
        """Every command that was answered with success is in the log exactly once."""
        rows = TableEvent.objects.filter(stream__in=self.tables, by__in=self._names())
        steps = set(rows.exclude(name__in=_AROUND).values_list("stream_id", "step"))
        logged = Counter(pk for pk, _step in steps)
        assert logged == self.answers.accepted, (
            f"{dict(self.answers.accepted)} accepted, {dict(logged)} in the log"
        )

    def _names(self) -> list[str]:
        return [f"player:{player.pk}" for player, _cookie in self._people]

    def _play_on(self) -> None:
        try:
            pk = self._table()
            for seat, (player, cookie) in enumerate(self._people):
                look = tables.look(pk, player)
                if look.sight is not None and look.sight.to_act == seat:
                    wanted = simple_bot.choose(look.sight, look.legal, self._chance)
                    self._send(pk, cookie, notation.text(wanted).split(" ", 1)[1], look.version)
                    if self.is_in_a_hurry:
                        return
                    break
        except DatabaseError:
            connections.close_all()
        time.sleep(0.1)

    def _table(self) -> int:
        if self.tables and Table.objects.get(pk=self.tables[-1]).status == Table.Status.RUNNING:
            return self.tables[-1]
        at = timezone.now()
        facts = {"options": {"target_score": 1}, "bot_pause_ms": 100, "turn_seconds": 120}
        seats = 2 if len(self._people) == 2 else 3
        opened = tables.open_table(
            name="Callers", rulebook="classic", seats=seats, by="organizer:1", at=at, **facts
        )
        for seat, (player, _cookie) in enumerate(self._people):
            tables.sit(opened.pk, seat=seat, player=player, at=at)
        if seats > len(self._people):
            tables.start(opened.pk, fill_with_bots=True, by="organizer:1", at=at)
        else:
            tables.start(opened.pk, by="organizer:1", at=at)
        self.tables.append(opened.pk)
        return opened.pk

    def _left(self) -> bool:
        try:
            running = Table.objects.filter(pk__in=self.tables, status=Table.Status.RUNNING)
            for table in running:
                for player, _cookie in self._people:
                    tables.leave(table.pk, player=player, at=timezone.now())
        except DatabaseError:
            connections.close_all()
            return False
        except Refusal as refusal:
            if refusal.code != "conflict":  # bots ended the match meanwhile: look again
                raise
            return False
        return True

    def _send(self, pk: int, cookie: str, move: str, after: int) -> None:
        """Send one move with its id until there is an answer that is final."""
        words = move.removesuffix(" uno")
        fields: dict[str, Any] = {"move": words, "after": after, "command_id": f"move-{next(self._numbers)}"}
        if words != move:
            fields["uno"] = "on"
        while True:
            status = self._posted(f"/tables/{pk}/moves/", cookie, fields)
            self.answers.by_status[status] += 1
            if status == 200:
                self.answers.accepted[pk] += 1
            if 0 < status < 500:
                return
            time.sleep(0.3)

    def _posted(self, path: str, cookie: str, fields: dict[str, Any]) -> int:
        headers = {"Cookie": cookie, "X-CSRFToken": TOKEN, "HX-Request": "true"}
        headers |= self._stage.headers(self._address)
        body = urllib.parse.urlencode(fields).encode()
        request = urllib.request.Request(self._address + path, body, headers)
        began = time.monotonic()
        try:
            with urllib.request.urlopen(request, timeout=30, context=self._stage.trusting()) as answer:
                answer.read()
                return int(answer.status)
        except urllib.error.HTTPError as error:
            with error:
                self.answers.sentences.add(error.read().decode(errors="replace"))
            return error.code
        except (OSError, http.client.HTTPException):
            self._address = next(self._addresses)
            return 0
        finally:
            self.answers.slowest = max(self.answers.slowest, time.monotonic() - began)


def _person(name: str) -> tuple[Player, str]:
    """Return somebody who is logged in, and the cookies that say so."""
    user = User.objects.create(username=name)
    client = Client()
    client.force_login(user)
    cookies = f"sessionid={client.cookies['sessionid'].value}; csrftoken={TOKEN}"
    return Player.objects.create(name=name, user=user), cookies
