"""Choices get a mark only where nothing speaks against it, and parts of a result add up exactly."""

import pytest

from games.analysis.challenges import doubt_of
from games.analysis.evaluation import Comparison, Judge
from games.analysis.findings import BLUNDER, BOT, CLOCK, MISTAKE, NO_MARK, SLIP, WHOLE, Alternative, Decision
from games.analysis.judged_choices import (
    Judged,
    Pace,
    choices_at,
    is_disputed,
    judge_deal,
    settle_marks,
    sides_of,
)
from games.analysis.kinds import CALL, CATCH, kind_of
from games.analysis.luck_and_choices import Change, errors_of, parts_of, sum_of
from games.analysis.marks import (
    CLOSE,
    MATCH,
    POLICIES,
    is_decided,
    is_sure_for_match,
    mark_of,
    silence_close_calls,
    thresholds,
)
from games.analysis.positions import walk
from games.bots.memory import Memory
from games.bots.playouts import layout as at
from games.replay.links import ReplayChoice
from games.replay.match_analysis import sentences
from games.replay.match_analysis.shown_choice import ShownChoice
from games.rules.base.chance import Chance
from games.rules.decisions.decide import decide, step
from games.rules.match import commands as c
from games.rules.match.evolve import fold
from games.rules.match.state import State
from games.rules.notation import notation
from games.rules.options.options import build
from tests.games.rules.notation.positions import position

FEW = Pace(worlds=12, contested=24)


def decision(cost: int, mark: int) -> Decision:
    return Decision(1, 0, [Alternative((0,) * 6, 0, 0)], cost, 0, 0, mark=mark)


@pytest.mark.parametrize(
    ("seats", "costs"), [(2, [50_000, 100_000, 150_000]), (4, [37_500, 75_000, 112_500])]
)
def test_costs_from_which_a_choice_is_marked(seats: int, costs: list[int]) -> None:
    assert thresholds(seats) == costs
    assert [mark_of(cost, seats) for cost in costs] == [SLIP, MISTAKE, BLUNDER]
    assert mark_of(costs[0] - 1, seats) == NO_MARK


def test_partners_are_one_side() -> None:
    deck = "A: r1 r2 | B: y1 y2 | C: g1 g2 | D: b1 b2 | draw r3 r4 r5 | top r9 | turn A"
    state = position(deck)
    assert sides_of(state) == 4
    state.options = build("partners")
    assert sides_of(state) == 2


def compared(*won: int, worlds: int = 100) -> Comparison:
    """Choices that won so many deals, each in other worlds."""
    squares = [abs(count - won[0]) for count in won]
    return Comparison(worlds, list(won), [0] * len(won), squares, squares, [0] * len(won), 0)


@pytest.mark.parametrize(
    ("won", "disputed"),
    [
        ((60, 40, 50), False),  # the best, what was played, another
        ((60, 60, 50), False),  # they cannot tell them apart
        ((60, 61, 50), True),
        ((60, 40, 90), True),
        ((60, 40, 61), False),  # perhaps by chance
    ],
)
def test_careless_players_dispute_a_choice_by_another_that_is_surely_better(
    won: tuple[int, ...], disputed: bool
) -> None:
    assert is_disputed(compared(*won)) == disputed


def test_a_cost_that_may_be_chance_gets_no_mark() -> None:
    sure, unsure = decision(200_000, BLUNDER), decision(60_000, SLIP)
    silence_close_calls([sure, unsure], [10_000, 30_000])
    assert (sure.mark, sure.silence) == (BLUNDER, "")
    assert (unsure.mark, unsure.silence) == (NO_MARK, CLOSE)


def test_among_many_choices_the_same_cost_has_to_be_surer() -> None:
    alone, among = decision(60_000, SLIP), decision(60_000, SLIP)
    silence_close_calls([alone], [11_000])
    silence_close_calls([among, *(decision(0, NO_MARK) for _other in range(60))], [11_000, *[0] * 60])
    assert (alone.mark, among.mark) == (SLIP, NO_MARK)


def test_a_deal_that_is_all_but_decided_gets_no_marks() -> None:
    assert [is_decided(chance) for chance in (19_999, 20_000, 980_000, 980_001)] == [True, False, False, True]


def test_the_parts_add_up_to_the_end() -> None:
    changes = [
        Change(0, [40, 60], [45, 55]),
        Change(1, [30, 70], [30, 70]),
        Change(0, [27, 73], [27, 73], CLOCK),
        Change(0, [31, 69], [31, 69], BOT),
        Change(-1, [35, 65], [20, 80]),
    ]
    parts = parts_of([50, 50], [42, 58], changes, [0, 100])
    for seat in range(2):
        columns = (parts.dealt, parts.drawn, parts.own, parts.others, parts.timeouts, parts.away)
        others = sum(column[seat] for column in columns)
        assert parts.start[seat] + others == parts.end[seat]
    assert parts.own == [-2, 15]
    assert parts.others == [-15, 1]
    assert parts.timeouts == [-3, 0]
    assert parts.away == [4, 0]
    assert parts.dealt == [-8, 8]
    assert sum_of([parts, parts]).own == [-4, 30]


def test_chances_between_two_changes_of_the_same_part_bring_no_error() -> None:
    dealt, first, second, last = [500_000], [600_000], [500_000], [WHOLE]
    changes = [Change(0, first, first), Change(0, second, second), Change(-1, last, last)]
    of_one = 50_000  # a half in a hundred worlds
    assert errors_of(dealt, changes, worlds=100) == [
        [of_one],
        [of_one],
        [round(2**0.5 * of_one)],
        [0],
        [0],
        [0],
    ]


def steps_from(state: State, *moves: str) -> list:
    """The steps that some moves make, in the notation of the rules."""
    steps, now = [], state.copy()
    for number, move in enumerate(moves, start=1):
        events = decide(now, notation.command(move), Chance(b"steps"))
        fold(events, now)
        steps.append((number, events))
    return steps


def judged(state: State, *moves: str, pace: Pace = FEW) -> list[Decision]:
    positions = ((place, place.memories) for place in walk(steps_from(state, *moves), state, state.seats))
    judge = Judge(state.options, state.seats, [], seed=1)
    # A memory has not seen the deal: it takes its own hand from the position.
    shown = []
    for place, memories in positions:
        for memory in memories:
            memory.known[memory.seat] = place.before.hands[memory.seat][:]
        shown += judge_deal([(place, memories)], judge, pace, counts_match=False, is_proved=True)
    return shown


def test_the_chance_of_a_choice_is_shown_with_a_certainty_of_99_percent() -> None:
    of_ten = Decision(1, 0, [Alternative((2, 0, -1, -1, -1, 0), 500_000, 20_000)], 0, 0, 0)
    (row,) = ShownChoice(of_ten, ["Ana"], ReplayChoice(7)).rows
    assert (row.chance, row.margin) == ("50%", "5%")


ONE_CARD_LEFT = "A: r5 w r1 | B: y1 | draw g1 g2 g3 g4 g5 g6 | top r9 | turn A"


def test_a_choice_has_its_alternatives_and_a_forced_move_none() -> None:
    first, *_rest = judged(position(ONE_CARD_LEFT), "A play r5")
    assert first.seat == 0
    assert len(first.alternatives) > 3
    assert 0 <= min(alternative.chance for alternative in first.alternatives) <= WHOLE
    state = position("A: y5 y6 | B: y1 | draw g1 g2 | top r9 | turn A")
    (forced,) = walk(steps_from(state, "A draw"), state, 2)
    assert choices_at(forced) == []


def test_hidden_cards_never_enter_a_judgement() -> None:
    seen = "A: r5 w r1 | B: {} | draw {} | top r9 | turn A"
    real, other = position(seen.format("y1 y2", "g1 g2 g3 g4")), position(seen.format("g4 g1", "y2 g2 g3 y1"))
    assert judged(real, "A play r5") == judged(other, "A play r5")


@pytest.mark.slow(
    "a break-even needs 40,000 play-outs twice; that few worlds tell none is tried always",
    about=["games/analysis/", "games/bots/playouts/"],
)
def test_a_challenge_is_judged_by_what_a_bluff_is_worth() -> None:
    state = position(
        "A: w4 b1 b2 b3 g5 | B: y1 y2 y3 y4 | draw g1 g2 g3 g4 g5 g6 g7 r1 r2 r3 r4 r5 | top r9 | turn A"
    )
    step(state, notation.command("A play w4 b"), Chance(b"x"))
    judge, memory = Judge(state.options, 2, [], seed=1), Memory(1, 2)
    memory.known[1] = state.hands[1][:]
    choices = [c.Accept(1), c.Challenge(1)]
    doubts = [doubt_of(judge, state, memory, choices, 2000, seed=seed) for seed in (1, 2)]
    for doubt in doubts:
        assert doubt is not None
        assert 0 < doubt.bluff < WHOLE // 2
        assert doubt.low <= doubt.pays_from <= doubt.high
        assert WHOLE // 20 <= doubt.pays_from <= WHOLE * 9 // 20
    assert max(doubt.low for doubt in doubts if doubt) <= min(doubt.high for doubt in doubts if doubt)


def test_a_break_even_from_few_worlds_is_not_told() -> None:
    state = position("A: w4 b1 b2 b3 | B: y1 y2 y3 y4 | draw g1 g2 g3 g4 g5 g6 g7 | top r9 | turn A")
    step(state, notation.command("A play w4 b"), Chance(b"before"))
    assert judged(state, "B challenge", pace=Pace(60, 60))[0].doubt is None


def test_the_cost_of_a_choice_is_the_difference_of_the_chances_that_are_shown() -> None:
    first, *_rest = judged(position(ONE_CARD_LEFT), "A draw", pace=Pace(200, 400))
    played, best, *others = first.alternatives
    assert first.cost == best.chance - played.chance > 0
    chances = [alternative.chance for alternative in others]
    assert chances == sorted(chances, reverse=True)
    shown = ShownChoice(first, ["Ana", "Bo"], ReplayChoice(7)).rows
    difference = int(shown[1].chance[:-1]) - int(shown[0].chance[:-1])
    assert sentences.cost(first).startswith(f"{difference} (")


def test_a_wild_draw_four_that_would_be_a_bluff_is_called_a_bluff_in_each_list() -> None:
    first, *_rest = judged(position("A: w4 r5 r1 | B: y1 | draw g1 g2 g3 g4 | top r9 | turn A"), "A draw")
    words = [sentences.alternative(alternative, ["Ana", "Bo"]) for alternative in first.alternatives]
    assert "Wild Draw Four, red (a bluff)" in words
    assert "Red 5" in words
    honest, *_rest = judged(position("A: w4 b5 b1 | B: y1 | draw g1 g2 g3 g4 | top r9 | turn A"), "A draw")
    assert not any(alternative.is_bluff for alternative in honest.alternatives)


def test_a_reason_that_excuses_a_choice_is_told_only_of_a_cost_that_is_sure() -> None:
    unsure, sure = decision(60_000, SLIP), decision(200_000, BLUNDER)
    judged_choices = [Judged(unsure, 30_000, POLICIES), Judged(sure, 10_000, POLICIES)]
    settle_marks(judged_choices)
    assert [(choice.mark, choice.silence) for choice in (unsure, sure)] == [
        (NO_MARK, CLOSE),
        (NO_MARK, POLICIES),
    ]


def after_a_silent_card(*moves: str, pace: Pace = FEW) -> list[Decision]:
    state = position("A: r5 r1 | B: b9 b8 y7 y6 | draw y1 y2 y3 y4 y5 g2 g3 g4 g5 g6 g7 | top r9 | turn A")
    return judged(state, *moves, pace=pace)


def test_a_missed_call_is_a_decision_that_says_what_was_at_risk() -> None:
    silent, *_rest = after_a_silent_card("A play r5", pace=Pace(200, 200))
    assert kind_of(silent) == CALL
    assert silent.exposure is not None
    assert silent.exposure.called > silent.exposure.caught
    assert silent.cost > 0
    assert silent.silence not in (POLICIES, MATCH)


def test_a_seat_that_moves_instead_of_catching_has_missed_a_catch() -> None:
    missed = [choice for choice in after_a_silent_card("A play r5", "B draw") if kind_of(choice) == CATCH]
    (decision,) = missed
    assert (decision.step, decision.seat) == (2, 1)
    assert [alternative.action[0] for alternative in decision.alternatives] == [at.OVERLOOK, at.CATCH]
    caught, *_rest = [
        choice for choice in after_a_silent_card("A play r5", "B catch A") if kind_of(choice) == CATCH
    ]
    assert [alternative.action[0] for alternative in caught.alternatives] == [at.CATCH, at.OVERLOOK]
    assert caught.mark == NO_MARK


def test_a_catch_is_worth_what_the_cards_of_the_penalty_are() -> None:
    pace = Pace(300, 300)
    missed = [choice for choice in after_a_silent_card("A play r5", "B draw", pace=pace) if choice.seat == 1]
    assert missed[0].low > 0


@pytest.mark.parametrize("moves", [("A play r5 uno", "B draw"), ("A play r5", "A uno", "B draw")])
def test_where_a_seat_has_called_there_is_nothing_to_catch(moves: tuple[str, ...]) -> None:
    assert all(kind_of(choice) != CATCH for choice in after_a_silent_card(*moves))


def test_in_a_deal_that_is_all_but_decided_choices_have_points() -> None:
    won = position("A: r5 | B: y1 g9 | draw y9 g1 g2 g3 | top r9 | turn A", voluntary_draw=True)
    decision = judged(won, "A play r5", pace=Pace(40, 40))[0]
    assert decision.alternatives[0].chance > 980_000
    assert all(alternative.points is not None for alternative in decision.alternatives)
    assert (decision.alternatives[0].points or 0) > 0
    open_deal = judged(position(ONE_CARD_LEFT), "A play r5", pace=Pace(40, 40))[0]
    assert open_deal.alternatives[0].points is None


def test_a_cost_in_the_deal_that_is_not_surely_one_in_the_match_excuses_a_mark() -> None:
    stake = 200_000  # of the match: 3 points of the deal are 6,000
    assert is_sure_for_match(10_000, 1500, stake)
    assert not is_sure_for_match(10_000, 1600, stake)
    assert not is_sure_for_match(2000, 0, stake)
    assert not is_sure_for_match(-5000, 0, stake)


def test_the_gain_of_a_choice_for_the_match_has_a_standard_error() -> None:
    worth = Comparison(100, [0, 0], [0, 1000], [0, 0], [0, 100_000], [0, 0], 0)
    gain, error = worth.match_gain(1)
    assert gain == 10
    assert error == round(((100_000 / 100 - 10**2) / 99) ** 0.5)
