"""Situation: a site wants a second factor of those who own or organize its clubs."""

import re

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from pytest_django.asserts import assertContains, assertRedirects

from games.rules.base.refusal import Refusal
from league.models import AuditEntry, Club, Membership
from league.permissions.policy import clubs_as_keepers, referee_of_table, require, scorekeeper_of_table
from tests.league.accounts.test_passkeys import with_passkey
from tests.league.accounts.test_the_second_factor import Phone
from tests.league.api.asking import Program
from tests.league.club_nights import matches, started
from tests.league.clubs.test_a_club_and_its_page import settings_of
from tests.league.people import PASSWORD, log_in, somebody

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return Club.objects.create(name="Riverside", slug="riverside")


def belongs(club, name, **roles):
    user = somebody(name)
    Membership.objects.create(club=club, player=user.player, **roles)
    return user


def with_app(user):
    return TOTP.activate(user, generate_totp_secret())


def test_an_owner_without_one_is_led_to_where_it_is_switched_on(club, settings):
    settings.SECOND_FACTOR_FOR = ["owner", "organizer"]
    ana, client = belongs(club, "Ana", is_owner=True), Client()
    client.force_login(ana)
    answer = client.post("/clubs/riverside/edit/", {"name": "Hillside"})
    assert answer.status_code == 403
    page = answer.content.decode()
    assert "Owners and organizers need a second factor here." in page
    assert 'href="/me/second-factor/?next=/clubs/riverside/edit/"' in page
    assert Club.objects.get().name == "Riverside"
    TOTP.activate(ana, generate_totp_secret())
    assert client.get("/clubs/riverside/edit/").status_code == 200


@pytest.mark.parametrize("switch_on", [with_app, with_passkey])
def test_an_app_or_a_passkey_is_a_second_factor(club, settings, switch_on):
    settings.SECOND_FACTOR_FOR = ["owner"]
    ana = belongs(club, "Ana", is_owner=True)
    switch_on(ana)
    assert require(ana, "club.own", club) == f"organizer:{ana.pk}"


def test_recovery_codes_alone_are_no_second_factor(club, settings):
    settings.SECOND_FACTOR_FOR = ["owner"]
    ana = belongs(club, "Ana", is_owner=True)
    RecoveryCodes.activate(ana)
    with pytest.raises(Refusal) as told:
        require(ana, "club.own", club)
    assert told.value.code == "second_factor_needed"


def test_it_is_asked_of_the_roles_that_the_site_names_and_of_no_others(club, settings):
    settings.SECOND_FACTOR_FOR = ["owner"]
    ana, bo = belongs(club, "Ana", is_owner=True), belongs(club, "Bo", is_organizer=True)
    with pytest.raises(Refusal) as told:
        require(ana, "club.organize", club)
    assert told.value.code == "second_factor_needed"
    assert require(bo, "club.organize", club) == f"organizer:{bo.pk}"
    assert require(ana, "club.see", club)
    settings.SECOND_FACTOR_FOR = []
    assert require(ana, "club.own", club) == f"organizer:{ana.pk}"


def test_a_club_asks_it_of_its_own_owners_and_organizers_and_of_nobody_else(club):
    ana, bo = belongs(club, "Ana", is_owner=True), belongs(club, "Bo", is_organizer=True)
    hillside = Club.objects.create(name="Hillside", slug="hillside")
    Membership.objects.create(club=hillside, player=bo.player, is_owner=True)
    client = Client()
    client.force_login(ana)
    asked = {**settings_of(club), "needs_second_factor": "on"}
    refused = client.post("/clubs/riverside/edit/", asked)
    assert refused.status_code == 422
    page = refused.content.decode()
    (at_its_field,) = re.findall(r"needs_second_factor_helptext.*?</ul>(.*?)</p>", page, re.DOTALL)
    assert page.index("Switch on a second factor in your own account first") > page.index(
        "needs_second_factor"
    )
    assert 'href="/me/second-factor/?next=/clubs/riverside/edit/"' in at_its_field
    assert not Club.objects.get(pk=club.pk).needs_second_factor
    TOTP.activate(ana, generate_totp_secret())
    assert client.post("/clubs/riverside/edit/", asked).status_code == 302
    with pytest.raises(Refusal) as told:
        require(bo, "club.organize", club)
    assert told.value.code == "second_factor_needed"
    assert require(ana, "club.own", club) == f"organizer:{ana.pk}"
    assert require(bo, "club.own", hillside) == f"organizer:{bo.pk}"
    entry = AuditEntry.objects.filter(what="club").latest("pk")
    assert (entry.before, entry.after) == ({"needs_second_factor": False}, {"needs_second_factor": True})
    page = client.get("/clubs/riverside/audit/").content.decode()
    assert "Second factor for owners and organizers" in page


def test_owners_without_one_only_look_and_who_only_referees_or_keeps_the_score_needs_none():
    cup = started(2)
    club, table = cup.club, matches(cup)[0].table_id
    ana, bo = belongs(club, "Ana", is_owner=True), belongs(club, "Bo", is_referee=True, is_scorekeeper=True)
    Club.objects.update(needs_second_factor=True)
    for permission in ("competition.score", "competition.referee"):
        assert require(bo, permission, cup)
        with pytest.raises(Refusal) as told:
            require(ana, permission, cup)
        assert told.value.code == "second_factor_needed"
    assert require(ana, "competition.see", cup)
    assert (referee_of_table(ana, table), scorekeeper_of_table(ana, table)) == ("", "")
    assert referee_of_table(bo, table) == f"referee:{bo.pk}"
    assert [keeper.may_change for keeper in clubs_as_keepers(ana)] == [False]
    TOTP.activate(ana, generate_totp_secret())
    assert referee_of_table(ana, table) == scorekeeper_of_table(ana, table) == f"organizer:{ana.pk}"
    assert [keeper.may_change for keeper in clubs_as_keepers(ana)] == [True]


def test_a_program_of_somebody_without_one_is_refused_alike(club):
    program = Program(belongs(club, "Ana", is_owner=True))
    version = program.get("clubs/riverside/").json()["version"]
    answer = program.post("clubs/riverside/", {"needs_second_factor": True, "after": version})
    assert (answer.status_code, answer.json()["code"]) == (403, "second_factor_needed")
    assert not Club.objects.get(pk=club.pk).needs_second_factor


def test_an_organizer_who_switches_one_on_goes_on_at_the_page_that_asked_for_it(club):
    belongs(club, "Ana", is_owner=True)
    Club.objects.update(needs_second_factor=True)
    client, wanted = Client(), "/clubs/riverside/edit/"
    log_in(client, "ana")
    refused = client.get(wanted)
    assertContains(refused, f'href="/me/second-factor/?next={wanted}"', status_code=403)
    assertContains(refused, f'href="/me/passkeys/?next={wanted}"', status_code=403)
    client.post("/log-in/again/?next=/me/", {"password": PASSWORD})
    path = f"/me/second-factor/?next={wanted}"
    phone = Phone(client.get(path))
    done = client.post(path, {"code": phone.code()}, follow=True)
    assertContains(done, f'<a class="button button--main" href="{wanted}">Continue</a>')
    again = client.get(path)
    assertRedirects(again, "/me/recovery-codes/?next=%2Fclubs%2Friverside%2Fedit%2F")
    elsewhere = client.get("/me/recovery-codes/?next=https://example.com/")
    assert 'href="https://example.com/' not in elsewhere.content.decode()
    assert client.get(wanted).status_code == 200
