"""Situation: a competition is over, and somebody looks through its logs for what is worth a prize."""

import pytest

from games.rules.match import events as e
from games.rules.options.options import build
from games.rules.scoresheet import events as p
from league.rules.awards import AWARDS, prizes
from league.rules.awards.award import Holder, Moment, Prize
from league.rules.awards.numbers import Numbers, numbers
from league.rules.awards.season import Finish, Meeting, Season
from league.rules.awards.table_log import LoggedEvent, table_log
from tests.league.rules.awards.table_logs import (
    ANN,
    BO,
    CY,
    DI,
    FOUR,
    begin,
    evening,
    log,
    meeting,
    online,
    written,
)

# What nobody has anything to do with: so few holders that an award sets somebody apart.
HANDS = "A: r1 r2 r3 | B: b1 b2 b3 | C: y1 y2 y3 | D: g7 g8 g9 | draw g1 g2 g3 g4 g5 g6 y7 y8 y9 b7 b8 b9"


def prize_of(season: Season, code: str) -> Prize | None:
    return next((prize for prize in prizes(season) if prize.code == code), None)


def held(season: Season, code: str) -> tuple[tuple[int, ...], dict[int, list[Moment]]] | None:
    """The figure of an award, and its holders with the moments at which it can be seen."""
    award = prize_of(season, code)
    return award and (award.figure, {holder.who: holder.moments for holder in award.holders})


def test_the_best_deal_is_the_one_that_brought_most_points() -> None:
    season = evening(log(*written("A 0 40 20 10", "B 5 0 90 30", "A 0 1 1 1")))
    assert held(season, "best_deal") == ((125,), {BO: [Moment(7, 2)]})


def test_where_points_count_against_losers_the_best_deal_is_what_the_others_were_left_with() -> None:
    season = evening(log(*written("A 0 40 20 10", "B 5 0 90 30", rulebook="elimination-500")))
    assert held(season, "best_deal") == ((125,), {BO: [Moment(7, 2)]})


def test_a_deal_that_was_undone_or_broken_off_counts_for_nothing() -> None:
    undone = written("A 0 40 20 10", "B 5 0 90 30")
    season = evening(log(*undone, [p.DealUndone(2)], *written("C 9 9 0 9")))
    assert held(season, "best_deal") == ((70,), {ANN: [Moment(7, 1)]})
    broken = [begin(4), e.WentOut(0), e.RoundEnded(-1, "time", [[0]] * 4)]
    assert prizes(evening(log(broken))) == []


def test_in_a_blocked_deal_and_without_points_nobody_had_the_best() -> None:
    blocked = evening(log(*written("A 0 40 20 10", reason="blocked")))
    assert prize_of(blocked, "best_deal") is None
    lazy = [
        begin(3, scoring="win_loss"),
        e.RoundEnded(0, "out", [[], [1], [2]]),
        e.PointsScored([0] * 3, [0] * 3),
    ]
    assert prize_of(evening(log(lazy, who=FOUR[:3])), "best_deal") is None


def test_holders_share_and_their_moments_are_all_there() -> None:
    season = evening(log(*written("A 0 40 20 10", "B 40 0 20 10")), log(*written("A 0 40 20 10"), table=8))
    assert held(season, "best_deal") == ((70,), {ANN: [Moment(7, 1), Moment(8, 1)], BO: [Moment(7, 2)]})


def test_an_award_that_more_than_half_have_earned_is_not_given() -> None:
    season = evening(log(*written("A 0 10 0 0", "B 10 0 0 0", "C 10 0 0 0")))
    assert prize_of(season, "best_deal") is None


def test_an_entrant_who_was_merged_holds_it_under_the_name_that_was_kept() -> None:
    season = evening(log(*written("A 0 40 20 10", "B 40 0 20 10")))
    assert prizes(season, {BO: ANN})[0] == Prize(
        "best_deal", (70,), [Holder(ANN, [Moment(7, 1), Moment(7, 2)])]
    )


def test_the_fastest_is_out_in_the_fewest_turns_and_of_equals_after_the_fewest_cards() -> None:
    slow = online(
        f"{HANDS} | top r9 | turn A",
        "A play r1 ; B draw ; B pass ; C draw ; C pass ; D draw ; D pass ; A play r2 uno ; B draw ; B pass ; "
        "C draw ; C pass ; D draw ; D pass ; A play r3",
    )
    season = evening(log(*slow))
    assert held(season, "fastest_out") == ((3, 3), {ANN: [Moment(7, 16)]})
    assert AWARDS["fastest_out"].words((3, 12)) == "out in 3 turns, after 12 cards of the deal"
    quick = online(
        "A: r1 r2 r3 | B: r5 b2 | C: y1 y2 y3 | D: g7 g8 g9 | draw g1 g2 g3 g4 g5 g6 y7 | top r9 | turn B",
        "B play r5 uno ; C draw ; C pass ; D draw ; D pass ; A draw ; A pass ; B draw ; B pass",
    )
    assert prize_of(evening(log(*quick)), "fastest_out") is None, "nobody went out"


def test_an_answer_to_draw_cards_is_a_turn_too() -> None:
    chain = online(
        "A: r+ r5 | B: g+ | C: y1 y2 y3 | D: g7 g8 g9 | draw g1 g2 g3 g4 g5 g6 y7 y8 | top r9 | turn A",
        "A play r+ uno ; B play g+",
        stack_draw_two="sum",
    )
    season = evening(log(*chain))
    assert held(season, "fastest_out") == ((1, 2), {BO: [Moment(7, 3)]})


def test_with_real_cards_nobody_knows_how_fast_it_was() -> None:
    assert prize_of(evening(log(*written("A 0 40 20 10"))), "fastest_out") is None


def test_a_chain_counts_for_who_passed_it_on_not_for_who_began_it() -> None:
    chain = online(
        "A: r+ r5 r6 | B: g+ g5 g6 | C: y+ y2 y3 | D: g7 g8 g9 | draw g1 g2 g3 g4 g5 y6 y7 y8 y9 b7 b8 b9 "
        "| top r9 | turn A",
        "A play r+ ; B play g+ ; C play y+ ; D accept",
        stack_draw_two="sum",
    )
    season = evening(log(*chain))
    assert held(season, "longest_chain") == ((6,), {CY: [Moment(7, 4)]})
    alone = online(f"{HANDS.replace('r1', 'r+')} | top r9 | turn A", "A play r+ ; B accept")
    assert prize_of(evening(log(*alone)), "longest_chain") is None


BLUFF = (
    "A: w4 r5 r6 | B: b1 b2 b3 | C: y1 y2 y3 | D: g7 g8 g9 "
    "| draw g1 g2 g3 g4 g5 g6 y7 y8 y9 b7 b8 b9 | top r9 | turn A"
)


def test_a_challenge_that_was_right_is_won_and_the_bluff_did_not_go_through() -> None:
    season = evening(log(*online(BLUFF, "A play w4 g ; B challenge ; B draw ; B pass")))
    assert held(season, "challenges_won") == ((1,), {BO: [Moment(7, 3)]})
    assert prize_of(season, "poker_face") is None


def test_a_challenge_at_a_table_with_real_cards_is_noted_between_the_deals() -> None:
    noted = [e.ChallengeMade(2, 0, []), e.ChallengeUpheld(2, 0)]
    season = evening(log(noted, *written("A 0 40 20 10")))
    assert held(season, "challenges_won") == ((1,), {CY: [Moment(7, 1)]})


def test_a_bluff_that_is_swallowed_is_a_poker_face() -> None:
    twice = [*online(BLUFF, "A play w4 g ; B accept"), *online(BLUFF, "A play w4 g ; B accept")]
    season = evening(log(*twice))
    assert held(season, "poker_face") == ((2,), {ANN: [Moment(7, 2), Moment(7, 5)]})
    assert prize_of(season, "challenges_won") is None


def test_an_honest_card_is_no_bluff_and_a_lost_challenge_wins_nothing() -> None:
    honest = online(BLUFF.replace("r5 r6", "b5 b6"), "A play w4 g ; B challenge")
    season = evening(log(*honest))
    assert prize_of(season, "poker_face") is None
    assert prize_of(season, "challenges_won") is None


def test_a_bluff_of_the_last_card_counts_and_one_of_nobody_does_not() -> None:
    for who, expected in ((FOUR, {ANN: [Moment(7, 1)]}), ((0, BO, CY, DI), None)):
        step = [begin(4), e.CardPlayed(0, 53, legal=False), e.WentOut(0), e.RoundEnded(0, "out", [[0]] * 4)]
        prize = held(evening(log(step, who=who)), "poker_face")
        assert (prize and prize[1]) == expected


def test_catches_and_cards_laid_out_of_turn_are_counted() -> None:
    catch = online(
        "A: r1 r2 | B: b1 b2 b3 | C: y1 y2 y3 | D: g7 g8 g9 | draw g1 g2 g3 g4 g5 g6 | top r9 | turn A",
        "A play r1 ; C catch A",
    )
    assert held(evening(log(*catch)), "catches") == ((1,), {CY: [Moment(7, 3)]})
    jump = online(
        "A: r1 r2 r3 | B: b1 b2 b3 | C: r1 y2 y3 | D: g7 g8 g9 | draw g1 g2 g3 g4 g5 g6 | top r9 | turn A",
        "A play r1 ; C jump r1",
        jump_in=True,
    )
    assert held(evening(log(*jump)), "jump_ins") == ((1,), {CY: [Moment(7, 3)]})


def test_an_entrant_who_left_while_a_bot_plays_on_earns_nothing() -> None:
    steps = written("A 0 40 20 10")
    season = evening(log(*steps, who=(0, BO, CY, DI)))
    assert prize_of(season, "best_deal") is None
    assert held(season, "lightest_hand") == ((10, 1), {DI: []})
    nobody = table_log(7, [LoggedEvent(1, event, ()) for event in steps[0]])
    assert nobody.deals[0].who(0) == 0


def test_a_run_is_broken_by_anybody_else_and_ends_with_the_match() -> None:
    season = evening(
        log(*written("A 0 1 1 1", "A 0 1 1 1", "B 1 0 1 1", "A 0 1 1 1")),
        log(*written("A 0 1 1 1", "A 0 1 1 1", "A 0 1 1 1"), table=8),
    )
    assert held(season, "streak") == ((3,), {ANN: [Moment(8, 3)]})
    assert prize_of(evening(log(*written("A 0 1 1 1", "B 1 0 1 1"))), "streak") is None


def ended(steps: list, *places: int) -> list:
    steps[-1].append(e.MatchEnded([seat for seat, place in enumerate(places) if place == 1], list(places)))
    return steps


@pytest.mark.parametrize(
    ("rulebook", "deals"),
    [
        ("classic", ["B 100 0 100 100", "B 9 0 1 0", "A 0 200 99 99"]),
        ("elimination-500", ["B 310 0 9 9", "A 0 310 300 320"]),
    ],
)
def test_a_comeback_is_how_far_behind_the_winner_was_at_worst(rulebook, deals) -> None:
    steps = ended(written(*deals, rulebook=rulebook), 1, 2, 3, 3)
    behind, step = (310, 2) if rulebook == "classic" else (310, 1)
    assert held(evening(log(*steps), rulebook=rulebook), "comeback") == ((behind,), {ANN: [Moment(7, step)]})


def test_an_entrant_who_led_all_the_time_or_shares_the_first_place_came_back_from_nowhere() -> None:
    led = ended(written("A 0 40 20 10", "A 0 9 9 9"), 1, 2, 2, 2)
    assert prize_of(evening(log(*led)), "comeback") is None
    shared = ended(written("A 0 40 20 10", "B 40 0 20 10"), 1, 1, 3, 3)
    assert prize_of(evening(log(*shared)), "comeback") is None
    assert prize_of(evening(log([e.MatchEnded([0], [1, 2])], who=FOUR[:2])), "comeback") is None


def test_partners_come_back_together() -> None:
    steps = [
        [
            begin(4, teams="partners"),
            e.RoundEnded(1, "out", [[0]] * 4),
            e.PointsScored([0, 9, 0, 9], [0, 9, 0, 9]),
        ],
        [
            begin(4, teams="partners"),
            e.RoundEnded(0, "out", [[0]] * 4),
            e.PointsScored([20, 0, 20, 0], [20, 9, 20, 9]),
        ],
    ]
    season = evening(log(*ended(steps, 1, 3, 1, 3)))
    assert held(season, "comeback") == ((9,), {ANN: [Moment(7, 1)], CY: [Moment(7, 1)]})


def test_a_match_that_was_reopened_has_no_winner_until_it_ends_again() -> None:
    steps = ended(written("B 40 0 20 10", "A 0 90 9 9"), 1, 2, 3, 3)
    reopened = log(*steps, [p.DealUndone(2)])
    assert (reopened.places, len(reopened.deals)) == ([], 1)


def elsewhere(*finishes: Finish, rulebook: str = "classic") -> Meeting:
    return Meeting(list(finishes), build(rulebook, {}))


def test_the_clearest_win_needs_no_log() -> None:
    close = elsewhere(
        Finish(ANN, 1, 500, 4), Finish(BO, 2, 480, 4), Finish(CY, 3, 20, 0), Finish(DI, 4, 0, 0)
    )
    clear = elsewhere(Finish(BO, 1, 500, 4), Finish(CY, 2, 120, 2), Finish(ANN, 3, 20, 0))
    shared = elsewhere(Finish(ANN, 1, 500, 4), Finish(BO, 1, 500, 4), Finish(CY, 3, 0, 0))
    assert held(Season([close, clear, shared]), "clearest_win") == ((380,), {BO: []})
    low = elsewhere(
        Finish(CY, 1, 90, 4), Finish(BO, 2, 480, 2), Finish(ANN, 3, 500, 0), rulebook="elimination-500"
    )
    assert held(Season([clear, low]), "clearest_win") == ((390,), {CY: []})
    alone = elsewhere(Finish(ANN, 1, 500, 4))
    assert prize_of(Season([alone]), "clearest_win") is None


def test_deals_won_are_added_up_over_all_matches() -> None:
    first = elsewhere(Finish(ANN, 1, 500, 4), Finish(BO, 2, 480, 3))
    second = elsewhere(Finish(CY, 1, 500, 4), Finish(BO, 2, 480, 3))
    assert held(Season([first, second]), "deals_won") == ((6,), {BO: []})


def test_deals_are_not_added_up_where_those_of_some_match_are_not_known() -> None:
    known = elsewhere(Finish(ANN, 1, 500, 4), Finish(BO, 2, 480, 3))
    unknown = elsewhere(Finish(CY, 1, 500, 0), Finish(BO, 2, 480, 0))
    assert prize_of(Season([known, unknown]), "deals_won") is None
    assert numbers(Season([known, unknown])).deals == 0
    assert numbers(Season([known, elsewhere(Finish(CY, 1, 0, 0))])).deals == 7, "alone at a table"


def test_the_lightest_hand_is_an_average_among_those_who_played_enough() -> None:
    long = log(*written("A 0 40 20 10", "A 0 40 20 10", "B 30 0 20 10"), who=FOUR)
    short = log(*written("A 0 5", "A 0 5"), table=8, who=(105, 108))
    once = log(*written("A 0 5"), table=9, who=(106, 107))
    assert held(evening(long, short, once), "lightest_hand") == ((0, 2), {105: []})
    assert AWARDS["lightest_hand"].words((50, 4)) == "12.5 points per deal"


def test_a_hand_that_nobody_counted_is_left_out() -> None:
    uncounted = [
        begin(3),
        p.HandsCounted([0, -1, 8], [[], [], []], [0]),
        e.RoundEnded(0, "out", [[], [], []]),
        e.PointsScored([8, 0, 0], [8, 0, 0]),
    ]
    assert log(uncounted, who=FOUR[:3]).deals[0].left == [0, -1, 8]
    gone = e.RoundStarted(2, "classic", {}, 3, 0, [0, 0, 0], [0, 1, 0])
    step = [gone, e.RoundEnded(0, "out", [[], [], [1, 2]]), e.PointsScored([3, 0, 0], [3, 0, 0])]
    assert log(step, who=FOUR[:3]).deals[0].left[1] == -1


def test_the_iron_seat_is_for_who_never_missed_a_round() -> None:
    match = elsewhere(*(Finish(who, place, 0, 0) for place, who in enumerate(FOUR, start=1)))
    there = {ANN: 3, BO: 2, CY: 3, DI: 1}
    assert held(Season([match], 3, there), "iron_seat") == ((3,), {ANN: [], CY: []})
    assert prize_of(Season([match], 2, dict.fromkeys((ANN, CY), 2)), "iron_seat") is None, "too few rounds"


def test_an_evening_in_numbers() -> None:
    moves = online(BLUFF, "A play w4 g ; B accept")
    season = Season(
        [
            meeting(log(*written("A 0 40 20 10", "B 5 0 90 30"))),
            meeting(log(*moves)),
            elsewhere(Finish(ANN, 1, 500, 4), Finish(105, 2, 480, 3)),
        ]
    )
    assert numbers(season) == Numbers(players=5, matches=3, deals=9, cards=1)


def test_every_award_says_what_it_is_and_its_figure_in_words() -> None:
    assert len({award.name for award in AWARDS.values()}) == len(AWARDS) > 8
    for code, award in AWARDS.items():
        assert award.code == code
        assert award.explanation.endswith(".")
        assert "1" in award.words((1, 1))
