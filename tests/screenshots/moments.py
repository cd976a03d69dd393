"""`python -m tests.screenshots.moments FOLDER`: the words of every moment at tables of 2, 4, 7 and 10.

Each is shown as it comes, on a phone and a laptop, light and dark, to whom it concerns and to another player.
"""

import argparse
import datetime as dt
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import tests.environment
from tests.servers import processes

# What is printed here is the command's answer.
# ruff: noqa: T201

SIZES: Final = (2, 4, 7, 10)
LOOKS: Final = (("phone", {"width": 390, "height": 844}), ("laptop", {"width": 1280, "height": 720}))
SCHEMES: Final = ("light", "dark")
NAMES: Final = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Joe")
OTHERS: Final = "b1 b2 b3 b4 y5 y6 g7 g8"
SHOW: Final = """() => {
  document.dispatchEvent(new Event("pointerdown"));
  const told = [...document.querySelectorAll("#moments li")];
  const step = Math.max(...told.map((item) => Number(item.dataset.step)));
  for (const item of told.filter((item) => Number(item.dataset.step) === step)) {
    const { at, kind, step } = item.dataset;
    const detail = { at, kind, step, words: item.textContent };
    document.dispatchEvent(new CustomEvent("table:words", { detail }));
  }
  document.dispatchEvent(new Event("moments-shown"));
}"""
"""Shows the words of the newest step again: the page was opened after it."""


class Told(NamedTuple):
    """A moment: the cards of A, of B and of whoever sits left of B, the moves, who looks, and the options."""

    name: str
    mine: str
    theirs: str
    moves: Sequence[str]
    viewers: str
    options: dict[str, Any] = {}
    left: str = ""
    fewest: int = 2


STAR: Final = ("B play r+", "{next} play st g")
BACK: Final = ("B play r+", "{next} play rR")
AUTOMATIC: Final = {"uno_penalty_trigger": "automatic"}
MOMENTS: Final = (
    Told("caught", "r1 r2", "r4 r5", ["B play r4", "A catch B"], "BAC"),
    Told("uno", "r1 r2", "r4 r5", ["B play r4 uno"], "BA"),
    Told("challenge-won", "r1 r2 y3", "w4 r5 r6", ["B play w4 b", "{next} challenge"], "{next}B"),
    Told("challenge-lost", "r1 r2 y3", "w4 g5 y6", ["B play w4 b", "{next} challenge"], "{next}B"),
    Told("asked", "r1 r2 y3", "w4 r5 r6", ["B play w4 b"], "{next}B"),
    Told("drew", "r1 r2 y3", "r+ g5 y6", ["B play r+", "{next} accept"], "{next}B"),
    Told("skipped", "r1 r2 y3", "rS g5 y6", ["B play rS"], "{next}B"),
    Told("reversed", "r1 r2 y3", "rR g5 y6", ["B play rR"], "AB"),
    Told("swapped", "r1 b2 g3", "r7 b5 b7", ["B play r7 to A"], "AB", {"seven_zero": True}),
    Told("passed-on", "r1 b2 g3", "r0 b5 b7", ["B play r0"], "AB", {"seven_zero": True}),
    Told("swap-hands", "r1 b2 g3", "ws b5 b7", ["B play ws g to A"], "ABC", {"deck": "swap_112"}),
    Told("shuffle-hands", "r1 b2 g3", "wh b5 b7", ["B play wh g"], "AB", {"deck": "shuffle_112"}),
    Told("super-star", "r1 b2 g3", "r+ b5 b7", STAR, "{next}BE", {"deck": "mario_112"}, "st b1 b2"),
    Told("sent-back", "r1 b2 g3", "r+ b5 b7", BACK, "{next}BE", {"reverse_reflects": True}, "rR b1 b2"),
    Told("jump-in", "r4 r2 y3", "r4 r5 y5", ["B play r4", "A jump r4"], "AB", {"jump_in": True}, fewest=3),
    Told("forgotten", "r1 r2", "r4 r5", ["B play r4", "{next} draw"], "BA", AUTOMATIC),
    Told("false-call", "r1 r2 y3", "g4 g5 y6", ["A catch B"], "AB", {"false_call_penalty": 2}),
    Told("wrong-card", "r1 r2 y3", "g4 g5 y6", ["B play g4"], "BA", {"illegal_card_penalty": 2}),
    Told("penalty", "r1 r2 y3", "g4 g5 y6", ["A asks", "all agree"], "BA"),
    Told("time-out-1", "r1 r2 y3", "g4 g5 y6", ["clock"], "BA"),
    Told("time-out-2", "r1 r2 y3", "g4 g5 y6", ["clock", "others", "clock"], "BA"),
    Told("time-out-3", "r1 r2 y3", "g4 g5 y6", ["clock", "others", "clock", "others", "clock"], "BA"),
    Told("declined", "r1 r2 y3", "g4 g5 y6", ["A asks", "{next} declines"], "{next}BE", fewest=3),
    Told("declined-by-B", "r1 r2 y3", "g4 g5 y6", ["A asks", "B declines"], "BA"),
    Told("withdrawn", "r1 r2 y3", "g4 g5 y6", ["A asks", "A declines"], "AB"),
    Told("deal-won", "r1 w4", "r4 r5", ["win"], "BA", {"target_score": 500}),
    Told("eliminated", "r1 w4", "r4 r5", ["win"], "BA", {"scoring": "elimination", "target_score": 50}),
    Told("match-won", "r1 w4", "r4 r5", ["win"], "BA", {"target_score": 5}),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Photograph the moments whose name contains one of the words, all of them without."""
    parser = argparse.ArgumentParser(prog="python -m tests.screenshots.moments", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("words", nargs="*", help="only moments with one of these in their name")
    asked = parser.parse_args(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    chosen = [told for told in MOMENTS if not asked.words or any(word in told.name for word in asked.words)]
    _set_up()
    with processes.web({}, Path(tests.environment.folder)) as address:
        print(f"{_photograph(chosen, address, asked.folder)} pictures.")
    return 0


def _set_up() -> None:
    import django
    from django.core.management import call_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    django.setup()
    call_command("migrate", verbosity=0)


def _photograph(chosen: Sequence[Told], address: str, folder: Path) -> int:
    from playwright.sync_api import sync_playwright

    from tests.conftest import CHROMIUM, FLAGS

    made = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for told in chosen:
            # Of two players the next to play cannot jump in.
            for size in (size for size in SIZES if size >= told.fewest):
                for take in _takes(browser, address, told, size):
                    made += take(folder)
        browser.close()
    return made


def _takes(browser: Any, address: str, told: Told, size: int) -> Iterator[Callable[[Path], int]]:
    from tests.games.playing import player
    from tests.screenshots.__main__ import _log_in

    table, following = _played(told, size)
    for viewer in told.viewers.replace("{next}", following):
        if viewer > "ABCDEFGHIJ"[size - 1]:
            continue

        def take(folder: Path, viewer: str = viewer) -> int:
            context = browser.new_context(base_url=address, reduced_motion="reduce")
            context.add_cookies([_log_in(player(table, viewer), address)])
            page = context.new_page()
            page.goto(f"/tables/{table.pk}/")
            for look, window in LOOKS:
                for scheme in SCHEMES:
                    page.set_viewport_size(window)
                    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                    page.evaluate(SHOW)
                    page.screenshot(path=folder / f"{told.name}-{size:02}-{viewer}-{look}-{scheme}.png")
            context.close()
            return len(LOOKS) * len(SCHEMES)

        yield take


def _played(told: Told, size: int) -> tuple[Any, str]:
    """Return a table after the moves of a moment, and the letter of the seat left of B."""
    from django.utils import timezone

    from tests.games.playing import do, fresh, move_on

    table, at = _dealt(told, size), timezone.now()
    following = "A" if size == 2 else "C"
    for move in _moves(told, size, following):
        if move == "clock":
            at = max(at, fresh(table).due_at or at)
            move_on(table, at=at)
        elif move == "all agree":
            for letter in "BCDEFGHIJ"[: size - 1]:
                _rule(table, f"{letter} agrees", at)
        elif move.endswith((" asks", " declines")):
            _rule(table, move, at)
        else:
            do(table, move, at=at)
    return table, following


def _dealt(told: Told, size: int) -> Any:
    """Return a table of friends, the first of whom is the host and deals."""
    from django.utils import timezone

    from games import tables
    from games.models import Player
    from tests.games.playing import begin, open_table

    count = len(told.mine.split())
    left, rest = told.left, " ".join(OTHERS.split()[:count])
    hands = [left or told.mine, told.theirs] if size == 2 else [told.mine, told.theirs, left or rest]
    people = [Player.objects.create(name=name) for name in NAMES[:size]]
    table = open_table(
        seats=size,
        host=people[0],
        options={"dealer_choice": "fixed", "hand_size": count, **told.options},
        turn_seconds=3600,
    )
    for person in people:
        tables.sit(table.pk, player=person, at=timezone.now())
    pile = f"r9 {' '.join(['y1 g2 b3 y4 g5 b6 y7 g8'] * 6)}"
    return begin(table, "/".join(hands + [rest] * (size - len(hands))), pile, at=timezone.now())


def _rule(table: Any, move: str, at: dt.datetime) -> None:
    """Let the host ask for a penalty for B, or somebody agree or decline."""
    from games.rules.match.commands import Penalise
    from games.tables import rulings
    from tests.games.playing import fresh, player

    who = player(table, move[0])
    if move.endswith(" asks"):
        rulings.ask_penalty(table.pk, Penalise(1, 2, words="showed a card"), player=who, at=at)
    else:
        asked = fresh(table).penalty_asked["at"]
        rulings.answer_penalty(table.pk, asked=asked, agrees=move.endswith(" agrees"), player=who, at=at)


def _moves(told: Told, size: int, following: str) -> Iterator[str]:
    others = "CDEFGHIJ"[: size - 2] + "A"
    for move in told.moves:
        if move == "win":
            yield "B play r4 uno"
        if move in ("win", "others"):
            for letter in others:
                yield f"{letter} draw"
                yield f"{letter} pass"
        else:
            yield move.replace("{next}", following)
        if move == "win":
            yield "B play r5"


if __name__ == "__main__":
    sys.exit(main())
