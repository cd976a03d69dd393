"""Situation: people read on the page of a table how long they have, pause the match, and are away."""

import datetime as dt
import re

import pytest
from django.test import Client
from django.utils import timezone

from games import tables
from games.localization.durations import duration
from games.models import Table
from games.pages.time import moment
from league.models import Membership
from tests.games.playing import (
    START,
    after,
    dealt,
    fresh,
    move_on,
    open_table,
    play_out,
    player,
    players,
    see,
)
from tests.games.visiting import HTMX, log_in, look_at, move
from tests.league.club_nights import matches, started

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

DAY = 86_400


@pytest.fixture
def noon(monkeypatch):
    """It is noon for whoever reads the time, until a test says otherwise; returns how to say so."""

    def set_to(seconds):
        monkeypatch.setattr(timezone, "now", lambda: START + dt.timedelta(seconds=seconds))

    set_to(0)
    return set_to


def hosted(**facts):
    (hedda,) = players("Hedda")
    return dealt(host=hedda, **facts), hedda


def text(response):
    """What people read, without tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def clock_of(response):
    match = re.search(r'data-countdown="(-?\d+)"\s+data-bank="(\d+)"', response.content.decode())
    return tuple(map(int, match.groups())) if match else None


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 s"),
        (119, "119 s"),
        (120, "2 min"),
        (3599, "59 min"),
        (3600, "1 h"),
        (3660, "1 h 1 min"),
        (DAY, "1 day"),
        (DAY + 7200, "1 day 2 h"),
        (3 * DAY, "3 days"),
        (7 * DAY - 1, "6 days 23 h"),
    ],
)
def test_a_length_of_time_is_said_in_its_largest_units(seconds, words):
    assert duration(seconds) == words


def test_the_page_says_what_is_agreed_on_about_time(client, noon):
    table = dealt(turn_seconds=3 * DAY, bank_seconds=DAY, away_after=1)
    sentence = (
        "A turn lasts 3 days, and each player also has a bank of 1 day; after one missed turn a bot "
        "takes over."
    )
    assert sentence in text(look_at(client, table))
    assert "A turn lasts 60 s; after 3 missed turns a bot takes over." in text(look_at(client, dealt()))


def test_a_moment_of_another_day_is_said_with_the_day():
    assert moment(START, START) == "19:30 UTC"
    assert moment(START + dt.timedelta(days=3), START) == "Mon 4 May, 19:30 UTC"


def test_every_answer_says_how_many_milliseconds_are_left(client, noon):
    table = dealt(bank_seconds=100)
    assert clock_of(look_at(client, table)) == (60_000, 100_000)
    noon(20.5)
    answer = look_at(client, table)
    assert clock_of(answer) == (39_500, 100_000)
    assert "40 s" in text(answer)
    assert "and 100 s in the time bank" in text(answer)
    late = client.get(f"/tables/{table.pk}/?after={table.version}", headers=HTMX)
    assert (late.status_code, late["Turn-Left"]) == (204, "39500")


def test_when_the_time_of_the_turn_is_over_the_bank_is_shown(client, noon):
    table = dealt(bank_seconds=100)
    noon(75)
    answer = look_at(client, table)
    assert clock_of(answer) == (-15_000, 100_000)
    assert "85 s" in text(answer)
    assert "from the time bank" in text(answer)
    assert "clock--bank" in answer.content.decode()


def test_a_player_with_days_reads_them_and_the_day_they_end(client, noon):
    answer = look_at(client, dealt(turn_seconds=3 * DAY))
    assert "3 days" in text(answer)
    assert "until Mon 4 May, 19:30 UTC" in text(answer)
    assert '<time datetime="2026-05-04T19:30:00+00:00" data-moment>' in answer.content.decode()


def test_without_script_the_deadline_is_a_time_of_day(client, noon):
    page = look_at(client, dealt()).content.decode()
    assert re.search(r"<noscript>.*19:31 UTC.*</noscript>", page)


def test_the_countdown_is_not_read_out_every_second(client, noon):
    page = look_at(client, dealt()).content.decode()
    assert re.search(r'<div id="clock"[^>]*role="timer"\s+aria-live="off"', page)
    table = page[page.index('<section id="table"') : page.index('<div id="said"')]
    assert 'aria-live="polite"' not in table
    assert '<div id="said" class="unseen" role="status" aria-live="polite"' in page


def test_while_a_bot_thinks_there_is_no_countdown(client, noon):
    assert clock_of(look_at(client, dealt("Ana bot"))) is None


def test_the_host_pauses_and_everybody_reads_it(client, noon):
    table, hedda = hosted()
    log_in(client, hedda)
    assert "Pause the match" in text(look_at(client, table))
    noon(15)
    assert client.post(f"/tables/{table.pk}/pause/").status_code == 302
    noon(100)
    for visitor in (client, Client()):
        answer = look_at(visitor, table)
        assert "The match has been paused since 19:30 UTC" in text(answer)
        assert "45 s will be left of this turn" in text(answer)
        assert clock_of(answer) is None
        assert "Pause the match" not in text(answer)
    assert client.post(f"/tables/{table.pk}/resume/").status_code == 302
    assert clock_of(look_at(client, table)) == (45_000, 0)


def test_a_paused_match_tells_the_turn_from_the_time_bank(client, noon):
    table, hedda = hosted(bank_seconds=300)
    tables.pause(table.pk, by=f"player:{hedda.pk}", at=after(15))
    words = text(look_at(client, table))
    assert "45 s will be left of this turn, and 5 min in the time bank" in words
    tables.resume(table.pk, by=f"player:{hedda.pk}", at=after(20))
    tables.pause(table.pk, by=f"player:{hedda.pk}", at=after(90))
    assert "4 min will be left in the time bank" in text(look_at(client, table))


def test_until_the_first_deal_is_counted_down_and_a_pause_can_be_ended(client, noon):
    """The clock deals in a competition: six seconds after the tables were opened."""
    (hedda,) = players("Hedda")
    table = open_table("Ana Bo", host=hedda)
    tables.start(table.pk, deals_at_once=False, by=f"player:{hedda.pk}", at=START)
    noon(2)
    assert clock_of(look_at(client, table)) == (4_000, 0)
    assert "Next deal in 4 s" in text(look_at(client, table))
    tables.pause(table.pk, by=f"player:{hedda.pk}", at=after(2))
    log_in(client, hedda)
    page = look_at(client, table)
    assert clock_of(page) is None
    assert "The match has been paused since 19:30 UTC" in text(page)
    assert 'id="resume"' in page.content.decode()


def test_a_spectator_and_a_player_cannot_pause(client, noon):
    table, _hedda = hosted()
    assert client.post(f"/tables/{table.pk}/pause/").status_code == 403
    log_in(client, player(table, "B"))
    assert "Pause the match" not in text(look_at(client, table))
    answer = client.post(f"/tables/{table.pk}/pause/")
    assert (answer.status_code, fresh(table).version) == (403, table.version)


def test_a_player_reads_when_they_may_go_on_without_the_host(client, noon):
    table, hedda = hosted()
    tables.pause(table.pk, by=f"player:{hedda.pk}", at=START)
    log_in(client, player(table, "B"))
    assert "The host can resume it at any time, you can from 19:40 UTC on" in text(look_at(client, table))
    answer = client.post(f"/tables/{table.pk}/resume/")
    assert answer.status_code == 409
    assert "after ten minutes you can, too" in text(answer)
    noon(600)
    assert client.post(f"/tables/{table.pk}/resume/").status_code == 302
    assert fresh(table).paused_at is None


def test_a_stranger_cannot_let_a_match_go_on(client, noon):
    table, hedda = hosted()
    tables.pause(table.pk, by=f"player:{hedda.pk}", at=START)
    assert client.post(f"/tables/{table.pk}/resume/").status_code == 403
    log_in(client, players("Eve")[0])
    noon(9999)
    assert client.post(f"/tables/{table.pk}/resume/").status_code == 403
    assert 'id="resume"' not in look_at(client, table).content.decode()
    assert fresh(table).paused_at == START


def test_nothing_can_be_clicked_in_a_pause_and_what_is_sent_all_the_same_is_refused(client, noon):
    table, hedda = hosted()
    tables.pause(table.pk, by=f"player:{hedda.pk}", at=START)
    log_in(client, player(table, "B"))
    page = look_at(client, table).content.decode()
    assert 'name="move"' not in page
    assert 'name="why"' not in page
    answer = move(client, table, "draw")
    assert answer.status_code == 409
    assert 'data-code="paused"' in answer.content.decode()
    assert "no one can move until it continues" in text(answer)


def test_an_organizer_pauses_a_table_of_the_competition(client, noon):
    evening = started(4)
    table = matches(evening)[0].table
    while not fresh(table).round_number:
        assert move_on(table)
    (olga,) = players("Olga")
    log_in(client, olga)
    Membership.objects.create(club=evening.club, player=olga, is_organizer=True)
    assert "Pause the match" in text(look_at(client, table))
    assert client.post(f"/tables/{table.pk}/pause/").status_code == 302
    assert fresh(table).paused_at is not None


def test_a_table_that_is_not_there_or_not_played_at_cannot_be_paused(client, noon):
    table, hedda = hosted()
    log_in(client, hedda)
    for what in ("pause", "resume"):
        assert client.post(f"/tables/{table.pk + 1}/{what}/").status_code == 404
        assert client.get(f"/tables/{table.pk}/{what}/").status_code == 405


def test_an_away_player_reads_it_and_comes_back_with_one_click(client, noon):
    table = dealt(away_after=1)
    tables.end_turn(table.pk, version=table.version, at=table.due_at)
    noon(60)
    log_in(client, player(table, "B"))
    words = text(look_at(client, table))
    assert "You are away: a bot is playing your cards." in words
    assert "You missed 1 turn." in words
    assert client.post(f"/tables/{table.pk}/come-back/").status_code == 302
    assert not see(table, "B").is_away


def test_a_player_who_asked_a_bot_to_play_reads_that(client, noon):
    table = dealt()
    log_in(client, player(table, "B"))
    assert "Let a bot play" in text(look_at(client, table))
    client.post(f"/tables/{table.pk}/leave/")
    words = text(look_at(client, table))
    assert "a bot is playing your cards. You requested it." in words
    assert "A bot plays for you" in words
    assert "Your turn" not in words


def test_after_the_match_nobody_is_asked_to_come_back(client):
    table = dealt(away_after=1, options={"target_score": 50})
    ana, bo = player(table, "A"), player(table, "B")
    for who in (ana, bo):
        tables.leave(table.pk, player=who, at=START)
    play_out(table)
    log_in(client, bo)
    words = text(look_at(client, table))
    assert "The match is over" in words
    assert "You are away" not in words


def test_a_new_table_has_the_times_that_were_chosen(client):
    log_in(client, players("Ana")[0])
    sent = {"rulebook": "classic", "seats": 3, "bots": 1, "turn_seconds": 3 * DAY, "bank_seconds": DAY}
    client.post("/tables/new/", sent)
    table = Table.objects.get()
    assert (table.turn_seconds, table.bank_seconds, table.away_after) == (3 * DAY, DAY, 1)
    client.post("/tables/new/", {**sent, "turn_seconds": 30, "bank_seconds": 0, "away_after": 5})
    table = Table.objects.first()
    assert (table.turn_seconds, table.bank_seconds, table.away_after) == (30, 0, 5)
    client.post("/tables/new/", {**sent, "turn_seconds": 60, "bank_seconds": ""})
    table = Table.objects.first()
    assert (table.turn_seconds, table.bank_seconds, table.away_after) == (60, 0, 3)


@pytest.mark.parametrize("nonsense", [{"turn_seconds": 7}, {"bank_seconds": -1}, {"away_after": 0}])
def test_times_that_nobody_offered_are_refused(client, nonsense):
    log_in(client, players("Ana")[0])
    sent = {"rulebook": "classic", "seats": 3, "bots": 1, "turn_seconds": 60, **nonsense}
    assert client.post("/tables/new/", sent).status_code == 422
    assert not Table.objects.exists()
