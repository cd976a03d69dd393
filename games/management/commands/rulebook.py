"""`manage.py rulebook`: list the rulebooks, show one, check one with changes."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.rulebooks import catalogue, documents
from games.rules.base.refusal import Refusal
from games.rules.notation.notation import NotationError
from games.rules.notation.scenario_files import option_changes
from games.rules.options import rulebooks
from games.rules.options.option_texts import OPTION_GROUPS
from games.rules.options.options import differences


class Command(BaseCommand):
    """Exit with 1 for a refusal, with 2 for arguments that cannot be read."""

    help = "List, show and check rulebooks."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        verbs.add_parser("list", help="print every preset")
        verbs.add_parser(
            "show", help="print every option of a rulebook; * marks what is not as in Classic"
        ).add_argument("name")
        check = verbs.add_parser("check", help="say whether a preset with changes can be played")
        check.add_argument("name")
        check.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", dest="changes")
        check.add_argument("--seats", type=int)
        for verb in verbs.choices.values():
            verb.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["verb"] == "list":
            self._list(as_json=options["json"])
        elif options["verb"] == "show":
            self._show(options["name"], as_json=options["json"])
        else:
            self._check(options["name"], options["changes"], options["seats"], as_json=options["json"])

    def _list(self, *, as_json: bool) -> None:
        if as_json:
            return self._print_json({"rulebooks": documents.summaries()})
        for name in rulebooks.names():
            self.stdout.write(f"{name:22} {rulebooks.title(name)}. {rulebooks.summary(name)}")
        return None

    def _show(self, name: str, *, as_json: bool) -> None:
        rulebook = catalogue.find(name)
        if rulebook is None:
            self._refuse(documents.verdict(name, {}), as_json=as_json)
            return
        if as_json:
            self._print_json(documents.explained(rulebook))
            return
        unusual = differences(rulebook.options)
        self.stdout.write(f"{rulebook.title}. {rulebook.summary}")
        for group in OPTION_GROUPS:
            self.stdout.write(f"\n{group.title}")
            for about in group.options:
                if not about.matters(rulebook.options):
                    continue
                value = getattr(rulebook.options, about.name)
                mark = "*" if about.name in unusual else " "
                self.stdout.write(
                    f"{mark} {about.name} = {about.written(value)}: {about.title}, {about.words(value)}"
                )

    def _check(self, name: str, changes: list[str], seats: int | None, *, as_json: bool) -> None:
        try:
            verdict = documents.verdict(name, option_changes(changes), seats)
        except NotationError as error:
            raise CommandError(f"{error}.", returncode=2) from None
        except Refusal as refusal:  # an unknown option, whose value cannot be read
            verdict = documents.refused(refusal)
        if not verdict["ok"]:
            self._refuse(verdict, as_json=as_json)
        elif as_json:
            self._print_json(verdict)
        else:
            fitting = ", ".join(map(str, verdict["seats"]))
            self.stdout.write(f"ok: {name} can be played by {fitting}.")
            for option, value in verdict["differences"].items():
                self.stdout.write(f"  {option} = {json.dumps(value)}")

    def _refuse(self, verdict: dict[str, Any], *, as_json: bool) -> None:
        if as_json:
            self._print_json(verdict)
        else:
            self.stdout.write(f"{verdict['code']}: {verdict['message']}")
        sys.exit(1)

    def _print_json(self, document: dict[str, Any]) -> None:
        self.stdout.write(json.dumps(document))
