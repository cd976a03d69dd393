"""Situation: deals are over, and what replays, records and proofs show of them is kept beside the log."""

from itertools import groupby

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import eventstore, tables
from games.deals import played_deals
from games.deals.outline import Outline, outlines_of
from games.eventstore.triggers import lifted
from games.integrity import match_records, proofs, verification
from games.models import PlayedDeal, Table, TableEvent
from games.replay import fold_cache
from games.rules.match.events import Event, RoundStarted
from games.rules.records.record import text
from games.rules.records.writing import RecordedStep
from games.tables import projection
from games.tasks import keep_deals
from tests.games.playing import START, after, fresh, open_table, play_deal, play_out
from tests.games.rules.records.recording import record_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def bots(rulebook: str = "classic", seats: int = 3, target: int = 100) -> Table:
    """A match of bots that is over."""
    return play_out(begun(rulebook, seats, target))


def begun(rulebook: str = "classic", seats: int = 3, target: int = 100) -> Table:
    """A match of bots that has just begun."""
    table = open_table("bot " * seats, rulebook=rulebook, options={"target_score": target}, name="Friday")
    tables.start(table.pk, by="organizer:1", at=START)
    return table


def shown(table: Table) -> tuple[object, ...]:
    """What replays, records and proofs say of a match, by a process that has not seen it before."""
    for cache in (fold_cache._outlines, match_records._exported.cache, proofs.proofs_of.cache):
        cache.clear()
    outline = fold_cache.outline_of(table)
    facts = (outline.deals, outline.steps, outline.marks, outline.options, outline.seats, outline.head)
    return (*facts, match_records.export(table.pk), proofs.proofs_of(table))


@pytest.mark.parametrize("rulebook", ["classic", "russian-centre", "super-mario", "russian-seven-rounds"])
def test_a_kept_deal_says_the_same_as_the_log(rulebook: str) -> None:
    table = bots(rulebook)
    from_the_log = shown(table)
    assert played_deals.keep(table.pk) == table.round_number > 0
    assert shown(table) == from_the_log


def test_the_record_of_what_is_kept_is_that_of_the_whole_log() -> None:
    table = bots()
    played_deals.keep(table.pk)
    rows = [row for row in eventstore.read(TableEvent, table.pk) if isinstance(row.event, Event)]
    steps = [list(step) for _number, step in groupby(rows, key=lambda row: row.step)]
    written = record_of(
        [
            RecordedStep([row.event for row in step], (step[0].at - rows[0].at).total_seconds())
            for step in steps
        ],
        [seat.name for seat in table.seats.all()],
        event="Friday",
        date="2026-05-01T19:30:00.000Z",
    )
    without_proofs = [line for line in match_records.export(table.pk).splitlines() if '"proof"' not in line]
    assert [line.rstrip(",}") for line in without_proofs] == [
        line.rstrip(",}") for line in text(written).splitlines()
    ]


def test_deals_are_kept_one_by_one_while_the_match_goes_on() -> None:
    table, kept_so_far = begun(target=300), []
    for _deal in range(4):
        play_deal(table.pk, 500)
        played_deals.keep(table.pk)
        rows = eventstore.read(TableEvent, table.pk)
        dealt = sum(isinstance(row.event, RoundStarted) for row in rows)
        kept_so_far.append(PlayedDeal.objects.filter(table=table).count())
        assert kept_so_far[-1] == (dealt if fresh(table).is_over else dealt - 1)
        whole = Outline(outlines_of(rows), fresh(table).head)
        outline = Outline(played_deals.outlines(fresh(table)), fresh(table).head)
        assert (outline.steps, outline.marks, outline.deals) == (whole.steps, whole.marks, whole.deals)
    assert kept_so_far == sorted(kept_so_far)
    assert kept_so_far[-1] > 0
    match_records.check(match_records.export(table.pk).encode())


def test_the_hands_of_the_running_deal_are_not_kept() -> None:
    table = begun()
    play_deal(table.pk, 3)
    played_deals.keep(table.pk)
    assert not PlayedDeal.objects.filter(table=table).exists()


@pytest.mark.django_db(transaction=True)
def test_a_deal_is_kept_as_soon_as_the_next_one_begins_and_the_last_with_the_match() -> None:
    table = bots(target=400)
    assert PlayedDeal.objects.filter(table=table).count() == table.round_number > 1


def test_a_replay_reads_neither_the_whole_log_nor_more_of_it_for_more_deals() -> None:
    read = []
    for target in (30, 400):
        table = bots(target=target)
        played_deals.keep(table.pk)
        fold_cache._outlines.clear()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert Client().get(f"/tables/{table.pk}/replay/?step=1").status_code == 200
        (deal, *_more) = PlayedDeal.objects.filter(table=table).order_by("number")
        read.append(len(queries))
        assert all(str(deal.last) in query["sql"] or "games_tableevent" not in query["sql"]
                   or f"> {table.played_deals.latest('number').last}" in query["sql"]
                   for query in queries)  # fmt: skip
    assert read[0] == read[1]


def test_deals_of_earlier_releases_are_kept_by_a_task() -> None:
    table = bots()
    running = begun()
    PlayedDeal.objects.all().delete()
    assert keep_deals() == 1
    assert PlayedDeal.objects.filter(table=table).count() == table.round_number
    assert not PlayedDeal.objects.filter(table=running).exists()
    assert keep_deals() == 0


@pytest.mark.written_by_hand
def test_a_table_whose_deals_cannot_be_kept_does_not_hold_up_the_others() -> None:
    broken, table = bots(), bots()
    with lifted(connection):
        TableEvent.objects.filter(stream=broken, name="card_played").update(payload="no JSON")
    keep_deals()
    assert PlayedDeal.objects.filter(table=table).count() == table.round_number


@pytest.mark.parametrize("column", ["outline", "round"])
def test_a_kept_deal_that_was_changed_is_found_and_written_again(column: str) -> None:
    table = bots()
    while table.round_number < 2:  # sometimes one deal is enough for 100 points
        table = bots()
    played_deals.keep(table.pk)
    assert verification.check_table(table.pk, {}) is None
    first = PlayedDeal.objects.get(table=table, number=1)
    other = PlayedDeal.objects.get(table=table, number=2)
    PlayedDeal.objects.filter(pk=first.pk).update(**{column: getattr(other, column)})
    fault = verification.check_table(table.pk, {})
    assert fault is not None
    assert "deal 1 is kept otherwise than it follows from the log" in str(fault)
    projection.rebuild(table.pk)
    assert verification.check_table(table.pk, {}) is None


def test_an_imported_match_keeps_the_words_of_its_record() -> None:
    written = match_records.export(bots().pk)
    table, _report = match_records.import_record(written.encode(), at=after(9))
    played_deals.keep(table.pk)
    assert match_records.export(table.pk) == written
