"""The event stream of a competition: complete, append-only, without names of people."""

import pytest
from django.db import DatabaseError, transaction

from league.competitions.stream import state_of
from league.models import CompetitionEvent
from tests.league.club_nights import fresh, knock_out, play_on

pytestmark = pytest.mark.django_db


def test_versions_run_from_one_and_commands_are_steps() -> None:
    bracket = play_on(knock_out(4))
    events = list(CompetitionEvent.objects.filter(stream=bracket))
    assert [event.version for event in events] == list(range(1, len(events) + 1))
    assert [event.name for event in events if event.name != "entrant_entered"] == [
        "competition_created",
        "competition_started",
        "stage_started",
        "stage_round_drawn",
        "table_assigned",
        "result_recorded",
        "competition_finished",
    ]
    assert (fresh(bracket).version, fresh(bracket).step) == (events[-1].version, events[-1].step)


def test_the_state_says_what_the_rows_say() -> None:
    bracket = play_on(knock_out(5))
    state = state_of(bracket.pk)
    assert state.status == bracket.status
    assert state.winners == [bracket.entrants.get(rank=1).number]


def test_people_appear_by_id_only() -> None:
    bracket = knock_out(4)
    payloads = " ".join(CompetitionEvent.objects.filter(stream=bracket).values_list("payload", flat=True))
    assert "Player" not in payloads


@pytest.mark.parametrize("change", [lambda rows: rows.update(by="nobody"), lambda rows: rows.delete()])
def test_the_database_refuses_to_change_the_past(change) -> None:
    bracket = knock_out(4)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        change(CompetitionEvent.objects.filter(stream=bracket))
    assert CompetitionEvent.objects.filter(stream=bracket).exists()
