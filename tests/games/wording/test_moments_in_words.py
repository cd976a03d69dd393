"""Situation: something worth a word happens at a table, and everybody reads it in words of their own."""

import pytest

from games.pages.last_moves import in_words
from games.rules.match import events as e
from games.rules.options.options import build
from games.tables.events import PenaltyDeclined, PenaltyExplained
from games.wording.moments import CENTRE, Onlooker, moments, overdue_steps, passed_hands
from games.wording.stakes import before_a_challenge
from tests.games.playing import deal, do, move_on, see

NAMES = ["Ana", "Bo", "Cy"]


def told(event, seat=None, *others):
    onlooker = Onlooker(seat, NAMES)
    return [
        (moment.seat, moment.words) for moment in moments([(1, [event, *others])], lambda _step: onlooker, {})
    ]


def test_a_caught_player_reads_why_and_everybody_by_whom():
    caught = e.UnoCaught(1, 0)
    assert told(caught, 1) == [(1, "Caught by Ana! You did not say UNO")]
    assert told(caught, 0) == [(1, "Caught!"), (0, "You catch Bo!")]
    assert told(caught, 2) == told(caught) == [(1, "Caught by Ana")]


def test_a_bluffer_reads_that_the_bluff_is_called_and_what_it_costs():
    upheld, drawn = e.ChallengeUpheld(2, 1), e.CardsDrawn(1, [0, 1, 2, 3], "challenge")
    won = (2, "Challenge won")
    assert told(upheld, 1, drawn) == [won, (1, "Your bluff is called"), (1, "You draw 4 cards")]
    assert told(upheld, None, drawn) == [(2, "Challenge won"), (1, "A bluff!"), (1, "+4")]


def test_a_declined_penalty_is_told_in_the_middle_with_the_decliner_and_the_spared_player():
    declined = PenaltyDeclined(0, target=1, by=2)
    assert told(declined, 0) == [(0, "You declined: no penalty for Bo")]
    assert told(declined, 1) == [(CENTRE, "Ana declined: no penalty for you")]
    assert told(declined, 2) == told(declined) == [(CENTRE, "Ana declined: no penalty for Bo")]
    own = PenaltyDeclined(1, target=1, by=2)
    assert told(own, 1) == [(1, "You declined the penalty")]
    assert told(own, 0) == told(own) == [(CENTRE, "Bo declined the penalty")]


def test_a_penalty_that_its_host_takes_back_is_withdrawn_and_not_declined():
    withdrawn = PenaltyDeclined(2, target=1, by=2)
    assert told(withdrawn, 2) == [(2, "You withdrew the penalty")]
    assert told(withdrawn, 1) == told(withdrawn) == [(CENTRE, "Cy withdrew the penalty")]


def test_the_log_tells_a_penalty_that_was_withdrawn_from_one_that_was_declined():
    against = "Cy is against the penalty: no one draws"
    assert PenaltyDeclined(2, target=1, by=2).sentence(NAMES) == "Cy withdrew the penalty: no one draws"
    assert PenaltyDeclined(2, target=1, by=0).sentence(NAMES) == PenaltyDeclined(2).sentence(NAMES) == against


def test_an_old_penalty_that_was_declined_names_nobody_who_is_spared_and_is_no_moment():
    assert told(PenaltyDeclined(0)) == []


def test_the_winner_of_a_deal_reads_their_points():
    ended, scored = e.RoundEnded(1, "out", [[], [], []]), e.PointsScored([0, 87, 0], [0, 87, 0])
    assert told(ended, 1, scored) == [(1, "You win the deal: 87 points")]
    at_seat = (1, "Wins the deal!")
    assert told(ended, 0, scored) == [at_seat, (CENTRE, "Bo wins the deal: 87 points")]
    assert told(ended, None, scored) == [at_seat, (CENTRE, "Bo wins the deal: 87 points")]
    assert told(ended, 0) == [at_seat, (CENTRE, "Bo wins the deal")]


def test_the_winner_of_a_match_is_named_at_the_seat_and_in_the_middle():
    assert told(e.MatchEnded([1], [2, 1, 3]), 1) == [(1, "You win the match!")]
    alone = [(1, "Wins the match!"), (CENTRE, "Bo wins the match")]
    assert told(e.MatchEnded([1], [2, 1, 3]), 0) == told(e.MatchEnded([1], [2, 1, 3])) == alone
    shared = e.MatchEnded([1, 2], [3, 1, 1])
    assert told(shared)[-1] == (CENTRE, "Bo and Cy share the win")
    assert told(shared, 1) == [(2, "Wins the match!"), (1, "You win the match!")]


def test_all_who_are_eliminated_together_are_named_in_the_middle_once():
    both = [e.SeatEliminated(0), e.SeatEliminated(2)]
    assert told(both[0], 1, both[1]) == [
        (0, "Out of the match"),
        (2, "Out of the match"),
        (CENTRE, "Ana and Cy are out of the match"),
    ]
    assert told(both[0], 0, both[1]) == [
        (0, "You are out of the match"),
        (2, "Out of the match"),
        (CENTRE, "Cy is out of the match"),
    ]
    assert told(both[0], 0) == [(0, "You are out of the match")]


def test_a_deal_that_a_partner_wins_is_won_by_the_side():
    onlooker = Onlooker(0, ["Ana", "Bo", "Cy", "Di"], partner=2)
    ended, scored = e.RoundEnded(2, "out", [[], [], [], []]), e.PointsScored([9, 0, 9, 0], [9, 0, 9, 0])
    over = e.MatchEnded([0, 2], [1, 3, 1, 3])
    told = moments([(1, [ended, scored]), (2, [ended]), (3, [over])], lambda _step: onlooker, {})
    assert [(moment.seat, moment.kind, moment.words) for moment in told] == [
        (2, "deal-winner", "Wins the deal!"),
        (0, "deal-won", "Your side wins the deal: 9 points"),
        (2, "deal-winner", "Wins the deal!"),
        (0, "deal-won", "Your side wins the deal"),
        (2, "match-winner", "Wins the match!"),
        (0, "match-won", "Your side wins the match!"),
    ]
    for seat, partner in ((1, 3), (None, None)):
        other = Onlooker(seat, onlooker.names, partner, has_partners=True)
        with_points = moments([(1, [ended, scored])], lambda _step, other=other: other, {})
        assert with_points[-1].words == "Cy and Ana win the deal: 9 points"
        assert [
            moment.words
            for moment in moments([(1, [ended]), (2, [over])], lambda _step, other=other: other, {})
        ] == [
            "Wins the deal!",
            "Cy and Ana win the deal",
            "Wins the match!",
            "Wins the match!",
            "Ana and Cy win the match",
        ]


@pytest.mark.parametrize(
    ("event", "mine", "others"),
    [
        (e.UnoCalled(1), "UNO!", "UNO!"),
        (e.PlayerSkipped(1), "You are skipped", "Skipped"),
        (e.JumpedIn(1), "You jump in!", "Jumps in!"),
        (e.FalseCallPenalised(1), "You called without reason", "False call"),
        (e.IllegalCardPenalised(1, 0), "Your card does not match", "Wrong card"),
        (e.SilenceBroken(1), "You broke the silence", "Broke the silence"),
        (e.PenaltyReflected(1), "You send it back", "Sends it back"),
        (e.ChallengeFailed(1, 2), "You lose the challenge: Cy did not bluff", "Challenge lost"),
    ],
)
def test_each_moment_is_in_the_words_of_whoever_reads_it(event, mine, others):
    assert told(event, 1) == [(1, mine)]
    assert told(event, 0) == [(1, others)]


def test_a_penalty_is_told_with_its_reason_and_for_the_others_with_the_name():
    penalty = e.RefereePenalty(1, 2, words="showed a card")
    assert told(penalty, 1) == [(1, "You get a penalty: showed a card")]
    words = (CENTRE, "Bo got a penalty of 2 cards: showed a card")
    assert told(penalty, 0) == told(penalty) == [words]
    advice = e.RefereePenalty(1, 2, "advice")
    assert told(advice, 1) == [(1, "You get a penalty: giving advice")]
    assert told(advice, 0) == [(CENTRE, "The referee gave Bo 2 cards for giving advice")]


def test_a_penalty_to_which_all_agreed_is_told_once():
    agreed = PenaltyExplained(1, "penalty", by=0, words="showed a card")
    penalty, drawn = e.RefereePenalty(1, 2), e.CardsDrawn(1, [0, 0], "referee")
    mine = [(1, "You get a penalty: showed a card"), (1, "You draw 2 cards")]
    assert told(agreed, 1, penalty, drawn) == mine
    sentence = "Everyone agrees with Ana to a penalty for Bo: showed a card"
    assert told(agreed, 2, penalty, drawn) == [(CENTRE, sentence), (1, "+2")]


def test_the_last_hand_on_the_pile_is_told_before_its_cards():
    last = e.CardsDrawn(1, [0, 0], "centre")
    assert told(last, 1) == [(1, "You slapped the pile last"), (1, "You draw 2 cards")]
    assert told(last, 0) == [(1, "Slapped last"), (1, "+2")]


def test_hands_that_swap_are_told_at_both_seats():
    assert told(e.HandsSwapped(0, 2), 2) == [(0, "Swaps with you"), (2, "Ana swaps hands with you")]
    assert told(e.HandsSwapped(0, 2), 0) == [(0, "You swap hands with Cy"), (2, "Swaps with you")]
    assert told(e.HandsSwapped(0, 2), 1) == [(0, "Swaps with Cy"), (2, "Swaps with Ana")]


def test_cards_that_a_super_star_sends_back_say_from_whom_and_to_whom():
    bounced = e.PenaltyBounced(0, 2)
    assert told(bounced, 0) == [(0, "You send the cards back to Cy")]
    assert told(bounced, 2) == [(0, "Back to you")]
    assert told(bounced, 1) == told(bounced) == [(0, "Back to Cy")]


def test_hands_that_are_shuffled_are_said_to_be_dealt_again():
    shuffled = e.HandsShuffled([[1], [2], [3]])
    assert told(shuffled, 1) == told(shuffled) == [(CENTRE, "All hands are shuffled and dealt again")]


def test_moments_for_everybody_stand_in_the_middle():
    assert told(e.DirectionReversed(-1)) == [(CENTRE, "Direction reversed")]


@pytest.mark.django_db
def test_a_turn_that_ran_out_says_so_with_its_number():
    table = deal("Ana Bo", "r1 r2 r3/r4 r5 r6", "r9 y1 y2 y3 y4 y5 y6")
    move_on(table)
    look = see(table, "B")
    overdue = overdue_steps(look.recent, look.clock_steps, look.seats, 3)
    words = [moment.words for moment in moments(look.recent, lambda _step: Onlooker(1, NAMES), overdue)]
    assert words == ["Your time ran out (1 of 3)"]


@pytest.mark.django_db
def test_a_first_colour_that_the_clock_chose_is_told_as_a_turn_that_ran_out():
    table = deal("Ana Bo", "r1 r2 r3/r4 r5 r6", "w y1 y2 y3 y4 y5 y6")
    move_on(table)
    look = see(table, "B")
    overdue = overdue_steps(look.recent, look.clock_steps, look.seats, 3)
    assert list(overdue.values()) == [(1, 1, 3)]
    assert in_words(look.recent, lambda _step: NAMES, overdue)[-2:] == [
        (look.recent[-1][0], "Time ran out for Bo"),
        (look.recent[-1][0], "Bo chose red"),
    ]


@pytest.mark.django_db
def test_a_turn_that_ran_out_after_the_choice_of_a_colour_did_is_told_as_a_second_one():
    table = deal("Ana Bo", "r1 r2 r3/r4 r5 r6", "w y1 y2 y3 y4 y5 y6")
    move_on(table)
    move_on(table)
    look = see(table, "B")
    assert [
        missed.turns for missed in overdue_steps(look.recent, look.clock_steps, look.seats, 3).values()
    ] == [0, 2]


@pytest.mark.django_db
def test_a_turn_that_ran_out_just_after_another_hand_was_safe_says_so_too():
    table = deal("Ana Bo Cy", "r1 r2/r4 r5/b1 b2", "r9 y1 y2 y3 y4 y5 y6")
    do(table, "B play r4")
    move_on(table)
    look = see(table)
    assert [
        missed.seat for missed in overdue_steps(look.recent, look.clock_steps, look.seats, 3).values()
    ] == [2]


CUSTOM = {"deck": "swap_112", "customizable_effects": ["charade_colour_dump"]}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("options", "move", "seat"),
    [({"five_exchange": True}, "B play r5 ex C g3", 2), (CUSTOM, "B play wc1 g", 1)],
    ids=["of an exchange", "of a charade"],
)
def test_the_time_ran_out_at_the_seat_that_had_to_answer(options, move, seat):
    table = deal("Ana Bo Cy", "r1 r2 b7 b8/r5 wc1 g3 b3/w b4 g9 y7", "r9 y1 y2 y3 y4 y5", options=options)
    do(table, move)
    move_on(table)
    look = see(table)
    overdue = overdue_steps(look.recent, look.clock_steps, look.seats, 3)
    assert [missed.seat for missed in overdue.values()] == [seat]


@pytest.mark.django_db
def test_a_player_who_may_challenge_knows_the_claim_and_the_stakes():
    table = deal("Ana Bo Cy", "r1 r2 g3/w4 b5 b6/b1 r7 b9", "r9 y1 y2 y3 y4 y5 y6")
    do(table, "B play w4 g")
    assert before_a_challenge(see(table, "C").sight, NAMES, build("classic")) == [
        "Bo claims to hold no red card.",
        "Bo has 2 cards left.",
        "If you win the challenge, Bo draws 4 cards.",
        "If you lose it, you draw 6 cards.",
    ]


def test_hands_that_change_places_are_told_by_giver_and_taker():
    assert passed_hands(e.HandsSwapped(1, 0)) == [(1, 0), (0, 1)]
    assert passed_hands(e.HandsRotated(seats=[0, 2, 1])) == [(0, 2), (2, 1), (1, 0)]
    shuffled = passed_hands(e.HandsShuffled(hands=[[1], [], [2]]))
    assert shuffled == [(0, CENTRE), (2, CENTRE), (CENTRE, 0), (CENTRE, 2)]


@pytest.mark.django_db
def test_where_a_bluffer_takes_the_card_back_or_no_card_may_match_the_stakes_say_so():
    rules = {"draw_four_legality": "no_match", "draw_four_challenge": "take_back"}
    table = deal("Ana Bo Cy", "r1 r2 g3/w4 b5 b6/b1 r7 b9", "r9 y1 y2 y3 y4 y5 y6", options=rules)
    do(table, "B play w4 g")
    told = before_a_challenge(see(table, "C").sight, NAMES, build("classic", rules))
    assert told[0] == "Bo claims that none of their coloured cards matches."
    assert told[2] == "If you win the challenge, Bo takes the card back and draws 4 cards."


def test_a_moment_names_who_sat_there_at_its_step():
    names = {1: ["Ana", "Bo", "Cy"], 2: ["Ana", "Eve", "Cy"]}
    swapped = [e.HandsSwapped(0, 1)]
    told = moments([(1, swapped), (2, swapped)], lambda step: Onlooker(None, names[step]), {})
    assert [moment.words for moment in told if moment.seat == 0] == ["Swaps with Bo", "Swaps with Eve"]
