"""Situation: a bot sits at several tables and hears of all of them by one line."""

import asyncio
import json
import threading
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connections
from django.test import RequestFactory
from django.urls import resolve

from games import tables
from games.realtime import player_stream
from games.realtime.subscriber import POLL_SECONDS
from league.api.openapi.asynchronous import MyTablesQuery
from league.api.tables import my_tables
from league.models import Club
from league.project import club_middleware
from tests.games.playing import START, deal, do, fresh, open_table, play_out
from tests.league.api.asking import Program, program
from tests.league.club_nights import club, knock_out, matches
from tests.league.people import somebody

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def thread_ends_with_the_last_listener():
    yield
    for thread in threading.enumerate():
        if thread.name.startswith(("player-stream", "subscriber")):
            thread.join(10)
    my_tables._ASKING.submit(connections.close_all).result()


async def meanwhile(action, *arguments, **facts):
    """Do something in another thread, as a web server does."""

    def work():
        try:
            return action(*arguments, **facts)
        finally:
            connections.close_all()

    return await asyncio.to_thread(work)


def run(coroutine):
    return asyncio.run(asyncio.wait_for(coroutine, 20))


async def ask(path: str, headers: dict[str, str], method: str = "GET") -> Any:
    """Ask as the web process does: the gate first, then the view, without middleware."""
    request = RequestFactory().generic(method, f"/api/v1/{path}", headers=headers)
    match = resolve(request.path_info)
    refused = await meanwhile(club_middleware.refused_stream, request, match)
    return refused or await match.func(request, *match.args, **match.kwargs)


def waited(path: str, bot: Program) -> dict[str, Any]:
    answer = run(ask(f"me/tables/wait/{path}", bot.headers))
    assert answer.status_code == 200, answer.content
    return json.loads(answer.content)


@pytest.fixture
def table():
    return deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5")


@pytest.fixture
def bot(table):
    """The program of Bo."""
    player = table.seats.get(index=1).player
    player.user = User.objects.create(username="robo")
    player.save()
    return Program(player.user)


def test_at_first_all_tables_are_told_and_then_what_is_new(bot, table):
    other = open_table(seats=2)
    tables.sit(other.pk, player=bot.player, seat=0, at=START)
    first = waited("", bot)
    assert first["tables"] == [
        {"table": table.pk, "version": table.version, "status": "running", "seat": "B", "is_turn": True},
        {
            "table": other.pk,
            "version": fresh(other).version,
            "status": "open",
            "seat": "A",
            "is_turn": False,
        },
    ]
    assert waited(f"?after={first['after']}&seconds=0", bot) == {"after": first["after"], "tables": []}
    do(table, "B draw")
    do(table, "B pass")
    (new,) = waited(f"?after={first['after']}", bot)["tables"]
    assert (new["table"], new["version"], new["is_turn"]) == (table.pk, fresh(table).version, False)


def test_a_waiting_program_is_told_as_soon_as_something_happens(bot, table):
    after = waited("", bot)["after"]

    async def wait() -> Any:
        asked = asyncio.ensure_future(ask(f"me/tables/wait/?after={after}", bot.headers))
        done, _waiting = await asyncio.wait([asked], timeout=3 * POLL_SECONDS)
        assert not done
        await meanwhile(do, table, "B draw")
        return await asked

    told = json.loads(run(wait()).content)
    assert [table["version"] for table in told["tables"]] == [fresh(table).version]


def test_a_table_that_is_over_or_left_is_told_once_more(bot, table):
    other = open_table(seats=2)
    tables.sit(other.pk, player=bot.player, seat=0, at=START)
    after = waited("", bot)["after"]
    tables.leave(other.pk, player=bot.player, at=START)
    told = waited(f"?after={after}", bot)
    assert [(table["table"], table["status"], table["seat"]) for table in told["tables"]] == [
        (other.pk, None, None)
    ]
    play_out(table)
    told = waited(f"?after={told['after']}", bot)
    assert [(table["table"], table["status"]) for table in told["tables"]] == [(table.pk, "finished")]
    assert waited(f"?after={told['after']}&seconds=0", bot) == {"after": "", "tables": []}


def test_the_stream_tells_the_same_and_goes_on_where_it_was_cut(bot, table):
    async def listen(headers: dict[str, str]) -> list[str]:
        response = await ask("stream/", bot.headers | headers)
        parts = aiter(response.streaming_content)
        heard = [(await anext(parts)).decode(), (await anext(parts)).decode()]
        await parts.aclose()
        return heard

    first, told = run(listen({}))
    assert "event: beat" in first
    assert "retry: " in first
    assert f"event: table\nid: {table.pk}.{table.version}\n" in told
    assert json.loads(told.split("data: ")[1])["is_turn"] is True
    place = {"Last-Event-ID": f"{table.pk}.{table.version}"}
    assert "event: beat" in run(listen(place))[1]
    do(table, "B draw")
    assert f'"version": {fresh(table).version}' in run(listen(place))[1]


def test_many_lines_ask_as_often_as_one(bot, table):
    asked = []
    usual = player_stream._tables_of

    def counted(*wanted: Any) -> Any:
        asked.append(wanted)
        return usual(*wanted)

    async def listen() -> None:
        lines = [player_stream.news(bot.player.pk, (), {}) for _line in range(50)]
        for told in await asyncio.gather(*[anext(line) for line in lines]):
            assert [row.table for row in told] == [table.pk]
        for line in lines:
            await line.aclose()

    player_stream._tables_of = counted
    try:
        run(listen())
    finally:
        player_stream._tables_of = usual
    assert len(asked) <= 3


def test_a_server_that_ends_hangs_up(bot, table):
    async def listen() -> None:
        line = player_stream.news(bot.player.pk, (), {})
        await anext(line)
        player_stream.close_all()
        async for _more in line:
            pass

    run(listen())


# --- who may


def test_strangers_and_tokens_that_are_not_good_are_refused(table):
    for path in ("stream/", "me/tables/wait/"):
        for headers, code in (
            ({}, "not_logged_in"),
            ({"Authorization": "Bearer wl_made-up"}, "bad_token"),
            ({"Authorization": "Bearer "}, "bad_token"),
        ):
            answer = run(ask(path, headers))
            assert (answer.status_code, json.loads(answer.content)["code"]) == (401, code)
            assert "Bearer" in answer["WWW-Authenticate"]


@pytest.mark.parametrize("path", ["tables/{}/stream/", "tables/{}/events/wait/?seconds=0"])
def test_the_lines_of_one_table_are_refused_to_a_token_that_is_not_good(table, bot, path):
    path = path.format(table.pk)
    club_middleware._found_public.clear()
    assert run(ask(path, {})).status_code in (200, 303)
    answer = run(ask(path, {"Authorization": "Bearer wl_made-up"}))
    assert (answer.status_code, json.loads(answer.content)["code"]) == (401, "bad_token")
    assert run(ask(path, bot.headers)).status_code in (200, 303)


def test_the_token_of_a_club_has_no_tables():
    user, home = somebody("Olga"), club()
    answer = run(ask("stream/", Program(user, club=home).headers))
    assert (answer.status_code, json.loads(answer.content)["code"]) == (403, "not_allowed")


def test_watched_tables_are_told_as_far_as_one_may_see_them():
    bot, cup = program("Wim"), knock_out(4)
    closed, free = matches(cup)[0].table, open_table(seats=2)
    Club.objects.filter(pk=cup.club_id).update(is_public=False)
    told = waited(f"?watch={closed.pk},{free.pk},999999", bot)["tables"]
    assert [(row["table"], row["seat"], row["is_turn"]) for row in told] == [(free.pk, None, False)]
    # a cursor that names it tells nothing either, but that one does not sit there
    (told,) = waited(f"?after={closed.pk}.1&seconds=0", bot)["tables"]
    assert told == {"table": closed.pk, "version": 1, "status": None, "seat": None, "is_turn": False}


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("?after=x", "bad_cursor"),
        ("?after=1.2_", "bad_cursor"),
        ("?after=" + "_".join(["1.1"] * 201), "bad_cursor"),
        ("?after=١.٢", "bad_cursor"),
        ("?watch=x", "invalid"),
        ("?watch=" + ",".join(["1"] * 51), "invalid"),
        ("?seconds=x", "invalid"),
        ("?seconds=-1", "invalid"),
        ("?nonsense=1", "unknown_parameter"),
    ],
)
def test_nonsense_is_refused(bot, query, code):
    answer = run(ask(f"me/tables/wait/{query}", bot.headers))
    assert (answer.status_code, json.loads(answer.content)["code"]) == (422, code)


def test_numbers_of_no_table_are_nothing_special():
    bot = program("Wim")
    told = waited(f"?after={'9' * 15}.{'9' * 9}&watch={'9' * 15}&seconds=0", bot)
    assert (told["after"], len(told["tables"])) == ("", 1)


def test_it_is_only_read(bot):
    for path in ("stream/", "me/tables/wait/"):
        answer = run(ask(path, bot.headers, "POST"))
        assert (answer.status_code, answer["Allow"]) == (405, "GET")


def test_each_message_of_a_stream_fits_the_schema(bot, table):
    from league.api.serializers.tables import MyTables

    assert MyTables(data=waited("", bot)).is_valid()
    assert MyTablesQuery(data={"after": "1.2_3.4", "watch": "1,2"}).is_valid()
