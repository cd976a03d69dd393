"""Situation: programs of organizers send sheets: entrants of a competition, results of an earlier season."""

import pytest

from games.models import Player
from league.models import Competition, Membership
from tests.league.api.asking import Program, problem, program
from tests.league.club_nights import announced, fresh, started

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

SHEET = "name,team,seed\nZoe,North,2\nYan,,1"
PLAYED = "round,table,player,place,total\n1,1,Zoe,1,512\n1,1,Yan,2,340"


def olga(cup: Competition, **roles: bool) -> Program:
    mine = program("Olga")
    Membership.objects.create(club=cup.club, player=mine.player, **(roles or {"is_organizer": True}))
    return mine


def send(mine: Program, cup: Competition, rows: str, **body: object) -> object:
    return mine.post(f"competitions/{cup.pk}/import/", {"after": fresh(cup).version, "rows": rows, **body})


def test_a_sheet_is_looked_at_before_anybody_is_entered() -> None:
    cup = announced(0)
    mine = olga(cup)
    told = send(mine, cup, SHEET).json()
    assert told["is_sound"] is True
    assert [(row["number"], row["note"]) for row in told["rows"]] == [(2, "guest"), (3, "guest")]
    assert told["rows"][0]["cells"] == {"name": "Zoe", "team": "North", "seed": "2"}
    assert not cup.entrants.exists()
    entered = send(mine, cup, SHEET, sure=True).json()["entrants"]
    assert [(entrant["name"], entrant["team"], entrant["seed"]) for entrant in entered] == [
        ("Yan", "", 1),
        ("Zoe", "North", 2),
    ]


def test_a_wrong_row_has_its_fault_and_nobody_is_entered() -> None:
    cup = announced(0)
    mine = olga(cup)
    rows = "name\nZoe\nZoe\n" + "x" * 61
    told = send(mine, cup, rows).json()
    assert told["is_sound"] is False
    assert [len(row["faults"]) for row in told["rows"]] == [1, 1, 1]
    assert problem(send(mine, cup, rows, sure=True)) == (422, "bad_rows")
    assert not Player.objects.filter(name="Zoe").exists()


@pytest.mark.parametrize("rows", ["", "name", "colour\nred", "name\n\x00", '"', "\ud800"])
def test_rows_that_are_no_sheet_are_refused(rows: str) -> None:
    cup = announced(0)
    for sure in (False, True):
        assert send(olga(cup), cup, rows, sure=sure).status_code == 422


def test_the_version_that_was_seen_counts() -> None:
    cup = announced(0)
    mine = olga(cup)
    assert problem(send(mine, cup, SHEET, sure=True, after=0)) == (409, "stale")
    assert not Player.objects.filter(name="Zoe").exists()


def test_nobody_is_entered_once_it_runs() -> None:
    cup = started(4, format="single_elimination", table_size=2)
    assert send(olga(cup), cup, "name\nZoe", sure=True).status_code in (409, 422)
    assert not Player.objects.filter(name="Zoe").exists()


def test_the_same_sheet_with_the_same_id_is_taken_once() -> None:
    cup = announced(0)
    mine = olga(cup)
    body = {"after": fresh(cup).version, "rows": SHEET, "sure": True}
    answers = [mine.post(f"competitions/{cup.pk}/import/", body, key="once") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert cup.entrants.count() == 2


def test_an_earlier_season_becomes_a_finished_one() -> None:
    cup = announced(0)
    mine, path = olga(cup), f"clubs/{cup.club.slug}/import/results/"
    body = {"rows": PLAYED, "name": "Last year"}
    assert mine.post(path, body).json()["is_sound"] is True
    assert Competition.objects.count() == 1
    made = mine.post(path, {**body, "sure": True}).json()
    assert (made["name"], made["status"]) == ("Last year", "finished")
    assert [entrant["rank"] for entrant in made["entrants"]] == [1, 2]
    assert problem(mine.post(path, {**body, "rulebook": "none", "sure": True}))[0] == 422
    assert problem(mine.post(path, {**body, "name": "\u200b", "sure": True}))[0] == 422


def test_members_take_no_sheets() -> None:
    cup = announced(0)
    mine = olga(cup, is_member=True)
    assert problem(send(mine, cup, SHEET)) == (403, "not_allowed")
    path = f"clubs/{cup.club.slug}/import/results/"
    assert problem(mine.post(path, {"rows": PLAYED, "name": "x"})) == (403, "not_allowed")


def test_new_members_come_from_a_sheet() -> None:
    cup = announced(0)
    mine, path = olga(cup), f"clubs/{cup.club.slug}/import/players/"
    assert mine.post(path, {"rows": "name\nZoe\nZoe"}).json()["is_sound"] is False
    assert problem(mine.post(path, {"rows": "name\nZoe\nZoe", "sure": True})) == (422, "bad_rows")
    assert mine.post(path, {"rows": "name\nZoe"}).json()["is_sound"] is True
    taken = mine.post(path, {"rows": "name\nZoe", "sure": True}).json()["results"]
    assert sorted(entrant["name"] for entrant in taken) == ["Olga", "Zoe"]
