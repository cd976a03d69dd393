"""Takes the README's picture from the running demo: `make screenshots` beside `make demo`."""

import base64
import os
import sys
import urllib.request
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.conftest import CHROMIUM, FLAGS

# What is printed here is the command's answer.
# ruff: noqa: T201

PICTURE = Path(__file__).resolve().parent.parent / "league/static/league/screenshot.png"
SITE = f"http://127.0.0.1:{os.environ.get('PORT') or 8000}"
BOARD = """
<style>body {{ margin: 0; display: flex; gap: 24px; padding: 24px; background: #d9d4c7 }}
img {{ border-radius: 12px; box-shadow: 0 4px 16px #0004; display: block }}</style>
<img src="data:image/png;base64,{phone}" height="760"><img src="data:image/png;base64,{desk}" height="760">
"""


def main() -> int:
    """Play at phone width, look at the bracket on a desk, and put both into one picture."""
    try:
        urllib.request.urlopen(f"{SITE}/healthz", timeout=3).close()
    except OSError:
        print(f"The demo does not answer at {SITE}: start it with `make demo` first.", file=sys.stderr)
        return 1
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        phone, desk = _table(browser), _bracket(browser)
        page = browser.new_page(viewport={"width": 1602, "height": 808})
        page.set_content(BOARD.format(phone=phone, desk=desk))
        page.screenshot(path=PICTURE, full_page=True)
        browser.close()
    print(f"Wrote {PICTURE.name}.")
    return 0


def _table(browser: Browser) -> str:
    """Open a table with bots under a demo log-in and return the first look at it."""
    import django

    import tests.environment  # noqa: F401 - the settings read it

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    django.setup()
    from league.demo import LOG_INS

    name, password = LOG_INS[1]
    page = browser.new_page(viewport={"width": 390, "height": 844}, device_scale_factor=2)
    page.goto(f"{SITE}/log-in/?next=/tables/new/")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password]").fill(password)
    page.keyboard.press("Enter")
    page.locator("[name=seats]").fill("4")
    page.locator("[name=bots]").fill("3")
    page.get_by_role("button", name="Open the table").click()
    page.locator("#start").click()
    page.locator("#hand button.card-button").first.wait_for()
    return _encoded(page.screenshot())


def _bracket(browser: Browser) -> str:
    page = browser.new_page(viewport={"width": 1180, "height": 760})
    page.goto(SITE)
    page.get_by_role("link", name="Riverside Cup", exact=True).click()
    page.get_by_role("link", name="Bracket").first.click()
    page.wait_for_timeout(1000)
    return _encoded(page.screenshot())


def _encoded(picture: bytes) -> str:
    return base64.b64encode(picture).decode()


if __name__ == "__main__":
    sys.exit(main())
