"""Situation: a table is opened, people and bots sit down, and the match starts."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import tables
from games.models import Table
from games.tables import Refusal
from games.tables.events import BotSeated, SeatPlayedByBot, SeatTaken, TableOpened
from tests.games.playing import START, assert_rebuilt_equals_live, fresh, open_table, players, see

pytestmark = pytest.mark.django_db

ROUND = {"rulebook": "classic"}
FEW = 25
"""Queries, however many tables; one by one thirty took over five hundred."""


def refused(code, action, *args, **facts):
    with pytest.raises(Refusal) as caught:
        action(*args, **facts, at=START)
    assert caught.value.code == code
    assert caught.value.sentence.endswith(".")


def names(table):
    return [seat.name for seat in see(table).seats]


def test_a_new_table_has_free_seats_and_its_options_in_the_log():
    (ana,) = players("Ana")
    table = open_table(seats=3, host=ana, name="By the window", options={"target_score": 200})
    assert (table.status, table.seat_count, table.host, table.version) == (Table.Status.OPEN, 3, ana, 2)
    assert table.options["target_score"] == 200
    assert all(seat.is_free for seat in table.seats.all())
    look = tables.look(table.pk, None)
    assert (look.sight, look.legal, look.recent, look.version) == (None, [], [], 2)
    assert_rebuilt_equals_live(table)


def test_a_rulebook_or_option_that_does_not_exist_opens_no_table():
    facts = {"name": "T", "seats": 4, "by": "organizer:1"}
    refused("unknown_rulebook", tables.open_table, rulebook="bridge", **facts)
    refused("unknown_option", tables.open_table, rulebook="classic", options={"trumps": 1}, **facts)
    refused("bad_value", tables.open_table, rulebook="classic", options={"target_score": "many"}, **facts)
    refused("bad_value", tables.open_table, rulebook="classic", turn_seconds=0, **facts)
    refused(
        "refused_skip_rescue",
        tables.open_table,
        rulebook="classic",
        options={"skip_rescue": "identical", "skip_effect": "play_again"},
        **facts,
    )
    assert not Table.objects.exists()


def test_people_take_the_seat_they_name_or_the_first_free_one():
    ana, bo = players("Ana Bo")
    table = open_table(seats=3)
    assert tables.sit(table.pk, seat=1, player=ana, at=START) == 1
    assert tables.sit(table.pk, player=bo, at=START) == 0
    assert names(table) == ["Bo", "Ana", ""]
    assert tables.look(table.pk, ana).seat == 1


def test_a_seat_is_taken_once_and_a_person_sits_once():
    ana, bo, cy = players("Ana Bo Cy")
    table = open_table(seats=2)
    tables.sit(table.pk, seat=0, player=ana, at=START)
    refused("seat_taken", tables.sit, table.pk, seat=0, player=bo)
    refused("already_seated", tables.sit, table.pk, seat=1, player=ana)
    for nowhere in (2, -1):
        refused("no_such_seat", tables.sit, table.pk, seat=nowhere, player=bo)
    tables.sit(table.pk, player=bo, at=START)
    refused("table_full", tables.sit, table.pk, player=cy)
    assert fresh(table).version == 4


def test_only_the_host_seats_bots_and_starts():
    ana, bo = players("Ana Bo")
    table = open_table(seats=2, host=ana)
    tables.sit(table.pk, player=ana, at=START)
    tables.sit(table.pk, player=bo, at=START)
    for action in (tables.seat_bot, tables.start):
        refused("not_host", action, table.pk, by=f"player:{bo.pk}")
    tables.start(table.pk, by=f"player:{ana.pk}", at=START)
    assert fresh(table).status == Table.Status.RUNNING


def test_bots_of_one_table_have_different_names_and_none_of_a_person():
    table = open_table(" ".join(["bot"] * 9), seats=10)
    bots = [name for name in names(table) if name]
    assert len(set(bots)) == 9
    taken = players(bots[0])[0]
    other = open_table(seats=10)
    tables.sit(other.pk, player=taken, at=START)
    for _bot in range(9):
        tables.seat_bot(other.pk, by="organizer:1", at=START)
    assert len(set(names(other))) == 10
    assert_rebuilt_equals_live(other)


def test_a_match_does_not_start_with_free_seats_unless_bots_fill_them():
    (ana,) = players("Ana")
    table = open_table(seats=3, host=ana)
    by = f"player:{ana.pk}"
    tables.sit(table.pk, player=ana, at=START)
    refused("seats_free", tables.start, table.pk, by=by)
    assert fresh(table).version == 3
    tables.start(table.pk, fill_with_bots=True, by=by, at=START)
    look = tables.look(table.pk, ana)
    assert [seat.is_bot for seat in look.seats] == [False, True, True]
    assert (look.table.status, look.table.round_number) == (Table.Status.RUNNING, 1)
    assert len(look.sight.hands[0]) >= 7
    assert_rebuilt_equals_live(table)


def test_a_running_match_is_neither_joined_nor_started_again_nor_closed():
    table = open_table("Ana bot")
    (bo,) = players("Bo")
    tables.start(table.pk, by="organizer:1", at=START)
    refused("conflict", tables.start, table.pk, by="organizer:1")
    refused("conflict", tables.sit, table.pk, player=bo)
    refused("conflict", tables.seat_bot, table.pk, by="organizer:1")
    refused("begun", tables.give_up, table.pk, by="organizer:1")
    refused("conflict", tables.take_seats, table.pk, players=[bo], by="organizer:1")


def test_a_closed_table_stays_closed():
    table = open_table("Ana bot")
    tables.give_up(table.pk, by="organizer:1", at=START)
    assert fresh(table).status == Table.Status.CLOSED
    refused("conflict", tables.start, table.pk, by="organizer:1")
    assert_rebuilt_equals_live(table)


def test_a_competition_seats_its_players_in_order_and_bots_move_for_those_without_log_in(
    django_user_model,
):
    ana, bo, cy = players("Ana Bo Cy")
    ana.user = django_user_model.objects.create(username="ana")
    ana.save()
    table = open_table(seats=3)
    tables.take_seats(table.pk, players=[ana, bo, cy], by="organizer:1", at=START)
    seats = see(table).seats
    assert [(seat.player, seat.is_bot) for seat in seats] == [(ana, False), (bo, True), (cy, True)]
    assert fresh(table).step == 2
    tables.start(table.pk, by="organizer:1", at=START)
    assert_rebuilt_equals_live(table)


def test_all_tables_of_a_round_are_opened_with_a_few_queries():
    def round_of(how_many, **facts):
        wanted = []
        for number in range(1, how_many + 1):
            people = players(f"Ana{number} Bo{number} Cy{number}")
            wanted.append(tables.Opening({**ROUND, "name": f"Table {number}", "seats": 3, **facts}, people))
        return wanted

    for wanted in (round_of(1), round_of(30), round_of(30, is_physical=True, confirm="others")):
        with CaptureQueriesContext(connection) as asked:
            opened = tables.open_matches(wanted, by="organizer:1", at=START)
        assert len(asked) < FEW
        for pk, table_ in zip(opened, wanted, strict=True):
            table = Table.objects.get(pk=pk)
            assert (table.name, table.status) == (table_.facts["name"], Table.Status.RUNNING)
            assert [seat.player for seat in see(table).seats] == list(table_.players)
            assert_rebuilt_equals_live(table)


def test_a_round_with_a_table_that_cannot_be_opened_has_no_tables():
    good = tables.Opening({**ROUND, "name": "Table 1", "seats": 2}, players("Ana Bo"))
    bad = tables.Opening({**ROUND, "name": "Table 2", "seats": 2, "turn_seconds": 0}, players("Cy Di"))
    few = tables.Opening({**ROUND, "name": "Table 2", "seats": 3}, players("Ed Flo"))
    for wanted, code in (([good, bad], "bad_value"), ([good, few], "seats_free")):
        with pytest.raises(Refusal) as caught:
            tables.open_matches(wanted, by="organizer:1", at=START)
        assert caught.value.code == code
    assert not Table.objects.exists()


def test_a_competition_announced_before_numbers_had_limits_still_opens_tables():
    facts = {**ROUND, "name": "Table 1", "seats": 2, "options": {"target_score": 50_000}}
    (pk,) = tables.open_matches([tables.Opening(facts, players("Ana Bo"))], by="organizer:1", at=START)
    assert Table.objects.get(pk=pk).options["target_score"] == 50_000
    refused("bad_value", tables.open_table, **facts, by="organizer:1")


def test_more_players_than_seats_are_not_seated_at_all():
    table = open_table(seats=2)
    refused("table_full", tables.take_seats, table.pk, players=players("Ana Bo Cy"), by="organizer:1")
    assert fresh(table).version == 2


def test_the_log_knows_people_by_number_only():
    from games import eventstore
    from games.models import TableEvent

    (ana,) = players("Ana")
    table = open_table(seats=2, host=ana)
    tables.sit(table.pk, player=ana, at=START)
    tables.take_seats(open_table(seats=2).pk, players=[ana], by="organizer:1", at=START)
    events = [
        event for table in Table.objects.all() for event in eventstore.read_events(TableEvent, table.pk)
    ]
    assert SeatTaken(0, ana.pk) in events
    assert SeatPlayedByBot(0) in events
    assert any(isinstance(event, TableOpened) and event.host == ana.pk for event in events)
    assert not any(isinstance(event, BotSeated) for event in events)
    assert not TableEvent.objects.filter(payload__contains="Ana").exists()


def test_a_table_that_does_not_exist_cannot_be_looked_at():
    with pytest.raises(Table.DoesNotExist):
        tables.look(404, None)
