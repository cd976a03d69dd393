"""Situation: streams, rings and messages to workers leave the process; they carry numbers and no card."""

import re
import urllib.request

import pytest
from celery.signals import before_task_publish

from games import tasks
from tests.games.playing import deal, do, fresh
from tests.league.every_address.two_worlds import masked

pytestmark = pytest.mark.django_db(transaction=True)

PILE = "r9 y1 y2 y3 y4 y5 y6 y7 y8 y9"
WORLDS = [("r1 r2 r3/r4 r5 w4/b7 b8 b9", PILE), ("r1 g1 w/r4 y0 w4/g2 g3 g4", PILE)]
MOVES = ("B play r4", "C draw", "C pass", "A play r1")


def heard(address, table):
    """Every byte of the stream while the moves are made, but for the moment of coming back."""
    request = urllib.request.Request(f"{address}/tables/{table.pk}/stream/?after=0&chat=0")
    lines: list[str] = []

    def listen(stream):
        for line in stream:
            lines.append(re.sub(r"^retry: \d+$", "retry: …", line.decode().strip()))
            if lines[-1] == f"data: {fresh(table).version}":
                return

    with urllib.request.urlopen(request, timeout=20) as stream:
        listen(stream)
        for move in MOVES:
            do(table, move)
            listen(stream)
    return [line for line in lines if line]


def test_the_stream_is_the_same_in_both_worlds_and_says_nothing_but_numbers(asgi_server):
    first, second = (heard(asgi_server, deal("Ana Bo Cy", *world)) for world in WORLDS)
    assert first == second
    lines = {line.split(": ", 1)[1] for line in first if line.startswith(("data", "id"))}
    assert len(lines) > len(MOVES)
    assert all(re.fullmatch(r"\d+(\.\d+)?", answer) for answer in lines)


def test_fragments_for_all_spectators_are_the_same_in_both_worlds(asgi_server):
    shown = []
    for world in WORLDS:
        table = deal("Ana Bo Cy", *world)
        for move in MOVES:
            do(table, move)
        for kind in ("watch", "chat/watch"):
            with urllib.request.urlopen(f"{asgi_server}/tables/{table.pk}/{kind}/", timeout=20) as answer:
                page = masked(answer.read().decode()).replace(f"/tables/{table.pk}/", "/tables/…/")
                shown.append(re.sub(r"/players/\d+/report/\?table=\d+", "/players/…/report/", page))
    assert shown[:2] == shown[2:]
    assert "red 1" in shown[0]  # on the discard pile


def test_messages_to_workers_name_a_table_and_a_version_and_nothing_else():
    sent = []

    def note(sender, body, headers, **_rest):
        sent.append((sender, body[:2], headers["argsrepr"], headers["kwargsrepr"]))

    before_task_publish.connect(note)
    try:
        table = deal("Ana bot bot", "r1 r2 r3/r4 r5 w4/b7 b8 b9", PILE)
        result = tasks.play_for_bot(table.pk, table.version)
    finally:
        before_task_publish.disconnect(note)
    assert isinstance(result, bool)
    assert sent
    for name, (args, kwargs), shown, shown_names in sent:
        assert name == "games.tasks.play_for_bot"
        number, version = args
        assert number == table.pk
        assert version in range(table.version, fresh(table).version + 1)
        assert (kwargs, shown, shown_names) == ({}, f"[{number}, {version}]", "{}")
