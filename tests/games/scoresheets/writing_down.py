"""Tables with real cards for tests: opened with a few words, written down deal by deal."""

import datetime as dt
from collections.abc import Sequence

from games import scoresheets, tables
from games.models import Player, Table
from games.rules.scoresheet import decide as ph
from tests.games.playing import START, fresh
from tests.games.rules.scoresheet.sheets import deal, left
from tests.games.visiting import give_accounts

__all__ = ["SCOREKEEPER", "deal", "left", "real_cards", "record"]

SCOREKEEPER = "organizer:1"


def real_cards(
    who: str = "Ana Bo Cy",
    *,
    people: Sequence[Player] = (),
    dealer: int = 0,
    start: bool = True,
    **facts,
) -> Table:
    """Open a table with real cards, seat new people, or those given, and let the match begin."""
    facts = {"name": "Table 1", "rulebook": "classic", "confirm": "others", **facts}
    people = people or [Player.objects.create(name=name) for name in who.split()]
    give_accounts(*people)
    table = tables.open_table(seats=len(people), is_physical=True, by=SCOREKEEPER, at=START, **facts)
    tables.take_seats(table.pk, players=people, by=SCOREKEEPER, at=START)
    if start:
        tables.start(table.pk, dealer=dealer, by=SCOREKEEPER, at=START)
    return fresh(table)


def record(table: Table, *commands: ph.SheetCommand, by: str = SCOREKEEPER, at: dt.datetime = START, **ids):
    """Write several things down; return the sheet after the last one."""
    for command in commands:
        sheet = scoresheets.act(table.pk, command, by=by, at=at, **ids)
    return sheet
