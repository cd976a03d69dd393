"""Situation: the record of a table is taken to another place and becomes a table there."""

import datetime as dt
import json

import pytest

from games import eventstore, tables
from games.integrity import match_records
from games.integrity.match_records import check, export, import_record
from games.models import Player, Table, TableEvent
from games.replay import match_at_step
from games.rules.base.refusal import Refusal
from games.rules.cards import cards
from games.rules.match.events import Event
from games.rules.options import rulebooks
from games.rules.options.options import build
from games.rules.records.record import InvalidRecord, text
from games.tables.events import TableClosed
from tests.games.playing import START, after, deal, do, fresh, move_on, open_table, play_out, player
from tests.games.rules.records.recording import played, recorded

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def happened(table: Table) -> list[tuple[int, Event]]:
    """The events of the rules, with the number of their step counted from the first deal."""
    rows = [row for row in eventstore.read(TableEvent, table.pk) if isinstance(row.event, Event)]
    return [(row.step - rows[0].step, row.event) for row in rows]


def dealt(**facts: object) -> Table:
    """Ana and Bo have two cards each of a whole deck; Bo begins."""
    rest = cards.deck("classic_108")
    for card in cards.cards("r1 r2 r4 r5 r9"):
        rest.remove(card)
    return deal("Ana Bo", "r1 r2/r4 r5", f"r9 {cards.text(rest)}", options={"target_score": 2}, **facts)


def finished(**facts: object) -> Table:
    """Ana and Bo have played one deal, which ended the match."""
    table = dealt(**facts)
    for seconds, command in enumerate(("B play r4 uno", "A draw", "A pass", "B play r5"), start=1):
        do(table, command, at=after(seconds * 1.5))
    return fresh(table)


def bots(rulebook: str = "classic", seats: int = 3, target: int = 30) -> Table:
    table = open_table("bot " * seats, rulebook=rulebook, options={"target_score": target}, name="Friday")
    tables.start(table.pk, by="organizer:1", at=START)
    return play_out(table)


@pytest.mark.parametrize("rulebook", ["classic", "russian-stacked", "super-mario", "russian-centre"])
def test_a_match_of_bots_is_the_same_match_elsewhere(rulebook: str) -> None:
    table = bots(rulebook)
    written = export(table.pk)
    verdict = check(written.encode())
    assert (verdict["ok"], verdict["finished"]) == (True, True)
    elsewhere, again = import_record(written.encode(), at=after(9999))
    assert again == verdict
    assert happened(elsewhere) == happened(table)
    assert export(elsewhere.pk) == written
    assert elsewhere.status == Table.Status.FINISHED
    assert (elsewhere.name, elsewhere.started_at, elsewhere.due_at) == ("Friday", START, None)
    ours, theirs = ([(s.name, s.total, s.place) for s in row.seats.all()] for row in (table, elsewhere))
    assert ours == theirs
    times = [list(row.events.order_by("version").values_list("at", flat=True)) for row in (table, elsewhere)]
    assert abs(times[0][-1] - times[1][-1]) <= dt.timedelta(milliseconds=1)


@pytest.mark.parametrize("rulebook", rulebooks.names())
def test_a_match_of_every_rulebook_is_brought_in_and_written_again(rulebook: str) -> None:
    fewest, most = rulebooks.fitting_seats(rulebook)
    seats = min(max(fewest, 3), most)
    _state, steps = played(rulebook, build(rulebook), seats, b"elsewhere", steps=120)
    written = text(recorded(steps, seats))
    table, verdict = import_record(written.encode(), at=START)
    assert verdict["ok"]
    assert happened(table) == [(number, event) for number, step in enumerate(steps) for event in step.events]
    assert export(table.pk) == written
    assert len(match_at_step.outline(table.pk).steps) == len(steps)
    for step in (1, len(steps) // 2, len(steps)):
        assert match_at_step.at(table.pk, step, None).events == list(steps[step - 1].events)


def test_the_record_says_who_when_and_where() -> None:
    document = json.loads(export(finished(name="Club night").pk))
    assert document["event"] == "Club night"
    assert document["date"] == "2026-05-01T19:30:00.000Z"
    assert document["seats"] == ["Ana", "Bo"]
    assert document["options"] == {"dealer_choice": "fixed", "hand_size": 2, "target_score": 2}
    deal = document["rounds"][0]
    assert deal["dealer"] == "A"
    assert deal["actions"] == ["B play r4 uno", "A draw", "A pass", "B play r5"]
    assert deal["times"] == [1.5, 3.0, 4.5, 6.0]
    assert deal["result"] == {"winner": "B", "points": {"B": 3}, "total": {"A": 0, "B": 3}}
    assert document["result"] == {"winners": ["B"]}


def test_seconds_and_remarks_of_a_record_come_back_as_they_were() -> None:
    document = json.loads(export(finished().pk))
    document |= {"event": "A\tcup\u0000 final", "site": {"hall": 3}, "notes": ["a", 1], "date": "2020.01.01"}
    document["rounds"][0] |= {"notes": "well played", "times": "many"}
    table, _said = import_record(json.dumps(document).encode(), at=after(60))
    assert (table.name, table.started_at) == ("A cup final", after(60))
    assert json.loads(export(table.pk)) == document


def test_remarks_of_many_deals_are_several_small_events_and_come_back() -> None:
    document = json.loads(export(bots(target=400).pk))
    deals = document["rounds"]
    assert len(deals) > 1
    document |= {"notes": "m" * 40_000}
    for number, deal_ in enumerate(deals):
        deal_ |= {"notes": str(number) * 30_000}
    table, _said = import_record(json.dumps(document).encode(), at=after(60))
    stored = TableEvent.objects.filter(stream=table.pk)
    assert max(len(event.payload) for event in stored) <= TableEvent.LARGEST
    assert stored.filter(name="record_imported").count() == len(deals) + 1
    assert json.loads(export(table.pk)) == document


def test_a_record_with_more_remarks_about_a_deal_than_an_event_holds_is_refused() -> None:
    document = json.loads(export(finished().pk))
    document["rounds"][0] |= {"notes": "x" * 70_000}
    with pytest.raises(Refusal) as caught:
        import_record(json.dumps(document).encode(), at=after(60))
    assert caught.value.code == "event_too_large"
    assert Table.objects.count() == 1


@pytest.mark.parametrize(
    ("date", "started"),
    [
        ("2026-05-01T21:30:00+02:00", START),
        ("2026-05-01", START.replace(hour=0, minute=0)),
        ("9999-12-31", after(60)),
        ("0001-01-01T00:00:00+14:00", after(60)),
        ("yesterday", after(60)),
        (20260501, after(60)),
    ],
)
def test_a_match_was_when_its_record_says(date: object, started: dt.datetime) -> None:
    document = {**json.loads(export(finished().pk)), "date": date}
    table, _said = import_record(json.dumps(document).encode(), at=after(60))
    assert (table.started_at, table.finished_at) == (started, started + dt.timedelta(seconds=6))


@pytest.mark.parametrize("times", [None, [1.0], ["1"] * 4, [1e12] * 4, [-1] * 4, [True] * 4, {}])
def test_times_without_sense_are_left_out(times: object) -> None:
    document = json.loads(export(finished().pk))
    document["rounds"][0]["times"] = times
    table, _said = import_record(json.dumps(document).encode(), at=after(60))
    assert (table.started_at, table.finished_at) == (START, START)


def test_every_seat_gets_a_new_player_without_an_account() -> None:
    written = export(finished().pk).encode()
    table, _said = import_record(written, at=START)
    assert [str(seat) for seat in table.seats.all()] == ["A: Ana", "B: Bo"]
    assert Player.objects.filter(name="Ana").count() == 2
    assert not any(seat.player.user_id or seat.is_bot for seat in table.seats.all())


@pytest.mark.written_by_hand
def test_a_seat_whose_player_is_gone_has_a_letter() -> None:
    table = finished()
    player(table, "A").delete()
    assert json.loads(export(table.pk))["seats"] == ["Seat A", "Bo"]


def test_a_record_that_breaks_the_rules_leaves_nothing_behind() -> None:
    document = json.loads(export(finished().pk))
    document["rounds"][0]["actions"][1] = "A play r1"
    data = json.dumps(document).encode()
    before = (Table.objects.count(), Player.objects.count(), TableEvent.objects.count())
    with pytest.raises(InvalidRecord) as refused:
        import_record(data, at=START)
    assert refused.value.report() == check(data)
    assert (Table.objects.count(), Player.objects.count(), TableEvent.objects.count()) == before


def test_a_match_that_is_not_finished_is_closed_where_it_stands() -> None:
    document = json.loads(export(finished().pk))
    del document["result"], document["rounds"][0]["result"]
    document["rounds"][0]["actions"].pop()
    document["rounds"][0]["times"].pop()
    written = json.dumps(document).encode()
    table, verdict = import_record(written, at=START)
    assert (verdict["ok"], verdict["finished"]) == (True, False)
    assert (table.status, table.due_at, table.finished_at) == (Table.Status.CLOSED, None, None)
    assert isinstance(eventstore.read_events(TableEvent, table.pk)[-1], TableClosed)
    assert tables.due_tables(after(9e6)) == []
    assert json.loads(export(table.pk)) == document
    shown = match_at_step.at(table.pk, 99, None)
    assert shown.sight is not None
    assert shown.sight.hands == [[1, 2, 0], [5]]


def test_of_a_running_match_the_deals_that_are_over_are_written() -> None:
    table = open_table("bot bot bot", options={"target_score": 500})
    tables.start(table.pk, by="organizer:1", at=START)
    with pytest.raises(Refusal) as refused:
        export(table.pk)
    assert refused.value.code == "nothing_played"
    while fresh(table).round_number < 3:
        assert move_on(table)
    document = json.loads(export(table.pk))
    assert [bool(deal["result"]) for deal in document["rounds"]] == [True, True]
    verdict = check(json.dumps(document).encode())
    assert (verdict["ok"], verdict["finished"], verdict["state"]["turn"]) == (True, False, "over")


@pytest.mark.parametrize("who", ["Ana Bo", ""])
def test_a_table_without_a_deal_has_no_record(who: str) -> None:
    table = open_table(who, seats=2)
    with pytest.raises(Refusal) as refused:
        export(table.pk)
    assert refused.value.code == "nothing_played"


def test_a_record_is_written_in_six_queries(django_assert_num_queries) -> None:
    table = bots()
    with django_assert_num_queries(6):
        export(table.pk)


@pytest.mark.written_by_hand
def test_a_record_that_was_fetched_follows_the_names_and_the_log() -> None:
    table = finished()
    first = export(table.pk)
    assert export(table.pk) == first
    Player.objects.filter(name="Ana").update(name="Hana")
    assert export(table.pk) == first.replace('"Ana"', '"Hana"') != first
    Table.objects.filter(pk=table.pk).update(version=1, head=b"another")
    with pytest.raises(Refusal):
        export(table.pk)


def test_a_match_too_long_for_a_record_is_refused_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished()
    monkeypatch.setattr(match_records, "LIMIT", 100)
    for _twice in range(2):
        with pytest.raises(Refusal, match="at most 2 MB"):
            export(table.pk)
