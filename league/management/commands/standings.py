"""`manage.py standings`: compute standings from a file of results by any tie-breaks; nothing is stored."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from fractions import Fraction
from typing import Any

from django.core.management.base import CommandError

from games.rules.base.refusal import Refusal
from league.management.program import MISUSED, ProgramCommand, read_bytes, seed
from league.rules.documents import history_document
from league.rules.documents.standings_document import document, table
from league.rules.standings.ranking import rank
from league.rules.tiebreaks import TIE_BREAKS
from league.rules.tiebreaks.results import FIDE2026, TREATMENTS
from league.rules.tiebreaks.rounds import exact


class Command(ProgramCommand):
    """Print a table, or one JSON object."""

    help = "Work out standings from a file of results."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--file", required=True, help="the results as JSON; - for standard input")
        parser.add_argument(
            "--tiebreaks", default="points", metavar="CODE,CODE,…", help=f"of {', '.join(TIE_BREAKS)}"
        )
        parser.add_argument(
            "--unplayed", choices=TREATMENTS, default=FIDE2026, help="how unplayed rounds are treated"
        )
        drawn = parser.add_mutually_exclusive_group()
        drawn.add_argument(
            "--round-robin",
            action="store_const",
            const=True,
            dest="is_predetermined",
            help="matches fixed beforehand: a forfeit is a regular match",
        )
        drawn.add_argument("--swiss", action="store_const", const=False, dest="is_predetermined")
        parser.add_argument("--win", type=_points, help="what a win gives, where the results do not tell")
        parser.add_argument("--draw", type=_points, help="what a draw gives, where the results do not tell")
        parser.add_argument("--seed", type=seed, default=0, help="what lots follow from")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *_args: Any, **options: Any) -> None:
        data = read_bytes(options["file"], history_document.LIMIT)
        try:
            rows = rank(
                history_document.read(data),
                [code.strip() for code in options["tiebreaks"].split(",")],
                **{name: options[name] for name in ("unplayed", "is_predetermined", "win", "draw", "seed")},
            )
        except Refusal as refusal:
            raise CommandError(refusal.sentence, returncode=MISUSED) from None
        if options["json"]:
            self.stdout.write(json.dumps(document(rows, unplayed=options["unplayed"]), ensure_ascii=False))
        else:
            self.stdout.write("\n".join(table(rows)))


def _points(text: str) -> Fraction:
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number <= 1_000_000_000:
        raise ArgumentTypeError(f"{text!r} is no number of points")
    return exact(number)
