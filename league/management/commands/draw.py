"""`manage.py draw`: print the draw of a competition for programs; nothing is stored."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from games.rules.base.refusal import Refusal
from league.management.program import MISUSED, ProgramCommand, read_bytes, seed
from league.rules.brackets.series import STARTS
from league.rules.documents import entry_list, history_document
from league.rules.documents.draw import document, text
from league.rules.documents.draw_request import FORMATS, RESEED
from league.rules.documents.entrants import draw_request
from league.rules.swiss.usual_opponents import PULL_UPS


class Command(ProgramCommand):
    """Print lines of text, or one JSON object."""

    help = "Draw a competition: its rounds, matches and byes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--format", required=True, choices=FORMATS)
        source = parser.add_mutually_exclusive_group()
        source.add_argument("--entrants", type=int, metavar="N", help="draw for seeds 1 to N")
        source.add_argument(
            "--file", help="entrants as CSV or JSON (name, club, rating); - for standard input"
        )
        parser.add_argument(
            "--by", choices=["rating"], help="seed by this; otherwise in the order of the file"
        )
        parser.add_argument("--table-size", type=int, metavar="S", help="entrants of a match, 2 to 10")
        parser.add_argument("--advance", type=int, metavar="K", help="how many advance from each table")
        parser.add_argument(
            "--byes", type=int, metavar="B", help="number of top seeds that skip the first round"
        )
        parser.add_argument(
            "--rounds",
            type=int,
            metavar="R",
            help="how many rounds at tables to draw at once; with --results, how many a Swiss has in all",
        )
        parser.add_argument("--legs", type=int, help="1 or 2, of a round robin")
        parser.add_argument("--third-place", action="store_true", help="a match for the third place")
        parser.add_argument(
            "--consolation", action="store_true", help="whoever loses the first match plays on"
        )
        parser.add_argument(
            "--reseed", nargs="?", const="seed", choices=RESEED, help="reseed each round by this (seed)"
        )
        parser.add_argument(
            "--best-of-matches",
            type=int,
            default=1,
            metavar="N",
            help="1, 3 or 5: of how many games the best decides a match of two",
        )
        parser.add_argument(
            "--best-of-from", choices=STARTS[1:], help="from which round on; one game decides before"
        )
        parser.add_argument(
            "--fold", action="store_true", help="of equal points the best meets the last in a Swiss of two"
        )
        parser.add_argument("--pull-up", choices=PULL_UPS[1:], help="who comes up to an odd one above")
        parser.add_argument(
            "--separate-clubs", type=int, metavar="R", help="keep club-mates apart in the first R rounds"
        )
        parser.add_argument("--seed", type=seed, default=0, metavar="X", help="what lots follow from")
        parser.add_argument(
            "--results", metavar="FILE", help="the results so far as JSON; - for standard input"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *_args: Any, **options: Any) -> None:
        files = {name: options.pop(name) for name in ("file", "results")}
        if files == {"file": "-", "results": "-"}:
            raise CommandError("Only one file can be standard input.", returncode=MISUSED)
        try:
            entries = results = None
            if files["file"] is not None:
                entries = entry_list.read(read_bytes(files["file"], entry_list.LIMIT))
            if files["results"] is not None:
                results = history_document.read(read_bytes(files["results"], history_document.LIMIT))
            drawn = document(draw_request(entries, results, options))
        except Refusal as refusal:
            raise CommandError(refusal.sentence, returncode=MISUSED) from None
        self.stdout.write(
            json.dumps(drawn, ensure_ascii=False) if options["json"] else "\n".join(text(drawn))
        )
