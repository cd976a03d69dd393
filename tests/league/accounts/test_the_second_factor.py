"""Situation: somebody wants more than a password between the account and the world."""

import logging
import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.contrib.auth.models import User
from django.test import Client
from pytest_django.asserts import assertContains, assertRedirects

from league.models import AuditEntry
from tests.league.people import PASSWORD, is_in, letters, log_in, somebody

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana():
    return somebody("Ana", email="ana@example.org")


class Phone:
    """An app for one-time codes: knows the secret of the QR code, and shows each code once."""

    def __init__(self, page):
        (self.secret,) = re.findall(r"<code[^>]*>([A-Z2-7]{32})</code>", page.content.decode())
        self._shown = -1

    def code(self):
        now, *later = list(totp.yield_hotp_counters_from_time())[1:]
        self._shown = now if self._shown < now else later[0]
        return totp.format_hotp_value(totp.hotp_value(self.secret, self._shown))


def switched_on(client):
    """Switch the second factor on as a person does; the phone, and the recovery codes."""
    client.post("/log-in/again/?next=/me/", {"password": PASSWORD})
    phone = Phone(client.get("/me/second-factor/"))
    page = client.post("/me/second-factor/", {"code": phone.code()}, follow=True)
    return phone, re.findall(r"<li><code>(\d+)</code>", page.content.decode())


@pytest.fixture
def phone(client, ana):
    log_in(client, "ana")
    return switched_on(client)


@pytest.mark.django_db(transaction=True)
def test_it_is_switched_on_by_a_picture_and_the_first_code(client, ana):
    log_in(client, "ana")
    asked = client.get("/me/second-factor/")
    assertRedirects(asked, "/log-in/again/?next=%2Fme%2Fsecond-factor%2F")
    client.post(asked.url, {"password": PASSWORD})
    page = client.get("/me/second-factor/")
    assertContains(page, "<svg")
    assert 'style="' not in page.content.decode()
    wrong = client.post("/me/second-factor/", {"code": "000000"})
    assertContains(wrong, "This code is wrong.", status_code=422)
    assert not Authenticator.objects.exists()
    right = Phone(wrong)
    done = client.post("/me/second-factor/", {"code": right.code()})
    assertContains(client.get(done.url), "From now on, your account asks for a code from your app.")
    again = client.post("/me/second-factor/", {"code": right.code()})  # a double click
    assertRedirects(again, "/me/recovery-codes/")
    assertContains(client.get("/me/"), "you enter a code from your app")
    assert letters()[-1].subject == "[Wildleague] A second factor was switched on"


def test_after_the_password_the_code_is_asked_for(client, phone):
    elsewhere = Client()
    assertRedirects(log_in(elsewhere, "ana"), "/log-in/code/")
    assert not is_in(elsewhere)
    for wrong in ({"code": "000000"}, {"code": ""}, {}, {"code": "x" * 999}, {"credential": "{}"}):
        assert elsewhere.post("/log-in/code/", wrong).status_code in (422, 429)
    fresh = Client()
    log_in(fresh, "ana")
    assert fresh.get("/log-in/", follow=True).redirect_chain[-1][0] == "/log-in/code/"


def test_a_code_opens_once(client, phone):
    app, _codes = phone
    code = app.code()
    for expected in (302, 422):
        elsewhere = Client()
        log_in(elsewhere, "ana")
        assert elsewhere.post("/log-in/code/", {"code": code}).status_code == expected
        assert is_in(elsewhere) == (expected == 302)


def test_a_recovery_code_opens_once_when_the_phone_is_away(client, phone):
    _app, codes = phone
    assert len(set(codes)) == 10
    for expected in (302, 422):
        elsewhere = Client()
        log_in(elsewhere, "ana")
        assert elsewhere.post("/log-in/code/", {"code": codes[3]}).status_code == expected
    page = client.get("/me/recovery-codes/")
    assertContains(page, "9 of 10 codes are left.")
    file = client.get("/me/recovery-codes/file/")
    assert sorted(file.content.decode().split()) == sorted(code for code in codes if code != codes[3])


def test_codes_cannot_be_tried_out(client, phone, caplog):
    elsewhere = Client()
    log_in(elsewhere, "ana")
    answers = [elsewhere.post("/log-in/code/", {"code": f"{number:06}"}).status_code for number in range(6)]
    assert answers == [422] * 5 + [429]


def test_new_recovery_codes_replace_the_old_ones(client, phone):
    _app, codes = phone
    page = client.post("/me/recovery-codes/new/", {}, follow=True)
    new = re.findall(r"<li><code>(\d+)</code>", page.content.decode())
    assert len(new) == 10
    assert not set(codes) & set(new)


def test_it_is_switched_off_again(client, phone):
    assertContains(client.get("/me/second-factor/off/"), "Switch off the second factor?")
    assertRedirects(client.post("/me/second-factor/off/", {}), "/me/")
    assert not Authenticator.objects.exists()
    assertRedirects(log_in(Client(), "ana"), "/")


def test_someone_who_runs_the_site_switches_it_off_for_who_has_lost_phone_and_codes(client, phone, ana):
    desk = Client()
    desk.force_login(User.objects.create_superuser("root", password="x"))
    chosen = {"action": "without_second_factor", "_selected_action": [ana.pk]}
    assertRedirects(desk.post("/admin/auth/user/", chosen), "/admin/auth/user/")
    assert not Authenticator.objects.exists()
    assertContains(desk.get(f"/admin/auth/user/{ana.pk}/history/"), "The second factor was switched off.")
    noted = AuditEntry.objects.get(what=AuditEntry.What.ACCOUNT, subject=ana.pk)
    assert noted.after == {"second_factor": False}
    assertRedirects(log_in(Client(), "ana"), "/")


def test_the_database_alone_opens_nothing(client, phone, settings, caplog):
    app, _codes = phone
    kept = Authenticator.objects.get(type="totp").data["secret"]
    assert app.secret not in kept
    settings.SECRET_KEY = "another one"
    elsewhere = Client()
    log_in(elsewhere, "ana")
    with caplog.at_level(logging.WARNING):
        assert elsewhere.post("/log-in/code/", {"code": app.code()}).status_code == 422
    assert "was SECRET_KEY changed?" in caplog.text


@pytest.mark.parametrize(
    "path", ["/me/second-factor/", "/me/second-factor/off/", "/me/recovery-codes/", "/me/recovery-codes/new/"]
)
def test_nobody_without_a_log_in_gets_there(path):
    assert Client().get(path).status_code in (302, 404)
    assert Client().post(path, {}).status_code in (302, 404)
    assert not Authenticator.objects.exists()


WANTED = "/tables/new/?rulebook=classic"
LED_TO_LOG_IN = "/log-in/?next=%2Ftables%2Fnew%2F%3Frulebook%3Dclassic"


def test_the_page_that_was_wanted_is_reached_whatever_went_wrong_before(phone):
    _app, codes = phone
    client, form = Client(), {"login": "ana", "next": WANTED}
    hidden = f'name="next" value="{WANTED}"'
    assertContains(client.post("/log-in/", {**form, "password": "wrong"}), hidden, status_code=422)
    refused = client.post("/log-in/passkey/", {"credential": "{}", "next": WANTED})
    assertRedirects(refused, LED_TO_LOG_IN, fetch_redirect_response=False)
    assertContains(client.get(refused.url), hidden, count=2)
    assertRedirects(client.post("/log-in/", {**form, "password": PASSWORD}), "/log-in/code/")
    for wrong in ({"code": "000000"}, {"credential": "{}"}):
        assert client.post("/log-in/code/", wrong).status_code == 422
    done = client.post("/log-in/code/", {"code": codes[0]})
    assertRedirects(done, WANTED, fetch_redirect_response=False)


def test_a_log_in_that_has_run_out_begins_anew_and_goes_on_where_it_was_wanted(phone):
    client = Client()
    client.post("/log-in/", {"login": "ana", "password": PASSWORD, "next": WANTED})
    session = client.session
    session["account_login"]["initiated_at"] -= 3600
    session.save()
    late = client.post("/log-in/code/", {"code": "000000"})
    assertRedirects(late, LED_TO_LOG_IN, fetch_redirect_response=False)
    assertRedirects(client.get("/log-in/code/"), "/log-in/")


def test_someone_who_signs_up_with_a_mistake_still_goes_on_to_what_was_wanted(client):
    page = client.post("/sign-up/", {"username": "mia", "next": WANTED})
    assertContains(page, f'name="next" value="{WANTED}"', status_code=422)
    assertContains(page, LED_TO_LOG_IN.replace("%2F", "/"), status_code=422)


def test_the_page_names_the_code_it_asks_for(phone):
    elsewhere = Client()
    log_in(elsewhere, "ana")
    assertContains(elsewhere.get("/log-in/code/"), "<h1>Code from your app")
    assertContains(elsewhere.get("/log-in/code/"), "Six digits from the app, or one of your recovery codes.")
