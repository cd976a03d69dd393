"""Situation: people keep the page of a competition open while it goes on."""

import asyncio
import urllib.error
import urllib.request

import pytest
from django.db import connections

from games.realtime import publisher
from games.rules.match.phases import OVER
from league import competitions
from league.competitions import live_totals
from league.competitions.read_models.context import CompetitionPage
from league.rules.competition.commands import Start
from tests.games.playing import fresh as fresh_table
from tests.games.playing import move_on
from tests.league.club_nights import BY, START, announced, fresh, started
from tests.spectators.crowd import all_heard, run, watching

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
            return [spectator.heard.keys() for spectator in crowd]

    heard = run(watch())
    assert heard == [{evening.version, fresh(evening).version}] * 3


def test_its_stream_tells_when_a_deal_at_one_of_its_tables_is_over(asgi_server):
    evening = started(4, options={})
    table = evening.matches.get().table
    with urllib.request.urlopen(f"{asgi_server}/competitions/{evening.pk}/stream/", timeout=20) as stream:
        before = told(stream)
        play_a_deal(table)
        assert told(stream) > before
    assert fresh(evening).version == evening.version


def play_a_deal(table):
    while fresh_table(table).state_name != OVER:
        assert move_on(table)


def told(stream):
    """Wait for the next word about totals and return it."""
    for line in stream:
        if line == b"event: totals\n":
            return int(next(stream).removeprefix(b"data: "))
    raise AssertionError("the stream ended")


def test_a_page_knows_how_far_the_totals_are_as_the_stream_does():
    evening = started(8, options={})
    seen = [CompetitionPage(evening.pk).totals]
    for table in [match.table for match in evening.matches.all()]:
        play_a_deal(table)
        seen.append(CompetitionPage(evening.pk).totals)
        assert [(evening.pk, seen[-1])] == live_totals.versions([evening.pk])
    assert seen == sorted(set(seen))
    assert CompetitionPage(announced(3).pk).totals == 0


def test_every_change_rings(monkeypatch):
    heard = {}
    monkeypatch.setattr(publisher, "_SUBSCRIBERS", [heard.update])
    evening = announced(8)
    assert heard["competition", evening.pk] == evening.version
    competitions.act(evening.pk, Start(), by=BY, at=START)
    assert heard["competition", evening.pk] == fresh(evening).version


def test_there_is_no_stream_of_a_competition_that_does_not_exist(asgi_server):
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{asgi_server}/competitions/404404/stream/", timeout=20)
