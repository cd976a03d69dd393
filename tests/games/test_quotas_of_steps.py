"""Situation: somebody sends commands in a loop, each of which writes into the log for ever."""

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User

from games import quotas, tables
from games.models import Player, Table, TableEvent
from games.rules.base.refusal import Refusal
from tests.games.playing import PILE, START, after, begin, do, open_table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _sent_in_a_request() -> Iterator[None]:
    with quotas.sent_from(lambda: "10.0.1.0"):
        yield


def account(name: str, **facts: object) -> Player:
    user = User.objects.create_user(name, password="seven red cards", **facts)
    return Player.objects.create(user=user, name=name)


def guest(name: str) -> Player:
    return Player.objects.create(user=User.objects.create_user(name, password=None), name=name)


def opened(host: Player, seats: int = 2) -> Table:
    facts = {"name": "Mine", "rulebook": "classic", "seats": seats}
    return tables.open_table(**facts, host=host, by=f"player:{host.pk}", at=START)


def started(host: Player) -> Table:
    table = opened(host)
    tables.sit(table.pk, player=host, at=START)
    tables.start(table.pk, fill_with_bots=True, by=f"player:{host.pk}", at=START)
    return table


def pause_and_resume(table: Table, host: Player) -> None:
    tables.pause(table.pk, by=f"player:{host.pk}", at=after(90))
    tables.resume(table.pk, by=f"player:{host.pk}", at=after(90))


def leave_and_come_back(table: Table, host: Player) -> None:
    tables.leave(table.pk, player=host, at=after(90))
    tables.come_back(table.pk, player=host, at=after(90))


def give_other_words(table: Table, host: Player) -> None:
    for words in ("seven red cards", "eight red cards"):
        tables.give_words(table.pk, words=words, player=host, at=after(90))


def require_refused_after(times: int, act: Callable[[], object]) -> None:
    """Assert that something succeeds so often and is then refused, which writes no event."""
    for _time in range(times):
        act()
    before = TableEvent.objects.count()
    with pytest.raises(Refusal) as told:
        act()
    assert (told.value.code, told.value.wait) == ("quota_used_up", 60)
    assert TableEvent.objects.count() == before


@pytest.mark.parametrize("twice", [pause_and_resume, leave_and_come_back, give_other_words])
def test_a_loop_of_commands_at_a_table_ends_at_the_quota(settings, twice):
    ana = account("ana")
    table = started(ana)
    settings.QUOTAS = ["steps=10:6"]
    require_refused_after(5, lambda: twice(table, ana))


def test_sitting_down_and_getting_up_in_a_loop_ends_at_the_quota(settings):
    table, bo = opened(account("ana"), seats=3), account("bo")
    tables.sit(table.pk, player=Player.objects.get(name="ana"), at=START)
    settings.QUOTAS = ["steps=10:6"]

    def sit_and_leave() -> None:
        tables.sit(table.pk, player=bo, at=after(90))
        tables.leave(table.pk, player=bo, at=after(90))

    require_refused_after(5, sit_and_leave)


def test_opening_and_closing_tables_in_a_loop_ends_at_the_quota(settings):
    settings.QUOTAS = ["steps=85:85"]
    ana = account("ana")

    def open_and_close() -> None:
        tables.give_up(opened(ana).pk, by=f"player:{ana.pk}", at=START)

    require_refused_after(4, open_and_close)


def test_a_guest_has_a_quota_of_steps_of_their_own(settings):
    gus = guest("gus")
    table = started(gus)
    settings.QUOTAS = ["steps=10:6"]
    require_refused_after(3, lambda: pause_and_resume(table, gus))


def test_superusers_have_no_quota_of_steps(settings):
    ana = account("ana", is_superuser=True)
    table = started(ana)
    settings.QUOTAS = ["steps=3:3"]
    for _time in range(5):
        pause_and_resume(table, ana)


def test_moves_count_as_steps_at_all_tables_together(settings):
    ana, bo = account("ana"), account("bo")
    options = {"dealer_choice": "fixed", "hand_size": 4}
    both = [open_table(seats=2, turn_seconds=600, options=options) for _table in range(2)]
    for table in both:
        for player in (ana, bo):
            tables.sit(table.pk, player=player, at=START)
        begin(table, "r1 r2 r3 r4/r6 r7 r8 r9", f"r0 {PILE}")
    settings.QUOTAS = ["steps=2:2"]
    for table in both:
        do(table, "B play r6", at=after(90))
        do(table, "A play r1", at=after(90))
    with pytest.raises(Refusal) as told:
        do(both[0], "B play r7", at=after(149))
    assert told.value.code == "quota_used_up"
    do(both[0], "B play r7", at=after(150))


def test_only_commands_of_requests_are_counted_and_nothing_that_follows_from_them(settings):
    ana = account("ana")
    table = started(ana)
    settings.QUOTAS = ["steps=0:0"]
    with quotas.counted():
        pause_and_resume(table, ana)
    tables.pause(table.pk, by="clock", at=after(90))
    with pytest.raises(Refusal, match="You have made 0 changes within a minute"):
        pause_and_resume(table, ana)


def test_an_ordinary_pace_costs_no_query(django_assert_num_queries):
    with django_assert_num_queries(0):
        for _step in range(29):
            quotas.require_steps("player:7", at=START)
