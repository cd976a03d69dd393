"""Situation: a guest of a pasted list is the same person as a member of the club, who has an account."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games.models import Player
from league import competitions
from league.models import Competition, Entrant, Membership
from tests.games.visiting import log_in
from tests.league.club_nights import announced, started
from tests.league.organizing import organizer, post, report_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Competition:
    return started(4, venue="elsewhere", rounds=2)


@pytest.fixture
def guest(night) -> Entrant:
    entrant = night.entrants.get(number=2)
    Player.objects.filter(pk=entrant.player_id).update(name="Pim Qvist")
    return night.entrants.select_related("player").get(number=2)


@pytest.fixture
def member(night) -> Player:
    pim = Player.objects.create(name="Pim Quist")
    Membership.objects.create(club=night.club, player=pim)
    log_in(Client(), pim)
    return Player.objects.get(pk=pim.pk)


def page_of(entrant: Entrant) -> str:
    return f"/competitions/{entrant.competition_id}/entrants/{entrant.number}/"


def test_the_page_of_an_entrant_proposes_the_member_with_nearly_the_same_name(night, guest, member):
    page = organizer(night).get(page_of(guest))
    assertContains(
        page, f'<option value="{member.pk}" selected>Pim Quist (with an account)</option>', html=True
    )
    assertContains(page, "From then on they are one player with the name of the member")


def test_an_entrant_becomes_the_member_with_all_results(night, guest, member):
    report_all(night)
    before = [(entrant.number, entrant.points, entrant.rank) for entrant in night.entrants.order_by("number")]
    olga = organizer(night)
    sent = post(olga, f"/players/{guest.player_id}/merge/", other=member.pk, next=page_of(guest))
    assertRedirects(sent, page_of(guest))
    same = night.entrants.select_related("player").get(number=2)
    assert same.player.user_id == member.user_id
    assert same.player.name == "Pim Quist"
    after = [(entrant.number, entrant.points, entrant.rank) for entrant in night.entrants.order_by("number")]
    assert after == before
    assertContains(olga.get(page_of(guest)), "Separate them again")


def test_an_entrant_who_became_a_member_can_be_separated_again(night, guest, member):
    olga = organizer(night)
    post(olga, f"/players/{guest.player_id}/merge/", other=member.pk, next=page_of(guest))
    sent = post(olga, f"/players/{member.pk}/unmerge/", next=page_of(guest))
    assertRedirects(sent, page_of(guest))
    assert night.entrants.get(number=2).player.user_id is None
    assert Player.objects.get(pk=member.pk).user_id == member.user_id
    assertContains(olga.get(page_of(guest)), "This is the member")


def test_a_member_with_a_hidden_name_stays_hidden(night, guest, member):
    Player.objects.filter(pk=member.pk).update(is_hidden=True)
    post(organizer(night), f"/players/{guest.player_id}/merge/", other=member.pk, next=page_of(guest))
    assert Player.objects.get(pk=guest.player_id).is_hidden


def test_two_people_of_one_competition_stay_two(night, guest, member):
    competitions.enter(night.pk, players=[member], by="organizer:1", at=night.started_at)
    olga = organizer(night)
    page = page_of(guest)
    assertNotContains(olga.get(page), f'<option value="{member.pk}"')
    sent = post(olga, f"/players/{guest.player_id}/merge/", other=member.pk, next=page)
    assertContains(olga.get(sent.url), "Both players were in one competition: they are two people.")


def test_a_stranger_address_is_not_followed(night, guest, member):
    away = "https://example.org/"
    sent = post(organizer(night), f"/players/{guest.player_id}/merge/", other=member.pk, next=away)
    assert sent.url.startswith("/players/")


@pytest.mark.parametrize("is_other", [False, True], ids=["the member", "someone else"])
def test_a_pasted_name_is_the_member_unless_it_is_said_to_be_someone_else(is_other):
    house = announced(0).club
    olga, pim = organizer(Competition.objects.get()), Player.objects.create(name="Pim Quist")
    Membership.objects.create(club=house, player=pim)
    sent = {
        "name": "Cup",
        "format": "swiss",
        "rulebook": "classic",
        "venue": "physical",
        "names": "Pim Quist\nBo",
    }
    sent |= {"someone_else": ["pim quist"]} if is_other else {}
    shown = olga.post(f"/clubs/{house.slug}/competitions/outlook/", sent)
    assertContains(shown, "1 name is known in the club")
    assertContains(shown, "someone else, not the member")
    assert ("checked" in shown.content.decode()) == is_other
    post(olga, f"/clubs/{house.slug}/competitions/new/", **sent)
    entered = Player.objects.filter(entries__competition__name="Cup", name="Pim Quist")
    assert (entered.get().pk != pim.pk) == is_other
