"""Situation: a loser opens the analysis and wants to say in two sentences why the match was lost."""

import pytest

from games.analysis.findings import (
    BOT,
    MISTAKE,
    Alternative,
    Curve,
    DealFindings,
    Decision,
    Fact,
    MatchFindings,
    Parts,
)
from games.analysis.queries import Analysis
from games.bots.playouts import layout as at
from games.replay.links import ReplayChoice
from games.replay.match_analysis.page import AnalysisPage
from games.replay.match_analysis.verdict import in_short, verdict
from games.rules.notation.notation import card
from tests.games.playing import open_table
from tests.games.replay.names import names_of

NAMES = ["Ana", "Bo"]


def parts(start, dealt, drawn, own, end, *, error=10_000):
    """Parts of Ana: what others gave is the rest."""
    others = end - start - dealt - drawn - own
    rows = [[amount, -amount] for amount in (dealt, drawn, own, others)]
    return Parts(
        *([start, 1_000_000 - start], *rows, [end, 1_000_000 - end]),
        errors=[[error, error]] * 6,
        timeouts=[0, 0],
        away=[0, 0],
    )


def deals(*changes):
    return [
        DealFindings(number, 100 * number, 10, Curve(), match_parts=parts(start, 0, 0, 0, end))
        for number, (start, end) in enumerate(changes, start=1)
    ]


def test_a_loser_reads_what_cost_most_and_what_their_own_choices_gave():
    lost = parts(500_000, -60_000, -430_000, 20_000, 0)
    told = verdict(deals((500_000, 400_000), (400_000, 0)), lost, 0, NAMES)
    assert told == [
        "Before the match Ana had a chance of 50% to win.",
        "What cost most: cards drawn (−43 percentage points) and cards dealt (−6 percentage points).",
        "Own choices gave +2 percentage points, which may be chance.",
        "Deal 2 cost most: the chance went from 40% to 0%.",
    ]


def test_one_plain_sentence_tells_the_reader_the_result_and_the_main_reason():
    lost = parts(500_000, -60_000, -430_000, 20_000, 0)
    assert in_short(lost, 0, NAMES, is_reader=True) == [
        "You lost the match.",
        "The main reason: cards drawn.",
    ]
    assert in_short(lost, 1, NAMES) == ["Bo won the match.", "What helped most: cards drawn."]
    assert (
        verdict([], lost, 0, NAMES, is_reader=True)[0] == "Before the match you had a chance of 50% to win."
    )
    unsure = parts(500_000, -200_000, -100_000, -100_000, 0, error=100_000)
    assert in_short(unsure, 0, NAMES)[1] == "No single reason stands out."


def test_the_summary_says_why_a_blunder_can_stand_beside_own_choices_that_cost_nothing():
    lost = parts(500_000, -60_000, -430_000, 20_000, 0)
    choices = [Alternative((at.PLAY, 0, card(token), -1, -1, 0), 500_000, 1000) for token in ("r5", "b5")]
    marked = Decision(5, 0, choices, 100_000, 80_000, 120_000, mark=MISTAKE)
    (deal,) = deals((500_000, 0))
    deal.decisions = [marked]
    assert "a choice can be a mistake by what was known" in verdict([deal], lost, 0, NAMES)[-1]
    marked.stand_in = BOT
    assert "mistake" not in " ".join(verdict([deal], lost, 0, NAMES))


def test_own_choices_are_told_only_where_the_player_made_some():
    by_a_bot, small = (parts(500_000, -60_000, -430_000, own, 0) for own in (0, 2000))
    assert len(verdict([], by_a_bot, 0, NAMES)) == 2
    assert verdict([], small, 0, NAMES)[2] == "Own choices changed nothing."


def test_a_winner_reads_what_gave_most():
    won = parts(500_000, 100_000, 50_000, 300_000, 1_000_000)
    assert verdict(deals((500_000, 1_000_000)), won, 0, NAMES) == [
        "Before the match Ana had a chance of 50% to win.",
        "What gave most: own choices (+30 percentage points) and cards dealt (+10 percentage points).",
    ]


def test_a_part_that_may_be_chance_is_not_named():
    unsure = parts(500_000, -200_000, -100_000, -100_000, 0, error=100_000)
    told = verdict([], unsure, 0, NAMES)
    assert told[1:] == ["Own choices gave −10 percentage points, which may be chance."]


@pytest.mark.django_db
def test_a_mark_in_the_summary_says_what_was_chosen_and_what_was_better():
    choices = [
        Alternative((at.PLAY, 0, card(token), -1, -1, 0), 500_000 + gain, 1000)
        for token, gain in (("r5", 0), ("b5", 100_000))
    ]
    marked = Decision(5, 0, choices, 100_000, 80_000, 120_000, mark=MISTAKE)
    deal = DealFindings(1, 1, 10, Curve(), decisions=[marked])
    findings = MatchFindings([Fact("mark", 5, [0], [MISTAKE, 100_000])], [], [])
    table = open_table("Ana Bo")
    names, choice = names_of(*NAMES), ReplayChoice(table.pk)
    page = AnalysisPage(table, Analysis(None, [deal], findings), choice, names, 1, seat=0)
    assert page.verdict == []
    (sentence,) = page.sentences
    assert sentence.words == (
        "Ana made a mistake: “Red 5” left a chance of 50% to win the deal, “Blue 5” would have left 60%."
    )
