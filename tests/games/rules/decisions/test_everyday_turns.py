"""The short way for everyday moves leads where the long way leads, under every rulebook."""

from itertools import product

import pytest

from games.bots.engine_playout import everyday_answer, everyday_turn, play_out
from games.rules.base.chance import Chance
from games.rules.base.refusal import IllegalCommand
from games.rules.cards.cards import COLOURS
from games.rules.decisions.decide import decide, judge, new_match, step
from games.rules.decisions.legal import legal_commands
from games.rules.decisions.ordinary_turns import EVERYDAY
from games.rules.match.commands import Accept, Command, Deal, DrawCard, EndMatch, Pass, PlayCard
from games.rules.match.evolve import fold
from games.rules.match.invariants import all_cards, violation
from games.rules.match.phases import MATCH_OVER, OVER, PENDING, RUNNING, TURN
from games.rules.match.state import State
from games.rules.options import rulebooks
from games.rules.options.options import build
from tests.games.rules.notation.positions import play, position

MOVES = 120


def _dealt(rulebook: str, chance: Chance) -> State:
    fewest, most = rulebooks.fitting_seats(rulebook)
    state = new_match(rulebook, build(rulebook), fewest + chance.below(most - fewest + 1))
    step(state, Deal(), chance)
    return state


def _move_on(state: State, chance: Chance) -> None:
    """Carry out any legal command of anybody, the next deal included."""
    seats = state.active_seats() if state.phase in RUNNING else [0]
    legal = [command for seat in seats for command in legal_commands(state, seat) if command != EndMatch()]
    plays = [command for command in legal if isinstance(command, PlayCard)]
    some = plays if plays and chance.below(3) else legal
    step(state, some[chance.below(len(some))], chance)


def _everyday_commands(state: State) -> list[Command]:
    """Return every command of the everyday kinds that the seat to act could think of."""
    seat = state.to_act
    cards = [*dict.fromkeys(state.hands[seat]), state.top]
    plays = [
        PlayCard(seat, card, colour, uno, target)
        for card, colour, uno in product(cards, (None, *range(len(COLOURS) + 1)), (False, True))
        for target in (None, (seat + 1) % state.seats)
    ]
    return [*plays, DrawCard(seat), Pass(seat), Accept(seat), DrawCard((seat + 1) % state.seats)]


@pytest.mark.parametrize("rulebook", rulebooks.names())
def test_an_everyday_move_has_the_same_events_as_judged_at_length(rulebook: str) -> None:
    chance = Chance(rulebook.encode())
    state = _dealt(rulebook, chance)
    taken = 0
    for _move in range(MOVES):
        if state.phase == MATCH_OVER:
            break
        before = state.copy()
        for command in _everyday_commands(state) if state.phase in RUNNING else ():
            events = EVERYDAY[type(command)](state, command, happens=False)
            if events is not None:
                taken += 1
                assert events == judge(state.copy(), command, Chance(b"")), command
                assert events == decide(state, command, Chance(b""))
                assert _stepped(state, command) == fold(events, state.copy())
        assert state == before
        _move_on(state, chance)
    assert taken > MOVES / 4


@pytest.mark.parametrize("rulebook", rulebooks.names())
def test_a_turn_of_a_play_out_could_have_been_played(rulebook: str) -> None:
    chance = Chance(rulebook.encode())
    state = _dealt(rulebook, chance)
    for _move in range(MOVES):
        if state.phase not in RUNNING:
            break
        start, after = state.copy(), state.copy()
        if state.phase == TURN and everyday_turn(after, chance):
            assert after in _after_one_turn(start)
        elif state.phase == PENDING and everyday_answer(after, chance):
            assert after == _stepped(start, Accept(start.to_act))
        _move_on(state, chance)


def _after_one_turn(state: State) -> list[State]:
    first = [_stepped(state, command) for command in legal_commands(state, state.to_act)]
    drawn = [
        other_state
        for other_state in first
        if other_state.to_act == state.to_act and other_state.phase == "after_draw"
    ]
    return first + [
        _stepped(element, two) for element in drawn for two in legal_commands(element, element.to_act)
    ]


def _stepped(state: State, command: Command) -> State:
    after = state.copy()
    step(after, command, Chance(b""))
    return after


@pytest.mark.parametrize("rulebook", rulebooks.names())
def test_a_play_out_ends_the_round_with_all_its_cards(rulebook: str) -> None:
    chance = Chance(rulebook.encode())
    state = _dealt(rulebook, chance)
    cards, totals = all_cards(state), state.totals[:]
    assert play_out(state, chance) > 0
    assert state.phase in (OVER, MATCH_OVER)
    assert violation(state, cards, totals) == ""


def test_a_quick_refusal_is_a_refusal_at_length_too() -> None:
    state = position("A: r5 b3 w | B: y1 y2 | draw r1 b8 | top r9 | turn A")
    for command in (PlayCard(0, 42), PlayCard(0, 52), PlayCard(0, 5, 1), PlayCard(1, 14), Pass(0), Accept(0)):
        assert EVERYDAY[type(command)](state, command, happens=False) is None
        with pytest.raises(IllegalCommand):
            step(state, command, Chance(b""))


def test_a_forgotten_call_is_no_matter_for_the_short_way() -> None:
    state = position("A: r5 b3 | B: y1 r2 r3 | C: y4 y5 y6 | draw r1 b8 | top r9 | turn A")
    play(state, "A play r5")
    assert EVERYDAY[PlayCard](state, PlayCard(1, 2), happens=False) is None
