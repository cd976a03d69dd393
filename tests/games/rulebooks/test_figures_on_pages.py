"""Situation: somebody wants to know how long matches by a rulebook take, before choosing it."""

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains

from games import tasks
from games.models import CustomRulebook, Player
from games.rulebooks import commands, measuring
from tests.games.playing import open_table

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

WAITING = "Bots are measuring this rulebook."


def custom(**options) -> CustomRulebook:
    keeper = Player.objects.create(name="Ana")
    return commands.keep(
        keeper=keeper,
        name="Ours",
        preset="classic",
        options={"target_score": 30, **options},
        at=timezone.now(),
    )


def test_a_preset_shows_its_figures_for_every_number_of_players(client: Client) -> None:
    page = client.get("/rules/classic/")
    assertContains(page, "In numbers")
    for heading in ("Turns in a deal", "Minutes for a match", "Deals won by the first player"):
        assertContains(page, heading)
    assertContains(page, '<th scope="row">10</th>', html=True)
    assertContains(page, '<figure class="rules-plot">', count=2)


def test_challenges_have_no_column_where_there_are_none(client: Client) -> None:
    assertContains(client.get("/rules/classic/"), "Challenges that were right")
    assertNotContains(client.get("/rules/filipino/"), "Challenges that were right")


def test_a_custom_rulebook_is_measured_by_a_worker_and_again_after_a_change(client: Client) -> None:
    row = custom()
    assertContains(client.get(row.get_absolute_url()), WAITING)
    assert tasks.measure_rulebook(row.pk)
    assert not tasks.measure_rulebook(row.pk)
    page = client.get(row.get_absolute_url())
    assertNotContains(page, WAITING)
    assertContains(page, "Minutes for a match")
    later = timezone.now() + dt.timedelta(minutes=1)
    commands.change(row, name="Ours", options={"target_score": 40}, at=later)
    assertContains(client.get(row.get_absolute_url()), WAITING)


def test_rulebooks_that_no_message_has_reached_are_asked_for_again() -> None:
    row = custom()
    assert measuring.ask_for_missing(most=20) == 1
    tasks.measure_rulebook(row.pk)
    assert measuring.ask_for_missing(most=20) == 0


def test_a_rulebook_that_was_deleted_meanwhile_is_not_measured() -> None:
    row = custom()
    commands.discard(CustomRulebook.objects.get(pk=row.pk))
    assert not tasks.measure_rulebook(row.pk)


def test_the_rules_of_a_single_table_have_no_figures(client: Client) -> None:
    table = open_table("Ana Bo", options={"target_score": 123})
    assertNotContains(client.get(f"/tables/{table.pk}/rules/"), "In numbers")


def test_two_rulebooks_stand_side_by_side_with_four_players(client: Client) -> None:
    page = client.get("/rules/compare/?a=classic&b=elimination-500")
    for title in (
        "Classic: Turns in a deal",
        "Elimination to 500: Turns in a deal",
        "Classic: Points in a deal",
    ):
        assertContains(page, f"<figcaption>{title}, 4 players</figcaption>", count=1, html=True)
    assertContains(page, "In numbers, with 4 players")
    assertContains(page, "Deals in a match", count=1)


def test_rulebooks_without_a_common_number_of_players_have_no_figures_side_by_side(client: Client) -> None:
    page = client.get("/rules/compare/?a=two-player&b=partners")
    assertNotContains(page, "In numbers")
