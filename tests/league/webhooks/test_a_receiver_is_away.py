"""Situation: what a webhook is told does not arrive, at once or ever."""

import datetime as dt
import socket
import threading

import pytest
from django.core.cache import cache

from league.models import Membership, Notice, WebhookDelivery
from league.monitoring import gauges
from league.tasks import forget_deliveries
from league.webhooks import competition_deliveries, hooks, sending
from tests.games.playing import START
from tests.league.club_nights import announced, club
from tests.league.notifications.recipients import somebody
from tests.league.webhooks.receiver import Receiver, hook_of, receiving

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

Status = WebhookDelivery.Status


@pytest.fixture
def receiver(settings):
    with receiving() as receiver_:
        settings.WEBHOOK_LOCAL_HOSTS = ["127.0.0.1"]
        yield receiver_


class Night:
    """A club whose webhook has something to send, and a clock."""

    def __init__(self, url: str) -> None:
        self.club = club()
        self.hook, self.secret = hook_of(self.club, url)
        self.delivery = hooks.test(self.hook, at=START)
        self.at = START

    def send(self, **passed: float) -> int:
        self.at += dt.timedelta(**passed)
        sent = sending.send_due(now=lambda: self.at)
        for row in (self.hook, self.delivery):
            row.refresh_from_db()
        return sent


def test_it_is_tried_again_later_and_later_until_it_is_given_up(receiver: Receiver):
    receiver.status, receiver.answer = 500, b"<h1>\x1b[31mout of\n order\x00 &</h1>"
    night = Night(receiver.url)
    waits = []
    for attempt in range(1, len(sending.AGAIN) + 2):
        assert night.send() == 1
        assert night.send() == 0
        assert night.delivery.attempts == attempt
        if night.delivery.due_at:
            waits.append(night.delivery.due_at - night.at)
            night.at = night.delivery.due_at
    assert tuple(waits) == sending.AGAIN
    assert sum(waits, dt.timedelta()) > dt.timedelta(days=3)
    assert night.delivery.status == Status.FAILED
    assert night.delivery.tries[-1]["status"] == 500
    assert night.delivery.tries[-1]["answer"] == "<h1> [31mout of order &</h1>"
    assert len({request.headers["webhook-id"] for request in receiver.got}) == 1
    moments = [int(request.headers["webhook-timestamp"]) for request in receiver.got]
    assert moments == sorted(set(moments))
    assert all(request.is_signed_with(night.secret) for request in receiver.got)


def test_a_late_delivery_mends_the_webhook(receiver: Receiver):
    receiver.status = 503
    night = Night(receiver.url)
    night.send()
    assert night.hook.failing_since == START
    receiver.status = 200
    assert night.send(seconds=9) == 0
    assert night.send(seconds=1) == 1
    assert night.delivery.status == Status.DELIVERED
    assert night.hook.failing_since is None
    assert night.hook.answered_at == night.at
    assert [attempt["status"] for attempt in night.delivery.tries] == [503, 200]
    assert night.send(days=1) == 0


def test_a_delivery_can_be_asked_for_again_under_the_same_id(receiver: Receiver):
    night = Night(receiver.url)
    night.send()
    hooks.replay(night.delivery, at=night.at)
    assert night.send() == 1
    ids = [request.headers["webhook-id"] for request in receiver.got]
    assert ids == [night.delivery.event] * 2
    assert len(night.delivery.tries) == 2


def test_redirects_are_not_followed(receiver: Receiver):
    receiver.status, receiver.headers = 307, {"Location": f"http://127.0.0.1:{receiver.port}/other"}
    night = Night(receiver.url)
    night.send()
    assert [request.path for request in receiver.got] == ["/hook?of=us"]
    assert night.delivery.tries[0]["status"] == 307
    assert night.delivery.status == Status.WAITING


def test_a_slow_receiver_is_not_waited_for(receiver: Receiver, settings):
    settings.WEBHOOK_SECONDS = 0.2
    receiver.seconds = 1
    night = Night(receiver.url)
    night.send()
    assert night.delivery.tries[0]["answer"] == "no_answer_in_time"
    assert night.delivery.status == Status.WAITING


def test_a_long_answer_is_not_read_to_its_end(receiver: Receiver):
    receiver.status, receiver.answer = 200, b"x" * 5_000_000
    night = Night(receiver.url)
    night.send()
    assert night.delivery.status == Status.DELIVERED
    assert len(night.delivery.tries[0]["answer"]) == 500


def test_an_answer_without_http_is_no_answer(settings):
    settings.WEBHOOK_LOCAL_HOSTS = ["127.0.0.1"]
    with socket.create_server(("127.0.0.1", 0)) as server:

        def speak() -> None:
            line, _peer = server.accept()
            line.recv(65536)
            line.sendall(b"220 mail.example.org ESMTP\r\n\r\n")
            line.close()

        thread = threading.Thread(target=speak)
        thread.start()
        night = Night(f"http://127.0.0.1:{server.getsockname()[1]}/")
        night.send()
        thread.join()
    assert night.delivery.tries[0]["answer"] == "no_http"


def test_nobody_at_the_address_costs_one_attempt_for_all_that_waits(settings):
    settings.WEBHOOK_LOCAL_HOSTS = ["127.0.0.1"]
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    night = Night(f"http://127.0.0.1:{port}/")
    for _more in range(4):
        hooks.test(night.hook, at=START)
    assert night.send() == 1
    assert night.delivery.tries[0]["answer"] == "not_reached"
    assert night.send(seconds=10) == 1  # the first one again
    assert night.send(seconds=10) == 0


def test_one_webhook_that_is_away_does_not_keep_the_others_waiting(receiver: Receiver, settings):
    settings.WEBHOOK_SECONDS = 0.3
    receiver.seconds = 1
    slow = Night(receiver.url)
    with receiving() as other:
        quick, _secret = hook_of(slow.club, other.url)
        hooks.test(quick, at=START)
        slow.send()
        assert other.kinds == ["ping"]


def test_after_days_without_success_it_is_switched_off_and_its_organizers_are_told(receiver: Receiver):
    receiver.status = 500
    night = Night(receiver.url)
    olga = somebody("Olga")
    Membership.objects.create(club=night.club, player=olga, is_owner=True)
    night.send()
    later = hooks.test(night.hook, at=night.at + dt.timedelta(days=2))
    night.send(days=2, hours=23)
    assert night.hook.is_on
    night.send(days=1)
    assert night.hook.off == "failing"
    later.refresh_from_db()
    assert later.status == night.delivery.status == Status.FAILED
    (told,) = Notice.objects.filter(player=olga)
    assert told.kind == "webhook_off"
    assert told.link == f"/clubs/{night.club.slug}/webhooks/{night.hook.pk}/"
    assert "nothing is sent to 127.0.0.1 any more" in told.text
    assert "of=us" not in told.text
    cup = announced(0)
    assert competition_deliveries.write_new(cup.pk) == 0


def test_a_webhook_that_is_switched_on_again_has_as_many_days_as_a_new_one(receiver: Receiver):
    receiver.status = 500
    night = Night(receiver.url)
    night.send()
    night.send(days=3)
    assert night.hook.off == "failing"
    hooks.switch(night.hook, on=True)
    hooks.replay(night.delivery, at=night.at)
    assert night.send() == 1
    assert (night.hook.is_on, night.hook.failing_since) == (True, night.at)


def test_someone_who_says_that_it_is_gone_is_switched_off_at_once(receiver: Receiver):
    receiver.status = 410
    night = Night(receiver.url)
    night.send()
    assert night.hook.off == "gone"
    assert night.send(days=1) == 0
    with pytest.raises(hooks.Refusal) as refused:
        hooks.replay(night.delivery, at=night.at)
    assert refused.value.code == "webhook_off"
    receiver.status = 200
    hooks.switch(night.hook, on=True)
    hooks.replay(night.delivery, at=night.at)
    assert night.send() == 1
    assert night.delivery.status == Status.DELIVERED


# --- secrets


def test_for_a_day_everything_is_signed_with_both_secrets(receiver: Receiver):
    night = Night(receiver.url)
    new = hooks.rotate(night.hook, at=night.at)
    night.send(hours=23)
    assert receiver.got[0].is_signed_with(night.secret)
    assert receiver.got[0].is_signed_with(new)
    hooks.replay(night.delivery, at=night.at)
    night.send(hours=1)
    assert not receiver.got[1].is_signed_with(night.secret)
    assert receiver.got[1].is_signed_with(new)


def test_secrets_are_kept_sealed_and_after_another_key_of_the_site_nothing_is_sent(receiver, settings):
    night = Night(receiver.url)
    assert night.secret not in night.hook.secret
    assert night.secret.removeprefix("whsec_") not in night.hook.secret
    settings.SECRET_KEY = "another one"
    night.send()
    assert receiver.got == []
    assert night.delivery.tries[0]["answer"] == "no_secret"


# --- workers that die, or come at the same time


def test_a_delivery_taken_by_a_killed_worker_is_sent_a_minute_later(receiver: Receiver):
    night = Night(receiver.url)
    assert sending._taken(night.at) == [night.delivery]
    assert night.send(seconds=59) == 0
    assert night.send(seconds=1) == 1


def test_a_delivery_is_taken_by_one_worker_only(receiver: Receiver):
    night = Night(receiver.url)
    assert len(sending._taken(night.at)) == 1
    assert sending._taken(night.at) == []


def test_only_one_sends_at_a_time(receiver: Receiver):
    night = Night(receiver.url)
    assert cache.add(sending._SENDING, 1, timeout=30)
    assert night.send() == 0
    cache.delete(sending._SENDING)
    assert night.send() == 1


def test_a_webhook_that_is_deleted_while_it_is_told_harms_nobody(receiver: Receiver):
    night = Night(receiver.url)
    (taken,) = sending._taken(night.at)
    night.hook.delete()
    sending._note(sending._Try(taken, sending.Answer(200, ""), 1), night.at)
    assert not WebhookDelivery.objects.exists()


# --- what is old


def test_old_deliveries_are_forgotten_but_not_what_still_waits(settings):
    settings.WEBHOOK_KEEP_DAYS = 30
    night = Night("https://example.org/")
    old = hooks.test(night.hook, at=START)
    WebhookDelivery.objects.filter(pk=old.pk).update(status=Status.DELIVERED)
    assert forget_deliveries() == 1
    assert WebhookDelivery.objects.get() == night.delivery


def test_a_delivery_that_waits_for_its_receiver_is_counted_as_put_off(receiver: Receiver):
    receiver.status = 500
    night = Night(receiver.url)
    assert (gauges.webhook_backlog(night.at)[0], gauges.webhooks_put_off(night.at)) == (1, 0)
    assert night.send() == 1
    assert (gauges.webhook_backlog(night.at)[0], gauges.webhooks_put_off(night.at)) == (0, 1)
    receiver.status = 204
    assert night.send(seconds=10) == 1
    assert gauges.webhooks_put_off(night.at) == 0
