"""Situation: a draw waits to be published, and the organizer's program looks it over."""

import pytest

from league.models import Competition, DrawRequest, Membership
from league.rules.competition import commands
from tests.games.playing import START
from tests.league.api.asking import Program, problem, program
from tests.league.club_nights import announced, fresh, started
from tests.league.organizing import act

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def season() -> Competition:
    return started(4, table_size=2, rounds=3, venue="elsewhere", by_hand=True)


def helper(cup: Competition, name: str = "Olga", **roles: bool) -> Program:
    mine = program(name)
    Membership.objects.create(club=cup.club, player=mine.player, **roles)
    return mine


def read(mine: Program, cup: Competition) -> dict:
    return mine.get(f"competitions/{cup.pk}/draft/").json()


def do(mine: Program, cup: Competition, what: str, **body: object) -> None:
    answer = mine.post(f"competitions/{cup.pk}/{what}/", {"after": fresh(cup).version, **body})
    assert answer.status_code == 200, answer.content


def test_before_a_draft_is_made_it_says_whether_one_can_be(season) -> None:
    mine = helper(season, is_organizer=True)
    told = read(mine, season)
    assert told == {"version": season.version, "may_make": True, "making": None, "draft": None}
    assert read(helper(early := announced(4), is_organizer=True), early)["may_make"] is False


def test_a_draft_names_who_sits_where_and_the_swap_that_takes_the_last_one_back(season) -> None:
    mine = helper(season, is_organizer=True)
    do(mine, season, "draft")
    proposed = read(mine, season)["draft"]
    assert (proposed["is_changed"], proposed["undo"], proposed["may_swap"]) == (False, None, True)
    tables = proposed["rounds"][0]["tables"]
    assert sorted(seat["entrant"] for table in tables for seat in table["seats"]) == [1, 2, 3, 4]
    first, second = tables
    swap = {"one": first["match"], "one_seat": 0, "other": second["match"], "other_seat": 1}
    do(mine, season, "draft/swap", **swap)
    changed = read(mine, season)["draft"]
    assert changed["is_changed"] is True
    assert len(changed["changes"]) == 2
    assert changed["rounds"][0]["tables"][0]["seats"][0]["is_changed"] is True
    do(mine, season, "draft/swap", **changed["undo"])
    again = read(mine, season)["draft"]
    assert {**again, "seed": ""} == {**proposed, "seed": ""}


def test_it_warns_of_who_met_before_and_of_a_draft_that_is_too_old(season) -> None:
    mine = helper(season, is_organizer=True)
    do(mine, season, "draft"), do(mine, season, "publish")
    for row in mine.get(f"competitions/{season.pk}/bracket/").json()["rounds"][0]["matches"]:
        pair = [{"entrant": who["entrant"], "place": place} for place, who in enumerate(row["entrants"], 1)]
        do(mine, season, f"matches/1/{row['key']}/report", entrants=pair)
    do(mine, season, "draft")
    first, second = read(mine, season)["draft"]["rounds"][0]["tables"]
    met = {frozenset(pair) for pair in _pairs(mine, season)}
    mate = next(
        seat for seat in second["seats"] if frozenset((first["seats"][0]["entrant"], seat["entrant"])) in met
    )
    swap = {"one": first["match"], "one_seat": 1, "other": second["match"], "other_seat": mate["seat"]}
    do(mine, season, "draft/swap", **swap)
    told = read(mine, season)["draft"]
    here = told["rounds"][0]["tables"][0]["seats"]
    assert [seat["met_before"] for seat in here] == [[here[1]["name"]], [here[0]["name"]]]
    act(season, commands.Withdraw(here[0]["entrant"]))
    assert read(mine, season)["draft"]["is_stale"] is True


def _pairs(mine: Program, cup: Competition) -> list[list[int]]:
    rounds = mine.get(f"competitions/{cup.pk}/bracket/").json()["rounds"]
    return [[entrant["entrant"] for entrant in match["entrants"]] for match in rounds[0]["matches"]]


def test_a_draw_that_takes_long_says_how_far_it_is(season) -> None:
    DrawRequest.objects.create(competition=season, by="organizer:1", asked_at=START, done=3, total=9)
    mine = helper(season, is_organizer=True)
    assert read(mine, season)["making"] == {"done": 3, "total": 9}


def test_nobody_else_reads_a_draft(season) -> None:
    for role in ("is_member", "is_referee", "is_scorekeeper"):
        answer = helper(season, role, **{role: True}).get(f"competitions/{season.pk}/draft/")
        assert problem(answer) == (403, "not_allowed")


def test_a_draft_is_published_only_as_it_was_seen(season) -> None:
    mine = helper(season, is_organizer=True)
    seen = {"after": season.version}
    assert mine.post(f"competitions/{season.pk}/draft/", seen).status_code == 200
    for what in ("draft/", "publish/"):
        assert problem(mine.post(f"competitions/{season.pk}/{what}", seen)) == (409, "stale")
