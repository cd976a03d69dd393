"""Situation: commands arrive doubled, late and in another order than they were meant, or all at once."""

import threading
from collections import defaultdict
from dataclasses import dataclass, field
from random import Random

import pytest
from django.db import connections
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from games.models import ChatMessage, Receipt, Table, TableEvent
from games.pages.controls import move_text
from tests.games.playing import deal, fresh, player, players, see
from tests.games.sending import send
from tests.games.visiting import log_in
from tests.suite.extent import some

# More cards than can be played or drawn in so few steps: no new deal, and no dice.
HANDS = "r1 r2 y7 g8 b6/r4 g7 b1 y0 r3/b7 b8 w4 g9 r5"
PILE = "r9 y1 y2 y3 y4 y5 y6 y7 y8 y9 g1 g2 g3 g4 g5 g6 b2 b3 b4 b5 r6 r7 r8 b9 g0 b0 r0 y6 g6 b6"

# What is done one after another: somebody writes a command (what kind, whose, which of those possible), or
# sends one of those written, perhaps not for the first time.
WRITE = st.tuples(
    st.sampled_from(["legal", "legal", "legal", "any", "say", "leave", "come-back", "ruling"]),
    st.sampled_from("ABC"),
    st.integers(0, 9),
)
STEPS = st.lists(st.one_of(WRITE, st.integers(0, 9), st.integers(0, 9)), min_size=4, max_size=24)
ANY_MOVES = ("draw", "pass", "uno", "catch A", "catch B", "play r9", "accept", "challenge", "deal", "r5")
PATHS = {"say": "chat", "leave": "leave", "come-back": "come-back", "ruling": "ruling"}


@dataclass
class Evening:
    """Three people at a table whose cards are known, and what they have written and sent."""

    table: Table
    clients: dict[str, Client]
    written: list[tuple[str, str, dict]] = field(default_factory=list)
    answers: dict[int, list[object]] = field(default_factory=lambda: defaultdict(list))

    def write(self, kind: str, letter: str, which: int) -> None:
        """Compose a command from what its sender sees now."""
        sender = "H" if kind == "ruling" else letter  # the host, who does not play
        self.written.append((sender, PATHS.get(kind, "moves"), self._fields(kind, letter, which)))

    def send(self, number: int) -> None:
        letter, path, fields = self.written[number]
        address = f"/tables/{self.table.pk}/{path}/"
        self.answers[number].append(send(self.clients[letter], address, f"n{number}", **fields))

    def _fields(self, kind: str, letter: str, which: int) -> dict:
        version = fresh(self.table).version
        if kind == "say":
            return {"text": f"hello {which}"}
        if kind == "ruling":
            return {
                "ruling": "penalty",
                "reason": "late",
                "seat": which % 3,
                "cards": 1,
                "after": version,
                "sure": 1,
            }
        if kind in ("leave", "come-back"):
            return {}
        look = see(self.table, letter)
        moves = [move_text(command) for command in look.legal] if kind == "legal" else []
        return {"move": (moves or ANY_MOVES)[which % len(moves or ANY_MOVES)], "after": version}

    def told(self) -> list[tuple]:
        """The log and the chat, with seats instead of people."""
        letters = {f"player:{player(self.table, letter).pk}": letter for letter in "ABC"}
        letters[f"player:{self.table.host_id}"] = "H"
        rows = TableEvent.objects.filter(stream=self.table).values_list(
            "version", "step", "name", "payload", "by"
        )
        names = {int(who.split(":")[1]): letter for who, letter in letters.items()}
        messages = ChatMessage.objects.filter(table=self.table).order_by("pk").values_list("player", "text")
        dealt = [(*row[:4], letters.get(row[4], row[4])) for row in rows if row[2] not in _OF_ONE_EVENING]
        return [*dealt, *((names[who], text) for who, text in messages)]


# With the ids of people and the secrets of the shuffles, which no two evenings share.
_OF_ONE_EVENING = {"table_opened", "seat_taken", "shuffles_committed"}


def evening() -> Evening:
    (host,) = players("Hal")
    table = deal("Ana Bo Cy", HANDS, PILE, host=host)
    people = {"H": host} | {letter: player(table, letter) for letter in "ABC"}
    clients = {letter: Client() for letter in people}
    for letter, client in clients.items():
        log_in(client, people[letter])
    return Evening(table, clients)


def spend(steps: list, *, once: bool) -> Evening:
    """Live through the steps; with `once` every command is sent for the first time only."""
    spent = evening()
    for step in steps:
        if isinstance(step, tuple):
            spent.write(*step)
        elif spent.written:
            number = step % len(spent.written)
            if not once or not spent.answers[number]:
                spent.send(number)
    return spent


@pytest.mark.django_db
@settings(max_examples=25)
@given(steps=STEPS)
def test_whatever_is_doubled_and_late_the_log_is_that_of_each_command_once(steps):
    doubled, single = spend(steps, once=False), spend(steps, once=True)
    assert doubled.told() == single.told()
    for number, answers in doubled.answers.items():
        assert len({_anonymous(doubled, answer) for answer in answers}) <= 1
        assert [_anonymous(doubled, answer) for answer in answers[:1]] == [
            _anonymous(single, answer) for answer in single.answers[number]
        ]
    kept = Receipt.objects.filter(sender__in=_senders(doubled)).count()
    assert kept == sum(map(bool, doubled.answers.values()))


def _anonymous(spent: Evening, answer: object) -> tuple:
    status, where, message = answer
    return status, where.replace(f"/{spent.table.pk}/", "/…/"), message


def _senders(spent: Evening) -> list[str]:
    return [f"user:{client.session['_auth_user_id']}" for client in spent.clients.values()]


@pytest.mark.sampled("sends them in one order, not in three", about=["games/tables/", "games/pages/"])
@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seed", some(range(3), every=3))
def test_copies_that_arrive_at_the_same_moment_are_one_command(seed):
    spent = evening()
    for letter in "ABC":
        for which in range(3):
            spent.write("say", letter, which)
    spent.write("ruling", "H", 1)  # nobody was late for a penalty: each of them would count
    spent.write("ruling", "H", 2)
    spent.write("legal", "B", 0)
    spent.write("any", "C", 0)
    spent.write("leave", "C", 0)
    order = [number for number in range(len(spent.written)) for _copy in range(3)]
    Random(seed).shuffle(order)
    _at_once(spent, order, hands=6)

    for number, answers in spent.answers.items():
        assert len(answers) == 3
        assert len(set(answers)) == 1, spent.written[number]
    accepted = {number for number, answers in spent.answers.items() if answers[0][0] == 302}
    messages = [number for number in accepted if spent.written[number][1] == "chat"]
    assert ChatMessage.objects.count() == len(messages) == 9
    rows = TableEvent.objects.filter(stream=spent.table).order_by("version")
    steps = {row.step: row.by for row in rows if row.at > spent.table.opened_at}
    assert len(steps) == len(accepted) - len(messages)
    assert [row.name for row in rows].count("referee_penalty") == 2


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_table_is_opened_once_by_requests_that_arrive_together():
    (ana,) = players("Ana")
    client = Client()
    log_in(client, ana)
    spent = Evening(Table(pk=0), {"A": client})
    form = {"rulebook": "classic", "seats": 4, "bots": 2, "turn_seconds": 60}
    answers: list[object] = []
    _together([lambda: answers.append(send(client, "/tables/new/", "one", **form)) for _copy in range(6)])
    (table,) = Table.objects.all()
    assert answers == [(302, f"/tables/{table.pk}/", "")] * 6
    assert [seat.is_free for seat in table.seats.all()] == [False, False, False, True]
    assert not spent.written


def _at_once(spent: Evening, order: list[int], hands: int) -> None:
    """Send commands by so many threads, each with a connection of its own."""
    shares = [order[start::hands] for start in range(hands)]
    _together([lambda share=share: [spent.send(number) for number in share] for share in shares])


def _together(actions: list) -> None:
    start = threading.Barrier(len(actions))
    errors: list[Exception] = []

    def run(action):
        try:
            start.wait(10)
            action()
        except Exception as error:
            errors.append(error)
            raise
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=[action]) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not errors
