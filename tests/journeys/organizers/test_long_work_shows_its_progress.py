"""Somebody waits for an answer that is long in coming: the button, and then a bar, say what is being done."""

import time

import pytest
from playwright.sync_api import expect

from games.models import Player
from league import competitions
from league.models import Membership
from league.rules.competition.commands import MakeDraft, Start
from league.rules.settings.stages import SEASON, StageSettings
from tests.journeys.people import SOON, visitor
from tests.league.club_nights import BY, START, announced, players

pytestmark = pytest.mark.django_db(transaction=True)

NOTE = """() => {
  const note = (kind, words) => {
    const seen = JSON.parse(sessionStorage.getItem(kind) ?? "[]");
    if (words === seen.at(-1)) return;
    sessionStorage.setItem(kind, JSON.stringify([...seen, words]));
    if (kind === "bars") console.info(`bar:${words}`);
  };
  new MutationObserver(() => {
    const button = document.querySelector("button[aria-busy=true]");
    if (button) note("buttons", button.textContent.trim());
    const bar = document.querySelector("[role=status].doing");
    if (bar) note("bars", bar.querySelector("progress")?.getAttribute("aria-label") ?? "");
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
"""Keep the words of busy buttons and bars for the next page, and log those of bars to the console."""


ESCAPE = """() => new MutationObserver((_changes, watch) => {
  if (!document.querySelector("[role=status].doing progress")) return;
  watch.disconnect();
  setTimeout(() => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  }, 100);
}).observe(document.body, { subtree: true, childList: true })"""
"""Somebody sees the bar and waits no longer."""


SECONDS_LAST_LONG = """
const later = setTimeout;
setTimeout = (work, time, ...more) => later(work, time === 1000 ? 30000 : time, ...more);
"""
"""An answer is quick, however busy the machine is."""

AGAIN = pytest.mark.slow(
    "the same bar with another sentence, or without any, is seen in the other journeys",
    about=["league/static/", "games/static/", "templates/league/"],
)


@pytest.fixture
def cup():
    made = announced(6)
    Membership.objects.create(club=made.club, player=Player.objects.create(name="Olga"), is_owner=True)
    return made


@pytest.fixture
def drafted(cup):
    stages = [StageSettings(SEASON)]
    made = competitions.create(
        with_bots=True,
        club=cup.club,
        name="Open",
        stages=stages,
        rulebook="classic",
        by_hand=True,
        by=BY,
        at=START,
    )
    competitions.enter(made.pk, players=players(8), by=BY, at=START)
    competitions.act_all(made.pk, [Start(), MakeDraft()], by=BY, at=START)
    return made


@pytest.fixture
def page(browser, asgi_server, cup):
    page = visitor(browser, asgi_server, Player.objects.get(name="Olga"))
    page.bars = []
    page.on("console", lambda message: note_bar(page, message.text))
    yield page
    assert page.complaints == []


def note_bar(page, text):
    if text.startswith("bar:"):
        page.bars.append(text.removeprefix("bar:"))


def once_there_is_a_bar(page):
    """Let an answer come when the page says what it waits for, however busy the machine is."""
    return answer_once(page, any)


def once_the_bar_is_gone(page):
    """Let an answer come when the page has said what it waits for, and somebody waits no longer."""
    return answer_once(page, lambda bars: any(bars) and not bars[-1])


def answer_once(page, is_time):
    page.bars.clear()

    def answer(route):
        deadline = time.monotonic() + SOON / 1000
        while not is_time(page.bars) and time.monotonic() < deadline:
            page.wait_for_timeout(20)
        route.continue_()

    return answer


def late(route):
    """Answer after the time in which a bar would have been shown."""
    time.sleep(1.7)
    route.continue_()


def noted(page, kind):
    return page.evaluate(f"JSON.parse(sessionStorage.getItem('{kind}') ?? '[]')")


def test_a_form_on_its_way_says_so_at_its_button_and_then_in_a_bar(page, cup):
    page.goto(f"/competitions/{cup.pk}/desk/")
    page.evaluate(NOTE)
    page.route("**/seed/", once_there_is_a_bar(page))
    with page.expect_navigation():
        page.get_by_role("button", name="Draw lots", exact=True).click()
    assert noted(page, "buttons") == ["Draw lots"]
    assert noted(page, "bars") == ["", "Sending: Draw lots"]
    expect(page.locator("[aria-busy=true], .doing")).to_have_count(0)


@AGAIN
def test_a_page_names_the_long_work_it_waits_for(page, cup):
    page.goto(f"/competitions/{cup.pk}/import/")
    page.route("**/import/", once_there_is_a_bar(page))
    page.get_by_label("Rows").fill("name\nZoe")
    for button, sentence in (("Check the rows", "read"), ("Import this row", "imported")):
        page.evaluate(NOTE)
        page.bars.clear()
        with page.expect_navigation():
            page.get_by_role("button", name=button).click()
        assert noted(page, "bars")[-1] == f"The rows are being {sentence}"
    assert cup.entrants.filter(player__name="Zoe").exists()


def test_a_link_says_which_page_is_being_opened_until_somebody_waits_no_longer(page, cup):
    page.goto(f"/competitions/{cup.pk}/")
    page.evaluate(NOTE)
    page.route("**/export/", once_the_bar_is_gone(page))
    page.evaluate(ESCAPE)
    with page.expect_navigation():
        page.get_by_role("link", name="Files").click()
    assert noted(page, "bars") == ["", "Opening: Files", ""]


def test_a_part_of_a_page_says_that_it_waits_until_its_answer_comes(page, drafted):
    page.goto(f"/competitions/{drafted.pk}/draft/")
    page.evaluate(NOTE)
    page.route("**/draft/?pick=*", once_there_is_a_bar(page))
    page.get_by_role("button", name="Player 1").first.click()
    expect(page.get_by_text("swaps with")).to_be_visible()
    assert noted(page, "bars")[1].startswith("Sending: ")
    assert "Player 1" in noted(page, "bars")[1]
    assert noted(page, "bars")[-1] == ""


def test_a_quick_answer_shows_no_bar(page, drafted):
    page.add_init_script(SECONDS_LAST_LONG)
    page.goto(f"/competitions/{drafted.pk}/draft/")
    page.evaluate(NOTE)
    page.get_by_role("button", name="Player 1").first.click()
    expect(page.get_by_text("swaps with")).to_be_visible()
    assert noted(page, "bars") == [""]


@AGAIN
def test_a_request_of_the_page_itself_shows_no_bar(page, drafted):
    page.goto(f"/competitions/{drafted.pk}/draft/")
    page.evaluate(NOTE)
    page.route("**/draft/", late)
    page.evaluate("htmx.ajax('GET', location.pathname, { target: '#draft', select: '#draft' })")
    assert noted(page, "bars") == []


def test_a_file_that_is_saved_leaves_no_bar_behind(page, cup):
    page.goto(f"/competitions/{cup.pk}/export/")
    page.evaluate(NOTE)
    page.route("**/export/*.csv", late)
    with page.expect_download():
        page.get_by_role("link", name="Entrants as CSV").click()
    assert noted(page, "bars") == []
