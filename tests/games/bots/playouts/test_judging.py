"""Play-outs judge positions for every seat, and compare choices in the same worlds."""

from games.analysis.evaluation import Judge
from games.analysis.findings import WHOLE
from games.bots.memory import Memory
from games.bots.playouts import layout as at
from games.rules.match.commands import DrawCard, PlayCard
from tests.games.rules.notation.positions import position

GOING_OUT = "A: r5 r7 | B: y1 y2 y3 | C: b1 b2 b3 b4 | draw g1 g2 g3 g4 g5 g6 g7 g8 | top r9 | turn A"


def _judge(text: str, worth: list[int] | None = None) -> tuple[Judge, object, Memory]:
    state = position(text)
    memory = Memory(0, state.seats)
    memory.known[0] = state.hands[0][:]
    return Judge(state.options, state.seats, worth or [], seed=3), state, memory


def test_with_open_hands_all_chances_are_a_hundred_percent_together() -> None:
    judge, state, _memory = _judge(GOING_OUT)
    chances = judge.open(state, 20).deal
    assert sum(chances) == WHOLE
    assert chances[0] == max(chances)


def test_a_card_that_wins_is_worth_more_than_drawing() -> None:
    judge, state, memory = _judge(GOING_OUT)
    compared = judge.compare(state, memory, [DrawCard(0), PlayCard(0, 5, uno=True)], 40, seed=1)
    gain, error = compared.gain(1)
    assert gain > 2 * error
    assert compared.chance(1) == compared.chance(0) + gain


def test_the_same_choice_twice_makes_no_difference() -> None:
    judge, state, memory = _judge(GOING_OUT)
    compared = judge.compare(state, memory, [DrawCard(0), DrawCard(0)], 10, seed=1)
    assert compared.worlds == 10
    assert compared.honest == 10


def test_the_worth_of_a_deal_depends_on_its_winner_and_points() -> None:
    seats = 3
    worth = [0] * (seats * seats * at.BINS + seats + 1)
    worth[0 : at.BINS] = range(at.BINS)  # to the first seat if it wins: the number of the bin
    judge, state, _memory = _judge(
        "A: r5 | B: wd | C: r1 | draw g1 | top r9 | turn A".replace("wd", "w4"), worth
    )
    assert judge.open(state, 5, PlayCard(0, 5)).match == [2, 0, 0]  # 51 points
