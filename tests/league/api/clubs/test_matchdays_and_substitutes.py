"""Situation: programs read who comes to a matchday, and find somebody who steps in."""

import pytest

from league import competitions
from league.calendar import matchdays
from league.models import Club, Matchday, Membership
from league.rules.settings.stages import SEASON, StageSettings
from tests.games.playing import START
from tests.league.api.asking import Program, problem, program
from tests.league.calendar.club_calendar import BY, facts
from tests.league.club_nights import club as new_club

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
FAR = 24 * 365 * 900


@pytest.fixture
def club() -> Club:
    return new_club()


def person(club: Club, name: str, **roles: bool) -> Program:
    mine = program(name)
    Membership.objects.create(club=club, player=mine.player, **roles)
    return mine


@pytest.fixture
def night(club: Club) -> tuple[Matchday, Program, list[Program]]:
    """Ana and Bo play a season, Cy is a member only, Olga organizes."""
    olga, people = (
        person(club, "Olga", is_organizer=True),
        [person(club, name) for name in ("Ana", "Bo", "Cy")],
    )
    stages = [StageSettings(SEASON, table_size=2)]
    cup = competitions.create(
        with_bots=True, club=club, name="Cup", stages=stages, rulebook="classic", by=BY, at=START
    )
    competitions.enter(cup.pk, players=[person.player for person in people[:2]], by=BY, at=START)
    day = matchdays.announce(club, facts(FAR, competition=cup, capacity=1), at=START)
    return day, olga, people


def test_a_matchday_tells_who_said_what_to_who_belongs_there(night) -> None:
    day, olga, (ana, bo, _cy) = night
    path = f"matchdays/{day.pk}/"
    for who, answer in ((ana, "in"), (bo, "in")):
        assert who.act(f"{path}answer/", {"answer": answer}, seen=path).status_code == 200
    told = bo.get(path).json()
    answer = {person["name"]: (person["answer"], person["is_waiting"]) for person in told["people"]}
    assert answer == {"Ana": ("in", False), "Bo": ("in", True), "Cy": (None, False), "Olga": (None, False)}
    assert (told["place_in_queue"], told["yours"], told["may_answer"]) == (1, "in", True)
    assert told["counted"] == {"coming": 1, "waiting": 1, "maybe": 0}
    assert (told["missing"], told["may_undo"]) == (None, False)
    assert told["place"] == "The hall"
    seen = Program().get(path).json()
    assert (seen["people"], seen["coming"], seen["place"]) == (None, None, None)
    bo.act(f"{path}answer/", {"answer": "out"}, seen=path)
    assert olga.get(path).json()["missing"] == [2]


def test_a_list_tells_how_many_come_and_what_overlaps(night) -> None:
    day, _olga, (ana, _bo, cy) = night
    other = matchdays.announce(day.club, facts(FAR + 1, name="Second"), at=START)
    for matchday in (day, other):
        ana.post(f"matchdays/{matchday.pk}/answer/", {"after": 0, "answer": "in"})
    for path in (f"clubs/{day.club.slug}/matchdays/", "me/matchdays/"):
        first, second = ana.get(path).json()["results"]
        assert (first["id"], first["yours"], first["clashes"]) == (day.pk, "in", [other.pk])
        assert second["counted"]["coming"] == 1
    assert [row["clashes"] for row in cy.get("me/matchdays/").json()["results"]] == [[], []]
    assert problem(Program().get("me/matchdays/")) == (401, "not_logged_in")


def test_nothing_is_told_of_a_club_that_keeps_to_itself(night) -> None:
    day, olga, (ana, _bo, _cy) = night
    closed = new_club()
    Club.objects.filter(pk=closed.pk).update(is_public=False)
    Membership.objects.create(club=closed, player=ana.player)
    secret = matchdays.announce(closed, facts(FAR, name="Secret"), at=START)
    for matchday in (day, secret):
        ana.post(f"matchdays/{matchday.pk}/answer/", {"after": 0, "answer": "in"})
    (mine,) = ana.get(f"matchdays/{day.pk}/").json()["booked_twice"]
    assert mine["elsewhere"] == [{"matchday": secret.pk, "name": "Secret"}]
    (theirs,) = olga.get(f"matchdays/{day.pk}/").json()["booked_twice"]
    assert theirs["elsewhere"] == [{"matchday": None, "name": None}]


def test_a_token_of_a_club_reads_nothing_of_another_one(night) -> None:
    """Although who made it belongs there."""
    day, olga, (ana, _bo, _cy) = night
    closed = new_club()
    Club.objects.filter(pk=closed.pk).update(is_public=False)
    for item in (ana, olga):
        Membership.objects.create(club=closed, player=item.player, is_organizer=True)
    secret = matchdays.announce(closed, facts(FAR, name="Secret"), at=START)
    for item in (day, secret):
        ana.post(f"matchdays/{item.pk}/answer/", {"after": 0, "answer": "in"})
    ours = Program(olga.player.user, club=day.club)
    (theirs,) = ours.get(f"matchdays/{day.pk}/").json()["booked_twice"]
    assert theirs["elsewhere"] == [{"matchday": None, "name": None}]


def test_somebody_is_asked_and_steps_in(night) -> None:
    day, olga, (ana, bo, cy) = night
    path = f"matchdays/{day.pk}/substitutes/1/"
    told = olga.get(path).json()
    assert (told["name"], {candidate["name"] for candidate in told["candidates"]}) == ("Ana", {"Cy", "Olga"})
    assert (told["page"], told["pages"]) == (1, 1)
    assert [row["name"] for row in olga.get(f"{path}?name=cy").json()["candidates"]] == ["Cy"]
    assert problem(olga.post(path, {"after": 0, "player": bo.player.pk})) == (422, "no_candidate")
    assert problem(olga.get(f"matchdays/{day.pk}/substitutes/9/"))[0] == 404
    asked = olga.post(path, {"after": 0, "player": cy.player.pk}).json()
    assert asked["state"] == "asked"
    mine = f"substitutes/{asked['id']}/"
    assert problem(bo.get(mine)) == problem(bo.post(mine, {"is_yes": True})) == (403, "not_allowed")
    assert cy.get(mine).json() == asked
    assert cy.act(mine, {"is_yes": True}, seen=mine).json()["state"] == "accepted"
    assert problem(cy.post(mine, {"after": asked["version"], "is_yes": False})) == (409, "stale")
    assert problem(cy.act(mine, {"is_yes": False}, seen=mine)) == (409, "stepped_in")
    cup = olga.get(f"competitions/{day.competition_id}/").json()
    assert [entrant["name"] for entrant in cup["entrants"]] == ["Cy", "Bo"]
    assert ana.get("me/matchdays/").json()["results"]


def test_only_organizers_look_for_somebody_and_for_oneself_a_token_plays(night) -> None:
    day, olga, (ana, _bo, cy) = night
    path = f"matchdays/{day.pk}/substitutes/1/"
    assert problem(ana.get(path)) == problem(ana.post(path, {"player": cy.player.pk})) == (403, "not_allowed")
    mine = f"substitutes/{olga.post(path, {'after': 0, 'player': cy.player.pk}).json()['id']}/"
    plays, organizes = (Program(cy.player.user, scopes=[scope]) for scope in ("play", "organize"))
    assert problem(organizes.post(mine, {"is_yes": False})) == (403, "lacks_scope")
    assert plays.act(mine, {"is_yes": False}, seen=mine).json()["state"] == "declined"
    olgas = Program(olga.player.user, scopes=["play"])
    assert problem(olgas.post(mine, {"is_yes": True})) == (403, "lacks_scope")
    for_cy = {"after": day.sequence, "player": cy.player.pk, "answer": "in"}
    assert problem(olgas.post(f"matchdays/{day.pk}/answer/", for_cy)) == (403, "lacks_scope")
    assert olga.act(mine, {"is_yes": True}, seen=mine).json()["state"] == "accepted"


def test_a_setting_for_all_matchdays_is_kept(club) -> None:
    olga, mo = person(club, "Olga", is_organizer=True), person(club, "Mo")
    path = f"clubs/{club.slug}/calendar/"
    seen = olga.get(path).json()
    assert seen["remind_hours"] == 24
    body = {"after": seen["version"], "remind_hours": 0}
    told = olga.post(path, body).json()
    assert told == olga.get(path).json()
    assert told["remind_hours"] == 0
    assert problem(olga.post(path, body)) == (409, "stale")
    assert problem(olga.act(path, {"remind_hours": 5}, seen=path)) == (422, "invalid")
    assert problem(mo.get(path)) == problem(mo.post(path, {"remind_hours": 2})) == (403, "not_allowed")
