"""Situation: a page or a bot asks which commands a seat may send now."""

from games.rules.cards.cards import card
from games.rules.decisions.legal import legal_commands
from games.rules.match import commands as c
from tests.games.rules.notation.positions import play, position


def test_others_may_jump_in_while_a_player_looks_at_the_drawn_card() -> None:
    state = position(
        "A: b2 b3 r9 | B: y1 y2 | C: r9 g1 g2 | draw r1 | top r9 | turn A", voluntary_draw=True, jump_in=True
    )
    play(state, "A draw")
    jump = c.JumpIn(2, card("r9"))
    assert jump in legal_commands(state, 2)
    assert not [command for command in legal_commands(state, 0) if isinstance(command, c.JumpIn)]
    assert not [command for command in legal_commands(state, 1) if isinstance(command, c.JumpIn)]
    play(state, "C jump r9")
