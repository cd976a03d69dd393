"""Runs scenario files: `python -m games.rules.scenarios FILE…` (record.md; rules.md section 7).

Nothing is ignored: an unknown item, option, preset or command is a failure of its scenario.
"""

import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from games.rules.base.chance import Chance, GivenChance
from games.rules.base.refusal import Refusal
from games.rules.cards.cards import Card
from games.rules.decisions.decide import decide, step
from games.rules.match.commands import Command, Deal, DrawForDealer
from games.rules.match.events import NOBODY, CardsDealt, Event
from games.rules.match.invariants import all_cards, ambiguity, violation
from games.rules.match.state import (
    READY_TO_DEAL,
    State,
)
from games.rules.notation import notation
from games.rules.notation.expectations import Check, read_checks
from games.rules.notation.notation import NotationError, seat_letter
from games.rules.notation.positions import Position, build_state, read_position
from games.rules.notation.scenario_files import Written, option_changes, read
from games.rules.options.combinations import check
from games.rules.options.options import Options, build
from games.rules.play.starter import openers

PASSED, FAILED = "ok", "FAILED"


class Outcome(msgspec.Struct, frozen=True):
    """How one scenario went; `detail` is what was expected and got."""

    id: str
    verdict: str
    detail: str = ""

    @property
    def line(self) -> str:
        """The line printed for the scenario."""
        return f"{self.id} {self.verdict}" + (f": {self.detail}" if self.detail else "")


class _Parsed(msgspec.Struct, frozen=True):
    options: Options
    position: Position
    actions: list[tuple[Command, bool]]
    checks: list[Check]
    mentioned: set[int]


def run_text(text: str) -> list[Outcome]:
    """Run all scenarios of a file's text."""
    return [run(one) for one in read(text)]


def run(written: Written) -> Outcome:
    """Run one scenario."""
    if written.trouble:
        return Outcome(written.id, FAILED, _unreadable(written.trouble))
    try:
        parsed = _parse(written)
        problem = _play(written, parsed)
    except (NotationError, Refusal) as error:
        return Outcome(written.id, FAILED, _unreadable(error))
    return Outcome(written.id, FAILED, problem) if problem else Outcome(written.id, PASSED)


class Told(msgspec.Struct, frozen=True):
    """A scenario as it was played: where it starts, what came of each action, and where it ends."""

    position: Position
    start: State
    story: list[tuple[Command, list[Event] | Refusal]]
    end: State


def told(written: Written) -> Told:
    """Play a scenario that passes and return what happened in it."""
    parsed = _parse(written)
    state = build_state(parsed.position, written.preset, parsed.options)
    start = state.copy()
    story: list[tuple[Command, list[Event] | Refusal]] = []
    for command, _must_fail in parsed.actions:
        try:
            story.append((command, step(state, command, _chance(state, command, parsed.position))))
        except Refusal as refusal:
            story.append((command, refusal))
    return Told(parsed.position, start, story, state)


def main(paths: Sequence[str]) -> int:
    """Run the files, print a line each and the sum; 0 only if all passed and there were some."""
    outcomes: list[Outcome] = []
    for path in paths:
        try:
            text = Path(path).read_text("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            sys.stderr.write(f"{path} cannot be read: {error}\n")
            return 2
        for outcome in run_text(text):
            outcomes.append(outcome)
            sys.stdout.write(outcome.line + "\n")
    passed = sum(one.verdict == PASSED for one in outcomes)
    failed = len(outcomes) - passed
    sys.stdout.write(f"{passed} passed, {failed} failed\n")
    return 0 if passed and not failed else 1


def _unreadable(why: object) -> str:
    return f"expected a scenario that can be run, got: {why}"


def _parse(written: Written) -> _Parsed:
    position = read_position(written.items("given"))
    seats = len(position.named_seats or position.hands)
    chosen = build(written.preset, option_changes(written.options))
    check(chosen, seats)
    checks, mentioned = read_checks(written.items("then"))
    return _Parsed(chosen, position, [_action(one) for one in written.actions()], checks, mentioned)


def _action(text: str) -> tuple[Command, bool]:
    """Return the command of an action and whether it must be rejected."""
    words, arrow, outcome = text.partition("->")
    if arrow and outcome.strip() != "rejected":
        raise NotationError(f"{outcome.strip()!r} is no outcome of an action")
    return notation.command(words.strip()), bool(arrow)


def _play(written: Written, parsed: _Parsed) -> str:
    """Return the first thing that went wrong, an empty text if nothing did."""
    position = parsed.position
    state = build_state(position, written.preset, parsed.options)
    start = state.copy()
    happened: list[Event] = []
    for command, must_fail in parsed.actions:
        problem = _act(state, command, must_fail, position, happened)
        if problem:
            return f"{notation.text(command)}: {problem}"
    return (
        _refold(start, happened, state)
        or next((found for check in parsed.checks if (found := check(state, happened))), "")
        or _unmentioned(state, parsed)
    )


def _act(state: State, command: Command, must_fail: bool, position: Position, happened: list[Event]) -> str:
    if position.deck is not None and isinstance(command, Deal):
        _require_dealable(state, position.deck)
    before = state.copy()
    judged: list[Event] | None = None
    with suppress(Refusal):
        judged = decide(state, command, _chance(state, command, position))
    if state != before:
        return "expected a judgement that changes nothing, got another state"
    try:
        done = step(state, command, _chance(before, command, position))
    except Refusal as refusal:
        if state != before:
            return "expected a refusal that changes nothing, got another state"
        if judged is not None:
            return "expected one judgement, got two"
        return "" if must_fail else f"expected acceptance got {refusal.code}"
    if must_fail:
        return "expected rejected got acceptance"
    happened += done
    return ambiguity(state) or ("" if judged == done else "expected the same events twice, got others")


def _require_dealable(state: State, deck: Sequence[Card]) -> None:
    """Refuse a deck with which a deal could never end."""
    if len(deck) <= len(state.active_seats()) * state.options.hand_size:
        raise NotationError("the deck has no card left for the starter")
    if openers(state.options.starter_rule).isdisjoint(deck):
        raise NotationError("no card of the deck may be the starter")


def _chance(state: State, command: Command, position: Position) -> Chance:
    """Return the shuffles of one command: the given deck for a deal, else always the same stream."""
    if position.deck is None or not isinstance(command, (Deal, DrawForDealer)):
        return Chance(b"scenario")
    draws_for_dealer = isinstance(command, Deal) and state.name == READY_TO_DEAL and state.dealer == NOBODY
    return GivenChance([position.deck] * (2 if draws_for_dealer else 1), b"scenario", any_cards=True)


def _refold(start: State, happened: Iterable[Event], end: State) -> str:
    """Check that the events alone lead to the end, and that the invariants hold after each."""
    state = start
    deck = all_cards(state)
    for event in happened:
        before = state.totals[:]
        event.change(state)
        if isinstance(event, CardsDealt):
            deck = all_cards(state)
        wrong = violation(state, deck, before)
        if wrong:
            return f"after {type(event).__name__}: {wrong}"
    return "" if state == end else "expected the same state by folding the events, got another"


def _unmentioned(state: State, parsed: _Parsed) -> str:
    """Check the hands not mentioned; where seats are named instead of hands nothing was given."""
    for who, hand in parsed.position.hands.items():
        if who not in parsed.mentioned and sorted(state.hands[who]) != sorted(hand):
            return f"expected {seat_letter(who)} unchanged got another hand"
    return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
