"""`manage.py record`: check a match record and its shuffles, export or import the record of a table."""

import io
import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.integrity import match_records
from games.models import Table

UNREADABLE: Final = 2


class Command(BaseCommand):
    """Print a JSON object; exit with 1 for a refused record, 2 for a file that cannot be read."""

    help = "Check, export and import match records."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        for verb, about in (
            ("check", "replay a record by the rules and print what comes out"),
            ("verify-shuffle", "replay a record and verify every order of cards by its proofs"),
            ("import", "make a table of a valid record"),
        ):
            verbs.add_parser(verb, help=about).add_argument("file", help="- for standard input")
        verbs.add_parser("export", help="print the record of a table").add_argument("table_id", type=int)

    def handle(self, *_args: Any, **options: Any) -> None:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(encoding="utf-8")  # a record is always printed in UTF-8
        if options["verb"] == "export":
            self.stdout.write(self._export(options["table_id"]), ending="")
            return
        data = _read(options["file"])
        answer = _ANSWERS[options["verb"]](data)
        self.stdout.write(json.dumps(answer, ensure_ascii=False))
        if not answer["ok"]:
            sys.exit(1)

    def _export(self, table_id: int) -> str:
        try:
            return match_records.export(table_id)
        except (Table.DoesNotExist, OverflowError):
            raise CommandError(f"There is no table {table_id}.") from None
        except match_records.Refusal as refusal:
            raise CommandError(refusal.sentence) from None


def _imported(data: bytes) -> dict[str, Any]:
    try:
        table, report = match_records.import_record(data, at=timezone.now())
    except match_records.InvalidRecord as invalid:
        return invalid.report()
    return {**report, "table": table.pk}


_ANSWERS: Final[dict[str, Callable[[bytes], dict[str, Any]]]] = {
    "check": match_records.check,
    "verify-shuffle": match_records.verify_shuffles,
    "import": _imported,
}


def _read(name: str) -> bytes:
    """Return the bytes of a file, at most one more than the limit."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(match_records.LIMIT + 1)
        with Path(name).open("rb") as file:
            return file.read(match_records.LIMIT + 1)
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}", returncode=UNREADABLE) from None
