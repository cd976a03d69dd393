"""The people who may enter the scores of a competition table, and the next steps for other visitors."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from games.access.referees import Call
from games.models import Table
from league.competitions.event_night import table_codes, table_scorekeepers
from league.competitions.event_night.calls import call_at
from league.models import Club, Match


@dataclass(frozen=True)
class WhoEnters:
    """The people who may enter the scores of a table, shown to a visitor who may not.

    `keeper` is the scorekeeper of this table, empty where nobody was named. `printed_address` is where the
    code of the printed sheet opens the score pad, empty where it does not. Holders of the sheet may call the
    referee: `call` is None for others, and where no match is played now.
    """

    club: Club
    keeper: str
    printed_address: str
    call: Call | None


def who_enters(request: HttpRequest, table: Table) -> WhoEnters | None:
    """Return who enters the scores of a table; None outside competitions.

    Two queries, and five at most for holders of the sheet.
    """
    match = Match.objects.filter(table=table.pk).select_related("competition__club").first()
    if match is None:
        return None
    competition, number = match.competition, match.table_number
    keeper = table_scorekeepers.of_tables(competition).get(number)
    is_open = competition.self_report and number > 0
    return WhoEnters(
        club=competition.club,
        keeper=keeper.name if keeper else "",
        printed_address=reverse("printed_address", args=[competition.pk, number]) if is_open else "",
        call=call_at(table.pk) if table_codes.is_held(request, table.pk) else None,
    )


def players_keep(table_id: int) -> bool | None:
    """Whether the players of a competition table keep its score; None outside competitions. One query.

    The competition says it, not the table: what organizers choose counts at once, also at tables in play.
    """
    of_table = Match.objects.filter(table=table_id)
    return of_table.values_list("competition__self_report", flat=True).first()
