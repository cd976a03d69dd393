"""Situation: a club had somebody twice. After the merge its pages know one person with everything."""

import datetime as dt
import json

import pytest
from django.test import Client
from django.utils import translation

from games.models import CustomRulebook, Player
from games.rulebooks import commands
from games.rules.base.refusal import Refusal
from league import competitions
from league.calendar import attendance
from league.calendar.times import when
from league.clubs import members
from league.models import Club, Grant, Membership, Role, Team
from league.roster import merging
from league.rules.settings.stages import SEASON, StageSettings
from tests.games.playing import START
from tests.games.visiting import log_in
from tests.league.calendar.club_calendar import matchday
from tests.league.club_nights import BY, club
from tests.league.clubs.visiting import post

pytestmark = pytest.mark.django_db


@pytest.fixture
def home() -> Club:
    return club()


@pytest.fixture
def cy(home: Club) -> Player:
    """Cy plays, and was written down again as Cyril, who keeps scores; both are one now."""
    cy, cyril = Player.objects.create(name="Cy"), Player.objects.create(name="Cyril")
    Membership.objects.create(club=home, player=cy)
    Membership.objects.create(club=home, player=cyril, is_member=False, is_scorekeeper=True)
    merging.merge(home.pk, cy.pk, cyril.pk, by=BY, at=START)
    return cy


@pytest.fixture
def organizer(home: Club) -> Client:
    olga, client = Player.objects.create(name="Olga"), Client()
    log_in(client, olga)
    Membership.objects.create(club=home, player=olga, is_owner=True)
    return client


def row(player: Player) -> Membership:
    return Membership.objects.get(player=player)


def test_people_of_a_club_stand_in_its_list_once_with_all_their_roles(home, cy, organizer) -> None:
    page = organizer.get(f"/clubs/{home.slug}/people/").content.decode()
    assert page.count(">Cy</a>") == 1
    assert "Scorekeeper" in page
    assert f"/people/{cy.pk}/" in page
    assert "2 members" in organizer.get(f"/clubs/{home.slug}/").content.decode()
    merging.unmerge(home.pk, cy.merged.get().pk, by=BY, at=START)
    page = organizer.get(f"/clubs/{home.slug}/people/").content.decode()
    assert page.count(">Cy</a>") == page.count(">Cyril</a>") == 1


@pytest.mark.parametrize("how_many", [1, 4])
def test_the_list_costs_the_same_for_many(home, organizer, how_many, django_assert_num_queries) -> None:
    for number in range(how_many):
        first, other = (Player.objects.create(name=f"{name} {number}") for name in ("One", "Other"))
        for player in (first, other):
            Membership.objects.create(club=home, player=player)
        merging.merge(home.pk, first.pk, other.pk, by=BY, at=START)
    with django_assert_num_queries(10):
        organizer.get(f"/clubs/{home.slug}/people/")


def test_someone_who_belongs_to_a_club_under_the_other_number_only_is_a_member_all_the_same(home) -> None:
    mia, before, client = Player.objects.create(name="Mia"), Player.objects.create(name="M"), Client()
    log_in(client, mia)
    Membership.objects.create(club=home, player=before)
    merging.merge(home.pk, mia.pk, before.pk, by=BY, at=START)
    assert list(home.players) == [mia]
    day = matchday(home)
    assert attendance.concerned(day) == [mia.pk]
    assert list(attendance.dates_of(mia, since=START)) == [day]
    assert "Leave" in client.get(f"/clubs/{home.slug}/").content.decode()
    client.post(f"/clubs/{home.slug}/leave/", {})
    assert not Membership.objects.filter(club=home).exists()


def test_roles_are_changed_for_the_person_under_every_number(home, cy, organizer) -> None:
    path = f"/clubs/{home.slug}/people/{cy.pk}/"
    assert organizer.get(path).context["form"].initial["roles"] == ["scorekeeper", "member"]
    members.change_roles(row(cy), [Role.MEMBER], giveable=Role)
    assert members.roles_of_person(row(cy)) == [Role.MEMBER]
    members.change_roles(row(cy), [Role.MEMBER, Role.REFEREE], giveable=Role)
    assert members.roles_of_person(row(cy)) == [Role.REFEREE, Role.MEMBER]


def test_taking_a_person_out_takes_every_number_out(home, cy) -> None:
    before = cy.merged.get()
    team = Team.objects.create(club=home, name="Desk")
    team.people.add(before)
    Grant.objects.create(club=home, team=team, is_organizer=True)
    with pytest.raises(Refusal) as refused:
        members.remove(row(cy), giveable=[Role.MEMBER, Role.SCOREKEEPER], at=START)
    assert refused.value.code == "not_allowed"
    members.remove(row(cy), giveable=Role, at=START)
    assert not Membership.objects.filter(club=home).exists()
    assert not team.people.exists()


def test_the_last_owner_stays_the_last_owner_under_another_number(home) -> None:
    olga, before = Player.objects.create(name="Olga"), Player.objects.create(name="O")
    log_in(Client(), olga)
    for player in (olga, before):
        Membership.objects.create(club=home, player=player, is_owner=True)
    merging.merge(home.pk, olga.pk, before.pk, by=BY, at=START)
    with pytest.raises(Refusal) as refused:
        members.leave(row(olga), at=START)
    assert refused.value.code == "last_owner"


def test_someone_who_helps_at_one_competition_is_chosen_listed_and_taken_back_as_one_person(
    home, cy, organizer
):
    night = competitions.create(
        with_bots=True,
        club=home,
        name="Night",
        stages=[StageSettings(SEASON)],
        rulebook="classic",
        by=BY,
        at=START,
    )
    for player, role in ((cy, "referee"), (cy.merged.get(), "scorekeeper")):
        Grant.objects.create(club=home, competition=night, player=player, **{f"is_{role}": True})
    path = f"/competitions/{night.pk}/roles/"
    page = organizer.get(path).content.decode()
    assert page.count(">Cy</a>") == page.count(">Cy</option>") == 1
    assert page.count("Remove<") == 1
    post(organizer, path, to=f"player-{cy.pk}", roles=["organizer"])
    (grant,) = Grant.objects.all()
    assert (grant.player, grant.roles) == (cy, [Role.ORGANIZER])
    Grant.objects.create(club=home, competition=night, player=cy.merged.get(), is_scorekeeper=True)
    post(organizer, path, to=f"player-{cy.pk}", do="take_back")
    assert not Grant.objects.exists()


def test_the_sheet_of_the_people_names_a_person_once(home, cy, organizer) -> None:
    sheet = json.loads(organizer.get(f"/clubs/{home.slug}/export/players.json").content)
    listed = [(row["player"], row["name"], row["roles"]) for row in sheet]
    assert (cy.pk, "Cy", "scorekeeper member") in listed
    assert len(listed) == 2


# --- rulebooks


def test_rulebooks_of_a_merged_player_are_those_of_the_person_until_they_are_two_again(home) -> None:
    cy, cyril, browser = Player.objects.create(name="Cy"), Player.objects.create(name="Cyril"), Client()
    user = log_in(browser, cyril)
    for player in (cy, cyril):
        commands.keep(keeper=player, name="Ours", preset="classic", options={}, at=START)
    mine = CustomRulebook.objects.get(keeper_id=cyril.pk)
    merging.merge(home.pk, cy.pk, cyril.pk, by=BY, at=START)
    assert Player.objects.get(user=user) == cy  # the account went along
    books = CustomRulebook.objects.order_by("pk")
    page = browser.get("/tables/new/").content.decode()
    for book in books:
        assert book.key in page
        assert browser.get(f"/rules/{book.key}/edit/").status_code == 200
    assert browser.post(f"/rules/{mine.key}/delete/", {"sure": 1}).status_code == 302
    commands.keep(keeper=cyril, name="Ours", preset="classic", options={}, at=START)
    merging.unmerge(home.pk, cyril.pk, by=BY, at=START)
    theirs, mine = books.get(keeper_id=cy.pk), books.get(keeper_id=cyril.pk)
    page = browser.get("/tables/new/").content.decode()
    assert mine.key in page
    assert theirs.key not in page
    assert browser.get(f"/rules/{theirs.key}/edit/").status_code == 403


# --- dates


def test_weekdays_and_months_are_in_the_language_of_whoever_reads(home) -> None:
    day = matchday(home, 30)
    assert when(day).startswith("Saturday 2 May 2026, ")
    with translation.override("de"):
        assert when(day).startswith("Samstag, 2. Mai 2026, ")
    long = matchday(home, 30, ends_at=day.starts_at + dt.timedelta(days=1))
    assert "\u2009–\u2009Sunday 3 May, " in when(long)
