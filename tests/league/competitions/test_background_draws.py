"""Situation: two hundred people, and the next draw takes longer than anybody should wait for a page."""

import datetime as dt
from contextlib import contextmanager

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertRedirects

from league import competitions, tasks
from league.competitions import background_draws
from league.models import DrawRequest
from league.rules.competition.commands import GoOn, MakeDraft, Withdraw
from league.rules.stages import next_draw
from tests.games.sending import send
from tests.league.club_nights import BY, later, started
from tests.league.organizing import act, organizer, post, report_all, version

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _few_are_many(monkeypatch):
    for module in (next_draw, background_draws):
        monkeypatch.setattr(module, "LARGE", 8)


def swiss(by_hand=False, kind="swiss"):
    return started(12, format=kind, table_size=4, rounds=2, venue="elsewhere", by_hand=by_hand)


def now():
    return later(20)


def rounds(competition):
    return len(competitions.look(competition.pk).stage.rounds)


@pytest.mark.parametrize("kind", ["swiss", "season"])
def test_a_large_stage_is_not_drawn_in_the_transaction_of_its_start_or_of_a_result(kind):
    evening = swiss(kind=kind)
    assert rounds(evening) == 0
    assert background_draws.due(now()) == [evening.pk]
    assert background_draws.make(evening.pk, now=now)
    assert rounds(evening) == 1
    assert background_draws.due(now()) == []
    report_all(evening)
    assert rounds(evening) == 1
    assert background_draws.due(now()) == [evening.pk]
    assert background_draws.make(evening.pk, now=now)
    assert rounds(evening) == 2
    report_all(evening)
    assert background_draws.due(now()) == []
    assert competitions.look(evening.pk).status == "finished"


def test_the_sweep_finds_a_draw_whose_message_was_lost_and_does_it_once():
    evening = swiss()
    assert tasks.draw_waiting() == 1
    assert tasks.draw(evening.pk)
    assert not tasks.draw(evening.pk)
    assert rounds(evening) == 1
    assert not DrawRequest.objects.exists()


def test_a_draft_is_asked_for_made_by_a_worker_and_then_shown():
    evening = swiss(by_hand=True)
    client, path = organizer(evening), f"/competitions/{evening.pk}/draft/"
    assertRedirects(post(client, f"{path}make/", after=version(evening)), path)
    assertContains(client.get(path), "Waiting for the server.")
    DrawRequest.objects.update(worked_at=now(), done=40, total=200)
    assertContains(client.get(path), "attempt 40 of 200")
    assertContains(client.get(path), 'hx-trigger="every 1s"')
    DrawRequest.objects.update(worked_at=None)
    assert background_draws.make(evening.pk, now=now)
    assertContains(client.get(path), "Publish …")
    assert Client().get(path).status_code == 403


def test_asking_twice_asks_once():
    evening = swiss(by_hand=True)
    client, path = organizer(evening), f"/competitions/{evening.pk}/draft/make/"
    assert [send(client, path, "one")[0] for _click in range(2)] == [302, 302]
    assert DrawRequest.objects.count() == 1


def test_only_one_works_on_a_draw_and_another_takes_it_up_when_nothing_is_heard():
    evening = swiss(by_hand=True)
    background_draws.ask(evening.pk, by=BY, at=now())
    DrawRequest.objects.update(worked_at=now())
    assert not background_draws.make(evening.pk, now=now)
    assert background_draws.due(now()) == []
    late = now() + dt.timedelta(minutes=1)
    assert background_draws.due(late) == [evening.pk]
    assert background_draws.make(evening.pk, now=lambda: late)


def test_a_draw_made_before_a_withdrawal_is_refused_and_made_anew(monkeypatch):
    evening = swiss()
    background_draws.due(now())
    drawn = background_draws.drawn_ahead
    seen = []

    def somebody_withdraws_meanwhile(*facts):
        made = drawn(*facts)
        if not seen:
            act(evening, Withdraw(5))
        seen.append(made)
        return made

    monkeypatch.setattr(background_draws, "drawn_ahead", somebody_withdraws_meanwhile)
    assert background_draws.make(evening.pk, now=now)
    assert len(seen) == 2
    stage = competitions.look(evening.pk).stage
    assert 5 not in {entrant for match in stage.matches.values() for entrant in match.entrants}


def test_a_draw_that_is_not_possible_any_more_is_dropped():
    evening = swiss()
    background_draws.due(now())
    act(evening, competitions.commands.Pause())
    assert not background_draws.make(evening.pk, now=now)
    assert not DrawRequest.objects.exists()
    assert background_draws.due(now()) == []


def test_a_draw_made_beforehand_is_stored_as_it_is():
    evening = swiss(by_hand=True)
    state = competitions.look(evening.pk)
    draw = background_draws.drawn_ahead(state, "00c0ffee00c0ffee")
    act(evening, MakeDraft(draw))
    assert competitions.look(evening.pk).stage.draft == draw
    with refused("nothing_to_draw"):
        act(evening, GoOn(draw))


@contextmanager
def refused(code):
    with pytest.raises(competitions.Refusal) as raised:
        yield
    assert raised.value.code == code
