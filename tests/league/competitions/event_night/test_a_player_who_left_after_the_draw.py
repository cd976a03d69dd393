"""Situation: the tables are published, and a player leaves before the first deal or later."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from games import scoresheets
from games.rules.scoresheet.decide import NameDealer, RecordDeal
from league.rules.competition.commands import Withdraw
from tests.league.club_nights import fresh, later, matches, started
from tests.league.organizing import act, organizer

pytestmark = pytest.mark.django_db

KEEPER = "scorekeeper:1"


def evening_whose_dealer_leaves(deals=0):
    """Return an evening with one table, the seat that left, and the seat beside it."""
    evening = started(4, venue="physical", options={"target_score": 500})
    (match,) = matches(evening)
    seats = list(match.table.seats.select_related("player"))
    dealer, following = seats[2], seats[3]
    scoresheets.act(match.table_id, NameDealer(dealer.index), by=KEEPER, at=later(1))
    for deal in range(deals):
        left = {seat.index: 20 for seat in seats if seat.index}
        scoresheets.act(match.table_id, RecordDeal(deal + 1, 0, left), by=KEEPER, at=later(2))
    act(evening, Withdraw(evening.entrants.get(player=dealer.player_id).number))
    return fresh(evening), dealer, following


def test_before_the_first_deal_screen_and_sheet_do_without_the_player():
    evening, gone, following = evening_whose_dealer_leaves()
    screen = Client().get(f"/screen/competitions/{evening.pk}/")
    assertNotContains(screen, "Table 1, seat C")
    assertNotContains(screen, f"<span>{gone.player.name}</span>")
    assertContains(screen, f"<span>{following.player.name}</span> <small>deals first</small>")
    sheet = Client().get(f"/competitions/{evening.pk}/print/sheets/")
    assertNotContains(sheet, gone.player.name)
    assertContains(sheet, f"{following.player.name} deals first", count=1)


def test_the_list_for_the_door_names_the_next_seat_as_the_dealer():
    evening, gone, following = evening_whose_dealer_leaves()
    page = Client().get(f"/competitions/{evening.pk}/print/tables/")
    assertNotContains(page, gone.player.name)
    assertContains(page, f"<li>D {following.player.name} (deals first)</li>", html=True)


def test_tables_and_score_page_name_a_dealer_who_is_there():
    evening, gone, following = evening_whose_dealer_leaves()
    olga = organizer(evening)
    assertContains(olga.get(f"/competitions/{evening.pk}/tables/"), f"{following.player.name} deals first.")
    score = olga.get(f"/tables/{gone.table_id}/score/")
    assertContains(score, f"Deal 1: {following.player.name} deals")
    assertContains(score, 'class="standing__out"', count=1)
    assertContains(score, 'class=" standing__dealer"', count=1)


def test_in_the_middle_of_the_match_the_screen_strikes_the_player_out_and_the_sheet_keeps_the_column():
    evening, gone, _following = evening_whose_dealer_leaves(deals=1)
    screen = Client().get(f"/screen/competitions/{evening.pk}/")
    assertContains(screen, 'class="screen__out"', count=1)
    assertContains(screen, 'class="screen__line screen__line--out"', count=1)
    assertContains(Client().get(f"/competitions/{evening.pk}/print/sheets/"), f"C {gone.player.name}")
