"""`python -m tests.bench.costs`: what every operation costs with its largest input, on a site that is full.

`--write` keeps each row in the table of `tests/league/costs`; a pattern measures only what it fits.
"""

import argparse
import os
import re
import sys
from collections.abc import Sequence
from typing import Any

import tests.environment  # noqa: F401 - a world of its own

AT_A_TIME = 20
"""The yardstick is applied again after so many operations."""
# What is printed here is the command's answer.
# ruff: noqa: T201


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return 1 if anything costs more than it may."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.costs", description=__doc__)
    parser.add_argument("pattern", nargs="?", default=".", help="of the names of operations")
    parser.add_argument("--write", action="store_true", help="keep the table")
    parser.add_argument("--missing", action="store_true", help="only operations that have no row yet")
    asked = parser.parse_args(arguments)
    _set_up()
    from tests.league.api.openapi.document import document
    from tests.league.costs import table
    from tests.league.costs.full_site import FullSite
    from tests.league.costs.measuring import Measuring, yardstick
    from tests.league.costs.operations import every

    kept, is_grown = table.read(), False
    document()  # is written once
    measuring = Measuring(FullSite())
    wanted = [operation for operation in every() if re.search(asked.pattern, operation.key)]
    wanted = [operation for operation in wanted if not (asked.missing and operation.key in kept.rows)]
    for number, operation in enumerate(wanted):
        if number % AT_A_TIME == 0:
            pace = yardstick() / kept.yardstick
        cost = measuring.cost(operation, with_memory=True).at_pace(pace)
        largest = measuring.largest(operation, cost)
        row = table.row_of(operation, cost, largest)
        print(_line(operation.key, row, table.faults(row)), flush=True)
        is_grown |= bool(table.faults(row))
        if asked.write:
            table.keep(operation.key, row)
    return int(is_grown)


def _set_up() -> None:
    import django
    from django.conf import settings
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    os.environ["LOG_LEVEL"] = "CRITICAL"
    django.setup()
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 3600  # all of them take a quarter of an hour
    setup_test_environment()
    call_command("migrate", verbosity=0)


def _line(key: str, row: Any, faults: Sequence[str]) -> str:
    remark = f"  MORE THAN IT MAY: {', '.join(faults)}" if faults else ""
    spent = f"{row.first:6.0f} {row.ms:6.0f} ms {row.mb:6.1f} MB"
    return f"{key:45} {row.asker:9} {spent} {row.answer}{' queued' * row.is_queued} {row.place}{remark}"


if __name__ == "__main__":
    sys.exit(main())
