"""Situation: results come, are undone and entered again; the desk and quick entry always say what is next."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from league import competitions
from league.competitions import results
from league.competitions.read_models.desk import Desk
from league.models import Competition, Match
from league.rules.brackets.advance import Finish
from league.rules.competition.commands import Pause
from tests.games.sending import new_id
from tests.games.visiting import HTMX
from tests.league.club_nights import BY, fresh, later, matches, started
from tests.league.organizing import act, organizer, post, report

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def numbers(match: Match) -> list[int]:
    return list(match.placements.order_by("seat").values_list("entrant__number", flat=True))


def tie(match: Match) -> None:
    level = [Finish(number, 1, 20) for number in numbers(match)]
    competition = match.competition_id
    results.report(competition, stage=match.stage, match=match.key, finishes=level, by=BY, at=later(10))


def enter(client: Client, match: Match, *totals: int, **more: str):
    path = f"/competitions/{match.competition_id}/matches/{match.stage}/{match.key}/quick/"
    sent = {f"total_{number}": total for number, total in zip(numbers(match), totals, strict=False)}
    return client.post(path, {"command_id": new_id(), **sent, **more}, headers=HTMX)


@pytest.fixture
def cup() -> Competition:
    return started(
        4, format="single_elimination", table_size=2, venue="elsewhere", lots_by_hand=True, options={}
    )


def test_a_missing_result_comes_before_a_tie_that_must_be_decided(cup: Competition) -> None:
    first, second = matches(cup)
    tie(first)
    olga = organizer(cup)
    enter(olga, second, 510, 90)
    assert Desk(fresh(cup)).step == "tied"
    assertContains(enter(olga, second, do="undo"), "1 result is missing. A tie must be decided.")
    assert Desk(fresh(cup)).step == "playing"
    page = olga.get(f"/competitions/{cup.pk}/desk/")
    for words in ("1 result is missing", "A tie must be decided.", "Record results", "Decide the tie"):
        assertContains(page, words)


def test_the_desk_shows_a_match_in_which_a_tie_must_be_decided(cup: Competition) -> None:
    first, second = matches(cup)
    tie(first)
    olga, desk = organizer(cup), f"/competitions/{cup.pk}/tables/?at=desk"
    shown = olga.get(desk)
    assertContains(shown, '<span class="tag">Tied</span>', count=1)
    assertContains(shown, f"/competitions/{cup.pk}/matches/1/{first.key}/?desk={cup.pk}", count=1)
    enter(olga, second, 510, 90)
    assertContains(olga.get(desk), "1 finished table")
    post(olga, f"/competitions/{cup.pk}/matches/1/{first.key}/lot/")
    assertNotContains(olga.get(desk), '<span class="tag">Tied</span>')


def test_a_result_that_is_undone_and_entered_again_leads_on_as_if_it_were_the_first() -> None:
    night = started(8, venue="elsewhere", rounds=2, options={})
    first, second = matches(night)
    olga = organizer(night)
    enter(olga, first, 510, 90, 80, 70)
    enter(olga, first, do="undo")
    enter(olga, second, 510, 90, 80, 70)
    answer = enter(olga, first, 90, 510, 80, 70)
    assertContains(answer, "All results are in, and the next round is paired.")
    assert fresh(night).round_number == 2
    assert fresh(night).waits_since is None


def test_tables_of_those_who_now_meet_open_at_once_when_a_result_is_entered_again() -> None:
    cup = started(4, format="single_elimination", table_size=2, venue="physical", options={})
    first, second = matches(cup)
    olga = organizer(cup)
    enter(olga, first, 510, 90)
    enter(olga, first, do="undo")
    enter(olga, second, 510, 90)
    assertContains(enter(olga, first, 510, 90), "All results are in, and the next round is paired.")
    (final,) = matches(cup)
    assert final.table_id


def test_a_correction_says_what_follows_from_it_and_quick_entry_offers_to_do_it_at_once() -> None:
    night = started(8, venue="elsewhere", rounds=2, options={})
    first, second = matches(night)
    report(night, first.key, *numbers(first))
    taken_back = results.reopening(1, first.key, "Entered wrongly")
    results.correct(night.pk, taken_back, by=BY, at=later(11))
    report(night, second.key, *numbers(second))
    report(night, first.key, *numbers(first))
    olga = organizer(night)
    for page in ("desk", "results"):
        shown = olga.get(f"/competitions/{night.pk}/{page}/")
        assertContains(shown, "Half a minute later the next round is paired")
        assertContains(shown, "Do it now")
    assertNotContains(shown, "No match is waiting")
    post(olga, f"/competitions/{night.pk}/life/", do="go_on")
    assert fresh(night).round_number == 2


def test_programs_can_leave_what_follows_from_a_result_given_again_to_the_clock() -> None:
    night = started(8, venue="elsewhere", rounds=2, options={})
    first, second = matches(night)
    report(night, first.key, *numbers(first))
    results.correct(night.pk, results.reopening(1, first.key, "-"), by=BY, at=later(11))
    report(night, second.key, *numbers(second))
    report(night, first.key, *numbers(first))
    assert (fresh(night).round_number, Desk(fresh(night)).follows) == (1, "round")


def test_quick_entry_of_a_paused_competition_offers_to_resume_it(cup: Competition) -> None:
    for match in matches(cup):
        report(cup, match.key, *numbers(match))
    (final,) = matches(cup, 2)
    act(cup, Pause())
    shown = enter(organizer(cup), final, 510, 90)
    assert competitions.look(cup.pk).is_paused
    assertContains(shown, "The competition is paused")
    assertContains(shown, "Resume")
