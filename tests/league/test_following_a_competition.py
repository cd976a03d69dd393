"""Situation: people keep the page of a competition open while it goes on."""

import asyncio
import urllib.error
import urllib.request

import pytest
from django.db import connections

from games import rings
from league import competitions
from league.rules.commands import Start
from tests.crowd import all_heard, run, watching
from tests.league.club_nights import BY, START, announced, fresh

pytestmark = pytest.mark.django_db(transaction=True)


def test_its_stream_tells_every_new_version(asgi_server):
    evening = announced(8)

    def start():
        competitions.act(evening.pk, Start(), by=BY, at=START)
        try:
            return fresh(evening).version
        finally:
            connections.close_all()

    async def watch():
        async with watching(asgi_server, f"/competitions/{evening.pk}/stream/?after=0", 3) as crowd:
            await all_heard(crowd, evening.version)
            await all_heard(crowd, await asyncio.to_thread(start))
            return [one.heard.keys() for one in crowd]

    heard = run(watch())
    assert heard == [{evening.version, fresh(evening).version}] * 3


def test_every_change_rings(monkeypatch):
    heard = {}
    monkeypatch.setattr(rings, "_HEARERS", [heard.update])
    evening = announced(8)
    assert heard["competition", evening.pk] == evening.version
    competitions.act(evening.pk, Start(), by=BY, at=START)
    assert heard["competition", evening.pk] == fresh(evening).version


def test_there_is_no_stream_of_a_competition_that_does_not_exist(asgi_server):
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{asgi_server}/competitions/404404/stream/", timeout=20)
