"""Commands written down and read again."""

import pytest

from games.rules.decisions.decide import new_match
from games.rules.match import commands as c
from games.rules.notation.notation import NotationError, command, state_item, text
from games.rules.options.options import build
from tests.games.rules.notation.positions import play, position


@pytest.mark.parametrize(
    "written",
    [
        "deal",
        "dealer_draw",
        "clock",
        "A play r5",
        "A play r5 uno",
        "B play w g",
        "B play w4 y uno",
        "A play ws b to C",
        "A play r7 to C",
        "A play r5 ex C b2",
        "C jump r5",
        "C jump w y uno",
        "A pair r5",
        "A pair r5 uno",
        "J draw",
        "A pass",
        "A accept",
        "A challenge",
        "B colour g",
        "B colour g to C",
        "A uno",
        "B catch A",
        "C give y4",
        "B slap",
        "B ready",
        "B perform ok",
        "B perform fail",
        "A award C",
        "A award none",
        "ref B silence",
        "ref B advice",
        "ref B penalty2",
        "ref B penalty12",
    ],
)
def test_a_command_comes_back_as_it_was_written(written: str) -> None:
    assert text(command(written)) == written


def test_a_text_becomes_the_command_it_says() -> None:
    assert command("B play w4 y uno") == c.PlayCard(1, 53, 1, uno=True)
    assert command("  C   catch  A ") == c.Catch(2, 0)
    assert command("ref B penalty2") == c.Penalise(1, 2)


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "A",
        "A play",
        "A play r5 x",
        "A play x5",
        "A play w4 uno y",
        "A play r5 uno uno",
        "A play r5 uno to B",
        "A play r5 to",
        "A play r5 ex C",
        "a play r5",
        "K draw",
        "AB draw",
        "A draw now",
        "A catch",
        "A perform maybe",
        "A colour",
        "A colour x",
        "ref A penalty0",
        "ref A penalty",
        "ref A shouting",
        "deal now",
        "play A r5",
    ],
)
def test_a_text_that_is_no_command_is_refused(wrong: str) -> None:
    with pytest.raises(NotationError):
        command(wrong)


def test_a_state_is_named_as_in_a_record() -> None:
    state = position("A: r+ b2 b3 | B: y1 y2 | draw r1 r2 r3 | top r9 | turn A")
    assert state_item(state) == "turn A"
    play(state, "A play r+")
    assert state_item(state) == "pending draw2 2 on B"
    play(state, "B accept ; A draw")
    assert state_item(state) == "after_draw A"
    before = new_match("classic", build("classic"), 2)
    assert state_item(before) == "created"
