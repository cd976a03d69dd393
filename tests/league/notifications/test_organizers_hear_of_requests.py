"""Situation: somebody asks for something, and organizers have to hear of it to decide."""

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from games.models import Player
from league.clubs import joining
from league.models import Claim, Club, Grant, Membership, Notice, Team
from league.notifications import notice_emails, notices
from league.roster import merging
from tests.games.playing import START
from tests.league.club_nights import BY, club, started
from tests.league.notifications.recipients import somebody, told

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga() -> Player:
    return somebody("Olga")


@pytest.fixture
def home(olga: Player) -> Club:
    made = club()
    Membership.objects.create(club=made, player=olga, is_organizer=True)
    return made


def browser(player: Player) -> Client:
    client = Client()
    player.user.set_password("seven red cards")
    player.user.save()
    client.force_login(player.user)
    return client


def test_someone_who_asks_to_be_let_in_is_announced_to_the_organizers_once(home: Club, olga: Player) -> None:
    asking, member = somebody("Asa"), somebody("Mia")
    Membership.objects.create(club=home, player=member)
    for _twice in range(2):
        browser(asking).post(f"/clubs/{home.slug}/join/", {"message": "I play on Fridays"})
    assert told(olga) == [f"Request to join: {home.name}"]
    assert told(member) == told(asking) == []
    notice = Notice.objects.get(player=olga)
    assert "Asa" not in notice.text
    page = browser(olga).get(notice.link).content.decode()
    assert "I play on Fridays" in page
    assert "Admit" in page


def test_asking_again_after_taking_it_back_is_another_request(home: Club, olga: Player) -> None:
    asking = somebody("Asa")
    joining.join(home, asking, message="", at=START)
    joining.take_back(home, asking)
    joining.join(home, asking, message="", at=START)
    assert len(told(olga)) == 2


def test_an_open_club_need_not_be_told(home: Club, olga: Player) -> None:
    home.joining = Club.Joining.OPEN
    home.save()
    joining.join(home, somebody("Asa"), message="", at=START)
    assert told(olga) == []


def test_a_claim_is_announced_where_it_is_decided(home: Club, olga: Player) -> None:
    child, asking = Player.objects.create(name="Tim"), somebody("Asa")
    Membership.objects.create(club=home, player=child)
    for _twice in range(2):
        browser(asking).post(f"/players/{child.pk}/claim/", {})
    assert told(olga) == ["Someone says: this is me"]
    page = browser(olga).get(Notice.objects.get(player=olga).link).content.decode()
    assert "says: this is me" in page
    assert "Decline" in page


def test_organizers_of_every_club_and_competition_of_the_player_hear_of_a_claim(olga: Player) -> None:
    cup, away = started(3), somebody("Otto")
    Membership.objects.create(club=cup.club, player=away, is_owner=True)
    team = Team.objects.create(club=cup.club, name="Desk")
    team.people.add(olga)
    Grant.objects.create(club=cup.club, team=team, is_organizer=True)
    browser(somebody("Asa")).post(f"/players/{cup.entrants.first().player_id}/claim/", {})
    assert told(olga) == told(away) == ["Someone says: this is me"]


def test_a_link_of_an_organizer_asks_nobody(home: Club, olga: Player) -> None:
    child, asking = Player.objects.create(name="Tim"), somebody("Asa")
    Membership.objects.create(club=home, player=child)
    link = browser(olga).post(f"/players/{child.pk}/link/").context["link"]
    browser(asking).post(f"/players/{child.pk}/claim/", {"code": link.partition("code=")[2]})
    assert not Claim.objects.exists()
    assert told(olga) == []


def test_an_organizer_who_wants_no_such_letters_gets_none(home: Club, olga: Player) -> None:
    notices.mute(olga, "request", "mail")
    joining.join(home, somebody("Asa"), message="", at=timezone.now())
    notice_emails.send_waiting(now=timezone.now)
    assert mail.outbox == []
    assert told(olga) == [f"Request to join: {home.name}"]


def test_an_organizer_who_was_merged_hears_of_it_under_the_account_that_is_left(home: Club) -> None:
    otto, before = somebody("Otto"), Player.objects.create(name="Otto of old")
    Membership.objects.create(club=home, player=before, is_organizer=True)
    merging.merge(home.pk, otto.pk, before.pk, by=BY, at=START)
    joining.join(home, somebody("Asa"), message="", at=START)
    assert told(otto) == [f"Request to join: {home.name}"]


# --- letters are read by those who get them


def test_a_letter_calls_its_reader_by_the_name_that_only_some_may_read() -> None:
    shy = somebody("Shy Sheila")
    Player.objects.filter(pk=shy.pk).update(is_hidden=True)
    joined = club()
    Membership.objects.create(club=joined, player=shy, is_owner=True)
    joining.join(joined, somebody("Asa"), message="", at=timezone.now())
    assert notice_emails.send_waiting(now=timezone.now) == 1
    (letter,) = mail.outbox
    assert letter.body.startswith("Hello Shy Sheila,")
    assert f"/clubs/{joined.slug}/people/" in letter.body
