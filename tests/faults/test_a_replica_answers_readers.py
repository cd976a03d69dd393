"""Situation: a replica of the database answers readers, is behind, breaks down, and comes back.

Two real servers, one of which follows the other. This process reads both, in place of the suite's database.
"""

import contextlib
import os
import re
import time

import psycopg
import pytest
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.test import Client
from django.urls import reverse

from games import eventstore, metrics, tables
from games.eventstore import replica
from games.models import Player, TableEvent
from games.pages import spectator_fragments
from games.tables import projection
from league.configuration import environment
from league.models import Competition
from tests.databases import migrated, postgres
from tests.faults.stage import patiently
from tests.games.playing import after, dealt, do, fresh, open_table, play_out, player, see
from tests.league.club_nights import play_round, started

PROGRAMS = postgres.find()
REQUIRED = os.environ.get("CI", "").lower() == "true"
pytestmark = pytest.mark.skipif(
    not REQUIRED and (PROGRAMS is None or not (PROGRAMS / postgres.COPYING).exists()),
    reason=f"NO POSTGRESQL WITH {postgres.COPYING}: apt-get install postgresql",
)
PRIMARY, REPLICA = DEFAULT_DB_ALIAS, replica.ALIAS
OF_THE_LOG = re.compile(r'"(payload|outline|round)"')
"""Columns of a log and of what is kept of it; the question for a version reads none of them."""


@pytest.fixture(scope="module")
def servers(django_db_blocker):
    """A primary and its replica, which this process reads for a while."""
    assert PROGRAMS is not None
    with contextlib.ExitStack() as stack:
        primary = stack.enter_context(postgres.cluster(PROGRAMS))
        migrated.load_into(primary)
        copy = stack.enter_context(postgres.replica(PROGRAMS, primary))
        stack.enter_context(django_db_blocker.unblock())
        stack.enter_context(read_here(primary, copy))
        call_command("migrate", verbosity=0)
        yield primary, copy


@contextlib.contextmanager
def read_here(primary, copy):
    """Let the connections of this process lead to these servers."""
    before, kept = dict(connections.settings), connections[PRIMARY]
    own = environment.database(primary.address)
    databases = {PRIMARY: own, REPLICA: environment.replica(copy.address, own)}
    connections.settings |= connections.configure_settings(databases)
    del connections[PRIMARY]
    try:
        yield
    finally:
        connections.close_all()
        del connections[PRIMARY], connections[REPLICA]
        connections.settings.clear()
        connections.settings |= before
        connections[PRIMARY] = kept


@pytest.fixture(autouse=True)
def _a_replica_that_follows(servers):
    """Each test begins with a replica that answers and follows."""
    _primary, copy = servers
    if not copy.is_running:
        copy.start()
        connections[REPLICA].close()
    tell(copy, "SELECT pg_wal_replay_resume()")
    replica._pause.until = 0.0


def tell(server, statement, *values):
    """Ask a server something past Django, and return its answer."""
    with psycopg.connect(server.address, autocommit=True) as connection:
        row = connection.execute(statement, values).fetchone()
        return row[0] if row else None


def caught_up(servers):
    """Wait until the replica has all that the primary has written."""
    primary, copy = servers
    written = tell(primary, "SELECT pg_current_wal_insert_lsn()")
    has_it = lambda: tell(copy, "SELECT pg_last_wal_replay_lsn() >= %s", written)  # noqa: E731
    patiently(has_it, 30, lambda: "The replica does not follow")


def paused(servers):
    """Let the replica stay as it is while the primary goes on."""
    caught_up(servers)
    tell(servers[1], "SELECT pg_wal_replay_pause()")


@contextlib.contextmanager
def reads():
    """Note the databases on which a log is read."""
    seen = set()

    def note(alias):
        def run(execute, sql, *facts):
            # A single row, such as the deal that a rematch follows, may come from anywhere.
            if sql.startswith("SELECT") and OF_THE_LOG.search(sql) and not sql.endswith(" LIMIT 1"):
                seen.add(alias)
            return execute(sql, *facts)

        return run

    at_primary = connections[PRIMARY].execute_wrapper(note(PRIMARY))
    at_replica = connections[REPLICA].execute_wrapper(note(REPLICA))
    with at_primary, at_replica:
        yield seen


def counted(database, reason):
    return metrics.LOG_READS.labels(database, reason)._value.get()


def look_of_a_spectator(table):
    """What a spectator sees, and where the log was read for it."""
    with reads() as seen:
        look = see(table)
    return look, seen


def test_spectators_are_answered_by_a_replica_that_has_the_newest_move(servers):
    table = dealt("Ana Bo")
    do(table, "B play r5")
    caught_up(servers)
    before = counted("replica", "caught_up")
    look, seen = look_of_a_spectator(table)
    assert (seen, look.version) == ({REPLICA}, fresh(table).version)
    assert counted("replica", "caught_up") == before + 1
    with reads() as seen:
        fragment = spectator_fragments._fragment(spectator_fragments._Key("table", table.pk), None)
    assert (seen, fragment.version) == ({REPLICA}, fresh(table).version)


def test_a_seat_is_answered_by_the_primary(servers):
    table = dealt("Ana Bo")
    caught_up(servers)
    with reads() as seen:
        see(table, "A")
        see(table, "B")
    assert seen == {PRIMARY}


def test_a_replica_that_is_behind_answers_nobody_until_it_has_the_move(servers):
    table = dealt("Ana Bo")
    paused(servers)
    do(table, "B play r5")
    before = counted("primary", "behind")
    look, seen = look_of_a_spectator(table)
    assert (seen, look.version) == ({PRIMARY}, fresh(table).version)
    assert counted("primary", "behind") == before + 1
    tell(servers[1], "SELECT pg_wal_replay_resume()")
    caught_up(servers)
    assert look_of_a_spectator(table)[1] == {REPLICA}


def test_a_replica_that_is_behind_answers_about_what_it_has(servers):
    old, new = dealt("Ana Bo"), dealt("Cy Di")
    paused(servers)
    do(new, "B play r5")
    assert look_of_a_spectator(old)[1] == {REPLICA}
    assert look_of_a_spectator(new)[1] == {PRIMARY}


def test_a_replica_that_is_killed_is_left_alone_for_a_while_and_asked_again(servers, caplog):
    table = dealt("Ana Bo")
    caught_up(servers)
    assert look_of_a_spectator(table)[1] == {REPLICA}
    servers[1].kill()
    before = counted("primary", "away")
    look, seen = look_of_a_spectator(table)
    assert PRIMARY in seen
    assert look.version == fresh(table).version
    assert look_of_a_spectator(table)[1] == {PRIMARY}
    assert counted("primary", "away") == before + 2
    assert len([line for line in caplog.messages if line.startswith("The replica fails")]) == 1
    servers[1].start()
    replica._pause.until = time.monotonic()
    caught_up(servers)
    assert look_of_a_spectator(table)[1] == {REPLICA}


def test_a_replica_that_stops_between_two_reads_leaves_the_rest_to_the_primary(servers):
    table = dealt("Ana Bo")
    caught_up(servers)
    row = fresh(table)
    with replica.reading(TableEvent, row):
        first = eventstore.read(TableEvent, row.pk, until=row.version)
        servers[1].stop()
        with reads() as seen:
            again = eventstore.read(TableEvent, row.pk, until=row.version)
            once_more = eventstore.read(TableEvent, row.pk, until=row.version)
    assert PRIMARY in seen
    assert len(first) == row.version
    assert first == again == once_more


def test_another_database_in_the_place_of_the_replica_is_behind(servers):
    table = dealt("Ana Bo")
    caught_up(servers)
    row = fresh(table)
    row.head = bytes(32)  # as the same version of another history
    before = counted("primary", "behind")
    with replica.reading(TableEvent, row), reads() as seen:
        assert len(eventstore.read(TableEvent, row.pk, until=row.version)) == row.version
    assert (seen, counted("primary", "behind")) == ({PRIMARY}, before + 1)


def test_a_transaction_reads_nothing_at_the_replica(servers):
    table = dealt("Ana Bo")
    caught_up(servers)
    with transaction.atomic():
        assert look_of_a_spectator(table)[1] == {PRIMARY}


def finished():
    return play_out(open_started("Zoltan bot"))


def open_started(names):
    table = open_table(names, options={"target_score": 40})
    tables.start(table.pk, by="organizer:1", at=after(0))
    return fresh(table)


@pytest.fixture(scope="module")
def evening(servers):
    """A competition with a round that was played."""
    made = started(4)
    first = Player.objects.filter(entries__competition=made).earliest("pk")
    Player.objects.filter(pk=first.pk).update(name="Quirin")
    play_round(made)
    return Competition.objects.get(pk=made.pk)


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("table", {}),
        ("replay", {}),
        ("record", {}),
        ("table_proofs", {}),
        ("api_table", {}),
        ("api_table_events", {}),
        ("api_replay", {}),
        ("api_replay_step", {"step": 3}),
        ("api_table_record", {}),
    ],
)
def test_a_finished_match_is_read_at_the_replica(servers, name, more):
    table = finished()
    caught_up(servers)
    with reads() as seen:
        response = Client().get(reverse(name, args=[table.pk, *more.values()]))
    assert (response.status_code, seen) == (200, {REPLICA})


@pytest.mark.parametrize(
    "name",
    [
        "competition",
        "bracket",
        "competition_history",
        "api_competition_bracket",
        "api_competition_standings",
    ],
)
def test_a_competition_is_read_at_the_replica(servers, evening, name):
    caught_up(servers)
    with reads() as seen:
        response = Client().get(reverse(name, args=[evening.pk]))
    assert (response.status_code, seen) == (200, {REPLICA})


def test_answers_are_the_same_with_and_without_the_replica(servers, evening):
    table = finished()
    caught_up(servers)
    paths = [reverse("api_replay", args=[table.pk]), reverse("api_competition_bracket", args=[evening.pk])]
    paths += [reverse("record", args=[table.pk]), reverse("competition", args=[evening.pk])]
    from_replica = [Client().get(path) for path in paths]
    servers[1].stop()
    for path, answer in zip(paths, from_replica, strict=True):
        assert without_keys(Client().get(path)) == without_keys(answer), path


def without_keys(response):
    """A page without what is another one in each answer."""
    return re.sub(
        r'CSRFToken": "\w+"|name="(csrfmiddlewaretoken|command_id)" value="[^"]*"',
        "",
        response.content.decode(),
    )


def test_a_name_that_was_hidden_a_moment_ago_is_hidden_although_the_replica_does_not_know_it(
    servers, evening
):
    table = finished()
    zoltan = player(table, "A")
    paused(servers)
    assert "Quirin" in Client().get(reverse("bracket", args=[evening.pk])).content.decode()
    Player.objects.update(is_hidden=True)
    try:
        for path in (reverse("replay", args=[table.pk]), reverse("record", args=[table.pk])):
            with reads() as seen:
                page = Client().get(path).content.decode()
            assert (seen, "Zoltan" in page, f"Player {zoltan.pk}" in page) == ({REPLICA}, False, True), path
        with reads() as seen:
            page = Client().get(reverse("bracket", args=[evening.pk])).content.decode()
        assert (seen, "Quirin" in page) == ({REPLICA}, False)
    finally:
        Player.objects.update(is_hidden=False)


def test_a_club_that_was_closed_a_moment_ago_is_closed_although_the_replica_does_not_know_it(
    servers, evening
):
    paused(servers)
    type(evening.club).objects.update(is_public=False)
    try:
        for name in ("competition", "bracket", "api_competition_bracket"):
            assert Client().get(reverse(name, args=[evening.pk])).status_code in (401, 403)
    finally:
        type(evening.club).objects.update(is_public=True)


def test_a_match_that_ended_a_moment_ago_is_open_to_all_although_the_replica_does_not_know_it(servers):
    table = open_started("Ana bot")
    paused(servers)
    path = reverse("record", args=[table.pk])
    assert Client().get(path).status_code == 409
    play_out(table)
    with reads() as seen:
        assert Client().get(path).status_code == 200
    assert seen == {PRIMARY}


def test_a_table_is_written_at_the_primary_while_the_replica_is_behind_and_away(servers):
    table = dealt("Ana Bo")
    paused(servers)
    do(table, "B play r5")
    servers[1].stop()
    do(table, "A play r1")
    row, _seats = projection.project_log(table.pk)
    assert row.version == fresh(table).version
