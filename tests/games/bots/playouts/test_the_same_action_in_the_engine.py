"""The play-outs know the rules as the engine does: each action, done by both, leads to the same board."""

import random
from collections.abc import Sequence

import pytest

from games.bots.playouts import boards, compiling
from games.bots.playouts import layout as at
from games.rules.base.chance import Chance
from games.rules.decisions.decide import new_match, require_legal, step
from games.rules.decisions.reactions import reactions_of_bot
from games.rules.match import commands as c
from games.rules.match.state import MATCH_OVER, READY, State
from games.rules.options import rulebooks
from games.rules.options.combinations import fitting_seats
from games.rules.options.options import build

KNOWN = [name for name in rulebooks.names() if boards.knows(build(name))]
NOT_ON_BOTH = {*range(at.ACTION, at.DRAW_SIZE), at.CHANCE, at.TURNS, at.CHALLENGES, at.UPHELD, at.BLACKS}
"""What the board holds for itself: the action, the dice and what it counts."""


class SameDice(Chance):
    """Shuffles as the play-outs do, with the dice of a board."""

    def __init__(self, board: list[int]) -> None:
        super().__init__(b"")
        self.board = board

    def shuffled(self, cards: list[int]) -> list[int]:
        dice = [*self.board[: at.DRAW], *cards]
        compiling.plain().shuffle(dice, at.DRAW, len(cards))
        self.board[at.CHANCE] = dice[at.CHANCE]
        return dice[at.DRAW :]


def command_of(board: list[int], state: State) -> c.Command:
    """Return the action on the board as a command of the engine."""
    seat, card, action = board[at.DOER], board[at.CARD], board[at.ACTION]
    colour = board[at.NAMED] if board[at.NAMED] >= 0 else None
    target = board[at.TARGET] if board[at.TARGET] >= 0 else None
    if action in (at.PLAY, at.JUMP):
        make = c.PlayCard if action == at.PLAY else c.JumpIn
        calls = bool(board[at.CALLED]) and len(state.hands[seat]) == 2
        return make(seat, card, colour, calls, target)
    if action == at.NAME_COLOUR:
        return c.ChooseColour(seat, board[at.NAMED], target)
    if action == at.CATCH:
        return c.Catch(seat, board[at.TARGET])
    kinds = {at.DRAW_CARD: c.DrawCard, at.PASS: c.Pass, at.ACCEPT: c.Accept}
    return (kinds | {at.CHALLENGE: c.Challenge, at.CALL: c.CallUno})[action](seat)


def shown(board: list[int]) -> dict[str, object]:
    """Return what the board says, with the hands in the order of their cards."""
    piles = {"draw": (at.DRAW_SIZE, at.DRAW), "discard": (at.DISCARD_SIZE, at.DISCARD)}
    shown: dict[str, object] = {
        name: board[first : first + board[size]] for name, (size, first) in piles.items()
    }
    for seat in range(board[at.SEATS]):
        first = at.HANDS + at.CARDS * seat
        shown[f"hand {seat}"] = sorted(board[first : first + board[at.SIZE + seat]])
    shown["rest"] = {
        place: value for place, value in enumerate(board[: at.KNOWN]) if place not in NOT_ON_BOTH
    }
    return shown


def choose_any(board: list[int], rules: Sequence[int], state: State, *, forgets: bool) -> None:
    """Write an action on the board: of a seat that reacts, if any does, or of the seat to act."""
    kernel = compiling.plain()
    others = [seat for seat in state.active_seats() if kernel.choose_reaction(board, rules, seat)]
    while others and not kernel.choose_reaction(board, rules, others[0]):
        pass
    if not others:
        kernel.choose(board, rules)
    if forgets:
        board[at.CALLED] = 0


def play_both(name: str, seats: int, seed: int, policy: int) -> int:
    """Play a deal by both, each action from the same board; return the number of actions."""
    kernel, options = compiling.plain(), build(name)
    rules, dice = boards.rules_of(options), random.Random(seed)
    state = new_match(name, options, seats)
    step(state, c.Deal(), Chance(f"{name} {seed}".encode()))
    actions = 0
    while state.phase != MATCH_OVER and not state.is_round_over and actions < 3000:
        if state.phase == READY:
            step(state, c.SayReady(state.to_act), Chance(b""))
            continue
        board = boards.board_of(state)
        board[at.CHANCE] = dice.getrandbits(62)
        board[at.POLICY : at.POLICY + seats] = [policy] * seats
        choose_any(board, rules, state, forgets=dice.random() < 0.3)
        command = command_of(board, state)
        require_legal(state, command)
        if isinstance(command, c.Catch):
            assert command in reactions_of_bot(state, command.seat)
        twin = board[:]
        kernel.carry_out(board, rules)
        step(state, command, SameDice(twin))
        while state.phase == READY:
            step(state, c.SayReady(state.to_act), Chance(b""))
        expected = boards.board_of(state)
        expected[at.POLICY : at.POLICY + seats] = [policy] * seats
        if state.is_round_over:
            for place in _OF_A_RUNNING_DEAL:
                expected[place] = board[place]
            assert board[at.PHASE] == at.OVER
        assert shown(board) == shown(expected), (name, seed, actions, command)
        actions += 1
    return actions


_OF_A_RUNNING_DEAL = (
    *(at.ACTOR, at.KIND, at.TOTAL, at.SOURCE, at.CHALLENGEABLE, at.SKIP_CARD, at.HEIGHT, at.DRAWN, at.HONEST),
    *(at.OPEN_DUTIES, at.IN_PLAY, at.DRAWN_COUNT, at.IDLE),
    *range(at.DUTY, at.DUTY + 10),
    *range(at.ACTIVE, at.ACTIVE + 10),
)
"""What says nothing any more when a deal is over."""


@pytest.mark.parametrize("name", KNOWN)
def test_a_deal_goes_the_same_way_in_the_play_outs_and_in_the_engine(name: str) -> None:
    seats = [number for number in (2, 4, 7) if number in fitting_seats(name, build(name))]
    actions = [play_both(name, number, 1, policy) for policy, number in enumerate((seats or [4, 4])[:2])]
    assert sum(actions) > 30


@pytest.mark.parametrize(("silent", "catchers"), [(0, {1, 3}), (1, {0, 2})])
def test_partners_of_a_simulated_player_catch_opponents_only(silent: int, catchers: set[int]) -> None:
    kernel, rules = compiling.plain(), boards.rules_of(build("partners"))
    board = boards.fresh(4)
    board[at.CHANCE] = 4711
    kernel.deal(board, rules)
    board[at.DUTY + silent], board[at.OPEN_DUTIES] = at.OPEN, 1
    others = {0, 1, 2, 3} - {silent}
    caught = [seat for _turn in range(30) for seat in others if kernel.choose_reaction(board, rules, seat)]
    assert set(caught) == catchers
    assert (board[at.ACTION], board[at.TARGET]) == (at.CATCH, silent)
