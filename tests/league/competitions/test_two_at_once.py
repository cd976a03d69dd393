"""Two organizers or two tasks do the same thing at the same moment."""

import threading
from collections.abc import Callable
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.db import connection

from games.models import Player
from games.rules.base.refusal import Refusal
from league import competitions
from league.clubs import members
from league.competitions import results
from league.models import Competition, CompetitionEvent, Match, Membership
from league.rules.competition.commands import Start
from tests.league.club_nights import (
    BY,
    START,
    announced,
    club,
    fresh,
    knock_out,
    later,
    matches,
    play,
    players,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def at_once(*actions: Callable[[], object]) -> list[object]:
    """Run actions in threads that begin together; return their results, refusals by their code."""
    barrier, answers = threading.Barrier(len(actions)), []

    def run(action: Callable[[], object]) -> None:
        barrier.wait()
        try:
            answers.append(action())
        except Refusal as refusal:
            answers.append(refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(action,)) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_two_starts_draw_one_round() -> None:
    evening = announced(8)
    answers = at_once(*[lambda: competitions.act(evening.pk, Start(), by=BY, at=START)] * 2)
    assert sorted(answers, key=str) == [None, "already_started"]
    assert Match.objects.filter(competition=evening).count() == 2


def test_two_collections_of_one_table_record_one_result() -> None:
    bracket = knock_out(4)
    table = play(matches(bracket)[0])
    answers = at_once(*[lambda: results.collect(table.pk, at=later(30))] * 3)
    assert sorted(answers, key=str) == [False, False, True]
    assert CompetitionEvent.objects.filter(stream=bracket, name="result_recorded").count() == 1
    assert fresh(bracket).status == Competition.Status.FINISHED


def test_the_last_two_results_of_a_round_draw_one_next_round() -> None:
    bracket = knock_out(8)
    first, second = (play(match) for match in matches(bracket))
    answers = at_once(
        lambda: results.collect(first.pk, at=later(30)), lambda: results.collect(second.pk, at=later(30))
    )
    assert answers == [True, True]
    assert fresh(bracket).round_number == 2
    assert len(matches(bracket)) == 1


def test_of_two_owners_who_leave_at_once_the_second_stays() -> None:
    home = club()
    ada, bea = (Player.objects.create(name=name, user=User.objects.create(username=name)) for name in "AB")
    owners = [Membership.objects.create(club=home, player=player, is_owner=True) for player in (ada, bea)]
    answers = at_once(*[partial(members.leave, owner, at=START) for owner in owners])
    assert sorted(answers, key=str) == [None, "last_owner"]
    assert Membership.objects.filter(club=home, is_owner=True).count() == 1


def test_two_entries_of_one_player_make_one_entrant() -> None:
    evening = announced(0)
    (ana,) = players(1)
    answers = at_once(*[lambda: competitions.enter(evening.pk, players=[ana], by=BY, at=START)] * 2)
    assert sorted(answers, key=str) == [None, "entered_already"]
    assert evening.entrants.count() == 1
