"""Situation: organizers publish each round themselves: the first with the start, the others by a button."""

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from league import competitions
from league.competitions import results
from league.models import Competition
from league.rules.competition.commands import Publish, Unpublish, Withdraw
from league.rules.settings.stages import StageSettings
from tests.league.by_hand import do, play, report, waiting
from tests.league.club_nights import BY, announced, fresh, later
from tests.league.organizing import organizer, post, version

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def cup() -> Competition:
    return announced(
        13,
        stages=[StageSettings("elimination_500", table_size=4)],
        rulebook="elimination-500",
        venue="physical",
        by_hand=True,
    )


def life(cup, wanted, **more):
    return post(organizer(cup), f"/competitions/{cup.pk}/life/", do=wanted, after=version(cup), **more)


def start(cup, **more):
    return post(organizer(cup), f"/competitions/{cup.pk}/start/", after=version(cup), **more)


def test_the_start_publishes_the_first_round_and_leads_to_the_next_step(cup):
    assert start(cup).url == f"/competitions/{cup.pk}/"
    assert cup.matches.filter(is_bye=False, table__isnull=False).count() == 4


def test_the_desk_says_from_the_first_result_on_that_the_next_round_waits(cup):
    start(cup)
    sentence = "The next round waits until you publish it."
    assertContains(organizer(cup).get(f"/competitions/{cup.pk}/desk/"), sentence)
    play(cup, 1)
    life(cup, "publish_next")
    play(cup, 1)
    life(cup, "publish_next")
    assertNotContains(organizer(cup).get(f"/competitions/{cup.pk}/desk/"), sentence)


IN_A_BRACKET = "In a bracket the next table opens as soon as its players are known."
WAITS = "The next round waits until you publish it."


@pytest.mark.parametrize(
    ("stage", "sentence"),
    [
        (StageSettings("single_elimination", table_size=4, advance=2), IN_A_BRACKET),
        (StageSettings("double_elimination", table_size=2), IN_A_BRACKET),
        (StageSettings("single_elimination", table_size=4, advance=2, reseed="seed"), WAITS),
        (StageSettings("swiss", rounds=3), WAITS),
        (
            StageSettings("round_robin", table_size=2, rounds=0),
            "In a round robin the next table opens as soon as its players are free.",
        ),
    ],
)
def test_the_start_says_which_rounds_wait(stage, sentence):
    planned = announced(13, stages=[stage], venue="physical", by_hand=True)
    page = organizer(planned).get(planned.get_absolute_url())
    assertContains(page, sentence)
    for other in {IN_A_BRACKET, WAITS} - {sentence}:
        assertNotContains(page, other)


def test_the_tables_of_a_bracket_open_by_themselves_and_the_desk_says_so():
    settings = StageSettings("single_elimination", table_size=4, advance=2)
    bracket = announced(8, stages=[settings], venue="physical", by_hand=True)
    start(bracket)
    desk = f"/competitions/{bracket.pk}/desk/"
    assertContains(organizer(bracket).get(desk), IN_A_BRACKET)
    play(bracket, 1)
    assert fresh(bracket).matches.filter(round_number=2, table__isnull=False).count() == 1
    page = organizer(bracket).get(desk)
    assertNotContains(page, IN_A_BRACKET)
    assertNotContains(page, WAITS)


def test_after_groups_the_next_stage_waits():
    groups = StageSettings("round_robin", table_size=2, rounds=0, groups=2, qualify=2)
    stages = [groups, StageSettings("single_elimination")]
    night = announced(8, stages=stages, venue="elsewhere", by_hand=True)
    start(night)
    page = organizer(night).get(f"/competitions/{night.pk}/desk/")
    assertContains(page, "The next stage waits until you publish its pairings.")


def test_those_who_want_a_draft_of_the_first_round_get_it_with_the_start(cup):
    assert start(cup, draft="1").url == f"/competitions/{cup.pk}/draft/"
    assert competitions.look(cup.pk).stage.draft is not None
    assert not cup.matches.exists()


def test_after_the_last_result_the_next_round_waits_for_a_button(cup):
    start(cup)
    play(cup, 1)
    assert fresh(cup).matches.filter(round_number=2).count() == 0
    desk = organizer(cup).get(f"/competitions/{cup.pk}/desk/")
    assertContains(desk, "All results are in: Quarter-finals.")
    assertContains(desk, "Publish “Semi-finals”")
    assert life(cup, "publish_next").url == f"/competitions/{cup.pk}/desk/"
    assert fresh(cup).matches.filter(round_number=2, table__isnull=False).count() == 2


def test_an_entrant_who_leaves_between_two_rounds_is_not_in_the_next(cup):
    start(cup)
    play(cup, 1)
    do(cup, Withdraw(1))
    life(cup, "publish_next")
    seated = {entrant for match in waiting(cup) for entrant in match.entrants}
    assert len(seated) == 7
    assert 1 not in seated


def test_nothing_is_published_twice_or_too_early(cup):
    start(cup)
    assert life(cup, "publish_next").status_code == 409
    play(cup, 1)
    life(cup, "publish_next")
    assert life(cup, "publish_next").status_code == 409
    assert fresh(cup).matches.filter(round_number=2, is_bye=False).count() == 2


def test_a_round_is_taken_back_as_long_as_no_result_of_it_counts():
    night = announced(8, venue="elsewhere", rounds=2, by_hand=True)
    start(night)
    play(night, 1)
    life(night, "publish_next")
    match, other = waiting(night)
    report(night, match, match.entrants)
    assert life(night, "unpublish").status_code == 409
    results.correct(night.pk, results.reopening(1, match.id, "Entered wrongly"), by=BY, at=later(70))
    assertContains(organizer(night).get(f"/competitions/{night.pk}/desk/"), "Unpublish pairings")
    do(night, Unpublish(), Publish())
    again = {each.id: each for each in waiting(night)}
    assert not again[match.id].is_reopened
    assert {match.id, other.id} == again.keys()
