"""Situation: spectators have a match open whose stream carries what their page would fetch."""

import asyncio
import re
import threading
import urllib.request
from contextlib import aclosing

import pytest
from django.db import connections

from games import chat, metrics, tables
from games.pages import spectator_fragments
from games.realtime import server_sent_events, watched_versions
from games.realtime.server_sent_events import SentFragment, fragment_message
from tests.games.pages.test_watching import fetch
from tests.games.playing import START, after, deal, fresh, open_table, player
from tests.games.visiting import log_in
from tests.spectators.crowd import all_heard, run, watching

pytestmark = pytest.mark.django_db(transaction=True)

HANDS = {"A": ("red 1", "red 2", "red 3"), "B": ("red 4", "red 5", "red 6")}
BOTH = "fragments=version,chat"
FAR = 1_000_000
"""A version that no table has: those who watch are notified of it without a move."""


@pytest.fixture(autouse=True)
def threads_end_with_the_last_reader():
    yield
    for thread in threading.enumerate():
        if thread.name.startswith(("table-stream", "subscriber", "spectators")):
            thread.join(10)


@pytest.fixture
def table():
    """Each card of the two hands is in this deal only once."""
    return deal("Ana bot", "r1 r2 r3/r4 r5 r6", "r9 y1 y2 y3 y4 y5 y6 y7 y8")


def move(table):
    tables.play_for_bot(table.pk, version=fresh(table).version, at=after(60))
    return fresh(table).version


def path_of(table, known=0, wish=BOTH):
    return f"/tables/{table.pk}/stream/?after={known}&chat=0&{wish}"


def read(address, path, event, **headers):
    """Return the lines of the first event with this name: its id, or nothing, and its data."""
    request = urllib.request.Request(address + path, headers=headers)
    with urllib.request.urlopen(request, timeout=20) as answer:
        lines, name = [], ""
        for line in answer:
            text = line.decode().removesuffix("\n")
            field, _is, value = text.partition(": ")
            if not text and name == event:
                break
            if not text:
                lines = []
            elif field == "event":
                name = value
            elif field in ("id", "data"):
                lines.append(text)
    mark = lines.pop(0).removeprefix("id: ") if lines[0].startswith("id: ") else ""
    return mark, "\n".join(line.removeprefix("data: ") for line in lines)


def without_clock(html):
    return re.sub(r'data-countdown.*?</span>|value="\d+"', "", html)


def test_the_stream_of_a_spectator_carries_what_the_page_would_fetch(asgi_server, table):
    mark, data = read(asgi_server, path_of(table), "fragment")
    head, _end, html = data.partition("\n")
    assert (mark, head) == (str(table.version), f"version {table.version}")
    assert without_clock(html) == without_clock(fetch(asgi_server, table)[1])


def test_the_fragment_in_a_stream_is_in_the_language_of_the_page(asgi_server, table):
    _mark, data = read(asgi_server, path_of(table, wish=f"{BOTH}&language=ru"), "fragment")
    russian = fetch(asgi_server, table, where="watch/?language=ru")[1]
    assert without_clock(data.partition("\n")[2]) == without_clock(russian)


def test_a_stream_carries_a_new_message_of_the_chat(asgi_server, table):
    chat.say(table.pk, "Good luck", player=player(table, "A"), at=START)
    mark, data = read(asgi_server, path_of(table, known=table.version), "fragment")
    assert (mark, data.partition("\n")[0]) == ("", "chat 1")
    assert "Good luck" in data


def test_a_stream_that_was_not_asked_for_fragments_carries_numbers(asgi_server, table):
    for wish in ("", "fragments=", "fragments=nonsense"):
        assert read(asgi_server, path_of(table, wish=wish), "version")[1] == str(table.version)


def test_a_stream_carries_the_number_where_there_is_nothing_to_watch_yet(asgi_server):
    table = open_table("bot bot")
    assert read(asgi_server, path_of(table), "version")[1] == str(fresh(table).version)


@pytest.mark.parametrize("letter", [None, "A"])
def test_no_byte_of_a_stream_tells_a_card_of_a_hand(asgi_server, client, table, letter):
    headers = {}
    if letter:
        log_in(client, player(table, letter))
        headers["Cookie"] = f"sessionid={client.cookies['sessionid'].value}"
    _mark, data = read(asgi_server, path_of(table), "fragment", **headers)
    assert 'id="felt"' in data
    assert not [card for hand in HANDS.values() for card in hand if card in data.lower()]
    assert "csrf" not in data


def test_only_pages_that_are_the_same_for_all_ask_for_fragments(client, table):
    def asks():
        return re.findall(r'data-sent="(\w+)"', client.get(f"/tables/{table.pk}/").content.decode())

    assert asks() == ["version", "chat"]
    log_in(client, player(table, "A"))
    assert asks() == ["chat"]


def test_a_move_is_rendered_once_and_comes_to_all_who_watch(table):
    """Their streams begin together, and so does the one of a late spectator a moment later."""

    async def all_streams():
        facts = ("table", table.pk, "en")
        told = await asyncio.gather(
            *[spectator_fragments.for_stream(*facts, version=table.version) for _page in range(50)]
        )
        told.append(await spectator_fragments.for_stream(*facts, version=table.version))
        spectator_fragments._cache()._end()
        return told

    def count(way):
        return metrics.FRAGMENTS.labels("table", way)._value.get()

    before = count("rendered"), count("streamed")
    told = run(all_streams())
    assert {fragment.version for fragment in told} == {table.version}
    assert (count("rendered") - before[0], count("streamed") - before[1]) == (1, 51)


def test_a_fragment_is_forgotten_when_its_clock_is_late(table, monkeypatch):
    monkeypatch.setattr(spectator_fragments, "FRESH_SECONDS", 0.1)

    async def watch():
        await spectator_fragments.for_stream("table", table.pk, "en", version=table.version)
        cache = spectator_fragments._cache()
        kept = len(cache._last)
        await asyncio.sleep(0.2)
        left = len(cache._last)
        cache._end()
        return kept, left

    assert run(watch()) == (1, 0)


def test_everybody_hears_of_a_move_by_its_fragment(asgi_server, table):
    async def watch():
        async with watching(asgi_server, path_of(table), 50) as crowd:
            await all_heard(crowd, table.version)
            version = await asyncio.to_thread(moved)
            await all_heard(crowd, version)
            return version, [sorted(spectator.heard) for spectator in crowd]

    def moved():
        try:
            return move(table)
        finally:
            connections.close_all()

    version, heard = run(watch())
    assert heard == [[table.version, version]] * 50


def test_a_line_break_in_a_fragment_begins_no_other_event():
    message = fragment_message("chat", 7, b"<p>one\rid: 9\r\n\r\nevent: version\n</p>")
    assert message == (
        b"event: fragment\ndata: chat 7\n"
        b"data: <p>one\ndata: id: 9\ndata: \ndata: event: version\ndata: </p>\n\n"
    )


def test_a_reader_who_takes_too_long_is_sent_a_number_next(table, monkeypatch):
    monkeypatch.setattr(server_sent_events, "SLOW_SECONDS", 0.2)
    monkeypatch.setattr(server_sent_events, "APART_SECONDS", 0.0)

    async def fragment(version):
        return SentFragment(version, b"event: fragment\n")

    async def watch():
        known, told = {("table", table.pk): 0}, []
        async with aclosing(server_sent_events._messages(known, {"version": fragment})) as stream:
            await anext(stream)
            for number, seconds in enumerate((0.3, 0.0, 0.0, 0.0)):
                told.append(kind_of(await anext(stream)))
                watched_versions._hub.notify({("table", table.pk): FAR + number})
                await asyncio.sleep(seconds)
        return told

    def kind_of(message):
        text = message if isinstance(message, str) else message.decode()
        return text.partition("\n")[0]

    told = run(watch())
    assert told == ["event: fragment", "event: version", "event: fragment", "event: fragment"]


def test_of_many_moves_in_a_moment_only_the_last_is_sent(table, monkeypatch):
    monkeypatch.setattr(server_sent_events, "APART_SECONDS", 0.5)
    asked = []

    async def fragment(version):
        asked.append(version)
        return SentFragment(FAR + 3 if version > FAR else version, b"event: fragment\n")

    async def watch():
        known = {("table", table.pk): 0}
        async with aclosing(server_sent_events._messages(known, {"version": fragment})) as stream:
            await anext(stream)
            await anext(stream)
            following = asyncio.ensure_future(anext(stream))
            for number in (1, 2, 3):
                watched_versions._hub.notify({("table", table.pk): FAR + number})
                await asyncio.sleep(0.02)
            await following

    run(watch())
    assert asked == [table.version, FAR + 1]
