"""Somebody reads their own page, which shows a bracket of this site in a frame."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from league.rules.settings.stages import SINGLE_ELIMINATION, StageSettings
from tests.journeys.people import visitor
from tests.league.by_hand import play, played_elsewhere

NEWS = 10_000
"""Milliseconds after which a frame asks for news."""
LIGHT, DARK = "rgb(247, 244, 238)", "rgb(20, 25, 28)"

OTHER_SNIPPETS = pytest.mark.slow(
    "the bracket is tried in another site; views show the rest but the look",
    about=["league/static/", "templates/league/sharing/", "league/competitions/sharing/"],
)


@pytest.fixture
def cup(transactional_db):
    made = played_elsewhere(32, StageSettings(SINGLE_ELIMINATION, table_size=2, advance=1))
    play(made, 1)
    return made


@pytest.fixture
def elsewhere():
    """The address of another site; what is put on its only page."""

    class Page(BaseHTTPRequestHandler):
        shown = ""

        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(Page.shown.encode())

        def log_message(self, *_said):
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://localhost:{server.server_port}/", Page
        server.shutdown()


@pytest.fixture
def framed(browser, asgi_server, cup, elsewhere):
    """Opens the page of the other site with a frame; returns it, and what is in the frame."""
    site, its = elsewhere

    def opened(what="embed/bracket/?theme=light", **facts):
        page = visitor(browser, asgi_server, **facts)
        page.set_viewport_size({"width": 1000, "height": 800})
        page.clock.install()
        address = f"{asgi_server}/competitions/{cup.pk}/{what}"
        its.shown = f'<iframe src="{address}" title="Cup" width="900" height="700"></iframe>'
        page.goto(site)
        return page, page.frame_locator("iframe")

    return opened


def background(frame):
    return frame.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")


def test_the_bracket_is_there_and_follows_what_happens_without_losing_place(framed, cup):
    page, frame = framed()
    expect(frame.locator("[data-match='1.R2.1'] .match__line--on")).to_have_count(0)
    frame.get_by_role("button", name="Larger").click()
    box = frame.locator("#side1")
    box.evaluate("box => box.scrollTo(120, 200)")
    play(cup, 1)
    page.clock.run_for(NEWS)
    expect(frame.locator("[data-match='1.R2.1'] .match__line--on")).to_have_count(1)
    assert box.evaluate("box => [box.scrollLeft, box.scrollTop]") == [120, 200]
    expect(frame.locator("[data-zoom-words]")).to_have_text("125%")
    assert page.complaints == []
    assert page.context.cookies() == []


@OTHER_SNIPPETS
def test_the_theme_is_that_of_the_snippet_whatever_the_visitor_has(framed):
    for scheme, theme, colours in (("dark", "light", LIGHT), ("light", "dark", DARK)):
        page, frame = framed(f"embed/bracket/?theme={theme}", color_scheme=scheme)
        expect(frame.locator("h1")).to_be_visible()
        assert background(frame) == colours
        page.context.close()
    _page, frame = framed("embed/bracket/?theme=auto", color_scheme="dark")
    expect(frame.locator("h1")).to_be_visible()
    assert background(frame) == DARK


@OTHER_SNIPPETS
def test_standings_are_there_and_a_name_opens_beside_the_page(framed):
    page, frame = framed("embed/standings/")
    site = page.url
    with page.context.expect_page() as opened:
        frame.get_by_role("link", name="Player 5", exact=True).click()
    expect(opened.value.locator("h1")).to_contain_text("Player 5")
    assert page.url == site


@OTHER_SNIPPETS
def test_the_page_itself_is_shown_in_no_frame(framed):
    _page, frame = framed("bracket/")
    expect(frame.locator("#bracket")).to_have_count(0)


def test_the_code_to_paste_is_copied(browser, asgi_server, cup):
    page = visitor(browser, asgi_server, permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"/competitions/{cup.pk}/bracket/")
    page.get_by_text("Share or embed").click()
    page.get_by_role("button", name="Copy the code for the bracket").click()
    expect(page.locator("#share [role=status]")).to_have_text("Copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f'<iframe src="{asgi_server}/competitions/{cup.pk}/embed/bracket/?theme=light"')
