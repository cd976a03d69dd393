"""A seat knows the cards it has seen and the draws of others, and nothing of hidden cards."""

from games.analysis.findings import Knowledge, Lacking
from games.analysis.knowledge import knowledge_of
from games.bots.memory import Memory
from games.rules.base.chance import Chance
from games.rules.cards.cards import WILD_DRAW_FOUR
from games.rules.decisions.decide import decide
from games.rules.match import events as e
from games.rules.match.evolve import fold
from games.rules.notation import notation
from games.rules.notation.notation import card
from tests.games.rules.notation.positions import position

GREEN = 2
MOVES = ("A play w4 g", "B challenge", "C draw")


def known_after_a_challenge(seat: int, *, of_a: str, of_c: str) -> Knowledge:
    """What a seat knows after B has seen the hand of A and C has drawn a card on green."""
    pile = "r1 r2 r3 r4 r5 r6 y6 y7 b8 y8 y9 b9"
    state = position(f"A: w4 {of_a} | B: y1 y2 y3 | C: {of_c} | draw {pile} | top r9 | turn A")
    memory = Memory(seat, state.seats)
    memory.see([e.CardsDealt(state.hands, state.draw_pile[::-1])], state.hands[seat])
    for move in MOVES:
        events = decide(state, notation.command(move), Chance(b"the same"))
        fold(events, state)
        memory.see(events, state.hands[seat])
    return knowledge_of(state, memory)


def test_a_challenger_knows_the_shown_hand_and_the_draw_of_the_next_seat() -> None:
    knowledge = known_after_a_challenge(1, of_a="b1 b2", of_c="y4 y5")
    assert knowledge.counts == [2, 9, 3]
    assert knowledge.known == [[card("b1"), card("b2")], [], []]
    assert knowledge.lacking == [Lacking(2, WILD_DRAW_FOUR, GREEN)]


def test_the_hands_that_a_seat_has_not_seen_are_not_in_its_knowledge() -> None:
    of_c = known_after_a_challenge(2, of_a="b1 b2", of_c="y4 y5")
    assert of_c.known == [[], [], []]
    assert of_c == known_after_a_challenge(2, of_a="y8 y9", of_c="y4 y5")
    of_b = known_after_a_challenge(1, of_a="b1 b2", of_c="y4 y5")
    assert of_b == known_after_a_challenge(1, of_a="b1 b2", of_c="b3 y9")
