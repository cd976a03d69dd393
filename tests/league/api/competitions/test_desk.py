"""Situation: programs of organizers and referees read the desk and all tables, and answer calls."""

import datetime as dt

import pytest
from django.contrib.auth.models import User

from games.models import Player
from league.competitions.event_night import calls, table_codes
from league.models import Competition, Match, Membership, RefereeCall
from league.rules.brackets.advance import Finish
from league.rules.competition import commands
from tests.league.api.asking import Program, problem, program
from tests.league.club_nights import announced, fresh, later, matches, started
from tests.league.organizing import act

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def helper(cup: Competition, name: str = "Olga", **roles: bool) -> Program:
    mine = program(name)
    Membership.objects.create(club=cup.club, player=mine.player, **roles)
    return mine


def test_the_desk_says_what_comes_next_and_who_is_in() -> None:
    cup = announced(3)
    mine = helper(cup, is_organizer=True)
    act(cup, commands.OpenCheckIn("RIVER"), commands.CheckIn([2]), commands.Withdraw(3))
    told = mine.get(f"competitions/{cup.pk}/desk/").json()
    assert (told["step"], told["code"], told["version"]) == ("check_in", "RIVER", fresh(cup).version)
    assert (told["present"], told["here"], told["missing"]) == ([1, 2], [2], [1])
    assert told["gone"] == [{"entrant": 3, "kind": "withdrawn"}]
    assert told["tied"] is told["making"] is None


def test_a_tie_is_named_where_its_lot_is_drawn() -> None:
    cup = started(4, format="single_elimination", table_size=2, venue="elsewhere", lots_by_hand=True)
    first = matches(cup)[0]
    numbers = [placement.entrant.number for placement in first.placements.select_related("entrant")]
    mine = helper(cup, is_organizer=True)
    body = {"after": fresh(cup).version, "entrants": [{"entrant": number, "place": 1} for number in numbers]}
    assert mine.post(f"competitions/{cup.pk}/matches/1/{first.key}/report/", body).status_code == 200
    told = mine.get(f"competitions/{cup.pk}/desk/").json()
    assert (told["step"], told["tied"]) == ("playing", {"stage": 1, "match": first.key})


def test_a_lot_is_drawn_taken_back_and_drawn_again() -> None:
    cup = started(4, format="single_elimination", table_size=2, venue="elsewhere", lots_by_hand=True)
    first = matches(cup)[0]
    numbers = [placement.entrant.number for placement in first.placements.select_related("entrant")]
    act(cup, commands.RecordResult(1, first.key, [Finish(number, 1) for number in numbers]))
    mine, lot = helper(cup, is_organizer=True), f"competitions/{cup.pk}/matches/1/{first.key}/lot/"
    body = {"after": fresh(cup).version}
    assert problem(mine.post(f"{lot}take-back/", body)) == (409, "no_lot")
    assert mine.post(lot, body).status_code == 200
    assert problem(mine.post(f"{lot}take-back/", body)) == (409, "stale")
    assert problem(program("Mo").post(f"{lot}take-back/", body))[0] == 403
    told = mine.post(f"{lot}take-back/", {"after": fresh(cup).version})
    assert told.status_code == 200
    assert Match.objects.get(pk=first.pk).decided_by == ""
    assert mine.post(lot, {"after": fresh(cup).version}).status_code == 200


def test_printed_codes_are_made_void_by_organizers_only() -> None:
    cup = started(4, venue="physical", self_report=True)
    path, body = f"competitions/{cup.pk}/codes/void/", {"after": fresh(cup).version}
    before = table_codes.code_of(fresh(cup), 1)
    for other in (helper(cup, "Mo", is_member=True), helper(cup, "Sky", is_scorekeeper=True)):
        assert problem(other.post(path, body)) == (403, "not_allowed")
    mine = helper(cup, is_organizer=True)
    assert problem(mine.post(path, {"after": body["after"] - 1})) == (409, "stale")
    assert problem(mine.post(path, {})) == (422, "invalid")
    assert table_codes.fits(fresh(cup), 1, before)
    answer = mine.post(path, body)
    assert (answer.status_code, answer.json()["version"]) == (200, body["after"])
    assert not table_codes.fits(fresh(cup), 1, before)


def test_programs_read_of_the_tied_that_they_neither_advance_nor_are_eliminated() -> None:
    cup = started(4, format="single_elimination", table_size=2, venue="elsewhere", lots_by_hand=True)
    first = matches(cup)[0]
    numbers = [placement.entrant.number for placement in first.placements.select_related("entrant")]
    act(cup, commands.RecordResult(1, first.key, [Finish(number, 1) for number in numbers]))
    match = program("Ana").get(f"competitions/{cup.pk}/bracket/").json()["rounds"][0]["matches"][0]
    assert match["is_tied"]
    assert [(seat["advances"], seat["is_eliminated"]) for seat in match["entrants"]] == [(None, False)] * 2


def test_the_tables_say_what_they_wait_for_to_referees_and_scorekeepers_only() -> None:
    cup = started(4, venue="physical")
    act(cup, commands.StartTimer(60, int(later(5).timestamp())))
    act(cup, commands.ExtendTimer(30, int(later(5).timestamp()), 1, matches(cup)[0].key))
    for role in ("is_referee", "is_scorekeeper"):
        mine = helper(cup, role, **{role: True})
        told = mine.get(f"competitions/{cup.pk}/tables/").json()
        assert told["tables"][0]["marks"] == ["overdue", "waiting"]
        ends = [
            dt.datetime.fromisoformat(timer["ends_at"])
            for timer in (told["timer"], told["tables"][0]["timer"])
        ]
        assert ends[1] - ends[0] == dt.timedelta(seconds=30)
    assert not mine.get(f"competitions/{cup.pk}/tables/?show=called").json()["tables"]
    assert problem(mine.get(f"competitions/{cup.pk}/tables/?show=x")) == (422, "invalid")
    assert problem(helper(cup, "Mo").get(f"competitions/{cup.pk}/tables/")) == (403, "not_allowed")


def test_a_call_is_taken_by_one_and_taken_care_of_once() -> None:
    cup = started(4, venue="physical")
    call = calls.call(matches(cup)[0].table_id, player=None, at=later(5))
    path = f"competitions/{cup.pk}/calls/{call.pk}/"
    rita, sam = (helper(cup, name, is_referee=True) for name in ("Rita", "Sam"))
    seen = rita.get(f"competitions/{cup.pk}/tables/?show=called").json()["tables"][0]["call"]
    after = {"after": seen["version"]}
    told = rita.post(f"{path}take/", after).json()
    assert (told["caller"], told["taker"], told["done_at"]) == (None, "Rita", None)
    for what in ("take", "done"):
        assert problem(sam.post(f"{path}{what}/", after)) == (409, "stale")
    after = {"after": told["version"]}
    assert problem(sam.post(f"{path}take/", after)) == (409, "call_taken")
    told = sam.post(f"{path}done/", after).json()
    assert told["done_at"]
    assert problem(rita.post(f"{path}done/", {"after": told["version"]})) == (409, "call_over")


def test_nobody_else_answers_a_call() -> None:
    cup, other = started(4, venue="physical"), started(4, venue="physical")
    call = calls.call(matches(cup)[0].table_id, player=None, at=later(5))
    keeper = helper(cup, "Kim", is_scorekeeper=True)
    assert problem(keeper.post(f"competitions/{cup.pk}/calls/{call.pk}/take/", {})) == (403, "not_allowed")
    elsewhere = helper(other, "Rita", is_referee=True)
    answer = elsewhere.post(f"competitions/{other.pk}/calls/{call.pk}/take/", {"after": 1})
    assert problem(answer) == (404, "not_found")
    assert RefereeCall.objects.get().taken_by is None


def test_everybody_reads_who_sits_where_and_everybody_finds_their_place() -> None:
    cup = started(4, venue="physical")
    match = matches(cup)[0]
    ana = program("Ana")
    seat = match.table.seats.select_related("player").first()
    Player.objects.filter(pk=ana.player.pk).delete()
    Player.objects.filter(pk=seat.player_id).update(user=User.objects.get(first_name="Ana"))
    told = Program().get(f"competitions/{cup.pk}/places/").json()
    (table,) = told["tables"]
    assert (table["match"], table["number"], table["deals"]) == (match.key, 1, 0)
    assert [chair["seat"] for chair in table["chairs"]] == ["A", "B", "C", "D"]
    (mine,) = ana.get("me/places/").json()["results"]
    assert (mine["competition"]["id"], mine["seat"], mine["number"]) == (cup.pk, "A", 1)
    calls.call(match.table_id, player=None, at=later(5))
    assert ana.get("me/places/").json()["results"][0]["called_at"]
    assert helper(cup, "Mo").get("me/places/").json()["results"] == []
    assert problem(Program().get("me/places/")) == (401, "not_logged_in")
