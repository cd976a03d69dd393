"""The arithmetic of the machines for many players, and the guide that shows it."""

import math

import pytest

from tests.load import capacity
from tests.load.capacity import Costs, Evening, Processes

EACH = Costs(
    bot_move_worker=8, move_database=0.5, move_broker=0.2, person_move_web=10, seat_fragment_web=4,
    spectator_fragment_web=2, stream_send_web=0.1, stream=80, event=0.2, events_of_a_move=2,
    engine_send=0.02, network=40,
)  # fmt: skip
EVENING = Evening(300, spectators_of_a_player=1)


def test_a_hundred_tables_move_as_often_as_their_players_think() -> None:
    assert EVENING.tables == 100
    assert EVENING.moves_a_second == pytest.approx(100 * 4 / (3 * 5 + 2))


def test_processes_work_for_the_moves_and_for_all_who_see_them() -> None:
    moves = EVENING.moves_a_second
    watched = 1 - math.exp(-0.99 * 3)
    needed = {
        "web": 0.75 * 10 + 2.25 * 4 + watched * 2 + 3 * 0.1,
        "worker": 2,
        "database": 0.5,
        "broker": 0.2,
    }
    assert capacity.work(EVENING, EACH) == pytest.approx(
        {kind: moves * ms / 1000 for kind, ms in needed.items()}
    )


def test_many_spectators_of_a_table_cost_a_rendering_and_what_is_sent_to_each() -> None:
    few, many = (capacity.work(Evening(300, spectators_of_a_player=share), EACH) for share in (5, 50))
    sent = EVENING.moves_a_second * 3 * 45 * EACH.stream_send_web / 1000
    assert many["web"] - few["web"] == pytest.approx(sent, rel=1e-3)


def test_an_engine_renders_as_often_and_sends_for_the_web_processes() -> None:
    without, with_engine = (
        capacity.work(Evening(300, has_engine=has_engine), EACH) for has_engine in (False, True)
    )
    sent = EVENING.moves_a_second * 0.75 * EACH.stream_send_web / 1000
    assert without["web"] - with_engine["web"] == pytest.approx(sent)


def test_ten_times_the_players_need_ten_times_the_work() -> None:
    few, many = (capacity.work(Evening(players), EACH) for players in (3_000, 30_000))
    assert many == pytest.approx({kind: 10 * cores for kind, cores in few.items()})


def test_the_simulation_keeps_processes_as_busy_as_the_arithmetic_says() -> None:
    processes = capacity.processes_for(EVENING, EACH)
    seen = capacity.simulate(EVENING, processes, EACH, seed=1, seconds=60)
    assert seen.busy["web"] == pytest.approx(capacity.work(EVENING, EACH)["web"] / processes.web, rel=0.15)
    assert seen.busy["web"] < 0.7
    assert 0.04 < seen.within(0.5) <= seen.within(0.99) < 1


def test_with_too_few_processes_the_screens_are_late() -> None:
    busy = Evening(3_000)
    enough = capacity.simulate(busy, capacity.processes_for(busy, EACH), EACH, seed=1)
    too_few = capacity.simulate(busy, Processes(web=2, worker=1, database=1), EACH, seed=1)
    assert too_few.within(0.5) > 5 * enough.within(0.5)


def test_the_same_seed_plays_the_same_evening() -> None:
    first, second = (capacity.simulate(EVENING, Processes(2, 1, 1), EACH, seed=3) for _time in range(2))
    assert first.screens == second.screens


def test_the_guide_shows_the_costs_of_the_file() -> None:
    name, lines = next(capacity.tables())
    guide = capacity.GUIDE.read_text()
    assert capacity.between(guide, name, lines) == guide
