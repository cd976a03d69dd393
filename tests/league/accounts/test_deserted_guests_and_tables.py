"""Situation: guests never come back, and tables wait for players who never come."""

import datetime as dt

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games import scoresheets, tables
from games.models import Player, Table
from games.rules.base.refusal import Refusal
from league import tasks
from league.accounts import guests, inactivity
from league.models import Membership
from tests.games.playing import START, fresh, open_table
from tests.games.scoresheets.writing_down import deal, real_cards, record
from tests.league.club_nights import club, knock_out
from tests.league.people import somebody

pytestmark = pytest.mark.django_db

DAY = dt.timedelta(days=1)


def guest(name="Gus", *, days=31, is_gone=True):
    """A guest who took a name so many days ago; no browser knows who is gone."""
    client = Client()
    client.post("/guest/", {"name": name})
    user = User.objects.get(first_name=name)
    then = timezone.now() - days * DAY
    User.objects.filter(pk=user.pk).update(date_joined=then, last_login=then)
    if is_gone:
        UserSession.objects.get(user=user).end()
    return user


def test_a_guest_whom_nobody_knows_any_more_goes_with_the_name():
    user = guest()
    assert tasks.put_away() == 1
    assert not User.objects.exists()
    assert Player.objects.get().name == "Former player"
    assert user.pk is not None
    assert tasks.put_away() == 0


def test_guests_who_may_come_back_and_accounts_stay():
    guest("Gus", is_gone=False)
    guest("Mia", days=29)
    ana = somebody("Ana")
    User.objects.filter(pk=ana.pk).update(date_joined=timezone.now() - 400 * DAY)
    assert tasks.put_away() == 0
    assert User.objects.count() == 3


def test_an_account_without_a_password_is_no_guest_while_it_has_an_address_or_a_second_factor():
    address, factor = guest("Gus"), guest("Mia")
    EmailAddress.objects.create(user=address, email="gus@example.org")
    Authenticator.objects.create(user=factor, type="totp", data={})
    assert tasks.put_away() == 0
    assert set(User.objects.all()) == {address, factor}


def test_a_guest_who_has_played_keeps_the_name_where_others_read_it():
    played, member = guest("Gus"), guest("Mia")
    Membership.objects.create(club=club(), player=member.player)
    table = open_table("Ana", seats=2)
    tables.sit(table.pk, player=played.player, at=timezone.now())
    assert tasks.put_away() == 2
    assert not User.objects.exists()
    assert set(Player.objects.values_list("name", flat=True)) == {"Ana", "Gus", "Mia"}


def test_a_table_at_which_nothing_begins_is_closed_sooner_for_a_guest():
    hosts = [somebody("Ana").player, guest(days=1, is_gone=False).player]
    at = timezone.now()
    for host in hosts:
        tables.open_table(name="Mine", rulebook="classic", seats=2, host=host, by=f"player:{host.pk}", at=at)
    mine, of_guest = Table.objects.order_by("pk")
    assert list(inactivity.deserted_tables(at + 1.9 * DAY)) == []
    assert list(inactivity.deserted_tables(at + 3 * DAY)) == [of_guest]
    assert set(inactivity.deserted_tables(at + 15 * DAY)) == {mine, of_guest}
    tables.sit(of_guest.pk, player=hosts[0], at=at + 2 * DAY)
    assert list(inactivity.deserted_tables(at + 3 * DAY)) == []
    with pytest.raises(Refusal) as told:  # somebody sat down since the worker looked
        tables.give_up(of_guest.pk, version=fresh(of_guest).version - 1, by="clock", at=at + 3 * DAY)
    assert (told.value.code, fresh(of_guest).status) == ("conflict", "open")
    assert inactivity.put_away(at=at + 15 * DAY) == 2
    assert set(Table.objects.values_list("status", flat=True)) == {"closed"}


def test_real_cards_that_were_never_dealt_are_put_away_and_those_of_a_competition_are_not():
    physical = real_cards("Ana Bo")
    knock_out(4)
    assert list(inactivity.deserted_tables(timezone.now())) == [physical]
    assert tasks.put_away() == 1


def test_a_begun_match_with_real_cards_is_closed_when_nobody_writes_it_down_any_more():
    table = real_cards("Ana Bo")
    record(table, deal(1, "A", "B 20"))
    assert list(inactivity.deserted_matches(START + 89 * DAY)) == []
    assert list(inactivity.deserted_matches(START + 91 * DAY)) == [fresh(table)]
    stale = fresh(table).version - 1
    with pytest.raises(Refusal) as told:
        tables.break_off(table.pk, version=stale, by="clock", at=START + 91 * DAY)
    assert (told.value.code, fresh(table).status) == ("conflict", "running")
    assert inactivity.put_away(at=START + 91 * DAY) == 1
    assert fresh(table).status == "closed"
    assert scoresheets.look(table.pk).deals[0].number == 1


def test_the_worker_is_asked_for_it_every_hour():
    assert settings.CELERY_BEAT_SCHEDULE["put_away"] == {"task": "league.tasks.put_away", "schedule": 3600}


def broken(monkeypatch, *names):
    """Let the guests of these names be such as cannot be put away."""
    delete = guests.delete

    def act(user, *, at):
        if user.first_name in names:
            raise ValueError("broken")
        delete(user, at=at)

    monkeypatch.setattr(guests, "delete", act)


def test_those_that_cannot_be_put_away_do_not_stand_in_the_way_of_the_others(monkeypatch, caplog):
    broken(monkeypatch, "Gus", "Mia")
    monkeypatch.setattr(inactivity, "_AT_ONCE", 2)
    first, second, *_others = [guest(name) for name in ("Gus", "Mia", "Jo", "Kim", "Lee")]
    assert [tasks.put_away() for _hour in range(3)] == [2, 1, 0]
    assert set(User.objects.all()) == {first, second}
    assert f"Could not put away user {first.pk}" in caplog.text
