"""Self-play: every deal ends with somebody out or blocked by the rules, every match after some deals."""

import pytest
from hypothesis import given

from games.bots import random_bot, simple_bot
from games.rules.base.chance import Chance
from games.rules.decisions.decide import new_match, step
from games.rules.decisions.legal import legal_commands
from games.rules.match import commands as c
from games.rules.match.events import Event, MatchEnded, RoundEnded
from games.rules.match.state import MATCH_OVER, RUNNING, State
from games.rules.match.visibility import seen_by
from games.rules.options.options import Options
from tests.games.rules.any_match import PRESETS, preset_match, seeds, some, tables
from tests.suite.extent import is_thorough

DEALS, MOVES, ROUNDS_BY_HAND = 400, 4000, 3
SEATS = [2, 3, 4, 10]


def play_on(state: State, chance: Chance, bot: object) -> list[Event]:
    """Play one deal to its end and return its events; one that does not end is an error."""
    events = step(state, c.Deal(), chance)
    for _move in range(MOVES):
        if state.phase not in RUNNING:
            return events
        for seat in state.active_seats():
            # Out of turn people call, catch, jump in and put hands on the centre.
            reaction = random_bot.react(seen_by(state, seat), legal_commands(state, seat), chance)
            if reaction and state.phase in RUNNING:
                events += step(state, reaction, chance)
        if state.phase in RUNNING:
            seat = state.to_act
            events += step(state, bot(seen_by(state, seat), legal_commands(state, seat), chance), chance)
    pytest.fail(f"a deal of {MOVES} moves under {state.differences}")


def play_to_the_end(state: State, chance: Chance, bot: object) -> None:
    for _deal in range(DEALS):
        events = play_on(state, chance, bot)
        ended = [event for event in events if isinstance(event, RoundEnded)]
        assert len(ended) == 1
        assert ended[0].reason in ("out", "blocked")
        if (
            state.options.match_end == "manual"
            and state.round >= ROUNDS_BY_HAND
            and state.phase != MATCH_OVER
        ):
            events = step(state, c.EndMatch(), chance)
        assert (state.phase == MATCH_OVER) == any(isinstance(event, MatchEnded) for event in events)
        if state.phase == MATCH_OVER:
            assert len(state.places) == state.seats
            assert min(state.places) == 1
            return
    pytest.fail(f"a match of {DEALS} deals under {state.differences}")


@pytest.mark.sampled(
    "plays each preset with one of four numbers of players", about=["games/rules/", "games/bots/"]
)
@pytest.mark.parametrize(
    ("rulebook", "seats"),
    [
        (rulebook, seats)
        for number, rulebook in enumerate(PRESETS)
        for seats in (SEATS if is_thorough() else [SEATS[number % len(SEATS)]])
    ],
)
def test_a_match_of_every_preset_ends(rulebook: str, seats: int) -> None:
    state = preset_match(rulebook, seats)
    bot = simple_bot.choose if seats == 4 else random_bot.choose
    play_to_the_end(state, Chance(f"{rulebook} {seats}".encode()), bot)


@some(0.6)
@given(tables(), seeds)
def test_a_match_under_any_options_ends(table: tuple[Options, int], seed: bytes) -> None:
    options, seats = table
    play_to_the_end(new_match("classic", options, seats), Chance(seed), random_bot.choose)
