"""Journey: one player mutes another, whose reactions still reach everybody else."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.games.playing import dealt, player
from tests.games.visiting import give_accounts
from tests.journeys.people import SOON, visitor

pytestmark = pytest.mark.django_db(transaction=True)


def react(page: Page, words: str) -> None:
    page.get_by_role("button", name="React").click()
    page.get_by_role("dialog", name="Reactions").get_by_role("button", name=words).click()


def test_a_reaction_of_a_muted_person_is_seen_by_all_but_the_one_who_muted(browser, asgi_server):
    table = dealt("Ana Bo Cy", at=timezone.now(), turn_seconds=600)
    give_accounts(*(player(table, letter) for letter in "ABC"))
    ana, bo, cy = (visitor(browser, asgi_server, player(table, letter)) for letter in "ABC")
    for page in (ana, bo, cy):
        page.goto(f"/tables/{table.pk}/")
    cy.get_by_role("link", name=re.compile("^Mute .*Bo.* report this name")).click()
    cy.get_by_role("button", name="Mute for me").click()
    expect(cy.get_by_text("You no longer see messages")).to_be_visible()
    expect(cy.locator("#hand")).to_be_visible()

    react(bo, "Well played!")
    expect(ana.locator(".moment[data-at=seat-B]", has_text="Well played!")).to_be_visible(timeout=SOON)
    react(ana, "Oh no!")  # what comes later is there: the earlier one has not merely not arrived yet
    expect(cy.locator(".moment[data-at=seat-A]", has_text="Oh no!")).to_be_visible(timeout=SOON)
    expect(cy.locator(".moment[data-at=seat-B]")).to_have_count(0)
    expect(cy.locator("#chat_lines")).not_to_contain_text("Well played!")
    expect(cy.get_by_role("link", name="Chat: 1 new message")).to_be_visible()
    for page in (ana, bo):
        expect(page.locator("#chat_lines")).to_contain_text("Well played!", timeout=SOON)
    assert ana.complaints == bo.complaints == cy.complaints == []
