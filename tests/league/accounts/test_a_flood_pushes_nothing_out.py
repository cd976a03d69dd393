"""Situation: somebody makes entries in what throttles log-ins, thousands, so that others are forgotten."""

import re

import pytest
from allauth.mfa.totp.internal import auth as totp
from django.core.cache import cache
from django.test import Client

from league.models import CacheEntry
from tests.league.people import PASSWORD, is_in, log_in, somebody

pytestmark = pytest.mark.django_db


def flood() -> None:
    """Leave rows as invented log-in names do: more than Django keeps, of which it drops the first third."""
    for number in range(310):
        cache.set(f"zz-invented-{number}", [1.0], 300)


def test_an_account_that_was_guessed_at_stays_shut():
    somebody("Ana")
    for number in range(5):
        log_in(Client(), "ana", f"guess {number}")
    flood()
    assert log_in(Client(), "ana", PASSWORD, REMOTE_ADDR="10.0.0.99").status_code == 429


def test_a_code_that_was_used_opens_nothing(client):
    somebody("Ana", email="ana@example.org")
    log_in(client, "ana")
    client.post("/log-in/again/?next=/me/", {"password": PASSWORD})
    page = client.get("/me/second-factor/").content.decode()
    (secret,) = re.findall(r"<code[^>]*>([A-Z2-7]{32})</code>", page)
    now, later = list(totp.yield_hotp_counters_from_time())[1:]
    first, code = (totp.format_hotp_value(totp.hotp_value(secret, counter)) for counter in (now, later))
    client.post("/me/second-factor/", {"code": first})
    for expected in (302, 422):
        elsewhere = Client()
        log_in(elsewhere, "ana")
        assert elsewhere.post("/log-in/code/", {"code": code}).status_code == expected
        assert is_in(elsewhere) == (expected == 302)
        flood()


def test_expired_entries_make_room():
    cache.set("used", "y", 300)
    for number in range(400):
        cache.set(f"invented-{number}", [1.0], -1)
    cache.set("another", "y", 300)
    assert cache.get("used") == "y"
    assert CacheEntry.objects.count() < 300
