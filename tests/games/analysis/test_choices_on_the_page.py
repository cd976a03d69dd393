"""Situation: the page of an analysed match lists the choices that cost something."""

import pytest

from games.analysis.findings import (
    Alternative,
    Curve,
    DealFindings,
    Decision,
    Exposure,
    Fact,
    Knowledge,
    Lacking,
    MatchFindings,
)
from games.analysis.queries import Analysis
from games.bots.playouts import layout as at
from games.replay.links import ReplayChoice
from games.replay.match_analysis import sentences
from games.replay.match_analysis.page import AnalysisPage, shown_choices
from games.rules.notation.notation import card
from tests.games.playing import open_table

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


def page(deals, match=None):
    table = open_table("Ana Bo")
    return AnalysisPage(table, Analysis(None, deals, match), ReplayChoice(table.pk), NAMES, 1)


def test_only_choices_are_listed_that_surely_cost_something():
    decisions = [
        decision(3, cost=80_000, low=-40_000),
        decision(5, cost=80_000, low=20_000),
        decision(7, cost=5000, low=1000),
    ]
    (row,) = page([DealFindings(1, 1, 10, Curve(), decisions=decisions)]).choices
    assert (row.step, row.played, row.best) == (5, "Green 8", "Green 8, say UNO")


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
        table, Analysis(None, [], findings), ReplayChoice(table.pk), NAMES, 1
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
        "A call costs nothing: with it Ana had a chance of 62% to win the deal, "
        "after a catch it would have been 38%."
    )


def test_an_interval_below_zero_has_a_minus_sign():
    assert sentences.cost(decision(5, cost=80_000, low=-40_000)) == "8% (−4% to 16%)"
