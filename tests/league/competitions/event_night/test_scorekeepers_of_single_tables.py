"""Situation: five tables, and helpers who each keep the score of one without being scorekeepers of all."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from games import scoresheets
from games.models import Player
from league.accounts import deletion
from league.competitions.event_night import table_scorekeepers, tables_in_play
from league.competitions.event_night.own_tables import IN_THE_LOBBY, places_of
from league.models import Membership, TableScorekeeper
from league.roster import merging
from tests.games.playing import START
from tests.games.visiting import log_in
from tests.league.club_nights import club, matches, started
from tests.league.organizing import member, organizer, post

pytestmark = pytest.mark.django_db

DEAL = {"deal": 1, "out": "0", "left-1": 2, "left-2": 2, "left-3": 2}


@pytest.fixture
def evening():
    return started(12, venue="physical")


@pytest.fixture
def olga(evening):
    return organizer(evening)


@pytest.fixture
def bo(evening):
    """A member of the club with an account."""
    player = Player.objects.create(name="Bo Berg")
    Membership.objects.create(club=evening.club, player=player)
    log_in(Client(), player)
    return Player.objects.get(pk=player.pk)


def browser(player):
    client = Client()
    client.force_login(player.user)
    return client


def give(client, evening, table, player, **fields):
    sent = {"table": table, "player": getattr(player, "pk", player), **fields}
    return post(client, f"/competitions/{evening.pk}/scorekeepers/", **sent)


def may_score(player, match):
    return browser(player).get(f"/tables/{match.table_id}/score/").status_code == 200


def test_someone_who_is_given_a_table_keeps_its_score_and_no_other(evening, olga, bo):
    first, second, third = matches(evening)
    assert not may_score(bo, first)
    assert give(olga, evening, 2, bo).status_code == 302
    assert [may_score(bo, cup) for cup in (first, second, third)] == [False, True, False]
    sent = browser(bo).post(f"/tables/{second.table_id}/score/deal/", DEAL)
    assert sent.status_code == 302
    assert scoresheets.look(second.table_id).deals[0].by == f"scorekeeper:{bo.user_id}"
    assert browser(bo).post(f"/tables/{third.table_id}/score/deal/", DEAL).status_code == 403
    # The referee's rights do not come with it, nor the desk.
    penalty = {"seat": 1, "kind": "uno"}
    assert browser(bo).post(f"/tables/{second.table_id}/score/penalty/", penalty).status_code == 403
    assert browser(bo).get(f"/competitions/{evening.pk}/tables/").status_code == 403


def test_they_find_their_table_and_the_desk_sees_who_keeps_it(evening, olga, bo):
    give(olga, evening, 2, bo)
    table = matches(evening)[1].table_id
    for address in ("/", "/me/places/", f"/competitions/{evening.pk}/", f"/competitions/{evening.pk}/place/"):
        page = browser(bo).get(address)
        assertContains(page, "You keep the score of <b>table 2</b>")
        assertContains(page, f"/tables/{table}/score/")
        assertNotContains(page, "table 1")
    page = olga.get(f"/competitions/{evening.pk}/tables/")
    assertContains(page, "Bo Berg keeps the score.", count=1)
    assertContains(olga.get(f"/competitions/{evening.pk}/scorekeepers/"), "<b>Table 2</b>")


def test_someone_who_plays_somewhere_and_keeps_another_table_sees_both(evening, olga):
    playing = matches(evening)[0].table.seats.first().player
    Membership.objects.create(club=evening.club, player=playing)
    log_in(Client(), playing)
    playing.refresh_from_db()
    give(olga, evening, 3, playing)
    page = browser(playing).get("/me/places/")
    assertContains(page, "You are at <b>table 1</b>")
    assertContains(page, "You keep the score of <b>table 3</b>")


def test_a_table_has_one_of_its_own_and_others_with_the_role_still_may(evening, olga, bo):
    match = matches(evening)[1]
    helper = Player.objects.create(name="Cy")
    Membership.objects.create(club=evening.club, player=helper, is_scorekeeper=True)
    log_in(Client(), helper)
    helper.refresh_from_db()
    give(olga, evening, 2, bo)
    assert may_score(bo, match)
    assert may_score(helper, match)
    give(olga, evening, 2, helper)
    assert not may_score(bo, match)
    give(olga, evening, 2, "", do="take_back")
    assert may_score(helper, match)
    assert not TableScorekeeper.objects.exists()


def test_wrong_scorekeepers_are_refused_and_change_nothing(evening, olga, bo):
    child = Player.objects.create(name="Child")
    Membership.objects.create(club=evening.club, player=child)
    stranger = Player.objects.create(name="Eve")
    tries = [(0, bo), (201, bo), ("", bo), ("\x00", bo), ("9" * 30, bo), ("-1", bo)]
    tries += [(1, child), (1, stranger), (1, ""), (1, "x"), (1, "9" * 30), (1, "²")]
    for table, player in tries:
        answer = give(olga, evening, table, player)
        assert answer.status_code == 422, (table, player)
        assertContains(answer, 'role="alert"', status_code=422)
    assert give(olga, evening, "x", bo, do="take_back").status_code == 302
    assert not TableScorekeeper.objects.exists()


def test_only_organizers_of_this_competition_give_tables(evening, bo):
    elsewhere = organizer(started(4, venue="physical"))
    for client in (Client(), browser(bo), member(evening), elsewhere):
        assert give(client, evening, 1, bo).status_code in (302, 403)
        assert client.get(f"/competitions/{evening.pk}/scorekeepers/").status_code in (302, 403)
    assert not TableScorekeeper.objects.exists()


def test_a_table_of_the_same_number_elsewhere_is_another_one(evening, olga, bo):
    give(olga, evening, 1, bo)
    other = started(4, venue="physical")
    assert not may_score(bo, matches(other)[0])


def test_the_table_goes_with_the_person_after_a_merge_and_ends_with_them(evening, olga, bo):
    match = matches(evening)[1]
    older = Player.objects.create(name="Bob")
    Membership.objects.create(club=evening.club, player=older)
    give(olga, evening, 2, bo)
    merging.merge(evening.club_id, older.pk, bo.pk, by="organizer:1", at=START)
    kept = Player.objects.get(pk=older.pk)
    assert may_score(kept, match)
    assertContains(browser(kept).get("/me/places/"), "You keep the score")
    deletion.delete(kept, at=START)
    assert not TableScorekeeper.objects.exists()


def test_someone_who_leaves_the_club_keeps_no_table(evening, olga, bo):
    give(olga, evening, 2, bo)
    browser(bo).post(f"/clubs/{evening.club.slug}/leave/", {})
    assert not Membership.objects.filter(player=bo).exists()
    assert not may_score(bo, matches(evening)[1])


def test_being_somebody_at_a_club_of_the_same_name_does_not_help(evening, olga):
    eve = Player.objects.create(name="Eve")
    Membership.objects.create(club=club(), player=eve)
    assert give(olga, evening, 1, eve).status_code == 422


def test_pages_and_programs_show_somebody_with_very_many_tables_the_first_of_them(monkeypatch):
    hall = started(30, venue="physical", format="swiss", table_size=2)
    kim = member(hall, "Kim")
    keeper = Player.objects.get(name="Kim")
    for number in range(1, 16):
        table_scorekeepers.assign(hall, number, keeper.pk)
    assert kim.get("/").content.count(b'class="sheet place"') == IN_THE_LOBBY
    assert len(places_of(keeper, hall)) == 15
    monkeypatch.setattr(tables_in_play, "MOST", 4)
    assert len(kim.get("/api/v1/me/places/?limit=3").json()["results"]) == 3
    assert len(kim.get("/api/v1/me/places/").json()["results"]) == 4
