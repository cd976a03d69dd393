"""Situation: programs take everything of a competition and of a club away, as JSON and as CSV."""

import pytest

from league.import_export.exports import OF_A_CLUB, OF_A_COMPETITION
from league.models import Club, Membership
from tests.league.api.asking import Program, problem, program
from tests.league.club_nights import play_on, started

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def helper(club: Club, name: str = "Olga", **roles: bool) -> Program:
    mine = program(name)
    Membership.objects.create(club=club, player=mine.player, **roles)
    return mine


def test_every_sheet_is_had_both_ways() -> None:
    cup = play_on(started(4, table_size=4, rounds=1))
    olga = helper(cup.club, is_organizer=True)
    paths = [f"competitions/{cup.pk}/sheets/{what}/" for what in OF_A_COMPETITION]
    paths += [f"clubs/{cup.club.slug}/sheets/{what}/" for what in OF_A_CLUB]
    for path in paths:
        rows = olga.get(path).json()["results"]
        sheet = olga.get(path, Accept="text/csv")
        assert sheet["Content-Type"] == "text/csv; charset=utf-8"
        assert sheet.content.decode().splitlines()
        assert not rows or list(rows[0]) == sheet.content.decode().splitlines()[0].split(","), path
    (first, *_others) = olga.get(f"competitions/{cup.pk}/sheets/entrants/").json()["results"]
    assert (first["number"], first["name"]) == (1, "Player 1")


def test_the_log_and_the_sheets_of_a_club_are_for_organizers() -> None:
    cup = started(4)
    for who in (Program(), helper(cup.club, "Mo", is_referee=True)):
        assert who.get(f"competitions/{cup.pk}/sheets/draw/").status_code == 200
        for path in (f"competitions/{cup.pk}/sheets/log/", f"clubs/{cup.club.slug}/sheets/players/"):
            assert problem(who.get(path))[0] in (401, 403)
    olga = helper(cup.club, is_organizer=True)
    assert problem(olga.get(f"competitions/{cup.pk}/sheets/secrets/"))[0] == 404
    assert problem(olga.get(f"clubs/{cup.club.slug}/sheets/secrets/"))[0] == 404
    assert problem(olga.get(f"competitions/{cup.pk}/sheets/draw/?format=xml"))[0] == 406
