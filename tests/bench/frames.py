"""`python -m tests.bench.frames`: from the click or the key to the frame that shows it, in a real browser.

Measured for a card that is played, a card that is drawn and a step of a replay, against a real server.
`shown` is the time from the event until right after the frame that shows what it did; `event timing` is
what the browser itself reports from the event to its next frame (in steps of 8 ms, from 16 ms on);
`answered` is the time until the answer of the server stands in the page. The yardstick is the tenth of a
second within which 95 of 100 have to be shown.
"""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tests.environment
from tests.servers import processes
from tests.spectators.crowd import share

# What is printed here is the command's answer.
# ruff: noqa: T201

GOAL_MS = 100
TIMES = 40
LOOKING = 0.5  # seconds that somebody looks at a board before the next step
LOOK = {"width": 390, "height": 844}
WATCH = """({ type, before, sent, answered }) => {
  const look = (selector) => selector && document.querySelector(selector) !== null;
  const entries = [];
  const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
  observer.observe({ type: "event", durationThreshold: 16 });
  window.measured = new Promise((done) => {
    document.addEventListener(type, (event) => {
      const found = {};
      const after = (does) => {
        const channel = new MessageChannel();
        channel.port1.onmessage = does;
        channel.port2.postMessage(0);
      };
      const frame = () => {
        const isAnswered = look(answered) && !look(before);
        const isShown = isAnswered || look(sent);
        after(() => {
          const now = performance.now() - event.timeStamp;
          if (isShown) found.shown ??= now;
          if (isAnswered) found.answered ??= now;
        });
        if (!isAnswered) requestAnimationFrame(frame);
        else setTimeout(() => {
          const own = entries.filter((one) => one.name === type && one.startTime === event.timeStamp);
          observer.disconnect();
          done({ ...found, timing: own.length ? own[0].duration : 16 });
        }, 60);
      };
      requestAnimationFrame(frame);
    }, { once: true, capture: true });
  });
}"""


@dataclass
class Watched:
    """What one kind of interaction took, time after time, in milliseconds."""

    name: str
    shown: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    timing: list[float] = field(default_factory=list)

    def add(self, timings: dict[str, float]) -> None:
        """Add one time."""
        for key, took in timings.items():
            getattr(self, key).append(took)

    def __str__(self) -> str:
        """Say it in one line, judged by what 95 of 100 took."""
        half, p95, most = (share(self.shown, part) for part in (0.5, 0.95, 1))
        verdict = "in time" if p95 <= GOAL_MS else f"later than {GOAL_MS} ms"
        return (
            f"{self.name:11} shown after {half:5.1f} ms (half), {p95:5.1f} ms (p95), {most:5.1f} ms (all):"
            f" {verdict}, {p95 / GOAL_MS:.2f} of the yardstick\n"
            f"{'':11} event timing {share(self.timing, 0.95):.0f} ms (p95),"
            f" answered after {share(self.answered, 0.5):.0f} ms (half)"
        )


def main() -> None:
    """Put tables together, and play, draw and step in the browser."""
    import django
    from django.core.management import call_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    from tests.conftest import CHROMIUM

    if not Path(CHROMIUM).exists():
        print("No Chromium on this machine: not measured.")
        return
    with processes.web({}, Path(tests.environment.folder)) as address:
        for watched in in_the_browser(address, CHROMIUM):
            print(watched, flush=True)


def in_the_browser(address: str, chromium: str) -> Iterator[Watched]:
    """Measure the three of them on a phone."""
    from playwright.sync_api import sync_playwright

    from tests.conftest import FLAGS

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield playing(browser, address)
        yield drawing(browser, address)
        yield stepping(browser, address)
        browser.close()


def playing(browser: Any, address: str) -> Watched:
    """Play one of 25 cards after another, twice: at a table of two a Skip brings the turn back."""
    from django.utils import timezone

    from games import tables
    from games.rules.match import commands

    watched = Watched("play")
    for _match in range(2):
        table = _table(10 * "rS ", 15 * "rS ")
        penalise = commands.Penalise(1, 15)
        tables.act(table.pk, penalise, after=table.version, by="organizer:1", at=timezone.now())
        page = _at(browser, address, table)
        page.goto(f"/tables/{table.pk}/")
        for _time in range(TIMES // 2):
            card = page.locator("#hand button.card-button").first
            watched.add(_of_a_move(page, card.click, ".cards__item.is-sent"))
    return watched


def drawing(browser: Any, address: str) -> Watched:
    """Draw a card from the pile, time after time: every time the other player has moved meanwhile."""
    from django.utils import timezone

    from tests.games.playing import PILE, do

    watched, table = Watched("draw"), _table("g1 " * 7, f"{PILE} " * 12)
    page = _at(browser, address, table)
    for _time in range(TIMES):
        page.goto(f"/tables/{table.pk}/")
        watched.add(_of_a_move(page, page.locator("#draw-pile").click, ".pile .card.is-sent"))
        for command in ("B pass", "A draw", "A pass"):
            do(table, command, at=timezone.now())
    return watched


def stepping(browser: Any, address: str) -> Watched:
    """Step through a match of bots by key, as quickly as somebody who looks at each board."""
    from tests.bench.replays import played

    pk, _steps = played(target=300)
    watched = Watched("step")
    page = browser.new_context(base_url=address, viewport=LOOK).new_page()
    page.goto(f"/tables/{pk}/replay/?step=20")
    for _time in range(TIMES):
        time.sleep(LOOKING)
        before = page.locator("#replay").get_attribute("data-step")
        facts = {"before": f"#replay[data-step='{before}']", "sent": "", "answered": "#replay"}
        page.evaluate(WATCH, {"type": "keydown", **facts})
        page.keyboard.press("ArrowRight")
        watched.add(page.evaluate("window.measured"))
    return watched


def _of_a_move(page: Any, press: Any, sent: str) -> dict[str, float]:
    version = page.locator("#table").get_attribute("data-version")
    facts = {"before": f"#table[data-version='{version}']", "sent": sent, "answered": "#table"}
    page.evaluate(WATCH, {"type": "click", **facts})
    press()
    timings: dict[str, float] = page.evaluate("window.measured")
    return timings


def _table(hand: str, pile: str) -> Any:
    """Deal a match of two in which B holds these cards and is to move."""
    from django.utils import timezone

    from tests.games.playing import deal

    return deal("Ana Bo", f"{'b1 ' * len(hand.split())}/{hand}", f"r9 {pile}", at=timezone.now())


def _at(browser: Any, address: str, table: Any) -> Any:
    from tests.games.playing import player
    from tests.journeys.people import visitor

    return visitor(browser, address, player(table, "B"))


if __name__ == "__main__":
    print(f"Folder {tests.environment.folder}.", flush=True)
    main()
