"""Situation: somebody does not want to be found by name, a child for example, and plays all the same."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games import chat, tables
from games.models import Player
from games.naming.player_names import Everything, read_by
from league.accounts import names
from league.models import Membership
from tests.games.playing import START, open_table, play_out
from tests.games.visiting import log_in
from tests.league.every_address.address_paths import path_of
from tests.league.every_address.asked_addresses import ASKED
from tests.league.every_address.test_every_address_in_two_worlds import SITUATION
from tests.league.every_address.two_worlds import Asked, Stage, taken_back

pytestmark = [pytest.mark.django_db, pytest.mark.written_by_hand]

NAMES = ("Anaximander", "Boleslawa", "Cymbeline", "Halcyone", "Olgierdas")


@pytest.fixture
def stage():
    """A table of a competition, at which nobody wants to be found."""
    stage_ = Stage(SITUATION, hosted=False)
    for letter, name in zip("ABCHO", NAMES, strict=True):
        names.change(stage_.people[letter], name)
        names.hide(stage_.people[letter], is_hidden=True)
    for number, entrant in enumerate(stage_.competition.entrants.select_related("player")):
        names.change(entrant.player, f"Entrantissimo{number}")
        names.hide(entrant.player, is_hidden=True)
    return stage_


@pytest.mark.one_database
@pytest.mark.sampled(
    "an address is asked in its first way and one other in turn, by a stranger every second one",
    about=["league/", "games/"],
)
@pytest.mark.parametrize("whom", [None, "W"])
def test_no_address_tells_the_public_a_hidden_name(stage, whom, thorough):
    told = []
    with stage.world(SITUATION.order) as table:
        assert b"Anaximander" in stage.clients["A"].get(f"/tables/{table.pk}/").content
        asked = list(ASKED.items())
        for number, (name, wanted) in enumerate(asked if thorough or whom else asked[::2]):
            for operation in wanted if thorough else _two(wanted, number):
                path = path_of(name, stage) + (operation if isinstance(operation, str) else "")
                with taken_back():
                    answer = Asked(path, operation if isinstance(operation, dict) else None).by(
                        stage.clients[whom]
                    )
                body = b"" if answer.streaming else answer.content
                told += [(path, name) for name in (*NAMES, "Entrantissimo") if name.encode() in body]
    assert not told


def _two(ways, number):
    """The first way to ask, and another one in turn."""
    return [*ways[:1], *(ways[1 + number % (len(ways) - 1) :][:1] if ways[1:] else [])]


def test_people_of_the_club_and_oneself_read_the_name_and_others_the_number(stage):
    path = stage.competition.get_absolute_url()
    entrant = stage.competition.entrants.first()
    shown, number = "Entrantissimo0", f"Player {entrant.player_id}"
    assertContains(stage.clients["O"].get(path), shown)
    for whom in (None, "W"):
        assertContains(stage.clients[whom].get(path), number)
    mate = Player.objects.create(name="Mate")
    Membership.objects.create(club=stage.competition.club, player=mate)
    client = Client()
    log_in(client, mate)
    assertContains(client.get(path), shown)
    own = Client()
    log_in(own, entrant.player)
    assertContains(own.get(entrant.player.get_absolute_url()), shown)
    assertContains(stage.clients["S"].get(path), shown)  # runs the whole site


def test_replays_records_and_the_chat_of_a_finished_match_do_not_tell_it_either():
    table = open_table("Anaximander Boleslawa", options={"target_score": 50})
    ana = table.seats.get(index=0).player
    chat.say(table.pk, player=ana, text="Good luck!", at=START)
    names.hide(ana, is_hidden=True)
    tables.start(table.pk, by="organizer:1", at=START)
    play_out(table)
    for part in ("", "replay/?step=3", "record.json", "shuffles/", "proofs.json"):
        page = Client().get(f"/tables/{table.pk}/{part}")
        assert b"Anaximander" not in page.content, part
    assertContains(Client().get(f"/tables/{table.pk}/"), f"Player {ana.pk}")
    assertContains(Client().get(f"/tables/{table.pk}/"), "Boleslawa")


def test_hiding_and_showing_is_a_switch_of_ones_own(client):
    ana = Player.objects.create(name="Anaximander")
    log_in(client, ana)
    assertContains(client.get("/me/"), "Hide my name")
    done = client.post("/me/privacy/", {"hide": "1"}, follow=True)
    assertContains(done, f"Outside your clubs your name is now “Player {ana.pk}”.")
    assertNotContains(Client().get(f"/players/{ana.pk}/"), "Anaximander")
    assertContains(Client().get(f"/players/{ana.pk}/"), f"<title>Player {ana.pk} – Wildleague</title>")
    assertContains(
        client.post("/me/privacy/", {"hide": "0"}, follow=True), "Everyone can now read your name."
    )
    assertContains(Client().get(f"/players/{ana.pk}/"), "Anaximander")
    assert Client().post("/me/privacy/", {"hide": "1"}).status_code == 302
    assert not Player.objects.get(pk=ana.pk).is_hidden


def test_a_hidden_name_is_kept_by_whatever_writes_the_row_again():
    ana = Player.objects.create(name="Anaximander", is_hidden=True)
    for change in (ana.save, ana.refresh_from_db, ana.save):
        change()
        assert ana.name == f"Player {ana.pk}"
    ana.refresh_from_db(fields=["name"])
    ana.save(update_fields=["name"])
    deferred = Player.objects.only("pk").get(pk=ana.pk)
    assert deferred.name == f"Player {ana.pk}"
    deferred.save()
    with read_by(Everything()):
        assert Player.objects.get(pk=ana.pk).name == "Anaximander"
    names.hide(ana, is_hidden=False)
    assert Player.objects.get(pk=ana.pk).name == "Anaximander"


def test_hidden_names_cost_the_reader_two_queries_however_many_there_are(stage):
    path, client = stage.competition.get_absolute_url(), stage.clients["O"]

    def cost():
        with CaptureQueriesContext(connection) as queries:
            client.get(path)
        return len(queries)

    client.get(path)
    hidden = cost()
    Player.objects.update(is_hidden=False)
    assert hidden == cost() + 2


def test_organizers_hide_children_who_have_no_account_and_nobody_else_does(stage):
    child = stage.competition.entrants.first().player
    names.hide(child, is_hidden=False)
    path = f"/players/{child.pk}/privacy/"
    for whom in (None, "W"):
        assert stage.clients[whom].post(path, {"hide": "1"}).status_code in (302, 403)
        assert not Player.objects.get(pk=child.pk).is_hidden
    assertContains(stage.clients["O"].get(f"/players/{child.pk}/"), "Hide the name")
    assertRedirects(stage.clients["O"].post(path, {"hide": "1"}), f"/players/{child.pk}/")
    assert Player.objects.get(pk=child.pk).is_hidden
    log_in(Client(), child)  # has an account from now on
    assert stage.clients["O"].post(path, {"hide": "0"}).status_code == 403
    assert Player.objects.get(pk=child.pk).is_hidden
