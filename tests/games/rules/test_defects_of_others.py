"""What went wrong in other engines does not go wrong here; the numbers are those of the list of defects."""

from collections import Counter

import pytest

from games.rules.base.chance import Chance
from games.rules.base.refusal import IllegalCommand
from games.rules.cards.cards import card, cards, deck
from games.rules.decisions.decide import decide, new_match, step
from games.rules.decisions.legal import legal_commands
from games.rules.decisions.timeouts import default_command
from games.rules.match import commands as c
from games.rules.match.events import CardPlayed, ChallengeMade, MatchEnded, PointsScored, RoundEnded
from games.rules.match.invariants import all_cards
from games.rules.match.state import OVER, RUNNING, State
from games.rules.match.visibility import seen_by
from games.rules.options.options import build
from tests.games.rules.any_match import RichChance, some_move
from tests.games.rules.notation.positions import names, play, position


def _code(state: State, move: str) -> str:
    with pytest.raises(IllegalCommand) as refused:
        play(state, move)
    return refused.value.code


def _legal_cards(state: State, seat: int) -> set[int]:
    return {command.card for command in legal_commands(state, seat) if isinstance(command, c.PlayCard)}


# 1. Wild colour kept on the card
def test_a_wild_that_was_laid_once_has_no_colour_of_its_own() -> None:
    state = position("A: w b2 b3 | B: y1 y2 | draw - | discard r9 w | turn A")
    play(state, "A draw")  # the w from the discards comes back
    assert state.hands[0].count(card("w")) == 2
    named = {command.colour for command in legal_commands(state, 0) if isinstance(command, c.PlayCard)}
    assert named == {0, 1, 2, 3}
    play(state, "A play w g")
    assert state.colour == cards("g1")[0] // 13
    assert state.hands[0].count(card("w")) == 1


def test_the_ordered_colour_outlives_the_shuffle_of_the_discards() -> None:
    state = position("A: b2 b3 | B: y1 y2 | draw - | discard w r9 r8 | colour g | turn A")
    play(state, "A draw ; A pass")
    assert (state.top, state.colour) == (card("w"), 2)
    assert _legal_cards(state, 1) == set()


# 2. Second Wild Draw Four in a row refused
def test_a_second_wild_draw_four_may_follow_the_first() -> None:
    state = position("A: w4 b2 b3 | B: y1 y2 | C: w4 y3 y4 | draw r1 r2 r3 r4 | top r9 | turn A")
    play(state, "A play w4 g ; B accept ; C play w4 y")
    assert (state.phase, state.pending_total, state.colour) == ("pending", 4, 1)


# 3. Drawn wild auto-played
@pytest.mark.parametrize("drawn", ["w", "w4", "b9"])
def test_a_drawn_card_is_laid_only_if_its_player_wants_and_does_all_it_does(drawn: str) -> None:
    state = position(f"A: b2 b3 | B: y1 y2 | C: g1 g2 | draw {drawn} r1 r2 r3 r4 | top r9 | turn A")
    play(state, "A draw")
    assert (state.phase, state.drawn_card) == ("after_draw", card(drawn))
    assert c.Pass(0) in legal_commands(state, 0)
    assert _legal_cards(state, 0) == {card(drawn)}
    colours = {command.colour for command in legal_commands(state, 0) if isinstance(command, c.PlayCard)}
    assert colours == ({None} if drawn == "b9" else {0, 1, 2, 3})
    play(state, f"A play {drawn}" if drawn == "b9" else f"A play {drawn} g")
    assert state.pending_total == (4 if drawn == "w4" else 0)


# 4. Reverse at two players passes the turn
def test_a_reverse_with_two_players_gives_its_layer_another_turn() -> None:
    state = position("A: rR b2 b3 | B: y1 y2 | draw r1 | top r9 | turn A")
    play(state, "A play rR")
    assert (state.phase, state.to_act) == ("turn", 0)


# 5. Direction broken below index 0
@pytest.mark.parametrize("seats", range(3, 11))
def test_after_a_reverse_play_goes_round_the_other_way_past_the_first_seat(seats: int) -> None:
    hands = " | ".join(f"{letter}: b2 b3" for letter in "ABCDEFGHIJ"[:seats])
    state = position(f"{hands} | draw #| top r9 | dir ccw | turn A".replace("draw #", "draw " + "y1 " * 20))
    order = []
    for _turn in range(seats + 1):
        order.append(state.to_act)
        play(state, f"{'ABCDEFGHIJ'[state.to_act]} draw ; {'ABCDEFGHIJ'[state.to_act]} pass")
    assert order == [0, *range(seats - 1, -1, -1)]


# 6. Payoffs for 2 players only
def test_the_winner_gets_the_points_of_every_other_hand_whoever_wins() -> None:
    state = position("A: y1 | B: y2 | C: w | D: r5 | draw r1 | top r9 | turn D")
    scored = next(event for event in play(state, "D play r5") if isinstance(event, PointsScored))
    assert scored.points == [0, 0, 0, 53]


# 7. Top card shuffled back into the pile
def test_the_top_card_stays_on_the_table_when_the_discards_are_shuffled() -> None:
    state = position("A: b2 b3 | B: y1 y2 | draw - | discard r9 g1 g2 g3 | turn A")
    play(state, "A draw")
    assert state.discard_pile == cards("r9")
    assert card("r9") not in state.draw_pile + state.hands[0]


# 8. Fresh deck on exhaustion
def test_there_are_never_more_copies_of_a_card_than_the_deck_has() -> None:
    state = new_match("classic", build("classic", {"hand_size": 10}), 10)
    chance = RichChance(b"ten times ten")
    step(state, c.Deal(), chance)
    for _move in range(300):
        if state.phase not in RUNNING:
            break
        drawing = c.DrawCard(state.to_act)
        step(
            state,
            drawing if drawing in legal_commands(state, state.to_act) else some_move(state, chance),
            chance,
        )
        assert all_cards(state) == Counter(deck("classic_108"))


# 9. Crash when a penalty exceeds the pile
def test_a_penalty_larger_than_all_piles_takes_what_there_is() -> None:
    state = position(
        "A: +10 b2 | B: +10 y2 | C: g1 g2 | draw r1 r2 | top r9 | turn A", "russian-plus-ten", stack_ten=True
    )
    play(state, "A play +10 b uno ; B play +10 g uno ; C accept")
    assert sorted(state.hands[2]) == sorted(cards("g1 g2 r1 r2 r9 +10"))
    assert (state.phase, state.to_act, state.draw_pile) == ("turn", 0, [])


# 10. Exhaustion counted as the second player's win
def test_a_round_in_which_nothing_is_left_to_draw_has_no_winner() -> None:
    state = position("A: b2 g4 | B: y1 y2 | draw - | discard r9 | turn A")
    play(state, "A draw ; A pass ; B draw ; B pass")
    assert (state.phase, state.winner, state.points) == (OVER, -1, [0, 0])


def test_points_are_counted_exactly_however_many_there_are() -> None:
    state = position("A: r5 | B: y1 | total A=16777216 | draw r1 | top r9 | turn A", target_score=10_000)
    play(state, "A play r5")
    assert state.totals == [2**24 + 1, 0]


# 11. Going out with Draw Two / Four: next player never draws
@pytest.mark.parametrize(("last", "drawn"), [("r+", 2), ("w4", 4)])
def test_the_next_player_draws_for_the_last_card(last: str, drawn: int) -> None:
    state = position(f"A: {last} | B: y1 y2 | C: g1 | draw r1 r2 r3 r4 r5 | top r9 | turn A")
    play(state, f"A play {last}")
    assert (state.phase, len(state.hands[1])) == (OVER, 2 + drawn)


# 12. Attacker already out, stack resolves later, round never ends
def test_the_last_card_of_a_stack_ends_the_round_at_once() -> None:
    state = position(
        "A: r+ b2 b3 | B: b+ | C: g+ g8 | draw r1 r2 r3 r4 r5 | top r9 | turn A", "russian-stacked"
    )
    events = play(state, "A play r+ ; B play b+")
    assert names(events)[-3:] == ["CardsDrawn", "RoundEnded", "PointsScored"]
    assert len(state.hands[2]) == 6


def test_nobody_without_cards_can_call() -> None:
    state = position("A: r5 | B: y1 y2 | C: g7 g8 | draw r1 | top r9 | turn A", "russian-to-last")
    play(state, "A play r5")
    assert _code(state, "A uno") == "seat_out"


# 13. Stacking a Four during the challenge without a colour deadlocks
def test_a_stacked_wild_draw_four_without_a_colour_is_refused_and_the_victim_can_go_on() -> None:
    state = position("A: w4 b2 b3 | B: w4 y2 y3 | C: g7 g8 | draw r1 | top r9 | turn A", "russian-stacked")
    play(state, "A play w4 g")
    assert _code(state, "B play w4") == "colour_missing"
    assert {type(command) for command in legal_commands(state, 1)} == {c.PlayCard, c.Accept, c.Challenge}


# 14. Last-card restriction with only that card left deadlocks
@pytest.mark.parametrize("last", ["w", "w4", "rS", "rR", "r+"])
def test_every_kind_of_card_can_be_the_last(last: str) -> None:
    state = position(f"A: {last} | B: y1 y2 | draw r1 r2 r3 r4 | top r9 | turn A")
    assert _legal_cards(state, 0) == {card(last)}
    play(state, f"A play {last}")
    assert (state.phase, state.winner) == (OVER, 0)


# 15. Exhaustion + hand limit + stacked penalty loops for ever
def test_a_stack_on_an_exhausted_pile_ends_with_what_is_left() -> None:
    state = position(
        "A: r+ b2 b3 | B: b+ y2 y3 | C: g+ g7 g8 | D: y+ y5 y6 | E: b5 b6 | draw - | top r9 | turn A",
        "russian-stacked",
    )
    play(state, "A play r+ ; B play b+ ; C play g+ ; D play y+ ; E accept")
    assert sorted(state.hands[4]) == sorted(cards("b5 b6 r+ b+ g+ r9"))
    assert (state.phase, state.to_act) == ("turn", 0)


# 16. Eliminated seats get turns, hands and penalties
def test_a_player_who_is_eliminated_gets_no_turn_no_hand_and_no_penalty() -> None:
    position_ = "A: r+ b2 b3 | B: - | C: y1 y2 | D: g1 g2 | eliminated B | draw r1 r2 r3 | top r9 | turn A"
    state = position(position_, "elimination-500")
    play(state, "A play r+")
    assert state.to_act == 2
    assert _code(state, "ref B penalty2") == "seat_out"
    assert _code(state, "C catch B") == "seat_out"


def test_the_last_two_play_by_the_rules_for_two() -> None:
    state = position(
        "A: rR b2 b3 | B: - | C: y1 y2 | eliminated B | draw r1 | top r9 | turn A", "elimination-500"
    )
    play(state, "A play rR")
    assert state.to_act == 0


def test_a_player_who_is_eliminated_is_not_dealt_in_again() -> None:
    state = position(
        "A: r5 | B: w | C: y1 | D: y2 | total B=460 | draw r1 | top r9 | turn A", "elimination-500"
    )
    play(state, "A play r5 ; deal")
    assert [len(hand) for hand in state.hands] == [7, 0, 7, 7]


# 17. Round won by jump-in or timeout never announced
def test_a_round_won_by_jumping_in_is_announced_like_any_other() -> None:
    state = position("A: r5 b2 b3 | B: y1 y2 | C: r5 | draw r1 | top r9 | turn A", "russian-intervention")
    assert names(play(state, "A play r5 ; C jump r5"))[-3:] == ["WentOut", "RoundEnded", "PointsScored"]


def test_a_round_won_by_the_clock_is_announced_like_any_other() -> None:
    state = position("A: r5 | B: y1 y2 | draw r1 | top r9 | turn A", "filipino")
    default = default_command(state)
    assert default
    events = step(state, default, Chance(b"late"))
    assert names(events)[-3:] == ["WentOut", "RoundEnded", "PointsScored"]


# 18. Team score counts the partner's own cards, then pays it twice
def test_a_side_gets_the_cards_of_both_opponents_once_and_none_of_its_own() -> None:
    state = position(
        "A: r5 | B: y1 | C: w4 | D: gS | total A=100 C=100 | draw r1 | top r9 | turn A", "partners"
    )
    play(state, "A play r5")
    assert (state.points, state.totals) == ([21, 0, 21, 0], [121, 0, 121, 0])


# 19. One card after a 7 swap: UNO state wrong
def test_after_a_swap_the_duty_to_call_follows_the_hand_that_is_held() -> None:
    state = position(
        "A: r7 b2 | B: y1 y2 | C: g7 g8 | draw r1 r2 r3 | top r9 | turn A", "classic", seven_zero=True
    )
    play(state, "A play r7 to B uno ; C catch B")
    assert (state.hands[0], len(state.hands[1])) == (cards("y1 y2"), 3)


# 20. UNO button hidden by the colour picker; calling before the play must count
def test_the_call_is_part_of_the_play_also_of_a_card_that_names_a_colour() -> None:
    state = position("A: w b2 | B: y1 y2 | C: g7 g8 | draw r1 | top r9 | turn A")
    wilds = [
        command for command in legal_commands(state, 0) if isinstance(command, c.PlayCard) and command.uno
    ]
    assert {wild.colour for wild in wilds} == {0, 1, 2, 3}
    play(state, "A play w g uno")
    assert _code(state, "B catch A") == "no_duty"


# 21. Double play inside the UNO-call delay wins at once
def test_nobody_plays_twice_before_the_others_had_their_turn() -> None:
    state = position("A: r5 r6 | B: y1 y2 | C: g7 g8 | draw r1 | top r9 | turn A")
    play(state, "A play r5")
    assert _code(state, "A play r6") == "not_your_turn"


# 22. Draw more than once, or draw then play any card
def test_one_draws_once_and_lays_nothing_but_the_drawn_card() -> None:
    state = position("A: r5 b3 | B: y1 y2 | draw r1 r2 | top r9 | turn A")
    play(state, "A draw")
    assert _code(state, "A draw") == "already_drawn"
    assert _code(state, "A play r5") == "drawn_card_only"


# 23. Start on Wild Draw Four leaves nothing playable
def test_no_round_starts_on_a_wild_draw_four() -> None:
    for seed in range(60):
        state = new_match("classic", build("classic"), 3)
        step(state, c.Deal(), RichChance(bytes([seed])))
        assert state.top != card("w4")
        assert legal_commands(state, state.to_act)


# 24. Start on action cards refused though legal
def test_a_round_may_start_on_an_action_card() -> None:
    tops = set()
    for seed in range(60):
        state = new_match("classic", build("classic"), 3)
        step(state, c.Deal(), RichChance(bytes([seed])))
        tops.add(state.top)
    assert any(top % 13 >= 10 and top < 52 for top in tops)


# 25. Penalty wrong after a draw
def test_a_penalty_is_the_same_whatever_was_drawn_before() -> None:
    state = position("A: b2 g4 | B: w4 y1 y2 | C: g7 g8 | draw r1 r2 r3 r4 r5 r6 | top r9 | turn A")
    play(state, "A draw ; A pass ; B play w4 g ; C accept")
    assert len(state.hands[2]) == 6


# 27. Winner with 0 cards still gets turns
def test_a_player_who_has_no_cards_left_has_no_turn_left() -> None:
    state = position("A: r5 | B: r6 y2 | C: r7 g8 | draw r1 r2 | top r9 | turn A", "russian-to-last")
    turns = []
    play(state, "A play r5 ; B play r6 ; C play r7")
    for _turn in range(4):
        turns.append(state.to_act)
        play(state, f"{'ABC'[state.to_act]} draw ; {'ABC'[state.to_act]} pass")
    assert turns == [1, 2, 1, 2]
    assert legal_commands(state, 0) == []


# 29. Challenge shows cards to others, or keeps them shown
def test_a_challenged_hand_is_shown_once_and_to_the_challenger_only() -> None:
    state = position("A: w4 r2 g4 | B: y1 y2 | C: g7 g8 | draw r1 b8 g3 y5 | top r9 | turn A")
    made = next(
        event for event in play(state, "A play w4 y ; B challenge") if isinstance(event, ChallengeMade)
    )
    for viewer, shown in ((1, cards("r2 g4")), (0, [-1, -1]), (2, [-1, -1]), (None, [-1, -1])):
        assert made.seen_by(viewer) == ChallengeMade(1, 0, shown)
    assert seen_by(state, 1).hands[0] is None


# 30. "Can't bluff"
def test_a_bluff_is_accepted_listed_and_not_told_where_it_can_be_challenged() -> None:
    state = position("A: w4 r2 g4 | B: y1 y2 | draw r1 r2 r3 r4 | top r9 | turn A")
    assert card("w4") in _legal_cards(state, 0)
    laid = decide(state, c.PlayCard(0, card("w4"), 2), Chance(b""))[0]
    assert isinstance(laid, CardPlayed)
    assert not laid.legal
    assert laid.seen_by(1) == CardPlayed(0, card("w4"))


# 31. Draw cards not implemented
@pytest.mark.parametrize(
    ("laid", "rulebook", "total"),
    [("r+", "classic", 2), ("w4 g", "classic", 4), ("+10 g", "russian-plus-ten", 10)],
)
def test_every_draw_card_makes_its_victim_draw(laid: str, rulebook: str, total: int) -> None:
    position_ = (
        f"A: {laid.split(maxsplit=1)[0]} b2 b3 | B: y1 y2 | C: g1 g2 | draw {'b9 ' * 12}| top r9 | turn A"
    )
    state = position(position_, rulebook)
    play(state, f"A play {laid} ; B accept")
    assert len(state.hands[1]) == 2 + total


def test_a_match_that_is_won_is_announced_with_its_winner() -> None:
    state = position("A: r5 | B: w | total A=450 | draw r1 | top r9 | turn A")
    events = play(state, "A play r5")
    assert [type(event) for event in events[-3:]] == [RoundEnded, PointsScored, MatchEnded]
    assert state.winners == [0]
