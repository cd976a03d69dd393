"""Situation: players ask why they lost a finished match, and a worker finds out."""

import datetime as dt

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from games.analysis import queries, queue, worker
from games.analysis.deal import Worlds
from games.analysis.findings import WHOLE
from games.analysis.judged_choices import Pace
from games.bots.match_equity import Effort
from games.models import DealAnalysis, MatchAnalysis
from games.rules.base.refusal import Refusal
from games.tasks import resume_analyses
from tests.games.playing import after, dealt, fresh, open_table, play_out

pytestmark = pytest.mark.django_db

FEW = Worlds(open=3, seen=2, choices=Pace(3, 3), equity=Effort(20, 10))


def finished():
    return play_out(dealt("Ana bot", options={"target_score": 60}))


def analysed():
    table = finished()
    queue.ask(table.pk, at=after(9))
    assert worker.work(table.pk, clock=lambda: after(20), worlds=FEW)
    return table


def test_the_parts_of_every_deal_and_of_the_match_add_up_to_the_result():
    table = analysed()
    analysis = queries.of(fresh(table))
    assert analysis.is_ready
    assert analysis.match is not None
    whole = [
        analysis.match.match_parts,
        *analysis.match.deal_parts,
        *(deal.match_parts for deal in analysis.deals),
    ]
    for parts in whole:
        for seat in range(2):
            sum_of_parts = parts.dealt[seat] + parts.drawn[seat] + parts.own[seat] + parts.others[seat]
            assert parts.start[seat] + sum_of_parts == parts.end[seat]
    assert sorted(analysis.match.match_parts.end) == [0, WHOLE]
    for deal in analysis.deals:
        assert len(deal.deal.open) == len(deal.deal.seen) == len(deal.match.open) == len(deal.match.seen)
        assert sorted(deal.deal.open[-1]) == [0, WHOLE]


def test_asking_twice_makes_one_analysis_and_a_finished_one_stays():
    table = analysed()
    first = MatchAnalysis.objects.get()
    assert queue.ask(table.pk, at=after(99)).finished_at == first.finished_at
    assert MatchAnalysis.objects.count() == 1
    assert worker.work(table.pk, clock=lambda: after(99), worlds=FEW)
    assert MatchAnalysis.objects.get().finished_at == after(20)


def test_an_analysis_that_was_dropped_is_made_again_and_one_of_another_version_does_not_count():
    table = analysed()
    MatchAnalysis.objects.update(version=0)
    assert queries.of(fresh(table)).row is None
    assert not queries.deal_alone(fresh(table), 1).deals
    queue.ask(table.pk, at=after(30))
    assert queries.of(fresh(table)).is_running
    assert not DealAnalysis.objects.exists()


def test_the_work_ends_when_the_analysis_is_dropped_meanwhile():
    table = finished()
    queue.ask(table.pk, at=after(9))

    def drop() -> dt.datetime:
        MatchAnalysis.objects.all().delete()
        return after(20)

    assert not worker.work(table.pk, clock=drop, worlds=FEW)
    assert not worker.work(table.pk, clock=drop, worlds=FEW)
    assert not worker.work(987654, clock=drop, worlds=FEW)
    assert not DealAnalysis.objects.exists()


def test_a_long_analysis_is_made_in_pieces():
    table = finished()
    queue.ask(table.pk, at=after(9))
    moments = iter(range(10, 1000))
    pieces = 1
    while not worker.work(
        table.pk, clock=lambda: after(next(moments)), worlds=FEW, longest=dt.timedelta(seconds=0)
    ):
        assert queue.is_waiting(table.pk)
        pieces += 1
    assert pieces == MatchAnalysis.objects.get().parts + 1
    assert not queue.is_waiting(table.pk)


def test_nothing_is_ever_worked_out_about_a_running_match():
    table = dealt("Ana bot")
    with pytest.raises(Refusal, match="finished") as refused:
        queue.ask(table.pk, at=after(9))
    assert refused.value.code == "conflict"
    MatchAnalysis.objects.create(table=table, version=1, head=fresh(table).head, asked_at=after(9))
    assert queries.of(fresh(table)).row is None
    assert not queries.deal_alone(fresh(table), 1).deals
    assert not worker.work(table.pk, clock=lambda: after(20), worlds=FEW)


def test_rules_that_the_play_outs_do_not_know_are_refused():
    table = open_table("Ana bot", rulebook="russian-exchange")
    table.status = "finished"
    with pytest.raises(Refusal) as refused:
        queue.require_possible(table)
    assert refused.value.code == "unknown_rules"
    table.is_physical = True
    assert not queue.is_possible(table)


def test_an_analysis_without_progress_is_asked_for_again():
    table = finished()
    queue.ask(table.pk, at=after(-86400))
    assert resume_analyses() == 1
    assert resume_analyses() == 0
    MatchAnalysis.objects.update(worked_at=None)
    assert queue.ask(table.pk, at=after(9)).worked_at == after(9)


def ask(client, table, **headers):
    return client.post(f"/tables/{table.pk}/replay/analysis/", {}, headers=headers)


def test_a_visitor_has_to_log_in_and_a_player_sees_how_far_it_is(client, django_user_model):
    table = finished()
    address = f"/tables/{table.pk}/replay/"
    assertContains(client.get(address), "Log in to have this match analysed.")
    assert ask(client, table).status_code == 403
    assertContains(ask(client, table, HX_Request="true"), "not_logged_in", status_code=403)
    user = django_user_model.objects.create_user("ana")
    table.seats.get(index=0).player.__class__.objects.filter(name="Ana").update(user=user)
    client.force_login(user)
    assertContains(client.get(address), "Analyse this match")
    assert ask(client, table)["Location"].endswith("#analysis")
    assertContains(client.get(address), "0 of 100 parts are ready")


@pytest.mark.parametrize("curve", ["", "match-seen", "deal", "deal-seen", "nonsense"])
def test_the_page_shows_curves_and_each_of_their_steps_leads_to_the_board(client, curve):
    table = analysed()
    page = client.get(f"/tables/{table.pk}/replay/?step=5&curve={curve}")
    assertContains(page, "chances__line", count=4)  # two players, on the curves and in the key
    assertContains(page, "Choices in deal 1 that cost something")
    assertContains(page, "won the match with")
    assertContains(page, "Where the result of")
    part = client.get(
        f"/tables/{table.pk}/replay/analysis/?step=5&curve={curve}", headers={"HX-Request": "true"}
    )
    assertContains(part, "chances__step")
    assert client.get(f"/tables/{table.pk}/replay/analysis/?step=5").status_code == 302


def test_the_board_of_a_choice_shows_what_else_there_was(client):
    table = analysed()
    decision = queries.of(fresh(table)).deals[0].decisions[0]
    address = f"/tables/{table.pk}/replay/?step={decision.step}"
    for headers in ({}, {"HX-Request": "true"}):
        assertContains(client.get(address, headers=headers), "Chance to win the deal")
    assertNotContains(client.get(f"/tables/{table.pk}/replay/?step=1"), "Chance to win the deal")


def test_a_match_whose_deals_have_no_points_shows_the_deals_only(client):
    table = play_out(
        dealt("Ana bot", options={"scoring": "win_loss", "match_end": "rounds", "round_limit": 1})
    )
    queue.ask(table.pk, at=after(9))
    assert worker.work(table.pk, clock=lambda: after(20), worlds=FEW)
    page = client.get(f"/tables/{table.pk}/replay/?step=3&curve=match")
    assertContains(page, "won the match.</a>")
    assertContains(page, "Where the result of deal 1 came from")
    assertNotContains(page, "Match, all hands open")
