"""Situation: a real worker with its beat runs, and a program elsewhere waits for what happens."""

import time

import pytest
from django.db import connections
from django.utils import timezone

from league import competitions
from league.rules.competition.commands import Start
from tests.league.club_nights import BY, announced
from tests.league.webhooks.receiver import Receiver, hook_of, receiving
from tests.servers import processes

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE_SECONDS = 60


def wait_for(receiver: Receiver, kind: str) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while kind not in receiver.kinds:
        assert time.monotonic() < until, receiver.kinds
        time.sleep(0.1)


@pytest.mark.slow(
    "starts a worker; the files beside this one send in this process, and letters are sent by a real worker",
    about=["league/webhooks/", "league/tasks.py", "league/workers/", "league/celery.py"],
)
def test_the_events_of_a_competition_arrive_elsewhere_signed_and_once(server_env, server_folder, settings):
    with receiving() as receiver:
        settings.WEBHOOK_LOCAL_HOSTS = ["127.0.0.1"]
        cup = announced(4, venue="elsewhere")
        _hook, secret = hook_of(cup.club, receiver.url, kinds=["competition.started", "draw.published"])
        with processes.worker(server_env | {"WEBHOOK_LOCAL_HOSTS": "127.0.0.1"}, server_folder):
            competitions.act(cup.pk, Start(), by=BY, at=timezone.now())
            connections.close_all()
            for kind in ("competition.started", "draw.published"):
                wait_for(receiver, kind)
    assert sorted(receiver.kinds) == ["competition.started", "draw.published"]
    assert all(request.is_signed_with(secret) for request in receiver.got)
