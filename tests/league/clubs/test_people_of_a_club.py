"""Who belongs to a club and what they are there: roles, teams, leaving, and always an owner."""

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games.models import Player
from games.rules.base.refusal import Refusal
from league.clubs import members
from league.models import Grant, JoinRequest, Membership, Role, Team
from league.permissions.policy import may
from tests.games.playing import START
from tests.league.club_nights import announced, club
from tests.league.clubs.visiting import browser_of, of, post, somebody

pytestmark = pytest.mark.django_db


@pytest.fixture
def home():
    return club()


@pytest.fixture
def owner(home):
    return somebody(home, "Olga", is_owner=True)


def member(home, name: str, **flags) -> Membership:
    return Membership.objects.create(club=home, player=Player.objects.create(name=name), **flags)


def roles(membership: Membership) -> set[str]:
    membership.refresh_from_db()
    return {role.value for role in membership.roles}


def page_of(membership: Membership) -> str:
    return f"/clubs/{membership.club.slug}/people/{membership.player_id}/"


def test_people_of_the_club_see_who_belongs_to_it(home, owner) -> None:
    member(home, "Cy", is_referee=True)
    page = somebody(home, "Mo").get(f"/clubs/{home.slug}/people/")
    for words in (">Cy<", ">Referee<", ">Olga<", ">Owner<"):
        assertContains(page, words)
    assertNotContains(page, "without an account")


def test_a_large_club_shows_its_people_a_page_at_a_time(
    home, owner, monkeypatch, django_assert_max_num_queries
) -> None:
    monkeypatch.setattr(members, "PEOPLE_AT_ONCE", 3)
    for name in ("Ana", "Bo", "Cy", "Di", "Eve"):
        member(home, name)
    for name in ("Kim", "Lou", "Max", "Nia"):
        JoinRequest.objects.create(club=home, player=Player.objects.create(name=name), asked_at=START)
    address = f"/clubs/{home.slug}/people/"
    with django_assert_max_num_queries(15):
        first = owner.get(address)
    for words in (">Ana<", ">Bo<", ">Cy<", ">Kim<", ">Max<", "Page 1 of 2"):
        assertContains(first, words)
    for words in (">Di<", ">Nia<"):
        assertNotContains(first, words)
    assertContains(owner.get(address, {"page": "2"}), ">Di<")
    assertContains(owner.get(address, {"asking": "2"}), ">Nia<")
    searched = owner.get(address, {"find": "ev"})
    assertContains(searched, ">Eve<")
    assertNotContains(searched, ">Ana<")
    assertContains(owner.get(address, {"find": "Zoe"}), "No one of that name")


def test_merged_players_are_one_person_on_the_pages_of_a_club(home, owner) -> None:
    ana, anna = member(home, "Ana", is_referee=True), member(home, "Anna", is_organizer=True)
    anna.player.merged_into = ana.player
    anna.player.save()
    people = list(members.page_of(home))
    assert [person.player.name for person in people] == ["Ana", "Olga"]
    assert {role.value for role in people[0].roles} == {"member", "referee", "organizer"}


def test_somebody_without_an_account_is_added_by_name_once(home, owner) -> None:
    for _twice in range(2):
        owner.post(f"/clubs/{home.slug}/people/", {"name": " Kim  Junior ", "command_id": "one"})
    kim = Player.objects.get(name="Kim Junior")
    assert kim.user is None
    assert roles(Membership.objects.get(player=kim)) == {"member"}
    for wrong, status in (("kim junior", 409), (" ", 422), ("x" * 61, 422), ("a\x00b", 422)):
        answer = post(owner, f"/clubs/{home.slug}/people/", name=wrong)
        assertContains(answer, 'role="alert"', status_code=status)
    assert home.members.count() == 2


def test_roles_are_given_and_taken(home, owner) -> None:
    cy = member(home, "Cy")
    assertRedirects(
        post(owner, page_of(cy), do="roles", roles=["scorekeeper", "referee"]), f"/clubs/{home.slug}/people/"
    )
    assert roles(cy) == {"scorekeeper", "referee"}
    assertContains(owner.get(page_of(cy)), 'value="referee" id="id_roles_3" checked')


def test_somebody_has_a_role_at_least(home, owner) -> None:
    cy = member(home, "Cy")
    assertContains(post(owner, page_of(cy), do="roles"), "Tick at least one role", status_code=422)
    assert roles(cy) == {"member"}


def test_organizers_give_and_take_only_what_stands_below_them(home, owner) -> None:
    organizer = somebody(home, "Ada", is_organizer=True)
    cy, bo = member(home, "Cy"), member(home, "Bo", is_organizer=True)
    post(organizer, page_of(cy), do="roles", roles=["member", "referee"])
    assert roles(cy) == {"member", "referee"}
    assert post(organizer, page_of(cy), do="roles", roles=["owner"]).status_code == 422
    assert roles(cy) == {"member", "referee"}
    # What they cannot take stays, although it is not ticked.
    post(organizer, page_of(bo), do="roles", roles=["scorekeeper"])
    assert roles(bo) == {"organizer", "scorekeeper"}
    assert post(organizer, page_of(bo), do="remove").status_code == 403
    assert post(organizer, page_of(Membership.objects.get(is_owner=True)), do="remove").status_code == 403


@pytest.mark.parametrize("wanted", [[Role.MEMBER], [Role.ORGANIZER, Role.OWNER]])
def test_nobody_gives_or_takes_a_role_above_what_they_may_give(home, owner, wanted) -> None:
    bo = member(home, "Bo", is_organizer=True)
    with pytest.raises(Refusal) as caught:
        members.change_roles(bo, wanted, giveable={Role.MEMBER, Role.REFEREE})
    assert (caught.value.code, roles(bo)) == ("not_allowed", {"organizer", "member"})


def test_only_who_has_an_account_owns_a_club(home, owner) -> None:
    cy = member(home, "Cy")
    assertContains(
        post(owner, page_of(cy), do="roles", roles=["owner"]),
        "Only someone with an account can own a club",
        status_code=422,
    )
    browser_of(cy.player)
    post(owner, page_of(cy), do="roles", roles=["owner"])
    assert roles(cy) == {"owner"}


@pytest.mark.parametrize("way", ["demote", "remove", "leave"])
def test_the_last_owner_stays_until_there_is_another_one(home, owner, way) -> None:
    mine = Membership.objects.get(is_owner=True)

    def go():
        if way == "leave":
            return post(owner, f"/clubs/{home.slug}/leave/")
        return post(owner, page_of(mine), do="remove" if way == "remove" else "roles", roles=["member"])

    assertContains(go(), "A club needs an owner", status_code=409)
    assert roles(mine) == {"owner", "member"}
    # Somebody without an account could not act as one.
    member(home, "Kim", is_owner=True)
    assert go().status_code == 409
    somebody(home, "Ada", is_owner=True)
    assert go().status_code == 302
    assert not Membership.objects.filter(pk=mine.pk, is_owner=True).exists()


def test_someone_who_is_taken_out_loses_every_role_and_keeps_entries(home, owner) -> None:
    cup = announced(0)
    type(cup).objects.update(club=home)
    cy = somebody(home, "Cy", is_scorekeeper=True)
    team = Team.objects.create(club=home, name="Desk")
    team.people.add(of(cy))
    Grant.objects.create(club=home, competition=None, team=team, is_organizer=True)
    Grant.objects.create(club=home, competition=cup, player=of(cy), is_referee=True)
    mine = Membership.objects.get(player=of(cy))
    assertRedirects(post(owner, page_of(mine), do="remove"), f"/clubs/{home.slug}/people/")
    assert not may(of(cy).user, "competition.referee", cup)
    assert not may(of(cy).user, "club.organize", home)
    assert team.people.count() == 0
    assert owner.get(page_of(mine)).status_code == 404
    members.take_in(home, of(cy))
    assert {
        verb for verb in ("organize", "score", "referee") if may(of(cy).user, f"competition.{verb}", cup)
    } == set()


def test_members_leave_by_themselves_after_being_asked(home, owner) -> None:
    mo = somebody(home, "Mo")
    assertContains(
        mo.get(f"/clubs/{home.slug}/leave/"), "You lose your roles in this club and leave its teams"
    )
    assertRedirects(post(mo, f"/clubs/{home.slug}/leave/"), f"/clubs/{home.slug}/")
    assert home.members.count() == 1
    assert mo.get(f"/clubs/{home.slug}/leave/").status_code == 404


def test_someone_who_only_watches_or_helps_is_not_offered_as_a_player(home) -> None:
    """Also somebody who plays in another club."""
    cy = member(home, "Cy", is_member=False, is_spectator=True)
    Membership.objects.create(club=club(), player=cy.player)
    dora = member(home, "Dora", is_referee=True)
    assert list(home.players) == [dora.player]


# --- teams


def test_a_team_is_given_roles_and_people_and_ends(home, owner) -> None:
    cy, bo = member(home, "Cy"), somebody(home, "Bo")
    stranger = Player.objects.create(name="Eve")
    answer = post(owner, f"/clubs/{home.slug}/teams/", name=" Score  keepers ")
    team = Team.objects.get()
    address = f"/clubs/{home.slug}/teams/{team.pk}/"
    assertRedirects(answer, address)
    chosen = [cy.player_id, of(bo).pk, stranger.pk, "x", 10**30]
    post(owner, address, do="keep", name="Keepers", people=chosen, roles=["scorekeeper"])
    team.refresh_from_db()
    assert team.name == "Keepers"
    assert {person.name for person in team.people.all()} == {"Cy", "Bo"}
    assert [standing.roles for standing in team.grants.all()] == [[Role.SCOREKEEPER]]
    cup = announced(0)
    type(cup).objects.update(club=home)
    assert may(of(bo).user, "competition.score", cup)
    post(owner, address, do="keep", name="Keepers", people=[cy.player_id])
    assert not may(of(bo).user, "competition.score", cup)
    assert not team.grants.exists()
    post(owner, address, do="end")
    assert not Team.objects.exists()


def test_a_large_club_chooses_the_people_of_a_team_a_page_at_a_time(
    home, owner, monkeypatch, django_assert_max_num_queries
) -> None:
    monkeypatch.setattr(members, "PEOPLE_AT_ONCE", 3)
    by_name = {name: member(home, name).player_id for name in ("Ana", "Bo", "Cy", "Di", "Eve", "Flo")}
    team = members.name_team(home, "Desk")
    team.people.add(by_name["Eve"], by_name["Flo"])
    address = f"/clubs/{home.slug}/teams/{team.pk}/"
    with django_assert_max_num_queries(15):
        first = owner.get(address)
    # Those in the team come first.
    assert [player.name for player, _is_in in first.context["people"]] == ["Eve", "Flo", "Ana"]
    assertContains(first, "Page 1 of 3")
    shown = [by_name[name] for name in ("Eve", "Flo", "Ana")]
    kept = {"do": "keep", "name": "Desk", "shown": ["", *shown]}
    answer = post(owner, f"{address}?page=1", **kept, people=[by_name["Ana"], by_name["Flo"]])
    assertRedirects(answer, f"{address}?page=1")
    searched = owner.get(address, {"find": "cy"})
    assertContains(searched, ">Cy<")
    assertNotContains(searched, ">Ana<")
    post(owner, f"{address}?find=cy", **{**kept, "shown": ["", by_name["Cy"]]}, people=[by_name["Cy"]])
    assert {person.name for person in team.people.all()} == {"Ana", "Flo", "Cy"}
    nobody = owner.get(address, {"find": "Zoe"})
    assertContains(nobody, "No one of that name")
    post(owner, f"{address}?find=Zoe", **{**kept, "shown": [""]})
    assert team.people.count() == 3


def test_a_team_has_an_end(home, owner, monkeypatch) -> None:
    monkeypatch.setattr(members, "MOST_IN_TEAM", 2)
    three = [member(home, name).player_id for name in ("Ana", "Bo", "Cy")]
    team = members.name_team(home, "Desk")
    address = f"/clubs/{home.slug}/teams/{team.pk}/"
    answer = post(owner, address, do="keep", name="Desk", people=three)
    assertContains(answer, "A team has at most 2 people.", status_code=422)
    post(owner, address, do="keep", name="Desk", people=three[:2])
    more = {"shown": ["", three[2]], "people": [three[2]]}
    assertContains(
        post(owner, address, do="keep", name="Desk", **more), "A team has at most 2 people.", status_code=422
    )
    assert team.people.count() == 2


def test_many_teams_are_shown_a_page_at_a_time(home, owner, monkeypatch) -> None:
    monkeypatch.setattr(members, "PEOPLE_AT_ONCE", 3)
    for name in ("Bar", "Desk", "Door", "Hall"):
        members.name_team(home, name)
    address = f"/clubs/{home.slug}/teams/"
    first = owner.get(address)
    for words in (">Bar<", ">Door<", "Page 1 of 2"):
        assertContains(first, words)
    assertNotContains(first, ">Hall<")
    assertContains(owner.get(address, {"page": "2"}), ">Hall<")
    searched = owner.get(address, {"find": "do"})
    assertContains(searched, ">Door<")
    assertNotContains(searched, ">Bar<")
    assertContains(owner.get(address, {"find": "Zoe"}), "No team of that name")


def test_names_of_teams_are_told_apart(home, owner) -> None:
    members.name_team(home, "Desk")
    assertContains(post(owner, f"/clubs/{home.slug}/teams/", name="desk"), "already", status_code=409)
    assertContains(
        post(owner, f"/clubs/{home.slug}/teams/", name=" "), "Enter a name of up to", status_code=422
    )
    assert members.name_team(club(), "Desk").name == "Desk"


def test_nobody_gets_above_themselves_through_a_team(home, owner) -> None:
    organizer = somebody(home, "Ada", is_organizer=True)
    team = members.name_team(home, "Board")
    Grant.objects.create(club=home, team=team, is_owner=True)
    address = f"/clubs/{home.slug}/teams/{team.pk}/"
    answer = post(organizer, address, do="keep", name="Board", people=[of(organizer).pk], roles=[])
    assert answer.status_code == 403
    assert post(organizer, address, do="end").status_code == 403
    assert not may(of(organizer).user, "club.own", home)
    assert post(organizer, address, do="keep", name="The board", people=[]).status_code == 302


# --- roles in one competition


def test_roles_in_one_competition_are_given_to_people_and_teams_and_taken_back(home, owner) -> None:
    cup = announced(0)
    type(cup).objects.update(club=home)
    address = f"/competitions/{cup.pk}/roles/"
    cy, team = somebody(home, "Cy"), members.name_team(home, "Desk")
    team.people.add(of(somebody(home, "Bo")))
    assertContains(owner.get(address), "No one has a role in this competition only")
    assertContains(owner.get(address), f"/clubs/{home.slug}/invitations/")
    post(owner, address, to=f"player-{of(cy).pk}", roles=["organizer"])
    post(owner, address, to=f"team-{team.pk}", roles=["scorekeeper", "referee"])
    assert may(of(cy).user, "competition.organize", cup)
    assert may(team.people.get().user, "competition.referee", cup)
    # An organizer of the competition alone is led to no page of the club that is refused to them.
    assertContains(owner.get(address), f"/clubs/{home.slug}/teams/{team.pk}/")
    page = cy.get(address)
    assertContains(page, "an organizer of the club can invite them")
    for refused in ("invitations/", f"teams/{team.pk}/"):
        assertNotContains(page, f"/clubs/{home.slug}/{refused}")
        assert cy.get(f"/clubs/{home.slug}/{refused}").status_code == 403
    # An organizer of the competition gives less, and cannot take back what an owner gave.
    assert post(cy, address, to=f"team-{team.pk}", roles=["owner"]).status_code == 422
    assert post(cy, address, to=f"player-{of(cy).pk}", do="take_back").status_code == 403
    post(cy, address, to=f"team-{team.pk}", roles=["scorekeeper"])
    assert not may(team.people.get().user, "competition.referee", cup)
    post(owner, address, to=f"player-{of(cy).pk}", do="take_back")
    assert not may(of(cy).user, "competition.organize", cup)


def test_a_large_club_offers_people_for_roles_a_page_at_a_time(home, owner, monkeypatch) -> None:
    cup = announced(0)
    type(cup).objects.update(club=home)
    address = f"/competitions/{cup.pk}/roles/"
    for name in ("Ana", "Bo", "Cy", "Di"):
        member(home, name)
    assertNotContains(owner.get(address), "Page 1 of")
    monkeypatch.setattr(members, "PEOPLE_AT_ONCE", 3)
    for name in ("Bar", "Desk", "Door", "Hall"):
        members.name_team(home, name)
    first = owner.get(address)
    assertContains(first, "Page 1 of 2")
    assertNotContains(first, ">Hall<")
    assertContains(owner.get(address, {"page": "2"}), ">Di<")
    searched = owner.get(address, {"find": "ha"})
    assertContains(searched, ">Hall<")
    assertNotContains(searched, ">Ana<")
    assertContains(searched, f'href="{address}"')  # back to all of them


@pytest.mark.parametrize("to", ["", "player-0", "team-99", "player-x", "club-1", f"player-{10**30}"])
def test_strangers_are_given_nothing(home, owner, to) -> None:
    cup = announced(0)
    type(cup).objects.update(club=home)
    eve = Player.objects.create(name="Eve")
    for receiver in (to, f"player-{eve.pk}"):
        answer = post(owner, f"/competitions/{cup.pk}/roles/", to=receiver, roles=["referee"])
        assertContains(answer, "Choose a member or a team of the club", status_code=422)
    with pytest.raises(Refusal):
        members.grant(club=home, competition=cup, to=eve, roles=[Role.REFEREE], giveable=list(Role))
    assert not Grant.objects.exists()


def test_pages_cost_the_same_queries_however_many_there_are(home, owner, django_assert_num_queries) -> None:
    cup = announced(0)
    type(cup).objects.update(club=home)
    cy = member(home, "Cy")
    pages = {
        f"/clubs/{home.slug}/people/": 10,
        page_of(cy): 11,
        f"/clubs/{home.slug}/teams/": 11,
        f"/competitions/{cup.pk}/roles/": 9,
    }
    for size in (1, 3):
        for number in range(size):
            member_ = member(home, f"{size} {number}")
            team = members.name_team(home, f"{size} {number}")
            team.people.add(member_.player, cy.player)
            Grant.objects.create(club=home, team=team, is_referee=True)
            Grant.objects.create(club=home, competition=cup, team=team, is_referee=True)
            Grant.objects.create(club=home, competition=cup, player=member_.player, is_referee=True)
        for page, queries in pages.items():
            with django_assert_num_queries(queries):
                assert owner.get(page).status_code == 200


def test_only_owners_have_a_tab_for_the_tokens_of_the_club(home, owner) -> None:
    organizer = browser_of(member(home, "Olga", is_organizer=True).player)
    pages = [browser.get(f"/clubs/{home.slug}/people/") for browser in (owner, organizer)]
    assert [f"/clubs/{home.slug}/tokens/" in page.content.decode() for page in pages] == [True, False]
