"""What somebody may do follows from roles in the club, in one competition, and of teams; one query tells."""

import pytest
from django.contrib.auth.models import AnonymousUser

from games.models import Player
from games.rules.base.refusal import Refusal
from league.models import Club, Grant, Membership, Role, Team
from league.permissions.policy import clubs_with, may, require, standing
from tests.league.club_nights import club, knock_out

pytestmark = pytest.mark.django_db

OF_A_COMPETITION = ("own", "organize", "score", "referee", "see")
ALLOWED = {
    "owner": {"own", "organize", "score", "referee", "see"},
    "organizer": {"organize", "score", "referee", "see"},
    "scorekeeper": {"score", "see"},
    "referee": {"referee", "see"},
    "member": {"see"},
    "spectator": {"see"},
}


@pytest.fixture
def cup():
    """A competition of a club that shows nothing to strangers."""
    cup_ = knock_out(4)
    Club.objects.filter(pk=cup_.club_id).update(is_public=False)
    return cup_


def flag(role: str) -> dict[str, bool]:
    return {"is_member": False, f"is_{role}": True}


def person(name: str, django_user_model) -> Player:
    return Player.objects.create(name=name, user=django_user_model.objects.create_user(name))


def allowed(user, obj, kind: str = "competition") -> set[str]:
    return {verb for verb in OF_A_COMPETITION if may(user, f"{kind}.{verb}", obj)}


@pytest.mark.parametrize("role", [role.value for role in Role])
@pytest.mark.parametrize("way", ["membership", "grant", "team", "team in the club"])
def test_roles_let_do_the_same_whichever_way_they_are_held(role, way, cup, django_user_model) -> None:
    ana = person("ana", django_user_model)
    team = Team.objects.create(club=cup.club, name="Desk")
    team.people.add(ana)
    if way == "membership":
        Membership.objects.create(club=cup.club, player=ana, **flag(role))
    elif way == "grant":
        Grant.objects.create(club=cup.club, competition=cup, player=ana, **flag(role))
    else:
        Grant.objects.create(
            club=cup.club, competition=cup if way == "team" else None, team=team, **flag(role)
        )
    assert allowed(ana.user, cup) == ALLOWED[role]
    in_club = standing(ana.user, "competition.see", cup).in_club
    assert in_club.roles == standing(ana.user, "club.see", cup.club).roles
    assert (
        may(ana.user, "club.organize", cup.club)
        is in_club.may("club.organize")
        is (role in ("owner", "organizer") and way in ("membership", "team in the club"))
    )


def test_roles_add_up(cup, django_user_model) -> None:
    ana = person("ana", django_user_model)
    Membership.objects.create(club=cup.club, player=ana, is_scorekeeper=True)
    Grant.objects.create(club=cup.club, competition=cup, player=ana, is_referee=True)
    assert allowed(ana.user, cup) == {"score", "referee", "see"}


def test_roles_elsewhere_count_for_nothing(cup, django_user_model) -> None:
    elsewhere, ana = knock_out(4), person("ana", django_user_model)
    Membership.objects.create(club=elsewhere.club, player=ana, is_owner=True)
    Grant.objects.create(club=elsewhere.club, competition=elsewhere, player=ana, is_organizer=True)
    assert allowed(ana.user, cup) == set()


def test_a_role_in_one_competition_is_none_in_another_of_the_club(cup, django_user_model) -> None:
    other, ana = knock_out(4), person("ana", django_user_model)
    type(other).objects.filter(pk=other.pk).update(club=cup.club)
    Grant.objects.create(club=cup.club, competition=cup, player=ana, is_organizer=True)
    assert allowed(ana.user, other.pk) == set()


def test_everybody_sees_a_public_competition_and_its_players_a_closed_one(cup, django_user_model) -> None:
    eve, player = person("eve", django_user_model), cup.entrants.first().player
    player.user = django_user_model.objects.create_user("player")
    player.save()
    assert allowed(AnonymousUser(), cup) == allowed(eve.user, cup) == set()
    assert allowed(player.user, cup) == {"see"}
    assert not may(player.user, "club.see", cup.club)
    Club.objects.update(is_public=True)
    assert allowed(AnonymousUser(), cup) == allowed(eve.user, cup) == {"see"}
    assert may(AnonymousUser(), "club.see", cup.club)
    assert not may(eve.user, "club.see_members", cup.club)


def test_tables_follow_their_competition(cup, django_user_model) -> None:
    ana = person("ana", django_user_model)
    Grant.objects.create(club=cup.club, competition=cup, player=ana, is_referee=True)
    table = cup.matches.filter(table__isnull=False).first().table_id
    assert {verb for verb in ("score", "referee", "see") if may(ana.user, f"table.{verb}", table)} == {
        "referee",
        "see",
    }


def test_the_keeper_of_the_site_may_all(cup, django_user_model) -> None:
    root = django_user_model.objects.create_superuser("root")
    assert allowed(root, cup) == set(OF_A_COMPETITION)
    assert require(root, "competition.score", cup) == f"organizer:{root.pk}"


@pytest.mark.parametrize(
    ("role", "permission", "by"),
    [
        ("organizer", "competition.organize", "organizer"),
        ("organizer", "competition.score", "organizer"),
        ("scorekeeper", "competition.score", "scorekeeper"),
        ("referee", "competition.referee", "referee"),
    ],
)
def test_the_log_is_told_what_lets_somebody_act(role, permission, by, cup, rf, django_user_model) -> None:
    request = rf.get("/")
    request.user = person("ana", django_user_model).user
    with pytest.raises(Refusal) as refused:
        require(request, permission, cup)
    assert refused.value.code == "not_allowed"
    Membership.objects.create(club=cup.club, player=request.user.player, **flag(role))
    assert require(request, permission, cup) == f"{by}:{request.user.pk}"


def test_one_query_tells_everything(cup, django_user_model, django_assert_num_queries) -> None:
    ana = person("ana", django_user_model)
    for obj, permission in ((club(), "club.own"), (cup, "competition.see"), (cup.pk, "competition.score")):
        with django_assert_num_queries(1):
            standing_ = standing(ana.user, permission, obj)
            assert standing_.may(permission) is standing_.may(permission)


def test_many_clubs_are_asked_by_two_queries_and_answer_like_each_alone(
    cup, django_user_model, django_assert_num_queries
) -> None:
    ana = person("ana", django_user_model)
    places = [Club.objects.create(name=f"C{n}", slug=f"c{n}", is_public=n == 4) for n in range(6)]
    for place, role in ((places[1], "owner"), (places[3], "organizer")):
        team = Team.objects.create(club=place, name="Reds")
        team.people.add(ana)
        Grant.objects.create(club=place, team=team, **flag(role))
    Membership.objects.create(club=places[0], player=ana, **flag("organizer"))
    Membership.objects.create(club=places[1], player=ana, **flag("referee"))
    Membership.objects.create(club=places[2], player=ana)
    Grant.objects.create(club=cup.club, competition=cup, player=ana, is_owner=True)
    root = django_user_model.objects.create_superuser("root")
    counts = []
    for permission in ("club.own", "club.organize", "club.see_members", "club.see"):
        for user in (ana.user, AnonymousUser(), root):
            with django_assert_num_queries(2):
                clubs = clubs_with(user, permission, Club.objects.all())
            assert clubs == [club for club in Club.objects.all() if may(user, permission, club)]
        counts.append(len(clubs_with(ana.user, permission, Club.objects.all())))
    assert counts == [1, 3, 4, 5]
    assert clubs_with(ana.user, "club.see", Club.objects.none()) == []


def test_a_permission_is_asked_about_its_own_kind_of_place(cup) -> None:
    with pytest.raises(ValueError, match="not asked about"):
        standing(AnonymousUser(), "club.own", cup.club).may("competition.own")
    with pytest.raises(ValueError, match="not asked about"):
        may(AnonymousUser(), "club.bribe", cup.club)
