"""Situation: thirty tables report their totals, and one organizer enters them all on one page."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from league import competitions
from league.models import Competition, Match
from league.rules.competition.commands import MakeDraft, Publish
from tests.games.sending import new_id
from tests.games.visiting import HTMX
from tests.league.club_nights import matches, started
from tests.league.organizing import act, member, organizer, post, version

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def evening() -> Competition:
    return started(12, venue="elsewhere", rounds=3, options={})


@pytest.fixture
def olga(evening: Competition) -> Client:
    return organizer(evening)


def path(match: Match) -> str:
    return f"/competitions/{match.competition_id}/matches/{match.stage}/{match.key}/quick/"


def totals(match: Match, *points: object) -> dict[str, object]:
    numbers = match.placements.order_by("seat").values_list("entrant__number", flat=True)
    return {f"total_{number}": total for number, total in zip(numbers, points, strict=True)}


def places(match: Match) -> list[int | None]:
    return list(match.placements.order_by("seat").values_list("place", flat=True))


def test_all_tables_of_the_round_are_on_one_page_and_are_saved_one_by_one(
    evening: Competition, olga: Client
) -> None:
    page = olga.get(f"/competitions/{evening.pk}/results/")
    assertContains(page, "3 results are missing.")
    assertContains(page, 'type="number"', count=12)
    seen = version(evening)
    for match in matches(evening)[:2]:
        answer = post(olga, path(match), after=seen, **totals(match, 510, 90, 80, 70))
        assert answer.status_code == 302
        assert places(match) == [1, 2, 3, 4]
    page = olga.get(f"/competitions/{evening.pk}/results/")
    assertContains(page, "1 result is missing.")
    assertContains(page, "quick__row--done", count=2)


def test_of_a_round_robin_elsewhere_each_person_is_there_once_with_a_way_to_the_other_rounds() -> None:
    league = started(6, venue="elsewhere", format="round_robin", table_size=2, options={})
    olga = organizer(league)
    page = olga.get(f"/competitions/{league.pk}/results/")
    for number in range(1, 7):
        assertContains(page, f"Player {number}<", count=1)
    assertContains(page, "?rounds=all")
    assertContains(page, "15 results are missing.")
    everything = olga.get(f"/competitions/{league.pk}/results/?rounds=all")
    assertContains(everything, "Player 1<", count=5)
    for match in Match.objects.filter(competition=league, round_number=1):
        post(olga, path(match), **totals(match, 510, 90))
    page = olga.get(f"/competitions/{league.pk}/results/")
    assertContains(page, "Round 2")
    assertNotContains(page, "Round 1, ")
    assertContains(page, '?round=1-1">Round 1</a>')


def test_a_row_that_is_refused_stays_also_when_its_round_is_not_in_play() -> None:
    league = started(6, venue="elsewhere", format="round_robin", table_size=2, options={})
    match = Match.objects.filter(competition=league, round_number=5).first()
    assert match is not None
    answer = post(organizer(league), path(match), **totals(match, 512, ""))
    assertContains(answer, 'value="512"', status_code=422)


def test_with_htmx_only_the_row_comes_back(evening: Competition, olga: Client) -> None:
    match = matches(evening)[0]
    sent = {"command_id": "1b4e28ba-2fa1-11d2-883f-0016d3cca427", **totals(match, 510, 90, 80, 70)}
    answer = olga.post(path(match), sent, headers=HTMX)
    assertContains(answer, "Saved.")
    assertNotContains(answer, "<html")


def test_the_last_result_of_a_round_leads_on_to_the_next(evening: Competition, olga: Client) -> None:
    for match in matches(evening):
        answer = olga.post(
            path(match), {"command_id": new_id(), **totals(match, 510, 90, 80, 70)}, headers=HTMX
        )
    assertContains(answer, 'id="quick-next"')
    assertContains(answer, "All results are in, and the next round is paired.")
    assertContains(answer, f'href="/competitions/{evening.pk}/results/"')


def first_round_complete() -> tuple[Competition, Client]:
    """An evening whose organizer publishes each round and has recorded all results of the first."""
    night = started(8, venue="elsewhere", rounds=2, by_hand=True, options={})
    act(night, MakeDraft(), Publish())
    olga = organizer(night)
    for match in matches(night):
        post(olga, path(match), **totals(match, 510, 90, 80, 70))
    return night, olga


def test_an_organizer_who_publishes_pairings_is_led_to_them() -> None:
    night, olga = first_round_complete()
    page = olga.get(f"/competitions/{night.pk}/results/")
    assertContains(page, "Round 1 is complete.")
    assertContains(page, "Publish round 2")
    assertContains(page, "See a draft first")


def test_a_finished_round_stays_with_its_undo_until_the_next_is_published_and_is_a_tab_after_that() -> None:
    night, olga = first_round_complete()
    page = olga.get(f"/competitions/{night.pk}/results/")
    assertContains(page, 'value="undo"', count=2)
    assertNotContains(page, "?round=")
    act(night, MakeDraft(), Publish())
    page = olga.get(f"/competitions/{night.pk}/results/")
    assertContains(page, '?round=1-1">Round 1</a>')
    assertContains(page, 'aria-current="page">Round 2</a>')
    assertNotContains(page, "quick__row--done")
    earlier = olga.get(f"/competitions/{night.pk}/results/?round=1-1")
    assertContains(earlier, "quick__row--done", count=2)
    assertNotContains(earlier, 'value="undo"')


def test_a_draft_that_nobody_has_published_keeps_no_result_from_being_undone() -> None:
    night, olga = first_round_complete()
    act(night, MakeDraft())
    match = matches(night)[-1]
    post(olga, path(match), do="undo")
    assert places(match) == [None] * 4
    assert competitions.look(night.pk).stage.draft is None


def test_the_last_result_of_all_can_be_undone_after_a_reload(evening: Competition) -> None:
    cup = started(2, venue="elsewhere", format="single_elimination", table_size=2, options={})
    olga, (match,) = organizer(cup), matches(cup)
    post(olga, path(match), **totals(match, 510, 90))
    assertContains(olga.get(f"/competitions/{cup.pk}/results/"), 'value="undo"', count=1)
    post(olga, path(match), do="undo")
    assert places(match) == [None, None]


def test_totals_do_not_say_who_was_knocked_out_first_and_so_the_row_asks() -> None:
    night = started(4, venue="elsewhere", rulebook="elimination-500", options={})
    (match,) = matches(night)
    olga, sent = organizer(night), totals(match, 300, 560, 510, 530)
    asked = post(olga, path(match), **sent)
    assertContains(asked, "Totals do not say who was knocked out first.", status_code=422)
    assertContains(asked, 'name="is_sure"', status_code=422)
    assert post(olga, path(match), is_sure="on", **sent).status_code == 302
    assert places(match) == [1, 4, 2, 3]


def test_a_corrected_total_of_a_player_who_was_knocked_out_changes_no_place() -> None:
    night = started(4, venue="elsewhere", rulebook="elimination-500", options={})
    (match,) = matches(night)
    olga, page = organizer(night), path(match).removesuffix("quick/")
    numbers = match.placements.order_by("seat").values_list("entrant__number", flat=True)
    reported = {f"place_{number}": place for number, place in zip(numbers, (1, 2, 3, 4), strict=True)}
    post(olga, f"{page}report/", kind="played", **reported, **totals(match, 300, 560, 510, 530))
    assert places(match) == [1, 2, 3, 4]
    corrected = {"kind": "played", "sure": "1", **reported, **totals(match, 300, 520, 510, 530)}
    assert post(olga, f"{page}correct/", **corrected).status_code == 302
    assert places(match) == [1, 2, 3, 4]


def test_a_refused_result_stays_as_it_was_typed_beside_its_reason(evening: Competition, olga: Client) -> None:
    match = matches(evening)[0]
    answer = post(olga, path(match), **totals(match, 510, 505, 80, 70))
    assertContains(answer, "Only one player can reach 500 points", status_code=422)
    for total in (510, 505, 80, 70):
        assertContains(answer, f'value="{total}"', status_code=422)
    answer = post(olga, path(match), **totals(match, 510, "9x", 80, 70))
    assertContains(answer, "as a number.", status_code=422)
    assert places(match) == [None] * 4


def test_somebody_faster_at_the_same_table_is_shown_beside_what_was_typed(
    evening: Competition, olga: Client
) -> None:
    match, seen = matches(evening)[0], version(evening)
    post(olga, path(match), after=seen, **totals(match, 510, 90, 80, 70))
    answer = post(organizer(evening, "Otto"), path(match), after=seen, **totals(match, 520, 91, 81, 71))
    assertContains(answer, "Someone else has entered this table.", status_code=409)
    assertContains(answer, " 510", status_code=409)
    assertContains(answer, 'value="520"', status_code=409)


def test_nobody_else_enters_results(evening: Competition) -> None:
    match = matches(evening)[0]
    for client in (Client(), member(evening)):
        assert client.get(f"/competitions/{evening.pk}/results/").status_code == 403
        assert post(client, path(match), **totals(match, 510, 90, 80, 70)).status_code == 403


def test_the_page_costs_the_same_queries_with_any_number_of_tables(django_assert_max_num_queries) -> None:
    for entrants in (8, 40):
        night = started(entrants, venue="physical")
        olga = organizer(night, f"Olga {entrants}")
        with django_assert_max_num_queries(12):
            olga.get(f"/competitions/{night.pk}/results/")
