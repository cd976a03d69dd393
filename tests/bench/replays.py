"""`python -m tests.bench.replays`: a step of a long match, from the key to the next frame in a real browser.

The yardstick is the first step of the same match, which nobody waits for: step 900 has to be as quick.
"""

import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tests.environment
from tests.servers import processes

# What is printed here is the command's answer.
# ruff: noqa: T201

TIMES = 40
GOAL_MS = 100
ONE_STEP = """(key) => new Promise((done) => {
  const began = performance.now();
  document.addEventListener("htmx:afterSettle", () => requestAnimationFrame(() => {
    setTimeout(() => done(performance.now() - began));
  }), { once: true });
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
})"""


def main() -> None:
    """Play a match of more than a thousand steps and measure on the server and in the browser."""
    import django
    from django.core.management import call_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    pk, steps = played()
    print(f"replay      a match of {steps:,} steps")
    on_the_server(pk, steps)
    with processes.web({}, Path(tests.environment.folder)) as address:
        in_the_browser(address, pk, steps)


def played(target: int = 1200) -> tuple[int, int]:
    """Return a table on which four bots have played for long, and how many steps that took."""
    from games import tables
    from games.replay import match_at_step
    from games.tables import scheduling
    from tests.games.playing import START, open_table, play_out

    table = open_table("bot bot bot bot", options={"target_score": target}, bot_pause_ms=0)
    tables.start(table.pk, by="organizer:1", at=START)
    with scheduling.collect_due_bots():
        play_out(table)
    return table.pk, len(match_at_step.outline(table.pk).steps)


def on_the_server(pk: int, steps: int) -> None:
    """Print what the fragment of a step costs at the beginning, at step 900 and at the end."""
    from django.test import Client

    client = Client()

    def ask(step: int) -> Callable[[], Any]:
        return lambda: client.get(
            f"/tables/{pk}/replay/?step={step}", headers={"HX-Request": "true", "Host": "localhost"}
        )

    first = milliseconds(ask(1))
    for step in (min(900, steps), steps):
        took = milliseconds(ask(step))
        print(f"step        {step:5} in {took:6.1f} ms on the server: {took / first:.2f} times the first one")


def milliseconds(work: Callable[[], Any]) -> float:
    """Return the best time of some, after one that does not count."""
    work()
    best = float("inf")
    for _time in range(TIMES):
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return 1000 * best


def in_the_browser(address: str, pk: int, steps: int) -> None:
    """Print how long it takes from a key to the frame that shows the next step."""
    from playwright.sync_api import sync_playwright

    from tests.conftest import CHROMIUM, FLAGS

    if not Path(CHROMIUM).exists():
        print("No Chromium on this machine: not measured.")
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(base_url=address)
        first = _stepping(page, pk, 1)
        for step in (min(900, steps - TIMES - 1), steps - TIMES - 1):
            took = _stepping(page, pk, step)
            verdict = "in time" if took <= GOAL_MS else f"later than {GOAL_MS} ms"
            print(
                f"key         at step {step:5} {took:6.1f} ms to the next frame: {verdict},"
                f" {took / first:.2f} times the first steps"
            )
        browser.close()


def _stepping(page: Any, pk: int, step: int) -> float:
    page.goto(f"/tables/{pk}/replay/?step={step}")
    return statistics.median(page.evaluate(ONE_STEP, "ArrowRight") for _time in range(TIMES))


if __name__ == "__main__":
    print(f"Folder {tests.environment.folder}.", flush=True)
    main()
