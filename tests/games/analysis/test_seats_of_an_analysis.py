"""Situation: a finished analysis is summed up for each player who sat there."""

import pytest

from games import tables
from games.analysis import kinds, queries, queue, seats, worker
from games.analysis.findings import Alternative, Decision
from games.bots.playouts import layout as at
from games.models import MatchAnalysis, Player, SeatAnalysis, TableEvent
from games.tasks import resume_analyses
from tests.games.analysis.test_a_match_is_analysed import FEW, analysed
from tests.games.playing import after, dealt, do, fresh, play_out

WILD, RED_FIVE, BLUE_FIVE = 52, 5, 31


def decided(*actions: tuple[int, ...], cost: int = 1000) -> Decision:
    alternatives = [Alternative(action, 500_000, 100) for action in actions]
    return Decision(1, 0, alternatives, cost, cost - 10, cost + 10)


def plays(card: int, colour: int = -1, *, calls: bool = False) -> tuple[int, ...]:
    return (at.PLAY, 0, card, colour, -1, int(calls))


@pytest.mark.parametrize(
    ("kind", "actions"),
    [
        (kinds.COLOUR, [plays(WILD, 1), plays(WILD, 2), plays(RED_FIVE)]),
        (kinds.COLOUR, [(at.NAME_COLOUR, 0, -1, 1, -1, 0), (at.NAME_COLOUR, 0, -1, 2, -1, 0)]),
        (kinds.CHALLENGE, [(at.ACCEPT, 0, -1, -1, -1, 0), (at.CHALLENGE, 0, -1, -1, -1, 0)]),
        (kinds.CALL, [plays(RED_FIVE), plays(BLUE_FIVE, calls=True), plays(RED_FIVE, calls=True)]),
        (kinds.WILD, [plays(WILD, 1), plays(RED_FIVE)]),
        (kinds.WILD, [(at.DRAW_CARD, 0, -1, -1, -1, 0), plays(WILD, 3)]),
        (kinds.OTHER, [plays(RED_FIVE), plays(BLUE_FIVE), plays(WILD, 1)]),
        (kinds.OTHER, [plays(RED_FIVE, calls=True), plays(BLUE_FIVE, calls=True)]),
    ],
)
def test_a_decision_belongs_to_the_kind_of_what_was_done_and_of_the_best_other_choice(kind, actions):
    assert kinds.kind_of(decided(*actions)) == kind


def test_costs_are_counted_summed_and_squared_by_kind():
    wild, other = (
        decided(plays(WILD, 1), plays(RED_FIVE)),
        decided(plays(RED_FIVE), plays(BLUE_FIVE), cost=-20),
    )
    assert kinds.costs_of([wild, other, wild]) == {
        kinds.WILD: [2, 2000, 2_000_000],
        kinds.OTHER: [1, -20, 400],
    }


def test_of_decisions_that_surely_cost_something_the_dearest_three_are_kept():
    costs = [20_000, 50_000, 9000, 40_000, 30_000]
    decisions = [decided(plays(RED_FIVE), plays(BLUE_FIVE), cost=cost) for cost in costs]
    unsure = decided(plays(RED_FIVE), plays(BLUE_FIVE), cost=90_000)
    unsure.low = -10_000
    kept = seats.dearest([*decisions, unsure])
    assert [each.cost for each in kept] == [50_000, 40_000, 30_000]
    assert kept[0].played == (plays(RED_FIVE), 500_000)


@pytest.mark.django_db
class TestSummary:
    def test_the_worker_writes_the_parts_of_each_player_with_the_analysis(self):
        table = analysed()
        row = SeatAnalysis.objects.get()
        parts = queries.of(fresh(table)).match.match_parts
        ana = table.seats.get(player__isnull=False)
        assert (row.player_id, row.index) == (ana.player_id, ana.index)
        assert row.parts is None or row.parts[0] + sum(row.parts[1:5]) == row.parts[5] == parts.end[ana.index]

    def test_moves_that_a_bot_or_the_clock_made_for_a_player_do_not_count(self):
        table = analysed()
        ana = table.seats.get(player__isnull=False)
        own = TableEvent.objects.filter(stream=table, by=f"player:{ana.player_id}", name="card_played")
        assert not own.exists()
        assert SeatAnalysis.objects.get().kinds == {}

    def test_a_choice_that_a_player_made_counts(self):
        table = dealt("bot Ana", options={"target_score": 60})
        do(table, "B play r5")
        play_out(table)
        queue.ask(table.pk, at=after(9))
        assert worker.work(table.pk, clock=lambda: after(20), worlds=FEW)
        row = SeatAnalysis.objects.get()
        assert row.index == 1
        assert [sums[0] for sums in row.kinds.values()] == [1]

    def test_a_result_that_another_player_began_is_not_that_of_the_substitute(self, django_user_model):
        table = dealt("bot Ana", options={"target_score": 1}, away_after=99)
        do(table, "B play r5")
        eve = Player.objects.create(name="Eve", user=django_user_model.objects.create_user("eve"))
        ana = table.seats.get(index=1).player_id
        assert tables.hand_over(table.pk, player=ana, to=eve, by="organizer:1", at=after(1))
        play_out(table)
        assert not table.seats.get(index=1).is_bot
        queue.ask(table.pk, at=after(9))
        assert worker.work(table.pk, clock=lambda: after(20), worlds=FEW)
        row = SeatAnalysis.objects.get()
        assert (row.player_id, row.parts, row.kinds) == (eve.pk, None, {})

    def test_dropped_rows_are_made_again_by_the_sweep_and_only_then(self):
        table = analysed()
        before = SeatAnalysis.objects.values("index", "player", "parts", "kinds").get()
        assert resume_analyses() == 0
        SeatAnalysis.objects.all().delete()
        MatchAnalysis.objects.update(summary_edition=0)
        assert resume_analyses() == 1
        assert worker.work(table.pk, clock=lambda: after(99), worlds=FEW)
        assert SeatAnalysis.objects.values("index", "player", "parts", "kinds").get() == before
        assert resume_analyses() == 0

    def test_an_analysis_of_an_older_log_is_not_summed_up(self):
        table = analysed()
        MatchAnalysis.objects.update(summary_edition=0, head=b"x" * 32)
        assert not seats.missing().exists()
        assert not seats.sum_up(table.pk)
        assert not seats.current().exists()
