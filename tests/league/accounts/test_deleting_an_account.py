"""Situation: somebody wants to be forgotten, and the matches they played have to stay."""

import io

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext

from games import chat, eventstore, tables
from games.models import ChatMessage, CustomRulebook, Player, Receipt, ReplayComment, Table, TableEvent
from games.rulebooks import commands
from games.rules.scoresheet import decide as ph
from league.accounts import deletion
from league.clubs import joining
from league.models import JoinRequest, Membership
from tests.games.playing import START, deal, open_table
from tests.games.rules.scoresheet.sheets import deal as written
from tests.games.scoresheets.writing_down import real_cards, record
from tests.games.visiting import log_in, say_password
from tests.league.club_nights import club, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana(client) -> Player:
    """A person with a log-in, logged in."""
    user = get_user_model().objects.create_user("ana", password="wild-cards-7", first_name="Ana")
    client.force_login(user)
    say_password(client)
    return Player.objects.create(user=user, name="Ana Quintero")


def events():
    return list(TableEvent.objects.order_by("pk").values_list("payload", "hash"))


def verify():
    call_command("verify", stdout=io.StringIO())


def test_everything_personal_goes_and_the_log_stays(client, ana):
    finished = deal("Bo Cy", "r5 g1 / r2 r3", "r9 g9 g8")
    chat.say(finished.pk, player=ana, text="Good luck!", at=START)
    ReplayComment.objects.create(table=finished, player=ana, step=1, text="Bravo!", said_at=START)
    before = events()
    answer = client.post("/me/delete/", {"name": "Ana Quintero"}, follow=True)
    assert "Your account has been deleted." in answer.content.decode()
    assert not answer.wsgi_request.user.is_authenticated
    ana.refresh_from_db()
    assert (ana.name, ana.user) == ("Former player", None)
    assert not get_user_model().objects.filter(username="ana").exists()
    assert not ChatMessage.objects.exists()
    assert not ReplayComment.objects.exists()
    assert events() == before
    verify()


def test_a_running_match_goes_on_with_a_bot_and_an_open_table_frees_the_seat(ana):
    running, waiting = open_table(seats=2), open_table("Cy", seats=2)
    tables.sit(running.pk, player=ana, at=START)
    tables.start(running.pk, fill_with_bots=True, by=f"player:{ana.pk}", at=START)
    tables.sit(waiting.pk, player=ana, at=START)
    known = len(events())
    deletion.delete(ana, at=START)
    assert running.seats.get(index=0).is_bot
    assert running.seats.get(index=0).player == ana
    assert waiting.seats.get(index=1).is_free
    assert [type(event).__name__ for event in eventstore.read_events(TableEvent, running.pk)][
        -1
    ] == "SeatLeft"
    assert len(events()) == known + 2
    verify()


def test_no_event_holds_a_name(client, ana):
    client.post("/tables/new/", {"rulebook": "classic", "seats": 2, "bots": 1, "turn_seconds": 60})
    client.post(f"/tables/{Table.objects.get().pk}/start/")
    assert Table.objects.get().status == Table.Status.RUNNING
    started(4)
    assert not any("Quintero" in payload for payload, _hash in events())


def test_requests_and_invitations_of_a_deleted_account_go(ana):
    house = club()
    joining.join(house, ana, message="Ana Quintero here, from Hill Road", at=START)
    assert JoinRequest.objects.exists()
    deletion.delete(ana, at=START)
    assert not JoinRequest.objects.exists()


def test_rulebooks_receipts_and_roles_go_and_the_club_gets_another_owner(client, ana):
    riverside = club()
    for player, role in ((ana, "owner"), (Player.objects.create(name="Bo"), "member")):
        Membership.objects.create(club=riverside, player=player, **{f"is_{role}": True})
    organizer = Player.objects.create(name="Cy")
    Membership.objects.create(club=riverside, player=organizer, is_organizer=True)
    log_in(Client(), organizer)
    commands.keep(keeper=ana, name="Mine", preset="classic", options={}, at=START)
    Receipt.objects.create(sender=f"user:{ana.user_id}", command_id="1", content="", at=START)
    assert f"Cy becomes the owner of {riverside.name}." in client.get("/me/delete/").content.decode()
    deletion.delete(ana, at=START)
    assert not CustomRulebook.objects.exists()
    assert not Receipt.objects.exists()
    assert list(Membership.objects.order_by("pk").values_list("player__name", "is_owner")) == [
        ("Bo", False),
        ("Cy", True),
    ]
    deletion.delete(ana, at=START)


def test_a_club_without_anybody_else_simply_loses_its_owner(ana):
    Membership.objects.create(club=club(), player=ana, is_owner=True)
    deletion.delete(ana, at=START)
    assert not Membership.objects.exists()


def test_a_wrong_name_deletes_nothing(client, ana):
    answer = client.post("/me/delete/", {"name": "Ana"})
    assert answer.status_code == 422
    assert "This is not your name. Nothing was deleted." in answer.content.decode()
    assert client.get("/me/delete/").status_code == 200
    assert get_user_model().objects.filter(username="ana").exists()


def test_someone_who_finds_a_browser_that_is_logged_in_deletes_nothing_without_the_password(ana):
    client = Client()
    client.force_login(ana.user)
    assert client.get("/me/delete/").status_code == 200
    answer = client.post("/me/delete/", {"name": "Ana Quintero"})
    assert (answer.status_code, answer.url) == (302, "/log-in/again/?next=%2Fme%2Fdelete%2F")
    wrong = client.post(answer.url, {"password": "wild-cards-8", "next": "/me/delete/"})
    assert wrong.status_code == 422
    assert get_user_model().objects.filter(username="ana").exists()
    client.post(answer.url, {"password": "wild-cards-7", "next": "/me/delete/"})
    ana.refresh_from_db()
    assert ana.user is None


def test_a_name_that_was_wrong_is_asked_for_once_more_behind_the_password(ana):
    client = Client()
    client.force_login(ana.user)
    again = client.post("/me/delete/", {"name": "Anna"})
    page = client.post(again.url, {"password": "wild-cards-7"})
    assert "This is not your name. Nothing was deleted." in page.content.decode()
    assert 'action="/me/delete/"' in page.content.decode()  # and not where the password was asked for
    client.post("/me/delete/", {"name": "Ana Quintero"})
    assert not get_user_model().objects.filter(username="ana").exists()


def test_a_guest_has_no_password_and_is_asked_for_none(client):
    client.post("/guest/", {"name": "Gus"})
    client.post("/me/delete/", {"name": "Gus"})
    assert not get_user_model().objects.exists()


def test_nobody_deletes_anybody_without_a_log_in(client):
    assert client.post("/me/delete/", {"name": ""}).status_code == 302
    assert Table.objects.count() == 0


def test_the_command_asks_and_deletes(ana, monkeypatch):
    monkeypatch.setattr("builtins.input", lambda _asked: "an")
    with pytest.raises(CommandError, match="Nothing was deleted"):
        call_command("delete_account", "ana")
    with pytest.raises(CommandError, match="There is no account with the log-in nobody"):
        call_command("delete_account", "nobody")
    out = io.StringIO()
    call_command("delete_account", "ana", "--yes", stdout=out)
    assert out.getvalue() == "The account ana is deleted.\n"
    ana.refresh_from_db()
    assert ana.name == "Former player"


def test_deleting_a_user_in_the_admin_site_deletes_the_account(client, ana):
    admin = get_user_model().objects.create_superuser("root", password="wild-cards-9")
    user = ana.user_id
    client.force_login(admin)
    assert client.post(f"/admin/auth/user/{user}/delete/", {"post": "yes"}).status_code == 302
    ana.refresh_from_db()
    assert (ana.name, ana.user) == ("Former player", None)
    others = [get_user_model().objects.create_user(name) for name in ("bo", "cy")]
    bo = Player.objects.create(user=others[0], name="Bo Biel")
    chosen = {"action": "delete_selected", "post": "yes", "_selected_action": [other.pk for other in others]}
    assert client.post("/admin/auth/user/", chosen).status_code == 302
    bo.refresh_from_db()
    assert bo.name == "Former player"
    assert list(get_user_model().objects.values_list("username", flat=True)) == ["root"]


def test_a_match_with_real_cards_goes_on_and_what_was_objected_goes():
    table = real_cards("Ana Bo", options={"target_score": 20})
    record(table, written(1, "A", "B 20"), ph.ObjectToResult(1, "That was a nine"))
    bo = table.seats.get(index=1).player
    deletion.delete(bo, at=START)
    assert not table.objections.exists()
    assert record(table, ph.SettleDispute(stands=True)).phase == "final"
    assert [seat.player_id for seat in table.seats.all()][1] == bo.pk


def test_neither_children_nor_guests_inherit_a_club(client, ana):
    riverside = club()
    Membership.objects.create(club=riverside, player=ana, is_owner=True)
    child, guest = Player.objects.create(name="Tim"), Player.objects.create(name="Gus")
    guest.user = get_user_model().objects.create_user("guest-1", password=None)
    guest.save()
    for person in (child, guest):
        Membership.objects.create(club=riverside, player=person, is_organizer=True)
    assert deletion.heirs(ana) == []
    assert "becomes the owner" not in client.get("/me/delete/").content.decode()
    Membership.objects.create(club=riverside, player=Player.objects.create(name="Co-owner"), is_owner=True)
    lasting = Player.objects.create(name="Mia")
    log_in(Client(), lasting)
    Membership.objects.create(club=riverside, player=lasting)
    deletion.delete(ana, at=START)
    assert Membership.objects.get(player=lasting).is_owner
    assert not Membership.objects.get(player=child).is_owner


def test_someone_who_is_gone_is_called_so_in_the_language_of_whoever_reads(ana):
    deletion.delete(ana, at=START)
    gone = Player.objects.get(pk=ana.pk)
    for language in ("vi", "fil", "cy", "ru"):
        with translation.override(language):
            assert gone.name == gettext("Former player")
            gone.save()
    assert Player.objects.filter(name="Former player").count() == 1
