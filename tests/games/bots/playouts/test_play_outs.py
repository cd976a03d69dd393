"""Play-outs over arrays play whole deals, say what they do not know, and imagine only worlds that can be."""

import pytest

from games.bots.dice import Dice
from games.bots.known_cards import imagined, world_known_to
from games.bots.memory import Memory
from games.bots.playouts import boards, compiling, players
from games.bots.playouts import layout as at
from games.bots.seen_state import state_seen_by
from games.rules.base.chance import Chance
from games.rules.decisions.decide import new_match, step
from games.rules.match.commands import Deal
from games.rules.options.options import build
from games.rules.play.dealing import whole_deck
from tests.games.bots.playouts.test_the_same_action_in_the_engine import KNOWN, shown
from tests.games.rules.notation.positions import position


@pytest.mark.parametrize("name", KNOWN)
@pytest.mark.parametrize("policy", [at.AT_RANDOM, at.SENSIBLE])
def test_a_deal_ends_with_all_cards_still_there(name: str, policy: int) -> None:
    kernel, options = compiling.plain(), build(name)
    seats = 2 if name == "two-player" else 4
    board = boards.fresh(seats)
    board[at.POLICY : at.POLICY + seats] = [policy] * seats
    board[at.CHANCE] = 4711
    kernel.deal(board, list(boards.rules_of(options)))
    kernel.play_out(board, list(boards.rules_of(options)))
    assert board[at.PHASE] == at.OVER
    piles = [(at.DRAW_SIZE, at.DRAW), (at.DISCARD_SIZE, at.DISCARD)]
    piles += [(at.SIZE + seat, at.HANDS + at.CARDS * seat) for seat in range(seats)]
    cards = [card for size, first in piles for card in board[first : first + board[size]]]
    assert sorted(cards) == sorted(whole_deck(options))


def finish_turn(board: list[int], rules: list[int], *, is_answered: bool) -> None:
    """Do action by action what `play_out` does in a turn, with the answers to its effect."""
    kernel, turns = compiling.plain(), board[at.TURNS]
    while board[at.TURNS] == turns or (is_answered and board[at.PHASE] not in (at.TURN, at.OVER)):
        kernel.choose(board, rules)
        kernel.carry_out(board, rules)
        action = board[at.ACTION]
        board[at.TURNS] += action in (at.PLAY, at.PASS) or (
            action == at.DRAW_CARD and board[at.PHASE] != at.AFTER_DRAW
        )
        if board[at.OPEN_DUTIES] and board[at.PHASE] != at.OVER:
            players.react(board, rules)


@pytest.mark.parametrize("name", [name for name in KNOWN if not build(name).jump_in])
@pytest.mark.parametrize("policy", [at.AT_RANDOM, at.SENSIBLE])
def test_a_quick_turn_leads_where_its_actions_lead_one_by_one(name: str, policy: int) -> None:
    kernel, rules = compiling.plain(), list(boards.rules_of(build(name)))
    seats = 2 if name == "two-player" else 4
    board = boards.fresh(seats)
    board[at.POLICY : at.POLICY + seats] = [policy] * seats
    board[at.CHANCE] = 1_234_567_891_011
    board[at.FORGETS] = 40 * policy
    kernel.deal(board, rules)
    while board[at.PHASE] != at.OVER:
        slow = board[:]
        board[at.LARGEST] = board[at.TURNS] + 1
        kernel.play_out(board, rules)
        finish_turn(slow, rules, is_answered=board[at.PHASE] != at.PENDING)
        # How many cards the seat has drawn is read only before its turn ends.
        slow[at.LARGEST], slow[at.DRAWN_COUNT] = board[at.LARGEST], board[at.DRAWN_COUNT]
        assert shown(board) == shown(slow)
        assert board[at.CHANCE] == slow[at.CHANCE]


def test_a_call_that_was_forgotten_is_caught_before_the_next_turn() -> None:
    kernel, rules = compiling.plain(), list(boards.rules_of(build("classic")))
    position_of_one = "A: r1 r2 | B: y1 y2 y3 | draw r4 r5 g1 g2 g3 g4 g5 | top r9 | turn A"
    sizes = set()
    for chance in range(1, 40):
        board = boards.board_of(position(position_of_one))
        board[at.FORGETS], board[at.POLICY], board[at.CHANCE] = 100, at.SENSIBLE, chance * 10**9
        board[at.LARGEST] = board[at.TURNS] + 1
        kernel.play_out(board, rules)
        sizes.add(board[at.SIZE])
    assert sizes == {1, 3}


def test_a_seat_that_is_out_of_the_match_gets_no_cards_and_no_turn() -> None:
    board = boards.fresh(4, dealer=2, eliminated=[3])
    compiling.plain().deal(board, list(boards.rules_of(build("elimination-500"))))
    assert board[at.SIZE : at.SIZE + 4] == [7, 7, 7, 0]
    assert board[at.ACTOR] != 3


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("classic", ""),
        ("russian-exchange", "exchanges of single cards"),
        ("russian-centre", "hands on the centre"),
        ("russian-board", "pairs"),
    ],
)
def test_the_play_outs_say_what_they_do_not_know(name: str, reason: str) -> None:
    assert boards.unknown_to(build(name)) == reason
    assert boards.knows(build(name)) == (not reason)


@pytest.mark.parametrize(
    "changes",
    [
        {"deck": "swap_112", "customizable_effects": ["others_draw_2"]},
        {"uno_penalty_trigger": "automatic"},
        {"going_out": "refill_six", "draw_pile_exhausted": "end_of_play", "scoring": "per_out"},
    ],
)
def test_the_play_outs_do_not_claim_other_rules(changes: dict[str, object]) -> None:
    assert boards.unknown_to(build("classic", changes))


def test_worlds_keep_what_the_seat_sees_and_hold_every_card_once() -> None:
    state = new_match("classic", build("classic"), 4)
    memory = Memory(1, 4)
    memory.see(step(state, Deal(), Chance(b"worlds")), state.hands[1])
    seen = state_seen_by(state, 1)
    known, unseen = world_known_to(seen, memory)
    world = imagined(seen, memory, Dice(3))
    assert world.hands[1] == state.hands[1]
    assert [len(hand) for hand in world.hands] == [len(hand) for hand in state.hands]
    everything = [*world.draw_pile, *world.discard_pile, *(card for hand in world.hands for card in hand)]
    assert sorted(everything) == sorted(whole_deck(state.options))
    assert len(unseen) == known[at.DRAW_SIZE] + sum(known[at.SIZE + seat] for seat in (0, 2, 3))
