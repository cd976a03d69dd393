"""Results of an earlier season from a spreadsheet: it is drawn and reported as it was played."""

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.rules.base.refusal import Refusal
from games.rules.base.spelling import spelled
from league import competitions
from league.import_export.imports import (
    ImportRow,
    Preview,
    check_known,
    check_name,
    check_number,
    preview_of,
    require_sound,
)
from league.models import Club, Competition
from league.rules.brackets.advance import Finish
from league.rules.brackets.plan import PlannedMatch, PlannedRound, Slot
from league.rules.competition import commands
from league.rules.competition.events import Draw
from league.rules.settings.stages import SEASON, StageSettings
from league.rules.settings.venues import ELSEWHERE

LONGEST_TITLE: Final = 80
COLUMNS: Final = ("round", "table", "player", "place", "total", "deals_won")
MOST_AT_A_TABLE: Final = 10
_MOST_TOTAL: Final = 1_000_000


def read(club: Club, text: str) -> Preview:
    """Read earlier results, a row for each player of each table of each round.

    Rounds and tables are numbers from 1, places as at the table (ties share a place, and the next place is
    skipped); total and deals won may be missing.
    """
    preview = preview_of(text, COLUMNS, club)
    for row in preview.rows:
        check_name(row, "player")
        check_known(row, row.cells["player"], preview)
        for column, least, most in (("round", 1, 99), ("table", 1, 999), ("place", 1, MOST_AT_A_TABLE)):
            check_number(row, column, least, most)
        for column in ("total", "deals_won"):
            check_number(row, column, 0, _MOST_TOTAL, may_miss=True)
    _check_together([row for row in preview.rows if not row.faults])
    return preview


@transaction.atomic
def take(club: Club, preview: Preview, *, name: str, rulebook: str, by: str, at: dt.datetime) -> Competition:
    """Create a finished season from a valid preview, with every round drawn and reported as it was played.

    A player without a row in a round has a bye there, which is worth nothing. Refusals: `bad_rows`,
    `no_name`, and those of the commands.
    """
    require_sound(preview)
    title = spelled(name)
    if not title or len(title) > LONGEST_TITLE:
        raise Refusal(
            "no_name",
            _("Enter a competition name of up to {most} characters.").format(most=LONGEST_TITLE),
        )
    rounds = _by(preview.rows, "round")
    tables = _by(preview.rows, "round", "table").values()
    size = max(2, *(len(rows) for rows in tables))
    stage = StageSettings(SEASON, table_size=size, rounds=len(rounds))
    made = competitions.create(
        club=club, name=title, stages=[stage], rulebook=rulebook, venue=ELSEWHERE, by_hand=True, by=by, at=at
    )
    names = {row.cells["player"].casefold(): row.cells["player"] for row in preview.rows}
    competitions.enter(made.pk, players=preview.members(club, names.values()), by=by, at=at)
    numbers = {key: number for number, key in enumerate(names, start=1)}
    played = [list(_by(rounds[(str(number),)], "table").values()) for number in range(1, len(rounds) + 1)]
    as_played = (
        round_command
        for number, tables in enumerate(played, start=1)
        for round_command in _round(number, tables, numbers)
    )
    competitions.act_all(made.pk, [commands.Start(), *as_played], by=by, at=at)
    made.refresh_from_db()
    return made


def _round(
    number: int, tables: Sequence[Sequence[ImportRow]], numbers: Mapping[str, int]
) -> Iterator[commands.AnyCommand]:
    """Yield the commands that draw a round and report it as it was played."""
    seats = [[numbers[row.cells["player"].casefold()] for row in rows] for rows in tables]
    matches = [
        PlannedMatch(f"R{number}.{index}", [Slot(number) for number in seat], f"Table {index}")
        for index, seat in enumerate(seats, start=1)
    ]
    playing = {number for seat in seats for number in seat}
    away = [Slot(number) for number in numbers.values() if number not in playing]
    yield commands.MakeDraft(Draw([PlannedRound(f"R{number}", f"Round {number}", matches, away)]))
    yield commands.Publish()
    for match, rows in zip(matches, tables, strict=True):
        yield commands.RecordResult(1, match.id, [_finish(row, numbers) for row in rows])


def _finish(row: ImportRow, numbers: Mapping[str, int]) -> Finish:
    cells = row.cells
    total, won = int(cells["total"] or 0), int(cells["deals_won"] or 0)
    return Finish(numbers[cells["player"].casefold()], int(cells["place"]), total, deal_wins=won)


def _check_together(rows: Sequence[ImportRow]) -> None:
    """Check tables, rounds and their numbers, for rows that are valid by themselves."""
    for table in _by(rows, "round", "table").values():
        _check_table(table)
    for one_round in _by(rows, "round").values():
        _check_round(one_round)
    there = {int(row.cells["round"]) for row in rows}
    missing = next((number for number in range(1, max(there, default=0)) if number not in there), 0)
    for row in rows:
        if missing and int(row.cells["round"]) > missing:
            row.faults.append(_("Round {number} is missing before this round.").format(number=missing))


def _check_table(rows: Sequence[ImportRow]) -> None:
    places = sorted(int(row.cells["place"]) for row in rows)
    expected = [1 + sum(other < place for other in places) for place in places]
    for row in rows:
        if not 2 <= len(rows) <= MOST_AT_A_TABLE:
            sentence = _("A table has 2 to {most} players, not {number}.")
            row.faults.append(sentence.format(most=MOST_AT_A_TABLE, number=len(rows)))
        elif places != expected:
            listed = ", ".join(map(str, places))
            sentence = _("The ranks at this table do not add up: {places}.")
            row.faults.append(sentence.format(places=listed))


def _check_round(rows: Sequence[ImportRow]) -> None:
    twice = Counter(row.cells["player"].casefold() for row in rows)
    for row in rows:
        if twice[row.cells["player"].casefold()] > 1:
            row.faults.append(_("This player appears twice in the round."))


def _by(rows: Sequence[ImportRow], *columns: str) -> dict[tuple[str, ...], list[ImportRow]]:
    """Return the rows grouped by the numbers in some columns, in the order of these numbers."""
    groups: dict[tuple[str, ...], list[ImportRow]] = {}
    for row in rows:
        groups.setdefault(tuple(str(int(row.cells[column])) for column in columns), []).append(row)
    return dict(sorted(groups.items(), key=lambda group: [int(part) for part in group[0]]))
