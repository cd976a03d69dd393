"""Situation: fifty people wait, and an organizer reports and corrects results on a phone."""

import re

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from league import competitions
from league.competitions import results
from league.models import Match
from league.rules.competition.commands import MakeDraft, Publish
from league.rules.settings import result_kinds
from tests.games.sending import send
from tests.league.club_nights import BY, later, started
from tests.league.organizing import act, member, organizer, post, report, version

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return started(4, format="single_elimination", table_size=2, venue="elsewhere")


def path(competition, key="R1.1", *more):
    return "/".join([f"/competitions/{competition.pk}/matches/1/{key}", *more, ""])


def result(competition, key="R1.1"):
    match = competitions.look(competition.pk).match(1, key)
    return match.result and {place.entrant: place.place for place in match.places}


def test_everybody_sees_who_met_and_only_organizers_see_the_form(cup):
    for client in (Client(), member(cup)):
        page = client.get(path(cup))
        assertContains(page, "Player 1")
        assertContains(page, "Why here?")
        assertNotContains(page, "<fieldset")
        assertNotContains(page, "Still open")
    page = organizer(cup).get(path(cup))
    assertContains(page, "Record the result")
    assertContains(page, path(cup, "R1.2"))


def test_a_match_of_a_bracket_is_called_by_its_round_and_by_nothing_that_only_we_know(cup):
    page = organizer(cup).get(path(cup))
    assertContains(page, "<h1>Semi-finals, Match 1</h1>", html=True)
    assertContains(page, ">Semi-finals, Match 2</a>")
    final = Client().get(path(cup, "R2.1"))
    assertContains(final, "<h1>Final</h1>", html=True)


@pytest.mark.parametrize("what", ["report", "correct", "lot"])
def test_only_organizers_report_correct_and_draw_lots(cup, what):
    for client in (Client(), member(cup)):
        assert post(client, path(cup, "R1.1", what), place_1=1, place_4=2, kind="played").status_code == 403
    assert result(cup) is None


def test_a_result_is_reported_by_places(cup):
    client = organizer(cup)
    answer = post(client, path(cup, "R1.1", "report"), kind="played", place_1=2, place_4=1, total_4=500)
    assertRedirects(answer, path(cup))
    assert result(cup) == {4: 1, 1: 2}
    assertContains(client.get(path(cup)), "Correct the result")


def test_with_totals_alone_the_places_follow_from_them(cup):
    post(organizer(cup), path(cup, "R1.1", "report"), kind="played", total_1=12, total_4=48)
    assert result(cup) == {4: 1, 1: 2}


def test_someone_who_is_level_shares_a_place_and_the_next_is_left_out():
    evening = started(4, venue="elsewhere")
    fields = {"place_1": 1, "place_2": 1, "place_3": 2, "place_4": 3}
    assert (
        post(organizer(evening), path(evening, "R1.1", "report"), kind="played", **fields).status_code == 302
    )
    assert result(evening) == {1: 1, 2: 1, 3: 3, 4: 4}


def test_the_losing_side_of_partners_is_second_for_readers_and_ranked_third_and_third_as_before():
    evening = started(4, venue="elsewhere", rulebook="partners", table_size=4)
    fields = {"place_1": 1, "place_2": 3, "place_3": 1, "place_4": 3}
    post(organizer(evening), path(evening, "R1.1", "report"), kind="played", **fields)
    assert result(evening) == {1: 1, 2: 3, 3: 1, 4: 3}
    page = Client().get(path(evening)).content.decode()
    assert re.findall(r'result__place">(\d)<', page) == ["1", "1", "2", "2"]


@pytest.mark.parametrize(
    ("kind", "fields", "places"),
    [
        (result_kinds.WALKOVER, {"place_1": 1, "place_4": 0}, {1: 1, 4: 2}),
        (result_kinds.FORFEIT, {"place_1": 0, "place_4": 1}, {4: 1, 1: 2}),
        (result_kinds.DOUBLE_FORFEIT, {}, {}),
        (result_kinds.VOID, {"place_1": 1}, {}),
        (result_kinds.ADJUDICATED, {"place_1": 1, "place_4": 2}, {1: 1, 4: 2}),
    ],
)
def test_every_kind_of_result_is_reported_by_hand(cup, kind, fields, places):
    assert post(organizer(cup), path(cup, "R1.1", "report"), kind=kind, **fields).status_code == 302
    assert result(cup) == places
    assert Match.objects.get(competition=cup, key="R1.1").kind == kind


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"kind": "played", "place_1": 1}, "What rank did Player 4 reach?"),
        ({"kind": "played"}, "What ranks did Player 1 and Player 4 reach?"),
        ({"kind": "walkover", "place_1": 1, "place_4": 2}, "A walkover needs someone who did not come."),
        ({"kind": "played", "place_1": 0, "place_4": 0}, "If no one came, it is a double forfeit."),
        ({"kind": "dance", "place_1": 1, "place_4": 2}, "Select a valid choice"),
        ({"kind": "played", "place_1": "x", "place_4": 2}, "Select a valid choice"),
        ({"kind": "played", "place_1": 1, "place_4": 2, "total_1": "9" * 30}, "less than or equal"),
        ({}, "This field is required"),
    ],
)
def test_a_wrong_result_is_refused_beside_the_form(cup, fields, sentence):
    answer = post(organizer(cup), path(cup, "R1.1", "report"), **fields)
    assertContains(answer, sentence, status_code=422)
    assert result(cup) is None


def test_a_match_nobody_knows_is_not_there(cup):
    client = organizer(cup)
    for key in ("R9.9", "R1.1%00", "..", "R1.1'"):
        assert client.get(path(cup, key)).status_code == 404
    assert client.get(f"/competitions/{cup.pk}/matches/7/R1.1/").status_code == 404
    assert client.get("/competitions/999999/matches/1/R1.1/").status_code == 404


def test_nobody_reports_a_match_whose_entrants_are_not_known(cup):
    client = organizer(cup)
    assertNotContains(client.get(path(cup, "R2.1")), "<fieldset")
    assert post(client, path(cup, "R2.1", "report"), kind="void").status_code == 409


def test_a_double_click_reports_once(cup):
    client, fields = organizer(cup), {"kind": "played", "place_1": 1, "place_4": 2, "after": version(cup)}
    answers = [send(client, path(cup, "R1.1", "report"), "one", **fields) for _click in range(2)]
    assert answers == [(302, path(cup), "")] * 2


def test_of_two_organizers_who_report_at_once_the_second_sees_what_is_reported(cup):
    first, second, seen = organizer(cup), organizer(cup, "Otto"), version(cup)
    post(first, path(cup, "R1.1", "report"), kind="played", place_1=1, place_4=2, after=seen)
    late = post(second, path(cup, "R1.1", "report"), kind="played", place_1=2, place_4=1, after=seen)
    assertContains(late, "Someone else changed this match in the meantime", status_code=409)
    assertContains(late, "Correct the result", status_code=409)
    assert result(cup) == {1: 1, 4: 2}


def test_a_correction_is_shown_first_and_then_carried_out_with_one_button(cup):
    for key, numbers in (("R1.1", (1, 4)), ("R1.2", (2, 3)), ("R2.1", (1, 2))):
        report(cup, key, *numbers)
    client, seen = organizer(cup), version(cup)
    fields = {"kind": "played", "place_1": 2, "place_4": 1, "reason": "mixed up"}
    page = post(client, path(cup, "R1.1", "correct"), after=seen, **fields)
    assertContains(page, "Player 4 would play there instead of Player 1.")
    assertContains(page, "its result no longer counts")
    assertContains(page, "The competition is over now")
    assertContains(page, 'name="reason" value="mixed up"')
    assert version(cup) == seen
    answer = post(client, path(cup, "R1.1", "correct"), sure=1, after=seen, **fields)
    assertRedirects(answer, path(cup))
    assert result(cup) == {4: 1, 1: 2}
    assert result(cup, "R2.1") is None


def test_a_correction_of_what_changed_meanwhile_is_not_carried_out(cup):
    report(cup, "R1.1", 1, 4)
    client, correct = organizer(cup), path(cup, "R1.1", "correct")
    seen = {"kind": "played", "sure": 1, "after": version(cup)}
    answer = post(client, correct, place_1=1, place_4=2, total_1=48, total_4=12, **seen)
    assert answer.status_code == 302
    assert post(client, correct, place_1=2, place_4=1, **seen).status_code == 409
    assert result(cup) == {1: 1, 4: 2}


def test_a_correction_is_carried_out_although_another_match_was_reported_meanwhile(cup):
    report(cup, "R1.1", 1, 4)
    seen = {"kind": "played", "sure": 1, "after": version(cup)}
    report(cup, "R1.2", 2, 3)
    answer = post(organizer(cup), path(cup, "R1.1", "correct"), place_1=2, place_4=1, **seen)
    assert answer.status_code == 302
    assert result(cup) == {1: 2, 4: 1}


def test_a_correction_that_corrects_nothing_says_so(cup):
    report(cup, "R1.1", 1, 4)
    fields = {"kind": "played", "place_1": 1, "place_4": 2, "total_1": 100, "total_4": 200}
    answer = post(organizer(cup), path(cup, "R1.1", "correct"), **fields)
    assertContains(answer, "This is already the result.", status_code=409)


def test_a_result_is_taken_back_and_reported_anew(cup):
    report(cup, "R1.1", 1, 4)
    client = organizer(cup)
    page = post(client, path(cup, "R1.1", "correct"), open=1, kind="played", after=version(cup))
    assertContains(page, "Remove the result?")
    post(client, path(cup, "R1.1", "correct"), open=1, sure=1, kind="played", after=version(cup))
    assert result(cup) is None
    page = client.get(path(cup))
    assertContains(page, "Reopened")
    assertContains(page, "Record the result")


def test_after_the_last_result_the_page_leads_on():
    cup = started(4, venue="elsewhere", format="swiss", table_size=2, rounds=2, by_hand=True)
    for step in (MakeDraft(), Publish()):
        act(cup, step)
    olga = organizer(cup)
    for key in ("R1.1", "R1.2"):
        assertNotContains(olga.get(path(cup)), "Publish round 2")
        report(cup, key, *competitions.look(cup.pk).stage.matches[key].entrants)
    page = olga.get(path(cup, "R1.2"))
    assertContains(page, "Round 1 is complete.")
    assertContains(page, "Publish round 2")
    assertNotContains(page, "No other match is waiting")


def test_a_match_whose_result_was_taken_back_says_that_it_continues_at_its_table():
    for venue, continues in (("physical", True), ("elsewhere", False)):
        cup = started(4, venue=venue)
        report(cup, "R1.1", *competitions.look(cup.pk).stage.matches["R1.1"].entrants)
        results.correct(cup.pk, results.reopening(1, "R1.1", "wrong table"), by=BY, at=later(20))
        page = organizer(cup).get(path(cup)).content.decode()
        assert ("The match continues at its table" in page) == continues


def test_the_lot_of_a_tied_match_is_drawn_by_hand():
    cup = started(4, format="single_elimination", table_size=2, venue="elsewhere", lots_by_hand=True)
    client = organizer(cup)
    post(client, path(cup, "R1.1", "report"), kind="played", place_1=1, place_4=1)
    assertContains(client.get(path(cup)), "Draw lots between Player 1 and Player 4?")
    assertNotContains(member(cup).get(path(cup)), "Draw lots")
    assert post(client, path(cup, "R1.1", "lot"), after=version(cup)).status_code == 302
    assertContains(client.get(path(cup)), "The qualifiers were decided by lot.")
    assertContains(
        post(client, path(cup, "R1.1", "lot")),
        "No tie in this match is waiting to be decided",
        status_code=409,
    )


def test_a_lot_is_taken_back_until_something_follows_from_it():
    cup = started(4, format="single_elimination", table_size=2, venue="elsewhere", lots_by_hand=True)
    client = organizer(cup)
    post(client, path(cup, "R1.1", "report"), kind="played", place_1=1, place_4=1)
    assert post(client, path(cup, "R1.1", "lot"), do="undo", after=version(cup)).status_code == 409
    post(client, path(cup, "R1.1", "lot"), after=version(cup))
    assertContains(client.get(path(cup)), "Take the lot back")
    assertNotContains(member(cup).get(path(cup)), "Take the lot back")
    assert post(client, path(cup, "R1.1", "lot"), do="undo", after=version(cup)).status_code == 302
    assertContains(client.get(path(cup)), "tied, to be decided", count=2)
    post(client, path(cup, "R1.1", "lot"), after=version(cup))
    post(client, path(cup, "R1.2", "report"), kind="played", place_2=1, place_3=2)
    (final,) = cup.matches.filter(key="R2.1")
    finalists = [placement.entrant.number for placement in final.placements.all()]
    report(cup, "R2.1", *finalists)
    assertNotContains(client.get(path(cup)), "Take the lot back")
    refused = post(client, path(cup, "R1.1", "lot"), do="undo", after=version(cup))
    assertContains(refused, "Something follows from this lot already.", status_code=409)


def test_names_are_only_ever_text(cup):
    player = cup.entrants.get(number=1).player
    player.name = "<b>Bo</b>"
    player.save()
    page = organizer(cup).get(path(cup))
    assertNotContains(page, "<b>Bo</b>")
    assertContains(page, "&lt;b&gt;Bo&lt;/b&gt;")


@pytest.mark.parametrize("entrants", [4, 16])
def test_the_page_costs_the_same_queries_at_every_size(django_assert_max_num_queries, entrants):
    cup = started(entrants, format="single_elimination", table_size=2, venue="elsewhere")
    client = organizer(cup)
    with django_assert_max_num_queries(8):
        assert client.get(path(cup)).status_code == 200
