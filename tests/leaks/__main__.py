"""`python -m tests.leaks`: random matches, and a search for hidden cards in all that is answered and logged.

Some seats are held by people who act at random through pages and API, the others by bots. Now and then
somebody looks: at every page, fragment, stream, picture, refusal, page of the admin site, frame for other
sites and address for programs, and at what webhooks are told. What they may know is told from the log alone,
so `games.rules.match.visibility` is judged by somebody who has not read it.
"""

import argparse
import os
import random
import sys
import time
from collections.abc import Sequence

import tests.environment

# What is printed here is the command's answer.
# ruff: noqa: T201


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and search; return 1 if anything was told that must not be."""
    parser = argparse.ArgumentParser(prog="python -m tests.leaks", description=__doc__)
    parser.add_argument("--matches", type=int, default=200, help="of ten rulebooks")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    _set_up()
    from tests.leaks.search import PRESETS, Found, rulebooks, search

    print(f"Folder {tests.environment.folder}")
    progress, dice, began = Found(), random.Random(asked.seed), time.monotonic()
    for number in range(asked.matches):
        search(rulebooks(PRESETS)[number % PRESETS], dice, progress)
        if number % PRESETS == PRESETS - 1:
            print(
                f"  {progress.matches} matches, {progress.in_words}, {len(progress.errors)} errors",
                flush=True,
            )
    for error in progress.errors:
        print(error, file=sys.stderr)
    print(
        f"{progress.matches} matches of {PRESETS} rulebooks, {progress.in_words} in "
        f"{time.monotonic() - began:.0f} s: "
        f"{len(progress.errors) or 'no'} hidden cards or secrets"
    )
    print(", ".join(f"{count} with {status}" for status, count in sorted(progress.statuses.items())))
    return 1 if progress.errors else 0


def _set_up() -> None:
    import django
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "league.settings",
        "DATABASE_URL": "",
        "API_PER_MINUTE": "1000000",
    }
    django.setup()
    setup_test_environment()
    call_command("migrate", verbosity=0)


if __name__ == "__main__":
    sys.exit(main())
