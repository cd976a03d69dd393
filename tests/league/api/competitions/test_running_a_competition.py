"""Situation: the program of an organizer runs a competition to its last detail."""

import pytest

from games.models import Player
from league import competitions
from league.models import Club, Competition, Membership
from tests.league.api.asking import Program, problem, program
from tests.league.club_nights import announced, fresh, matches, started
from tests.league.organizing import report

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def helper(club: Club, **roles: bool) -> Program:
    mine = program("Olga")
    Membership.objects.create(club=club, player=mine.player, **roles)
    return mine


def done(mine: Program, cup: Competition, what: str, **body: object) -> object:
    return mine.post(f"competitions/{cup.pk}/{what}/", {"after": fresh(cup).version, **body})


def test_names_become_guests_and_a_wrong_one_enters_nobody():
    cup = announced(0)
    mine = helper(cup.club, is_organizer=True)
    answer = done(mine, cup, "entries", names=[{"name": "Zoe", "team": "North"}, {"name": "Yan"}])
    told = {row["name"]: row["team"] for row in answer.json()["entrants"]}
    assert told == {"Zoe": "North", "Yan": ""}
    assert cup.entrants.filter(player__name="Zoe").exists()
    assert not cup.club.members.filter(name="Zoe").exists()
    again = done(mine, cup, "entries", names=[{"name": "Xia"}, {"name": "Zoe"}])
    assert problem(again) == (422, "invalid")
    assert "names" in again.json()["errors"]
    assert not Player.objects.filter(name="Xia").exists()
    assert problem(done(mine, cup, "entries", players=[999_999])) == (422, "unknown_player")


def test_a_name_may_hold_a_comma_and_stays_as_it_was_sent():
    cup = announced(0)
    mine = helper(cup.club, is_organizer=True)
    sent = [{"name": "Smith, John", "team": "North, East"}, {"name": "Ana\nMaria"}]
    answer = done(mine, cup, "entries", names=sent)
    told = {row["name"]: row["team"] for row in answer.json()["entrants"]}
    assert told == {"Smith, John": "North, East", "Ana Maria": ""}
    again = done(mine, cup, "entries", names=[{"name": "Yan"}, {"name": "smith, john"}])
    assert again.json()["errors"] == {"names": ["Line 2: smith, john is already in this competition."]}


def test_a_member_whose_name_holds_a_comma_is_known_by_it():
    cup = announced(0)
    known = Player.objects.create(name="Smith, John")
    Membership.objects.create(club=cup.club, player=known)
    mine = helper(cup.club, is_organizer=True)
    assert done(mine, cup, "entries", names=[{"name": "smith, john"}]).status_code == 200
    assert [entrant.player for entrant in cup.entrants.all()] == [known]


def test_members_beside_names_are_those_who_can_enter():
    cup = announced(1)
    mine = helper(cup.club, is_organizer=True)
    entered = cup.entrants.get().player_id
    Membership.objects.create(club=cup.club, player_id=entered)
    answer = done(mine, cup, "entries", players=[entered], names=[{"name": "Zoe"}])
    sentence = f"Select a valid choice. {entered} is not one of the available choices."
    assert answer.json()["errors"] == {"players": [sentence]}
    assert not Player.objects.filter(name="Zoe").exists()


def test_wrong_members_and_wrong_names_are_reported_together():
    cup = announced(2)
    mine = helper(cup.club, is_organizer=True)
    entered = list(cup.entrants.values_list("player_id", flat=True))
    for player in entered:
        Membership.objects.create(club=cup.club, player_id=player)
    answer = done(mine, cup, "entries", players=entered, names=[{"name": "Zoe"}, {"name": "zoe"}])
    assert answer.json()["errors"] == {
        "players": [
            f"Select a valid choice. {player} is not one of the available choices." for player in entered
        ],
        "names": ["Line 2: zoe is listed twice."],
    }


def test_a_name_is_entered_once_by_the_version_that_was_seen():
    cup = announced(0)
    mine = helper(cup.club, is_organizer=True)
    body = {"after": fresh(cup).version, "names": [{"name": "Zoe"}]}
    assert mine.post(f"competitions/{cup.pk}/entries/", body).status_code == 200
    body["names"] = [{"name": "Yan"}]
    assert problem(mine.post(f"competitions/{cup.pk}/entries/", body)) == (409, "stale")
    assert not Player.objects.filter(name="Yan").exists()


def test_late_entrants_of_a_season_join_the_division_that_is_asked_for():
    season = started(8, rounds=3, groups=2)
    mine = helper(season.club, is_organizer=True)
    late = Player.objects.create(name="Nora")
    Membership.objects.create(club=season.club, player=late, is_member=True)
    before = fresh(season).version
    for sent in ({"players": [late.pk]}, {"names": [{"name": "Otto"}]}):
        assert problem(done(mine, season, "entries", division=3, **sent)) == (422, "unknown_division")
        assert problem(done(mine, season, "entries", division=-1, **sent)) == (422, "invalid")
    assert fresh(season).version == before
    assert not Player.objects.filter(name="Otto").exists()
    assert done(mine, season, "entries", division=1, players=[late.pk]).status_code == 200
    assert done(mine, season, "entries", division=2, names=[{"name": "Otto"}]).status_code == 200
    groups = competitions.look(season.pk).stage.groups
    for name, group in (("Nora", groups[0]), ("Otto", groups[1])):
        assert season.entrants.get(player__name=name).number in group


@pytest.mark.parametrize("method", ["lot", "rating"])
def test_the_order_is_found_by_lot_and_by_rating(method):
    cup = announced(4)
    answer = done(helper(cup.club, is_organizer=True), cup, "seed", method=method)
    assert sorted(row["seed"] for row in answer.json()["entrants"]) == [1, 2, 3, 4]


def test_earlier_standings_are_those_of_a_competition_of_the_club():
    cup = announced(4)
    mine = helper(cup.club, is_organizer=True)
    assert problem(done(mine, cup, "seed", method="standings", earlier=cup.pk)) == (422, "no_standings")


def test_someone_who_is_nobody_of_the_club_substitutes_nobody():
    cup = announced(4)
    mine, stranger = helper(cup.club, is_organizer=True), Player.objects.create(name="Zoe")
    for body, code in (({"player": stranger.pk}, "unknown_player"), ({}, "no_name")):
        assert problem(done(mine, cup, "substitute", entrant=1, **body)) == (422, code)
    assert done(mine, cup, "substitute", entrant=1, name="Zoe").status_code == 200
    names = {row["number"]: row["name"] for row in done(mine, cup, "seed", method="lot").json()["entrants"]}
    assert names[1] == "Zoe"


def test_nobody_leaves_by_themselves_what_has_begun():
    cup = started(4)
    mine = program("Ana")
    assert problem(done(mine, cup, "leave")) == (409, "not_entered")
    entrant = cup.entrants.get(number=1)
    cup.entrants.filter(pk=entrant.pk).update(player=mine.player)
    assert problem(done(mine, cup, "leave"))[1] == "already_started"


def test_the_timer_is_the_referees_and_lines_are_the_organizers():
    cup = started(4)
    referee, member = helper(cup.club, is_referee=True), helper(cup.club)
    assert problem(done(member, cup, "timer/start", minutes=5)) == (403, "not_allowed")
    assert done(referee, cup, "timer/start", minutes=5).status_code == 200
    line = {"stage": 1, "entrant": 1, "points": 3, "reason": "Tidied up"}
    assert problem(done(referee, cup, "lines", **line)) == (403, "not_allowed")
    assert problem(done(referee, cup, "timer/extend", minutes=5, stage=9, match="R9.9"))[0] in (409, 422)
    assert problem(done(referee, cup, "timer/start", minutes=0)) == (422, "invalid")


@pytest.mark.parametrize(
    ("format_", "chosen"),
    [
        ("swiss", {"table_size": 2, "pull_up": "middle", "fold": 1}),
        ("single_elimination", {"table_size": 2, "reseed": "seed"}),
        ("single_elimination", {"table_size": 2, "consolation": True, "best_of_matches": 3}),
        ("single_elimination", {"table_size": 2, "byes": 2, "best_of_matches": 5, "best_of_from": "final"}),
    ],
)
def test_programs_choose_how_rounds_are_paired_as_the_page_does(format_, chosen):
    mine = helper(announced(0).club, is_organizer=True)
    slug = Club.objects.get().slug
    answer = mine.post(f"clubs/{slug}/competitions/", {"name": "Cup", "format": format_, **chosen})
    assert answer.status_code == 201, answer.json()
    stage = competitions.look(answer.json()["id"]).stage.settings
    assert {name: getattr(stage, name) for name in chosen} == chosen


def test_programs_name_those_who_must_not_meet():
    cup = announced(4)
    mine = helper(cup.club, is_organizer=True)
    rows = [{"entrant": number, "party": "Smith"} for number in (1, 3)]
    assert done(mine, cup, "parties", parties=rows).status_code == 200
    assert competitions.look(cup.pk).parties() == {1: "Smith", 3: "Smith"}
    assert done(mine, cup, "parties", parties=[{"entrant": 1, "party": "Car 2;smith"}]).status_code == 200
    assert competitions.look(cup.pk).parties() == {1: "Car 2; Smith", 3: "Smith"}


def test_a_result_elsewhere_does_not_disturb_a_line_but_another_line_does():
    cup = started(8, venue="elsewhere")
    mine, seen = helper(cup.club, is_organizer=True), fresh(cup).version
    first = next(iter(competitions.look(cup.pk).stage.matches.values()))
    report(cup, first.id, *first.entrants)
    line = {"after": seen, "stage": 1, "entrant": 1, "points": 3, "reason": "Tidied up"}
    assert mine.post(f"competitions/{cup.pk}/lines/", line).status_code == 200
    assert problem(mine.post(f"competitions/{cup.pk}/lines/", line)) == (409, "stale")
    seen, second = fresh(cup).version, list(competitions.look(cup.pk).stage.matches.values())[1]
    report(cup, second.id, *second.entrants)
    taken_back = {"after": seen, "stage": 1, "number": 1}
    assert mine.post(f"competitions/{cup.pk}/lines/withdraw/", taken_back).status_code == 200


def test_a_line_for_an_unknown_stage_or_entrant_is_refused_and_changes_nothing():
    cup = started(4)
    mine, before = helper(cup.club, is_organizer=True), fresh(cup).version
    wrong = [
        ("lines", {"stage": 9, "entrant": 1, "points": 3, "reason": "x"}),
        ("lines", {"stage": 1, "entrant": 99, "points": 3, "reason": "x"}),
        ("lines/withdraw", {"stage": 1, "number": 9}),
        ("lines/withdraw", {"stage": 9, "number": 1}),
        ("tiebreaks", {"stage": 9, "codes": []}),
        ("tiebreaks", {"stage": 1, "codes": ["luck"]}),
        ("teams", {"teams": [{"entrant": 99, "team": "x"}]}),
        ("parties", {"parties": [{"entrant": 99, "party": "x"}]}),
        ("stages/1/lot", {}),
        ("stages/9/lot", {}),
        ("matches/1/R9.9/lot", {}),
        ("matches/9/R1.1/move", {"venue": "physical"}),
        ("matches/1/R1.1/move", {"venue": "moon"}),
        ("matches/1/R1.1/end", {}),
    ]
    for what, body in wrong:
        assert problem(done(mine, cup, what, **body))[0] in (404, 409, 422), what
    assert fresh(cup).version == before


def test_a_result_that_was_just_entered_is_undone_by_its_sender_only():
    cup = started(8, venue="elsewhere", rounds=1)
    mine, match = helper(cup.club, is_organizer=True), matches(cup)[0]
    path = f"matches/1/{match.key}"
    entrants = list(match.placements.values_list("entrant__number", flat=True))
    result = [{"entrant": number, "place": place} for place, number in enumerate(entrants, start=1)]
    assert done(mine, cup, f"{path}/report", entrants=result).status_code == 200
    other = program("Pia")
    Membership.objects.create(club=cup.club, player=other.player, is_organizer=True)
    assert problem(done(other, cup, f"{path}/undo")) == (409, "stale")
    late = mine.post(f"competitions/{cup.pk}/{path}/undo/", {"after": 1})
    assert problem(late) == (409, "stale")
    assert done(mine, cup, f"{path}/undo").status_code == 200
    match.refresh_from_db()
    assert match.kind == "open"
    assert problem(done(mine, cup, f"{path}/undo")) == (409, "stale")
    stranger = program("Quin")
    assert problem(done(stranger, cup, f"{path}/undo")) == (403, "not_allowed")
