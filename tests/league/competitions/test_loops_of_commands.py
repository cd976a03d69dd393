"""Situation: somebody enters and leaves a competition in a loop, or pauses it again and again."""

from collections.abc import Iterator

import pytest

from games import quotas
from games.models import TableEvent
from games.rules.base.refusal import Refusal
from league import competitions
from league.models import CompetitionEvent
from league.rules.competition.commands import Enter, OpenRegistration, Pause, Resume, Withdraw
from tests.games.playing import after
from tests.league.club_nights import announced, started
from tests.league.people import somebody

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _sent_in_a_request() -> Iterator[None]:
    with quotas.sent_from(lambda: "10.0.1.0"):
        yield


def test_entering_and_leaving_in_a_loop_ends_at_the_quota(settings):
    cup, ana = announced(0), somebody("Ana").player
    competitions.act(cup.pk, OpenRegistration(), by="organizer:1", at=after(0))
    by = f"player:{ana.pk}"
    settings.QUOTAS = ["steps=6:6"]
    for _time in range(3):
        competitions.act(cup.pk, Enter([ana.pk], {}, by_themselves=True), by=by, at=after(0))
        competitions.act(cup.pk, Withdraw(1), by=by, at=after(0))
    before = CompetitionEvent.objects.count()
    with pytest.raises(Refusal) as told:
        competitions.act(cup.pk, Enter([ana.pk], {}, by_themselves=True), by=by, at=after(59))
    assert (told.value.code, told.value.wait) == ("quota_used_up", 60)
    assert CompetitionEvent.objects.count() == before
    competitions.act(cup.pk, Enter([ana.pk], {}, by_themselves=True), by=by, at=after(60))


def test_a_command_with_many_tables_is_a_single_step(settings):
    ana = somebody("Ana")
    cup = started(8, by=f"organizer:{ana.pk}")
    settings.QUOTAS = ["steps=2:2"]
    by = f"organizer:{ana.pk}"
    before = TableEvent.objects.count()
    competitions.act(cup.pk, Pause(), by=by, at=after(90))
    competitions.act(cup.pk, Resume(), by=by, at=after(90))
    assert TableEvent.objects.count() == before + 4
    with pytest.raises(Refusal, match="You have made 2 changes within a minute"):
        competitions.act(cup.pk, Pause(), by=by, at=after(90))
