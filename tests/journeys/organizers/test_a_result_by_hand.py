"""Journey: the result of a table is entered by hand: the table is over for everybody until it is undone."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Player
from games.tasks import expire_turns
from league.models import Competition, Membership
from league.rules.competition.commands import Start
from tests.games.visiting import give_accounts
from tests.journeys.people import LAPTOP, SOON, visitor
from tests.journeys.scorekeepers.keeping_score import LATER, cut, enter, mend, waiting
from tests.league.club_nights import announced, matches
from tests.league.organizing import act

pytestmark = pytest.mark.django_db(transaction=True)

OVER = "The organizers entered the result of this match"


def evening(venue: str) -> tuple[Competition, list[Player]]:
    """Four people at one table."""
    night = announced(4, venue=venue, options={}, with_bots=False)
    people = list(Player.objects.filter(entries__competition=night).order_by("pk"))
    for person, name in zip(people, ("Ana", "Bo", "Cy", "Di"), strict=True):
        Player.objects.filter(pk=person.pk).update(name=name)
    give_accounts(*people)
    act(night, Start())
    return night, list(Player.objects.filter(entries__competition=night).order_by("pk"))


def someone(browser, address, night: Competition, name: str, **roles: bool) -> Page:
    player = Player.objects.create(name=name)
    Membership.objects.create(club=night.club, player=player, **roles)
    return visitor(browser, address, player, service_workers="allow")


def record_by_hand(page: Page, night: Competition) -> None:
    """Find the match of the only table, as an organizer, and let Di win it."""
    page.set_viewport_size(LAPTOP)
    page.goto(f"/competitions/{night.pk}/")
    page.get_by_role("link", name="Tables", exact=True).first.click()
    page.get_by_role("link", name="Match of Table 1").click()
    for name, total in {"Ana": 300, "Bo": 200, "Cy": 100, "Di": 510}.items():
        page.get_by_label(f"{name}: Total").fill(str(total))
    page.get_by_role("button", name="Record the result").click()
    expect(
        page.get_by_text("The result is recorded.")
    ).to_be_visible()  # at the desk, from where the match was opened


def undo_it(page: Page, night: Competition) -> None:
    page.goto(f"/competitions/{night.pk}/matches/1/{matches(night)[0].key}/")
    page.get_by_role("button", name="Undo the result …").click()
    page.get_by_role("button", name="Remove result").click()
    expect(page.get_by_role("heading", name="Reopened")).to_be_visible()


def test_a_pad_is_closed_by_a_result_that_was_entered_by_hand(browser, asgi_server):
    night, (_ana, bo, *_others) = evening("physical")
    table = matches(night)[0].table_id
    pad, desk = (
        someone(browser, asgi_server, night, name, **{role: True})
        for name, role in (("Kim", "is_scorekeeper"), ("Olga", "is_organizer"))
    )
    phone = visitor(browser, asgi_server, bo)
    phone.goto(f"/tables/{table}/")
    pad.goto(f"/tables/{table}/score/")
    enter(pad, "Ana", Bo=30, Cy=20, Di=10)
    expect(phone.locator("#score_sheet")).to_contain_text("Totals after deal 1", timeout=SOON)
    cut(pad)
    enter(pad, "Bo", Ana=30, Cy=20, Di=10)
    expect(waiting(pad)).to_contain_text("1 deal waiting")

    record_by_hand(desk, night)
    expect(phone.locator("#score_sheet")).to_contain_text(OVER, timeout=SOON)
    expect(phone.locator("#next-deal")).to_have_count(0)
    mend(pad)
    expect(waiting(pad)).to_contain_text("The organizers entered the result", timeout=LATER)
    expect(pad.locator("#score_sheet")).to_contain_text(OVER, timeout=LATER)
    expect(pad.locator("#deal")).to_be_hidden()
    desk.goto("/")
    expect(desk.get_by_text("No one is playing right now.")).to_be_visible()
    expect(desk.locator("#over")).to_contain_text("Di")
    expect(desk.locator("#over")).to_contain_text("Decided by the organizers")

    undo_it(desk, night)
    expect(pad.locator("#deal")).to_be_visible(timeout=LATER)
    waiting(pad).get_by_role("button", name="Send again").click()
    expect(phone.locator("#score_sheet")).to_contain_text("Totals after deal 2", timeout=LATER)
    assert phone.complaints == desk.complaints == []


def test_nobody_plays_on_at_a_table_whose_result_was_entered_by_hand(browser, asgi_server):
    night, people = evening("online")
    table = matches(night)[0].table_id
    expire_turns()  # the clock deals
    phones = [visitor(browser, asgi_server, person) for person in people[:2]]
    for phone in phones:
        phone.goto(f"/tables/{table}/")
        expect(phone.locator("#hand")).to_be_visible(timeout=SOON)
    desk = someone(browser, asgi_server, night, "Olga", is_organizer=True)
    record_by_hand(desk, night)
    for phone in phones:
        expect(phone.locator("#decided")).to_contain_text(OVER, timeout=SOON)
        expect(phone.locator("#decided .standing li").first).to_contain_text("Di")
        expect(phone.locator("#hand, #draw")).to_have_count(0)
    phones[0].locator("#decided").get_by_role("link", name="Replay").click()
    expect(phones[0].get_by_text("Being played")).to_have_count(0)
    expect(phones[0].get_by_text("Decided by the organizers").first).to_be_visible()
    phones[0].goto("/")
    expect(phones[0].get_by_role("link", name="Go on")).to_have_count(0)
    expect(phones[0].locator("#over")).to_contain_text("Di")
    undo_it(desk, night)
    expect(phones[1].locator("#hand")).to_be_visible(timeout=SOON)
    assert all(page.complaints == [] for page in (*phones, desk))


def test_ranks_follow_the_totals_of_a_correction_at_once(browser, asgi_server):
    night, _people = evening("elsewhere")
    page = someone(browser, asgi_server, night, "Olga", is_organizer=True)
    page.set_viewport_size(LAPTOP)
    address = f"/competitions/{night.pk}/matches/1/{matches(night)[0].key}/"
    page.goto(address)
    for name, total in {"Ana": 300, "Bo": 200, "Cy": 100, "Di": 510}.items():
        page.get_by_label(f"{name}: Total").fill(str(total))
    page.get_by_role("button", name="Record the result").click()
    page.goto(address)
    ranks = page.locator("#result-form .chips :checked")
    values = "all => all.map((rank) => rank.value)"
    assert ranks.evaluate_all(values) == ["2", "3", "4", "1"]
    page.get_by_label("Cy: Total").fill("200")
    assert ranks.evaluate_all(values) == ["2", "3", "3", "1"]
    page.get_by_label("Cy: Total").fill("")
    assert ranks.evaluate_all(values) == ["2", "3", "3", "1"]
    page.get_by_label("Cy: Total").fill("305")
    assert ranks.evaluate_all(values) == ["3", "4", "2", "1"]
    page.get_by_label("Reason for the correction").fill("Read wrongly")
    page.get_by_role("button", name="See what this changes").click()
    page.get_by_role("button", name="Correct result").click()
    page.goto(address)
    assert ranks.evaluate_all(values) == ["3", "4", "2", "1"]
    assert page.complaints == []
