"""Situation: programs read clubs and competitions, and an organizer's program runs one."""

import pytest
from django.contrib.auth.models import User

from games.models import Player
from league import competitions
from league.models import Club, Competition, Membership
from league.rules.competition.commands import OpenRegistration
from tests.games.playing import START
from tests.league.api.asking import Program, problem, program
from tests.league.club_nights import BY, announced, fresh, knock_out, matches, play_round, started
from tests.league.people import somebody

pytestmark = pytest.mark.django_db


def organizer(cup: Competition, **facts: object) -> Program:
    user = somebody("Olga")
    Membership.objects.create(club=cup.club, player=user.player, is_organizer=True)
    return Program(user, **facts)


def act(who: Program, cup: Competition, what: str, **body: object):
    return who.post(f"competitions/{cup.pk}/{what}/", {"after": fresh(cup).version, **body})


def test_a_cup_is_run_from_its_entries_to_a_correction():
    cup = announced(0, format="single_elimination", table_size=2)
    olga = organizer(cup)
    people = [Player.objects.create(name=name) for name in ("Ana", "Bo", "Cy", "Di")]
    Membership.objects.bulk_create(Membership(club=cup.club, player=person) for person in people)
    answer = act(olga, cup, "entries", players=[person.pk for person in people])
    assert [row["name"] for row in answer.json()["entrants"]] == ["Ana", "Bo", "Cy", "Di"]
    answer = act(olga, cup, "seed", order=[4, 3, 2, 1])
    assert [row["seed"] for row in answer.json()["entrants"]] == [4, 3, 2, 1]
    assert act(olga, cup, "start").json()["status"] == "running"
    bracket = olga.get(f"competitions/{cup.pk}/bracket/").json()
    first = bracket["rounds"][0]["matches"][0]
    first_, other = (entrant["entrant"] for entrant in first["entrants"])
    match = f"matches/1/{first['key']}"
    body = {"entrants": [{"entrant": first_, "place": 1, "total": 500}, {"entrant": other, "place": 2}]}
    assert act(olga, cup, f"{match}/report", **body).status_code == 200
    body["entrants"] = [{"entrant": first_, "place": 2}, {"entrant": other, "place": 1}]
    before = fresh(cup).version
    would = act(olga, cup, f"{match}/correct", **body).json()
    assert would["would"]
    assert fresh(cup).version == before
    nothing_seen = {"after": 0, "sure": True, **body}
    assert problem(olga.post(f"competitions/{cup.pk}/{match}/correct/", nothing_seen)) == (409, "stale")
    assert act(olga, cup, f"{match}/correct", sure=True, reason="typo", **body).status_code == 200
    rows = olga.get(f"competitions/{cup.pk}/standings/").json()
    places = {row["entrant"]: row["rank"] for row in rows["overall"]}
    assert places[other] < places[first_]


@pytest.mark.parametrize(
    ("points", "errors"),
    [
        ({"10": [1] * 11}, {"points.10": ["Ensure this field has no more than 10 elements."]}),
        (
            {f"{zeros}4": [5, 3, 2, 1] for zeros in ("0" * count for count in range(10))},
            {"points": ["Ensure this field has no more than 9 elements."]},
        ),
    ],
    ids=["places", "sizes"],
)
def test_an_announcement_takes_points_for_as_many_sizes_and_places_as_tables_have(points, errors):
    cup = announced(0)
    body = {"name": "Spring", "format": "swiss", "points": points}
    answer = organizer(cup).post(f"clubs/{cup.club.slug}/competitions/", body)
    assert problem(answer) == (422, "invalid")
    assert answer.json()["errors"] == errors


def test_a_command_for_an_older_version_is_stale_and_needs_a_version():
    cup = announced(4)
    olga = organizer(cup)
    assert problem(olga.post(f"competitions/{cup.pk}/start/", {})) == (422, "invalid")
    assert problem(olga.post(f"competitions/{cup.pk}/start/", {"after": 1})) == (409, "stale")
    assert fresh(cup).status == "planned"


def test_a_draft_is_made_and_published():
    cup = started(4, by_hand=True)
    olga = organizer(cup)
    assert act(olga, cup, "draft").status_code == 200
    assert olga.get(f"competitions/{cup.pk}/bracket/").json()["rounds"] == []
    assert act(olga, cup, "publish").status_code == 200
    assert len(olga.get(f"competitions/{cup.pk}/bracket/").json()["rounds"]) == 1


def test_a_player_enters_and_checks_in():
    cup = announced(0)
    competitions.act(cup.pk, OpenRegistration(), by=BY, at=START)
    ana = program("Ana")
    answer = act(ana, cup, "enter", team="North")
    assert [(row["name"], row["team"]) for row in answer.json()["entrants"]] == [("Ana", "North")]
    assert act(organizer(cup), cup, "check-in/open", code="ABCD").status_code == 200
    assert problem(act(ana, cup, "check-in", code="WXYZ"))[0] == 422
    assert act(ana, cup, "check-in", code="abcd").json()["entrants"][0]["is_here"]


def test_only_organizers_run_it_and_only_with_a_token_for_it():
    cup = announced(4)
    assert problem(act(program(), cup, "start")) == (403, "not_allowed")
    assert problem(act(Program(), cup, "start"))[0] == 401
    assert problem(act(organizer(cup, scopes=["play"]), cup, "start")) == (403, "lacks_scope")
    assert fresh(cup).status == "planned"


def test_the_token_of_a_club_runs_its_competitions_and_no_others():
    cup, other = announced(4), announced(4)
    user = somebody("Olga")
    for club in (cup.club, other.club):
        Membership.objects.create(club=club, player=user.player, is_owner=True)
    mine = Program(user, club=cup.club)
    assert act(mine, cup, "start").json()["status"] == "running"
    assert problem(act(mine, other, "start"))[0] == 403


@pytest.mark.parametrize(
    "body",
    [
        {"entrants": [{"entrant": 99, "place": 1}]},
        {"entrants": [{"entrant": 1, "place": 1}]},
        {"entrants": [{"entrant": 1, "place": 11}]},
        {"entrants": "x"},
        {"entrants": [[]]},
        {"kind": "nonsense"},
    ],
)
def test_a_result_that_makes_no_sense_is_refused(body):
    cup = knock_out(4)
    key = matches(cup)[0].key
    answer = act(organizer(cup), cup, f"matches/1/{key}/report", **body)
    assert problem(answer)[0] == 422
    assert problem(act(organizer_of(cup), cup, "matches/1/R9.9/report")) == (404, "not_found")


def organizer_of(cup: Competition) -> Program:
    return Program(User.objects.get(username="olga"))


def test_standings_are_those_of_the_page():
    cup = started(8)
    play_round(cup)
    told = program().get(f"competitions/{cup.pk}/standings/").json()
    rows = competitions.standings(cup.pk)
    assert [(row["rank"], row["entrant"], row["points"]) for row in told["overall"]] == [
        (row.rank, row.entrant, row.points) for row in rows
    ]
    (stage,) = told["stages"]
    assert set(stage["groups"][0]["rows"][0]["values"]) <= set(stage["tiebreaks"])


def test_competitions_are_listed_by_the_format_of_their_first_stage():
    season, _swiss = announced(2), announced(2, format="swiss", table_size=2, rounds=1)
    (row,) = program().get("competitions/?first_format=season").json()["results"]
    assert row["id"] == season.pk
    assert program().get("competitions/?format=csv")["Content-Type"].startswith("text/csv")
    assert problem(program().get("competitions/?first_format=x")) == (422, "invalid")


@pytest.mark.parametrize("more", [[{"entrant": 99, "place": 1}], [{"entrant": 1, "place": 2}]])
def test_a_result_names_everybody_of_the_match_once(more):
    cup = started(4, format="single_elimination", table_size=2)
    match = matches(cup)[0]
    first, other = (placed.entrant.number for placed in match.placements.select_related("entrant"))
    assert first == 1
    body = [{"entrant": first, "place": 1}, {"entrant": other, "place": 2}]
    olga, before = organizer(cup), fresh(cup).version
    answer = act(olga, cup, f"matches/1/{match.key}/report", entrants=[*body, *more])
    assert problem(answer) == (422, "invalid")
    assert "entrants" in answer.json()["errors"]
    assert fresh(cup).version == before
    assert act(olga, cup, f"matches/1/{match.key}/report", entrants=body).status_code == 200


def test_competitions_and_clubs_take_few_queries_however_many_there_are(django_assert_num_queries):
    first = started(4)
    play_round(first)
    olga = organizer(first)
    assert olga.get("clubs/").status_code == 200  # the first time that the token is used is noted
    for size in (1, 3):
        for _more in range(size):
            made = knock_out(8)
            Membership.objects.create(club=made.club, player=olga.player)
        for number in range(5):
            hidden = Player.objects.create(name=f"N{number}", is_hidden=True)
            Membership.objects.create(club=first.club, player=hidden)
        for path, queries in [
            ("competitions/?limit=200", 2),
            ("clubs/?limit=200", 2),
            (f"competitions/{first.pk}/", 4),
            (f"competitions/{first.pk}/standings/", 5),
            (f"competitions/{first.pk}/bracket/", 8),
            (f"clubs/{first.club.slug}/members/", 7),
            (f"clubs/{first.club.slug}/ratings/", 4),
        ]:
            with django_assert_num_queries(queries):
                assert olga.get(path).status_code == 200


# --- clubs and players


def test_members_are_for_people_of_the_club():
    cup = announced(2)
    olga = organizer(cup)
    (row,) = olga.get(f"clubs/{cup.club.slug}/members/").json()["results"]
    assert (row["name"], row["roles"]) == ("Olga", ["organizer", "member"])
    assert problem(program().get(f"clubs/{cup.club.slug}/members/")) == (403, "not_allowed")
    assert problem(Program().get(f"clubs/{cup.club.slug}/members/")) == (401, "not_logged_in")


def test_a_closed_club_is_told_of_as_on_its_page():
    cup = knock_out(4)
    player = matches(cup)[0].table.seats.first().player_id
    Club.objects.update(is_public=False)
    stranger = program()
    assert stranger.get(f"clubs/{cup.club.slug}/").status_code == 200
    assert stranger.get("competitions/").json()["results"] == []
    for path in (f"competitions/{cup.pk}/", f"clubs/{cup.club.slug}/ratings/", f"players/{player}/"):
        assert problem(stranger.get(path))[0] == 403
    assert organizer(cup).get("competitions/").json()["results"][0]["id"] == cup.pk


def test_a_ladder_is_told():
    cup = started(4)
    play_round(cup)
    from league.competitions import rating_updates

    rating_updates.recompute(cup.club_id)
    rows = program().get(f"clubs/{cup.club.slug}/ratings/").json()["results"]
    assert len(rows) == 4
    assert [row["rating"] for row in rows] == sorted((row["rating"] for row in rows), reverse=True)


def test_someone_who_was_merged_is_found_where_they_are_now():
    kept = Player.objects.create(name="Ana")
    gone = Player.objects.create(name="Anna", merged_into=kept)
    answer = program().get(f"players/{gone.pk}/")
    assert (answer.status_code, answer["Location"]) == (301, f"/api/v1/players/{kept.pk}/")


# --- draws and standings of anything


def test_a_draw_is_that_of_the_command():
    answer = Program().post("draw", {"format": "double_elimination", "entrants": 8, "seed": 0}, key=None)
    assert answer.status_code == 200
    first = answer.json()["rounds"][0]["matches"][0]
    assert first["entrants"] == [{"seed": 1}, {"seed": 8}]
    listed = Program().post("draw/", {"format": "swiss", "entrants": ["Ana", {"name": "Bo"}]}, key=None)
    assert listed.json()["names"] == ["Ana", "Bo"]


def test_standings_are_those_of_the_command():
    results = {
        "entrants": ["a", "b"],
        "rounds": [{"matches": [{"entrants": ["a", "b"], "points": [1, 0], "kind": "played"}]}],
    }
    answer = Program().post("standings", {"results": results, "tiebreaks": ["wins"]}, key=None)
    rows = answer.json()["rows"]
    assert [(row["rank"], row["entrant"], row["wins"]) for row in rows] == [(1, "a", 1), (2, "b", 0)]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("draw", {}),
        ("draw", {"format": "swiss"}),
        ("draw", {"format": "swiss", "entrants": True}),
        ("draw", {"format": "swiss", "entrants": -1}),
        ("draw", {"format": "swiss", "entrants": 10**30}),
        ("draw", {"format": "swiss", "entrants": 1.5}),
        ("draw", {"format": "swiss", "entrants": {"a": [1]}}),
        ("draw", {"format": "swiss", "entrants": ["a", "a"]}),
        ("draw", {"format": "swiss", "entrants": ["\ud800", "b"]}),
        ("draw", {"format": "swiss", "results": {"x": 1}}),
        ("standings", {}),
        ("standings", {"results": {}}),
        ("standings", {"results": {"entrants": ["a", "a"], "rounds": []}}),
        ("standings", {"results": {"entrants": ["a"], "rounds": []}, "tiebreaks": ["nonsense"]}),
    ],
)
def test_nonsense_is_refused(path, body):
    assert problem(Program().post(path, body, key=None))[0] == 422
