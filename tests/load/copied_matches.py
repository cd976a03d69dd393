"""Copies of played matches in PostgreSQL, as many as one likes: made by SQL alone, each with its own chain.

The events of a copy are those of the match, its hashes begin with the name of its own stream. So it is a
valid table: `manage.py verify` finds nothing.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from django.db import connection

EVENTS: Final = "games_tableevent"
TABLES_AT_A_TIME: Final = 250
"""Matches that are played at the same time: their events lie between each other, as on a real evening."""


class Copies:
    """Copies of some finished matches; `tables` are the numbers of those made so far."""

    def __init__(self, played: Sequence[int]) -> None:
        self.tables: list[int] = []
        self._played = list(played)
        run(_PREPARE, {"played": self._played, "count": len(self._played)})
        self._events = int(value("SELECT count(*) FROM copied_event"))
        self._streams = len(self._played)

    def grow(self, events: int) -> None:
        """Copy matches until the copies have so many events; the indexes are made afterwards."""
        missing = round((events - self.events) / self._events * self._streams)
        first = int(value("SELECT max(id) + 1 FROM games_table"))
        with without_indexes():
            for start in range(first, first + missing, TABLES_AT_A_TIME):
                last = min(start + TABLES_AT_A_TIME, first + missing) - 1
                for statement in _statements():
                    run(statement, {"first": start, "last": last})
                self.tables += range(start, last + 1)
        run(_HEADS, {"first": first})
        run("SELECT setval(pg_get_serial_sequence('games_table', 'id'), (SELECT max(id) FROM games_table))")

    @property
    def events(self) -> int:
        """The number of events of all copies, as near as the lengths of the matches allow."""
        return round(len(self.tables) / self._streams * self._events)


def run(statement: str, facts: dict[str, Any] | None = None) -> None:
    """Execute some SQL."""
    with connection.cursor() as cursor:
        cursor.execute(statement, facts)


def value(statement: str, facts: Sequence[Any] | dict[str, Any] | None = None) -> Any:
    """Return the first value that some SQL selects."""
    with connection.cursor() as cursor:
        cursor.execute(statement, facts)
        row = cursor.fetchone()
        return row[0] if row else None


def rows(statement: str, facts: Sequence[Any] | None = None) -> list[tuple[Any, ...]]:
    """Return all rows that some SQL selects."""
    with connection.cursor() as cursor:
        cursor.execute(statement, facts)
        return list(cursor.fetchall())


@contextmanager
def without_indexes() -> Iterator[None]:
    """Drop the indexes and keys of the events, and make them again at the end."""
    keys = rows(
        "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint"
        " WHERE conrelid = %s::regclass AND contype IN ('p', 'u', 'f') ORDER BY contype DESC",
        [EVENTS],
    )
    indexes = rows(
        "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = %s AND NOT indexname = ANY(%s)",
        [EVENTS, [name for name, _definition in keys]],
    )
    for name, _definition in keys:
        run(f'ALTER TABLE {EVENTS} DROP CONSTRAINT "{name}"')
    for name, _definition in indexes:
        run(f'DROP INDEX "{name}"')
    yield
    for name, definition in keys:
        run(f'ALTER TABLE {EVENTS} ADD CONSTRAINT "{name}" {definition}')
    for _name, definition in indexes:
        run(definition)


def part_by_stream(parts: int) -> None:
    """Put the events into so many partitions, by a hash of the number of their table."""
    run("CREATE SEQUENCE parted_id_seq")
    run(f"SELECT setval('parted_id_seq', (SELECT max(id) FROM {EVENTS}))")
    run(
        f"CREATE TABLE parted (LIKE {EVENTS} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)"
        " PARTITION BY HASH (stream_id)"
    )
    run("ALTER TABLE parted ALTER COLUMN id SET DEFAULT nextval('parted_id_seq')")
    for number in range(parts):
        run(
            f"CREATE TABLE parted_{number} PARTITION OF parted"
            f" FOR VALUES WITH (MODULUS {parts}, REMAINDER {number})"
        )
    run(f"INSERT INTO parted SELECT * FROM {EVENTS}")
    run(f"DROP TABLE {EVENTS}")
    run(f"ALTER TABLE parted RENAME TO {EVENTS}")
    # A key of a partitioned table holds the column that parts it: the numbers of events have no key any more.
    run(f"ALTER TABLE {EVENTS} ADD CONSTRAINT one_event_per_table_version UNIQUE (stream_id, version)")
    run(f"CREATE INDEX {EVENTS}_number ON {EVENTS} (id)")
    run(
        f"ALTER TABLE {EVENTS} ADD FOREIGN KEY (stream_id) REFERENCES games_table"
        " DEFERRABLE INITIALLY DEFERRED"
    )


def _statements() -> Iterator[str]:
    """Yield the statements that copy one match each to the tables from `first` to `last`."""
    numbers = (
        "generate_series(%(first)s::bigint, %(last)s::bigint) AS made (id)"
        " JOIN copied_match ON number = made.id %% (SELECT count(*) FROM copied_match)"
    )
    # Deals that are kept for replays hold hashes of their log: the copies have none.
    for table, key in (("games_table", "id"), ("games_seat", "table_id")):
        names = [f'"{name}"' for name in _columns(table) if name not in ("id", key)]
        into, values = (
            ", ".join([f'"{key}"', *names]),
            ", ".join(["made.id", *(f"old.{name}" for name in names)]),
        )
        yield (
            f"INSERT INTO {table} ({into}) SELECT {values} FROM {numbers}"
            f" JOIN {table} AS old ON old.{key} = copied_match.id"
        )
    columns = ", ".join(f'"{name}"' for name in ("version", "step", "name", "schema", "payload", "by", "at"))
    # Sorted by version: in the order in which so many tables would have played it.
    yield (
        f"INSERT INTO {EVENTS} (stream_id, {columns}, hash)"
        f" SELECT stream_id, {columns}, hash FROM (SELECT made.id AS stream_id, copied_event.*,"
        " copied_hash(sha256(convert_to('wildleague log 1 table:' || made.id, 'UTF8')), text)"
        " OVER (PARTITION BY made.id ORDER BY version ROWS UNBOUNDED PRECEDING) AS hash"
        f" FROM {numbers} JOIN copied_event ON copied_event.match = copied_match.id) AS chained"
        " ORDER BY version, stream_id"
    )


def _columns(table: str) -> list[str]:
    parts = rows(
        "SELECT attname FROM pg_attribute"
        " WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
        [table],
    )
    return [name for (name,) in parts]


_PREPARE: Final = """
CREATE TABLE copied_match AS
    SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM unnest(%(played)s::bigint[]) AS id;
CREATE TABLE copied_event AS
    SELECT stream_id AS match, version, step, name, schema, payload, by, at,
           convert_to(concat_ws(E'\\n', version, step, name, schema, by,
                                trunc(extract(epoch FROM at) * 1000000)::bigint, payload), 'UTF8') AS text
    FROM games_tableevent WHERE stream_id = ANY(%(played)s);
CREATE FUNCTION copied_next(hash bytea, first bytea, text bytea) RETURNS bytea LANGUAGE plpgsql IMMUTABLE AS
    $$ BEGIN RETURN sha256(coalesce(hash, first) || text); END $$;
CREATE AGGREGATE copied_hash(first bytea, text bytea) (SFUNC = copied_next, STYPE = bytea);
ANALYZE copied_event;
"""
"""The hash of an event as `games.eventstore.hash_chain` has it, along a stream."""
_HEADS: Final = """
UPDATE games_table SET head = last.hash FROM games_tableevent AS last
WHERE games_table.id >= %(first)s AND last.stream_id = games_table.id AND last.version = games_table.version
"""
