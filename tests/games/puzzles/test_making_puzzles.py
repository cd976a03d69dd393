"""Situation: a worker makes puzzles of finished matches that everybody may watch."""

import datetime as dt

import pytest

from games.analysis.findings import VERSION, Alternative, Curve, DealFindings, Decision
from games.analysis.queries import packed
from games.bots.playouts import layout as at
from games.models import DealAnalysis, InvitedOnly, MatchAnalysis, Player, Puzzle, PuzzleAttempt, Table
from games.puzzles import attempts, judging, making, queries
from games.puzzles.positions import EDITION, unpacked
from games.rules.cards.cards import WILD
from tests.games.playing import after, deal, do, play_out
from tests.games.puzzles.made_puzzles import finished_table, puzzle

pytestmark = pytest.mark.django_db

RED_WILD, GREEN, BLUE = 0, 2, 3
FEW = judging.Pace(60, 300)
DAY = dt.date(2026, 5, 2)
RED = "B play r6; A play r1; B play r7; A play r2; B play r8; A play r3; B play r9; A play r4; B play w b"
"""At the end Bo, who holds only green, names blue."""


def analysed() -> Table:
    """A match in which Bo had one clearly best move at the last step, as a worker would have found."""
    table = deal(
        "Ana Bo", "r1 r2 r3 r4 r5 y1 y2/r6 r7 r8 r9 w g1 g2", "r0 y3 y4 b1 b2 b3", options={"target_score": 1}
    )
    for command in RED.split("; "):
        do(table, command)
    table = play_out(table)
    row = MatchAnalysis.objects.create(
        table=table, version=VERSION, head=table.head, asked_at=after(9), finished_at=after(20)
    )
    chosen = [(BLUE, 200_000), (GREEN, 600_000), (RED_WILD, 250_000)]
    decision = Decision(
        step=1 + len(RED.split("; ")),
        seat=1,
        alternatives=[Alternative((at.PLAY, 1, WILD, colour, -1, 0), chance, 0) for colour, chance in chosen],
        cost=400_000,
        low=300_000,
        high=500_000,
    )
    findings = DealFindings(1, 1, 3, Curve(), decisions=[decision])
    DealAnalysis.objects.create(analysis=row, number=1, findings=packed(findings))
    return table


def make() -> int:
    return making.make(clock=lambda: after(30), longest=dt.timedelta(seconds=5), pace=FEW)


def test_a_match_that_was_analysed_is_searched_once(django_assert_max_num_queries):
    assert make() == 0
    table = analysed()
    assert make() > 0
    made = Puzzle.objects.get()
    assert (made.analysis_id, made.kind) == (table.pk, "wild")
    assert unpacked(bytes(made.content)).solution.move == "play w g"
    assert MatchAnalysis.objects.get().puzzle_edition == EDITION
    with django_assert_max_num_queries(12):
        assert make() == 0
    assert Puzzle.objects.filter(daily_on=queries.today()).count() == 1


def test_no_puzzle_is_made_of_a_match_that_only_some_may_watch():
    table = analysed()
    InvitedOnly.objects.create(table=table, key="k")
    assert make() == 0
    assert not Puzzle.objects.exists()
    assert not making.unsearched().exists()


def test_puzzles_go_with_their_analysis_and_answers_stay():
    first, player = puzzle(), Player.objects.create(name="Ana")
    attempts.answer(first.pk, "play r5", player=player, at=after(9))
    MatchAnalysis.objects.all().delete()
    assert not Puzzle.objects.exists()
    assert PuzzleAttempt.objects.get().puzzle is None


@pytest.mark.parametrize(
    "change",
    [
        {"head": b"x" * 32},
        {"status": Table.Status.DECIDED},
    ],
)
def test_a_puzzle_of_a_match_that_was_changed_since_is_not_shown(change):
    made = puzzle()
    assert queries.find(made.pk) == made
    Table.objects.update(**change)
    assert queries.find(made.pk) is None


@pytest.mark.parametrize("change", [{"puzzle_edition": 0}, {"version": 0}])
def test_a_puzzle_of_an_older_edition_is_not_shown(change):
    made = puzzle()
    MatchAnalysis.objects.update(**change)
    assert queries.find(made.pk) is None


class TestPuzzleOfTheDay:
    def test_it_stays_the_same_and_the_next_day_has_another_of_another_kind(self):
        first, same, other = puzzle(), puzzle(), puzzle(kind="wild")
        assert making.choose_daily(DAY) == first
        assert making.choose_daily(DAY) == first
        assert making.choose_daily(DAY + dt.timedelta(days=1)) == other
        assert making.choose_daily(DAY + dt.timedelta(days=2)) == same

    def test_it_is_not_the_same_again_within_a_month(self):
        only = puzzle()
        assert making.choose_daily(DAY) == only
        assert making.choose_daily(DAY + dt.timedelta(days=1)) is None
        assert making.choose_daily(DAY + dt.timedelta(days=31)) == only

    def test_another_takes_the_place_of_that_of_a_match_that_became_private(self):
        private, public = puzzle(), puzzle()
        assert making.choose_daily(DAY) == private
        InvitedOnly.objects.create(table_id=private.analysis_id, key="k")
        assert making.choose_daily(DAY) == public
        assert queries.of_day(DAY) == public


def test_of_very_many_puzzles_of_a_kind_the_newest_are_kept(django_assert_max_num_queries):
    table, old = finished_table(), puzzle()
    Puzzle.objects.bulk_create(
        Puzzle(analysis=table.analysis, kind="other", content=old.content, mu=25, sigma=8, made_at=after(1))
        for _number in range(making.MOST)
    )
    with django_assert_max_num_queries(20):
        making.make_room()
    assert Puzzle.objects.count() == making.MOST
    assert not Puzzle.objects.filter(pk=old.pk).exists()
