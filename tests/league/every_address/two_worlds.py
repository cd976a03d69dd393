"""Two worlds that are equal but for the cards somebody cannot know: same rows, same ids, other cards.

A situation is played at a table twice, each time inside a transaction that is taken back. In the second
world all cards which the viewer cannot know have changed places. Whatever is answered must be the same.
"""

import base64
import copy
import logging
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client

from games import chat
from games.models import ChatMessage, ShuffleSeed, Table
from games.rules.base.chance import GivenChance
from games.rules.cards import cards
from games.rules.fairness.shuffle import Secret, secret_of
from games.tables.aggregate import locked
from league.http import rate_limit
from league.models import Competition, Match, Membership
from tests.games.playing import START, do, fresh, open_table, players
from tests.games.visiting import HTMX, log_in
from tests.league import club_nights
from tests.suite import extent

SEATS = "ABC"


@dataclass(frozen=True)
class Situation:
    """A deal of three with every card only once, and what has been done in it so far.

    `knows` are cards that somebody has seen beside the own hand, the starter and what was played; `open` are
    those that everybody knows or that the rules tell everybody something about.
    """

    hands: str
    pile: str
    moves: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    knows: dict[str, str] = field(default_factory=dict)
    open: str = ""

    @property
    def order(self) -> list[int]:
        """All cards in the order of the deal; B is dealt to first."""
        dealt = [cards.cards(hand) for hand in self.hands.split("/")]
        one_each = zip(*dealt[1:], dealt[0], strict=True)
        return [card for turn in one_each for card in turn] + cards.cards(self.pile)

    def other(self, viewer: str | None, *, shift: int, fixed: int = 0) -> list[int]:
        """The order of the other world, in which what the viewer cannot know has moved on by `shift`.

        The first `fixed` cards of the draw pile stay, for commands that draw some.
        """
        known = self._known(viewer, fixed)
        hidden = [card for card in self.order if card not in known]
        assert len(set(self.order)) == len(self.order)
        assert len(hidden) > shift
        moved = iter(hidden[shift:] + hidden[:shift])
        return [card if card in known else next(moved) for card in self.order]

    def moves_with(self, order: list[int]) -> list[str]:
        """The moves of a world: who gives a covered card gives the one that is in its place there."""
        places = dict(zip(self.order, order, strict=True))

        def instead(match: re.Match[str]) -> str:
            return match[1] + cards.TOKENS[places[cards.card(match[2])]]

        return [re.sub(r"(ex \w |give )(\S+)", instead, move) for move in self.moves]

    def _known(self, viewer: str | None, fixed: int) -> set[int]:
        pile = cards.cards(self.pile)
        laid = [match for move in self.moves for match in re.findall(r"(?:play|jump) (\S+)", move)]
        known = {pile[0], *pile[1 : 1 + fixed], *cards.cards(" ".join([*laid, self.open]))}
        if viewer is not None:
            known |= {*cards.cards(self.hands.split("/")[SEATS.index(viewer)])}
            known |= {*cards.cards(self.knows.get(viewer, ""))}
        return known


@dataclass(frozen=True)
class Asked:
    """A request of a test; `fields` make it a post."""

    path: str
    fields: dict[str, Any] | None = None
    htmx: bool = False
    headers: dict[str, str] = field(default_factory=dict)
    content_type: str = ""

    def by(self, client: Client) -> HttpResponse:
        """Ask as somebody who has not asked anything before."""
        cookies = copy.deepcopy(client.cookies)
        try:
            return self._answer(client)
        finally:
            client.cookies = cookies

    def _answer(self, client: Client) -> HttpResponse:
        headers = {**self.headers, **(HTMX if self.htmx else {})}
        if self.fields is None:
            return client.get(self.path, headers=headers)
        sent = {"content_type": self.content_type} if self.content_type else {}
        return client.post(self.path, self.fields, headers=headers, **sent)


class Stage:
    """A table before the deal, with everybody who may look at it; `hosted` by Hal or played in a competition.

    The organizer is Olga, Sam runs the site, Wim watches, and somebody has no name.
    """

    def __init__(self, situation: Situation, *, hosted: bool, who: str = "Ana Bo Cy") -> None:
        size = len(situation.hands.split("/", maxsplit=1)[0].split())
        options = {"dealer_choice": "fixed", "hand_size": size, **situation.options}
        self.situation = situation
        self.people = dict(zip("HOSW", players("Hal Olga Sam Wim"), strict=True))
        host = self.people["H"] if hosted else None
        self.table = open_table(who, options=options, host=host)
        for seat in self.table.seats.select_related("player"):
            if seat.player:
                self.people[SEATS[seat.index]] = seat.player
        self.competition = self._competition(self.table)
        self.clients = {None: Client()} | {letter: Client() for letter in self.people}
        for letter, person in self.people.items():
            user = log_in(self.clients[letter], person)
            user.is_staff = user.is_superuser = letter == "S"
            user.save()
        chat.say(self.table.pk, "Good luck", player=self.people["A"], at=START)
        self.message = ChatMessage.objects.get()
        ContentType.objects.get_for_models(*apps.get_models())  # what Django reads once and keeps

    @contextmanager
    def world(self, order: list[int]) -> Iterator[Table]:
        """Deal the cards in this order and play; afterwards nothing of it has happened."""
        with taken_back():
            _restart_numbers()
            with locked(self.table.pk) as held:
                held.begin(by="organizer:1", at=START, chance=GivenChance([order], any_cards=True))
            for move in self.situation.moves_with(order):
                do(self.table, move)
            yield fresh(self.table)

    def told(self, order: list[int], letter: str | None, asked: list[Asked]) -> list[dict[str, Any]]:
        """What somebody is told in a world, each answer as if it were the only one."""
        answers = []
        with self.world(order), listening():  # each answer is listened to by itself, at the same levels
            for query in asked:
                rate_limit.forget_here()
                with taken_back():
                    answers.append(told(self.clients[letter], query))
        return answers

    def secrets(self) -> list[str]:
        """What the shuffles are made from, equal in both worlds: in hexadecimals, as bytes, in base 64."""
        seed = Secret(ShuffleSeed.objects.get(table=self.table).seed)
        made = [bytes(seed), bytes(secret_of(seed, 1)), bytes(secret_of(seed, 2))]
        return [text for key in made for text in (key.hex(), repr(key)[2:-1], base64.b64encode(key).decode())]

    def _competition(self, table: Table) -> Competition:
        """A running competition of Olga's club, and our table is one of its matches."""
        competition = club_nights.started(3)
        Membership.objects.create(club=competition.club, player=self.people["O"], is_organizer=True)
        Match.objects.filter(competition=competition).update(table=table)
        return competition


def assert_equal_worlds(
    stage: Stage, viewer: str | None, as_whom: str, asked: list[Asked], **how: int
) -> None:
    """Nothing that somebody is told depends on a card that the viewer cannot know."""
    letter = None if as_whom == "-" else as_whom
    here = stage.told(stage.situation.order, letter, asked)
    secrets = stage.secrets()
    for path, first in zip(asked, here, strict=True):
        assert not _told_of(secrets, first), f"{path} tells the shuffle"
    again = [place for place, first in enumerate(here) if extent.is_thorough() or first["reads tables"]]
    there = stage.told(stage.situation.other(viewer, **how), letter, [asked[place] for place in again])
    for place, second in zip(again, there, strict=True):
        path, first = asked[place], here[place]
        assert not _told_of(secrets, second), f"{path} tells the shuffle"
        differs = {key: _where(first[key], second[key]) for key in first if first[key] != second[key]}
        assert not differs, f"{as_whom} is told more than they may know by {path}: {differs}"


def _told_of(secrets: list[str], answer: dict[str, Any]) -> list[str]:
    whole = f"{answer}"
    return [secret for secret in secrets if secret in whole]


def _where(first: Any, second: Any) -> tuple[str, str]:
    """Where two things that are told begin to differ."""
    first_text, other = str(first), str(second)
    equal = next((at for at, (a, b) in enumerate(zip(first_text, other, strict=False)) if a != b), 0)
    start = max(0, equal - 40)
    return first_text[start : start + 160], other[start : start + 160]


def told(client: Client, asked: Asked) -> dict[str, Any]:
    """Everything about an answer that somebody could notice, and what was logged meanwhile."""
    with _counting_queries() as queries, listening() as lines:
        response = asked.by(client)
    body = b"" if response.streaming else response.content
    cookies = {name: _content_of(name, cookie.value) for name, cookie in response.cookies.items()}
    return {
        "status": response.status_code,
        "headers": {name: masked(value) for name, value in response.headers.items() if name not in _CHANGING},
        "cookies": cookies,
        "body": masked(body.decode(errors="replace")),
        "length": len(body),
        "queries": queries.total(),
        "reads tables": any(map(_OF_TABLES.search, queries)),
        "log": [masked(line) for line in lines],
    }


def _content_of(name: str, value: str) -> str | None:
    """What a cookie says, without its time and signature; nothing of those that are secrets."""
    return None if name in _SECRET_COOKIES else value.split(":", maxsplit=1)[0]


@contextmanager
def _counting_queries() -> Iterator[Counter[str]]:
    """Count what the database is asked. Django's own way keeps each question with its values as text."""
    asked: Counter[str] = Counter()

    def count(execute: Any, sql: str, *how: Any) -> Any:
        asked[sql] += 1
        return execute(sql, *how)

    with connection.execute_wrapper(count):
        yield asked


@contextmanager
def listening() -> Iterator[list[str]]:
    """Collect what our own loggers and that of requests say, down to the smallest remark."""
    lines: list[str] = []
    ear = logging.Handler(logging.DEBUG)
    ear.emit = lambda record: lines.append(_LINE.format(record))  # type: ignore[method-assign]
    loggers = [
        logging.getLogger(name) for name in ("games", "league", "celery", "django.request", "django.security")
    ]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        _set_level(logger, logging.DEBUG)
        logger.addHandler(ear)
    try:
        yield lines
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.removeHandler(ear)
            _set_level(logger, level)


def _set_level(logger: logging.Logger, level: int) -> None:
    """Set a level that is another one: all loggers then forget what they know."""
    if logger.level != level:
        logger.setLevel(level)


def masked(text: str) -> str:
    """The text without what is new in every answer: tokens, the ids of commands, the time that is left."""
    for pattern in _NEW_EVERY_TIME:
        text = pattern.sub(r"\1…", text)
    return text


@contextmanager
def taken_back() -> Iterator[None]:
    """Whatever is written meanwhile has not been written afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def _restart_numbers() -> None:
    """Let new rows have the same ids in both worlds, also where a taken back id is not used again."""
    with connection.cursor() as cursor:
        for sql in connection.ops.sequence_reset_sql(no_style(), apps.get_models()):
            cursor.execute(sql)


_OF_TABLES = re.compile(r'"games_(?!player"|receipt")')
"""Finds in a question all that is kept of games but people: in nothing else do the worlds differ."""
_LINE = logging.Formatter("%(name)s %(levelname)s %(message)s")
_CHANGING = {"Expires", "Last-Modified", "Date", "As-Of", "X-Request-ID"}
"""Times, and the id that the server draws for each request."""
_SECRET_COOKIES = {"csrftoken", "sessionid"}
_NEW_EVERY_TIME = [
    # Each begins with plain letters, which are found without trying the expression everywhere.
    re.compile(pattern)
    for pattern in (
        r'(name="csrfmiddlewaretoken" value=")[^"]+',
        r'("X-CSRFToken": ")[^"]+',
        r'(name="command_id" type="hidden" value=")[^"]+',
        r'(data-countdown=")-?\d+',
        r"(<span data-countdown-words>)[^<]+",
        r"(<time)[^>]*>[^<]*</time>",
        r'(data-clock=")[\d:]+',
        r"(_at\":\")\d{4}-\d\d-\d\dT[\d:.]+Z",
        r'(" value=")\d+(?=" aria-hidden="true"></progress>)',
    )
]
