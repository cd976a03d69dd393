"""Situation: an organizer runs an evening from its desk, and every act leads back there."""

import pytest
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games.models import Player
from league import competitions
from league.models import Competition
from league.rules.competition.commands import Withdraw
from tests.league.club_nights import announced, matches, started
from tests.league.organizing import act, organizer, post, report, report_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Competition:
    return started(8, venue="physical", rounds=2)


@pytest.mark.parametrize("wish", ["withdrawn", "no_show", "disqualified"])
def test_a_withdrawal_leads_back_to_those_who_are_out(night, wish):
    sent = post(organizer(night), f"/competitions/{night.pk}/entrants/2/", do=wish)
    assertRedirects(sent, f"/competitions/{night.pk}/desk/?out#out", fetch_redirect_response=False)


def test_a_readmission_leads_back_to_the_desk(night):
    act(night, Withdraw(2, "withdrawn"))
    sent = post(organizer(night), f"/competitions/{night.pk}/entrants/2/", do="back")
    assertRedirects(sent, f"/competitions/{night.pk}/desk/")


def test_a_substitute_leads_back_to_the_desk(night):
    sent = post(organizer(night), f"/competitions/{night.pk}/entrants/2/", do="substitute", name="Zoe")
    assertRedirects(sent, f"/competitions/{night.pk}/desk/")


def test_a_break_leads_back_to_the_desk():
    arena = started(8, format="arena", venue="physical", evening_minutes=60)
    sent = post(organizer(arena), f"/competitions/{arena.pk}/entrants/2/", do="away")
    assertRedirects(sent, f"/competitions/{arena.pk}/desk/")


def test_before_the_start_the_page_of_the_competition_is_the_desk():
    planned = announced(4)
    sent = post(organizer(planned), f"/competitions/{planned.pk}/entrants/2/", do="withdrawn")
    assertRedirects(sent, f"{planned.get_absolute_url()}?out#out", fetch_redirect_response=False)


def test_a_finished_table_stays_at_the_desk_for_its_correction(night):
    first = matches(night)[0]
    report(night, first.key, *first.placements.values_list("entrant__number", flat=True))
    night.matches.filter(pk=first.pk).update(finished_at=timezone.now())
    page = organizer(night).get(f"/competitions/{night.pk}/tables/?at=desk")
    assertContains(page, "1 finished table")
    assertContains(page, "Round 1, Table 1</a>")
    assertContains(page, f"/matches/1/{first.key}/?desk={night.pk}")


def test_results_of_all_competitions_of_the_night_are_a_tap_apart(night):
    juniors = started(4, name="Juniors", venue="physical", club=night.club)
    page = organizer(night).get(f"/competitions/{night.pk}/results/?desk={night.pk}")
    assertContains(page, f"/competitions/{juniors.pk}/results/?desk={night.pk}")


def test_a_competition_alone_needs_no_choice_of_competitions(night):
    assertNotContains(organizer(night).get(f"/competitions/{night.pk}/results/"), "Competitions of the night")


@pytest.mark.parametrize(
    ("by_hand", "sentence"),
    [
        (False, "With the last result the next round is paired and published at once."),
        (True, "The next round waits until you publish it."),
    ],
)
def test_the_desk_says_what_the_last_result_leads_to(by_hand, sentence):
    night = started(4, venue="elsewhere", rounds=2, by_hand=by_hand)
    olga = organizer(night)
    if by_hand:
        post(olga, f"/competitions/{night.pk}/draft/make/")
        version = Competition.objects.get(pk=night.pk).version
        post(olga, f"/competitions/{night.pk}/draft/publish/", after=version)
    match = night.matches.get(is_bye=False)
    for path in ("desk/", "results/", f"matches/1/{match.key}/"):
        assertContains(olga.get(f"/competitions/{night.pk}/{path}"), sentence)


def test_the_last_round_leads_to_no_other(night):
    report_all(night)
    assertNotContains(organizer(night).get(f"/competitions/{night.pk}/desk/"), "the next round is paired")


def test_the_start_says_what_it_publishes():
    planned = announced(4)
    assertContains(organizer(planned).get(planned.get_absolute_url()), "you can unpublish it until something")
    by_hand = announced(4, by_hand=True)
    page = organizer(by_hand).get(by_hand.get_absolute_url())
    assertContains(page, "you can unpublish it until something")
    assertContains(page, "The next round waits until you publish it.")
    assertContains(page, "Start with a draft")


def test_the_desk_of_an_arena_has_one_clock():
    arena = started(8, format="arena", venue="physical", evening_minutes=60)
    page = organizer(arena).get(f"/competitions/{arena.pk}/tables/?at=desk")
    assertNotContains(page, "Start the timer")
    assertNotContains(page, "No timer is running.")


def test_the_status_in_the_head_of_the_desk_comes_with_its_news(night):
    olga = organizer(night)
    assertContains(olga.get(f"/competitions/{night.pk}/desk/"), '<span class="bar" id="status">')
    post(olga, f"/competitions/{night.pk}/life/", do="pause")
    news = olga.get(f"/competitions/{night.pk}/desk/?after=1", headers={"HX-Request": "true"})
    assertContains(news, 'id="status" hx-swap-oob="true"><span class="tag">Paused</span>')


def test_a_withdrawn_player_is_absent_in_the_form_of_a_match_that_has_not_begun():
    night = started(4, venue="elsewhere")
    act(night, Withdraw(2, "withdrawn"))
    match = night.matches.get(is_bye=False)
    page = organizer(night).get(f"/competitions/{night.pk}/matches/1/{match.key}/").content.decode()
    assert page.count('value="0" id="id_place_2_4" checked') == 1
    assert Player.objects.filter(entries__competition=night).count() == 4


def test_no_total_is_asked_of_a_withdrawn_player():
    night = started(4, venue="elsewhere")
    act(night, Withdraw(2, "withdrawn"))
    match, olga = night.matches.get(is_bye=False), organizer(night)
    assertContains(olga.get(f"/competitions/{night.pk}/results/"), 'type="number"', count=3)
    totals = {"total_1": 10, "total_2": "", "total_3": 30, "total_4": 40}
    post(olga, f"/competitions/{night.pk}/matches/1/{match.key}/quick/", **totals)
    result = competitions.look(night.pk).stages[0].matches[match.key].result
    assert result is not None
    assert list(result.absent) == [2]


def test_the_winner_of_a_final_does_not_advance():
    cup = started(2, venue="elsewhere", format="single_elimination", table_size=2)
    report(cup, cup.matches.get(is_bye=False).key, 1, 2)
    match = cup.matches.get(is_bye=False)
    page = organizer(cup).get(f"/competitions/{cup.pk}/matches/1/{match.key}/")
    assertNotContains(page, "advances</span>")
    assertContains(page, "won</span>")
