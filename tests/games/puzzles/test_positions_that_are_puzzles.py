"""A position is a puzzle where one move is clearly the best, and it shows what its seat could see."""

import pytest

from games.analysis import kinds
from games.analysis.evaluation import Judge
from games.analysis.positions import walk
from games.bots.memory import Memory
from games.bots.playouts import layout as at
from games.puzzles import explanations, judging
from games.puzzles.judging import Pace, Verdict, verdict_on
from games.puzzles.positions import Content, content_of, packed, unpacked
from games.rules.base.chance import Chance
from games.rules.cards.cards import WILD
from games.rules.decisions.decide import decide
from games.rules.match.evolve import fold
from games.rules.match.state import State
from games.rules.notation import notation
from tests.games.puzzles.made_puzzles import content
from tests.games.rules.notation.positions import position

FEW = Pace(60, 300)
TWO_COLOURS = "A: w g1 g2 | B: y1 | draw g6 g7 b1 b2 b3 b4 b5 | top r9 | turn A"
EVEN = "A: r5 r6 | B: y1 | draw g1 g3 g4 g5 g6 b1 b2 | top r9 | turn A"


def remembered(state: State, seat: int = 0) -> Memory:
    memory = Memory(seat, state.seats)
    memory.known[seat] = state.hands[seat][:]
    return memory


def verdict(state: State, seat: int = 0, pace: Pace = FEW) -> Verdict | None:
    judge = Judge(state.options, state.seats, [], seed=1)
    return verdict_on(state, remembered(state, seat), judge, pace, seed=3)


def test_a_move_that_is_clearly_the_best_makes_a_puzzle() -> None:
    judged = verdict(position(TWO_COLOURS))
    assert judged is not None
    best = judged.moves[0]
    assert all(row.lead_low > 0 for row in judged.moves[1:])
    assert [row.chance for row in judged.moves[1:]] == sorted(
        (row.chance for row in judged.moves[1:]), reverse=True
    )
    assert best.move == "play w g"
    assert judged.kind == kinds.WILD
    assert best.low <= best.chance <= best.high
    assert best.lead == 0


def test_moves_that_are_about_as_good_make_no_puzzle() -> None:
    assert verdict(position(EVEN), pace=Pace(30, 60)) is None


def test_a_deal_that_is_all_but_won_makes_no_puzzle() -> None:
    assert (
        verdict(position("A: r5 | B: y1 y2 y3 | draw g1 g2 g3 | top r9 | turn A"), pace=Pace(30, 60)) is None
    )


def test_somebody_whose_turn_it_is_not_and_a_forced_move_make_no_puzzle() -> None:
    state = position("A: y5 y6 | B: y1 r5 | draw g1 g2 | top r9 | turn A")
    assert judging.moves_of(state, 1) == []
    assert judging.moves_of(state, 0) == []


def test_a_card_that_can_be_played_with_a_call_is_listed_with_the_call_only() -> None:
    state = position("A: r5 b6 | B: y1 r6 | draw g1 g2 | top r9 | turn A")
    texts = sorted(notation.text(move) for move in judging.moves_of(state, 0))
    assert texts == ["A draw", "A play r5 uno"]


def plays(card: int, colour: int = -1) -> tuple[int, ...]:
    return (at.PLAY, 0, card, colour, -1, 0)


@pytest.mark.parametrize(
    ("kind", "actions"),
    [
        (kinds.OTHER, [plays(5), plays(6), plays(WILD, 0)]),
        (kinds.WILD, [plays(5), plays(WILD, 0), plays(6)]),
        (kinds.WILD, [plays(WILD, 0), plays(5)]),
        (kinds.COLOUR, [plays(WILD, 0), plays(WILD, 1), plays(5)]),
    ],
)
def test_the_kind_of_a_puzzle_follows_from_its_two_best_moves(
    kind: str, actions: list[tuple[int, ...]]
) -> None:
    assert judging.kind_of(actions) == kind


def steps_from(state: State, *moves: str) -> list[tuple[int, list]]:
    steps, now = [], state.copy()
    for number, move in enumerate(moves, start=1):
        events = decide(now, notation.command(move), Chance(b"steps"))
        fold(events, now)
        steps.append((number, events))
    return steps


def puzzle_after(state: State, *moves: str) -> Content:
    """What would be stored of the position before the last of some moves, judged in a few worlds."""
    steps = steps_from(state, *moves)
    for place in walk(steps, state, state.seats):
        if place.step == len(moves):
            assert place.before is not None
            seat = place.before.to_act
            memory = place.memories[seat]
            memory.known[seat] = place.before.hands[seat][:]
            judge = Judge(state.options, state.seats, [], seed=1)
            choices = judging.moves_of(place.before, seat)
            compared = judge.compare(place.before, memory, choices, 20, seed=2)
            worth = [judging.worth_of(move, number, compared) for number, move in enumerate(choices)]
            return content_of(place, memory, steps, worth, None)
    raise AssertionError("there are fewer steps")


def test_a_puzzle_is_the_same_in_two_worlds_that_differ_in_hidden_cards() -> None:
    seen = "A: r5 w r1 b2 | B: {} | C: b8 b9 | draw {} | top r9 | turn A"
    real = position(seen.format("r4 y2 y3", "g1 g2 g3 g4 g5 g6"))
    other = position(seen.format("r4 g4 g1", "y2 g2 g3 y3 g5 g6"))
    moves = ("A play r5", "B play r4", "C draw", "C pass", "A draw")
    stored = packed(puzzle_after(real, *moves))
    assert stored == packed(puzzle_after(other, *moves))
    assert unpacked(stored) == puzzle_after(real, *moves)


def test_the_story_tells_what_happened_since_the_seat_moved_last_without_the_cards_others_drew() -> None:
    state = position("A: r5 w r1 b2 | B: r4 y2 | C: b8 b9 | draw g1 g2 g3 | top r9 | turn A")
    made = puzzle_after(state, "A play r5", "B play r4", "C draw", "C pass", "A draw")
    told = [event.sentence(["A", "B", "C"]) for event in made.events]
    assert told[0] == "A played red 5"
    assert "B played red 4" in told
    assert any("C drew" in sentence and "green" not in sentence for sentence in told)
    assert made.lacking[0].seat == 2


def test_the_solution_is_explained_by_what_the_seat_sees() -> None:
    held = content(position("A: r5 w b1 b3 | B: y1 y2 | draw g1 g2 | top r9 | turn A"), "play r5")
    held.moves.sort(key=lambda row: (row.move != "play r5", not row.move.startswith("play w")))
    assert "The black card fits later" in explanations.why(held, ["Player A", "Player B"])[0]
    skip = content(position("A: rS r5 b1 | B: y1 y2 | draw g1 g2 | top r9 | turn A"), "play rS")
    assert explanations.why(skip, ["Player A", "Player B"])[0].startswith("Player B has only 2 cards left")
    which = content(position("A: r5 r6 b1 g9 | B: y1 y2 | draw g1 g2 | top r9 | turn A"), "play r5")
    assert "you still hold 1 card" in explanations.why(which, ["Player A", "Player B"])[0]
    assert explanations.why(which, ["Player A", "Player B"])[-1].startswith("Red 5 wins 50% of such deals; ")


def test_the_solution_says_that_a_wild_draw_four_is_a_bluff_if_it_is() -> None:
    bluff = content(position("A: b8 w4 g1 | B: y1 y2 | draw g1 g2 | top b9 | turn A"), "play b8")
    told = "Here a Wild Draw Four is a bluff, because you hold blue 8."
    assert told in explanations.why(bluff, ["Player A", "Player B"])
    honest = content(position("A: g8 w4 g9 r9 | B: y1 y2 | draw g1 g2 | top b9 | turn A"), "play g9")
    assert not any("bluff" in sentence for sentence in explanations.why(honest, ["Player A", "Player B"]))
