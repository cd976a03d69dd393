"""Situation: programs open tables with real cards, give them scorekeepers, and call the referee there."""

import datetime as dt

import pytest

from games.models import Player, Table
from league.competitions.event_night import calls
from league.models import Membership
from tests.games.playing import START, fresh
from tests.league.api.asking import Program, problem, program
from tests.league.club_nights import matches, started

pytestmark = pytest.mark.django_db


def opened(who: Program, *names: str, **more: object) -> dict:
    answer = who.post("tables/real-cards/", {"players": names, **more})
    assert answer.status_code == 201, answer.content
    assert answer["Location"] == f"/api/v1/tables/{answer.json()['id']}/"
    return answer.json()


# --- a table at home


def test_somebody_opens_a_table_for_everybody_who_sits_around_it():
    ana = program("Ana")
    table = opened(ana, "Dot", "Ana", "Eve", options={"target_score": 200}, silence_seconds=90)
    assert (table["status"], table["is_physical"], table["state"]) == ("running", True, None)
    assert [seat["name"] for seat in table["seats"]] == ["Dot", "Ana", "Eve"]
    assert (table["you"]["seat"], table["name"]) == ("B", "Classic for 3")
    kept = Table.objects.get(pk=table["id"])
    assert (kept.options, kept.confirm, kept.silence_seconds) == ({"target_score": 200}, "others", 90)
    assert (kept.self_report, kept.host_id) == (True, ana.player.pk)


def test_someone_who_has_played_with_somebody_names_them_and_all_others_are_guests():
    ana = program("Ana")
    first = opened(ana, "Ana", "Dot")
    again = opened(ana, "Ana", " dot ", "Eve", confirm=False, self_report=False)
    players = [[seat["player"] for seat in table["seats"]] for table in (first, again)]
    assert players[1][:2] == players[0]
    kept = Table.objects.get(pk=again["id"])
    assert (kept.confirm, kept.silence_seconds, kept.self_report) == ("none", 0, False)
    elsewhere = opened(program("Bo"), "Bo", "Dot")
    assert elsewhere["seats"][1]["player"] not in players[0]


def test_its_deals_are_written_down_until_the_match_is_over():
    ana = program("Ana")
    table = opened(ana, "Ana", "Dot", options={"target_score": 60}, confirm=False)
    path, after = f"tables/{table['id']}/sheet/deals/", table["version"]
    for deal in (1, 2):
        held = [{"seat": 1, "points": 30}]
        sheet = ana.post(path, {"after": after, "deal": deal, "out": 0, "held": held}).json()
        after = sheet["version"]
    assert (sheet["phase"], sheet["totals"], sheet["winners"]) == ("final", [60, 0], [0])


def test_the_person_who_ended_the_match_takes_the_final_result_back_with_a_reason():
    ana = program("Ana")
    table = opened(ana, "Ana", "Dot", options={"target_score": 60}, confirm=False)
    path, held = f"tables/{table['id']}/sheet/", [{"seat": 1, "points": 70}]
    final = ana.post(f"{path}deals/", {"after": table["version"], "deal": 1, "out": 0, "held": held}).json()
    assert final["phase"] == "final"
    undo = {"after": final["version"], "deal": 1}
    assert problem(ana.post(f"{path}undo/", undo)) == (422, "reason_needed")
    assert problem(ana.post(f"{path}undo/", {**undo, "after": 1, "reason": "Oops"})) == (409, "stale")
    corrected = {"after": final["version"], "out": 0, "held": [{"seat": 1, "points": 7}], "reason": "Oops"}
    sheet = ana.post(f"{path}deals/1/", corrected).json()
    assert (sheet["phase"], sheet["totals"]) == ("running", [7, 0])
    assert problem(program("Bo").post(f"{path}undo/", undo)) == (403, "not_allowed")


def test_a_final_result_stays_after_half_an_hour(monkeypatch):
    ana = program("Ana")
    table = opened(ana, "Ana", "Dot", options={"target_score": 60}, confirm=False)
    path, held = f"tables/{table['id']}/sheet/", [{"seat": 1, "points": 70}]
    final = ana.post(f"{path}deals/", {"after": table["version"], "deal": 1, "out": 0, "held": held}).json()
    monkeypatch.setattr("games.scoresheets.reopening.WITHIN", dt.timedelta())
    undo = {"after": final["version"], "deal": 1, "reason": "Oops"}
    assert problem(ana.post(f"{path}undo/", undo)) == (409, "result_final")


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({}, "invalid"),
        ({"players": ["Ana"]}, "invalid"),
        ({"players": ["Ana", "ana"]}, "invalid"),
        ({"players": ["Ana", "x" * 61]}, "invalid"),
        ({"players": ["Ana", "\u200b\u200b"]}, "invalid"),
        ({"players": [f"P{number}" for number in range(11)]}, "invalid"),
        ({"players": ["x"] * 1000}, "invalid"),
        ({"players": "Ana\nBo"}, "invalid"),
        ({"players": ["Ana", 7]}, "invalid"),
        ({"players": ["Ana", "Bo"], "silence_seconds": -1}, "invalid"),
        ({"players": ["Ana", "Bo"], "name": "\u202e"}, "hidden_characters"),
        ({"players": ["Ana", "Bo"], "rulebook": "none"}, "unknown_rulebook"),
        ({"players": ["Ana", "Bo"], "options": {"hand_size": 99}}, "bad_value"),
    ],
)
def test_a_table_with_wrong_seats_or_options_is_not_opened(sent, code):
    answer = program("Ana").post("tables/real-cards/", sent)
    assert problem(answer) == (422, code)
    assert not Table.objects.exists()
    assert Player.objects.count() == 1


def test_someone_who_asks_twice_by_one_id_has_one_table():
    ana = program("Ana")
    both = [
        ana.post("tables/real-cards/", {"players": ["Ana", "Dot"]}, key="one").json() for _time in range(2)
    ]
    assert both[0]["id"] == both[1]["id"]
    assert Table.objects.count() == 1


def test_a_stranger_and_a_token_that_only_reads_open_none():
    sent = {"players": ["Ana", "Dot"]}
    assert problem(Program().post("tables/real-cards/", sent)) == (401, "not_logged_in")
    reader = program("Ana", scopes=["read"])
    assert problem(reader.post("tables/real-cards/", sent)) == (403, "lacks_scope")


# --- a room full of tables


@pytest.fixture
def evening():
    return started(12, venue="physical")


@pytest.fixture
def olga(evening):
    return member(evening, "Olga", is_organizer=True)


def member(evening, name: str, **roles: bool) -> Program:
    player = program(name)
    Membership.objects.create(club=evening.club, player=player.player, **roles)
    return player


def test_organizers_give_single_tables_their_scorekeepers(evening, olga):
    bo, path = member(evening, "Bo"), f"competitions/{evening.pk}/scorekeepers/"
    table = matches(evening)[1].table
    note = {"after": fresh(table).version, "kind": "dealer", "seat": 1}
    assert problem(bo.post(f"tables/{table.pk}/sheet/note/", note)) == (403, "not_allowed")
    kept = olga.act(path, {"table": 2, "player": bo.player.pk}, seen=path).json()["results"]
    assert kept == [{"table": 2, "player": bo.player.pk, "name": "Bo"}]
    assert olga.get(path).json()["results"] == kept
    assert bo.post(f"tables/{table.pk}/sheet/note/", note).status_code == 200
    assert olga.act(path, {"table": 2}, seen=path).json()["results"] == []
    assert olga.act(path, {"table": 2}, seen=path).json()["results"] == []
    assert problem(bo.post(f"tables/{table.pk}/sheet/note/", note)) == (403, "not_allowed")


def test_whom_nobody_of_the_club_knows_keeps_no_score(evening, olga):
    path = f"competitions/{evening.pk}/scorekeepers/"
    guest = Player.objects.create(name="Guest")
    assert problem(olga.act(path, {"table": 1, "player": guest.pk}, seen=path)) == (422, "stranger")
    Membership.objects.create(club=evening.club, player=guest)
    assert problem(olga.act(path, {"table": 1, "player": guest.pk}, seen=path)) == (422, "no_account")
    for nonsense in ({"table": 0}, {"table": 201}, {"table": "1"}, {}, {"table": 1, "player": 2**70}):
        assert problem(olga.act(path, nonsense, seen=path)) == (422, "invalid")
    assert problem(member(evening, "Bo").post(path, {"table": 1})) == (403, "not_allowed")


def test_someone_who_gives_a_table_away_that_was_given_meanwhile_looks_again(evening, olga):
    path = f"competitions/{evening.pk}/scorekeepers/"
    bo, cy = (member(evening, name).player for name in ("Bo", "Cy"))
    seen = {"after": olga.get(path).json()["version"]}
    assert olga.post(path, {**seen, "table": 1, "player": bo.pk}).status_code == 200
    assert problem(olga.post(path, {**seen, "table": 1, "player": cy.pk})) == (409, "stale")
    assert [row["name"] for row in olga.get(path).json()["results"]] == ["Bo"]
    told = olga.act(path, {"table": 1, "player": cy.pk}, seen=path).json()
    assert [row["name"] for row in told["results"]] == ["Cy"]


def test_a_table_calls_the_referee_and_hears_who_is_on_the_way(evening, olga):
    table = matches(evening)[0].table
    path = f"tables/{table.pk}/referee/"
    nobody = {"can_be_called": True, "called_at": None, "on_the_way": None}
    assert olga.get(path).json() == nobody
    told = olga.post(path, {}).json()
    assert told["called_at"].endswith("Z")
    assert told == olga.post(path, {}).json() == olga.get(path).json()
    user = olga.player.user
    calls.take(calls.open_calls([table.pk])[table.pk].pk, evening.pk, user_id=user.pk, at=START)
    assert olga.get(path).json()["on_the_way"] == "Olga"
    assert olga.post(f"{path}take-back/", {}).json() == nobody
    assert problem(member(evening, "Bo").get(path)) == (403, "not_allowed")
    assert problem(Program().get(path)) == (401, "not_logged_in")


def test_nobody_is_called_to_a_friendly_table():
    ana = program("Ana")
    path = f"tables/{opened(ana, 'Ana', 'Dot')['id']}/referee/"
    assert ana.get(path).json() == {"can_be_called": False, "called_at": None, "on_the_way": None}
    assert problem(ana.post(path, {})) == (409, "not_playing")
