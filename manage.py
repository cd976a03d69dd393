#!/usr/bin/env python
"""Django's command line."""

import os
import secrets
import sys

PURE = {("draw",), ("standings",), ("rulebook",), ("record", "check"), ("record", "verify-shuffle")}
"""Commands that read what they are given and answer: they sign and keep nothing."""


def main() -> None:
    """Run the command named on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    if {tuple(sys.argv[1:2]), tuple(sys.argv[1:3])} & PURE and not os.environ.get("SECRET_KEY"):
        # So that they run in a fresh clone, where no setting is made yet.
        os.environ["SECRET_KEY"] = secrets.token_urlsafe(50)
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
