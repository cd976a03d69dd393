"""The people who may enter the scores of a competition table, and the next steps for other visitors."""

from dataclasses import dataclass

from games.access.referees import Call
from games.models import Table
from league.competitions.event_night import table_codes, table_scorekeepers
from league.competitions.event_night.calls import call_at
from league.models import Club, Match


@dataclass(frozen=True)
class WhoEnters:
    """The people who may enter the scores of a table, shown to a visitor who may not.

    `keeper` is the scorekeeper of this table, empty where nobody was named. With the `code` of the printed
    sheet the visitor may call the referee; `call` is None where no match is played now.
    """

    club: Club
    keeper: str
    code: str
    call: Call | None


def who_enters(table: Table, code: str) -> WhoEnters | None:
    """Return who enters the scores of a table; None outside competitions. Four queries at most."""
    match = Match.objects.filter(table=table.pk).select_related("competition__club").first()
    if match is None:
        return None
    keeper = table_scorekeepers.of_tables(match.competition).get(match.table_number)
    is_there = table_codes.fits(table.pk, code)
    return WhoEnters(
        club=match.competition.club,
        keeper=keeper.name if keeper else "",
        code=code if is_there else "",
        call=call_at(table.pk) if is_there else None,
    )
