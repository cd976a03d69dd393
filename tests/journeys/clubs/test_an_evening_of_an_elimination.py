"""Journey: an evening of thirteen with real cards: a tie, an undo, a withdrawal, each round by a button."""

import pytest
from playwright.sync_api import Locator, Page, expect

from games.models import Player
from league.models import Competition, Membership
from league.rules.competition.commands import Withdraw
from league.rules.settings.stages import StageSettings
from tests.journeys.people import LAPTOP, PHONE, visitor
from tests.league.club_nights import announced
from tests.league.organizing import act


@pytest.fixture
def cup(transactional_db) -> Competition:
    made = announced(
        13,
        stages=[StageSettings("elimination_500", table_size=4)],
        rulebook="elimination-500",
        options={},
        venue="physical",
        by_hand=True,
        lots_by_hand=True,
    )
    Membership.objects.create(club=made.club, player=Player.objects.create(name="Olga"), is_owner=True)
    return made


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_an_evening_of_thirteen_with_real_cards(browser, asgi_server, cup, size):
    page = visitor(browser, asgi_server, Player.objects.get(name="Olga"))
    page.set_viewport_size(size)
    screen = visitor(browser, asgi_server)
    page.goto(f"/competitions/{cup.pk}/")
    page.get_by_role("button", name="Start Friday").click()
    page.get_by_role("dialog").get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="Quarter-finals")).to_be_visible()

    results = f"/competitions/{cup.pk}/results/"
    page.goto(results)
    enter(page, 0, [300, 520, 520])
    enter(page, 1, [120, 250, 505])
    row(page, 1).get_by_role("button", name="Undo").click()
    enter(page, 1, [120, 255, 505])
    enter(page, 2, [130, 260, 506])
    nobody_is_out_before_the_tie_is_decided(screen, cup)
    enter(page, 3, [131, 262, 507, 532])

    page.get_by_role("link", name="Decide the tie").last.click()
    page.get_by_role("button", name="Draw lots", exact=True).click()
    page.get_by_role("button", name="Yes, draw lots").click()
    page.reload()
    expect(page.get_by_role("button", name="Publish “Semi-finals”")).to_be_visible()
    page.goto(results)
    expect(page.get_by_role("button", name="Undo")).to_have_count(4)
    somebody_leaves(cup)
    page.reload()
    page.get_by_role("button", name="Publish “Semi-finals”").click()
    expect(page.get_by_text("The pairings are published.")).to_be_visible()
    assert cup.matches.filter(round_number=2, is_bye=False).count() == 2
    expect(page.get_by_role("button", name="Unpublish pairings")).to_be_visible()

    page.goto(results)
    expect(page.get_by_role("link", name="Semi-finals")).to_have_attribute("aria-current", "page")
    page.get_by_role("link", name="Quarter-finals").click()
    expect(page.locator(".quick__row--done")).to_have_count(4)
    assert page.complaints == screen.complaints == []


def row(page: Page, number: int) -> Locator:
    return page.locator(".quick__row").nth(number)


def enter(page: Page, number: int, totals: list[int]) -> None:
    """Enter totals of a table from which some are out, and confirm that they say the ranks."""
    fields = row(page, number).get_by_role("spinbutton")
    for place, total in enumerate(totals):
        fields.nth(place).fill(str(total))
    row(page, number).get_by_role("button", name="Save").click()
    sure = row(page, number).get_by_role("button", name="Yes, record it like this")
    done = row(page, number).get_by_role("link", name="Correct")
    expect(sure.or_(done).first).to_be_visible()
    if sure.count():
        sure.click()
    expect(row(page, number).get_by_role("button", name="Undo")).to_be_visible()


def nobody_is_out_before_the_tie_is_decided(screen: Page, cup: Competition) -> None:
    screen.goto(f"/screen/competitions/{cup.pk}/?view=tables")
    tied = screen.locator(".screen__outcome", has_text="tied, to be decided")
    expect(tied).to_have_count(2)
    expect(screen.locator(".screen__outcome--out")).to_have_count(2)
    screen.goto(f"/competitions/{cup.pk}/bracket/")
    expect(screen.locator(".match__line--tied")).to_have_count(2)
    expect(screen.locator(".match__line--out")).to_have_count(2)


def somebody_leaves(cup: Competition) -> None:
    act(cup, Withdraw(2))
