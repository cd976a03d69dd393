"""Situation: workers are killed and mail servers break down while letters about accounts wait."""

import datetime as dt
import time

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.test import override_settings

from league.models import WaitingLetter
from league.notifications import account_emails
from league.tasks import send_letters
from tests.games.playing import START
from tests.league.notifications.mail_servers import BACKEND, Killed, Server
from tests.league.people import somebody

pytestmark = pytest.mark.django_db


def at(minutes: float = 0) -> dt.datetime:
    return START + dt.timedelta(minutes=minutes)


def work(minutes: float = 0) -> int:
    """What a worker does with a message, or the sweep."""
    return account_emails.send_waiting(now=lambda: at(minutes))


def write(to: str = "ana@example.org", when: dt.datetime = START) -> None:
    account_emails.write(EmailMessage("New password", f"Hello {to}", to=[to] if to else []), at=when)


def received() -> list[str]:
    return [address for message in mail.outbox for address in message.to]


@pytest.fixture
def server():
    """A mail server that can be told how to break down."""
    Server.how = []
    with override_settings(EMAIL_BACKEND=BACKEND):
        yield Server
    Server.how = []


def test_a_letter_is_sent_as_it_was_written_and_then_forgotten():
    write()
    assert work() == 1
    (message,) = mail.outbox
    assert (message.subject, message.body) == ("New password", "Hello ana@example.org")
    assert not WaitingLetter.objects.exists()
    assert work() == 0


def test_a_letter_to_nobody_is_thrown_away():
    write("")
    write()
    assert work() == 1
    assert received() == ["ana@example.org"]
    assert not WaitingLetter.objects.exists()


def test_a_worker_killed_while_sending_costs_no_letter(server):
    write()
    write("bo@example.org")
    server.how = ["killed before"]
    with pytest.raises(Killed):
        work()
    assert work() == 1
    assert work(1) == 1
    assert received() == ["bo@example.org", "ana@example.org"]


@pytest.mark.parametrize("how", ["refused", "gone before"])
def test_a_refused_letter_is_tried_again_after_longer_and_longer_pauses(server, caplog, how):
    write()
    server.how = [how] * 3
    assert [work(minutes) for minutes in (0, 0.5, 1, 1.5, 2, 3, 4, 5)] == [0, 0, 0, 0, 0, 0, 1, 0]
    assert received() == ["ana@example.org"]
    assert "tried again" in caplog.text
    assert "ana@" not in caplog.text


def test_a_mail_server_that_is_away_costs_nothing_but_time(server):
    write()
    server.how = ["away"]
    assert work() == 0
    assert work() == 1


def test_a_letter_whose_link_is_of_no_use_any_more_does_not_stay(server, caplog):
    write()
    server.how = ["away"]
    work()
    assert work(24 * 60 + 1) == 0
    assert not WaitingLetter.objects.exists()
    assert "could not be sent for a day" in caplog.text


def test_letters_sealed_with_another_key_are_let_go_and_stop_no_other(settings, caplog):
    write()
    settings.SECRET_KEY = "another " * 8
    write("bo@example.org")
    assert work() == 1
    assert received() == ["bo@example.org"]
    assert "SECRET_KEY" in caplog.text


def test_the_task_sends_what_waits():
    write(when=dt.datetime.now(dt.UTC))  # noqa: TID251 - the task reads the clock itself
    assert send_letters() == 1
    assert send_letters() == 0


@pytest.mark.django_db(transaction=True)
def test_a_letter_that_a_page_wrote_is_sent_by_a_real_worker(client, worker_process):
    somebody("Ana", email="ana@example.org")
    client.post("/password/", {"email": "ana@example.org"})
    client.post("/password/", {"email": "nobody@example.org"})
    for _time in range(300):
        if not WaitingLetter.objects.exists():
            break
        time.sleep(0.1)
    assert not WaitingLetter.objects.exists()
    printed = worker_process.output()
    assert printed.count("To: ana@example.org") == 1
    assert "nobody@example.org" not in printed


def test_nobody_reads_letters_in_the_admin_site(admin_client):
    assert b"etter" not in admin_client.get("/admin/league/").content
