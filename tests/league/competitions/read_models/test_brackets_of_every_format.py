"""Situation: everybody looks at the brackets and rounds of all formats, as far as they have been played."""

import gzip
import re

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from league.rules.brackets.advance import Finish
from league.rules.competition.commands import Cancel, CorrectResult, MakeDraft, RecordResult, Start, Withdraw
from league.rules.settings.stages import StageSettings
from tests.league.by_hand import do, names, play, played_elsewhere, report, waiting
from tests.league.club_nights import announced

pytestmark = pytest.mark.django_db


def bracket(client, competition, **question):
    return client.get(f"/competitions/{competition.pk}/bracket/", question)


def single(entrants, **settings):
    return played_elsewhere(
        entrants, StageSettings("single_elimination", table_size=2, advance=1, **settings)
    )


def double(entrants):
    return played_elsewhere(entrants, StageSettings("double_elimination", table_size=2))


def test_open_seats_say_from_where_somebody_comes(client):
    page = bracket(client, single(8, third_place=True))
    assertContains(page, "Winner of quarter-final 1")
    assertContains(page, "Winner of semi-final 2")
    assertContains(page, "Loser of semi-final 2")
    assertContains(page, "Placement matches</h2>")


def test_byes_are_seen_and_those_who_have_one_go_on(client):
    page = bracket(client, single(6))
    assertContains(page, '<div class="soft small">Bye: <a href=', count=1)
    assertContains(page, '<article class="match', count=5)


def test_seven_byes_of_nine_are_a_line_and_no_cards(client):
    page = bracket(client, double(9))
    assertNotContains(page, "Advances without playing.")
    assertNotContains(page, ">Bye</span>")
    assertContains(page, '<div class="soft small">Bye: ', count=3)


def test_losers_who_play_on_are_not_out(client):
    cup = double(4)
    play(cup, 1)
    page = bracket(client, cup)
    for title in ("Winners’ side", "Losers’ side", "Grand final"):
        assertContains(page, f"{title}</h2>")
    assertContains(page, "match__line--down", count=2)
    assertNotContains(page, "match__line--out")
    assertContains(page, "Loser of Winners round 2")


def test_the_second_grand_final_is_there_only_if_it_is_needed(client):
    first = double(4)
    play(first, 3)
    words = "Only if the losers’ side wins the first match."
    assertContains(bracket(client, first), words)
    play(first)
    page = bracket(client, first)
    assertNotContains(page, "Second match")
    assertContains(page, "match__line--won", count=1)
    second = double(4)
    play(second, 3)
    play(second, 1, lambda entrants: sorted(entrants, reverse=True))
    assertContains(bracket(client, second), "Second match")
    assertNotContains(bracket(client, second), words)
    play(second)
    assertContains(bracket(client, second), "match__line--won", count=1)


def test_results_that_were_not_played_are_said_in_words(client):
    cup = single(8)
    first_, two, three, four = waiting(cup)
    first = first_.entrants[0]
    do(cup, RecordResult(1, first_.id, [Finish(first, 1)], "walkover", first_.entrants[1:]))
    do(cup, RecordResult(1, two.id, [], "double_forfeit"))
    do(
        cup,
        RecordResult(1, three.id, [Finish(three.entrants[0], 1), Finish(three.entrants[1], 2)], "forfeit"),
    )
    places = [Finish(four.entrants[1], 1), Finish(four.entrants[0], 2)]
    do(cup, RecordResult(1, four.id, places, "adjudicated"))
    page = bracket(client, cup)
    for words in (
        "Walkover",
        "Double forfeit: no one is placed",
        "Forfeit",
        "Adjudicated by the organizer",
    ):
        assertContains(page, words)


def test_a_void_result_says_that_it_does_not_count(client):
    swiss = played_elsewhere(4, StageSettings("swiss", table_size=2, rounds=2))
    match = waiting(swiss)[0]
    report(swiss, match, match.entrants)
    do(swiss, CorrectResult(1, match.id, [], "void", reason="wrong cards"))
    assertContains(bracket(client, swiss), "Void: does not count")


def test_matches_for_every_place_have_a_section_of_their_own(client):
    cup = single(8, placement=True)
    play(cup)
    page = bracket(client, cup)
    for name in ("Places 5 to 8", "Place 5", "Place 7", "Third place"):
        assert re.search(f"<h3[^>]*>{name}</h3>", page.content.decode()), name


def test_groups_stand_one_below_the_other(client):
    cup = played_elsewhere(8, StageSettings("round_robin", table_size=2, groups=2))
    page = bracket(client, cup)
    assertContains(page, "Group A</h2>")
    assertContains(page, "Group B</h2>")
    assertContains(page, "<h3>Round 1</h3>", count=2)


def test_the_newest_round_of_a_swiss_is_on_top(client):
    swiss = played_elsewhere(5, StageSettings("swiss", table_size=2, rounds=3))
    play(swiss, 1)
    body = bracket(client, swiss).content.decode()
    assert body.index("<h3>Round 2</h3>") < body.index("<h3>Round 1</h3>")
    assert body.count("Bye: ") == 2


def test_a_knock_out_by_tables_shows_what_is_still_to_be_drawn(client):
    cup = played_elsewhere(20, StageSettings("elimination_500", table_size=5), rulebook="elimination-500")
    page = bracket(client, cup)
    assertContains(page, "match--ahead")
    play(cup)
    assertContains(bracket(client, cup), "match__line--won", count=1)


def test_those_who_left_lose_by_a_walkover(client):
    cup = single(4)
    do(cup, Withdraw(4))
    assertContains(bracket(client, cup), "Walkover")


def test_a_large_double_elimination_stays_reasonable(client, django_assert_num_queries):
    cup = double(64)
    with django_assert_num_queries(4):
        page = bracket(client, cup)
    assert len(page.content) < 170_000
    assertContains(page, 'href="#r1"')
    assertContains(page, "Losers round 10")
    assertContains(page, "bracket--tall")


def test_lines_lead_from_match_to_match(client):
    page = bracket(client, single(8, third_place=True)).content.decode()
    assert page.count('"cell cell--down') == page.count('"cell cell--up') == 3
    assert page.count("cell--in") == 3
    losers = bracket(client, double(8)).content.decode()
    assert losers.count("cell cell--on") == 3
    tables = played_elsewhere(20, StageSettings("elimination_500", table_size=5), rulebook="elimination-500")
    assertNotContains(bracket(client, tables), "cell--")


def test_each_match_stands_beside_the_one_that_follows_also_where_most_have_a_bye(client):
    cells = re.compile(r'<div class="cell([^"]*)"')
    for entrants, lines in ((17, ["on"] + [""] * 7), (18, ["on"] + [""] * 3 + ["on"] + [""] * 3)):
        page = bracket(client, single(entrants)).content.decode()
        first = page.split(">Round 1</h3>")[1].split("</section>")[0]
        assert [cell.removeprefix(" cell--") for cell in cells.findall(first)] == lines


def test_someone_who_looks_before_the_first_draw_is_told_why_there_is_nothing(client):
    planned = announced(4)
    assertContains(bracket(client, planned), "The first round is paired when the organizer starts.")
    drafting = announced(4, by_hand=True)
    do(drafting, Start(), MakeDraft())
    assertContains(bracket(client, drafting), "The first round is not paired yet.")
    do(planned, Cancel("The hall is closed"))
    assertContains(bracket(client, planned), "It was called off before it began.")


def test_a_table_shows_the_way_to_the_target_and_the_line_behind_which_nobody_goes_on(client):
    cup = played_elsewhere(20, StageSettings("elimination_500", table_size=5), rulebook="elimination-500")
    play(cup, 1)
    page = bracket(client, cup)
    assertContains(page, "The best 2 players at each table advance.")
    assertContains(page, "match__line--cut", count=4)
    assertContains(page, 'max="40" value="400"')
    assertContains(page, "Bars show progress towards 40 points.")


@pytest.mark.parametrize("page", ["", "bracket/"])
def test_those_who_are_tied_at_the_line_are_not_out_before_it_is_decided(client, page):
    stage = StageSettings("elimination_500", table_size=4)
    cup = played_elsewhere(8, stage, rulebook="elimination-500", lots_by_hand=True)
    match = waiting(cup)[0]
    first, second, third, fourth = match.entrants
    finishes = [Finish(first, 1, 300), Finish(second, 2, 520), Finish(third, 2, 520), Finish(fourth, 4, 600)]
    do(cup, RecordResult(1, match.id, finishes))
    shown = client.get(f"/competitions/{cup.pk}/{page}")
    assertContains(shown, "match__line--tied", count=2)
    assertContains(shown, "tied, to be decided", count=2)
    assertContains(shown, "match__line--out", count=1)
    assertNotContains(shown, "match__line--cut")
    assertContains(
        client.get(f"/competitions/{cup.pk}/matches/1/{match.id}/"), "tied, to be decided", count=2
    )


def test_nobody_has_won_a_final_that_is_tied(client):
    cup = played_elsewhere(2, StageSettings("single_elimination", table_size=2, advance=1), lots_by_hand=True)
    do(cup, RecordResult(1, waiting(cup)[0].id, [Finish(1, 1, 300), Finish(2, 1, 300)]))
    assertNotContains(bracket(client, cup), "match__line--won")


def test_groups_have_the_line_of_the_cut_and_later_who_went_on(client):
    cup = played_elsewhere(
        8,
        StageSettings("swiss", table_size=2, rounds=3, qualify=3),
        StageSettings("single_elimination", table_size=2, advance=1),
    )
    assertNotContains(bracket(client, cup), "cut__last")
    play(cup, 2)
    page = bracket(client, cup)
    assertContains(page, "cut__last", count=1)
    assertNotContains(page, "eliminated</span></td>")
    play(cup)
    page = bracket(client, cup, stage=1)
    assertContains(page, "advances</span></td>", count=3)
    assertContains(page, "eliminated</span></td>", count=5)
    assertNotContains(bracket(client, cup), "cut__table")


@pytest.mark.parametrize("format_", ["single_elimination", "double_elimination"])
def test_a_bracket_of_256_is_light(client, django_assert_max_num_queries, format_):
    cup = played_elsewhere(256, StageSettings(format_, table_size=2, advance=1))
    with django_assert_max_num_queries(15):
        page = bracket(client, cup)
    assert len(gzip.compress(page.content)) < 40_000


def test_a_consolation_stands_beside_the_bracket_and_its_winner_is_named(client):
    cup = single(8, consolation=True)
    page = bracket(client, cup)
    assertContains(page, "Consolation</h2>")
    assertContains(page, "<h3>Consolation, round 1</h3>")
    assertContains(page, "Loser of quarter-final 1")
    play(cup, 1)
    page = bracket(client, cup)
    assertContains(page, "match__line--down", count=4)
    assertNotContains(page, "match__line--out")
    assertNotContains(page, "wins the consolation")
    play(cup)
    sentence = f"<strong>{names(cup)[5]}</strong> wins the consolation."
    assertContains(bracket(client, cup), sentence)
    page = client.get(f"/competitions/{cup.pk}/")
    assertContains(page, sentence)
    for name in ("Final", "Consolation final"):
        assertContains(page, f"{name}</b>")
    assertContains(client.get(f"/competitions/{cup.pk}/"), "Consolation winner</span>", count=1)
    assertContains(page, "The consolation has its own winner and changes no rank.")
    closing = client.get(f"/competitions/{cup.pk}/closing/")
    assertContains(closing, f"{names(cup)[5]}</a>: Consolation winner")


def test_a_match_of_a_consolation_says_why_these_meet(client):
    cup = single(8, consolation=True)
    page = client.get(f"/competitions/{cup.pk}/matches/1/C1.1/")
    assertContains(page, "Consolation, round 1")
    assertContains(page, "The loser of a first match plays on here.")


def test_rounds_that_are_seeded_anew_say_nothing_of_whom_the_winners_meet(client):
    cup = single(16, reseed="seed", third_place=True)
    page = bracket(client, cup)
    assertContains(page, "match--ahead", count=4)
    assertContains(page, "8 players, 4 matches")
    assertNotContains(page, "Winner of")
    assertNotContains(page, "cell--")
    play(cup, 1, lambda entrants: sorted(entrants, reverse=True))
    page = bracket(client, cup)
    assertContains(page, "match__line--on", count=8)
    assertContains(page, "match__line--out", count=8)
    assertContains(page, "match--ahead", count=3)
    play(cup, 1)
    page = bracket(client, cup)
    assertNotContains(page, "match--ahead")
    assertContains(page, "Winner of semi-final 2")
    assertContains(page, "Loser of semi-final 2")
    play(cup)
    assertContains(bracket(client, cup), "match__line--won", count=2)


def test_a_match_of_a_round_that_was_seeded_anew_says_so(client):
    cup = single(8, reseed="seed")
    assertContains(client.get(f"/competitions/{cup.pk}/matches/1/R1.1/"), "Reseeded")


def test_programs_read_of_a_consolation_and_of_rounds_ahead(client):
    cup = single(8, consolation=True)
    play(cup)
    body = client.get(f"/api/v1/competitions/{cup.pk}/bracket/").json()
    assert [deal["key"] for deal in body["rounds"] if deal["is_consolation"]] == ["C1", "C2"]
    assert not any(deal["is_final"] for deal in body["rounds"] if deal["is_consolation"])
    rows = client.get(f"/api/v1/competitions/{cup.pk}/standings/").json()["stages"][0]["groups"][0]["rows"]
    assert [row["entrant"] for row in rows if row["won_consolation"]] == [5]
    anew = single(8, reseed="seed")
    body = client.get(f"/api/v1/competitions/{anew.pk}/bracket/").json()
    assert [(round_["name"], round_["tables"]) for round_ in body["ahead"]] == [
        ("Semi-finals", 2),
        ("Final", 1),
    ]
