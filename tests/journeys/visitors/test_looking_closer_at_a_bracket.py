"""Somebody makes a bracket larger and smaller and moves about in it, by mouse, keyboard and thumbs."""

import pytest
from playwright.sync_api import expect

from league.rules.settings.stages import ROUND_ROBIN, SINGLE_ELIMINATION, StageSettings
from tests.journeys.people import PHONE, visitor
from tests.league.by_hand import play, played_elsewhere

TABLET = {"width": 820, "height": 900}
WORDS = "[data-zoom-words]"

WITHOUT_ITS_SCRIPT = pytest.mark.slow(
    "tests of the view and of the walk through all pages see the same, without the script of the size",
    about=["league/static/", "templates/league/"],
)

OTHER_WAYS = pytest.mark.slow(
    "further ways to move about in a bracket, by the script that the others here press",
    about=["league/static/league/competitions/", "templates/league/competitions/"],
)


@pytest.fixture
def cup(transactional_db):
    made = played_elsewhere(32, StageSettings(SINGLE_ELIMINATION, table_size=2, advance=1))
    play(made, 1)
    return made


def opened(browser, address, cup, size=TABLET, **facts):
    page = visitor(browser, address, **facts)
    page.set_viewport_size(size)
    page.goto(f"/competitions/{cup.pk}/bracket/")
    return page


def box(page):
    return page.locator("#side1")


def size_of(page):
    return int(page.locator(WORDS).inner_text().removesuffix("%"))


def scrolled(page):
    return box(page).evaluate("box => [box.scrollLeft, box.scrollTop]")


def fingers(page):
    """Fingers on the screen, as the browser hears them: what they do, and where."""
    session = page.context.new_cdp_session(page)

    def touch(kind, *points):
        places = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    return touch


def test_buttons_and_keys_change_the_size_and_the_arrows_move_about(browser, asgi_server, cup):
    page = opened(browser, asgi_server, cup)
    page.get_by_role("button", name="Larger").click()
    expect(page.locator(WORDS)).to_have_text("125%")
    page.get_by_role("button", name="Fit to screen").click()
    assert box(page).evaluate("box => box.scrollWidth <= box.clientWidth + 1")
    box(page).focus()
    page.keyboard.press("0")
    expect(page.locator(WORDS)).to_have_text("100%")
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.keyboard.press("-")
    expect(page.locator(WORDS)).to_have_text("125%")
    left, top = scrolled(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.wait_for_function(
        "([left, top]) => document.querySelector('#side1').scrollLeft > left"
        " && document.querySelector('#side1').scrollTop > top",
        arg=[left, top],
    )
    assert page.complaints == []


@OTHER_WAYS
def test_keys_elsewhere_on_the_page_change_nothing(browser, asgi_server, cup):
    page = opened(browser, asgi_server, cup)
    page.locator(".brand").focus()
    page.keyboard.press("+")
    expect(page.locator(WORDS)).to_have_text("100%")


@OTHER_WAYS
def test_the_wheel_with_ctrl_makes_larger_what_lies_under_the_mouse(browser, asgi_server, cup):
    page = opened(browser, asgi_server, cup)
    line = page.locator("#side1 [data-match='1.R1.3'] .match__seed").first
    line.hover()
    before = line.bounding_box()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -240)
    page.keyboard.up("Control")
    page.wait_for_function("() => document.querySelector('[data-zoom-words]').textContent !== '100%'")
    after = line.bounding_box()
    assert after["width"] > before["width"]
    assert abs(after["y"] - before["y"]) < 12


@OTHER_WAYS
def test_a_mouse_drags_the_bracket_and_pins_nobody_by_it(browser, asgi_server, cup):
    page = opened(browser, asgi_server, cup)
    seed = page.locator("#side1 .match__seed").nth(4).bounding_box()
    x, y = seed["x"] + 3, seed["y"] + 3
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y - 80, steps=4)
    page.mouse.up()
    left, top = scrolled(page)
    assert left == pytest.approx(60, abs=8)
    assert top == pytest.approx(80, abs=8)
    page.mouse.move(5, 5)
    expect(page.locator(".is-on-path")).to_have_count(0)


@OTHER_WAYS
def test_two_fingers_make_it_larger_and_one_scrolls(browser, asgi_server, cup):
    page = opened(browser, asgi_server, cup, has_touch=True)
    touch, middle = fingers(page), box(page).bounding_box()
    x, y = middle["x"] + 300, middle["y"] + 250
    touch("touchStart", (x - 50, y), (x + 50, y))
    for far in (60, 80, 100):
        touch("touchMove", (x - far, y), (x + far, y))
    touch("touchEnd")
    assert 180 <= size_of(page) <= 220
    before = scrolled(page)
    touch("touchStart", (x, y))
    for far in range(10, 120, 10):
        touch("touchMove", (x - far, y))
    touch("touchEnd")
    page.wait_for_function(f"() => document.querySelector('#side1').scrollLeft > {before[0]} + 30")


def test_size_place_and_focus_stay_when_a_result_comes_in(browser, asgi_server, cup):
    page = opened(browser, asgi_server, cup)
    page.get_by_role("button", name="Larger").click()
    link = page.locator("#side1 [data-match='1.R2.5']").get_by_role("link", name="Player 2", exact=True)
    link.focus()
    # Before that, a sentence below the bracket may come and go, and the page move with it.
    expect(page.locator("#live")).to_have_attribute("data-line", "open")
    place, window = scrolled(page), page.evaluate("scrollY")
    seen = link.bounding_box()
    version = page.locator("#bracket").get_attribute("data-version")
    play(cup, 1)
    expect(page.locator("#bracket")).not_to_have_attribute("data-version", version)
    expect(page.locator("#side1 [data-match='1.R2.5'] .match__line--on")).to_have_count(1)
    expect(page.locator(WORDS)).to_have_text("125%")
    assert scrolled(page) == pytest.approx(place, abs=1)
    assert page.evaluate("scrollY") == pytest.approx(window, abs=1)
    assert page.locator("#side1 [data-match='1.R2.5'] a:focus").bounding_box()["x"] == seen["x"]


@OTHER_WAYS
def test_a_phone_shows_a_list_and_the_bracket_to_whoever_asks(browser, asgi_server, cup):
    page = opened(browser, asgi_server, cup, PHONE)
    first = page.locator("#side1 .match").nth(0).bounding_box()
    second = page.locator("#side1 .match").nth(1).bounding_box()
    last = page.locator("#side1 .match").last.bounding_box()
    assert first["x"] == second["x"] == last["x"]
    assert first["width"] > 330
    expect(page.get_by_role("button", name="Larger")).to_be_hidden()
    page.get_by_role("button", name="As a bracket").click()
    assert page.locator("#side1 .match").last.bounding_box()["x"] > 390
    expect(page.get_by_role("button", name="Larger")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_screen_reader_reads_each_match_once_and_in_order(browser, asgi_server, cup):
    page = opened(browser, asgi_server, cup)
    heard = page.locator("#bracket").aria_snapshot()
    assert heard.count("- article:") == 31
    assert heard.count("advances") >= 16
    rounds = ["Round 1", "Round 2", "Quarter-finals", "Semi-finals", "Final"]
    places = [heard.index(f'- region "{name}":') for name in rounds]
    assert places == sorted(places)


@WITHOUT_ITS_SCRIPT
def test_without_scripts_the_bracket_scrolls(browser, asgi_server, cup):
    page = opened(browser, asgi_server, cup, java_script_enabled=False)
    expect(page.locator(".zoom")).to_be_hidden()
    last = page.locator("#side1 .match").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()


@WITHOUT_ITS_SCRIPT
def test_groups_show_who_goes_on(browser, asgi_server, transactional_db):
    groups = played_elsewhere(
        8,
        StageSettings(ROUND_ROBIN, table_size=2, groups=2, qualify=2),
        StageSettings(SINGLE_ELIMINATION, table_size=2, advance=1),
    )
    page = opened(browser, asgi_server, groups, PHONE)
    expect(page.locator(".cut__group")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    play(groups)
    page.goto(f"/competitions/{groups.pk}/bracket/?stage=1")
    expect(page.locator(".cut__mark .unseen", has_text="advances")).to_have_count(4)
    expect(page.locator(".cut__last")).to_have_count(2)
