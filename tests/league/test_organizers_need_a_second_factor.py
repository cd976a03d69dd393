"""Situation: a site wants a second factor of those who own or organize its clubs."""

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client

from games.rules.refusal import Refusal
from league.models import Club, Membership
from league.permissions import require
from tests.league.people import somebody

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return Club.objects.create(name="Riverside", slug="riverside")


def belongs(club, name, **roles):
    user = somebody(name)
    Membership.objects.create(club=club, player=user.player, **roles)
    return user


def test_an_owner_without_one_is_led_to_where_it_is_switched_on(club, settings):
    settings.SECOND_FACTOR_FOR = ["owner", "organizer"]
    ana, client = belongs(club, "Ana", is_owner=True), Client()
    client.force_login(ana)
    answer = client.post("/clubs/riverside/edit/", {"name": "Hillside"})
    assert answer.status_code == 403
    page = answer.content.decode()
    assert "Owners and organizers need a second factor here." in page
    assert 'href="/me/second-factor/"' in page
    assert Club.objects.get().name == "Riverside"
    TOTP.activate(ana, generate_totp_secret())
    assert client.get("/clubs/riverside/edit/").status_code == 200


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
