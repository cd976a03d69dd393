"""The static checks of the rule catalogue (7.15) that need a state, and that none is without a test."""

import re
from pathlib import Path

import pytest

from games.rules.base.chance import Chance
from games.rules.base.refusal import IllegalCommand
from games.rules.decisions.decide import step
from games.rules.match.events import RoundStarted
from games.rules.match.evolve import fold
from games.rules.match.invariants import all_cards, violation
from games.rules.match.state import NONE
from games.rules.notation.notation import command
from tests.games.rules.any_match import PRESETS, RichChance, played, preset_match
from tests.games.rules.notation.positions import position

CATALOGUE = Path(__file__).parents[4] / "shared" / "rules.md"
TESTS = Path(__file__).parents[2]


# D11
@pytest.mark.parametrize("rulebook", PRESETS)
def test_replaying_the_events_reproduces_the_state_without_random_numbers(
    rulebook: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = preset_match(rulebook, 5)
    chance = RichChance(rulebook.encode())
    log = [event for move in played(state, chance, 120) for event in step(state, move, chance)]
    monkeypatch.delattr(Chance, "below")
    monkeypatch.delattr(Chance, "shuffled")
    assert fold(log) == state
    assert isinstance(log[1], RoundStarted)


# D12
@pytest.mark.parametrize("rulebook", PRESETS)
def test_after_every_event_the_deck_is_whole_and_a_duty_means_one_card(rulebook: str) -> None:
    state = preset_match(rulebook, 4)
    chance = RichChance(rulebook.encode())
    for move in played(state, chance, 120):
        before = state.copy()
        cards = all_cards(before)
        for event in step(state, move, chance):
            event.change(before)
            if isinstance(event, RoundStarted):
                break
            assert violation(before, cards, state.totals[:0]) == ""
            for duty, hand in zip(before.uno, before.hands, strict=True):
                assert duty == NONE or len(hand) == 1


# D13
@pytest.mark.parametrize(
    "refused", ["A pass", "B play y1", "A play b2", "A uno", "B catch A", "A accept", "clock", "deal"]
)
def test_a_rejected_command_adds_no_event(refused: str) -> None:
    state = position("A: r5 b2 | B: y1 y2 | draw r1 | top r9 | turn A")
    before = state.copy()
    log: list[object] = []
    with pytest.raises(IllegalCommand):
        log += step(state, command(refused), Chance(b""))
    assert not log
    assert state == before


@pytest.mark.skipif(not CATALOGUE.exists(), reason="the rule catalogue is no part of the project")
def test_every_static_check_has_a_test() -> None:
    asked = set(re.findall(r"^\| (D\d\d) \|", CATALOGUE.read_text("utf-8"), re.MULTILINE))
    numbers = {
        number
        for path in TESTS.rglob("test_*.py")
        for number in re.findall(r"# (D\d\d)\b", path.read_text("utf-8"))
    }
    assert numbers == asked
    assert len(asked) == 14
