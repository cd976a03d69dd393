"""Situation: letters and calendars are made for people who read other languages than whoever acts."""

import datetime as dt

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format

from games.models import Player
from league.calendar import feeds, matchdays
from league.models import Notice
from league.notifications import notice_emails, notices
from league.notifications.notices import About
from league.roster import merging
from tests.games.playing import START
from tests.league.calendar import club_calendar
from tests.league.notifications.recipients import somebody
from tests.league.people import letters

pytestmark = pytest.mark.django_db


def reading(player: Player, language: str) -> Player:
    player.language = language
    player.save()
    return player


def russian(sentence: str, **values: str) -> str:
    """What the catalog says instead of an English sentence."""
    with translation.override("ru"):
        text = translation.gettext(sentence)
    assert text != sentence
    return text.format(**values)


def may() -> About:
    """A letter with a word that Django's own catalogs know in every language."""
    month = date_format(dt.date(2026, 5, 1), "F")
    return About(f"{month}: a subject", f"{month}: a text", "/", ((month, "/said/"),))


def test_the_same_notice_is_written_to_each_in_their_own_language():
    ana, bo = reading(somebody("Ana"), "ru"), reading(somebody("Bo"), "cy")
    cy = somebody("Cy")
    with translation.override("vi"):  # in which whoever acts reads
        notices.send("request", [ana.pk, bo.pk, cy.pk], "one", about=may, at=START)
    subjects = dict(Notice.objects.values_list("player__name", "subject"))
    assert subjects == {"Ana": "май: a subject", "Bo": "Mai: a subject", "Cy": "May: a subject"}
    assert Notice.objects.get(player=ana).text == "май: a text"
    assert Notice.objects.get(player=ana).answers == [["май", "/said/"]]


def test_a_letter_to_many_is_written_once_for_each_language():
    written = []
    people = [reading(somebody(f"P{number}"), "ru" if number % 2 else "cy") for number in range(6)]

    def about() -> About:
        written.append(translation.get_language())
        return may()

    notices.send("request", [person.pk for person in people], "one", about=about, at=START)
    assert sorted(written) == ["cy", "en", "fil", "ru", "vi"]


def test_a_notice_is_read_in_the_language_that_its_reader_has_chosen_since():
    ana = reading(somebody("Ana"), "ru")
    notices.send("request", [ana.pk], "one", about=may, at=START)
    reading(ana, "cy")
    client = Client()
    client.force_login(ana.user)
    shown = client.get(reverse("notices")).content.decode()
    assert "Mai: a subject" in shown
    assert "Mai: a text" in shown
    (told,) = client.get("/api/v1/notices/").json()["results"]
    assert (told["subject"], told["text"]) == ("Mai: a subject", "Mai: a text")
    notice_emails.send_waiting(now=lambda: START)
    assert mail.outbox[0].subject == "Mai: a subject"
    assert "\nMai:\n" in mail.outbox[0].body


def test_a_notice_of_before_stays_in_the_language_that_it_has():
    ana = reading(somebody("Ana"), "ru")
    notices.send("request", [ana.pk], "one", about=may, at=START)
    Notice.objects.update(in_languages={})
    with translation.override("cy"):
        (row,) = Notice.objects.all()
        assert (row.translated_subject, row.translated_text) == ("май: a subject", "май: a text")
        assert row.translated_answers == [("май", "/said/")]


def test_languages_cost_no_query(django_assert_num_queries):
    people = [reading(somebody(f"P{number}"), ("ru", "cy", "vi", "")[number % 4]) for number in range(8)]
    with django_assert_num_queries(7):  # five, and a savepoint around them
        notices.send("request", [person.pk for person in people], "one", about=may, at=START)


def test_the_e_mail_around_a_notice_is_in_the_language_of_its_reader():
    ana, bo = reading(somebody("Ana"), "ru"), somebody("Bo")
    notices.send("request", [ana.pk, bo.pk], "one", about=may, at=START)
    with translation.override("vi"):
        assert notice_emails.send_waiting(now=lambda: START) == 2
    theirs, ours = sorted(mail.outbox, key=lambda message: message.body.startswith("Hello"))
    assert theirs.subject == "май: a subject"
    assert theirs.body.startswith(f"{russian('Hello {name},', name='Ana')}\n\nмай: a text")
    assert russian("“{kind}” by e-mail: stop these", kind=russian("Requests")) in theirs.body
    assert ours.body.startswith("Hello Bo,\n\nMay: a text")


def test_a_date_in_a_letter_is_written_as_its_reader_writes_dates():
    home, people = club_calendar.club("Ana", "Bo")
    reading(people["Ana"], "ru")
    day = club_calendar.matchday(home)
    matchdays.change(day.pk, club_calendar.facts(54), by=club_calendar.BY, at=club_calendar.NOON)
    texts = dict(Notice.objects.filter(kind="matchday_changed").values_list("player__name", "text"))
    assert "Sunday 3 May 2026, 18:00–21:00" in texts["Bo"]
    assert "3 мая 2026\u202fг., 18:00–21:00" in texts["Ana"].lower()


def test_a_calendar_feed_is_in_the_language_of_its_owner(client: Client):
    ana = reading(somebody("Ana"), "ru")
    fetched = client.get(feeds.address(feeds.PLAYER, ana.pk), headers={"accept-language": "vi"})
    assert russian("My matchdays") in fetched.content.decode()


def test_a_forgotten_password_is_answered_in_the_language_of_the_account(client: Client):
    ana = reading(somebody("Ana"), "ru")
    assert ana.user is not None
    client.post("/password/", {"email": ana.user.email}, headers={"accept-language": "vi"})
    (message,) = letters()
    assert message.subject == f"[Wildleague] {russian('New password')}"
    assert message.body.startswith(russian("Hello,"))


def test_a_language_goes_where_the_account_goes():
    home, people = club_calendar.club("Ana")
    ana, guest = reading(people["Ana"], "cy"), Player.objects.create(name="A guest")
    home.members.add(guest)
    merging.merge(home.pk, guest.pk, ana.pk, by=club_calendar.BY, at=club_calendar.NOON)
    guest.refresh_from_db()
    assert (guest.user, guest.language) == (ana.user, "cy")
    merging.unmerge(home.pk, ana.pk, by=club_calendar.BY, at=club_calendar.NOON)
    ana.refresh_from_db()
    guest.refresh_from_db()
    assert (ana.user is not None, ana.language, guest.language) == (True, "cy", "")
