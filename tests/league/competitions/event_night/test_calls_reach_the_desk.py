"""Situation: the overview of the tables stays open at the desk: it hears when there is something to fetch."""

import urllib.error
import urllib.request

import pytest
from django.conf import settings
from django.test import Client

from games.realtime import publisher
from league.awards import closings
from league.competitions.event_night import calls, table_scorekeepers
from league.competitions.event_night.overview import Overview
from league.competitions.event_night.own_tables import places_of, poll_seconds
from league.rules.competition.commands import ExtendTimer, PauseTimer, StartTimer
from tests.games.playing import move_on
from tests.league.club_nights import SHORT, START, fresh, later, matches, play_on, started
from tests.league.organizing import act, member, organizer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening():
    return started(8, venue="physical")


@pytest.fixture
def rung(monkeypatch):
    heard = []
    monkeypatch.setattr(publisher, "_SUBSCRIBERS", [heard.append])
    return lambda: [line for line in heard if any(kind == "desk" for kind, _pk in line)]


def overview(evening, at=START):
    return Overview(fresh(evening), "", at)


def test_every_step_of_a_call_rings_the_desk(evening, rung):
    olga = organizer(evening)
    user = int(olga.session["_auth_user_id"])
    first, second = (match.table_id for match in matches(evening))
    call = calls.call(first, player=None, at=START)
    calls.call(first, player=None, at=START)  # once more from the same table: nothing is new
    calls.take(call.pk, evening.pk, user_id=user, at=START)
    calls.finish(call.pk, evening.pk, at=START)
    calls.call(second, player=None, at=START)
    calls.take_back(second, at=START)
    calls.take_back(second, at=START)
    assert rung() == [{("desk", evening.pk): number} for number in (1, 2, 3, 4, 5)]
    assert fresh(evening).desk_version == 5


def test_someone_who_keeps_the_score_rings_the_desk(evening, rung):
    member(evening, "Kim")
    kim = table_scorekeepers.candidates(evening).get(name="Kim")
    before = overview(evening).stamp
    table_scorekeepers.assign(evening, 1, kim.pk)
    stamp = overview(evening).stamp
    table_scorekeepers.take_back(evening, 1)
    table_scorekeepers.take_back(evening, 1)
    assert [line["desk", evening.pk] for line in rung()] == [1, 2]
    assert len({before, stamp, overview(evening).stamp}) == 3


def test_decisions_of_a_competition_leave_the_version_of_the_desk(evening):
    calls.call(matches(evening)[0].table_id, player=None, at=START)
    act(evening, StartTimer(60, int(START.timestamp())))
    assert fresh(evening).desk_version == 1


def test_a_card_is_no_news_for_the_desk(evening):
    online = started(4, options={})
    table = online.matches.get().table
    assert move_on(table)  # the first deal begins
    before = overview(online).stamp
    assert move_on(table)
    assert overview(online).stamp == before


def test_the_page_is_told_when_the_next_table_is_overdue(evening):
    act(evening, StartTimer(600, int(START.timestamp())), at=0)
    act(evening, ExtendTimer(300, int(START.timestamp()), 1, matches(evening)[0].key), at=0)
    overviews = [overview(evening, later(minutes)) for minutes in (0, 12, 20)]
    assert [page.due for page in overviews] == [600, 180, None]
    assert len({page.stamp for page in overviews}) == 3
    act(evening, PauseTimer(int(START.timestamp())), at=0)
    assert overview(evening).due is None


def test_players_ask_more_often_only_while_the_referee_is_called_to_their_table(evening):
    first, second = matches(evening)
    calls.call(first.table_id, player=None, at=START)
    players = [match.table.seats.get(index=0).player for match in (first, second)]
    assert [poll_seconds(places_of(player, evening)) for player in players] == [10, 30]


def opened(address, client=None):
    request = urllib.request.Request(address)
    if client is not None:
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        request.add_header("Cookie", f"{settings.SESSION_COOKIE_NAME}={session}")
    return urllib.request.urlopen(request, timeout=20)


def kinds_until(stream, last, wanted):
    """Read a stream until it tells a number of a kind; return all kinds that it told of."""
    kinds = set()
    for line in stream:
        if line.startswith(b"event: "):
            kind = line[7:-1].decode()
        elif line.startswith(b"data: "):
            kinds.add(kind)
            if kind == last and int(line[6:]) >= wanted:
                return kinds
    raise AssertionError("the stream ended")


def test_the_desk_hears_of_a_call_and_nobody_else_does(asgi_server, evening):
    olga, here = organizer(evening), f"{asgi_server}/competitions/{evening.pk}"
    with opened(f"{here}/tables/stream/", olga) as desk, opened(f"{here}/stream/?desk=0") as everybody:
        calls.call(matches(evening)[0].table_id, player=None, at=START)
        kinds_until(desk, "desk", 1)
        act(evening, StartTimer(60, int(START.timestamp())))
        version = fresh(evening).version
        assert "desk" not in kinds_until(everybody, "version", version)
        kinds_until(desk, "version", version)


def test_someone_who_has_nothing_to_do_at_the_desk_is_refused(asgi_server, evening):
    address = f"{asgi_server}/competitions/{evening.pk}/tables/stream/"
    for player in (None, member(evening)):
        with pytest.raises(urllib.error.HTTPError, match="403"):
            opened(address, player)
        assert (player or Client()).get(f"/competitions/{evening.pk}/tables/stream/").status_code == 403
    with pytest.raises(urllib.error.HTTPError, match="404"):
        opened(f"{asgi_server}/competitions/404404/tables/stream/", organizer(evening))


def test_the_stream_of_a_competition_tells_when_its_awards_are_there_to_who_asks(asgi_server):
    over = play_on(started(4, rounds=1, options=SHORT))
    here = f"{asgi_server}/competitions/{over.pk}/stream/?after={over.version}"
    with opened(f"{here}&closing=0") as waiting:
        closings.recompute(over.pk)
        assert "closing" in kinds_until(waiting, "closing", fresh(over).version)
