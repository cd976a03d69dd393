"""Situation: programs read one match, one stage, the history, the closing, and how it stood before."""

import pytest

from league import competitions
from league.models import Competition, Membership
from league.rules.brackets.advance import Finish
from league.rules.competition import commands
from tests.league.api.asking import Program, problem, program
from tests.league.club_nights import fresh, matches, play_on, started
from tests.league.organizing import act, report

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def season() -> Competition:
    """Four play at tables of two; the first match has a result, and somebody a penalty."""
    cup = started(4, table_size=2, rounds=1, venue="elsewhere")
    finishes = [Finish(number, place) for place, number in enumerate(_entrants(cup, "R1.1"), start=1)]
    act(cup, commands.RecordResult(1, "R1.1", finishes), commands.Adjust(1, 1, -2, "Came late"))
    return fresh(cup)


def _entrants(cup: Competition, key: str) -> list[int]:
    return list(competitions.look(cup.pk).stages[0].matches[key].entrants)


def _get(cup: Competition, what: str, who: Program | None = None) -> object:
    return (who or Program()).get(f"competitions/{cup.pk}/{what}")


def test_a_match_says_who_met_and_what_came_of_it(season) -> None:
    told = _get(season, "matches/1/R1.1/").json()
    assert [(entrant["entrant"], entrant["place"]) for entrant in told["entrants"]] == [
        (number, place) for place, number in enumerate(_entrants(season, "R1.1"), start=1)
    ]
    assert (told["kind"], told["may_report"], told["version"]) == ("played", True, season.version)
    assert [match["match"] for match in told["still_open"]] == ["R1.2"]
    assert problem(_get(season, "matches/1/R9.9/"))[0] == 404
    assert problem(_get(season, "matches/9/R1.1/"))[0] == 404


def test_a_stage_says_how_it_is_decided_and_which_lines_there_are(season) -> None:
    told = _get(season, "stages/1/").json()
    assert (told["lines"][0]["points"], told["lines"][0]["is_withdrawn"]) == (-2, False)
    codes = {tiebreak["code"] for tiebreak in (*told["tiebreaks"], *told["other_tiebreaks"])}
    assert {"points", "wins", "lot"} <= codes
    assert all(tiebreak["explanation"] for tiebreak in told["tiebreaks"])
    assert problem(_get(season, "stages/9/"))[0] == 404


def test_how_it_stood_before_is_read_by_step_and_by_time(season) -> None:
    now = _get(season, "bracket/").json()["rounds"][0]["matches"]
    before = _get(season, "bracket/?step=2").json()["rounds"]
    assert now[0]["status"] == "finished"
    assert all(match["status"] != "finished" for each in before for match in each["matches"])
    assert _get(season, "standings/?step=1").json()["overall"] == []
    for asked, code in (("step=9999", "bad_step"), ("at=x", "bad_moment"), ("step=x", "invalid")):
        assert problem(_get(season, f"standings/?{asked}")) == (422, code)


def test_the_history_tells_drafts_to_organizers_only() -> None:
    cup = started(4, table_size=2, venue="elsewhere", by_hand=True)
    act(cup, commands.MakeDraft())
    olga = program("Olga")
    Membership.objects.create(club=cup.club, player=olga.player, is_organizer=True)
    mine, others = (_get(cup, "history/", who).json() for who in (olga, None))
    assert (mine["page"], mine["pages"]) == (1, 1)
    assert len(mine["steps"]) == len(others["steps"]) + 1
    assert mine["steps"][-1]["step"] == 1
    assert _get(cup, "history/?page=99").json()["page"] == 1
    assert problem(_get(cup, "history/?page=x")) == (422, "invalid")


def test_the_closing_says_nothing_before_the_end() -> None:
    cup = started(4, table_size=4, rounds=1)
    assert _get(cup, "closing/").json()["podiums"] == []
    told = _get(play_on(cup), "closing/").json()
    assert told["is_over"] is True
    assert told["podiums"][0]["steps"][0]["rank"] == 1


def test_a_row_of_the_standings_says_how_it_comes_about(season) -> None:
    told = _get(season, "standings/1/1/").json()
    (points,) = [step for step in told["arithmetic"] if step["code"] == "points"]
    assert any("Came late" in line for line in points["lines"])
    assert told["why"]
    assert [match["match"] for match in told["matches"]] in (["R1.1"], ["R1.2"])
    early = _get(season, f"standings/1/1/?step={fresh(season).step - 1}").json()
    assert "Came late" not in str(early)
    assert problem(_get(season, "standings/1/99/"))[0] == 404
    assert problem(_get(season, "standings/9/1/"))[0] == 404
    assert problem(_get(season, "standings/1/1/?step=x")) == (422, "invalid")


def test_a_tie_break_is_null_where_a_result_does_not_say_it():
    season = started(4, venue="elsewhere", rounds=1, tiebreaks=["deal_wins", "wins"])
    (match,) = matches(season)
    report(season, match.key, 1, 2, 3, 4)
    standings = Program().get(f"competitions/{season.pk}/standings/").json()
    values = [row["values"] for row in standings["stages"][0]["groups"][0]["rows"]]
    assert [row["deal_wins"] for row in values] == [None] * 4
    assert [row["wins"] for row in values] == [1, 0, 0, 0]
