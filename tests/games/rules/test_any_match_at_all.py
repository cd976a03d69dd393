"""Matches played at random under every preset and under any options that go together: what holds always."""

import random
from collections import Counter
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import eventstore
from games.rules.base.chance import Chance
from games.rules.base.refusal import IllegalCommand
from games.rules.cards.cards import deck
from games.rules.decisions.decide import decide, judge, new_match, step
from games.rules.decisions.legal import legal_commands
from games.rules.decisions.timeouts import default_command
from games.rules.match import commands as c
from games.rules.match.events import CardsDealt, Event, MatchEnded, RoundStarted, UnoCalled
from games.rules.match.evolve import fold
from games.rules.match.invariants import all_cards, ambiguity, violation
from games.rules.match.state import MATCH_OVER, RUNNING, State
from games.rules.notation.notation import command, text
from games.rules.options.options import Options
from tests.games.rules import oracle
from tests.games.rules.any_match import (
    PRESETS,
    RichChance,
    listed,
    played,
    preset_match,
    seeds,
    short_tables,
    some,
    some_move,
    tables,
    thinkable,
    thinned,
)
from tests.games.rules.notation.positions import position
from tests.suite.extent import is_thorough

seat_numbers = st.integers(2, 10)


def _deck_of(state: State) -> Counter[int]:
    return Counter(deck(state.options.deck, len(state.options.customizable_effects)))


def _keeps_its_books(state: State, chance: Chance, moves: int) -> None:
    """Play, and check after every event and every command that nothing is lost and the log says it all."""
    cards = all_cards(state) or _deck_of(state)
    start, watched = state.copy(), state.copy()
    log: list[Event] = []
    for move in played(state, chance, moves):
        before = state.totals[:]
        for event in step(state, move, chance):
            log.append(event)
            event.change(watched)
            if isinstance(event, CardsDealt):
                cards = _deck_of(state)
            if watched.round and any(watched.hands):
                assert violation(watched, cards, before) == "", event
        assert watched == state
        assert ambiguity(state) == "", move
    assert fold(log, start) == state
    stored = [eventstore.decode(*eventstore.encode(event)) for event in log]
    for place, event in enumerate(log):
        if isinstance(event, RoundStarted):
            assert fold(stored[place:]) == state


@pytest.mark.parametrize("rulebook", PRESETS)
@some(0.1)
@given(seat_numbers, seeds)
def test_under_every_preset_the_cards_are_kept_and_the_log_alone_gives_the_state(
    rulebook: str, seats: int, seed: bytes
) -> None:
    _keeps_its_books(preset_match(rulebook, seats), RichChance(seed), 150)


@some(1)
@given(tables(), seeds)
def test_under_any_options_the_cards_are_kept_and_the_log_alone_gives_the_state(
    table: tuple[Options, int], seed: bytes
) -> None:
    options, seats = table
    _keeps_its_books(new_match("classic", options, seats), RichChance(seed), 150)


@some(1)
@given(tables(), seeds)
def test_with_hardly_any_cards_left_to_draw_the_cards_are_kept_as_well(
    table: tuple[Options, int], seed: bytes
) -> None:
    options, seats = table
    chance = RichChance(seed)
    _keeps_its_books(thinned(new_match("classic", options, seats), chance), chance, 100)


def _judges_like_the_rules(state: State, chance: Chance, moves: int) -> None:
    """Offer commands of every kind: what rules.md allows is accepted, the rest refused without a trace."""
    for move in played(state, chance, moves):
        offers = thinkable(state, chance)
        commands = listed(state)
        if state.phase in RUNNING:
            assert len(commands) == len(set(commands)), "listed twice"
        before = state.copy()
        for key in dict.fromkeys([*commands, *offers]):
            if oracle.allows(state, key):
                _is_accepted_alike(state, key)
                assert (key in commands) != oracle.needless(state, key), key
            else:
                assert key not in commands, key
                _is_refused(step, state, key)
                if chance.below(10) == 0:
                    _is_refused(decide, state, key)
        assert state == before
        step(state, move, chance)


def _is_accepted_alike(state: State, command: c.Command) -> None:
    events = decide(state, command, Chance(b"same"))
    assert step(state.copy(), command, Chance(b"same")) == events, command
    assert judge(state.copy(), command, Chance(b"same")) == events, command


def _is_refused(court: Callable[..., list[Event]], state: State, command: c.Command) -> None:
    refusal = None
    try:
        court(state, command, Chance(b"never"))
    except IllegalCommand as refused:
        refusal = refused
    assert refusal, f"{command} was accepted"
    assert refusal.code
    assert refusal.sentence.endswith(".")


@pytest.mark.sampled("judges under every third preset", about=["games/rules/"])
@pytest.mark.parametrize("rulebook", PRESETS if is_thorough() else PRESETS[1::3])
@some(0.1)
@given(seat_numbers, seeds)
def test_under_every_preset_exactly_what_the_rules_allow_is_accepted(
    rulebook: str, seats: int, seed: bytes
) -> None:
    _judges_like_the_rules(preset_match(rulebook, seats), RichChance(seed), 25)


@some(0.6)
@given(tables(), seeds)
def test_under_any_options_exactly_what_the_rules_allow_is_accepted(
    table: tuple[Options, int], seed: bytes
) -> None:
    options, seats = table
    _judges_like_the_rules(new_match("classic", options, seats), RichChance(seed), 25)


@some(0.5)
@given(tables(), seeds)
def test_a_judgement_depends_on_nothing_but_state_command_and_chance(
    table: tuple[Options, int], seed: bytes
) -> None:
    options, seats = table
    state = new_match("classic", options, seats)
    chance = RichChance(seed)
    dice = random.getstate()
    for move in played(state, chance, 60):
        before = state.copy()
        judged = decide(state, move, RichChance(seed))
        assert decide(state.copy(), move, RichChance(seed)) == judged
        assert state == before
        assert step(state.copy(), move, RichChance(seed)) == judged
        assert fold(judged, before.copy()) == fold(judged, before.copy())
        step(state, move, chance)
    assert random.getstate() == dice


@some(0.6)
@given(tables(), seeds)
def test_somebody_can_always_move_and_time_alone_ends_every_wait(
    table: tuple[Options, int], seed: bytes
) -> None:
    options, seats = table
    chance = RichChance(seed)
    state = new_match("classic", options, seats)
    step(state, c.Deal(), chance)
    for _move in range(200):
        default = default_command(state)
        if state.phase == MATCH_OVER:
            assert default is None
            assert not listed(state)
            break
        assert default is not None
        # Only the clock ends the time for the hands on the centre.
        assert default == c.EndCentre() or default in legal_commands(state, max(state.to_act, 0))
        assert state.phase not in RUNNING or legal_commands(state, state.to_act)
        step(state, default if chance.below(4) == 0 else some_move(state, chance), chance)


@some(2)
@given(short_tables(), seeds)
def test_a_call_with_a_play_is_offered_wherever_it_counts(table: tuple[Options, int], seed: bytes) -> None:
    options, seats = table
    chance = RichChance(seed)
    state = new_match("classic", options, seats)
    for move in played(state, chance, 80):
        offered = listed(state)
        for play in offered:
            if not isinstance(play, (c.PlayCard, c.JumpIn, c.LayPair)) or play.uno:
                continue
            called = msgspec.structs.replace(play, uno=True)
            if UnoCalled(play.seat) in decide(state, called, RichChance(seed)):
                assert called in offered, text(called)
        step(state, move, chance)


def test_a_call_is_offered_where_others_draw_for_missed_calls_all_but_one_card_of_the_refill() -> None:
    options = {"uno_duty": "any_single_card", "uno_penalty_trigger": "automatic"}
    options |= {"uno_call_deadline": "until_caught"}
    position_ = "A: r5 | B: b2 | C: b3 | draw y5 | top r9 | uno B open C open | turn A"
    state = position(position_, "russian-seven-rounds", **options)
    called = command("A play r5 uno")
    assert called in legal_commands(state, 0)
    assert UnoCalled(0) in step(state, called, Chance(b"a test"))


@some(1)
@given(short_tables(), seeds)
def test_nothing_happens_after_the_end_of_a_match(table: tuple[Options, int], seed: bytes) -> None:
    options, seats = table
    chance = RichChance(seed)
    state = new_match("classic", options, seats)
    for move in played(state, chance, 150):
        events = step(state, move, chance)
        assert not any(isinstance(event, MatchEnded) for event in events[:-1])
        assert (state.phase == MATCH_OVER) == (bool(events) and isinstance(events[-1], MatchEnded))


@some(0.5)
@given(tables(), seeds)
def test_every_legal_command_can_be_written_down_and_read_again(
    table: tuple[Options, int], seed: bytes
) -> None:
    options, seats = table
    chance = RichChance(seed)
    state = new_match("classic", options, seats)
    for move in played(state, chance, 60):
        for command_ in listed(state):
            assert command(text(command_)) == command_
        step(state, move, chance)


@some(0.2)
@given(tables(), seeds)
def test_every_seat_in_play_is_dealt_the_agreed_number_of_cards(
    table: tuple[Options, int], seed: bytes
) -> None:
    options, seats = table
    state = new_match("classic", options, seats)
    dealt = next(event for event in step(state, c.Deal(), Chance(seed)) if isinstance(event, CardsDealt))
    assert [len(hand) for hand in dealt.hands] == [options.hand_size] * seats
    assert sum(map(len, dealt.hands)) + len(dealt.pile) == _deck_of(state).total()
