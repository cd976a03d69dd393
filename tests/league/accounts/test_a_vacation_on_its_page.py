"""Situation: a player goes on vacation by the page of the account, and the others look for them."""

import pytest
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from tests.games.playing import dealt, fresh, player
from tests.games.visiting import log_in

pytestmark = pytest.mark.django_db(transaction=True)

DAY = 86_400


def test_a_vacation_is_begun_shown_to_the_others_and_ended(client) -> None:
    table = dealt("Ana Bo", at=timezone.now(), turn_seconds=DAY)
    bo = player(table, "B")
    log_in(client, bo)
    assertRedirects(client.post("/me/vacation/", {"do": "begin", "days": "3"}), "/me/vacation/")
    page = client.get("/me/vacation/")
    assertContains(page, "You are on vacation until")
    assertContains(page, "You have 25 days of vacation left.")
    assert (fresh(table).turn_ends_at - timezone.now()).days == 3

    log_in(client, player(table, "A"))
    assertContains(client.get(f"/tables/{table.pk}/"), "Bo is on vacation until")
    assertContains(client.get(f"/players/{bo.pk}/"), "On vacation until")

    log_in(client, bo)
    client.post("/me/vacation/", {"do": "end"})
    assertContains(client.get("/me/vacation/"), "Begin vacation")
    assertNotContains(client.get(f"/players/{bo.pk}/"), "On vacation until")


def test_a_table_with_short_turns_does_not_show_a_vacation_for_which_it_does_not_wait(client) -> None:
    table = dealt("Ana Bo", at=timezone.now(), turn_seconds=60)
    log_in(client, player(table, "B"))
    client.post("/me/vacation/", {"do": "begin", "days": "3"})
    assertNotContains(client.get(f"/tables/{table.pk}/"), "vacation")


@pytest.mark.parametrize("days", ["", "0", "15", "x", "9" * 50])
def test_a_number_of_days_that_is_none_is_refused(client, days: str) -> None:
    table = dealt("Ana Bo", at=timezone.now())
    log_in(client, player(table, "B"))
    assert client.post("/me/vacation/", {"do": "begin", "days": days}).status_code == 422


def test_without_days_left_the_page_offers_none(client, settings) -> None:
    settings.VACATION_DAYS = 0
    log_in(client, player(dealt("Ana Bo"), "B"))
    assertNotContains(client.get("/me/vacation/"), "Begin vacation")
