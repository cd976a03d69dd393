"""Situation: somebody has forgotten the password, or wants another one, or another e-mail address."""

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from league.accounts import tokens
from league.models import WaitingLetter
from tests.league.people import PASSWORD, is_in, letters, link_in, log_in, somebody

pytestmark = pytest.mark.django_db

NEW = "eight green cards"
TWICE = {"password1": NEW, "password2": NEW}


@pytest.fixture
def ana():
    return somebody("Ana", email="ana@example.org")


def ask(client, email):
    return client.post("/password/", {"email": email}, follow=True)


def sure(client, password=PASSWORD):
    """Say the password once more where it is asked for."""
    client.post("/log-in/again/?next=/me/", {"password": password})


def test_a_link_by_mail_sets_a_new_password_once_and_logs_everybody_else_out(client, ana):
    other = Client()
    log_in(other, "ana")
    assertContains(ask(client, "ana@example.org"), "If an account has this address")
    (letter,) = letters()
    assert letter.subject == "[Wildleague] New password"
    assert "Your log-in name is ana." in letter.body
    link = link_in(letter)
    page = client.get(link, follow=True)
    assertContains(page, "New password")
    form = page.request["PATH_INFO"]
    assert form != link  # what opens the account stands in no address that a browser passes on
    assertContains(client.post(form, {**TWICE, "password2": "other"}), "same password", status_code=422)
    assertContains(client.post(form, TWICE, follow=True), "Your password is set")
    assert not is_in(other)
    assert log_in(Client(), "ana", PASSWORD).status_code == 422
    assertRedirects(log_in(Client(), "ana", NEW), "/")
    assertContains(Client().get(link, follow=True), "This link no longer works")
    assert letters()[-1].subject == "[Wildleague] Your password has changed"


def test_an_unknown_address_gets_no_letter_and_no_other_answer(client, ana):
    known, unknown = ask(client, "ana@example.org"), ask(Client(), "nobody@example.org")
    for answer in (known, unknown):
        assertContains(answer, "If an account has this address", count=1)
    assert [letter.to for letter in letters()] == [["ana@example.org"]]


@pytest.mark.parametrize("path", ["1-x", "zzzzzzzzzzzzzzzzzzzz-abc-def", "1-set-password", "0-0", "é-x"])
def test_links_that_were_made_up_do_nothing(client, ana, path):
    assert client.get(f"/password/{path}/").status_code in (200, 404)
    assert client.post(f"/password/{path}/", TWICE).status_code in (200, 404)
    assertRedirects(log_in(Client(), "ana"), "/")


def test_only_so_many_letters_are_sent(client, ana):
    answers = [ask(Client(), "ana@example.org").status_code for _time in range(4)]
    assert answers == [200, 200, 200, 429]
    assert len(letters()) == 3


def test_an_answer_costs_the_same_whether_or_not_there_is_an_account(client, ana):
    asked = []
    for email in ("nobody@example.org", "ana@example.org", "nowhere@example.org"):
        with CaptureQueriesContext(connection) as queries:
            Client().post("/password/", {"email": email})
        asked.append(len(queries))
    assert asked[0] == asked[1] == asked[2]
    lengths = [len(text) for text in WaitingLetter.objects.values_list("sealed", flat=True)]
    assert max(lengths) < 1.2 * min(lengths)


def test_the_link_of_a_sent_letter_stands_nowhere_in_the_database(client, ana):
    ask(client, "ana@example.org")
    (kept,) = WaitingLetter.objects.all()
    assert "password" not in kept.sealed
    assert len(letters()) == 1
    assert not WaitingLetter.objects.exists()


# --- another password


@pytest.mark.parametrize("is_ticked", [True, False])
def test_a_new_password_ends_the_tokens_of_programs_where_that_is_ticked(client, ana, is_ticked):
    at = timezone.now()
    for _number in range(2):
        tokens.make(ana, name="Bot", scopes=[], days=1, at=at)
    log_in(client, "ana")
    assertContains(client.get("/me/password/"), "Also revoke my 2 tokens")
    ticked = {"end_tokens": "on"} if is_ticked else {}
    page = client.post("/me/password/", {"oldpassword": PASSWORD, **TWICE, **ticked}, follow=True)
    assert ("2 tokens revoked." in page.content.decode()) is is_ticked
    assert tokens.valid_tokens(ana, at).count() == (0 if is_ticked else 2)


def test_a_forgotten_password_ends_the_tokens_of_programs_where_that_is_ticked(client, ana):
    tokens.make(ana, name="Bot", scopes=[], days=1, at=timezone.now())
    ask(client, "ana@example.org")
    form = client.get(link_in(letters()[0]), follow=True).request["PATH_INFO"]
    assertContains(client.get(form), "Also revoke my token")
    client.post(form, {**TWICE, "end_tokens": "on"})
    assert not tokens.valid_tokens(ana, timezone.now()).exists()


def test_someone_who_has_no_tokens_is_not_asked_about_them(client, ana):
    log_in(client, "ana")
    assertNotContains(client.get("/me/password/"), "end_tokens")


def test_another_password_keeps_this_browser_and_logs_the_others_out(client, ana):
    other = Client()
    for browser in (client, other):
        log_in(browser, "ana")
    wrong = client.post("/me/password/", {"oldpassword": "wrong", **TWICE})
    assertContains(wrong, "This is not your current password.", status_code=422)
    assertRedirects(client.post("/me/password/", {"oldpassword": PASSWORD, **TWICE}), "/me/")
    assert is_in(client)
    assert not is_in(other)
    assert UserSession.objects.filter(user=ana).exists()
    assertRedirects(log_in(Client(), "ana", NEW), "/")
    (letter,) = letters()
    assert letter.subject == "[Wildleague] Your password has changed"
    assert "10.0" not in letter.body


# --- another address


def test_a_new_address_counts_once_it_is_confirmed_and_the_old_one_hears_of_it(client, ana):
    log_in(client, "ana")
    sure(client)
    answer = client.post("/me/e-mail/", {"action_add": 1, "email": "Ana@New.example"}, follow=True)
    assertContains(answer, "ana@new.example</b> is not confirmed yet")
    assertRedirects(log_in(Client(), "ana@example.org"), "/")
    (letter,) = letters()
    assert letter.to == ["ana@new.example"]
    page = client.get(link_in(letter))
    assertContains(page, "Is ana@new.example the address of Ana?")
    assertContains(client.post(link_in(letter), follow=True), "ana@new.example is confirmed.")
    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [
        ("ana@new.example", True, True)
    ]
    ana.refresh_from_db()
    assert ana.email == "ana@new.example"
    assert letters()[-1].to == ["ana@example.org"]
    assert letters()[-1].subject == "[Wildleague] Your e-mail address has changed"
    assert log_in(Client(), "ana@example.org").status_code == 422
    assertContains(client.get(link_in(letter)), "This link no longer works")


def test_the_password_is_asked_for_first_and_then_the_wish_is_carried_out(client, ana):
    log_in(client, "ana")
    asked = client.post("/me/e-mail/", {"action_add": 1, "email": "ana@new.example"})
    assert asked.url == "/log-in/again/?next=%2Fme%2Fe-mail%2F"
    assert not letters()
    wrong = client.post(asked.url, {"password": "wrong"})
    assertContains(wrong, "This is not your password.", status_code=422)
    client.post(asked.url, {"password": PASSWORD})
    assert [letter.to for letter in letters()] == [["ana@new.example"]]


def test_a_link_for_an_address_that_another_account_has_confirmed_meanwhile_says_so(client, ana):
    bo = somebody("Bo", email="shared@example.org", is_verified=False)
    log_in(client, "bo")
    sure(client)
    client.post("/me/e-mail/", {"action_send": 1, "email": "shared@example.org"})
    EmailAddress.objects.create(user=ana, email="shared@example.org", verified=True)
    page = client.get(link_in(letters()[-1]))
    assertContains(page, "Another account has already confirmed shared@example.org.")
    client.post(link_in(letters()[-1]))
    assert not EmailAddress.objects.get(user=bo).verified


def test_an_address_can_be_forgotten(client, ana):
    log_in(client, "ana")
    sure(client)
    gone = client.post("/me/e-mail/", {"action_remove": 1, "email": "ana@example.org"}, follow=True)
    assertContains(gone, "ana@example.org was removed.")
    assertContains(gone, "None yet.")
    assert not EmailAddress.objects.exists()


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"action_add": 1, "email": "x"},
        {"action_send": 1, "email": "x\x00"},
        {"action_remove": 1, "email": "bo@example.org"},
        {"action_primary": 1, "email": "bo@example.org"},
    ],
)
def test_nonsense_changes_no_address(client, ana, asked):
    somebody("Bo", email="bo@example.org")
    log_in(client, "ana")
    sure(client)
    before = list(EmailAddress.objects.values_list("user", "email", "verified", "primary"))
    assert client.post("/me/e-mail/", asked).status_code in (302, 422)
    assert list(EmailAddress.objects.values_list("user", "email", "verified", "primary")) == before


def test_guests_are_led_to_the_sign_up_first(client):
    client.post("/guest/", {"name": "Mia"})
    for path in ("/me/e-mail/", "/me/password/", "/me/password/first/"):
        assertRedirects(client.get(path), "/sign-up/")
        assertRedirects(client.post(path, {"password1": "x"}), "/sign-up/")
    assertNotContains(client.get("/me/"), "/me/e-mail/")
