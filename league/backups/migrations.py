"""The migrations that made the tables of a backup."""

from collections.abc import Collection, Iterable

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from league.backups.errors import BackupError

Migration = tuple[str, str]
"""The app and the name of a migration."""


class EachByItself(MigrationLoader):
    """Knows every migration by itself, and none that stands for several."""

    def load_disk(self) -> None:
        """Read the migrations of all apps."""
        super().load_disk()
        known = self.disk_migrations
        for key, made in list(known.items()):
            if made.replaces and known.keys() >= set(made.replaces):
                del known[key]


def require_not_newer(applied: Iterable[Migration], known: Collection[Migration]) -> None:
    """Raise BackupError for a backup with a migration that this release lacks."""
    if unknown := sorted(set(applied) - set(known)):
        raise BackupError(f"The backup is from a newer Wildleague: {'.'.join(unknown[0])} is not known here.")


def make_tables(migrations: Collection[Migration]) -> None:
    """Make the tables of a backup in the empty database, by the migrations that had made them."""
    executor = MigrationExecutor(connection)
    require_not_newer(migrations, executor.loader.disk_migrations)
    nodes = set(migrations)
    for key, squashed in executor.loader.replacements.items():
        replaced = set(squashed.replaces)
        if replaced <= nodes:
            nodes = nodes - replaced | {key}
        elif replaced & nodes:  # a backup from between two of them
            executor.loader = EachByItself(connection)
            nodes = set(migrations) - set(executor.loader.replacements)
            break
    parents = executor.loader.graph.node_map
    last = [
        node
        for node in nodes
        if not any(child.key[0] == node[0] and child.key in nodes for child in parents[node].children)
    ]
    executor.migrate(sorted(last))
