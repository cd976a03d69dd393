"""Situation: somebody wonders who else uses the account, or has left it open on another machine."""

import datetime as dt

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from league.accounts import sessions
from league.tasks import forget_sessions
from tests.league.people import is_in, log_in, somebody

pytestmark = pytest.mark.django_db

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/1 Safari/604"


@pytest.fixture
def ana():
    return somebody("Ana")


def browser(name, agent=FIREFOX, address="192.168.7.31"):
    client = Client(HTTP_USER_AGENT=agent, REMOTE_ADDR=address)
    assertRedirects(log_in(client, name), "/")
    return client


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (FIREFOX, "Firefox on Linux"),
        (PHONE, "Safari on iPhone"),
        (
            "Mozilla/5.0 (Windows NT 10.0) Chrome/150.0 Safari/537 Edg/150.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (Linux; Android 16) Chrome/150.0 Mobile Safari/537",
            "Chrome on Android",
        ),
        ("curl/8.0", "Unknown device"),
        ("", "Unknown device"),
    ],
)
def test_a_browser_is_called_as_people_call_it(agent, words):
    assert sessions.device(agent) == words


def test_the_page_lists_every_browser_with_its_network_only(ana):
    here, there = browser("ana"), browser("ana", PHONE, "2001:db8:aa:bb::17")
    page = here.get("/me/")
    assertContains(page, "Firefox on Linux <span")
    assertContains(page, "from 192.168.7.*")
    assertContains(page, "Safari on iPhone")
    assertContains(page, "from 2001:0db8:00aa:*")
    assertContains(page, "this device</span>", count=1)
    assertContains(page, "Log out there", count=1)
    assert set(UserSession.objects.values_list("ip", flat=True)) == {"192.168.7.0", "2001:db8:aa::"}
    assert is_in(there)


def test_one_other_browser_or_all_others_are_logged_out(ana):
    here, phone, hall = browser("ana"), browser("ana", PHONE), browser("ana")
    other = UserSession.objects.get(session_key=phone.session.session_key)
    answer = here.post("/me/browsers/", {"session": other.pk, "command_id": "one"}, follow=True)
    assertContains(answer, "Logged out of that browser.")
    assert [is_in(browser) for browser in (here, phone, hall)] == [True, False, True]
    again = here.post("/me/browsers/", {"session": other.pk, "command_id": "one"}, follow=True)
    assertContains(again, "Logged out of that browser.")  # a double click
    here.post("/me/browsers/", {"session": "others"})
    assert [is_in(browser) for browser in (here, phone, hall)] == [True, False, False]


def test_nobody_logs_out_somebody_else(ana):
    somebody("Bo")
    here, bo = browser("ana"), browser("bo")
    theirs = UserSession.objects.get(session_key=bo.session.session_key)
    answer = here.post("/me/browsers/", {"session": theirs.pk}, follow=True)
    assertContains(answer, "That browser was already logged out.")
    here.post("/me/browsers/", {"session": "others"})
    assert is_in(bo)
    own = UserSession.objects.get(session_key=here.session.session_key)
    here.post("/me/browsers/", {"session": own.pk})
    assert is_in(here)
    for nonsense in ("", "x", "9" * 30, "-1", "\x00"):
        assert here.post("/me/browsers/", {"session": nonsense}).status_code == 302
    assert Client().post("/me/browsers/", {"session": "others"}).status_code == 302
    assert is_in(here)


def test_when_somebody_was_last_seen_costs_a_query_every_few_minutes_and_not_a_page(ana):
    here = browser("ana")
    here.get("/rules/")
    with CaptureQueriesContext(connection) as queries:
        here.get("/rules/")
    assert not [query for query in queries if "usersession" in query["sql"].lower()]
    long_ago = timezone.now() - dt.timedelta(hours=1)
    UserSession.objects.update(last_seen_at=long_ago)
    session = here.session
    session["seen_at"] = long_ago.isoformat()
    session.save()
    here.get("/rules/", REMOTE_ADDR="10.9.8.7")
    row = UserSession.objects.get()
    assert row.last_seen_at > long_ago
    assert row.ip == "10.9.8.0"


def test_visitors_leave_nothing():
    Client().get("/")
    assert not UserSession.objects.exists()
    assert not Session.objects.exists()


def test_sessions_that_have_run_out_are_forgotten(ana):
    old, new = browser("ana"), browser("ana", PHONE)
    Session.objects.filter(pk=old.session.session_key).update(expire_date=timezone.now())
    forget_sessions()
    assert [session.session_key for session in UserSession.objects.all()] == [new.session.session_key]
    assert Session.objects.count() == 1
    assertNotContains(new.get("/me/"), "Firefox")
