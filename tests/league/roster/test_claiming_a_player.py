"""Situation: somebody has played without an account for a long time, and now has one."""

import re
from urllib.parse import unquote

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core import signing
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games.models import Player
from games.rules.base.refusal import Refusal
from league.accounts import deletion
from league.models import Claim, Membership
from league.roster import claims, merging
from tests.games.playing import START
from tests.games.visiting import log_in, say_password
from tests.league.club_nights import club
from tests.league.people import log_in as log_in_by_page
from tests.league.people import somebody

pytestmark = pytest.mark.django_db


@pytest.fixture
def house():
    return club()


@pytest.fixture
def child(house):
    """A member without an account."""
    player = Player.objects.create(name="Chiara")
    Membership.objects.create(club=house, player=player)
    return player


@pytest.fixture
def desk(house):
    """The browser of an organizer."""
    olga = Player.objects.create(name="Olga")
    Membership.objects.create(club=house, player=olga, is_organizer=True)
    client = Client()
    log_in(client, olga)
    return client


@pytest.fixture
def me(client):
    player = Player.objects.create(name="Chiara R.")
    log_in(client, player)
    return player


def test_a_claim_waits_for_an_organizer_and_confirmed_it_is_one_person(client, child, me, desk):
    assertContains(client.get(f"/players/{child.pk}/"), "This is me")
    assertContains(client.get(f"/players/{child.pk}/claim/"), "A club organizer must confirm it first.")
    for _click in range(2):
        answer = client.post(f"/players/{child.pk}/claim/", {"command_id": "one"}, follow=True)
        assertContains(answer, "You have said that this player is you.")
    claim = Claim.objects.get()
    page = desk.get(f"/players/{child.pk}/")
    assertContains(page, "says: this is me.")
    assertNotContains(client.get(f"/players/{child.pk}/"), "For organizers")
    done = desk.post(f"/claims/{claim.pk}/", {"do": "confirm"}, follow=True)
    assertContains(done, "They are now one player.")
    child.refresh_from_db()
    assert child.merged_into == me
    claim.refresh_from_db()
    assert claim.state == "confirmed"
    assert claim.decided_by.startswith("organizer:")
    again = desk.post(f"/claims/{claim.pk}/", {"do": "decline"})
    assertContains(again, "This has already been decided: Confirmed.", status_code=409)


def test_a_claim_is_declined_or_taken_back(client, child, me, desk):
    client.post(f"/players/{child.pk}/claim/")
    desk.post(f"/claims/{Claim.objects.get().pk}/", {"do": "decline"})
    client.post(f"/players/{child.pk}/claim/")
    answer = client.post(f"/players/{child.pk}/claim/", {"do": "withdraw"}, follow=True)
    assertContains(answer, "Request withdrawn.")
    assert [claim.state for claim in Claim.objects.order_by("pk")] == ["declined", "withdrawn"]
    child.refresh_from_db()
    assert child.merged_into is None


def test_an_organizers_link_makes_somebody_the_player_at_once(client, child, me, desk):
    page = desk.post(f"/players/{child.pk}/link/")
    assertContains(page, "<svg")
    (path,) = re.findall(r"http://testserver(/players/\d+/claim/\?code=[^<]+)</code>", page.content.decode())
    assertNotContains(client.get(path), "A club organizer must confirm it first")
    code = path.partition("code=")[2]
    answer = client.post(f"/players/{child.pk}/claim/", {"code": signed(code)}, follow=True)
    assertContains(answer, "This player is you from now on")
    child.refresh_from_db()
    assert child.merged_into == me
    assertRedirects(client.get(path), f"/players/{me.pk}/")  # followed once more
    merging.unmerge(Membership.objects.get(player=child).club_id, child.pk, by="organizer:1", at=START)
    child.refresh_from_db()
    assert child.merged_into is None


def link_of(desk, player):
    """The code of a link that an organizer makes."""
    page = desk.post(f"/players/{player.pk}/link/").content.decode()
    return signed(re.search(r"code=([^<]+)</code>", page)[1])


def test_a_link_ends_with_the_role_of_who_made_it(client, child, me, desk):
    code = link_of(desk, child)
    olga = Membership.objects.get(player__name="Olga")
    for is_organizer in (False, True):
        Membership.objects.filter(pk=olga.pk).update(is_organizer=is_organizer)
        answer = client.post(f"/players/{child.pk}/claim/", {"code": code})
        if not is_organizer:
            assertContains(
                answer, "The person who made this link is no longer an organizer of the club", status_code=422
            )
    child.refresh_from_db()
    assert child.merged_into == me


def test_a_link_ends_with_the_account_of_who_made_it(client, child, me, desk):
    code = link_of(desk, child)
    say_password(desk)
    desk.post("/me/delete/", {"name": "Olga"})
    assert client.post(f"/players/{child.pk}/claim/", {"code": code}).status_code == 422
    assert not Player.objects.filter(merged_into__isnull=False).exists()


def test_someone_who_asked_and_was_merged_meanwhile_still_gets_the_player(house, client, child, me, desk):
    client.post(f"/players/{child.pk}/claim/")
    older = Player.objects.create(name="Chiara in spring")
    Membership.objects.create(club=house, player=older)
    merging.merge(house.pk, older.pk, me.pk, by="organizer:1", at=START)
    desk.post(f"/claims/{Claim.objects.get().pk}/", {"do": "confirm"})
    child.refresh_from_db()
    assert child.merged_into == older


def signed(code):
    """The code as the browser sends it back."""
    return unquote(code)


def test_a_link_is_good_for_one_player_and_a_week(client, child, me, desk, monkeypatch):
    other = Player.objects.create(name="Bo")
    code = link_of(desk, child)
    for player, code_ in ((other, code), (child, code[:-1]), (child, "x" * 999), (child, "\x00")):
        answer = client.post(f"/players/{player.pk}/claim/", {"code": code_})
        assert answer.status_code == 422
    monkeypatch.setattr(signing.time, "time", lambda: 9_999_999_999.0)
    late = client.post(f"/players/{child.pk}/claim/", {"code": code})
    assertContains(late, "This link has expired", status_code=422)
    assert not Player.objects.filter(merged_into__isnull=False).exists()


def test_guests_sign_up_first_and_keep_their_way(child):
    guest = Client()
    guest.post("/guest/", {"name": "Chi"})
    page = guest.get(f"/players/{child.pk}/claim/?code=abc")
    assertContains(page, f"/sign-up/?next=/players/{child.pk}/claim/%3Fcode%3Dabc")
    answer = guest.post(f"/players/{child.pk}/claim/", {})
    assertContains(answer, "Sign up first", status_code=422)
    assert not Claim.objects.exists()


def test_somebody_with_an_account_is_not_claimed(client, child, me):
    log_in(Client(), child)
    assertNotContains(client.get(f"/players/{child.pk}/"), "This is me")
    assertContains(client.get(f"/players/{child.pk}/claim/"), "already has an account")
    answer = client.post(f"/players/{child.pk}/claim/", {})
    assertContains(answer, "This player already has an account.", status_code=409)
    with pytest.raises(Refusal) as refused:
        claims.ask(me, claimant=me, at=START)
    assert refused.value.code == "same_player"


def test_nobody_else_decides_or_makes_links(client, child, me):
    client.post(f"/players/{child.pk}/claim/")
    claim = Claim.objects.get()
    for browser in (client, Client()):
        assert browser.post(f"/claims/{claim.pk}/", {"do": "confirm"}).status_code == 403
        assert browser.post(f"/players/{child.pk}/link/").status_code == 403
    assert Client().post(f"/players/{child.pk}/claim/").status_code == 302
    claim.refresh_from_db()
    assert claim.state == "open"


def test_a_deleted_account_leaves_no_claim_no_session_and_no_address(client, child):
    user = somebody("Ana", email="ana@example.org")
    log_in_by_page(client, "ana")
    player = Player.objects.get(user=user)
    claims.ask(child, claimant=player, at=START)
    deletion.delete(player, at=START)
    for model in (Claim, EmailAddress, UserSession, Session):
        assert not model.objects.exists(), model
