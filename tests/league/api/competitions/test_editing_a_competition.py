"""Situation: the program of an organizer changes, copies, deletes and takes back what was announced."""

import pytest

from games import scoresheets
from games.models import Table
from games.rules.scoresheet.decide import RecordDeal
from league import competitions
from league.competition_editing.edit_page import announce_date
from league.models import Competition, Grant, Matchday
from tests.games.playing import START
from tests.league.api.asking import Program, problem
from tests.league.api.competitions.test_competitions import act, organizer
from tests.league.club_nights import announced, fresh, later, started
from tests.league.organizing import report
from tests.league.people import somebody

pytestmark = pytest.mark.django_db


def change(who: Program, cup: Competition, **body: object):
    return who.post(f"competitions/{cup.pk}/", {"after": fresh(cup).version, **body})


def test_a_program_is_told_what_would_change_before_it_changes_it():
    cup = announced(4, venue="physical", rounds=3, options={})
    olga = organizer(cup)
    wanted = {"rounds": 2, "rulebook": "elimination-500", "target": 300, "name": "Saturday"}
    would = change(olga, cup, **wanted).json()["would"]
    assert would[0] == "Name: Friday → Saturday"
    assert "Rounds: 3 → 2" in would
    assert "Play to: 500 → 300" in would
    assert fresh(cup).name == "Friday"
    body = change(olga, cup, **wanted, sure=True).json()
    assert (body["name"], body["rulebook"], body["options"]) == (
        "Saturday",
        "elimination-500",
        {"target_score": 300},
    )
    assert body["stages"][0]["rounds"] == 2
    assert competitions.look(cup.pk).settings.venue == "physical"


def test_a_date_bears_the_new_name():
    cup = announced(4)
    announce_date(cup, later(60), "Library", "", at=START)
    change(organizer(cup), cup, name="Saturday", sure=True)
    assert Matchday.objects.get().name == "Saturday"


def test_fields_that_are_left_out_do_not_change():
    cup = announced(4, venue="physical")
    olga = organizer(cup)
    assert problem(change(olga, cup, sure=True)) == (409, "nothing_changes")
    assert problem(change(olga, cup, name="Friday")) == (409, "nothing_changes")
    assert problem(change(olga, cup, rulebook="nobody-knows")) == (422, "invalid")
    assert problem(change(olga, cup, rounds=99)) == (422, "invalid")
    assert problem(change(olga, cup, nobody=1)) == (422, "invalid")
    assert problem(olga.post(f"competitions/{cup.pk}/", {"after": 1, "rounds": 2, "sure": True})) == (
        409,
        "stale",
    )


def test_another_format_brings_its_usual_settings():
    cup = announced(9, format="single_elimination", table_size=2)
    body = change(organizer(cup), cup, format="season", sure=True).json()
    assert body["format"] == "season"
    assert body["stages"][0].get("rounds") == 3


def test_after_the_start_format_and_venue_stay_and_after_a_deal_the_rulebook():
    cup = started(8, venue="physical", options={})
    olga = organizer(cup)
    assert problem(change(olga, cup, rounds=4)) == (409, "already_started")
    assert problem(change(olga, cup, venue="online")) == (409, "already_started")
    told = change(olga, cup, target=300).json()["would"]
    assert told[0] == "Play to: 500 → 300"
    assert told[1].startswith("2 open tables are closed")
    assert change(olga, cup, target=300, sure=True).status_code == 200
    table = Table.objects.order_by("-pk").first()
    assert table.options["target_score"] == 300
    scoresheets.act(table.pk, RecordDeal(1, 0, {1: 9, 2: 9, 3: 9}), by="scorekeeper:1", at=START)
    assert problem(change(olga, cup, target=400)) == (409, "already_played")
    assert problem(change(olga, cup, target=400, sure=True)) == (409, "already_played")


def test_a_copy_has_the_same_settings_and_nobody_in_it():
    cup = started(4, venue="elsewhere", rounds=5)
    olga = organizer(cup)
    made = olga.post(f"competitions/{cup.pk}/copy/", {})
    assert made.status_code == 201
    assert (made.json()["name"], made.json()["entrants"]) == ("Copy of Friday", [])
    assert made.json()["stages"][0]["rounds"] == 5
    assert olga.post(f"competitions/{cup.pk}/copy/", {"name": "Autumn"}).json()["name"] == "Autumn"


def test_an_organizer_of_one_competition_only_copies_none():
    cup = announced(0)
    user = somebody("Rita")
    Grant.objects.create(club=cup.club, competition=cup, player=user.player, is_organizer=True)
    assert problem(Program(user).post(f"competitions/{cup.pk}/copy/", {})) == (403, "not_allowed")


def test_a_competition_that_never_started_is_deleted():
    cup = announced(4)
    olga = organizer(cup)
    assert act(olga, cup, "delete").json() == {"ok": True}
    assert problem(olga.get(f"competitions/{cup.pk}/")) == (404, "not_found")


def test_a_competition_that_has_started_is_not_deleted():
    cup = started(4)
    assert problem(act(organizer(cup), cup, "delete")) == (409, "already_started")


def test_a_draw_is_taken_back_until_something_of_it_is_played():
    cup = started(8, venue="elsewhere")
    olga = organizer(cup)
    assert act(olga, cup, "unpublish").status_code == 200
    assert olga.get(f"competitions/{cup.pk}/bracket/").json()["rounds"] == []
    assert act(olga, cup, "publish").status_code == 200
    report(cup, "R1.1", *competitions.look(cup.pk).stage.matches["R1.1"].entrants)
    assert problem(act(olga, cup, "unpublish")) == (409, "already_played")
