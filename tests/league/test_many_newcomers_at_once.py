"""Many visitors of one network tap “Play now” at the same moment."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from games import quotas, tables
from games.models import Player, Table
from games.rules.base.refusal import Refusal
from tests.games.playing import START

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

ALLOWED, TOO_MANY = 302, 429


def all_at_once(act: Callable[[int], object], times: int) -> list[Any]:
    barrier, answers = threading.Barrier(times), list[Any]()

    def run(number: int) -> None:
        barrier.wait()
        try:
            answers.append(act(number))
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(1, times + 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_no_more_newcomers_than_the_quota_of_a_network_get_a_table(settings: Any) -> None:
    settings.QUOTAS = ["network_tables=300:3"]

    def tap(number: int) -> int:
        visitor = Client(REMOTE_ADDR=f"192.0.2.{number}")
        return visitor.post("/play-now/", {"strength": "club"}).status_code

    assert sorted(all_at_once(tap, 8)) == [ALLOWED] * 3 + [TOO_MANY] * 5
    assert (Table.objects.count(), Player.objects.count(), UserSession.objects.count()) == (3, 3, 3)


def test_no_more_guests_than_the_quota_of_their_network_open_a_table(settings: Any) -> None:
    settings.QUOTAS = ["network_tables=300:3"]
    guests = []
    for number in range(8):
        user = User.objects.create_user(f"guest-{number}", password=None)
        guests.append(Player.objects.create(user=user, name=f"Guest {number}"))

    def opens(number: int) -> str:
        host = guests[number - 1]
        facts = {"name": "Mine", "rulebook": "classic", "seats": 2}
        try:
            with quotas.sent_from(lambda: "192.0.2.0"):
                tables.open_table(**facts, host=host, by=f"player:{host.pk}", at=START)
        except Refusal as refusal:
            return refusal.code
        return "opened"

    assert sorted(all_at_once(opens, 8)) == ["opened"] * 3 + ["quota_used_up"] * 5
