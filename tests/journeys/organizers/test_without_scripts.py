"""Journey: with scripts off somebody signs up, holds a competition to its end, and steps through a replay."""

import re

from playwright.sync_api import Page, expect

from games.models import Player
from league.models import Competition, Membership
from tests.games.playing import dealt, play_out
from tests.journeys.organizers.at_the_desk import sure
from tests.journeys.people import LAPTOP, visitor
from tests.league.club_nights import club


def test_from_the_account_to_the_champion(browser, asgi_server):
    place = club()
    page = visitor(browser, asgi_server, java_script_enabled=False)
    page.set_viewport_size(LAPTOP)
    _sign_up(page)
    Membership.objects.create(club=place, player=Player.objects.get(name="Olga"), is_owner=True)

    _announce(page, place.slug)
    page.get_by_label("Someone new").fill("Dora\nEmil\nFay\nGus")
    page.get_by_role("button", name="Enter players").click()
    expect(page.locator("#desk .people li")).to_have_count(4)
    sure(page, "Start Evening", "Start")
    cup = Competition.objects.get()
    _report(page, cup)
    page.get_by_role("button", name="Publish round 2").click()
    _report(page, cup)
    _draw(page, cup)
    _report(page, cup)
    page.goto(f"/competitions/{cup.pk}/")
    expect(page.locator(".standings tbody tr").first).to_contain_text("Dora")
    expect(page.locator(".head .tag").first).to_have_text("Finished")
    page.locator(".standings tbody tr").first.get_by_role("link", name="Dora").click()
    expect(page.get_by_role("heading", name="Dora")).to_be_visible()


def test_a_replay_by_links_and_by_the_slider(browser, asgi_server, transactional_db):
    finished = play_out(dealt("Ana bot", options={"target_score": 40}))
    page = visitor(browser, asgi_server, java_script_enabled=False)
    page.goto(f"/tables/{finished.pk}/")
    page.get_by_role("link", name="Watch the replay").click()
    for step in (2, 3):
        page.get_by_role("link", name="Next step").click()
        expect(page.locator("#replay")).to_have_attribute("data-step", str(step))
    page.get_by_role("link", name="Penalties").click()
    expect(page.locator("#moves")).to_contain_text("Penalties")
    page.get_by_role("slider", name="Step").fill("5")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#replay")).to_have_attribute("data-step", "5")


def _sign_up(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Sign up").click()
    page.get_by_label("name", exact=False).first.fill("Olga")
    page.locator("[name=username]").fill("olga")
    for field in ("password1", "password2"):
        page.locator(f"[name={field}]").fill("a quiet evening of cards")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("link", name="Olga")).to_be_visible()


def _announce(page: Page, slug: str) -> None:
    page.goto(f"/clubs/{slug}/")
    page.get_by_role("link", name="New competition").click()
    page.get_by_label("Name", exact=True).fill("Evening")
    page.get_by_text("Swiss", exact=True).first.click()
    page.get_by_text("Elsewhere", exact=True).click()
    page.locator("[name=rounds]").fill("3")
    page.get_by_role("heading", name="More options").click()
    page.get_by_role("button", name="Announce competition").click()
    expect(page.get_by_role("heading", name="Evening")).to_be_visible()


def _draw(page: Page, cup: Competition) -> None:
    page.goto(f"/competitions/{cup.pk}/draft/")
    make = page.get_by_role("button", name="Make draft")
    if make.count():
        make.click()
    sure(page, "Publish …", "Publish")


def _report(page: Page, cup: Competition) -> None:
    """Write the result of the table of a round down: in the order of the alphabet."""
    page.goto(f"/competitions/{cup.pk}/desk/")
    page.get_by_role("link", name="Record results").click()
    for total, name in zip((510, 300, 200, 100), ("Dora", "Emil", "Fay", "Gus"), strict=True):
        page.get_by_role("spinbutton", name=name).fill(str(total))
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text(re.compile("All results are in|Round . is complete"))).to_be_visible()
