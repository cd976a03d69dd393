"""Situation: strangers watch a match; all of them are shown the same, made once."""

import asyncio
import re
import urllib.error
import urllib.request

import pytest
from django.db import connections

from games import chat, tables
from games.models import Player
from tests.games.playing import START, after, deal, fresh, open_table, player
from tests.games.visiting import HTMX, log_in
from tests.servers import processes
from tests.spectators.crowd import run, threads

pytestmark = pytest.mark.django_db(transaction=True)


def match():
    return deal("Ana bot", "r1 r2 r3/r4 r5 r6", "r9 y1 y2 y3 y4 y5 y6 y7 y8")


def fetch(address, table, where="watch/", known=0, **headers):
    """The status and the text of what a page fetches."""
    url = f"{address}/tables/{table.pk}/{where}{'&' if '?' in where else '?'}after={known}"
    request = urllib.request.Request(url, headers={"HX-Request": "true", **headers})
    try:
        with urllib.request.urlopen(request, timeout=20) as got:
            return got.status, got.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, ""


def test_all_are_shown_what_a_stranger_is_shown(asgi_server, client):
    table = match()
    status, shown = fetch(asgi_server, table)
    assert status == 200
    stranger = client.get(f"/tables/{table.pk}/?after=0", headers=HTMX).content.decode()
    assert shown == stranger
    assert "csrf" not in shown


def test_everybody_is_shown_it_in_the_language_of_the_page(asgi_server, client):
    table = match()
    headers = {**HTMX, "Accept-Language": "ru"}
    russian = client.get(f"/tables/{table.pk}/?after=0", headers=headers).content.decode()
    again = f"/tables/{table.pk}/watch/?after={table.version}&amp;language=ru"
    assert f'hx-get="{again}"' in russian
    _status, english = fetch(asgi_server, table)
    _status, shown = fetch(asgi_server, table, where="watch/?language=ru", known=0)
    assert shown == russian
    assert "language=" not in english


def test_someone_who_sits_at_the_table_is_shown_no_more_there(asgi_server, client):
    table = match()
    log_in(client, player(table, "A"))
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    _status, shown = fetch(asgi_server, table, Cookie=cookie)
    assert "red 1" not in shown
    assert 'id="hand"' not in shown
    _status, own = fetch(asgi_server, table, where="", Cookie=cookie)
    assert "red 1" in own


def test_each_page_asks_where_its_viewer_belongs(client):
    table = match()
    watching = f'hx-get="/tables/{table.pk}/watch/?after={table.version}"'
    assert watching in client.get(f"/tables/{table.pk}/").content.decode()
    log_in(client, player(table, "A"))
    assert watching not in client.get(f"/tables/{table.pk}/").content.decode()


def test_someone_who_may_hide_messages_asks_for_them_alone(client):
    host = Player.objects.create(name="Hedy")
    table = open_table("bot bot", host=host)
    watching = f'hx-get="/tables/{table.pk}/chat/watch/?after=0"'
    assert watching in client.get(f"/tables/{table.pk}/").content.decode()
    log_in(client, host)
    assert watching not in client.get(f"/tables/{table.pk}/").content.decode()


def test_nothing_new_is_no_content_and_a_move_is_there_at_once(asgi_server):
    table = match()
    assert fetch(asgi_server, table, known=table.version) == (204, "")
    for _move in range(5):
        tables.play_for_bot(table.pk, version=fresh(table).version, at=after(60))
        tables.end_turn(table.pk, version=fresh(table).version, at=after(6000))
        _status, shown = fetch(asgi_server, table, known=table.version)
        assert re.findall(r'data-version="(\d+)"', shown) == [str(fresh(table).version)]


def test_a_message_reaches_spectators_at_once(asgi_server):
    table = match()
    assert fetch(asgi_server, table, where="chat/watch/") == (204, "")
    chat.say(table.pk, "Good luck", player=player(table, "A"), at=START)
    status, lines = fetch(asgi_server, table, where="chat/watch/")
    assert status == 200
    assert "Good luck" in lines
    assert 'data-version="1"' in lines


def test_there_is_nothing_to_watch_before_the_match_or_without_a_table(asgi_server):
    table = open_table("bot bot")
    assert fetch(asgi_server, table) == (404, "")
    table.pk = 404404
    assert fetch(asgi_server, table) == (404, "")
    assert fetch(asgi_server, table, where="chat/watch/") == (404, "")


def test_many_at_once_take_one_thread_which_ends_when_nobody_asks(server_env, server_folder):
    table = match()

    async def all_ask(address, pid):
        before = threads(pid)
        answers = await asyncio.gather(*[asyncio.to_thread(fetch, address, table) for _page in range(100)])
        used = threads(pid) - before
        async with asyncio.timeout(20):
            while threads(pid) > before:  # noqa: ASYNC110 - another process cannot set an event
                await asyncio.sleep(0.1)
        return answers, used

    with processes.web_process(server_env, server_folder) as (address, process):
        answers, used = run(all_ask(address, process.popen.pid))
    assert {status for status, _text in answers} == {200}
    assert len({re.sub(r'data-countdown.*?</span>|value="\d+"', "", text) for _status, text in answers}) == 1
    assert used <= 1
    connections.close_all()
