"""Situation: programs keep rulebooks, announce competitions and dates; what is nobody's business stays so."""

import pytest

from games.models import CustomRulebook, Player
from league.models import Club, Competition, Matchday, Membership
from tests.league.api.asking import Program, problem, program
from tests.league.club_nights import announced

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

DAY = {"name": "First", "starts_at": "2999-10-01T18:00:00Z", "ends_at": "2999-10-01T22:00:00Z"}


def helper(club: Club, **roles: bool) -> Program:
    mine = program("Olga")
    Membership.objects.create(club=club, player=mine.player, **roles)
    return mine


def test_a_rulebook_is_changed_by_who_keeps_it_only():
    home = announced(0).club
    mine, other = helper(home, is_organizer=True), helper(home)
    body = {"name": "House", "options": {"hand_size": 5}}
    assert problem(other.post("rulebooks/", {**body, "keeper": home.slug})) == (403, "not_allowed")
    kept = mine.post("rulebooks/", {**body, "keeper": home.slug}).json()
    key, after = kept["name"], {"after": kept["version"]}
    change = {**after, "name": "Mine", "options": {}}
    assert problem(other.post(f"rulebooks/{key}/", change)) == (403, "not_allowed")
    assert problem(other.post(f"rulebooks/{key}/discard/", after)) == (403, "not_allowed")
    assert CustomRulebook.objects.get().name == "House"
    assert mine.post(f"rulebooks/{key}/discard/", after).status_code == 200


def test_nobody_changes_a_rulebook_that_has_changed_meanwhile():
    mine = program()
    kept = mine.post("rulebooks/", {"name": "House"}).json()
    path = f"rulebooks/{kept['name']}/"
    body = {"after": kept["version"], "name": "Home", "options": {}}
    assert mine.post(path, body).status_code == 200
    assert problem(mine.post(path, {**body, "name": "Hut"})) == (409, "stale")
    assert CustomRulebook.objects.get().name == "Home"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": "House", "options": {"hand_size": 99}}, "bad_value"),
        ({"name": "House", "rulebook": "chess"}, "unknown_rulebook"),
        ({"name": " "}, "invalid"),
        ({"name": "\u200b"}, "hidden_characters"),
        ({"name": "House", "keeper": "nowhere"}, "not_allowed"),
        ({"options": []}, "invalid"),
    ],
)
def test_a_rulebook_that_cannot_be_is_kept_nowhere(body, code):
    assert problem(program().post("rulebooks/", body))[1] == code
    assert not CustomRulebook.objects.exists()


def test_the_token_of_a_club_keeps_rulebooks_of_that_club_only():
    home, other = announced(0).club, announced(0).club
    mine = helper(home, is_owner=True)
    Membership.objects.create(club=other, player=mine.player, is_owner=True)
    token = Program(mine.player.user, club=home)
    assert problem(token.post("rulebooks/", {"name": "House"})) == (403, "lacks_scope")
    refused = token.post("rulebooks/", {"name": "House", "keeper": other.slug})
    assert problem(refused) == (403, "not_allowed")
    assert token.post("rulebooks/", {"name": "House", "keeper": home.slug}).status_code == 201


def test_a_wrong_announcement_names_its_field_and_announces_nothing():
    home = announced(0).club
    mine, before = helper(home, is_organizer=True), Competition.objects.count()
    path = f"clubs/{home.slug}/competitions/"
    for wrong in (
        *({"rounds": 0}, {"points": {"99": [1]}}, {"target": 7}, {"format": "chess"}),
        {"bot_strength": "perfect"},
    ):
        answer = mine.post(path, {"name": "Cup", **wrong})
        assert problem(answer) == (422, "invalid")
        assert set(answer.json()["errors"]) == set(wrong)
    for body in ({"name": ""}, {"name": "Cup", "format": "chess"}, {"name": "Cup", "rulebook": "chess"}):
        assert problem(mine.post(path, body)) == (422, "invalid")
    assert problem(helper(home).post(path, {"name": "Cup"})) == (403, "not_allowed")
    assert Competition.objects.count() == before


@pytest.mark.parametrize(
    ("sent", "errors"),
    [
        ({"best_of_matches": 2, "format": "single_elimination"}, {"best_of_matches": "2"}),
        ({"bot_pause_ms": 500, "turn_seconds": 61}, {"bot_pause_ms": "500", "turn_seconds": "61"}),
        ({"rulebook": "chess"}, {"rulebook": "chess"}),
    ],
)
def test_a_choice_that_the_page_does_not_offer_is_refused_to_programs(sent, errors):
    home = announced(0).club
    answer = helper(home, is_organizer=True).post(f"clubs/{home.slug}/competitions/", {"name": "Cup", **sent})
    assert answer.json()["errors"] == {
        name: [f"Select a valid choice. {value} is not one of the available choices."]
        for name, value in errors.items()
    }


def test_fields_that_the_kind_does_not_ask_for_are_ignored():
    home = announced(0).club
    cup = {"name": "Cup", "format": "double_elimination", "points": {"99": [1]}, "table_size": 10}
    answer = helper(home, is_organizer=True).post(f"clubs/{home.slug}/competitions/", cup)
    assert answer.status_code == 201
    assert answer.json()["stages"][0]["table_size"] == 2


@pytest.mark.parametrize(
    ("points", "error"),
    [
        ({"3": [3, 2, 1], "99": [1]}, "Line 2: a table has 2 to 10 seats."),
        (
            {"x": [3, 2, 1]},
            "Line 1 must look like “4: 5 3 2 1”: seats, a colon, then the points from 1st place down.",
        ),
    ],
)
def test_points_that_do_not_fit_are_said_by_their_place(points, error):
    home = announced(0).club
    cup = {"name": "Cup", "points": points}
    answer = helper(home, is_organizer=True).post(f"clubs/{home.slug}/competitions/", cup)
    assert answer.json()["errors"] == {"points": [error]}


def test_a_program_announces_a_consolation_or_rounds_that_are_seeded_anew():
    home = announced(0).club
    mine, path = helper(home, is_organizer=True), f"clubs/{home.slug}/competitions/"
    cup = {"name": "Cup", "format": "single_elimination", "table_size": 2}
    for more in ({"consolation": True}, {"reseed": "seed", "third_place": True}):
        (stage,) = mine.post(path, cup | more).json()["stages"]
        assert {name: stage[name] for name in more} == more
    for wrong, code in (
        ({"consolation": True, "reseed": "seed"}, "consolation_or_reseed"),
        ({"consolation": True, "placement": True}, "consolation_or_placement"),
        ({"consolation": True, "table_size": 4}, "no_consolation"),
        ({"reseed": "seed", "placement": True}, "reseed_or_placement"),
        ({"reseed": "total"}, "bad_reseed"),
        ({"reseed": "name"}, "invalid"),
    ):
        assert problem(mine.post(path, cup | wrong)) == (422, code)


def test_a_program_is_warned_of_a_bye_worth_less_than_a_loss():
    home = announced(0).club
    mine = helper(home, is_organizer=True)
    swiss = {"name": "Cup", "format": "swiss", "table_size": 2}
    told = [mine.post(f"clubs/{home.slug}/competitions/", swiss | more) for more in ({}, {"bye_points": 0})]
    assert [answer.json()["stages"][0].get("points") for answer in told] == [{"bye": 3}, {}]
    usual, unusual = (answer.json()["warnings"] for answer in told)
    assert usual == []
    assert unusual[0].startswith("A bye is worth 0 points and last place in a match 1")


def test_where_a_matchday_is_and_who_comes_is_for_people_of_the_club():
    home = announced(0).club
    mine, stranger = helper(home, is_organizer=True), program()
    day = mine.post(f"clubs/{home.slug}/matchdays/", {**DAY, "place": "Town hall", "note": "Ring twice"})
    path = f"matchdays/{day.json()['id']}/"
    mine.act(f"{path}answer/", {"answer": "in"}, seen=path)
    assert mine.get(path).json()["coming"] == [mine.player.pk]
    for who in (stranger, Program()):
        told = who.get(path).json()
        assert (told["place"], told["note"], told["coming"], told["waiting"]) == (None,) * 4
    assert problem(stranger.act(f"{path}answer/", {"answer": "in"}, seen=path))[1] == "not_concerned"
    Club.objects.update(is_public=False)
    assert problem(stranger.get(path))[0] == 403


def test_a_matchday_is_changed_by_the_version_that_was_seen():
    home = announced(0).club
    mine = helper(home, is_organizer=True)
    path = f"matchdays/{mine.post(f'clubs/{home.slug}/matchdays/', DAY).json()['id']}/"
    assert mine.post(path, {**DAY, "after": 0, "capacity": 3}).json()["version"] == 1
    assert problem(mine.post(path, {**DAY, "after": 0, "capacity": 9})) == (409, "stale")
    assert problem(mine.post(f"{path}call-off/", {"after": 0})) == (409, "stale")
    wrong = {**DAY, "after": 1, "ends_at": DAY["starts_at"]}
    assert problem(mine.post(path, wrong)) == (422, "bad_times")
    other = announced(0)
    assert problem(mine.post(path, {**DAY, "after": 1, "competition": other.pk})) == (422, "other_club")
    assert Matchday.objects.get().capacity == 3


def test_players_are_found_by_the_names_that_everybody_may_read():
    home = announced(0).club
    mine, stranger = helper(home), Program()
    hidden = Player.objects.create(name="Halcyone", is_hidden=True)
    shown = Player.objects.create(name="Halcyon")
    for player in (hidden, shown):
        Membership.objects.create(club=home, player=player)
    players = stranger.get("players/?name=halcyon").json()["results"]
    assert [player["id"] for player in players] == [shown.pk]
    assert {row["name"] for row in mine.get("players/?name=halcyon").json()["results"]} == {
        "Halcyon",
        "Halcyone",
    }
    everybody = {row["id"]: row["name"] for row in stranger.get("players/?limit=200").json()["results"]}
    assert everybody[hidden.pk] == f"Player {hidden.pk}"
    Club.objects.update(is_public=False)
    assert shown.pk not in {row["id"] for row in stranger.get("players/?limit=200").json()["results"]}
