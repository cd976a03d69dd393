"""Journey: people play by keyboard alone, hear every move once, and never lose their place on the page."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import tables
from games.models import Player
from tests.games.playing import deal, open_table, player, players
from tests.journeys.people import LAPTOP, PHONE, SOON, visitor

PILE = "r9 y1 y2 y3 y4 y5 y6 y7 y8 y9 g1 g2 g3 g4"
FOCUS = "document.activeElement.id || document.activeElement.tagName"
HEARD = """() => {
  window.heard = [];
  const said = document.querySelector("#said");
  const hear = (node) => window.heard.push(node.textContent);
  const news = new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach(hear)));
  news.observe(said, { childList: true });
}"""


COUNT_FLIGHTS = """() => {
  window.flights = 0;
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...all) {
    window.flights += 1;
    return animate.apply(this, all);
  };
}"""

ANOTHER_ABSENCE = pytest.mark.slow(
    "the journey of a lost network reads by the same script what was missed",
    about=["games/static/", "templates/games/"],
)

OTHER_KEYS = pytest.mark.slow(
    "a whole deal is played by keys; these are further keys and places of the same scripts",
    about=["games/static/", "templates/games/"],
)


@pytest.fixture
def seated(browser, asgi_server, transactional_db):
    """Return a function that deals known cards and gives the pages of A and B."""

    def _seated(hands, who="Ana Bo", **options):
        table = deal(who, hands, PILE, options=options, at=timezone.now())
        pages = [visitor(browser, asgi_server, player(table, letter)) for letter in "AB"]
        for page in pages:
            page.goto(f"/tables/{table.pk}/")
            page.evaluate(HEARD)
        return pages

    return _seated


def lay(page, key="Enter"):
    """Choose the first card that fits and press a key on it."""
    expect(page.locator("#hand.hand--turn")).to_be_visible(timeout=SOON)
    page.keyboard.press("h")
    page.keyboard.press(key)
    expect(page.locator("#hand.hand--turn")).to_have_count(0, timeout=SOON)


def test_a_card_in_focus_that_does_not_fit_looks_as_little_playable_as_before(seated):
    _ana, bo = seated("r1 r2 r3/r4 b5 b6")
    looks = """button => {
      const { filter, outlineStyle, outlineColor } = getComputedStyle(button.querySelector(".card"));
      return { filter, isFramed: outlineStyle === "solid", colour: outlineColor };
    }"""
    dim, fits = bo.locator("#hand .dim-card").first, bo.locator("#hand .card-button")
    before = dim.evaluate(looks)
    bo.keyboard.press("h")
    expect(fits).to_be_focused()
    playable = fits.evaluate(looks)
    bo.keyboard.press("ArrowRight")
    expect(dim).to_be_focused()
    focused = dim.evaluate(looks)
    assert playable["isFramed"]
    assert focused["isFramed"]
    assert focused["filter"] == before["filter"] != playable["filter"]
    assert focused["colour"] != playable["colour"]


def test_a_whole_deal_is_played_without_a_mouse(seated):
    ana, bo = seated("r1 r2 r3/r4 r5 r6")
    lay(bo)
    lay(ana)
    lay(bo, "u")
    expect(bo.locator("#recent")).to_contain_text("Bo said UNO")
    lay(ana, "u")
    expect(bo.locator("#hand.hand--turn")).to_be_visible(timeout=SOON)
    bo.keyboard.press("ArrowRight")
    bo.keyboard.press("Enter")
    expect(bo.locator("#result h2")).to_contain_text("Deal 1", timeout=SOON)
    bo.keyboard.press("n")
    expect(bo.locator("#felt")).to_contain_text("deal 2", timeout=SOON)
    assert ana.complaints == bo.complaints == []


@OTHER_KEYS
def test_a_colour_is_one_key_and_the_list_of_keys_another(seated):
    ana, bo = seated("r1 r2 r3/w r5 r6")
    bo.keyboard.press("?")
    expect(bo.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    bo.keyboard.press("Escape")
    bo.keyboard.press("End")
    bo.keyboard.press("ArrowLeft")
    bo.keyboard.press("Enter")
    expect(bo.get_by_role("dialog", name="Colour for Wild")).to_be_visible()
    bo.keyboard.press("g")
    expect(ana.locator("#felt .colour")).to_have_text("green", timeout=SOON)


@OTHER_KEYS
def test_a_colour_goes_to_the_partner_at_whom_somebody_is(seated):
    _ana, bo = seated("r1 r2 r3/ws r5 r6/b1 b2 b3", "Ana Bo Cy", deck="swap_112")
    bo.keyboard.press("h")
    bo.keyboard.press("End")
    bo.keyboard.press("Enter")
    for _colour in range(5):
        bo.keyboard.press("Tab")
    bo.keyboard.press("g")
    expect(bo.locator("#recent")).to_contain_text("Bo and Ana swapped hands", timeout=SOON)


def test_letters_do_nothing_once_they_are_switched_off_nor_while_somebody_writes(seated):
    _ana, bo = seated("r1 r2 r3/r4 r5 r6")
    bo.locator("#chat_form input[type=text]").focus()
    bo.keyboard.type("dd")
    expect(bo.locator("#chat_form input[type=text]")).to_have_value("dd")
    bo.locator("#keys-open").click()
    bo.get_by_label("Single-letter shortcuts").uncheck()
    bo.keyboard.press("Escape")
    bo.reload()
    bo.keyboard.press("d")
    bo.keyboard.press("?")
    expect(bo.locator("#keys")).to_be_hidden()
    expect(bo.locator("#hand .cards li")).to_have_count(3)


def test_every_move_is_said_once_outside_of_what_is_replaced(seated):
    ana, bo = seated("r1 r2 r3 b1/r4 r5 r6 b4")
    assert ana.locator("#table #said").count() == 0
    lay(bo)
    expect(ana.locator("#recent")).to_contain_text("Bo played red 4", timeout=SOON)
    lay(ana)
    expect(ana.locator("#recent")).to_contain_text("Ana played red 1")
    expect(bo.locator("#hand.hand--turn")).to_be_visible(timeout=SOON)
    assert ana.evaluate("window.heard") == ["Bo played red 4", "Your turn.", "Ana played red 1"]
    assert bo.evaluate("window.heard") == ["Bo played red 4", "Ana played red 1", "Your turn."]


def test_the_focus_stays_whoever_moves(seated):
    ana, bo = seated("r1 r2 r3 b1/r4 r5 r6 b4")
    ana.keyboard.press("h")
    ana.keyboard.press("ArrowRight")
    mine = ana.evaluate(FOCUS)
    lay(bo)
    expect(ana.locator("#recent")).to_contain_text("Bo played red 4", timeout=SOON)
    assert ana.evaluate(FOCUS) == mine
    assert bo.evaluate(FOCUS).startswith("card-")
    ana.keyboard.press("Enter")
    expect(ana.locator("#hand .cards li")).to_have_count(3)
    assert ana.evaluate(FOCUS).startswith("card-")
    expect(bo.locator("#hand.hand--turn")).to_be_visible(timeout=SOON)
    bo.keyboard.press("d")
    expect(bo.locator("#hand .cards li")).to_have_count(4)
    assert bo.evaluate(FOCUS) != "BODY"


ON = "document.activeElement.getAttribute('aria-label')"


@OTHER_KEYS
def test_the_focus_of_the_host_stays_whoever_writes_or_moves(browser, asgi_server, transactional_db):
    host = Player.objects.create(name="Rita")
    table = deal("Ana Bo", "r1 r2 r3/r4 r5 r6", PILE, at=timezone.now(), host=host)
    rita, bo = (visitor(browser, asgi_server, person) for person in (host, player(table, "B")))
    for page in (rita, bo):
        page.goto(f"/tables/{table.pk}/")

    def write(text, count):
        bo.locator("#chat_form input[type=text]").fill(text)
        bo.keyboard.press("Enter")
        expect(rita.locator("#chat_lines p")).to_have_count(count, timeout=SOON)
        # Until htmx has settled what it fetched, a form in it would load the whole page.
        expect(rita.locator(".htmx-added, .htmx-settling")).to_have_count(0)

    write("one", 1)
    rita.get_by_role("button", name="Hide the message from Bo").focus()
    write("two", 2)
    assert rita.evaluate(ON) == "Hide the message from Bo"
    rita.keyboard.press("Enter")
    expect(rita.locator("#chat_lines")).to_contain_text("hidden by")
    expect(rita.locator("#chat_lines")).to_be_focused()
    rita.get_by_role("button", name="Referee").focus()
    bo.locator("#draw-pile").click()
    expect(rita.locator("#recent")).to_contain_text("Bo drew a card", timeout=SOON)
    expect(rita.get_by_role("button", name="Referee")).to_be_focused()
    assert rita.complaints == bo.complaints == []


def test_sound_is_off_until_somebody_wants_it_and_then_remembered(seated):
    _ana, bo = seated("r1 r2 r3/r4 r5 r6")
    sound = bo.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    assert bo.evaluate("localStorage.getItem('sound')") is None
    offer = bo.get_by_text("Sound and vibration at the table?")
    for size in (PHONE, {"width": 1280, "height": 720}):
        bo.set_viewport_size(size)
        expect(offer).to_be_in_viewport(ratio=1)
        note, table = bo.locator("#sound-offer").bounding_box(), bo.locator("h1").bounding_box()
        assert note["y"] + note["height"] <= table["y"], (
            "it covers the head of the site, and nothing of the table"
        )
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    expect(offer).to_be_hidden()
    bo.reload()
    expect(offer).to_be_hidden()
    expect(bo.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "true")
    lay(bo)
    assert bo.complaints == []


def test_sound_is_offered_in_words_at_each_table_until_it_is_answered_and_covers_nothing(
    browser, asgi_server, transactional_db
):
    ana, bo = players("Ana Bo")
    table, other = open_table(seats=2, host=ana), open_table(seats=2, host=bo)
    for each in (table, other):
        tables.sit(each.pk, player=ana, at=timezone.now())
    page = visitor(browser, asgi_server, ana)
    page.goto(f"/tables/{table.pk}/")
    offer = page.get_by_text("Sound and vibration at the table?")
    for size in (PHONE, {"width": 360, "height": 740}, {"width": 800, "height": 1000}, LAPTOP):
        page.set_viewport_size(size)
        expect(offer).to_be_in_viewport(ratio=1)
        for name in ("Log out", "Settings", "Sound"):
            page.get_by_role("button", name=name).click(trial=True)
    page.goto(f"/tables/{other.pk}/")
    expect(offer).to_be_in_viewport(ratio=1)  # the first table got no answer
    page.get_by_role("button", name="Off", exact=True).click()
    expect(offer).to_be_hidden()
    page.goto(f"/tables/{table.pk}/")
    expect(page.get_by_role("button", name="Sound")).to_be_visible()
    expect(offer).to_be_hidden()
    page.get_by_role("button", name="Fill with bots and start").click()
    expect(page.locator("#hand")).to_be_visible()
    expect(offer).to_be_hidden()
    assert page.complaints == []


def test_an_offer_of_sound_that_somebody_lets_pass_during_a_deal_is_made_once(
    browser, asgi_server, transactional_db
):
    table = deal("Ana Bo", "r1 r2 r3/r4 r5 r6", PILE, at=timezone.now())
    bo = visitor(browser, asgi_server, player(table, "B"))
    bo.clock.install()
    bo.goto(f"/tables/{table.pk}/")
    offer = bo.get_by_text("Sound and vibration at the table?")
    expect(offer).to_be_visible()
    bo.clock.run_for(13_000)
    expect(offer).to_be_hidden()
    bo.reload()
    expect(bo.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "false")
    expect(offer).to_be_hidden()
    assert bo.complaints == []


@OTHER_KEYS
def test_cards_fly_unless_somebody_wants_less_motion(browser, asgi_server, transactional_db):
    for wish, flies in (("no-preference", True), ("reduce", False)):
        table = deal("Ana Bo", "r1 r2 r3/r4 r5 r6", PILE, at=timezone.now())
        bo = visitor(browser, asgi_server, player(table, "B"), reduced_motion=wish)
        bo.goto(f"/tables/{table.pk}/")
        bo.evaluate(COUNT_FLIGHTS)
        bo.keyboard.press("d")
        expect(bo.locator("#hand .cards li")).to_have_count(4)
        bo.keyboard.press("p")
        expect(bo.locator("#hand.hand--turn")).to_have_count(0)
        assert (bo.evaluate("window.flights") > 0) == flies
        assert bo.complaints == []


@ANOTHER_ABSENCE
def test_a_player_reads_the_missed_moves_after_the_computer_slept(seated):
    ana, bo = seated("r1 r2 r3 b1/r4 r5 r6 b4")
    expect(ana.locator("#live")).to_have_attribute("data-line", "open")
    ana.evaluate("() => { const { now } = Date; Date.now = () => now() + 60000; }")
    lay(bo)
    missed = ana.get_by_role("region", name="While you were away")
    missed.get_by_text("1 move").click()
    expect(missed.get_by_role("listitem")).to_have_text(["Bo played red 4"], timeout=SOON)


@OTHER_KEYS
def test_a_player_who_comes_back_reads_the_missed_moves(seated, asgi_server):
    ana, bo = seated("r1 r2 r3 b1/r4 r5 r6 b4")
    ana.evaluate("""() => {
      const kept = JSON.parse(localStorage.getItem("tables:seen"));
      for (const one of Object.values(kept)) one.at -= 60000;
      window.addEventListener("pagehide", () => localStorage.setItem("tables:seen", JSON.stringify(kept)));
    }""")
    address = ana.url
    ana.goto("about:blank")
    lay(bo)
    ana.goto(address)
    missed = ana.get_by_role("region", name="While you were away")
    missed.get_by_text("1 move").click()
    expect(missed.get_by_role("listitem")).to_have_text(["Bo played red 4"])
    missed.get_by_role("button", name="Close").click()
    expect(missed).to_have_count(0)
