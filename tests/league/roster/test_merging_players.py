"""Situation: a club has somebody twice in its list. They are merged, and set apart when that was wrong."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games import tables
from games.access import blocks
from games.chat import muting
from games.eventstore import triggers
from games.models import Player, Seat
from games.rules.base.refusal import Refusal
from league import competitions
from league.accounts import deletion, names
from league.competitions import rating_updates
from league.models import Entrant, Membership, Rating, Roster, RosterEvent
from league.notifications import notices
from league.notifications.notices import About
from league.permissions.policy import may
from league.roster import merging
from league.rules.competition.commands import Start
from league.rules.settings.stages import SEASON, StageSettings
from tests.games.playing import START, open_table, play_out
from tests.games.visiting import log_in
from tests.league.club_nights import SHORT, club

pytestmark = pytest.mark.django_db

BY = {"by": "organizer:1", "at": START}


@pytest.fixture
def house():
    return club()


@pytest.fixture
def olga(house):
    olga = Player.objects.create(name="Olga")
    Membership.objects.create(club=house, player=olga, is_organizer=True)
    return olga


def member(house, name):
    player = Player.objects.create(name=name)
    Membership.objects.create(club=house, player=player)
    return player


def played(*people):
    """A casual match of members to its end."""
    table = open_table(seats=len(people), host=people[0], options={"target_score": 50})
    for person in people:
        tables.sit(table.pk, player=person, at=START)
    tables.start(table.pk, by=f"player:{people[0].pk}", at=START)
    assert play_out(table).is_over
    return table


def entered(house, *people):
    """A planned competition of the club with these players."""
    facts = {"name": "Friday", "stages": [StageSettings(SEASON)], "rulebook": "classic", "options": SHORT}
    made = competitions.create(with_bots=True, club=house, **facts, **BY)
    competitions.enter(made.pk, players=people, **BY)
    return made


def ratings(house):
    rating_updates.recompute(house.pk)
    return list(
        Rating.objects.order_by("pool", "player").values_list("pool", "player", "mu", "sigma", "games")
    )


def everything(house):
    """All rows that people see, but for the log and the numbers of ratings."""
    return {
        "players": list(Player.objects.order_by("pk").values()),
        "seats": list(Seat.objects.order_by("pk").values()),
        "entrants": list(Entrant.objects.order_by("pk").values()),
        "members": list(Membership.objects.order_by("pk").values()),
        "ratings": ratings(house),
    }


def test_two_become_one_on_every_page_and_the_ladder_and_two_again_exactly_as_before(house):
    cy, cyril, bo = member(house, "Cy"), member(house, "Cyril"), member(house, "Bo")
    account = log_in(Client(), cyril)
    names.hide(cyril, is_hidden=True)
    first, second = played(cy, bo), played(cyril, bo)
    before = everything(house)
    assert {row[1] for row in before["ratings"]} == {cy.pk, cyril.pk, bo.pk}
    merging.merge(house.pk, cy.pk, cyril.pk, **BY)
    for table in (first, second):
        page = Client().get(f"/tables/{table.pk}/")
        assertContains(page, "Cy")
        assertNotContains(page, "Cyril")
    page = Client().get(f"/players/{cy.pk}/")
    for table in (first, second):
        assertContains(page, f'href="/tables/{table.pk}/replay/"')
    assertRedirects(Client().get(f"/players/{cyril.pk}/"), f"/players/{cy.pk}/")
    assert Player.objects.get(user=account) == cy  # the account went along
    merged = {row[1]: row[4] for row in ratings(house)}
    assert merged == {cy.pk: 2, bo.pk: 2}
    merging.unmerge(house.pk, cyril.pk, **BY)
    assert everything(house) == before
    call_command("verify", stdout=io.StringIO())


def test_among_many_members_the_same_person_is_found_by_a_search(client, house, olga):
    people = [member(house, f"Player {number}") for number in range(9)]
    log_in(client, olga)
    page = client.get(f"/players/{people[0].pk}/")
    assertContains(page, "Find a person in the list", count=1)
    assertContains(page, "league/picking.js")


def test_the_ladder_notices(house):
    cy, cyril = member(house, "Cy"), member(house, "Cyril")
    rating_updates.recompute(house.pk)
    for change in (
        lambda: merging.merge(house.pk, cy.pk, cyril.pk, **BY),
        lambda: merging.unmerge(house.pk, cyril.pk, **BY),
    ):
        assert rating_updates.outdated() == []
        change()
        assert rating_updates.outdated() == [house.pk]
        rating_updates.recompute(house.pk)


def test_someone_who_is_still_playing_stays(house):
    cy, cyril = member(house, "Cy"), member(house, "Cyril")
    evening = entered(house, cyril, member(house, "Bo"))
    competitions.act(evening.pk, Start(), **BY)
    assert merging.merge(house.pk, cy.pk, cyril.pk, **BY) == cyril
    other = member(house, "Cyrus")
    seated = open_table(seats=3, host=other)
    tables.sit(seated.pk, player=other, at=START)
    with pytest.raises(Refusal) as refused:
        merging.merge(house.pk, other.pk, cyril.pk, **BY)
    assert refused.value.code == "both_playing"


def test_people_who_have_met_are_two(house):
    cy, cyril, bo = member(house, "Cy"), member(house, "Cyril"), member(house, "Bo")
    played(cy, cyril)
    evening = entered(house, cy, bo)
    for other in (cyril, bo):
        with pytest.raises(Refusal) as refused:
            merging.merge(house.pk, cy.pk, other.pk, **BY)
        assert refused.value.code == "side_by_side"
    # Nor may they enter side by side afterwards: an entry of the absorbed one is one of the kept one.
    late = member(house, "Cyrus")
    merging.merge(house.pk, cy.pk, late.pk, **BY)
    with pytest.raises(Refusal):
        competitions.enter(evening.pk, players=[Player.objects.get(pk=late.pk)], **BY)


@pytest.mark.parametrize("first_is_merged", [True, False])
def test_someone_has_met_all_whom_a_merged_player_met(house, first_is_merged):
    cy, cyril, late = member(house, "Cy"), member(house, "Cyril"), member(house, "Cyrus")
    played(cy, late)
    merging.merge(house.pk, cyril.pk, late.pk, **BY)
    first, other = (cyril, cy) if first_is_merged else (cy, cyril)
    with pytest.raises(Refusal) as refused:
        merging.merge(house.pk, first.pk, other.pk, **BY)
    assert refused.value.code == "side_by_side"


def test_two_accounts_are_not_made_one_by_somebody_else(house):
    cy, cyril = member(house, "Cy"), member(house, "Cyril")
    for player in (cy, cyril):
        log_in(Client(), player)
    with pytest.raises(Refusal) as refused:
        merging.merge(house.pk, cy.pk, cyril.pk, **BY)
    assert refused.value.code == "two_accounts"


def test_roles_of_both_hold_for_the_account(house):
    cy, olga = member(house, "Cy"), member(house, "Olga")
    Membership.objects.filter(player=olga).update(is_organizer=True)
    user = log_in(Client(), cy)
    assert not may(user, "club.organize", house)
    merging.merge(house.pk, cy.pk, olga.pk, **BY)
    assert may(user, "club.organize", house)
    merging.unmerge(house.pk, olga.pk, **BY)
    assert not may(user, "club.organize", house)


def test_notices_and_wishes_of_an_account_go_along_and_back(client, house):
    cy, cyril = member(house, "Cy"), member(house, "Cyril")
    log_in(client, cyril)
    notices.send("request", [cyril.pk], "one", about=lambda: About("Before", "Before", "/"), at=START)
    notices.mute(cyril, "dispute", "mail")
    merging.merge(house.pk, cy.pk, cyril.pk, **BY)
    assertContains(client.get("/me/notices/"), "Before")
    notices.send("request", [cy.pk], "two", about=lambda: About("Meanwhile", "Meanwhile", "/"), at=START)
    assert notices.muted(cy) == {("dispute", "mail")}
    merging.unmerge(house.pk, cyril.pk, **BY)
    page = client.get("/me/notices/")
    assertContains(page, "Before")
    assertContains(page, "Meanwhile")
    assert notices.muted(cyril) == {("dispute", "mail")}
    assert notices.muted(cy) == set()


def test_blocks_by_and_of_an_account_go_along_and_back(house):
    cy, cyril, bo = (member(house, name) for name in ("Cy", "Cyril", "Bo"))
    log_in(Client(), cyril)
    muting.block(bo, by=cyril, at=START)
    muting.block(cyril, by=bo, at=START)
    merging.merge(house.pk, cy.pk, cyril.pk, **BY)
    assert muting.muting_of(bo, by=cy).is_blocked
    assert muting.muting_of(cy, by=bo).is_blocked
    assert muting.muted_by(bo) == {cy.pk, cyril.pk}
    assert blocks.parted_from(cy, {bo.pk}) == {bo.pk}
    assert blocks.parted_from(bo, {cy.pk}) == {cy.pk}
    muting.unblock(cy, by=bo)
    assert not muting.muting_of(cy, by=bo).is_blocked
    merging.unmerge(house.pk, cyril.pk, **BY)
    assert muting.muting_of(bo, by=cy) is None
    assert muting.muting_of(bo, by=cyril).is_blocked


def test_another_name_and_the_end_of_the_account_hold_for_all_of_a_person(house):
    cy, cyril = member(house, "Cy"), member(house, "Cyril")
    log_in(Client(), cy)
    merging.merge(house.pk, cy.pk, cyril.pk, **BY)
    names.change(Player.objects.get(pk=cy.pk), "Cy Young")
    assert Player.objects.get(pk=cyril.pk).name == "Cy Young"
    deletion.delete(Player.objects.get(pk=cy.pk), at=START)
    assert set(Player.objects.values_list("name", "name_before")) == {
        ("Former player", ""),
        ("Former player", "Former player"),
    }
    assert not Membership.objects.exists()


# --- the log


def test_the_log_of_a_roster_is_chained_and_cannot_be_changed(house):
    cy, cyril = member(house, "Cy"), member(house, "Cyril")
    merging.merge(house.pk, cy.pk, cyril.pk, **BY)
    event = RosterEvent.objects.get()
    assert event.payload == f'{{"kept":{cy.pk},"absorbed":{cyril.pk}}}'
    assert bytes(Roster.objects.get().head) == event.hash
    for change in (lambda: RosterEvent.objects.update(by="x"), lambda: RosterEvent.objects.all().delete()):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()


@pytest.mark.written_by_hand
def test_verifying_notices_and_rebuilding_mends_who_is_merged(house):
    cy, cyril, bo = member(house, "Cy"), member(house, "Cyril"), member(house, "Bo")
    merging.merge(house.pk, cy.pk, cyril.pk, **BY)
    before = list(Player.objects.order_by("pk").values())
    Player.objects.filter(pk=cyril.pk).update(merged_into=bo)
    with pytest.raises(CommandError):
        call_command("verify", stdout=io.StringIO(), stderr=(output := io.StringIO()))
    assert f"roster:{house.pk}, version 1: the players are not merged" in output.getvalue()
    Player.objects.filter(pk=cyril.pk).update(merged_into=None, name="Cyril", name_before="")
    Player.objects.filter(pk=bo.pk).update(merged_into=cy, name_before="Bo")
    call_command("rebuild", stdout=io.StringIO())
    assert list(Player.objects.order_by("pk").values()) == before
    call_command("verify", stdout=io.StringIO())


@pytest.mark.written_by_hand
def test_verifying_names_an_event_that_was_changed(house):
    cy, cyril = member(house, "Cy"), member(house, "Cyril")
    merging.merge(house.pk, cy.pk, cyril.pk, **BY)
    connection.check_constraints()  # what is deferred would stand in the way of lifting the triggers
    with triggers.lifted(connection):
        RosterEvent.objects.update(by="organizer:77")
        connection.check_constraints()
    with pytest.raises(CommandError):
        call_command("verify", stdout=io.StringIO(), stderr=(output := io.StringIO()))
    assert f"roster:{house.pk}, version 1" in output.getvalue()


# --- the page


def test_organizers_merge_and_set_apart_on_the_page_of_a_player(client, house, olga):
    cy, cyril = member(house, "Cy"), member(house, "Cyril")
    log_in(client, olga)
    assertContains(client.get(f"/players/{cy.pk}/"), f"Cyril (player {cyril.pk})")
    sent = {"other": cyril.pk, "command_id": "one"}
    for _click in range(2):
        done = client.post(f"/players/{cy.pk}/merge/", sent, follow=True)
        assertContains(done, "formerly Cyril, is the same person.")
    assert RosterEvent.objects.count() == 1
    done = client.post(f"/players/{cyril.pk}/unmerge/", {"command_id": "two"}, follow=True)
    assertContains(done, "They are two players again, each with their own matches")
    assertContains(done, "<h1>Cyril</h1>")
    again = client.post(f"/players/{cyril.pk}/unmerge/", {})
    assertContains(again, "This player is not merged into another player here", status_code=409)


@pytest.mark.parametrize("other", ["", "x", "9" * 30, "0"])
def test_nonsense_merges_nobody(client, house, olga, other):
    cy = member(house, "Cy")
    log_in(client, olga)
    assert client.post(f"/players/{cy.pk}/merge/", {"other": other}).status_code == 422
    assert client.post(f"/players/{cy.pk}/unmerge/", {"other": other}).status_code == 409
    assert client.post("/players/999999/merge/", {"other": other}).status_code == 404
    assert client.post(f"/players/{cy.pk}/merge/", {"other": cy.pk}).status_code == 422
    assert not RosterEvent.objects.exists()


def test_nobody_else_merges_anybody(house, olga):
    cy, cyril = member(house, "Cy"), member(house, "Cyril")
    merging.merge(house.pk, cy.pk, cyril.pk, **BY)
    stranger, mate = Client(), Client()
    log_in(stranger, Player.objects.create(name="Eve"))
    log_in(mate, member(house, "Bo"))
    for browser in (Client(), stranger, mate):
        assert browser.post(f"/players/{cyril.pk}/unmerge/", {}).status_code == 403
        assert browser.post(f"/players/{cy.pk}/merge/", {"other": olga.pk}).status_code == 403
    assert Player.objects.get(pk=cyril.pk).merged_into == cy


def test_the_page_costs_as_much_however_many_members_there_are(client, house, olga):
    cy = member(house, "Cy")
    log_in(client, olga)

    def cost():
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/players/{cy.pk}/")
        return len(queries)

    few = cost()
    for number in range(10):
        member(house, f"M{number}")
    assert cost() == few
