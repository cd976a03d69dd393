"""Situation: an earlier release played on after the end of a match, or stopped behind the centre.

The logs in `logs_that_went_on.json` were written by that release: version, step, name, schema, payload, by.
"""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games import eventstore, tables
from games.integrity import match_records, verification
from games.models import Player, ShuffleSeed, Table, TableEvent
from games.rules.base.refusal import Refusal
from games.tables import projection, tables_past_their_end
from tests.games.playing import START, after, assert_rebuilt_equals_live, do, fresh

pytestmark = pytest.mark.django_db

LOGS = json.loads((Path(__file__).parent / "logs_that_went_on.json").read_text())
WENT_ON = {
    "wilds_of_one": ([2, 2, 1], [0, 0, 22]),
    "wilds_of_two": ([2, 2, 1], [0, 0, 5]),
    "went_on": ([2, 2, 1], [0, 0, 22]),
    "charade": ([2, 2, 1], [0, 0, 22]),
}
"""Places and totals as the match ended first."""


def table_with(log_of: str) -> Table:
    """Return a table with a log of the earlier release."""
    rows = LOGS[log_of]
    for row in rows:
        if row[2] == "seat_taken":
            Player.objects.get_or_create(
                pk=json.loads(row[4])["player"], defaults={"name": f"Player {row[0]}"}
            )
    table = Table.objects.create(name="Table 1", rulebook="classic", seat_count=3, opened_at=START)
    ShuffleSeed.objects.create(table=table, seed=bytes(32))
    head = eventstore.first_hash(TableEvent.stream_name(table.pk))
    for version, step, name, schema, payload, by in rows:
        head = eventstore.next_hash(head, version, step, name, schema, by, START, payload)
        TableEvent.objects.create(
            stream=table, version=version, step=step, name=name, schema=schema, payload=payload, by=by,
            at=START, hash=head,
        )  # fmt: skip
    projection.rebuild(table.pk)
    return fresh(table)


def finish(*flags: str) -> str:
    output = StringIO()
    call_command("finish_played_on", *flags, stdout=output)
    return output.getvalue().strip()


@pytest.mark.parametrize("log_of", WENT_ON)
def test_such_a_match_is_finished_as_it_ended_first(log_of):
    table = table_with(log_of)
    assert table.status == Table.Status.RUNNING
    assert finish("--dry-run") == f"Table {table.pk} would be finished."
    assert fresh(table).version == table.version
    assert finish() == f"Table {table.pk} is finished."
    places, totals = WENT_ON[log_of]
    result = tables.result(table.pk)
    assert (result.places, result.totals) == (places, totals)
    assert (result.deal_wins, result.last_deal) == ([0, 0, 1], totals)
    assert fresh(table).turn_seat is None
    assert finish() == "Every match that has ended is finished."
    assert_rebuilt_equals_live(table)
    assert verification.check_table(table.pk, {}) is None


@pytest.mark.parametrize("log_of", WENT_ON)
def test_a_secret_that_was_revealed_is_not_revealed_once_more(log_of):
    table = table_with(log_of)
    before = eventstore.read_named(TableEvent, table.pk, ["secret_revealed"])
    tables_past_their_end.finish_played_on(table.pk, by="clock", at=after(1))
    assert before
    assert eventstore.read_named(TableEvent, table.pk, ["secret_revealed"]) == before


def test_one_that_is_broken_does_not_stop_the_others(monkeypatch, caplog):
    broken, table = table_with("wilds_of_one"), table_with("charade")
    read = eventstore.read_named

    def read_named(kind, pk, names):
        if pk == broken.pk:
            raise ValueError("no event")
        return read(kind, pk, names)

    monkeypatch.setattr(eventstore, "read_named", read_named)
    output = StringIO()
    with pytest.raises(CommandError, match="One table could not be finished"):
        call_command("finish_played_on", stdout=output, stderr=output)
    assert f"Table {broken.pk} cannot be finished (ValueError: no event)." in output.getvalue()
    assert f"Table {table.pk} is finished." in output.getvalue()
    assert fresh(table).status == Table.Status.FINISHED
    assert f"Could not finish table {broken.pk}" in caplog.text


def test_nobody_can_move_any_more():
    table = table_with("went_on")
    tables_past_their_end.finish_played_on(table.pk, by="clock", at=after(1))
    with pytest.raises(Refusal) as refused:
        do(table, "A pass")
    assert refused.value.code == "conflict"


def test_a_match_that_runs_is_left_alone():
    table = table_with("forfeit_behind_centre")
    assert finish() == "Every match that has ended is finished."
    assert not tables_past_their_end.finish_played_on(table.pk, by="clock", at=after(1))
    assert fresh(table).version == table.version


def test_a_forfeit_that_waits_behind_the_centre_in_an_old_log_is_demanded():
    table = table_with("forfeit_behind_centre")
    do(table, "C slap")
    assert fresh(table).state_name == "forfeit"
    do(table, "C perform fail")
    assert fresh(table).state_name == "turn"
    assert_rebuilt_equals_live(table)


def test_a_record_of_such_a_match_is_refused_in_words():
    table = table_with("went_on")
    tables_past_their_end.finish_played_on(table.pk, by="clock", at=after(1))
    with pytest.raises(Refusal) as refused:
        match_records.export(table.pk)
    assert refused.value.code == "not_replayable"
