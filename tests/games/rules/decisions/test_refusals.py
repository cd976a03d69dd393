"""Why a move is refused: one stable code for each reason, and nothing changes."""

import pytest

from games.rules.base.chance import Chance
from games.rules.base.refusal import IllegalCommand
from games.rules.decisions.decide import new_match, step
from games.rules.match.commands import Command, Deal, Penalise, PlayCard
from games.rules.match.state import State
from games.rules.notation import notation
from games.rules.options.options import build
from tests.games.rules.notation.positions import play, position

TABLE = "A: r5 r6 b2 w w4 | B: y1 y2 | C: g7 g8 | draw r1 b8 y5 y6 y7 y8 | top r9 | turn A"


@pytest.mark.parametrize(
    ("before", "move", "code"),
    [
        ("", "B play y1", "not_your_turn"),
        ("", "B draw", "not_your_turn"),
        ("", "A play b2", "not_playable"),
        ("", "A play y9", "not_held"),
        ("", "A play w", "colour_missing"),
        ("", "A play r5 g", "colour_unwanted"),
        ("", "A play r5 to B", "target_unwanted"),
        ("", "A pass", "not_drawn"),
        ("", "A accept", "nothing_pending"),
        ("", "A challenge", "nothing_pending"),
        ("", "A colour r", "no_colour_asked"),
        ("", "A uno", "no_duty"),
        ("", "B catch A", "no_duty"),
        ("", "B catch B", "catch_self"),
        ("", "B catch J", "no_such_seat"),
        ("", "deal", "round_running"),
        ("", "dealer_draw", "dealer_known"),
        ("", "A jump r5", "rule_off"),
        ("", "ref A silence", "no_silence"),
        ("A draw", "A draw", "already_drawn"),
        ("A draw", "A play r5", "drawn_card_only"),
        ("A play w4 g", "B play y1", "effect_pending"),
        ("A play w4 g", "B draw", "effect_pending"),
        ("A play w4 g", "C challenge", "not_your_turn"),
        ("A play w4 g ; B accept", "B challenge", "not_your_turn"),
    ],
)
def test_a_move_is_refused_by_its_reason(before: str, move: str, code: str) -> None:
    state = position(TABLE)
    if before:
        play(state, before)
    _refused(state, move, code)


def _refused(state: State, move: str, code: str) -> None:
    untouched = state.copy()
    with pytest.raises(IllegalCommand) as refused:
        step(state, notation.command(move), Chance(b""))
    assert refused.value.code == code
    assert state == untouched


def test_a_colour_that_does_not_exist() -> None:
    state = position(TABLE)
    for colour in (-1, 4):
        with pytest.raises(IllegalCommand) as refused:
            step(state, PlayCard(0, notation.card("w"), colour), Chance(b""))
        assert refused.value.code == "no_such_colour"


@pytest.mark.parametrize("cards", [-1, 0, 100])
def test_a_penalty_that_cannot_be_written(cards: int) -> None:
    with pytest.raises(IllegalCommand) as refused:
        step(position(TABLE), Penalise(0, cards), Chance(b""))
    assert refused.value.code == "bad_penalty"


def test_a_draw_two_is_not_challenged() -> None:
    state = position("A: r+ b2 b3 | B: y1 y2 | draw r1 r2 | top r9 | turn A")
    play(state, "A play r+")
    _refused(state, "B challenge", "no_challenge")


def test_calls_that_come_again_or_too_late() -> None:
    position_ = "A: r5 g4 | B: y1 y2 | draw r1 r2 | top r9 | turn A"
    called = position(position_)
    play(called, "A play r5 uno")
    _refused(called, "A uno", "already_called")
    strict = position(position_, uno_call_deadline="with_play")
    play(strict, "A play r5")
    _refused(strict, "A uno", "too_late")


def test_compulsion_is_named() -> None:
    position_ = "A: r5 g4 | B: y1 y2 | draw r1 r2 | top r9 | turn A"
    _refused(position(position_, voluntary_draw=False), "A draw", "must_play")
    forced = position(position_, play_after_draw="forced")
    play(forced, "A draw")
    _refused(forced, "A pass", "must_play_drawn")
    honest = position("A: r5 w4 | B: y1 y2 | top r9 | turn A", draw_four_challenge="off")
    _refused(honest, "A play w4 g", "draw_four_not_allowed")


def test_between_rounds_and_after_the_match() -> None:
    state = position("A: r5 | B: y1 y2 | draw r1 | top r9 | turn A")
    play(state, "A play r5")
    _refused(state, "B draw", "round_over")
    state = position("A: r5 | B: y1 y2 | draw r1 | top r9 | turn A | total A=499")
    play(state, "A play r5")
    _refused(state, "B draw", "match_over")
    _refused(state, "deal", "match_over")


def test_before_the_first_deal() -> None:
    state = new_match("classic", build("classic"), 2)
    _refused(state, "A draw", "not_dealt")
    with pytest.raises(IllegalCommand) as refused:
        step(state, Deal(dealer=1), Chance(b""))
    assert refused.value.code == "dealer_unwanted"


def test_a_player_who_is_out_is_told_so() -> None:
    state = position(
        "A: r5 g4 | B: - | C: y1 | eliminated B | draw r1 | top r9 | turn A", rulebook="elimination-500"
    )
    play(state, "A play r5")
    _refused(state, "B catch A", "seat_out")
    _refused(state, "ref B penalty1", "seat_out")


def test_a_command_nobody_knows() -> None:
    class Shout(Command, frozen=True):
        seat: int

    state = position("A: r5 r6 | B: y1 y2 | draw r1 | top r9 | turn A")
    before = state.copy()
    with pytest.raises(IllegalCommand) as refused:
        step(state, Shout(0), Chance(b""))
    assert refused.value.code == "rule_off"
    assert state == before
