"""Matches played at random under any options that can be played: what holds always."""

from collections import Counter
from itertools import product

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules import commands as c
from games.rules.cards import COLOURS, TOKENS, deck
from games.rules.chance import Chance
from games.rules.combinations import check
from games.rules.decide import decide, new_match, step
from games.rules.events import CardsDealt, Event, RoundStarted
from games.rules.evolve import (
    evolve,
    fold,
)
from games.rules.invariants import violation
from games.rules.legal import legal_commands
from games.rules.notation import command, text
from games.rules.option_texts import OPTION_TEXTS
from games.rules.options import Options, from_differences
from games.rules.refusal import IllegalCommand, Refusal
from games.rules.sight import event_seen_by, seen_by
from games.rules.state import (
    MATCH_OVER,
    RUNNING,
    State,
)
from games.rules.timeouts import default_command

FREE = {
    about.name: about.values
    for about in OPTION_TEXTS
    if about.values and not about.many and about.name != "deck"
}
NUMBERS = {
    "hand_size": st.integers(1, 10),
    "draw_until_max": st.integers(1, 20),
    "target_score": st.integers(1, 300),
    "round_limit": st.integers(0, 4),
    "survivors": st.integers(1, 9),
}
play_settings = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Options, int]:
    """Return some options that can be played, with a number of seats they fit."""
    seats = draw(st.integers(2, 10))
    differences = draw(
        st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in FREE.items()})
    )
    differences |= draw(st.fixed_dictionaries({}, optional=NUMBERS))
    options = from_differences(differences)
    for name in _blamed(options, seats):
        differences.pop(name, None)
    return from_differences(differences), seats


def _blamed(options: Options, seats: int) -> list[str]:
    try:
        check(options, seats)
    except Refusal as refusal:
        return [about.name for about in OPTION_TEXTS if f"“{about.name}”" in refusal.sentence]
    return []


def _playable(table: tuple[Options, int]) -> bool:
    return not _blamed(*table)


some_tables = tables().filter(_playable)
some_seeds = st.binary(min_size=4, max_size=4)


def _some_move(state: State, chance: Chance) -> c.Command:
    """Return any legal command of any seat, a card rather than a draw."""
    seats = state.active_seats() if state.name in RUNNING else [0]
    lists = [legal_commands(state, seat) for seat in seats]
    legal = [one for some in lists for one in some]
    plays = [one for one in legal if isinstance(one, c.PlayCard)]
    choices = plays if plays and chance.below(10) else legal
    return choices[chance.below(len(choices))]


def _every_thinkable_command(state: State, chance: Chance) -> list[c.Command]:
    seats = range(-1, state.seats + 1)
    found: list[c.Command] = [c.Deal(), c.DrawForDealer(), c.EndCentre(), c.Deal(0)]
    found += [make(seat) for make in (c.DrawCard, c.Pass, c.Accept, c.Challenge, c.CallUno) for seat in seats]
    found += [c.Catch(seat, target) for seat, target in product(seats, seats)]
    found += [c.ChooseColour(seat, colour) for seat in seats for colour in range(-1, len(COLOURS) + 1)]
    some_cards = {chance.below(len(TOKENS)) for _one in range(3)} | {state.top, state.drawn_card, 53}
    if state.to_act >= 0:
        some_cards |= set(state.hands[state.to_act])
    found += [
        c.PlayCard(seat, card, colour, uno)
        for seat in {state.to_act, chance.below(state.seats), -1}
        for card in some_cards
        for colour in (None, -1, 0, 1, 2, 3, 4)
        for uno in (False, True)
    ]
    return found


def _listed(state: State) -> set[c.Command]:
    """Return all legal commands of the table, with and without a call that changes nothing."""
    found: set[c.Command] = set()
    for seat in range(state.seats):
        for one in legal_commands(state, seat):
            found.add(one)
            if isinstance(one, c.PlayCard):
                found.add(msgspec.structs.replace(one, uno=True))
    return found


@play_settings
@given(some_tables, some_seeds)
def test_every_event_keeps_the_cards_and_the_log_alone_gives_the_state(
    table: tuple[Options, int], seed: bytes
) -> None:
    options, seats = table
    chance = Chance(seed)
    state = new_match("classic", options, seats)
    watched = state.copy()
    log: list[Event] = []
    cards = Counter(deck(options.deck))
    for _move in range(400):
        if state.name == MATCH_OVER:
            break
        before = state.totals[:]
        for event in step(state, _some_move(state, chance), chance):
            log.append(event)
            evolve(watched, event)
            if watched.hands and any(watched.hands):
                assert violation(watched, cards, before) == "", event
        assert watched == state
    assert fold(log) == state
    last_deal = max(place for place, event in enumerate(log) if isinstance(event, RoundStarted))
    assert fold(log[last_deal:]) == state


@settings(play_settings, max_examples=15)
@given(some_tables, some_seeds)
def test_what_is_listed_is_accepted_and_everything_else_refused_without_a_trace(
    table: tuple[Options, int], seed: bytes
) -> None:
    options, seats = table
    # What costs cards is accepted without being listed, and a colour is ignored in the circle.
    options = msgspec.structs.replace(
        options, illegal_card_penalty=0, false_call_penalty=0, colours_in_circle=False
    )
    chance = Chance(seed)
    state = new_match("classic", options, seats)
    for _move in range(25):
        before = state.copy()
        listed = _listed(state)
        for one in _every_thinkable_command(state, chance):
            if one in listed or (isinstance(one, (c.Deal, c.DrawForDealer)) and state.name == "created"):
                continue
            if one == c.EndCentre() and state.name == "centre":
                continue
            for judge in (decide, step):
                with pytest.raises(IllegalCommand) as refused:
                    judge(state, one, Chance(seed))
                assert refused.value.code
                assert refused.value.sentence.endswith(".")
        assert state == before
        for one in listed:
            assert decide(state, one, Chance(seed)) == step(state.copy(), one, Chance(seed))
        assert state == before
        if state.name == MATCH_OVER:
            break
        step(state, _some_move(state, chance), chance)


@play_settings
@given(some_tables, some_seeds)
def test_somebody_can_always_move_and_time_alone_ends_every_turn(
    table: tuple[Options, int], seed: bytes
) -> None:
    options, seats = table
    chance = Chance(seed)
    state = new_match("classic", options, seats)
    step(state, c.Deal(), chance)
    for _move in range(300):
        if state.name == MATCH_OVER:
            assert default_command(state) is None
            assert not any(legal_commands(state, seat) for seat in range(seats))
            break
        default = default_command(state)
        assert default is not None
        # Only the clock ends the time for the hands on the centre.
        assert default == c.EndCentre() or default in legal_commands(state, max(state.to_act, 0))
        step(state, default if chance.below(4) == 0 else _some_move(state, chance), chance)


@play_settings
@given(some_tables, some_seeds)
def test_two_worlds_that_differ_only_in_hidden_cards_look_the_same(
    table: tuple[Options, int], seed: bytes
) -> None:
    options, seats = table
    chance = Chance(seed)
    state = new_match("classic", options, seats)
    step(state, c.Deal(), chance)
    for _move in range(60):
        if state.name not in RUNNING:
            break
        for viewer in (*state.active_seats(), None):
            other = _with_other_hidden_cards(state, viewer, chance)
            assert seen_by(other, viewer) == seen_by(state, viewer)
            if viewer is not None:
                assert legal_commands(other, viewer) == legal_commands(state, viewer)
        step(state, _some_move(state, chance), chance)


def _with_other_hidden_cards(state: State, viewer: int | None, chance: Chance) -> State:
    """Return the same table with all cards mixed that the viewer has not seen."""
    other = state.copy()
    hidden = [*state.draw_pile, *state.discard_pile[:-1]]
    for seat, hand in enumerate(state.hands):
        if seat != viewer:
            hidden += hand
    mixed = chance.shuffled(hidden)
    other.draw_pile = [mixed.pop() for _card in state.draw_pile]
    other.discard_pile = [*(mixed.pop() for _card in state.discard_pile[:-1]), state.top]
    for seat, hand in enumerate(state.hands):
        if seat != viewer:
            other.hands[seat] = [mixed.pop() for _card in hand]
    if state.to_act != viewer and state.drawn_card >= 0:
        other.drawn_card = other.hands[state.to_act][-1]
    other.pending_legal = not state.pending_legal
    return other


@play_settings
@given(some_tables, some_seeds)
def test_no_event_shows_a_card_its_viewer_may_not_know(table: tuple[Options, int], seed: bytes) -> None:
    options, seats = table
    chance = Chance(seed)
    state = new_match("classic", options, seats)
    for _move in range(60):
        if state.name == MATCH_OVER:
            break
        for event in step(state, _some_move(state, chance), chance):
            for viewer in (*range(seats), None):
                seen = event_seen_by(event, viewer)
                assert type(seen) is type(event)
                assert event_seen_by(seen, viewer) == seen
                if isinstance(event, CardsDealt) and isinstance(seen, CardsDealt):
                    assert set(seen.pile) <= {-1}
                    assert [len(hand) for hand in seen.hands] == [len(hand) for hand in event.hands]
                    others = [hand for seat, hand in enumerate(seen.hands) if seat != viewer]
                    assert all(set(hand) <= {-1} for hand in others)


@pytest.mark.parametrize(
    ("rulebook", "seats"), [("classic", 2), ("classic", 10), ("elimination-500", 5), ("two-player", 2)]
)
def test_a_match_of_defaults_alone_comes_to_an_end(rulebook: str, seats: int) -> None:
    from games.bots.simple import choose
    from games.rules.options import build

    chance = Chance(b"to the end")
    state = new_match(rulebook, build(rulebook), seats)
    moves = 0
    while state.name != MATCH_OVER:
        seat = max(state.to_act, 0)
        step(state, choose(seen_by(state, seat), legal_commands(state, seat), chance), chance)
        moves += 1
        assert moves < 50_000
    assert state.winners
    assert min(state.places) == 1
    assert len(state.places) == seats


@play_settings
@given(some_tables, some_seeds)
def test_every_legal_command_can_be_written_down_and_read_again(
    table: tuple[Options, int], seed: bytes
) -> None:
    options, seats = table
    chance = Chance(seed)
    state = new_match("classic", options, seats)
    for _move in range(60):
        if state.name == MATCH_OVER:
            break
        for seat in range(seats):
            for one in legal_commands(state, seat):
                assert command(text(one)) == one
        step(state, _some_move(state, chance), chance)
