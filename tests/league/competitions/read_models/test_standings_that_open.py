"""Situation: everybody reads the standings of a stage, and opens what is behind a number."""

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from league.rules.competition.commands import Adjust, Withdraw, WithdrawAdjustment
from league.rules.settings.stages import StageSettings
from tests.league.by_hand import do, names, play, played_elsewhere, report, waiting

pytestmark = pytest.mark.django_db


def page(client, competition, path="", **question):
    return client.get(f"/competitions/{competition.pk}/{path}", question)


def season(entrants=8, **settings):
    usual = {"table_size": 4, "rounds": 3}
    return played_elsewhere(entrants, StageSettings("season", **{**usual, **settings}))


def test_each_division_has_its_own_standings(client):
    answer = page(client, season(groups=2))
    assertContains(answer, "Division 1</h3>")
    assertContains(answer, "Division 2</h3>")


def test_those_who_share_a_rank_are_shown_so(client):
    evening = season(4, rounds=1, tiebreaks=["wins"])
    (match,) = waiting(evening)
    report(evening, match, [1, 2, 3, 4])
    body = page(client, evening).content.decode()
    assert body.count('<td class="number">1</td>') == 1
    assert "points</td>" in body


def test_the_places_still_possible_are_said_until_all_is_over(client):
    evening = season(4, rounds=2)
    assertContains(page(client, evening), "1–4")
    play(evening)
    assertNotContains(page(client, evening), "Still possible")


def test_rounds_that_do_not_count_are_struck_through_and_said(client):
    evening = season(4, best_of=1, minimum=2)
    play(evening, 2)
    answer = page(client, evening)
    assertContains(answer, "Only the best matchday counts")
    assertContains(answer, "Players with fewer than 2 matchdays rank below the others")
    assertContains(answer, '<s title="Left out">', count=4)


def test_someone_who_has_played_too_little_is_marked(client):
    evening = season(4, minimum=2)
    play(evening, 1)
    assertContains(page(client, evening), "1 of 2 played", count=4)


def test_bonus_and_penalty_lines_stay_visible_with_their_reasons(client):
    evening = season(4)
    do(evening, Adjust(1, 1, 2, "Costume <b>"), Adjust(1, 2, -1, "Late"), WithdrawAdjustment(1, 2))
    answer = page(client, evening)
    assertContains(answer, "<b>+2</b>: Costume &lt;b&gt;")
    assertContains(answer, "−1: Late</s> (undone)")
    opened = page(client, evening, "standings/1/1/")
    assertContains(opened, "<li>bonus +2: Costume &lt;b&gt;</li>")


def test_someone_who_left_is_marked_with_how(client):
    evening = season(8)
    do(evening, Withdraw(3), Withdraw(4, "disqualified"), Withdraw(5, "no_show"))
    answer = page(client, evening)
    for words in ("withdrawn", "disqualified", "did not come"):
        assertContains(answer, f'<span class="tag">{words}</span>')


def test_every_number_opens_its_arithmetic_with_names(client):
    swiss = played_elsewhere(6, StageSettings("swiss", table_size=2, rounds=3))
    play(swiss)
    answer = page(client, swiss)
    assertContains(answer, f'href="/competitions/{swiss.pk}/standings/1/2/#bh"')
    opened = page(client, swiss, "standings/1/2/")
    assertContains(opened, 'id="bh"')
    assertContains(opened, "<li>total ")
    assertContains(opened, f"({names(swiss)[1]})")
    assertContains(opened, 'id="matches"')
    assertContains(opened, "This row is below the row of")


def test_the_first_row_and_a_shared_one_say_so(client):
    evening = season(4)
    first, second = (page(client, evening, f"standings/1/{number}/") for number in (1, 2))
    assertContains(first, "rank 1, shared by 4")
    assertContains(first, "No one is ahead.")
    assertContains(second, "they share the rank")


def test_a_row_of_a_knock_out_shows_its_matches_and_what_decided(client):
    cup = played_elsewhere(8, StageSettings("elimination_500"), rulebook="elimination-500")
    play(cup)
    fifth = page(client, cup, "standings/1/5/")
    assertContains(fifth, "Reached an earlier round than the row above")
    assertContains(fifth, "Table 1")
    assertContains(page(client, cup, "standings/1/7/"), "Placed lower at the table")


def test_the_penalty_of_a_minimum_is_said_in_words(client):
    evening = season(5, table_size=3, rounds=1, minimum=1)
    report(evening, waiting(evening)[0], waiting(evening)[0].entrants)
    behind = waiting(evening)[0].entrants
    assert any(
        b"has played enough rounds" in page(client, evening, f"standings/1/{entrant}/").content
        for entrant in behind
    )


def test_several_stages_are_tabs_and_the_newest_is_open(client):
    cup = played_elsewhere(
        8,
        StageSettings("round_robin", table_size=2, groups=2, qualify=2, name="Groups"),
        StageSettings("single_elimination", table_size=2, advance=1, name="Finals"),
    )
    assertNotContains(page(client, cup), 'aria-label="Stages"')
    assertContains(page(client, cup), "The first 2 of each group advance to the next stage (Finals).")
    play(cup, 1)
    assertContains(page(client, cup, stage=1), "standings__line", count=2)
    assertContains(page(client, cup), 'aria-current="page">Finals</a>')
    groups = page(client, cup, stage=1)
    assertContains(groups, 'aria-current="page">Groups</a>')
    assertContains(groups, "Group B</h3>")
    assertContains(page(client, cup, stage=0), "All stages together")
    assertContains(page(client, cup, stage=7), 'aria-current="page">Finals</a>')


def test_a_row_that_does_not_exist_is_not_found(client):
    evening = season(4)
    planned = season(4)
    for path in ("standings/1/5/", "standings/2/1/", "standings/0/1/"):
        assert page(client, evening, path).status_code == 404
    assert client.get(f"/competitions/{planned.pk + 99}/standings/1/1/").status_code == 404


@pytest.mark.parametrize("entrants", [6, 24])
@pytest.mark.parametrize(
    ("path", "queries"), [("", 5), ("bracket/", 4), ("standings/1/2/", 4), ("history/", 5)]
)
def test_the_pages_cost_the_same_queries_at_every_size(
    client, django_assert_num_queries, entrants, path, queries
):
    swiss = played_elsewhere(entrants, StageSettings("swiss", table_size=3, rounds=2))
    play(swiss, 1)
    with django_assert_num_queries(queries):
        assert page(client, swiss, path).status_code == 200
