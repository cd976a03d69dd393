"""What is done for a player who lets the time run out (rules.md 3.18)."""

import pytest

from games.rules.base.chance import Chance
from games.rules.decisions.decide import new_match, step
from games.rules.decisions.timeouts import default_command
from games.rules.match.commands import Deal
from games.rules.notation.notation import text
from games.rules.options.options import build
from tests.games.rules.notation.positions import play, position


def _default(option: str, before: str = "", rulebook: str = "classic", **changes: object) -> str:
    state = position(option, rulebook, **changes)
    if before:
        play(state, before)
    command = default_command(state)
    assert command is not None
    return text(command)


PLAIN = "A: r5 b2 | B: y1 y2 | draw r1 b8 y5 y6 y7 y8 y9 | top r9 | turn A"


def test_a_turn_draws_and_then_passes() -> None:
    assert _default(PLAIN) == "A draw"
    assert _default(PLAIN, "A draw") == "A pass"


def test_a_forced_card_is_laid() -> None:
    assert _default(PLAIN, "A draw", play_after_draw="forced") == "A play r1"


def test_a_forced_wild_names_the_colour_held_most() -> None:
    position = "A: b5 g2 g3 | B: y1 y2 | draw w b8 | top r9 | turn A"
    assert _default(position, "A draw", play_after_draw="forced") == "A play w g"


def test_a_forced_bluff_is_no_duty() -> None:
    position = "A: r5 g2 g3 | B: y1 y2 | draw w4 b8 | top r9 | turn A"
    assert _default(position, "A draw", play_after_draw="forced") == "A pass"


@pytest.mark.parametrize(
    ("hand", "move"),
    [
        ("r5 r7 b2", "A play r7"),
        ("r5 rS r+", "A play rS"),
        ("b9 r9 y9", "A play r9"),
        ("y9 g9 b1", "A play y9"),
        ("r5 w b2 b3", "A play w b"),
        ("w4 r5 g1", "A play r5"),
        ("w4 b5 g1 g2", "A play w4 g"),
        ("b5 b6", "A draw"),
    ],
)
def test_where_drawing_is_not_allowed_the_dearest_card_is_laid(hand: str, move: str) -> None:
    top = "r8" if "9" not in hand else "r9"
    position = f"A: {hand} | B: y1 y2 | draw r1 b8 | top {top} | turn A"
    assert _default(position, voluntary_draw=False) == move


def test_waiting_cards_are_taken() -> None:
    position = "A: r+ b2 b3 | B: y1 y2 | draw r1 r2 | top r9 | turn A"
    assert _default(position, "A play r+") == "B accept"


def test_a_black_starter_gets_the_colour_held_most() -> None:
    state = position("seats A B | dealer B | deck y1 g1 b2 g2 y3 g3 w r9", hand_size=3)
    step(state, Deal(), _deck("y1 g1 b2 g2 y3 g3 w r9"))
    command = default_command(state)
    assert command is not None
    assert text(command) == "A colour y"


def _deck(order: str) -> Chance:
    from games.rules.base.chance import GivenChance
    from games.rules.cards.cards import cards

    return GivenChance([cards(order)], any_cards=True)


def test_the_next_round_is_dealt_and_before_the_first_nothing_happens() -> None:
    assert _default("A: r5 | B: y1 | draw r1 | top r9 | turn A", "A play r5") == "deal"
    assert default_command(new_match("classic", build("classic"), 2)) is None
    ended = position("A: r5 | B: y1 | draw r1 | top r9 | turn A | total A=499")
    play(ended, "A play r5")
    assert default_command(ended) is None
