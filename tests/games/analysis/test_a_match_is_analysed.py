"""Situation: players ask why they lost a finished match, and a worker finds out."""

import datetime as dt

import pytest
from django.db.models import F
from pytest_django.asserts import assertContains, assertNotContains

from games import eventstore
from games.analysis import queries, queue, worker
from games.analysis.deal import COMPILED, Worlds
from games.analysis.findings import BOT, CLOCK, WHOLE
from games.analysis.judged_choices import Pace
from games.analysis.match import numbered
from games.bots.match_equity import Effort
from games.models import DealAnalysis, MatchAnalysis, TableEvent
from games.rules.base.refusal import Refusal
from games.tasks import analyse, resume_analyses
from tests.games.playing import START, after, dealt, fresh, open_table, play_out

pytestmark = pytest.mark.django_db

FEW = Worlds(open=3, seen=2, choices=Pace(3, 3), equity=Effort(20, 10))


SEVERAL_DEALS = 200
"""A target that takes more than a deal: in the later ones a bot plays for the player who is away."""


def finished(target_score=60):
    return play_out(dealt("Ana bot", options={"target_score": target_score}))


def analysed(target_score=60):
    table = finished(target_score)
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
            columns = (parts.dealt, parts.drawn, parts.own, parts.others, parts.timeouts, parts.away)
            sum_of_parts = sum(column[seat] for column in columns)
            assert parts.start[seat] + sum_of_parts == parts.end[seat]
    assert sorted(analysis.match.match_parts.end) == [0, WHOLE]
    for deal in analysis.deals:
        assert len(deal.deal.open) == len(deal.deal.seen) == len(deal.match.open) == len(deal.match.seen)
        assert sorted(deal.deal.open[-1]) == [0, WHOLE]


def test_turns_that_ran_out_are_no_choices_and_have_a_part_of_their_own():
    table = analysed(SEVERAL_DEALS)
    timeouts = [
        number for number, group in numbered(eventstore.read(TableEvent, table.pk)) if group[0].by == "clock"
    ]
    deals = queries.of(fresh(table)).deals
    decisions = [decision for deal in deals for decision in deal.decisions]
    assert timeouts
    assert not [decision for decision in decisions if decision.step in timeouts]
    effects = [effect for deal in deals for effect in deal.effects]
    assert all((effect.stand_in == CLOCK) == (effect.step in timeouts) for effect in effects)
    assert {effect.stand_in for effect in effects} == {"", CLOCK, BOT}
    for deal in deals:
        of_deal, of_match = deal.deal_parts, deal.match_parts
        for seat in range(2):
            for stand_in, part, part_of_match in (
                ("", of_deal.own, of_match.own),
                (CLOCK, of_deal.timeouts, of_match.timeouts),
                (BOT, of_deal.away, of_match.away),
            ):
                some = [
                    effect for effect in deal.effects if (effect.seat, effect.stand_in) == (seat, stand_in)
                ]
                assert sum(effect.deal for effect in some) == part[seat]
                assert sum(effect.match for effect in some) == part_of_match[seat]


def test_the_choices_of_a_bot_for_an_absent_player_are_told_as_the_bots_and_not_as_the_players(client):
    table = analysed(SEVERAL_DEALS)
    analysis = queries.of(fresh(table))
    decisions = [decision for deal in analysis.deals for decision in deal.decisions]
    assert {(decision.seat, decision.stand_in) for decision in decisions} == {(0, BOT), (1, "")}
    facts = [*analysis.match.facts, *analysis.match.moments]
    assert {seat for fact in facts for seat in fact.bots} == {0}
    assert not any(
        own for deal in analysis.deals for own in (deal.deal_parts.own[0], deal.match_parts.own[0])
    )
    step = next(decision.step for decision in decisions if decision.stand_in == BOT)
    page = client.get(f"/tables/{table.pk}/replay/?step={step}&seat=A")
    assertContains(page, "What a bot for Ana could do")
    assertContains(page, "A bot chose for Ana while they were away:")
    assertContains(page, "Bot while away")
    assertNotContains(page, "By what Ana could know")


@pytest.mark.parametrize(("steps", "seats"), [(1913, 2), (1133, 4), (1050, 7), (790, 10)])
def test_a_usual_match_is_analysed_in_all_worlds(steps, seats):
    assert COMPILED.of_match(steps, seats) == COMPILED


def test_a_long_match_at_a_large_table_is_analysed_in_fewer_worlds():
    twice = COMPILED.of_match(1900, 8)
    assert (twice.open, twice.seen, twice.choices) == (800, 1600, Pace(200, 2000))
    assert COMPILED.of_match(100_000, 10).open == 400
    assert FEW.of_match(100_000, 10).seen == 1


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
    pieces, done = 1, []
    while not worker.work(
        table.pk, clock=lambda: after(next(moments)), worlds=FEW, longest=dt.timedelta(seconds=0)
    ):
        assert queue.is_waiting(table.pk)
        row = MatchAnalysis.objects.get()
        done.append(row.done / row.parts)
        pieces += 1
    row = MatchAnalysis.objects.get()
    assert pieces == 2 * DealAnalysis.objects.count() + 1
    assert done == sorted(set(done))
    assert 0 < done[0] < done[-1] < 1 == row.done / row.parts
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


def test_a_match_that_somebody_waits_for_comes_before_those_that_nobody_asked_for():
    first, second, awaited, last = (finished() for _number in range(4))
    for minute, table in enumerate((first, second)):
        assert queue.ask_for_players(table.pk, at=after(minute))
    rows = [queue.ask(table.pk, at=after(9 + minute)) for minute, table in enumerate((awaited, last))]
    assert [queue.before(row) for row in rows] == [0, 1]
    assert queue.most_urgent(first.pk) == awaited.pk
    MatchAnalysis.objects.filter(pk__in=[awaited.pk, last.pk]).update(finished_at=after(20))
    assert queue.most_urgent(second.pk) == first.pk
    assert queue.before(MatchAnalysis.objects.get(pk=second.pk)) == 1
    assert queue.ask(second.pk, at=after(30)).is_awaited
    assert queue.most_urgent(first.pk) == second.pk


def test_an_analysis_that_makes_no_progress_holds_up_no_other():
    stuck, table = finished(), analysed()
    queue.ask(stuck.pk, at=after(9))
    MatchAnalysis.objects.filter(pk=stuck.pk).update(head=b"of another log")
    assert queue.most_urgent(table.pk) == stuck.pk
    assert analyse(table.pk)


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
    assertContains(client.get(address), "The analysis is about to begin.")
    earlier = finished()
    queue.ask(earlier.pk, at=START)
    assertContains(client.get(address), "1 match is analysed before this one.")
    assertNotContains(client.get(address), "Analyse this match first")
    MatchAnalysis.objects.filter(pk=table.pk).update(is_awaited=False)
    assertContains(client.get(address), "Analyse this match first")
    MatchAnalysis.objects.filter(pk=earlier.pk).delete()
    MatchAnalysis.objects.update(done=20, parts=60, worked_at=F("asked_at") + dt.timedelta(seconds=30))
    assertContains(client.get(address), "The match is being analysed: 33% is ready. About 60 s left.")


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
