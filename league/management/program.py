"""Commands for programs: an error is one sentence on standard error and exit code 2, nothing else."""

import io
import sys
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

MISUSED: Final = 2
_LARGEST_SEED: Final = 2**63


class ProgramCommand(BaseCommand):
    """A command without a database; its answer depends on its arguments and files only."""

    requires_system_checks = []
    is_from_shell = False

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.called_from_command_line = False  # so that it raises, and prints no usage around the sentence
        return parser

    def run_from_argv(self, argv: list[str]) -> None:
        self.is_from_shell = True
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")
        try:
            super().run_from_argv(argv)
        except CommandError as error:
            self._end(error)

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except CommandError as error:
            if self.is_from_shell:
                self._end(error)
            raise

    def _end(self, error: CommandError) -> None:
        self.stderr.write(str(error).removeprefix("Error: "))
        sys.exit(MISUSED)


def seed(text: str) -> int:
    """Return the seed of an argument, within the bounds of the API. ValueError, ArgumentTypeError."""
    number = int(text)
    if abs(number) > _LARGEST_SEED:
        raise ArgumentTypeError("a seed is a whole number between -(2**63) and 2**63")
    return number


def read_bytes(name: str, limit: int) -> bytes:
    """Return the bytes of a file (- is standard input), at most one more than the limit."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(limit + 1)
        with Path(name).open("rb") as file:
            return file.read(limit + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CommandError(f"{name!r} cannot be read: {reason}.", returncode=MISUSED) from None
