"""Somebody presses a button whose answer is long in coming: the button says what is being done."""

import time

import pytest
from playwright.sync_api import expect

from games.models import Player
from league.models import Membership
from tests.journeys.people import visitor
from tests.league.club_nights import announced

NOTE = """() => new MutationObserver(() => {
  const button = document.querySelector("[aria-busy=true]");
  if (button) sessionStorage.setItem("busy", button.textContent.trim());
}).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["aria-busy"] })"""
"""What is busy is noted where the next page finds it."""


@pytest.mark.django_db(transaction=True)
def test_a_form_on_its_way_is_seen_at_the_button_that_sent_it(browser, asgi_server):
    cup, olga = announced(6), Player.objects.create(name="Olga")
    Membership.objects.create(club=cup.club, player=olga, is_owner=True)
    page = visitor(browser, asgi_server, olga)
    page.goto(f"/competitions/{cup.pk}/desk/")
    page.evaluate(NOTE)
    page.route("**/seed/", late)
    with page.expect_navigation():
        page.get_by_role("button", name="Draw lots").click()
    assert page.evaluate("sessionStorage.getItem('busy')") == "Draw lots"
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    assert page.complaints == []


def late(route):
    time.sleep(1)
    route.continue_()
