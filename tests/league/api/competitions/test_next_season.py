"""Situation: a season of divisions is over, and the organizer's program announces the next one."""

import pytest

from league.models import Competition, Membership
from tests.league.api.asking import Program, problem, program
from tests.league.club_nights import announced, play_on, started

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def season() -> Competition:
    """Two divisions of three have played a matchday."""
    return play_on(started(6, groups=2, table_size=3))


def helper(cup: Competition, name: str = "Olga", **roles: bool) -> Program:
    mine = program(name)
    Membership.objects.create(club=cup.club, player=mine.player, **roles)
    return mine


def test_a_preview_of_the_next_season_changes_nothing(season) -> None:
    mine = helper(season, is_organizer=True)
    path = f"competitions/{season.pk}/next-season/"
    told = mine.get(path).json()
    assert (told["movers"], told["borders"], told["left"], told["play_offs"]) == (1, [], [], [])
    reasons = [[mover["reason"] for mover in division] for division in told["divisions"]]
    assert reasons == [["stayed", "stayed", "promoted"], ["relegated", "stayed", "stayed"]]
    assert [(mover["origin"], mover["to"]) for mover in told["divisions"][1]] == [(1, 2), (2, 2), (2, 2)]
    first = told["divisions"][0][0]["player"]
    told = mine.get(f"{path}?movers=0&leaving={first}").json()
    assert [(mover["player"], mover["to"], mover["reason"]) for mover in told["left"]] == [
        (first, None, "left")
    ]
    assert Competition.objects.count() == 1


def test_it_is_announced_as_it_was_looked_at(season) -> None:
    mine = helper(season, is_organizer=True)
    path = f"competitions/{season.pk}/next-season/"
    seen = mine.get(f"{path}?movers=1").json()
    body = {"after": seen["version"], "name": "Spring", "movers": 1, "newcomers": [mine.player.pk]}
    made = mine.post(path, body)
    assert made.status_code == 201
    told = made.json()
    assert (told["name"], told["stages"][0]["groups"]) == ("Spring", 2)
    entered = [entrant["player"] for entrant in told["entrants"]]
    expected = [mover["player"] for division in seen["divisions"] for mover in division]
    assert entered == [*expected, mine.player.pk]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"name": ""}, 422, "invalid"),
        ({"name": "x", "movers": 99}, 422, "invalid"),
        ({"name": "x", "leaving": [999_999]}, 422, "invalid"),
        ({"name": "x", "newcomers": [999_999]}, 422, "invalid"),
        ({"name": "x", "play_offs": 5}, 422, "division_too_small"),
        ({"name": "x", "after": 1}, 409, "stale"),
    ],
)
def test_wrong_facts_of_a_next_season_are_refused(season, body, status, code) -> None:
    mine = helper(season, is_organizer=True)
    sent = {"after": season.version, **body}
    assert problem(mine.post(f"competitions/{season.pk}/next-season/", sent)) == (status, code)
    assert Competition.objects.count() == 1


def test_only_a_season_that_is_over_has_a_next_one() -> None:
    cup = started(4)
    mine = helper(cup, is_organizer=True)
    assert problem(mine.get(f"competitions/{cup.pk}/next-season/")) == (409, "season_not_over")
    other = announced(4, format="single_elimination", table_size=2)
    mine = helper(other, is_organizer=True)
    assert problem(mine.get(f"competitions/{other.pk}/next-season/")) == (409, "not_a_season")
    mo = helper(cup, "Mo", is_referee=True)
    assert problem(mo.get(f"competitions/{cup.pk}/next-season/")) == (403, "not_allowed")
