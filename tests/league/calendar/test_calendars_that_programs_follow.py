"""Situation: a calendar program subscribes to a feed and asks for it again and again."""

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from games.models import Player
from league.calendar import feeds, ics, matchdays
from league.calendar.attendance import Attendance, attendance
from league.models import Matchday, Membership
from league.roster import merging
from tests.games.visiting import say_password
from tests.league.calendar.club_calendar import BY, NOON, browser, club, facts, hours, matchday, say

pytestmark = pytest.mark.django_db


def soon(home, **changes) -> Matchday:
    """A matchday tomorrow by the clock of the machine, which the pages read."""
    start = timezone.now().replace(microsecond=0) + dt.timedelta(days=1)
    return matchday(home, starts_at=start, ends_at=start + dt.timedelta(hours=3), **changes)


def events(answer) -> list:
    return Calendar.from_ical(answer.content).walk("VEVENT")


def test_an_event_says_what_the_matchday_says_in_utc():
    home, _who = club()
    day = matchday(home, name="Night, with; commas", note="Bring\ncards", place="The hall, left")
    made = Calendar.from_ical(ics.calendar("Home", list(Matchday.objects.select_related("club"))))
    (event,) = made.walk("VEVENT")
    assert event["uid"] == f"{day.uid}@wildleague"
    assert event.decoded("dtstart") == hours(30)
    assert event.decoded("dtend") == hours(33)
    assert event["summary"] == f"Night, with; commas – {home.name}"
    assert event["location"] == "The hall, left"
    assert "Bring\ncards" in event["description"]
    assert f"http://127.0.0.1:8000/matchdays/{day.pk}/" in event["description"]
    assert (event["sequence"], event["status"]) == (0, "CONFIRMED")
    assert event.decoded("last-modified") == NOON
    assert made["version"] == "2.0"


def test_lines_end_and_fold_as_the_standard_says():
    home, _who = club()
    matchday(home, note="ö" * 400)
    body = ics.calendar("Home", list(Matchday.objects.select_related("club")))
    assert body.endswith(b"END:VCALENDAR\r\n")
    assert max(len(line) for line in body.split(b"\r\n")) <= 75


def test_whatever_is_written_into_names_and_notes_stays_text():
    home, _who = club()
    matchday(home, note="one\rtwo\r\nthree\x1b", place="Hall\nX-EVIL:2")
    Matchday.objects.update(name="Night\rX-EVIL:1\x0b\x07")  # as names were kept once
    body = ics.calendar("Home, sweet; home\r\nX-EVIL:3\rX-EVIL:4", list(Matchday.objects.all()))
    unfolded = body.replace(b"\r\n ", b"")
    assert b"\r" not in unfolded.replace(b"\r\n", b"")
    assert not [line for line in unfolded.split(b"\r\n") if line.startswith(b"X-EVIL")]
    assert not [byte for byte in unfolded.replace(b"\r\n", b"") if byte < 32 or byte == 127]
    assert b"NAME:Home\\, sweet\\; home\\nX-EVIL:3" in unfolded
    (event,) = Calendar.from_ical(body).walk("VEVENT")
    assert event["description"].startswith("one\ntwo\nthree")


def test_changes_keep_the_uid_and_count_up_and_what_is_called_off_stays_as_cancelled():
    home, _who = club()
    day = soon(home)
    client, address = Client(), feeds.address("club", home.pk)
    (first,) = events(client.get(address))
    matchdays.change(
        day.pk, facts(name="Moved", starts_at=day.starts_at, ends_at=day.ends_at), by=BY, at=hours(1)
    )
    matchdays.call_off(day.pk, by=BY, at=hours(2))
    (last,) = events(client.get(address))
    assert last["uid"] == first["uid"]
    assert (last["sequence"], last["status"]) == (2, "CANCELLED")
    assert last.decoded("last-modified") > first.decoded("last-modified")


def test_a_program_that_has_the_newest_is_told_so_in_one_line():
    home, _who = club()
    day = soon(home)
    client, address = Client(), feeds.address("club", home.pk)
    answer = client.get(address)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    again = client.get(address, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    matchdays.call_off(day.pk, by=BY, at=hours(1))
    assert client.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 200


def test_the_feed_of_a_player_has_the_dates_of_all_clubs_but_those_without_the_player():
    home, who = club("Ana")
    away, _others = club()
    away.members.add(who["Ana"])
    club()  # not Ana's
    soon(home, name="Home")
    out = soon(away, name="Away")
    address = feeds.address("player", who["Ana"].pk)
    assert {str(event["summary"]).split(" – ")[0] for event in events(Client().get(address))} == {
        "Home",
        "Away",
    }
    matchdays.answer(out.pk, who["Ana"].pk, "out", by=BY, at=NOON)
    assert [str(event["summary"]).split(" – ")[0] for event in events(Client().get(address))] == ["Home"]


def test_an_address_that_was_taken_back_or_made_up_answers_nothing():
    home, who = club("Ana")
    soon(home)
    address = feeds.address("player", who["Ana"].pk)
    ana, olga = browser(who["Ana"]), browser(who["Olga"])
    assert olga.post(f"/calendar/player/{who['Ana'].pk}/renew/").status_code == 403
    assert ana.post(f"/calendar/club/{home.pk}/renew/").status_code == 403
    assert Client().get(address).status_code == 200
    assert ana.post(f"/calendar/player/{who['Ana'].pk}/renew/").status_code == 302
    assert Client().get(address).status_code == 404
    assert Client().get(feeds.address("player", who["Ana"].pk)).status_code == 200
    assert Client().get(address.replace("player", "club")).status_code == 404
    assert Client().get("/calendar/x.ics").status_code == 404
    assert ana.post(f"/calendar/nothing/{home.pk}/renew/").status_code == 404
    old = feeds.address("club", home.pk)
    assert olga.post(f"/calendar/club/{home.pk}/renew/").status_code == 302
    assert Client().get(old).status_code == 404


def test_someone_who_is_merged_keeps_calendar_and_answers_under_the_other_name():
    home, who = club("Ana", "Bo")
    older = Player.objects.create(name="Anna")
    Membership.objects.create(club=home, player=older)
    away, there = soon(home, name="Away"), soon(home, name="There", capacity=2)
    for day, answer in ((away, "out"), (there, "in")):
        matchdays.answer(day.pk, who["Ana"].pk, answer, by=BY, at=NOON)
    matchdays.answer(there.pk, older.pk, "maybe", by=BY, at=hours(-1))
    address = feeds.address("player", who["Ana"].pk)
    merging.merge(home.pk, older.pk, who["Ana"].pk, by=BY, at=NOON)
    assert [str(event["summary"]).split(" – ")[0] for event in events(Client().get(address))] == ["There"]
    assert attendance(there) == Attendance([older.pk], [], [], [])
    assert attendance(away).out == [older.pk]
    me = Player.objects.get(pk=older.pk)
    assert browser(me).post(f"/calendar/player/{me.pk}/renew/").status_code == 302
    assert Client().get(address).status_code == 404
    assert Client().get(feeds.address("player", me.pk)).status_code == 200


def test_an_account_that_is_deleted_has_no_feed_any_more():
    home, who = club("Ana")
    day = soon(home)
    say(day, who["Ana"], "in")
    address = feeds.address("player", who["Ana"].pk)
    client = browser(who["Ana"])
    say_password(client)
    client.post("/me/delete/", {"name": "Ana"})
    assert Client().get(address).status_code == 404
    assert not day.availabilities.exists()


def test_a_feed_costs_the_same_for_one_and_for_thirty(django_assert_num_queries):
    home, _who = club("Ana")
    for number, how_many in ((1, 1), (2, 29)):
        for _one in range(how_many):
            soon(home, name=f"Night {number}")
        with django_assert_num_queries(4):
            Client().get(feeds.address("club", home.pk))
