"""Situation: it is night where a player lives, and nothing shall ring."""

import datetime as dt

import pytest
from pytest_django.asserts import assertContains, assertRedirects

from league.models import Notice, QuietHours
from league.notifications import notice_emails, quiet_hours
from tests.games.visiting import log_in
from tests.league.notifications.recipients import somebody, tell

pytestmark = pytest.mark.django_db


def at(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(f"2026-{text}+00:00")


def hours(starts: str, ends: str, zone: str = "UTC") -> QuietHours:
    return QuietHours(starts=dt.time.fromisoformat(starts), ends=dt.time.fromisoformat(ends), time_zone=zone)


@pytest.mark.parametrize(
    ("own", "now", "end"),
    [
        (hours("22:00", "07:00"), "05-02T21:59", None),
        (hours("22:00", "07:00"), "05-02T22:00", "05-03T07:00"),
        (hours("22:00", "07:00"), "05-03T06:59", "05-03T07:00"),
        (hours("22:00", "07:00"), "05-03T07:00", None),
        (hours("09:00", "17:00"), "05-02T12:00", "05-02T17:00"),
        (hours("09:00", "17:00"), "05-02T08:59", None),
        (hours("22:00", "07:00", "Asia/Manila"), "05-02T14:00", "05-02T23:00"),
        (hours("22:00", "07:00", "Asia/Manila"), "05-02T22:00", "05-02T23:00"),
        # In this night the clocks of London go back, and in that one forward.
        (hours("22:00", "07:00", "Europe/London"), "10-24T21:30", "10-25T07:00"),
        (hours("22:00", "07:00", "Europe/London"), "03-28T22:30", "03-29T06:00"),
    ],
)
def test_quiet_hours_end_in_the_morning_of_the_player(own, now, end) -> None:
    assert quiet_hours.end_of(own, at(now)) == (at(end) if end else None)


def test_an_e_mail_waits_until_the_morning_and_the_page_shows_the_notice_at_once() -> None:
    ana, night = somebody("Ana"), at("05-02T23:00")
    quiet_hours.set_hours(ana, starts=dt.time(22), ends=dt.time(7), time_zone="UTC")
    tell(ana, night, kind="draw_published")
    assert Notice.objects.get().is_shown
    assert notice_emails.send_waiting(now=lambda: night + dt.timedelta(hours=7)) == 0
    assert notice_emails.send_waiting(now=lambda: at("05-03T07:00")) == 1


def test_an_e_mail_that_is_of_no_use_in_the_morning_is_not_sent() -> None:
    ana, night = somebody("Ana"), at("05-02T23:00")
    quiet_hours.set_hours(ana, starts=dt.time(22), ends=dt.time(7), time_zone="UTC")
    tell(ana, night, kind="table_ready")
    assert notice_emails.send_waiting(now=lambda: at("05-03T07:00")) == 0
    assert Notice.objects.get().mail == Notice.Mail.FAILED


def test_quiet_hours_are_set_changed_and_removed_on_the_page(client) -> None:
    ana = somebody("Ana")
    log_in(client, ana)
    fields = {"starts": "22:30", "ends": "06:45", "time_zone": "Asia/Ho_Chi_Minh"}
    assertRedirects(client.post("/me/notices/quiet/", fields), "/me/notices/settings/")
    page = client.get("/me/notices/settings/")
    assertContains(page, 'value="22:30"')
    assertContains(page, '<option value="Asia/Ho_Chi_Minh" selected>')
    client.post("/me/notices/quiet/", {**fields, "ends": "07:00"})
    assert QuietHours.objects.get().ends == dt.time(7)
    client.post("/me/notices/quiet/", {"do": "remove"})
    assert not QuietHours.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [{"starts": "25:00"}, {"ends": ""}, {"time_zone": "Mars/Olympus"}, {"starts": "08:00", "ends": "08:00"}],
)
def test_hours_that_are_none_are_refused(client, wrong) -> None:
    ana = somebody("Ana")
    log_in(client, ana)
    fields = {"starts": "22:00", "ends": "08:00", "time_zone": "UTC", **wrong}
    assert client.post("/me/notices/quiet/", fields).status_code == 422
    assert not QuietHours.objects.exists()
