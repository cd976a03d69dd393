"""Situation: a player objects to a reported result; the people at the desk read why, and decide."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from games import scoresheets
from games.models import Player
from games.rules.scoresheet.decide import ObjectToResult, RecordDeal, SettleDispute
from league.models import Membership
from tests.games.visiting import give_accounts, log_in
from tests.league.club_nights import later, matches, started
from tests.league.organizing import organizer

pytestmark = pytest.mark.django_db

WORDS = "The last deal was <b>mine</b>"
ESCAPED = "“The last deal was &lt;b&gt;mine&lt;/b&gt;”"


@pytest.fixture
def evening():
    night = started(8, venue="physical", options={"target_score": 60}, confirmation="others")
    give_accounts(*Player.objects.filter(entries__competition=night))
    return night


@pytest.fixture
def disputed(evening):
    match = matches(evening)[0]
    reported = RecordDeal(1, 0, {1: 30, 2: 20, 3: 20})
    scoresheets.act(match.table_id, reported, by="scorekeeper:1", at=later(20))
    objector = match.table.seats.get(index=2).player
    scoresheets.act(match.table_id, ObjectToResult(2, WORDS), by=f"player:{objector.pk}", at=later(21))
    return match


def name_at(match, index):
    return match.table.seats.get(index=index).player.name


def test_a_disputed_row_of_the_quick_entry_shows_the_totals_the_words_and_the_way_to_decide(
    evening, disputed
):
    page = organizer(evening).get(f"/competitions/{evening.pk}/results/")
    assertContains(page, "Disputed", count=1)
    assertContains(page, f"Reported: <b>{name_at(disputed, 0)} 70, {name_at(disputed, 1)} 0")
    assertContains(page, f"<b>{name_at(disputed, 2)}</b> objects: {ESCAPED}")
    assertContains(
        page, f'href="/tables/{disputed.table_id}/dispute/?next=/competitions/{evening.pk}/results/"'
    )


@pytest.mark.parametrize("page", ["?at=desk", ""])
def test_the_desk_and_the_tables_show_the_words_of_a_dispute(evening, disputed, page):
    shown = organizer(evening).get(f"/competitions/{evening.pk}/tables/{page}")
    assertContains(shown, f"<b>{name_at(disputed, 2)}</b> objects: {ESCAPED}")
    assertContains(shown, "Resolve dispute")


def test_an_organizer_who_plays_at_the_table_does_not_read_the_words(evening, disputed):
    player = disputed.table.seats.get(index=1).player
    Membership.objects.create(club=evening.club, player=player, is_organizer=True)
    browser = Client()
    log_in(browser, player)
    for page in ("results", "tables"):
        shown = browser.get(f"/competitions/{evening.pk}/{page}/")
        assertContains(shown, "Disputed")
        assertNotContains(shown, "was &lt;b&gt;mine")


def test_a_decided_dispute_is_an_ordinary_row_again(evening, disputed):
    decision = SettleDispute(stands=False, undo=1, reason="Counted again")
    scoresheets.act(disputed.table_id, decision, by="organizer:1", at=later(22))
    page = organizer(evening).get(f"/competitions/{evening.pk}/results/")
    assertNotContains(page, "Disputed")
