"""Situation: the results of an evening were written down as ranks, without totals."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from league import competitions
from league.competitions import results
from league.rules.brackets.advance import Finish
from tests.league.club_nights import BY, later, matches, started
from tests.league.organizing import organizer

pytestmark = pytest.mark.django_db


def ranked(match, *, total=0, deal_wins=0):
    """The entrants in seat order; the winner has so many points and deals won."""
    state = competitions.look(match.competition_id)
    entrants = state.match(match.stage, match.key).entrants
    finishes = [
        Finish(entrant, place, total if place == 1 else 0, deal_wins=deal_wins if place == 1 else 0)
        for place, entrant in enumerate(entrants, start=1)
    ]
    facts = {"stage": match.stage, "match": match.key, "finishes": finishes, "by": BY, "at": later(10)}
    results.report(match.competition_id, **facts)


@pytest.fixture
def evening():
    return started(8, venue="elsewhere", rounds=1, with_bots=False)


def test_numbers_that_a_result_does_not_say_are_dashes(evening):
    known, ranks_alone = matches(evening)
    ranked(known, total=510, deal_wins=3)
    ranked(ranks_alone)
    state = competitions.look(evening.pk)
    rows = competitions.standings(evening.pk)
    unknown = {row.entrant for row in rows if row.worths["deal_wins"].is_unknown}
    assert unknown == set(state.match(1, ranks_alone.key).entrants)
    assert sorted(row.rank for row in rows) == [1, 1, 3, 3, 5, 5, 7, 7]
    page = Client().get(f"/competitions/{evening.pk}/")
    assertContains(page, "A dash stands for a number that a result does not say; in a tie it is skipped.")


def test_the_page_of_a_player_shows_a_dash_for_ranks_alone_and_0_beside_other_totals(evening):
    first, second = matches(evening)
    ranked(first)
    ranked(second, total=510)
    alone, last = (match.placements.order_by("-place")[0].entrant.player for match in (first, second))
    assertContains(Client().get(alone.get_absolute_url()), 'result__points">–')
    assertContains(Client().get(last.get_absolute_url()), 'result__points">0 points')


def test_the_page_of_a_match_shows_no_totals_of_0_for_ranks_alone(evening):
    first, second = matches(evening)
    ranked(first)
    ranked(second, total=510)
    organized = organizer(evening)
    page = organized.get(f"/competitions/{evening.pk}/matches/1/{first.key}/")
    assertContains(page, '<span class="result__total">–</span>', count=4)
    page = organized.get(f"/competitions/{evening.pk}/matches/1/{second.key}/")
    assertNotContains(page, '<span class="result__total">–</span>')
