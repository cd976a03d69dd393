"""Journey: whoever wants sound hears and feels each moment; whoever wants less motion has neither unasked."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.games.playing import dealt, player
from tests.journeys.people import visitor

HEARD_AND_FELT = """() => {
  window.heard = [];
  window.felt = [];
  const nothing = () => {};
  const line = () => ({ setValueAtTime: nothing, linearRampToValueAtTime: nothing, exponentialRampToValueAtTime: nothing });
  const connect = (next) => next;
  window.AudioContext = class {
    currentTime = 0;
    destination = {};
    resume() {}
    createGain() { return { gain: line(), connect }; }
    createOscillator() {
      const frequency = { ...line(), setValueAtTime: (pitch) => window.heard.push(pitch) };
      return { frequency, connect, start: nothing, stop: nothing };
    }
  };
  Object.defineProperty(navigator, "vibrate", { value: (pattern) => window.felt.push(pattern) });
}"""  # noqa: E501
TELL = "detail => document.dispatchEvent(new CustomEvent('table:moment', { detail }))"
TURN = [523, 784]
MOMENTS = {
    "caught": ([440], [60, 40, 60]),
    "uno": ([659, 880, 1047], None),
    "deal-won": ([523, 659, 784, 1047], [30, 30, 30]),
}

pytestmark = pytest.mark.django_db(transaction=True)


def at_the_table(browser, address, motion) -> Page:
    table = dealt("Ana Bo", at=timezone.now(), turn_seconds=600)
    page = visitor(browser, address, player(table, "B"), reduced_motion=motion)
    page.add_init_script(f"({HEARD_AND_FELT})()")
    page.goto(table.get_absolute_url())
    page.locator("h1").click()  # before the first tap no browser vibrates
    return page


def tell(page: Page, at: str = "me") -> tuple[list, list]:
    """Let the moments happen, and say what was heard and felt since the last time."""
    for kind in MOMENTS:
        page.evaluate(TELL, {"at": at, "kind": kind})
    return tuple(page.evaluate("() => [window.heard.splice(0), window.felt.splice(0)]"))


def test_each_moment_has_its_notes_and_what_concerns_me_is_felt(browser, asgi_server):
    page = at_the_table(browser, asgi_server, "no-preference")
    assert tell(page) == ([], [])
    page.get_by_role("button", name="Sound").click()
    notes = [pitch for heard, _felt in MOMENTS.values() for pitch in heard]
    assert tell(page) == (TURN + notes, [felt for _heard, felt in MOMENTS.values() if felt])
    assert tell(page, "seat-A") == (notes, [])
    assert page.complaints == []


def test_less_motion_is_silent_until_sound_is_switched_on_with_it(browser, asgi_server):
    page = at_the_table(browser, asgi_server, "reduce")
    page.evaluate("localStorage.setItem('sound', 'on')")  # chosen before less motion was
    page.reload()
    page.locator("h1").click()
    sound = page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    assert tell(page) == ([], [])
    sound.click()
    heard, felt = tell(page)
    assert heard[:2] == TURN
    assert felt == [felt for _heard, felt in MOMENTS.values() if felt]
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")
    sound.click()
    page.emulate_media(reduced_motion="no-preference")
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.emulate_media(reduced_motion="reduce")
    expect(sound).to_have_attribute("aria-pressed", "false")
    assert page.complaints == []
