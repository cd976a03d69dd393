"""Situation: the result of a table with real cards was only written down: nothing can be replayed."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games import tables
from tests.games.playing import START
from tests.games.scoresheets.writing_down import deal, real_cards, record

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def decide(table):
    tables.decide(table.pk, places=[1, 2, 3], totals=[50, 20, 5], by="organizer:1", at=START)


def test_the_replay_of_a_table_without_deals_leads_to_its_score_sheet():
    table = real_cards("Ana Bo Cy")
    decide(table)
    assertRedirects(Client().get(f"/tables/{table.pk}/replay/"), f"/tables/{table.pk}/")


def test_deals_that_were_recorded_before_are_replayed():
    table = real_cards("Ana Bo Cy")
    record(table, deal(1, "A", "B 20, C 5"))
    decide(table)
    assertContains(Client().get(f"/tables/{table.pk}/replay/"), "Deal by deal")


def test_the_deals_of_a_sheet_show_the_points_left_in_each_hand():
    table = real_cards("Ana Bo Cy")
    assertNotContains(Client().get(f"/tables/{table.pk}/"), "In brackets")
    record(table, deal(1, "A", "B 20, C 5"))
    page = Client().get(f"/tables/{table.pk}/")
    assertContains(page, ">+25</td>")
    assertContains(page, '<span class="soft">(20)</span>')
    assertContains(page, "In parentheses: points left in the hand.")
