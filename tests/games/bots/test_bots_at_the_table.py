"""Bots choose among what is legal, from what they may see."""

import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from games.bots import random_bot, simple_bot, strengths
from games.bots.memory import Memory
from games.bots.simulate import BOTS, main, play_match, run
from games.rules.base.chance import Chance
from games.rules.decisions.decide import new_match, step
from games.rules.decisions.legal import legal_commands
from games.rules.match.commands import CallUno, Catch, Command, PlayCard
from games.rules.match.state import MATCH_OVER, RUNNING
from games.rules.match.visibility import seen_by
from games.rules.notation.notation import text
from games.rules.options import rulebooks
from games.rules.options.options import build
from tests.games.rules.notation.positions import play, position


@pytest.mark.parametrize("name", sorted(BOTS))
@pytest.mark.parametrize(("rulebook", "seats"), [("classic", 4), ("elimination-500", 6), ("two-player", 2)])
def test_bots_play_a_match_to_its_end(name: str, rulebook: str, seats: int) -> None:
    state = new_match(rulebook, build(rulebook, {"target_score": 150}), seats)
    assert play_match(state, Chance(b"bots"), BOTS[name]).moves > 20
    assert state.phase == MATCH_OVER


@pytest.mark.parametrize("name", sorted(BOTS))
@pytest.mark.parametrize("rulebook", rulebooks.names())
def test_bots_play_every_rulebook_to_its_end(name: str, rulebook: str) -> None:
    fewest, most = rulebooks.fitting_seats(rulebook)
    state = new_match(rulebook, build(rulebook), min(max(fewest, 4), most))
    play_match(state, Chance(b"every rulebook"), BOTS[name])
    assert state.phase == MATCH_OVER


def _choice(position_text: str, before: str = "", seed: bytes = b"bot") -> str:
    state = position(position_text)
    if before:
        play(state, before)
    seat = state.to_act
    return text(simple_bot.choose(seen_by(state, seat), legal_commands(state, seat), Chance(seed)))


def test_the_simple_bot_keeps_its_wild_while_another_card_fits() -> None:
    position = "A: w r5 b2 b3 | B: y1 y2 y3 | draw r1 | top r9 | turn A"
    assert _choice(position) == "A play r5"


def test_the_simple_bot_names_the_colour_it_holds_most() -> None:
    position = "A: w g5 g2 b3 | B: y1 y2 y3 | draw r1 | top r9 | turn A"
    assert _choice(position) == "A play w g"


@pytest.mark.parametrize("seed", range(20))
def test_simple_bots_do_not_pass_the_same_cards_round_for_ever(seed: int) -> None:
    state = position("A: y1 g4 | B: g6 y8 | C: g1 g2 | D: y2 r5 | draw b3 | top b0 | turn A")
    chance = Chance(bytes([seed]))
    for _move in range(4000):
        if state.phase not in RUNNING:
            break
        seat = state.to_act
        step(state, simple_bot.choose(seen_by(state, seat), legal_commands(state, seat), chance), chance)
    assert state.phase not in RUNNING


def test_the_simple_bot_hurts_who_is_about_to_go_out() -> None:
    position = "A: r+ r9 r8 r7 | B: y1 | draw r1 | top r5 | turn A"
    assert _choice(position) == "A play r+"


def test_the_simple_bot_seldom_bluffs() -> None:
    position = "A: w4 r5 b2 b3 | B: y1 y2 | draw r1 | top r9 | turn A"
    bluffs = sum(_choice(position, seed=bytes([n])).startswith("A play w4") for n in range(200))
    assert 0 < bluffs < 60


def test_the_simple_bot_mostly_remembers_to_call() -> None:
    position = "A: r5 b2 | B: y1 y2 y3 | draw r1 | top r9 | turn A"
    calls = sum(_choice(position, seed=bytes([n])) == "A play r5 uno" for n in range(200))
    assert 150 < calls < 200


def test_the_simple_bot_challenges_sometimes() -> None:
    position = "A: w4 r5 b2 b3 b4 | B: y1 y2 | draw r1 r2 r3 r4 r5 r6 | top r9 | turn A"
    answers = {_choice(position, "A play w4 g", bytes([n])) for n in range(100)}
    assert answers == {"B accept", "B challenge"}


def test_out_of_turn_bots_catch_or_call_but_not_always() -> None:
    state = position("A: r5 b2 | B: y1 y2 y3 | C: g1 g2 | draw r1 r2 | top r9 | turn A")
    assert simple_bot.react(seen_by(state, 1), legal_commands(state, 1), Chance(b"")) is None
    play(state, "A play r5")
    for react in (simple_bot.react, random_bot.react):
        caught = [react(seen_by(state, 2), legal_commands(state, 2), Chance(bytes([n]))) for n in range(50)]
        assert {type(command) for command in caught} == {Catch, type(None)}
        called = [react(seen_by(state, 0), legal_commands(state, 0), Chance(bytes([n]))) for n in range(50)]
        assert {type(command) for command in called} == {CallUno, type(None)}


@pytest.mark.parametrize("strength", strengths.STRENGTHS)
def test_no_bot_catches_its_partner_and_every_bot_an_opponent(strength: str) -> None:
    state = position(
        "A: r5 b2 | B: y1 y2 y3 | C: g1 g2 | D: y5 y6 | draw r1 r2 | top r9 | turn A", "partners"
    )
    play(state, "A play r5")
    caught = {
        seat: [
            strengths.react(strength, state, seat, Chance(bytes([n])), partial(Memory, seat, 4))
            for n in range(20)
        ]
        for seat in (1, 2)
    }
    assert Catch(1, 0) in caught[1]
    assert set(caught[2]) == {None}


def test_partners_who_play_by_themselves_never_catch_each_other() -> None:
    bot, state, catches = BOTS["simple"], new_match("partners", build("partners"), 4), []

    def react(sight: Any, legal: list[Command], chance: Chance) -> Command | None:
        catches.extend(command for command in legal if isinstance(command, Catch))
        return bot.react(sight, legal, chance)

    play_match(state, Chance(b"partners"), bot._replace(react=react))
    assert catches
    assert all((catch.seat - catch.target) % 2 for catch in catches)


def test_the_random_bot_lays_any_card_that_fits() -> None:
    state = position("A: r5 w b2 r7 | B: y1 y2 | draw r1 | top r9 | turn A")
    sight, legal = seen_by(state, 0), legal_commands(state, 0)
    chosen = [random_bot.choose(sight, legal, Chance(bytes([n]))) for n in range(60)]
    assert {command.card for command in chosen if isinstance(command, PlayCard)} == {5, 7, 52}


def test_the_simulation_counts_what_it_played() -> None:
    tally = run("classic", build("classic"), 4, "random", 0.01)
    assert tally.numbers()["rounds"] == len(tally.deal_turns) == sum(tally.match_deals)
    assert tally.moves > len(tally.deal_turns)
    assert sum(tally.wins.values()) == len(tally.match_deals)


@pytest.mark.parametrize("mode", ["events", "playout"])
def test_the_simulation_prints_one_json_object(mode: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "games.bots.simulate", "--seconds", "0.05", "--mode", mode, "--json"],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(json.loads(done.stdout)) == {"rounds", "moves", "wall", "cpu"}


def test_the_simulation_speaks_plainly_and_refuses_what_it_cannot_play(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--seconds", "0.01", "--bots", "simple"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines[1:]] == [
        "turns in a deal",
        "points in a deal",
        "deals in a match",
        "matches won",
    ]
    with pytest.raises(SystemExit):
        main(["--mode", "playout", "--bots", "simple"])
    assert "played by random bots" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["--rulebook", "two-player", "--seats", "5"])
    assert "needs exactly 2 seats" in capsys.readouterr().err
