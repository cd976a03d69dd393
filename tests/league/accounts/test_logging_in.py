"""Situation: people sign up and log in, also those who do not know their password, and those who try many."""

import logging
import re
from html import unescape
from urllib.parse import quote

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings as site
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.models import User
from django.core.cache.backends.db import DatabaseCache
from django.test import Client
from django.utils.module_loading import import_string
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games.access import invitations
from games.models import Player
from league.accounts import sessions
from tests.games.playing import open_table
from tests.league.people import PASSWORD, is_in, letters, log_in, somebody

pytestmark = pytest.mark.django_db

FORM = {"first_name": "Mia", "username": "mia", "password1": PASSWORD, "password2": PASSWORD}


@pytest.mark.parametrize("login", ["ana", "ANA", " ana ", "ana@example.org", "Ana@Example.org"])
def test_a_log_in_name_or_an_address_will_do(client, login):
    somebody("Ana", email="ana@example.org")
    assertRedirects(log_in(client, login), "/")
    assert is_in(client)


def test_the_way_goes_on_where_it_was_interrupted_but_on_this_site_only(client):
    somebody("Ana")
    page = client.get("/log-in/?next=/tables/new/")
    assertContains(page, 'name="next" value="/tables/new/"')
    form = {"login": "ana", "password": PASSWORD}
    assertRedirects(client.post("/log-in/", {**form, "next": "/tables/new/"}), "/tables/new/")
    assertRedirects(Client().post("/log-in/", {**form, "next": "https://example.com/"}), "/")
    assertRedirects(client.get("/log-in/"), "/")


@pytest.mark.parametrize("page", ["log-in", "sign-up"])
def test_the_head_of_a_page_leads_back_to_it_with_the_key_of_a_private_table(client, page):
    table = open_table("Ana", seats=2)
    invitations.keep_private(table)
    place = f"/tables/{table.pk}/?key={invitations.key_of(table)}"
    link = f'href="/{page}/?next={quote(place)}"'
    assertContains(client.get(place), link)
    assertContains(client.get(unescape(link[6:-1])), f'name="next" value="{place}"')
    assertContains(client.get("/rules/"), f'href="/{page}/?next=/rules/"')


@pytest.mark.parametrize("page", ["/", "/log-in/", "/sign-up/", "/password/"])
def test_pages_of_logging_in_and_the_first_page_are_no_place_to_come_back_to(client, page):
    shown = client.get(page)
    assertContains(shown, 'href="/log-in/"')
    assertNotContains(shown, "?next=")


def test_the_answer_to_a_form_is_no_place_to_come_back_to(client):
    shown = client.post("/guest/", {"name": ""})
    assertContains(shown, 'href="/sign-up/"', status_code=422)


@pytest.mark.parametrize("login", ["ana", "nobody", "nobody@example.org", "x" * 500, "\x00"])
def test_a_wrong_log_in_is_refused_and_does_not_say_who_is_here(client, login):
    somebody("Ana")
    answer = log_in(client, login, "a wrong word")
    assert answer.status_code == 422
    assert not is_in(client)
    assert "No account has this" in answer.content.decode() or "\x00" in login


@pytest.mark.parametrize("login", ["ana", "nobody", "ana@example.org", "nobody@example.org", "guest"])
def test_how_much_is_worked_out_does_not_say_who_is_here(client, monkeypatch, login):
    somebody("Ana", email="ana@example.org")
    Client().post("/guest/", {"name": "Mia"})
    login = User.objects.get(first_name="Mia").username if login == "guest" else login
    worked_out = []
    encode = MD5PasswordHasher.encode
    monkeypatch.setattr(
        MD5PasswordHasher, "encode", lambda *facts: worked_out.append(facts) or encode(*facts)
    )
    assert log_in(client, login, "a wrong word").status_code == 422
    assert len(worked_out) == 1


def test_many_wrong_passwords_for_an_account_are_throttled_wherever_they_come_from(client, caplog):
    user = somebody("Ana", email="ana@example.org")
    for number in range(5):
        assert log_in(client, "ana", f"guess {number}", REMOTE_ADDR=f"10.0.0.{number}").status_code == 422
    with caplog.at_level(logging.WARNING):
        answer = log_in(Client(), "ana", PASSWORD, REMOTE_ADDR="10.0.0.99")
    assertContains(answer, "Too many wrong attempts", status_code=429)
    assert f"Log-ins are throttled for account {user.pk}" in caplog.text
    assert "ana" not in caplog.text.lower()
    somebody("Bo")
    assertRedirects(log_in(Client(), "bo"), "/")  # others are not


def test_right_passwords_do_not_count(client):
    somebody("Ana")
    for _night in range(8):
        assertRedirects(log_in(Client(), "ana"), "/")


def test_someone_who_asks_for_everything_at_once_is_stopped_with_a_sentence(client, settings, caplog):
    settings.ACCOUNT_RATE_LIMITS = {"signup": "2/m/ip"}
    answers = [client.post("/sign-up/", {"username": "x"}).status_code for _time in range(3)]
    assert answers == [422, 422, 429]
    with caplog.at_level(logging.WARNING):
        page = client.post("/sign-up/", {})
    assertContains(page, "Wait a minute, then try again.", status_code=429)
    assert "Too many requests: sign_up" in caplog.text


def test_tries_are_counted_where_every_process_sees_them():
    assert issubclass(import_string(site.CACHES["default"]["BACKEND"]), DatabaseCache)


def test_the_admin_site_has_the_same_log_in(client):
    assertRedirects(client.get("/admin/login/"), "/log-in/?next=%2Fadmin%2Flogin%2F")
    somebody("Ana")
    assert client.post("/admin/login/", {"username": "ana", "password": PASSWORD}).status_code == 302
    assert not is_in(client)
    log_in(client, "ana")
    assert client.get("/admin/login/").status_code == 403


def test_a_closed_account_says_so(client):
    User.objects.filter(pk=somebody("Ana").pk).update(is_active=False)
    assertContains(log_in(client, "ana", follow=True), "This account is closed")


# --- signing up


def test_an_account_needs_no_address(client):
    assertRedirects(client.post("/sign-up/", FORM), "/")
    assert is_in(client)
    assert not EmailAddress.objects.exists()
    assert not letters()


def test_an_address_is_confirmed_by_a_link(client):
    client.post("/sign-up/", {**FORM, "email": "Mia@Example.org"})
    (address,) = EmailAddress.objects.all()
    assert (address.email, address.verified) == ("mia@example.org", False)
    (letter,) = letters()
    assert letter.to == ["mia@example.org"]
    assert letter.subject == "[Wildleague] Is this your address?"
    assert letter.body.startswith("Hello,\n\nsomeone (hopefully you) gave mia@example.org")
    assert letter.message().get_content_type() == "text/plain"


def test_nobody_learns_by_signing_up_whose_address_is_known(client):
    somebody("Ana", email="ana@example.org")
    known = client.post("/sign-up/", {**FORM, "email": "ana@example.org"}, follow=True)
    form = {**FORM, "username": "other", "email": "new@example.org"}
    unknown = Client().post("/sign-up/", form, follow=True)
    for answer, address in ((known, "ana@example.org"), (unknown, "new@example.org")):
        assertContains(answer, f"We sent a link to {address}.", count=1)
    assert [letter.subject for letter in letters()] == [
        "[Wildleague] You have an account already",
        "[Wildleague] Is this your address?",
    ]
    assert EmailAddress.objects.filter(email="ana@example.org").count() == 1


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"username": "bo@example.org"}, "A log-in name cannot contain @."),
        ({"username": "ANA"}, "already exists"),
        ({"email": "nowhere"}, "valid email address"),
        ({"email": f"{'x' * 60}@{'y' * 60}.{'y' * 60}.{'y' * 60}.example.org"}, "at most 254 characters"),
        ({"password2": "another word"}, "match"),
        ({"password1": "12345678", "password2": "12345678"}, "too common"),
        ({"first_name": "  "}, "required"),
    ],
)
def test_a_mistake_is_explained_at_its_field_where_the_cursor_waits(client, wish, words):
    somebody("Ana")
    page = client.post("/sign-up/", {**FORM, **wish})
    assertContains(page, words, status_code=422)
    assert User.objects.count() == 1
    (focused,) = re.findall(r"<input[^>]* autofocus[^>]*>", page.content.decode())
    assert 'aria-invalid="true"' in focused


def test_the_session_of_a_guest_is_worth_nothing_when_the_guest_has_signed_up(client):
    client.post("/guest/", {"name": "Mia"})
    other = Client()
    other.cookies = client.cookies.copy()
    assert is_in(other)
    client.post("/sign-up/", FORM)
    assert is_in(client)
    assert not is_in(other)
    assert [browser.is_this for browser in browsers_of(client)] == [True]


def test_a_guest_signs_up_by_a_double_click_of_which_no_answer_has_come(client):
    client.post("/guest/", {"name": "Mia"})
    client.get("/sign-up/")
    second = Client()
    second.cookies = client.cookies.copy()
    answers = [browser.post("/sign-up/", {**FORM, "command_id": "one"}) for browser in (client, second)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert is_in(client)
    assert is_in(second)
    assert User.objects.count() == 1


def browsers_of(client):
    user = User.objects.get(username=FORM["username"])
    return sessions.browsers(user, this=client.session.session_key)


def test_a_guest_who_signs_up_keeps_player_and_seat_in_a_session_with_another_key(client):
    table = open_table("Bo", seats=3)
    client.post(f"/guest/?table={table.pk}", {"name": "Mia"})
    player = table.seats.get(index=1).player
    assert player.name == "Mia"
    assertContains(client.get("/me/"), "You are playing as a guest")
    assertContains(client.get("/sign-up/"), "You have played as Mia.")
    before = client.session.session_key
    asked = {**FORM, "first_name": "Mia Berg", "command_id": "one"}
    assertRedirects(client.post("/sign-up/?next=/me/", asked), "/me/")
    assertRedirects(client.post("/sign-up/?next=/me/", asked), "/me/")  # a double click
    assert client.session.session_key != before
    player.refresh_from_db()
    assert (player.name, player.user.username) == ("Mia Berg", "mia")
    assert Player.objects.count() == 2
    assert table.seats.get(index=1).player == player
    elsewhere = Client()
    assertRedirects(log_in(elsewhere, "mia"), "/")
    assertContains(elsewhere.get("/me/"), "Mia Berg")


def test_a_guest_with_a_mistake_stays_a_guest(client):
    client.post("/guest/", {"name": "Mia"})
    somebody("Ana")
    answer = client.post("/sign-up/", {**FORM, "username": "ana", "first_name": "Changed"})
    assertContains(answer, "already exists", status_code=422)
    assert Player.objects.filter(name="Mia").exists()
    assertContains(client.get("/me/"), "You are playing as a guest")


def test_someone_who_has_an_account_makes_no_second_one(client):
    somebody("Ana")
    log_in(client, "ana")
    assertContains(client.get("/sign-up/"), "You are logged in as Ana")
    assertContains(client.post("/sign-up/", FORM), "You are logged in as Ana", status_code=422)
    assert User.objects.count() == 1


# --- the name


def test_a_new_name_is_shown_everywhere(client):
    user = somebody("Ana")
    log_in(client, "ana")
    assertRedirects(client.post("/me/name/", {"name": "  Ana   Berg "}), "/me/")
    assert Player.objects.get(user=user).name == "Ana Berg"
    assertContains(client.get("/"), "Ana Berg")
    assertContains(client.post("/me/name/", {"name": " "}), "required", status_code=422)
    assert Client().post("/me/name/", {"name": "Eve"}).status_code == 302
    assert Player.objects.get(user=user).name == "Ana Berg"


@pytest.mark.parametrize("path", ["/me/tokens/", "/me/delete/"])
def test_a_form_that_comes_back_behind_the_password_is_sent_to_its_own_page(client, path):
    somebody("Ana")
    log_in(client, "ana")
    asked = client.post(path, {"name": " "})
    assertRedirects(asked, f"/log-in/again/?next={path.replace('/', '%2F')}")
    page = client.post(asked.url, {"password": PASSWORD})
    assertContains(page, f'action="{path}"', status_code=422)
