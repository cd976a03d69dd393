"""A strong bot knows what its seat saw, and nothing else."""

from collections import Counter

import pytest

from games.bots import strengths, strong_bot
from games.bots.dice import Dice
from games.bots.known_cards import world_known_to
from games.bots.memory import Memory
from games.bots.playouts import layout as at
from games.bots.seen_state import state_seen_by
from games.bots.strong_bot import Effort
from games.rules.base.chance import Chance
from games.rules.decisions.decide import new_match, step
from games.rules.decisions.legal import legal_commands
from games.rules.match import commands as c
from games.rules.match import events as e
from games.rules.match.phases import RUNNING
from games.rules.match.state import State
from games.rules.notation.notation import text
from games.rules.options import rulebooks
from games.rules.options.combinations import fitting_seats
from games.rules.options.options import build
from games.rules.play.dealing import whole_deck
from tests.games.rules.notation.positions import position

LITTLE = Effort(playouts=30, milliseconds=10_000)


def remembered(state: State, seat: int) -> Memory:
    memory = Memory(seat, state.seats)
    memory.see([e.CardsDealt(state.hands, state.draw_pile[::-1])], state.hands[seat])
    return memory


def best(position_text: str, playouts: int = 600) -> str:
    state = position(position_text)
    seat = state.to_act
    seen = state_seen_by(state, seat)
    effort = Effort(playouts, 10_000)
    return text(
        strong_bot.choose(seen, legal_commands(state, seat), Dice(1), remembered(state, seat), effort)
    )


def test_a_strong_bot_lays_its_last_card() -> None:
    assert best("A: r5 | B: y1 y2 y3 | draw r1 r2 r3 r4 | top r9 | turn A", 60) == "A play r5"


def test_a_strong_bot_calls_with_the_play() -> None:
    assert best("A: r5 r6 | B: y1 y2 y3 | draw r1 r2 r3 | top r9 | turn A", 60).endswith("uno")


def test_a_strong_bot_stops_the_next_seat_from_going_out() -> None:
    position_text = "A: rS r9 b8 b7 | B: r1 | draw y1 y2 y3 y4 y5 y6 g1 g2 g3 | top r5 | turn A"
    assert best(position_text) == "A play rS"


@pytest.mark.parametrize(("totals", "move"), [([480, 490, 0], "A play rR"), ([480, 0, 490], "A play r5")])
def test_a_strong_bot_leaves_the_deal_to_the_opponent_who_is_far_from_winning_the_match(
    totals: list[int], move: str
) -> None:
    state = position(
        "A: r5 rR b1 b2 b3 g7 g8 | B: y1 | C: y2 | draw g1 g2 g3 g4 g5 g6 r1 r2 r3 r4 b5 b6 | top r9 | turn A"
    )
    state.totals = totals
    seen, legal = state_seen_by(state, 0), [c.PlayCard(0, card) for card in state.hands[0][:2]]
    effort = Effort(2000, 60_000)
    assert text(strong_bot.choose(seen, legal, Dice(1), remembered(state, 0), effort)) == move


def swapped_hands() -> tuple[State, State]:
    """Return two worlds that look the same to A, with other hands, draw piles and verdicts."""
    first = new_match("classic", build("classic"), 4)
    step(first, c.Deal(), Chance(b"two worlds"))
    other = first.copy()
    other.hands[1], other.hands[2] = first.hands[2], first.hands[1]
    other.draw_pile = first.draw_pile[::-1]
    other.pending_legal = not first.pending_legal
    return first, other


def test_a_bot_sees_the_same_in_two_worlds() -> None:
    first, other = swapped_hands()
    assert state_seen_by(first, 0) == state_seen_by(other, 0)
    first.to_act = other.to_act = 0
    choices = {
        strengths.choose(strengths.STRONG, world, 0, Dice(5), lambda w=world: remembered(w, 0), LITTLE)
        for world in (first, other)
    }
    assert len(choices) == 1


@pytest.mark.parametrize("name", [n for n in rulebooks.names() if n not in ("two-player", "russian-board")])
def test_a_memory_is_right_in_every_rulebook(name: str) -> None:
    """Whatever is played: known cards are held, and unseen and seen cards are a deck."""
    state = new_match(name, build(name), 4 if 4 in fitting_seats(name, build(name)) else 2)
    dice, memories = Dice(7), [Memory(seat, state.seats) for seat in range(state.seats)]
    events = step(state, c.Deal(), dice)
    for _move in range(150):
        for memory in memories:
            memory.see(events, state.hands[memory.seat])
        if state.phase not in RUNNING:
            break
        for seat, memory in enumerate(memories):
            assert Counter(memory.known[seat]) == Counter(state.hands[seat])
            for other, known in enumerate(memory.known):
                assert Counter(known) <= Counter(state.hands[other])
        if state.to_act >= 0 and state.phase in ("turn", "after_draw", "pending"):
            board, unseen = world_known_to(state_seen_by(state, 0), memories[0])
            assert len(unseen) + sum(board[at.KNOWN + n] for n in range(state.seats)) + len(
                state.discard_pile
            ) == len(whole_deck(state.options))
        command = strengths.choose(strengths.EASY, state, state.to_act, dice, lambda: memories[0])
        events = step(state, command, dice)


@pytest.mark.parametrize(
    "name", ["classic", "partners", "russian-exchange", "russian-centre", "russian-board"]
)
def test_a_strong_bot_makes_legal_moves(name: str) -> None:
    state, dice = new_match(name, build(name), 4), Dice(3)
    memories = [Memory(seat, 4) for seat in range(4)]
    events = step(state, c.Deal(), dice)
    for _move in range(12):
        for memory in memories:
            memory.see(events, state.hands[memory.seat])
        if state.phase not in RUNNING:
            break
        for seat in state.active_seats():
            reaction = strengths.react(
                strengths.STRONG, state, seat, dice, lambda s=seat: memories[s], Effort(8, 10_000)
            )
            if reaction is not None:
                events = step(state, reaction, dice)
                break
        else:
            seat = state.to_act
            command = strengths.choose(
                strengths.STRONG, state, seat, dice, lambda s=seat: memories[s], Effort(8, 10_000)
            )
            events = step(state, command, dice)
