"""`python -m tests.bench.taps`: from a tap at a table of four with bots to the frame that shows it.

Taps of every kind on a phone and on a laptop (or on one of them, by name): a card that is chosen or played,
the piles, a colour, the answers to a Wild Draw Four, UNO and a catch, the chat. Measured from the moment
the browser gets the tap until right after the frame with the sign that it was taken: the card that leaves
the hand, the button that is pressed, the dialog that opens or closes. 95 of 100 have to be shown within a
tenth of a second. `--slower 4` divides the speed of the browser by four, as on a cheap phone.
"""

import argparse
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import tests.environment
from tests.servers import processes
from tests.spectators.crowd import share

# What is printed here is the command's answer.
# ruff: noqa: T201

GOAL_MS: Final = 100
TIMES: Final = 6
QUIET_MS: Final = 250
"""The time for which somebody looks at the table before the tap."""
LOOKS: Final = {
    "phone": ({"width": 390, "height": 844}, {"has_touch": True, "is_mobile": True}),
    "laptop": ({"width": 1280, "height": 720}, {}),
}
PILE: Final = "r9 " + "y1 g2 b3 y4 g5 b6 y7 g8 " * 6
OTHERS: Final = "b1 b2 b3"

WATCH: Final = """() => {
  const isShown = () => %s;
  window.measured = new Promise((done) => {
    document.addEventListener("pointerdown", (event) => {
      const after = (does) => {
        const channel = new MessageChannel();
        channel.port1.onmessage = does;
        channel.port2.postMessage(0);
      };
      const frame = () => {
        if (isShown()) after(() => done(performance.now() - event.timeStamp));
        else requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
      setTimeout(done, 5000, 5000);
    }, { once: true, capture: true });
  });
}"""
THERE: Final = "document.querySelector(`%s`) !== null"
IN_SIGHT: Final = """(() => {
  const { top, bottom } = document.querySelector("#chat_form").getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
})()"""


class Tap(NamedTuple):
    """A kind of tap: the hands of four, the moves before, who taps what, and the sign that it was taken."""

    name: str
    hands: str
    tapped: str
    sign: str
    moves: Sequence[str] = ()
    seats: str = "bot Bo bot bot"
    viewer: str = "B"
    opens: str = ""
    """What is pressed before, if anything."""
    looks: Sequence[str] = tuple(LOOKS)


MINE: Final = f"{OTHERS}/r4 r5 w/{OTHERS}/{OTHERS}"
UNO: Final = "r1 b2/r4 r5/b1 b2/b1 b2"
CLAIM: Final = f"{OTHERS}/w4 r5 b6/b1 g7 y2/{OTHERS}"
ANSWER: Final = {"moves": ["B play w4 b"], "seats": "bot Bo Cy bot", "viewer": "C"}
TAPS: Final = (
    Tap("card chosen", MINE, "#card-52-0", THERE % "#hand .popover:popover-open"),
    Tap("card played", MINE, "#hand .card-button", THERE % ".cards__item.is-sent"),
    Tap(
        "colour",
        MINE,
        ":popover-open .colour-button--blue",
        THERE % "#hand:not(:has(:popover-open)) .cards__item.is-sent",
        opens="#card-52-0",
    ),
    Tap("draw", MINE, "#draw", THERE % "#draw.is-sent"),
    Tap("draw pile", MINE, "#draw-pile", THERE % ".pile .card.is-sent"),
    Tap("pass", MINE, "#pass", THERE % "#pass.is-sent", moves=["B draw"]),
    Tap("take cards", CLAIM, "#accept", THERE % "#accept.is-sent", **ANSWER),
    Tap("challenge", CLAIM, "#challenge", THERE % "#challenge.is-sent", **ANSWER),
    Tap("card and UNO", UNO, ".calls button", THERE % ".calls .is-sent"),
    Tap(
        "catch",
        UNO,
        ".catch button",
        THERE % ".catch .is-sent",
        moves=["B play r4"],
        seats="Ana Bo bot bot",
        viewer="A",
    ),
    Tap("chat opened", MINE, "#to-chat", IN_SIGHT, looks=["phone"]),
    Tap(
        "chat field", MINE, "#chat_form [name=text]", THERE % "#chat_form [name=text]:focus", looks=["laptop"]
    ),
    Tap("reactions", MINE, "#react", THERE % "#reactions:popover-open"),
    Tap(
        "reaction",
        MINE,
        "#reactions button >> nth=0",
        THERE % "#reactions:not(:popover-open)",
        opens="#react",
    ),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Tap, and print what each kind took and all of them together."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.taps", description=__doc__)
    parser.add_argument("looks", nargs="*", choices=[[], *LOOKS], help="phone, laptop; both without")
    parser.add_argument("--slower", type=float, default=1, help="divide the speed of the browser")
    asked = parser.parse_args(arguments)
    from tests.conftest import CHROMIUM

    if not Path(CHROMIUM).exists():
        print("No Chromium on this machine: not measured.")
        return 0
    _set_up()
    print(
        f"{platform.machine()}, {os.cpu_count()} cores, {_processor()}; browser slowed {asked.slower:g} times"
    )
    folder = Path(tests.environment.folder)
    with processes.web({}, folder) as address, processes.worker({}, folder):
        for look in asked.looks or LOOKS:
            _measure(address, CHROMIUM, look, asked.slower)
    return 0


def _set_up() -> None:
    import django
    from django.core.management import call_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    django.setup()
    call_command("migrate", verbosity=0)


def _processor() -> str:
    about = Path("/proc/cpuinfo")
    lines = about.read_text().splitlines() if about.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return next(iter(names), platform.processor())


def _measure(address: str, chromium: str, look: str, slower: float) -> None:
    from playwright.sync_api import sync_playwright

    from tests.conftest import FLAGS

    every: list[float] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for kind in TAPS:
            if look in kind.looks:
                took = list(_taps(browser, address, kind, look, slower))
                every += took
                _tell(look, kind.name, took)
        _tell(look, "all", every)
        browser.close()


def _tell(look: str, name: str, took: Sequence[float]) -> None:
    half, p95, most = (share(took, part) for part in (0.5, 0.95, 1))
    verdict = "in time" if p95 <= GOAL_MS else f"later than {GOAL_MS} ms"
    print(
        f"{look:7} {name:12} {len(took):3} taps shown after {half:5.1f} ms (half), {p95:5.1f} ms (p95),"
        f" {most:5.1f} ms (all): {verdict}",
        flush=True,
    )


def _taps(browser: Any, address: str, kind: Tap, look: str, slower: float) -> Iterator[float]:
    """Tap some times, each time at a table of its own."""
    from tests.games.playing import player
    from tests.journeys.people import visitor

    size, facts = LOOKS[look]
    for _time in range(TIMES):
        table = _dealt(kind)
        page = visitor(browser, address, player(table, kind.viewer), **facts)
        page.set_viewport_size(size)
        page.goto(f"/tables/{table.pk}/")
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        if kind.opens:
            page.locator(kind.opens).click()
        yield _tap(page, kind, facts)
        page.context.close()


def _dealt(kind: Tap) -> Any:
    from django.utils import timezone

    from tests.games.playing import deal, do

    table = deal(kind.seats, kind.hands, PILE, at=timezone.now(), turn_seconds=3600, bot_pause_ms=4000)
    for move in kind.moves:
        do(table, move, at=timezone.now())
    return table


def _tap(page: Any, kind: Tap, facts: dict[str, Any]) -> float:
    target = page.locator(kind.tapped).first
    target.scroll_into_view_if_needed()
    page.wait_for_timeout(QUIET_MS)
    box = target.bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 24))
    page.evaluate(WATCH % kind.sign)
    (page.touchscreen.tap if facts else page.mouse.click)(*middle)
    took: float = page.evaluate("window.measured")
    return took


if __name__ == "__main__":
    print(f"Folder {tests.environment.folder}.", flush=True)
    sys.exit(main())
