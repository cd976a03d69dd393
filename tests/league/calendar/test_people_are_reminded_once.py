"""Situation: a matchday comes nearer, and the sweep comes early, late, twice, and after it was moved."""

import datetime as dt

import pytest
from django.core import mail
from django.db.models.signals import post_save
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league import tasks
from league.calendar import matchdays, reminders
from league.models import ClubCalendar, Matchday, Notice
from league.notifications import notice_emails
from tests.league.calendar.club_calendar import BY, NOON, club, facts, hours, matchday, say
from tests.league.notifications.recipients import told

pytestmark = pytest.mark.django_db


def sweep(at: float) -> int:
    return sum(reminders.remind(pk, at=hours(at)) for pk in reminders.due(hours(at)))


def test_a_day_before_everybody_but_who_is_out_is_reminded_with_links_to_answer():
    home, who = club("Ana", "Bo", "Cy")
    day = matchday(home)
    say(day, who["Ana"], "in")
    say(day, who["Bo"], "out")
    assert sweep(5) == 0
    assert sweep(6) == 1
    assert sweep(6) == sweep(7) == 0
    texts = dict(Notice.objects.values_list("player__name", "text"))
    assert set(texts) == {"Ana", "Cy", "Olga"}
    where = "Club night is tomorrow: Saturday 2 May 2026, 18:00–21:00, The hall."
    assert texts["Ana"] == f"{where} You are in."
    assert texts["Cy"] == f"{where} Are you coming?"
    assert notice_emails.send_waiting(now=lambda: hours(6)) == 3
    assert "I am in:" in mail.outbox[0].body
    assert "/matchdays/said/" in mail.outbox[0].body


def test_a_matchday_of_which_nobody_can_be_told_keeps_no_other_one_back(caplog, request):
    broken, _nobody = club("Ana")
    home, who = club("Bo")
    soon = timezone.now() + dt.timedelta(hours=20)
    for club_ in (broken, home):
        matchday(club_, starts_at=soon, ends_at=soon + dt.timedelta(hours=3))

    def fail(instance: Matchday, **_facts) -> None:
        if instance.club_id == broken.pk:
            raise ArithmeticError("It cannot be kept.")

    request.addfinalizer(lambda: post_save.disconnect(fail, sender=Matchday))
    post_save.connect(fail, sender=Matchday, weak=False)
    assert [tasks.remind_of_matchdays() for _sweep in range(2)] == [1, 0]
    assert len(told(who["Bo"], "matchday_soon")) == 1
    assert "could not remind the people of matchday" in caplog.text


def test_the_time_before_is_that_of_the_matchday_or_else_of_the_club():
    home, who = club()
    ClubCalendar.objects.create(club=home, remind_hours=2)
    matchday(home)
    matchday(home, name="Final", remind_hours=12)
    matchday(home, name="Secret", remind_hours=0)
    assert sweep(10) == 0
    assert sweep(18) == 1
    assert told(who["Olga"]) == ["Matchday today: Final"] or told(who["Olga"]) == ["Matchday tomorrow: Final"]
    assert sweep(27.9) == 0
    assert sweep(28) == 1


def test_a_matchday_that_was_moved_reminds_anew_and_one_called_off_or_over_never():
    home, who = club()
    day = matchday(home)
    assert sweep(8) == 1
    matchdays.change(day.pk, facts(60), by=BY, at=hours(9))
    assert sweep(10) == 0
    assert sweep(40) == 1
    assert len(told(who["Olga"], "matchday_soon")) == 2
    off = matchday(home, 70)
    matchdays.call_off(off.pk, by=BY, at=NOON)
    assert sweep(60) == 0
    assert sweep(100) == 0


@pytest.mark.parametrize("members", [2, 40])
def test_many_are_reminded_in_as_many_queries_as_few(django_assert_num_queries, members):
    home, _who = club(*(f"P{number}" for number in range(members)))
    day = matchday(home)
    with django_assert_num_queries(13):
        assert reminders.remind(day.pk, at=hours(8))
    assert Notice.objects.count() == members + 1


class Weeks:
    """A matchday over a while in which everything happens to it."""

    def __init__(self) -> None:
        home, _who = club("Ana")
        self.day, self.now, self.start = matchday(home, 40), 17.0, 40
        self.beginnings = {40}

    def sweep(self) -> None:
        sweep(self.now)

    def twice(self) -> None:
        """A message is delivered again, with an old list."""
        for pk in [*reminders.due(hours(self.now)), self.day.pk]:
            reminders.remind(pk, at=hours(self.now))

    def mail(self) -> None:
        notice_emails.send_waiting(now=lambda: hours(self.now))

    def late(self) -> None:
        self.now += 1

    def move(self) -> None:
        self.start += 1
        self.beginnings.add(self.start)
        matchdays.change(self.day.pk, facts(self.start), by=BY, at=hours(self.now))

    def off_or_on(self) -> None:
        self.day.refresh_from_db()
        act = matchdays.restore if self.day.is_cancelled else matchdays.call_off
        act(self.day.pk, by=BY, at=hours(self.now))


STEPS = ("sweep", "twice", "mail", "late", "move", "off_or_on")


@pytest.mark.one_database
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(STEPS), max_size=14))
def test_whatever_comes_in_whatever_order_nobody_is_reminded_twice_of_one_beginning(steps):
    Notice.objects.all().delete()
    Matchday.objects.all().delete()
    mail.outbox.clear()
    weeks = Weeks()
    for step in steps:
        weeks.now += 0.25
        getattr(weeks, step)()
    weeks.mail()
    keys = list(Notice.objects.filter(kind="matchday_soon").values_list("player", "key"))
    assert len(keys) == len(set(keys)) <= 2 * len(weeks.beginnings)
    ids = [message.extra_headers["Message-ID"] for message in mail.outbox]
    assert len(ids) == len(set(ids))
