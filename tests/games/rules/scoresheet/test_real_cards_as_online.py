"""Situation: an online match is written down deal by deal, as if it were played with real cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bots.engine_playout import play_out
from games.rules.base.chance import Chance
from games.rules.decisions.decide import new_match, step
from games.rules.match import commands as c
from games.rules.match.events import NOBODY, DealerChosen
from games.rules.match.state import MATCH_OVER, State
from games.rules.options.options import Options, build
from games.rules.play.dealing import next_dealer
from games.rules.play.scoring import hand_points
from games.rules.scoresheet import decide as ph
from games.rules.scoresheet.evolve import evolve
from tests.games.rules.any_match import PRESETS, seats_for, seeds, some, tables

MOST_DEALS = 12


def score_sheet(rulebook: str, options: Options, seats: int, dealer: int) -> ph.Sheet:
    sheet = ph.Sheet(rulebook, options, seats, asks=True)
    evolve(sheet, DealerChosen(dealer))
    return sheet


def write(sheet: ph.Sheet, command: ph.SheetCommand) -> list:
    events = ph.decide(sheet, command)
    for event in events:
        evolve(sheet, event)
    return events


def as_recorded(state: State, before: list[int], *, cards: bool) -> ph.RecordDeal:
    """Return what a scorekeeper sees at the end of a deal."""
    playing = [seat for seat in range(state.seats) if not before[seat]]
    out = state.out or [seat for seat in playing if not state.hands[seat] and seat == state.winner]
    worth = {seat: hand_points(state.hands[seat], state.options) for seat in playing if seat not in out}
    return ph.RecordDeal(
        state.round,
        out[0] if out else None,
        {seat: state.hands[seat][:] if cards else worth[seat] for seat in worth},
        then=out[1:],
        is_blocked=bool(state.out) and len(out) < len(playing) - 1,
        emptied=counts(state.emptied) if state.options.scoring == "per_out" else {},
    )


def counts(numbers: list[int]) -> dict[int, int]:
    return {seat: number for seat, number in enumerate(numbers) if number}


def outcome(state: State) -> tuple:
    names = (
        "round",
        "totals",
        "eliminated",
        "wins",
        "losses",
        "points",
        "winner",
        "loser",
        "winners",
        "places",
    )
    return tuple(getattr(state, name) for name in names)


def follow_a_match(rulebook: str, options: Options, seats: int, seed: bytes) -> int:
    """Play online and write everything down; return how many deals there were."""
    state, chance = new_match(rulebook, options, seats), Chance(seed)
    if options.dealer_choice != "fixed":
        step(state, c.DrawForDealer(), chance)
    sheet = score_sheet(rulebook, options, seats, max(state.dealer, 0))
    while state.phase != MATCH_OVER and state.round < MOST_DEALS:
        before = state.eliminated[:]
        step(state, c.Deal(), chance)
        assert sheet.next_dealer() == state.dealer
        play_out(state, chance)
        write(sheet, as_recorded(state, before, cards=state.round % 2 == 0))
        assert outcome(sheet.top) == outcome(state)
    if state.phase != MATCH_OVER:
        assert sheet.next_dealer() == next_dealer(state)
        write(sheet, ph.EndMatch())
    else:
        assert sheet.next_dealer() == NOBODY
    assert sheet.phase == "reported"
    return state.round


@pytest.mark.parametrize("rulebook", PRESETS)
@given(wanted=st.integers(2, 10), seed=seeds)
@some(0.1)
def test_every_preset_is_scored_as_online(rulebook, wanted, seed):
    follow_a_match(rulebook, build(rulebook), seats_for(rulebook, wanted), seed)


@given(table=tables(), seed=seeds)
@some(0.5)
def test_any_options_are_scored_as_online(table, seed):
    options, seats = table
    follow_a_match("classic", options, seats, seed)
