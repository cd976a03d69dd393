"""Situation: workers are killed, messages come twice, servers break down; nobody gets an e-mail twice."""

import datetime as dt
from collections import Counter
from contextlib import suppress

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import override_settings
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.models import Notice
from league.notifications import notice_emails, notices
from league.tasks import send_mails
from tests.games.playing import START
from tests.league.club_nights import players
from tests.league.notifications.mail_servers import BACKEND, WAYS, Killed, Server
from tests.league.notifications.recipients import ABOUT, somebody, tell, told, with_accounts

pytestmark = pytest.mark.django_db


def at(minutes: float = 0) -> dt.datetime:
    return START + dt.timedelta(minutes=minutes)


def work(minutes: float = 0) -> int:
    """What a worker does with a message, or the sweep."""
    return notice_emails.send_waiting(now=lambda: at(minutes))


def received() -> list[str]:
    return [address for message in mail.outbox for address in message.to]


@pytest.fixture
def server():
    """A mail server that can be told how to break down."""
    Server.how = []
    with override_settings(EMAIL_BACKEND=BACKEND):
        yield Server
    Server.how = []


def test_an_e_mail_says_what_happened_where_it_leads_and_how_to_stop_it():
    ana = somebody()
    tell(ana, START)
    assert work() == 1
    (message,) = mail.outbox
    assert message.subject == "Your table is ready: Friday"
    lines = message.body.splitlines()
    assert lines[:5] == [
        "Hello Ana,",
        "",
        "Friday: Round 1, match 1 can begin.",
        "",
        "http://127.0.0.1:8000/tables/1/",
    ]
    stop = message.extra_headers["List-Unsubscribe"].strip("<>")
    assert stop in lines
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert f"notice-{Notice.objects.get().pk}@" in message.extra_headers["Message-ID"]


def test_the_same_is_told_once_however_often_it_is_asked_for():
    ana = somebody()
    for _time in range(3):
        tell(ana, START)
        work()
    tell(ana, START, key="two")
    assert work() == 1
    assert len(mail.outbox) == 2


def test_someone_who_has_no_account_gets_nothing_and_who_has_no_confirmed_address_gets_no_e_mail():
    (guest,) = players(1)
    tell(guest, START)
    assert told(guest) == []
    bo = somebody("Bo")
    EmailAddress.objects.update(verified=False)
    tell(bo, START)
    assert work() == 0
    assert told(bo) == ["Your table is ready: Friday"]


def test_an_address_that_was_taken_away_meanwhile_gets_no_e_mail():
    ana = somebody()
    tell(ana, START)
    EmailAddress.objects.all().delete()
    assert work() == 0
    assert mail.outbox == []


def test_a_worker_killed_while_sending_costs_at_most_one_e_mail(server):
    people = with_accounts(players(3))
    for person in people:
        tell(person, START)
    server.how = ["killed before"]
    with pytest.raises(Killed):
        work()
    assert work() == 2
    assert received() == [person.user.email for person in people[1:]]
    server.how = ["killed after"]
    tell(people[0], START, key="two")
    with pytest.raises(Killed):
        work()
    assert work() == 0
    assert received().count(people[0].user.email) == 1


def test_a_mail_server_that_is_away_costs_nothing_but_time(server):
    ana = somebody()
    tell(ana, START)
    server.how = ["away"]
    assert work() == 0
    assert work() == 1
    assert len(mail.outbox) == 1


def test_a_refused_letter_is_tried_again_after_some_minutes(server):
    ana = somebody()
    tell(ana, START)
    server.how = ["refused"]
    assert work() == 0
    assert work(4) == 0
    assert work(5) == 1
    assert len(mail.outbox) == 1


def test_when_the_connection_breaks_the_others_get_theirs(server, caplog):
    people = with_accounts(players(3))
    for person in people:
        tell(person, START)
    server.how = ["gone before"]
    assert work() == 2
    assert work() == 0
    assert "notice" in caplog.text
    assert "@example.org" not in caplog.text


def test_after_an_outage_nobody_gets_what_is_of_no_use_any_more():
    ana = somebody()
    tell(ana, START)
    tell(ana, START, kind="request")
    assert work(24 * 60) == 1
    assert Notice.objects.get(kind="table_ready").mail == "failed"
    assert work(24 * 60) == 0


def test_the_task_sends_what_waits():
    tell(somebody(), dt.datetime.now(dt.UTC))  # noqa: TID251 - the task reads the clock itself
    assert send_mails() == 1
    assert send_mails() == 0


def test_a_full_queue_is_sent_in_batches(django_assert_num_queries):
    people = with_accounts(players(120))
    notices.send("request", [person.pk for person in people], "key", about=lambda: ABOUT, at=START)
    with django_assert_num_queries(4 + 100):  # one for each e-mail, four for all
        assert work() == 100
    assert work() == 20
    assert Counter(received()).most_common(1)[0][1] == 1


@pytest.mark.one_database
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    steps=st.lists(
        st.one_of(
            st.tuples(st.just("tell"), st.integers(0, 2), st.sampled_from(["one", "two"])),
            st.tuples(st.just("work"), st.sampled_from(["", *WAYS]), st.integers(0, 20)),
        ),
        max_size=25,
    )
)
def test_in_whatever_order_and_however_often_nobody_gets_anything_twice(server, steps):
    Notice.objects.all().delete()
    mail.outbox.clear()
    people, minutes = [somebody() for _number in range(3)], 0
    for what, first, two in steps:
        if what == "tell":
            tell(people[first], at(minutes), key=two, kind="request")
        else:
            minutes += two
            server.how = [first] if first else []
            with suppress(Killed):
                work(minutes)
    server.how = []
    work(minutes + 6)
    sent = Counter(message.extra_headers["Message-ID"] for message in mail.outbox)
    assert set(sent.values()) <= {1}
    assert Notice.objects.count() == len({(first, two) for what, first, two in steps if what == "tell"})
    assert not Notice.objects.filter(mail="waiting").exists()
    broken = sum(first not in ("", "away", "refused") for what, first, _two in steps if what == "work")
    assert Notice.objects.count() - len(mail.outbox) <= broken
