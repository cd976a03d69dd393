"""Journey: one player mutes another, whose reactions still reach everybody else."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games import chat
from tests.games.playing import dealt, player
from tests.games.visiting import give_accounts
from tests.journeys.people import LAPTOP, PHONE, SOON, visitor

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


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_reader_who_mutes_from_the_chat_is_told_so_at_the_table_and_later_in_the_chat(
    browser, asgi_server, size
):
    table = dealt("Ana Bo", at=timezone.now(), turn_seconds=600)
    give_accounts(*(player(table, letter) for letter in "AB"))
    chat.say(table.pk, "You are awful", player=player(table, "B"), at=timezone.now())
    page = visitor(browser, asgi_server, player(table, "A"))
    page.set_viewport_size(size)
    page.goto(table.get_absolute_url())
    page.get_by_role("link", name="Mute or block Bo, or report this message").click()
    page.get_by_role("button", name="Mute for me").click()
    note, offer = page.locator(".notes"), page.locator("#sound-offer")
    expect(note).to_contain_text("You no longer see messages")
    for part in (note, page.locator("#felt .turn__words"), page.locator("#hand .cards")):
        expect(part).to_be_in_viewport(ratio=1)
    expect(offer).to_be_hidden()
    note.evaluate("note => note.getAnimations().forEach((one) => one.finish())")
    expect(offer).to_be_visible()
    lines = page.locator("#chat_lines")
    expect(lines).to_have_text(re.compile("^\\s*You have muted Bo: their messages are hidden."))
    lines.get_by_role("link", name="Muted and blocked people").click()
    page.get_by_role("button", name="Unmute Bo").click()
    page.goto(table.get_absolute_url())
    expect(lines).to_contain_text("You are awful")
    assert page.complaints == []
