"""Situation: browsers send passkeys, and whoever likes sends what no browser makes."""

import json

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from pytest_django.asserts import assertContains, assertRedirects

from league.accounts import passkey_forms
from tests.league.people import PASSWORD, is_in, log_in, somebody

pytestmark = pytest.mark.django_db

_B64 = "AAAA"
NONSENSE = [
    *("", "x", "[]", "{}", "null", "1", '"x"', "[" * 9000, "x" * 30_000),
    json.dumps({"id": _B64, "rawId": _B64, "type": "public-key", "response": {}}),
    json.dumps(
        {
            "id": _B64,
            "rawId": _B64,
            "type": "public-key",
            "response": {"clientDataJSON": _B64, "attestationObject": _B64},
        }
    ),
    json.dumps(
        {
            "id": _B64,
            "rawId": _B64,
            "type": "public-key",
            "response": {"clientDataJSON": "e30", "attestationObject": "gYGBgYGBgYGBgYGBgYGBgQ"},
        }
    ),
    json.dumps(
        {
            "id": _B64,
            "rawId": _B64,
            "type": "public-key",
            "response": {
                "clientDataJSON": "e30",
                "authenticatorData": _B64,
                "signature": _B64,
                "userHandle": _B64,
            },
        }
    ),
]


@pytest.fixture
def ana():
    return somebody("Ana")


def with_passkey(user, name="My phone"):
    """A passkey as it is kept; nobody has the device."""
    return Authenticator.objects.create(user=user, type="webauthn", data={"name": name, "credential": {}})


@pytest.fixture
def client(ana):
    client = Client()
    log_in(client, "ana")
    client.post("/log-in/again/?next=/me/", {"password": PASSWORD})
    return client


@pytest.mark.parametrize("sent", NONSENSE)
def test_an_invented_passkey_is_refused_everywhere_and_kept_nowhere(ana, client, sent):
    page = client.get("/me/passkeys/")
    assertContains(page, "You have no passkey yet.")
    answer = client.post("/me/passkeys/", {"name": "Phone", "credential": sent})
    assert answer.status_code == 422
    stranger = Client()
    assert "publicKey" in stranger.get("/log-in/passkey/").json()
    assertRedirects(stranger.post("/log-in/passkey/", {"credential": sent}), "/log-in/")
    assert not is_in(stranger)
    assert not Authenticator.objects.exists()


def test_one_that_does_not_fit_is_refused_in_words_about_passkeys():
    page = Client().post("/log-in/passkey/", {"credential": NONSENSE[-1]}, follow=True).content.decode()
    assert "This passkey was not accepted. Try again, or log in another way." in page
    assert "Is the clock on your phone right?" not in page


def test_an_address_begins_so_many_log_ins_with_a_passkey_a_minute():
    told = [Client().get("/log-in/passkey/").status_code for _number in range(121)]
    assert told == [200] * 120 + [429]


@pytest.mark.parametrize("sent", NONSENSE)
def test_nonsense_in_the_place_of_a_code_logs_nobody_in(ana, sent):
    TOTP.activate(ana, generate_totp_secret())
    stranger = Client()
    log_in(stranger, "ana")
    assert stranger.post("/log-in/code/", {"credential": sent}).status_code == 422
    assert not is_in(stranger)


def test_a_passkey_needs_a_name_and_an_account_has_so_many(ana, client, monkeypatch):
    assert client.post("/me/passkeys/", {"name": " ", "credential": "{}"}).status_code == 422
    monkeypatch.setattr(passkey_forms, "MOST", 0)
    answer = client.post("/me/passkeys/", {"name": "Phone", "credential": "{}"})
    assertContains(answer, "You have 0 passkeys: remove a passkey first.", status_code=422)


def test_somebody_elses_passkey_is_not_removed(client):
    other = with_passkey(somebody("Bo"))
    assert client.get(f"/me/passkeys/{other.pk}/remove/").status_code == 404
    assert client.post(f"/me/passkeys/{other.pk}/remove/").status_code == 404
    assert Authenticator.objects.filter(pk=other.pk).exists()


@pytest.mark.parametrize("path", ["/me/passkeys/", "/log-in/again/passkey/", "/me/passkeys/1/remove/"])
def test_a_stranger_is_led_to_the_log_in(path):
    assertRedirects(Client().get(path), f"/log-in/?next={path}")
