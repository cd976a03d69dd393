"""The command `wildleague`: the demo, the processes of a site, and all commands of `manage`."""

import os
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from typing import Final, NamedTuple

# The command answers by printing.
# ruff: noqa: T201

_PURE: Final = {("draw",), ("standings",), ("rulebook",), ("record", "check"), ("record", "verify-shuffle")}
"""Commands that read what they are given and answer: they sign and keep nothing."""
_MISTYPED: Final = 2

Arguments = Sequence[str]


class Command(NamedTuple):
    """A command: its line in the help, and what it runs."""

    help: str
    run: Callable[[Arguments], None]


def main() -> None:
    """Run the command named on the command line."""
    name, *arguments = sys.argv[1:] or ["help"]
    if name in ("--version", "version"):
        print(f"Wildleague {version('wildleague')}")
    elif name in ("--help", "-h", "help"):
        print(_help())
    elif name in COMMANDS:
        COMMANDS[name].run(arguments)
    else:
        print(f"“{name}” is no command of Wildleague.\n\n{_help()}", file=sys.stderr)
        sys.exit(_MISTYPED)


def manage(arguments: Arguments, program: str = "wildleague manage") -> None:
    """Run a command of Django or of this site, such as `migrate` or `verify`."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    if {tuple(arguments[:1]), tuple(arguments[:2])} & _PURE and not os.environ.get("SECRET_KEY"):
        # So that they run on a fresh machine, where no setting is made yet.
        os.environ["SECRET_KEY"] = secrets.token_urlsafe(50)
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line([program, *arguments])
    except ImproperlyConfigured as error:
        if "--traceback" in arguments:
            raise
        sys.exit(str(error))


def _demo(arguments: Arguments) -> None:
    from league import dev_server

    dev_server.run_and_exit(arguments)


def _web(arguments: Arguments) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    from league import web

    web.main(arguments)


def _worker(arguments: Arguments) -> None:
    from league import worker

    worker.main(arguments)


def _beat(arguments: Arguments) -> None:
    from league.celery import app

    sys.exit(app.start(["--quiet", "beat", "--loglevel", "WARNING", *arguments]))


COMMANDS: Final[Mapping[str, Command]] = {
    "demo": Command("open a club night on this machine, with example data (--reset deletes its data)", _demo),
    "web": Command("serve pages and the API", _web),
    "worker": Command("run tasks: all, or those of the queues that you name", _worker),
    "beat": Command("start the sweeps; run it once for the whole site", _beat),
    "manage": Command("run a command of the site: migrate, createsuperuser, backup, verify …", manage),
}


def _help() -> str:
    lines = [f"  {name:<8} {command.help}" for name, command in COMMANDS.items()]
    return "\n".join(
        [
            "Usage: wildleague COMMAND …",
            "",
            *lines,
            "",
            "`wildleague COMMAND --help` explains a command. The environment sets the rest (DATA_DIR …).",
        ]
    )


if __name__ == "__main__":
    main()
