"""A seat leaves the match for good: its cards are out of play, its total stays, and it never wins."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.base.chance import Chance
from games.rules.base.refusal import IllegalCommand
from games.rules.decisions.decide import new_match, step
from games.rules.match import commands as c
from games.rules.match.events import RoundEnded, SeatGivenUp
from games.rules.match.invariants import all_cards, ambiguity
from games.rules.match.state import MATCH_OVER, OVER, RUNNING, State
from games.rules.match.visibility import seen_by
from games.rules.options.options import Options, build
from tests.games.rules.any_match import LEAVE, RichChance, seeds, some, some_move, tables
from tests.games.rules.notation.positions import names, play, position
from tests.games.rules.records.recording import played, recorded, replayed

FOUR = "A: r5 r6 | B: w r1 | C: y1 y2 | D: y3 r7 | draw g1 g2 g3 g4 | top r9 | turn A"
TOTALS = "total A=100 B=300 C=200 D=50"


def four(more: str = "", **options: object) -> State:
    return position(f"{FOUR} | {TOTALS}{more}", "elimination-500", **options)


def test_a_player_who_leaves_on_turn_is_followed_by_the_next_and_the_cards_are_in_no_pile() -> None:
    state = four()
    cards = all_cards(state)
    events = play(state, "A retire")
    assert names(events) == ["SeatGivenUp", "TurnStarted"]
    assert (state.to_act, state.hands[0], Counter(state.aside)) == (1, [], Counter(events[0].hand))
    assert all_cards(state) == cards
    assert ambiguity(state) == ""
    assert state.totals[0] == 100


def test_a_player_who_waits_for_the_turn_leaves_without_a_word_to_the_others() -> None:
    state = four()
    assert names(play(state, "C retire")) == ["SeatGivenUp"]
    assert state.to_act == 0
    play(state, "A play r5 ; B play r1 uno")
    assert state.to_act == 3, "nobody waits for the empty seat"


def test_a_wait_for_a_player_ends_when_the_player_leaves() -> None:
    state = position("A: r2 r+ | B: w r1 | C: y1 y2 | draw g1 g2 g3 g4 | top r9 | turn A", "elimination-500")
    play(state, "A play r+ uno ; B retire")
    assert (state.phase, state.to_act, state.pending_kind) == ("turn", 2, "")
    assert len(state.hands[2]) == 2


def test_nobody_challenges_a_hand_that_is_out_of_play() -> None:
    state = position(
        "A: w4 r5 b5 | B: w r1 | C: y1 | draw g1 g2 g3 g4 g5 g6 | top r9 | turn A", "elimination-500"
    )
    play(state, "A play w4 b ; A retire")
    with pytest.raises(IllegalCommand, match="no Wild Draw Four"):
        play(state, "B challenge")
    play(state, "B accept")
    assert (len(state.hands[1]), state.to_act) == (6, 2)


def test_the_colour_of_a_black_starter_is_named_by_the_next() -> None:
    state = new_match("elimination-500", build("elimination-500"), 4)
    for number in range(400):
        state = new_match("elimination-500", build("elimination-500"), 4)
        step(state, c.Deal(), Chance(f"starter {number}".encode()))
        if state.phase == "starter_choice":
            break
    asked = state.to_act
    assert names(step(state, c.Retire(asked), Chance(b"x"))) == ["SeatGivenUp", "StarterColourAsked"]
    assert (state.phase, state.to_act) == ("starter_choice", (asked + 1) % 4)
    assert names(step(state, c.Retire((asked + 3) % 4), Chance(b"x"))) == ["SeatGivenUp"]


def test_the_deal_is_scored_without_those_cards_and_the_next_one_passes_them_over() -> None:
    state = four()
    play(state, "D retire ; A play r5 uno ; B play w g uno ; C draw ; C pass ; A retire")
    assert state.phase == "turn"
    assert state.totals[0] == 100
    assert state.totals[3] == 50
    assert state.active_seats() == [1, 2]


def test_placed_behind_all_who_were_still_in_and_before_those_out_already() -> None:
    state = position(
        "A: r5 | B: w4 w4 | C: - | D: y3 | E: y4 | eliminated C | draw g1 | top r9 | turn A"
        " | total A=100 B=450 C=510 D=10 E=20",
        "elimination-500",
        survivors=2,
    )
    play(state, "D retire ; A play r5")
    assert state.phase == MATCH_OVER
    # B reached 550 in this deal, after D had left; C was out before.
    assert state.places == [2, 3, 5, 4, 1]
    assert state.winners == [0, 4]


def test_a_player_who_leaves_between_two_deals_is_placed_before_those_out_in_the_deal_before() -> None:
    state = position(
        "A: r5 | B: w4 | C: y1 | D: y3 | draw g1 | top r9 | turn A | total A=100 B=480 C=200 D=10",
        "elimination-500",
    )
    play(state, "A play r5")
    assert (state.phase, state.eliminated) == (OVER, [0, 1, 0, 0])
    assert names(play(state, "D retire")) == ["SeatGivenUp"]
    assert not any(isinstance(event, SeatGivenUp) and event.hand for event in play(state, "A retire"))
    assert state.phase == MATCH_OVER
    assert (state.winners, state.places) == ([2], [2, 4, 1, 3])


def test_the_match_ends_at_once_when_one_is_left_and_the_running_deal_does_not_count() -> None:
    state = four()
    play(state, "A retire ; B retire")
    events = play(state, "D retire")
    assert names(events) == ["SeatGivenUp", "RoundEnded", "MatchEnded"]
    assert isinstance(events[1], RoundEnded)
    assert events[1].reason == "left"
    assert (state.winners, state.places) == ([2], [4, 3, 1, 2])
    assert state.totals == [100, 300, 200, 50]


def test_the_match_ends_when_no_more_than_its_survivors_are_left() -> None:
    state = four(survivors=2)
    play(state, "A retire ; C retire")
    assert (state.phase, state.winners, state.places) == (MATCH_OVER, [1, 3], [4, 2, 3, 1])


@pytest.mark.parametrize("scoring", ["winner_takes_all", "own_hand_low"])
def test_a_player_who_left_wins_nothing_however_many_points_they_had(scoring: str) -> None:
    state = position(f"{FOUR} | total A=400 B=0 C=10 D=20", scoring=scoring)
    play(state, "A retire ; C retire ; D retire")
    assert (state.winners, state.places) == ([1], [4, 1, 3, 2])


def test_partners_leave_together_and_the_others_have_won() -> None:
    state = position(FOUR, teams="partners")
    play(state, "C retire")
    assert (state.phase, state.winners) == (MATCH_OVER, [1, 3])
    assert state.places == [2, 1, 2, 1]


def test_to_the_last_the_deal_ends_when_only_one_is_left_in_it() -> None:
    position_ = "A: - | B: w r1 | C: y1 y2 | out A | draw g1 g2 | top r9 | turn B | dealer A"
    state = position(position_, "russian-to-last")
    events = play(state, "C retire")
    assert names(events)[:2] == ["SeatGivenUp", "RoundEnded"]
    assert (state.winner, state.loser) == (0, 1)
    state = position(position_.replace("C: y1 y2", "C: y1 y2 | D: y5"), "russian-to-last")
    play(state, "A retire ; C retire ; D retire")
    assert (state.phase, state.winner, state.places[1]) == (MATCH_OVER, -1, 1)


def test_a_player_who_was_out_of_the_deal_and_leaves_does_not_win_it() -> None:
    state = position(
        "A: - | B: w r1 | C: y1 | D: y5 | out A | draw g1 g2 | top r9 | turn B | dealer A", "russian-to-last"
    )
    play(state, "A retire ; D retire")
    assert (state.phase, state.active_seats()) == ("turn", [1, 2])
    events = play(state, "B play r1 uno ; C draw ; C pass ; B play w g")
    assert names(events)[-1] != "TurnStarted"
    assert state.winner == 1


@pytest.mark.parametrize(
    ("moves", "again", "code"),
    [
        ("A retire", "A retire", "seat_out"),
        ("A retire", "H retire", "no_such_seat"),
        ("A retire ; B retire ; C retire", "D retire", "match_over"),
        ("A retire ; B retire ; C retire", "time", "match_over"),
    ],
)
def test_refused(moves: str, again: str, code: str) -> None:
    state = four()
    play(state, moves)
    with pytest.raises(IllegalCommand) as refused:
        play(state, again)
    assert refused.value.code == code


def test_before_the_first_deal_there_is_nothing_to_leave_and_no_time_to_call() -> None:
    for asked in (c.Retire(0), c.CallTime()):
        with pytest.raises(IllegalCommand) as refused:
            step(new_match("classic", build("classic"), 3), asked, Chance(b"x"))
        assert refused.value.code == "not_dealt"


def test_while_the_table_awaits_an_answer_nobody_leaves() -> None:
    state = position("A: r5 r6 r7 | B: w r1 | C: y1 | draw g1 | top r9 | turn A", five_exchange=True)
    play(state, "A play r5 ex B r6")
    with pytest.raises(IllegalCommand) as refused:
        play(state, "C retire")
    assert refused.value.code == "wait_first"
    assert names(play(state, "time")) == ["RoundEnded", "MatchEnded"]
    assert ambiguity(state) == ""


def test_time_is_called_with_the_totals_there_are() -> None:
    state = four()
    assert names(play(state, "time")) == ["RoundEnded", "MatchEnded"]
    assert (state.winners, state.places, state.totals) == ([3], [2, 4, 3, 1], [100, 300, 200, 50])


def test_time_is_called_between_two_deals() -> None:
    state = position("A: r5 | B: w | C: y1 | draw g1 | top r9 | turn A | total A=100 B=200 C=300")
    play(state, "A play r5")
    assert names(play(state, "time")) == ["MatchEnded"]
    assert state.winners == [2]


def test_nobody_sees_the_cards_that_went_out_of_play() -> None:
    state = four()
    (left,) = play(state, "C retire")
    assert isinstance(left, SeatGivenUp)
    assert left.seen_by(2) == left
    for viewer in (0, 1, 3, None):
        assert left.seen_by(viewer) == SeatGivenUp(2, left.round, [-1, -1])
        assert seen_by(state, viewer).retired == [2]


@some(0.5)
@given(tables(), seeds)
def test_no_card_is_lost_and_the_match_ends_when_players_leave(
    table: tuple[Options, int], seed: bytes
) -> None:
    options, seats = table
    chance = RichChance(seed)
    state = new_match("classic", options, seats)
    step(state, c.Deal(), chance)
    for _move in range(400):
        if state.phase == MATCH_OVER:
            break
        left = [seat for seat in range(seats) if not state.eliminated[seat]]
        if state.phase in LEAVE and chance.below(6) == 0:
            cards = all_cards(state)
            step(state, c.Retire(left[chance.below(len(left))]), chance)
            assert all_cards(state) == cards
        else:
            step(state, some_move(state, chance), chance)
        assert ambiguity(state) == ""
        assert state.phase not in RUNNING or state.is_active(state.to_act)
    if state.phase == MATCH_OVER and state.retired:
        kept = [place for seat, place in enumerate(state.places) if not state.eliminated[seat]]
        gone = [state.places[seat] for seat in state.retired]
        assert gone == sorted(gone, reverse=True), "the later is before the earlier"
        assert not set(state.winners) & set(state.retired)
        assert all(place < min(gone) for place in kept)


@some(0.5)
@given(st.integers(3, 6), seeds)
def test_a_match_somebody_left_is_written_down_and_read_again(seats: int, seed: bytes) -> None:
    _state, log = played(
        "elimination-500", build("elimination-500", {"target_score": 150}), seats, seed, steps=120
    )
    assert replayed(recorded(log, seats)) == [list(step.events) for step in log]
