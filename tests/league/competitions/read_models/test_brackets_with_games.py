"""Situation: the best of three decides who goes on; everybody looks at pages, sheets, programs and news."""

import json

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from league import competitions
from league.competitions import results
from league.competitions.event_night.tables_in_play import tables_of
from league.competitions.read_models.correction_text import sentences
from league.competitions.results import preview
from league.import_export import exports
from league.models import Match, Notice, Placement
from league.notifications import dispatch
from league.rules.brackets.advance import Finish
from league.rules.competition.commands import CorrectResult, MakeDraft, Start
from tests.league.club_nights import announced, fresh, later, play, snapshot, started
from tests.league.notifications.recipients import everybody_in
from tests.league.organizing import act, organizer, post, report, version

pytestmark = pytest.mark.django_db

CUP = {"format": "single_elimination", "table_size": 2, "best_of_matches": 3}


@pytest.fixture
def cup():
    """Four players; the first semi-final stands at 1 : 1, the second one is decided by 2 : 0."""
    made = started(4, venue="elsewhere", **CUP)
    for key, winner, other in (
        ("R1.1.1", 1, 4),
        ("R1.1.2", 4, 1),
        ("R1.2.1", 3, 2),
        ("R1.2.2", 3, 2),
    ):
        report(made, key, winner, other)
    return made


def path(competition, key, *more):
    return "/".join([f"/competitions/{competition.pk}/matches/1/{key}", *more, ""])


def bracket(competition):
    return Client().get(f"/competitions/{competition.pk}/bracket/")


def correction(key, *numbers, **facts):
    finishes = [Finish(number, place, 100 * place) for place, number in enumerate(numbers, start=1)]
    return CorrectResult(1, key, finishes, **facts)


def test_the_bracket_has_one_box_for_each_meeting_with_its_score(cup):
    page = bracket(cup)
    assert page.content.decode().count('<article class="match') == 3
    first, second = page.context["page"].rounds[0].matches
    assert [(line.contender.entrant, line.figure, line.mark) for line in first.lines] == [
        (1, "1", ""),
        (4, "1", ""),
    ]
    assert [(game.number, game.words) for game in first.games] == [
        (1, "100 : 200"),
        (2, "200 : 100"),
        (3, ""),
    ]
    assert [(line.contender.entrant, line.figure, line.mark) for line in second.lines] == [
        (3, "2", "on"),
        (2, "0", "out"),
    ]
    assert len(second.games) == 2  # the third one is not needed
    assertContains(page, "best of 3")
    assertContains(page, f'href="{path(cup, "R1.1.3")}"')
    assertContains(page, "Winner of semi-final 1")
    assert [cup.link for cup in (first, second)] == ["down", "up"]
    (final,) = page.context["page"].rounds[1].matches
    assert [game.words for game in final.games] == ["", "", "if needed"]


def test_the_winner_of_the_last_game_wins_the_cup(cup):
    report(cup, "R1.1.3", 4, 1)
    assertContains(bracket(cup), "Only one of them", count=0)
    report(cup, "R2.1.1", 4, 3)
    report(cup, "R2.1.2", 4, 3)
    page = bracket(cup)
    (final,) = page.context["page"].rounds[1].matches
    assert [(line.contender.entrant, line.figure, line.mark) for line in final.lines] == [
        (4, "2", "won"),
        (3, "0", "placed"),
    ]
    assert fresh(cup).status == "finished"
    assert list(cup.entrants.order_by("number").values_list("rank", flat=True)) == [3, 3, 2, 1]


def test_a_meeting_without_a_winner_says_so():
    made = started(2, venue="elsewhere", **CUP)
    for n in (1, 2, 3):
        report(made, f"R1.1.{n}", kind="double_forfeit")
    page = bracket(made)
    assertContains(page, "Double forfeit: no one is placed")
    assertContains(page, "match__line--out", count=2)


def test_the_page_of_a_game_leads_to_the_others(cup):
    page = Client().get(path(cup, "R1.1.2"))
    assertContains(page, "<h1>Semi-finals, Match 1, game 2</h1>", html=True)
    assertContains(page, "<strong>Player 1 1 : 1 Player 4</strong>", html=True)
    assertContains(page, f'href="{path(cup, "R1.1.3")}"')
    assertNotContains(page, "advances")
    assertContains(Client().get(path(cup, "R1.2.2")), "advances")
    unneeded = organizer(cup).get(path(cup, "R1.2.3"))
    assertContains(unneeded, "This match is not needed: its result can no longer decide anything.")
    assertNotContains(unneeded, "Record the result")
    report(cup, "R1.1.3", 1, 4)
    early = organizer(cup, "Oskar").get(path(cup, "R2.1.2"))
    assertContains(early, "You can record a result once the earlier games are finished.")


def test_a_game_that_is_not_needed_takes_no_result(cup):
    client = organizer(cup)
    answer = post(
        client, path(cup, "R1.2.3", "report"), kind="played", place_2=1, place_3=2, after=version(cup)
    )
    assert answer.status_code == 409
    assertContains(answer, "This match is not needed", status_code=409)
    assert Match.objects.get(key="R1.2.3").kind == "not_needed"


def test_nobody_waits_for_a_game_that_may_not_be_needed(cup):
    assert [(table.match.key, table.match.title) for table in tables_of(cup)] == [
        ("R1.1.3", "Match 1, game 3")
    ]
    kinds = dict(Match.objects.values_list("key", "kind"))
    assert (kinds["R1.1.3"], kinds["R1.2.3"]) == ("", "not_needed")
    assert not Placement.objects.filter(match__key__in=["R1.2.3", "R2.1.2"]).exists()
    assert list(Placement.objects.filter(match__key="R1.1.1").values_list("advances", flat=True)) == [
        None,
        None,
    ]
    assert set(Placement.objects.filter(match__key="R1.2.2").values_list("advances", flat=True)) == {
        True,
        False,
    }


def test_correcting_and_correcting_back_leaves_every_row_as_it_was(cup):
    def rows():
        return sorted(
            (
                {k: v for k, v in row.items() if k not in ("id", "version", "step", "head")}
                for row in snapshot(cup)
            ),
            key=repr,
        )

    before = rows()
    act(cup, correction("R1.2.1", 2, 3))
    assert tables_of(cup)[-1].match.key == "R1.2.3"
    act(cup, correction("R1.2.1", 3, 2))
    assert rows() == before


def test_a_preview_describes_the_other_games_that_a_correction_changes(cup):
    state = competitions.look(cup.pk)
    names = {number: f"Player {number}" for number in state.entrants}
    assert sentences(preview(cup.pk, correction("R1.2.2", 2, 3)), state, names)[:3] == [
        "Player 3 no longer advances.",
        "Semi-finals, Match 2, game 3 must be played now.",
        "Final: Player 3 would not play there.",
    ]
    report(cup, "R1.1.3", 4, 1)
    told = sentences(preview(cup.pk, correction("R1.1.2", 1, 4)), state, names)
    assert "Semi-finals, Match 1, game 3 is no longer needed." in told
    assert "Final: Player 1 would play there instead of Player 4." in told


def test_each_game_has_a_table_that_opens_when_the_one_before_is_over():
    made = started(2, **CUP)
    assert list(Match.objects.exclude(table=None).values_list("key", flat=True)) == ["R1.1.1"]
    for minutes in (1, 2, 3):
        tables = list(Match.objects.filter(kind="").exclude(table=None))
        assert len(tables) == (fresh(made).status == "running")
        for table in tables:
            assert results.collect(play(table).pk, at=later(minutes))
    games = [match for match in competitions.look(made.pk).stage.matches.values() if match.result]
    assert len(games) in (2, 3)
    assert fresh(made).status == "finished"
    assert len({game.table for game in games}) == len(games)
    assert [game.seated for game in games][:2] == [[1, 2], [2, 1]]


def test_the_name_of_a_table_says_which_game_it_is():
    started(2, **CUP)
    assert Match.objects.get(key="R1.1.1").table.name == "Friday: Final, Game 1"


def test_sheets_name_meetings_and_leave_out_what_is_not_needed(cup):
    sheet = exports.draw(cup)
    keys = [row[sheet.columns.index("match")] for row in sheet.rows]
    assert "R1.2.2" in keys
    assert "R1.2.3" not in keys
    assert [row[-1] for row in sheet.rows if row[3] == "R2.1.2"] == ["", "place 1 of R1.1"]
    assert len(exports.results(cup).rows) == 8


def test_programs_read_meetings_with_their_score(cup):
    told = Client().get(f"/api/v1/competitions/{cup.pk}/bracket/").json()
    first, second = told["rounds"][0]["meetings"]
    assert first == {
        "key": "R1.1",
        "name": "Match 1",
        "best_of": 3,
        "matches": ["R1.1.1", "R1.1.2", "R1.1.3"],
        "score": [{"entrant": 1, "wins": 1}, {"entrant": 4, "wins": 1}],
        "winner": None,
        "is_over": False,
    }
    assert (second["winner"], second["is_over"]) == (3, True)
    games = told["rounds"][0]["matches"]
    assert [(game["meeting"], game["game"], game["best_of"]) for game in games[:2]] == [
        ("R1.1", 1, 3),
        ("R1.1", 2, 3),
    ]
    assert [game["goes_on_to"] for game in games] == ["R2.1.1"] * 6
    assert games[5]["is_needed"] is False
    listed = Client().get(f"/api/v1/competitions/{cup.pk}/matches/?is_finished=false").json()
    assert [match["key"] for match in listed["results"]] == ["R1.1.3", "R2.1.1", "R2.1.2", "R2.1.3"]


def test_a_draft_shows_each_meeting_once_and_swaps_it_whole():
    made = announced(4, venue="elsewhere", by_hand=True, **CUP)
    act(made, Start(), MakeDraft())
    client = organizer(made)
    page = client.get(f"/competitions/{made.pk}/draft/")
    assertContains(page, "Match 2")
    assertNotContains(page, "game 1")
    fields = {"one": "R1.1.1:1", "other": "R1.2.1:1", "after": version(made)}
    assert post(client, f"/competitions/{made.pk}/draft/swap/", **fields).status_code == 302
    draft = competitions.look(made.pk).stage.draft
    assert [[slot.entrant for slot in match.slots] for match in draft.rounds[0].matches] == [
        *([1, 3], [3, 1], [1, 3]),
        *([2, 4], [4, 2], [2, 4]),
    ]
    assertContains(client.get(f"/competitions/{made.pk}/draft/"), "Match 2, seat B")


def test_waiting_players_are_told_when_the_running_game_may_be_the_last():
    made = announced(4, **CUP)
    people = everybody_in(made)
    act(made, Start())
    for key, winner, other in (("R1.1.1", 1, 4), ("R1.1.2", 1, 4)):
        report(made, key, winner, other)
    dispatch.notify(made.pk, at=later(11))
    assert not Notice.objects.filter(kind="next_up").exists()  # game 1 of the other cannot decide it
    report(made, "R1.2.1", 2, 3)
    dispatch.notify(made.pk, at=later(12))
    (mine,) = Notice.objects.filter(kind="next_up")
    assert mine.player == people[0]
    assert mine.text == "Final, game 1 begins as soon as semi-final 2 is over."


def test_the_poster_and_the_picture_say_the_score(cup):
    assertContains(
        organizer(cup).get(f"/competitions/{cup.pk}/print/bracket/"), "<span>Player 3</span><span>2</span>"
    )
    picture = Client().get(f"/competitions/{cup.pk}/bracket.svg")
    assert picture.status_code == 200
    assert picture.content.decode().count("Match ") >= 2


def test_a_page_says_how_many_games_decide(cup):
    assertContains(Client().get(f"/competitions/{cup.pk}/"), "Knock-out, best of 3")
    final = announced(4, **CUP | {"best_of_from": "final"})
    assertContains(Client().get(f"/competitions/{final.pk}/"), "Knock-out, best of 3 in the final")


def test_draws_for_programs_know_the_best_of_several(capsys):
    call_command(
        "draw", format="single_elimination", entrants=4, best_of_matches=5, best_of_from="final", json=True
    )
    drawn = json.loads(capsys.readouterr().out)
    assert [[match.get("best_of") for match in each["matches"]] for each in drawn["rounds"]] == [
        [None, None],
        [5],
    ]
    call_command("draw", format="double_elimination", entrants=2, best_of_matches=3)
    assert "GF.1    winner of W1.1, loser of W1.1  (best of 3)" in capsys.readouterr().out
