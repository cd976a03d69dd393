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
from games.rules.notation.scenario_files import Scenario, option_changes, read
from games.rules.options.combinations import check
from games.rules.options.options import Options, build
from games.rules.play.starter import openers

PASSED, FAILED = "ok", "FAILED"


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of a scenario; `detail` is what was expected and got."""

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
    return [run(scenario) for scenario in read(text)]


def run(scenario: Scenario) -> Outcome:
    """Run one scenario."""
    if scenario.trouble:
        return Outcome(scenario.id, FAILED, _unreadable(scenario.trouble))
    try:
        parsed = _parse(scenario)
        problem = _play(scenario, parsed)
    except (NotationError, Refusal) as error:
        return Outcome(scenario.id, FAILED, _unreadable(error))
    return Outcome(scenario.id, FAILED, problem) if problem else Outcome(scenario.id, PASSED)


class PlayedScenario(msgspec.Struct, frozen=True):
    """A played scenario: its start, the outcome of each action, and its end."""

    position: Position
    start: State
    story: list[tuple[Command, list[Event] | Refusal]]
    end: State


def play_scenario(scenario: Scenario) -> PlayedScenario:
    """Play a scenario that passes."""
    parsed = _parse(scenario)
    state = build_state(parsed.position, scenario.preset, parsed.options)
    start = state.copy()
    story: list[tuple[Command, list[Event] | Refusal]] = []
    for command, _must_fail in parsed.actions:
        try:
            story.append((command, step(state, command, _chance(state, command, parsed.position))))
        except Refusal as refusal:
            story.append((command, refusal))
    return PlayedScenario(parsed.position, start, story, state)


def main(paths: Sequence[str]) -> int:
    """Run the files and print a line for each scenario and the sum; return 0 if all passed."""
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
    passed = sum(outcome.verdict == PASSED for outcome in outcomes)
    failed = len(outcomes) - passed
    sys.stdout.write(f"{passed} passed, {failed} failed\n")
    return 0 if passed and not failed else 1


def _unreadable(why: object) -> str:
    return f"expected a scenario that can be run, got: {why}"


def _parse(scenario: Scenario) -> _Parsed:
    position = read_position(scenario.items("given"))
    seats = len(position.named_seats or position.hands)
    chosen = build(scenario.preset, option_changes(scenario.options))
    check(chosen, seats)
    checks, mentioned = read_checks(scenario.items("then"))
    return _Parsed(chosen, position, [_action(text) for text in scenario.actions()], checks, mentioned)


def _action(text: str) -> tuple[Command, bool]:
    """Return the command of an action and whether it must be rejected."""
    words, arrow, outcome = text.partition("->")
    if arrow and outcome.strip() != "rejected":
        raise NotationError(f"{outcome.strip()!r} is no outcome of an action")
    return notation.command(words.strip()), bool(arrow)


def _play(scenario: Scenario, parsed: _Parsed) -> str:
    """Return the first difference, an empty text if there is none."""
    position = parsed.position
    state = build_state(position, scenario.preset, parsed.options)
    start = state.copy()
    events: list[Event] = []
    for command, must_fail in parsed.actions:
        problem = _act(state, command, must_fail, position, events)
        if problem:
            return f"{notation.text(command)}: {problem}"
    return (
        _refold(start, events, state)
        or next((difference for check in parsed.checks if (difference := check(state, events))), "")
        or _unmentioned(state, parsed)
    )


def _act(state: State, command: Command, must_fail: bool, position: Position, events: list[Event]) -> str:
    if position.deck is not None and isinstance(command, Deal):
        _require_dealable(state, position.deck)
    before = state.copy()
    decided: list[Event] | None = None
    with suppress(Refusal):
        decided = decide(state, command, _chance(state, command, position))
    if state != before:
        return "expected a judgement that changes nothing, got another state"
    try:
        carried_out = step(state, command, _chance(before, command, position))
    except Refusal as refusal:
        if state != before:
            return "expected a refusal that changes nothing, got another state"
        if decided is not None:
            return "expected one judgement, got two"
        return "" if must_fail else f"expected acceptance got {refusal.code}"
    if must_fail:
        return "expected rejected got acceptance"
    events += carried_out
    return ambiguity(state) or (
        "" if decided == carried_out else "expected the same events twice, got others"
    )


def _require_dealable(state: State, deck: Sequence[Card]) -> None:
    """Refuse a deck that could be dealt for ever."""
    if len(deck) <= len(state.active_seats()) * state.options.hand_size:
        raise NotationError("the deck has no card left for the starter")
    if openers(state.options.starter_rule).isdisjoint(deck):
        raise NotationError("no card of the deck may be the starter")


def _chance(state: State, command: Command, position: Position) -> Chance:
    """Return the shuffles of a command: the given deck for a deal, else always the same stream."""
    if position.deck is None or not isinstance(command, (Deal, DrawForDealer)):
        return Chance(b"scenario")
    draws_for_dealer = isinstance(command, Deal) and state.phase == READY_TO_DEAL and state.dealer == NOBODY
    return GivenChance([position.deck] * (2 if draws_for_dealer else 1), b"scenario", any_cards=True)


def _refold(start: State, events: Iterable[Event], end: State) -> str:
    """Check that the events alone lead to the end, and that the invariants hold after each event."""
    state = start
    deck = all_cards(state)
    for event in events:
        before = state.totals[:]
        event.change(state)
        if isinstance(event, CardsDealt):
            deck = all_cards(state)
        fault = violation(state, deck, before)
        if fault:
            return f"after {type(event).__name__}: {fault}"
    return "" if state == end else "expected the same state by folding the events, got another"


def _unmentioned(state: State, parsed: _Parsed) -> str:
    """Check that the hands which are not mentioned are unchanged."""
    for seat, hand in parsed.position.hands.items():
        if seat not in parsed.mentioned and sorted(state.hands[seat]) != sorted(hand):
            return f"expected {seat_letter(seat)} unchanged got another hand"
    return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
