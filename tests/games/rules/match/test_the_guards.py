"""What guards the engine notices each single thing that it guards against."""

import runpy
import sys
from collections.abc import Callable

import pytest

from games.rules import scenarios
from games.rules.base.chance import Chance
from games.rules.base.refusal import IllegalCommand, Refusal
from games.rules.cards.card_names import called
from games.rules.decisions.decide import new_match, step
from games.rules.match import commands as c
from games.rules.match.invariants import ambiguity
from games.rules.match.phases import CALLED, DEALING, PENDING, TURN
from games.rules.match.state import State
from games.rules.notation.notation import state_item
from games.rules.options import rulebooks
from games.rules.options.options import build, explain
from games.rules.scenarios import FAILED, run_text
from tests.games.rules.notation.positions import play, position

GIVEN = "A: r5 r6 b2 | B: y1 y2 | draw r1 b8 | top r9 | turn A"
GOOD = """G1 [classic] nothing special
  given A: r5 b2 b3 | B: y1 | draw r1 | top r9 | turn A
  when  A play r5
  then  A: b2 b3
"""


def _let_nothing_be_known(state: State) -> None:
    state.phase = DEALING


def _let_a_drawn_card_lie_about(state: State) -> None:
    state.drawn_card = state.hands[0][0]
    state.drawn_count = 1


def _wait_for_nothing(state: State) -> None:
    state.phase = PENDING


def _send_everybody_home(state: State) -> None:
    state.eliminated = [0, 1]
    state.draw_pile += state.hands[1]
    state.hands[1] = []


def _empty_a_hand(state: State) -> None:
    state.hands[1] = []


def _lose_the_colour(state: State) -> None:
    state.colour = -1


def _keep_a_black_silence(state: State) -> None:
    state.silence_kind, state.silence_mark = "black", 2


def _keep_a_silence_of_twos(state: State) -> None:
    state.silence_kind, state.silence_mark = "twos", 0


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (_let_nothing_be_known, "'dealing' is no state between two commands"),
        (_let_a_drawn_card_lie_about, "the table also looks like after_draw"),
        (_wait_for_nothing, "the state is pending, but the table does not look like it"),
        (_send_everybody_home, "fewer than two seats"),
        (_empty_a_hand, "a seat in play holds no card"),
        (_lose_the_colour, "no colour is active"),
        (_keep_a_black_silence, "the silence outlived the ordered colour"),
        (_keep_a_silence_of_twos, "the silence outlived the turn of who laid the two"),
    ],
)
def test_a_table_in_two_states_at_once_is_noticed(spoil: Callable[[State], None], complaint: str) -> None:
    state = position(GIVEN)
    assert ambiguity(state) == ""
    spoil(state)
    assert complaint in ambiguity(state)


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda state: state.uno.__setitem__(0, CALLED), "a duty or a silence outlived the round"),
        (lambda state: setattr(state, "places", [2, 2]), "a finished match has no places"),
    ],
)
def test_facts_that_outlive_a_match_are_noticed(spoil: Callable[[State], None], complaint: str) -> None:
    state = position("A: r5 | B: y1 y2 | draw r1 | top r9 | turn A | uno A called", target_score=1)
    play(state, "A play r5")
    assert ambiguity(state) == ""
    spoil(state)
    assert ambiguity(state) == complaint


@pytest.mark.parametrize("kind", ["draw2", "draw4"])
def test_a_wait_that_makes_no_sense_is_noticed(kind: str) -> None:
    state = position("A: w4 b5 b6 | B: y1 y2 | draw r1 | top r9 | turn A")
    play(state, "A play w4 g")
    assert ambiguity(state) == ""
    state.pending_kind = kind
    state.pending_source = 1 if kind == "draw4" else 0
    assert ambiguity(state)


def test_a_command_the_rules_never_heard_of_is_refused() -> None:
    class Shout(c.Command, frozen=True):
        seat: int

    with pytest.raises(IllegalCommand) as refused:
        step(position(GIVEN), Shout(0), Chance(b""))
    assert refused.value.code == "rule_off"


def test_a_judgement_that_spoils_the_state_is_noticed_by_the_runner(monkeypatch: pytest.MonkeyPatch) -> None:
    def spoil(state: State, _command: c.Command, _chance: Chance) -> None:
        state.colour = 2

    monkeypatch.setattr(scenarios, "decide", spoil)
    (outcome,) = run_text(GOOD)
    assert "a judgement that changes nothing" in outcome.detail


def test_two_judgements_that_differ_are_noticed_by_the_runner(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_state: State, _command: c.Command, _chance: Chance) -> None:
        raise Refusal("no", "Never.")

    monkeypatch.setattr(scenarios, "step", refuse)
    (outcome,) = run_text(GOOD)
    assert (outcome.verdict, "got two" in outcome.detail) == (FAILED, True)


@pytest.mark.parametrize("module", ["games.rules.scenarios", "games.bots.simulate"])
def test_the_commands_run_as_programs(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    monkeypatch.setattr(sys, "argv", [module, "--help"] if module.endswith("simulate") else [module])
    monkeypatch.delitem(sys.modules, module, raising=False)
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(module, run_name="__main__")
    assert ended.value.code in (0, 1)


def test_a_match_before_its_first_deal_has_a_state_too() -> None:
    assert state_item(new_match("classic", build("classic"), 2)) == "created"


def test_a_hidden_card_has_no_name() -> None:
    assert called(-1) == "a card"
    assert called(52) == "Wild"


def test_values_are_said_and_written() -> None:
    effects = explain("customizable_effects")
    assert effects.written(("none", "extra_turn")) == "(none/extra_turn)"
    assert effects.words(("none",)) == "plain Wild"
    assert explain("hand_size").words(7) == "7"
    assert explain("jump_in").words(value=True) == "on"
    assert explain("jump_in").written(value=False) == "off"


def test_a_rulebook_knows_what_it_grew_out_of() -> None:
    assert rulebooks.parent("russian-strict") == "russian"
    assert rulebooks.parent("russian") == ""


def test_a_pair_of_the_ordered_colour_keeps_a_black_silence() -> None:
    state = position(
        "A: w r5 b2 | B: g5 g5 y2 y3 | draw r1 b8 | top r9 | turn A", silence="black", pair_as_skip=True
    )
    play(state, "A play w g")
    assert state.silence_kind == "black"
    play(state, "B pair g5")
    assert (state.silence_kind, state.phase) == ("black", TURN)
