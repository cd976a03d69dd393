"""Situation: the page of an analysed match lists the choices that cost something."""

import pytest

from games.analysis.findings import (
    BOT,
    CLOCK,
    SLIP,
    Alternative,
    Curve,
    DealFindings,
    Decision,
    Effect,
    Exposure,
    Fact,
    Knowledge,
    Lacking,
    MatchFindings,
    Parts,
)
from games.analysis.queries import Analysis
from games.bots.playouts import layout as at
from games.replay.links import ReplayChoice
from games.replay.match_analysis import facts, sentences
from games.replay.match_analysis.page import AnalysisPage
from games.replay.match_analysis.shown_choice import shown_choices, shown_timeout
from games.rules.notation.notation import card
from tests.games.playing import open_table
from tests.games.replay.names import names_of

pytestmark = pytest.mark.django_db

NAMES = ["Ana", "Bo"]


def play(token, *, says_uno=False):
    return (at.PLAY, 0, card(token), -1, -1, int(says_uno))


def alternative(action):
    return Alternative(action, chance=500_000, error=1000)


def decision(step, *, cost, low):
    choices = [alternative(play("g8")), alternative(play("g8", says_uno=True))]
    choices[1].chance += cost
    return Decision(step, 0, choices, cost=cost, low=low, high=2 * cost)


def page(deals, match=None, *, seat=None, curve="deal"):
    table = open_table("Ana Bo")
    choice = ReplayChoice(table.pk, curve=curve)
    return AnalysisPage(table, Analysis(None, deals, match), choice, names_of(*NAMES), 1, seat=seat)


def judged_deal(number=1, decisions=(), effects=(), *, own=0, timeouts=0, away=0):
    """A deal in which Ana's choices, turns that ran out, and a bot for her gave so much with open hands."""
    half, gain = [500_000, 500_000], own + timeouts + away
    parts = Parts(
        *(half, [0, 0], [0, 0], [own, 0], [0, -gain], [500_000 + gain, 500_000 - gain]),
        errors=[[0, 0]] * 6,
        timeouts=[timeouts, 0],
        away=[away, 0],
    )
    return DealFindings(
        *(number, 100 * number - 99, 10, Curve(open=[half], seen=[half])),
        deal_parts=parts,
        decisions=list(decisions),
        effects=list(effects),
    )


def test_only_choices_are_listed_that_surely_cost_something():
    decisions = [
        decision(3, cost=80_000, low=-40_000),
        decision(5, cost=80_000, low=20_000),
        decision(7, cost=5000, low=1000),
    ]
    (row,) = page([DealFindings(1, 1, 10, Curve(), decisions=decisions)]).choices
    assert (row.step, row.played, row.best) == (5, "Green 8: 50%", "Green 8, say UNO: 58%")


def test_sentences_name_the_deal_that_they_are_about():
    deals = [DealFindings(number, first, 10, Curve()) for number, first in ((1, 1), (2, 20))]
    facts = [Fact("caught", step, [0, 1]) for step in (19, 20)]
    shown = page(deals, MatchFindings(facts, [], [])).sentences
    assert [(sentence.deal, sentence.words) for sentence in shown] == [
        (1, "Ana forgot to say UNO, and Bo noticed."),
        (2, "Ana forgot to say UNO, and Bo noticed."),
    ]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "Bo won the match with 372 points."),
        ({"scoring": "elimination"}, "Bo won the match."),
        ({"scoring": "win_loss", "match_end": "rounds", "round_limit": 1}, "Bo won the match."),
    ],
)
def test_the_winner_has_points_only_where_points_are_good(options, words):
    table = open_table("Ana Bo", options=options)
    findings = MatchFindings([Fact("won", 20, [1], [372])], [], [])
    (sentence,) = AnalysisPage(
        table, Analysis(None, [], findings), ReplayChoice(table.pk), names_of(*NAMES), 1
    ).sentences
    assert sentence.words == words


def test_a_silence_says_why_a_difference_that_looks_sure_has_no_mark():
    unsure = decision(5, cost=80_000, low=20_000)
    unsure.silence = "close"
    assert sentences.silence(unsure).startswith("No mark: among many choices")


def test_a_choice_is_shown_with_what_its_seat_could_know_and_a_link_to_its_view():
    judged = decision(5, cost=80_000, low=20_000)
    judged.knowledge = Knowledge([2, 5, 0], [[], [card("r5"), card("w")], []], [Lacking(1, card("b7"), 2)])
    findings = Analysis(None, [DealFindings(1, 1, 10, Curve(), decisions=[judged])])
    (shown,) = shown_choices(findings, 1, ReplayChoice(7, step=5), [*NAMES, "Cai"])
    assert shown.knowledge == [
        "Cards in the other hands: Bo 5.",
        "Seen in the hand of Bo: red 5 and Wild.",
        "Bo drew a card when blue 7 lay on top and the colour was green.",
    ]
    assert shown.seen == "/tables/7/replay/?step=4&seat=A"
    assert shown_choices(findings, 1, ReplayChoice(7, step=6), NAMES) == []


def test_a_missed_call_says_what_was_at_risk_and_a_missed_catch_stands_beside_the_move():
    silent = decision(5, cost=80_000, low=20_000)
    silent.exposure = Exposure(620_000, 380_000)
    catches = [alternative((at.OVERLOOK, 0, -1, -1, 1, 0)), alternative((at.CATCH, 0, -1, -1, 1, 0))]
    missed = Decision(5, 0, catches, cost=90_000, low=30_000, high=150_000)
    findings = Analysis(None, [DealFindings(1, 1, 10, Curve(), decisions=[missed, silent])])
    catch, move = shown_choices(findings, 1, ReplayChoice(7, step=5), NAMES)
    assert [row.words for row in catch.rows] == ["Do not catch Bo", "Catch Bo"]
    assert move.exposure == (
        "A call costs nothing: with it Ana had a chance of 58% to win the deal, "
        "after a catch it would have been about 38%."
    )


def test_the_cost_of_a_shown_choice_is_told_with_both_chances():
    told = sentences.cost_in_words(decision(5, cost=80_000, low=-40_000))
    assert told == (
        "The choice cost 8 percentage points (−4 to 16): a chance of 50% to win the deal instead of 58%."
    )


def test_an_interval_below_zero_has_a_minus_sign():
    assert sentences.cost(decision(5, cost=80_000, low=-40_000)) == "8 (−4 to 16)"


def test_a_difference_that_rounds_to_nothing_has_no_sign():
    assert sentences.cost(decision(5, cost=80_000, low=-4000)) == "8 (0 to 16)"


def test_the_largest_losses_of_a_player_are_named_and_add_up_with_the_others_to_the_own_part():
    changes = {3: -200_000, 5: -150_000, 7: 10_000, 9: -90_000, 11: -80_000}
    effects = [Effect(step, 0, change) for step, change in changes.items()]
    effects += [Effect(4, 1, -300_000), Effect(13, 0, -60_000, stand_in=CLOCK)]
    decisions = [decision(step, cost=0, low=0) for step in changes]
    part = page([judged_deal(1, decisions, effects, own=-510_000, timeouts=-60_000)], seat=0).own_part
    assert part.total == "−51 percentage points"
    assert [(loss.step, loss.words, loss.change) for loss in part.losses] == [
        (3, "Green 8", "−20"),
        (5, "Green 8", "−15"),
        (9, "Green 8", "−9"),
        (0, "2 others together", "−7"),
    ]
    assert [(loss.step, loss.change) for loss in part.timeouts] == [(13, "−6")]


def test_many_small_costs_add_up_and_the_rest_of_what_open_hands_show_is_hindsight():
    decisions = [decision(step, cost=9000, low=8000) for step in range(1, 21)]
    for small in decisions:
        small.high = 10_000
    told = page([judged_deal(1, decisions, own=-600_000)], seat=0).as_seen
    together = "percentage points of the chance to win it."
    assert told == [
        f"By what Ana could know, 20 choices in this deal together cost 18 ±0 {together}",
        "None of these choices alone is sure to have cost 1 percentage point or more.",
        "Many small costs add up.",
        (
            "With all hands open they gave −60 percentage points: "
            "the difference is hindsight, which no player had."
        ),
    ]


def test_choices_that_came_out_better_than_the_best_cost_nothing():
    lucky = decision(3, cost=-30_000, low=-70_000)
    lucky.high = 10_000
    told = page([judged_deal(1, [lucky])], seat=0).as_seen
    assert told[0] == (
        "By what Ana could know, 1 choice in this deal cost 0 ±4 percentage points of the chance to win it."
    )


def test_choices_of_the_reader_come_first_and_those_of_other_deals_are_offered():
    costly = [decision(step, cost=80_000, low=20_000) for step in (3, 5, 103)]
    costly[1].seat = 1
    deals = [judged_deal(1, costly[:2]), judged_deal(2, costly[2:])]
    read_by_ana = page(deals, seat=0)
    assert [row.step for row in read_by_ana.choices] == [3]
    assert [row.step for row in read_by_ana.choices_of_others] == [5]
    assert [(row.deal, row.step) for row in read_by_ana.choices_elsewhere] == [(2, 103)]
    read_by_others = page(deals)
    assert [row.step for row in read_by_others.choices] == [3, 5]
    assert not read_by_others.choices_of_others
    assert not read_by_others.as_seen


def test_a_cost_without_a_mark_says_that_it_is_small():
    (row,) = page([judged_deal(1, [decision(3, cost=20_000, low=10_000)])]).choices
    assert (row.mark, row.silence) == ("", "No mark: the cost is small.")


def test_rules_without_checked_chances_have_no_marks_and_say_so_once():
    unproved = decision(3, cost=80_000, low=20_000)
    unproved.silence = "unproved"
    assert page([judged_deal(1, [unproved])]).is_unproved
    assert not page([judged_deal(1, [decision(3, cost=80_000, low=20_000)])]).is_unproved


def test_the_best_choice_is_named_and_another_about_equal_whose_chance_is_shown_as_higher():
    played = decision(5, cost=80_000, low=20_000)
    played.alternatives += [alternative(play("g9")), alternative(play("g1"))]
    played.alternatives[2].chance = 585_000
    played.alternatives[2].error = 10_000
    (shown,) = shown_choices(Analysis(None, [judged_deal(1, [played])]), 1, ReplayChoice(7, step=5), NAMES)
    assert [(row.is_best, row.is_about_best) for row in shown.rows] == [
        (False, False),
        (True, False),
        (False, True),
        (False, False),
    ]
    assert sentences.best(played, NAMES) == "Green 8, say UNO: 58%; about equal: Green 9: 58%"


def test_a_turn_that_ran_out_says_so_instead_of_judging_a_choice():
    findings = Analysis(None, [judged_deal(1, effects=[Effect(5, 0, -60_000, stand_in=CLOCK)])])
    assert shown_timeout(findings, 1, ReplayChoice(7, step=5), NAMES) == (
        "Time ran out for Ana, so the clock moved: no choice to judge. "
        "With all hands open it changed the chance to win the deal by −6 percentage points."
    )
    assert shown_timeout(findings, 1, ReplayChoice(7, step=6), NAMES) == ""


def test_a_bots_choice_for_an_absent_player_has_its_name_and_stands_among_those_of_others():
    own, of_bot = (decision(step, cost=80_000, low=20_000) for step in (3, 5))
    of_bot.stand_in = BOT
    deal = judged_deal(1, [own, of_bot], [Effect(3, 0, -40_000), Effect(5, 0, -70_000, stand_in=BOT)])
    shown = page([judged_deal(1, deal.decisions, deal.effects, own=-40_000, away=-70_000)], seat=0)
    assert [row.step for row in shown.choices] == [3]
    assert [(row.step, row.name) for row in shown.choices_of_others] == [(5, "a bot for Ana")]
    assert shown.as_seen[0].startswith("By what Ana could know, 1 choice")
    part = shown.own_part
    assert [(loss.step, loss.change) for loss in part.losses] == [(3, "−4")]
    assert part.total_away == "−7 percentage points"
    assert [(loss.step, loss.change) for loss in part.away] == [(5, "−7")]
    (choice,) = shown_choices(Analysis(None, [deal]), 1, ReplayChoice(7, step=5), NAMES)
    assert (choice.name, choice.player) == ("a bot for Ana", "Ana")


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (Fact("caught", 9, [0, 1], bots=[0]), "A bot for Ana forgot to say UNO, and Bo noticed."),
        (Fact("caught", 9, [1, 0], bots=[0]), "Bo forgot to say UNO, and a bot for Ana noticed."),
        (
            Fact("challenge", 9, [0, 1], [1, 0, 0, 0], bots=[0]),
            "A bot for Ana challenged Bo: a good risk, but it was no bluff.",
        ),
        (
            Fact("held", 9, [0, 1], [50], [card("w")], bots=[0]),
            "A bot for Ana still held Wild when Bo went out: 50 points.",
        ),
    ],
)
def test_sentences_name_the_bot_that_acted_for_an_absent_player(fact, words):
    assert facts.told(fact, NAMES, counts_points=True) == words


def test_a_marked_choice_is_told_with_both_chances_and_the_bot_that_made_it():
    slip = decision(9, cost=60_000, low=40_000)
    slip.mark = SLIP
    fact = Fact("mark", 9, [0], [SLIP, 60_000], bots=[0])
    assert facts.told(fact, NAMES, [judged_deal(1, [slip])], counts_points=True) == (
        "A bot for Ana made a slip: “Green 8” left a chance of 50% to win the deal, “Green 8, say UNO” would "
        "have left 56%."
    )
