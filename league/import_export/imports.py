"""Imports: every row is checked and shown with its faults; then all rows are imported, or none.

Rows are read into a preview, which is valid or lists the faults of each row.
"""

import datetime as dt
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.db import transaction
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Player
from games.rules.base.refusal import Refusal
from games.rules.base.spelling import spelled
from league import competitions
from league.audit import log
from league.clubs import members
from league.competitions.entrants.entering import guests_of
from league.import_export.csv_sheet import UploadedRow, parsed
from league.models import Club, Competition, Membership
from league.rules.competition import commands

LONGEST_NAME: Final = 60
PLAYER_COLUMNS: Final = ("name",)
ENTRANT_COLUMNS: Final = ("name", "team", "seed")


@dataclass(slots=True)
class ImportRow:
    """A row as it was written; `note` says what importing it would do, `faults` why it is impossible."""

    number: int
    cells: Mapping[str, str]
    note: str = ""
    faults: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Preview:
    """A parsed spreadsheet; nothing is imported while any row has a fault."""

    columns: Sequence[str]
    rows: list[ImportRow]
    known: dict[str, list[Player]]

    @property
    def faults(self) -> int:
        """The number of rows with faults."""
        return sum(bool(row.faults) for row in self.rows)

    @property
    def is_sound(self) -> bool:
        """Whether all rows can be imported."""
        return not self.faults

    def add_guests(self, club: Club) -> None:
        """Let names that no member has mean the guests of the club."""
        for guest in guests_of(club):
            key = unicodedata.normalize("NFC", guest.name).casefold()
            if not any(player.pk != guest.pk for player in self.known.get(key, [])):
                self.known.setdefault(key, [guest])

    def entrants(self, names: Iterable[str]) -> list[Player]:
        """Return the people of different names in their order; those who are missing are new guests."""
        wanted = {name.casefold(): name for name in names}
        missing = {key: name for key, name in wanted.items() if not self.known.get(key)}
        made = Player.objects.bulk_create(Player(name=name) for name in missing.values())
        guests = dict(zip(missing, made, strict=True))
        return [guests[key] if key in guests else self.known[key][0] for key in wanted]

    def members(self, club: Club, names: Iterable[str]) -> list[Player]:
        """Return the members of different names in their order, after adding those who are missing."""
        wanted = {name.casefold(): name for name in names}
        missing = {key: name for key, name in wanted.items() if not self.known.get(key)}
        added = dict(zip(missing, _added(club, missing.values()), strict=True))
        return [added[key] if key in added else self.known[key][0] for key in wanted]


def players(club: Club, text: str) -> Preview:
    """Read new members, a name in each row. Refusals are those of `sheet.parsed`."""
    preview = preview_of(text, PLAYER_COLUMNS, club)
    names = Counter(row.cells["name"].casefold() for row in preview.rows)
    for row in preview.rows:
        check_name(row, "name")
        name = row.cells["name"].casefold()
        if name and names[name] > 1:
            row.faults.append(_("This name appears twice."))
        if preview.known.get(name):
            row.faults.append(_("A member with this name already exists."))
        row.note = _("new member")
    return preview


@transaction.atomic
def take_players(club: Club, preview: Preview) -> None:
    """Add everybody in a valid preview as a member. Refusal `bad_rows`."""
    require_sound(preview)
    _added(club, [row.cells["name"] for row in preview.rows])


def entrants(competition: Competition, text: str) -> Preview:
    """Read entrants: name, team and seed, a number from 1 in every row or in none."""
    preview = preview_of(text, ENTRANT_COLUMNS, competition.club)
    preview.add_guests(competition.club)
    entered = set(competition.entrants.values_list("player", flat=True))
    names = Counter(row.cells["name"].casefold() for row in preview.rows)
    for row in preview.rows:
        check_name(row, "name")
        check_known(row, row.cells["name"], preview)
        name = row.cells["name"].casefold()
        if not preview.known.get(name):
            row.note = _("guest")
        if name and names[name] > 1:
            row.faults.append(_("This name appears twice."))
        if any(player.pk in entered for player in preview.known.get(name, [])):
            row.faults.append(_("This player has already entered."))
        if len(row.cells["team"]) > LONGEST_NAME:
            row.faults.append(_("A team name can have up to {most} characters.").format(most=LONGEST_NAME))
        check_spelling(row, row.cells["team"])
    _check_seeds(competition, preview)
    return preview


@transaction.atomic
def take_entrants(competition: Competition, preview: Preview, *, by: str, at: dt.datetime) -> None:
    """Enter everybody in a valid preview, and seed them. Refusals: `bad_rows`, and those of the commands."""
    require_sound(preview)
    rows, seeded = preview.rows, all(row.cells["seed"] for row in preview.rows)
    if seeded:
        rows = sorted(rows, key=lambda row: int(row.cells["seed"]))
    players = preview.entrants([row.cells["name"] for row in rows])
    teams = {
        player.pk: row.cells["team"] for player, row in zip(players, rows, strict=True) if row.cells["team"]
    }
    competitions.enter(competition.pk, players=players, teams=teams, by=by, at=at)
    if seeded:
        state = competitions.look(competition.pk)
        numbers = {entrant.player: entrant.number for entrant in state.entrants.values()}
        order = [numbers[player.pk] for player in players]
        competitions.act(competition.pk, commands.Seed(order, "csv"), by=by, at=at)


def _added(club: Club, names: Iterable[str]) -> list[Player]:
    """Add new members to a club. Refusal `quota_used_up`."""
    made = Player.objects.bulk_create(Player(name=name) for name in names)
    Membership.objects.bulk_create(Membership(club=club, player=player) for player in made)
    log.note_added_members(club.pk, [player.pk for player in made])
    return made


def preview_of(text: str, columns: Sequence[str], club: Club) -> Preview:
    """Return the unchecked rows of a spreadsheet. Refusals are those of `sheet.parsed`."""
    rows = [_row(line) for line in parsed(text, columns)]
    known: dict[str, list[Player]] = {}
    for member in members.everybody(club):
        known.setdefault(unicodedata.normalize("NFC", member.player.name).casefold(), []).append(
            member.player
        )
    return Preview(columns, rows, known)


def require_sound(preview: Preview) -> None:
    """Refuse to import a part of a spreadsheet: Refusal `bad_rows`."""
    if not preview.is_sound:
        raise Refusal(
            "bad_rows",
            ngettext(
                "{faults} row has errors. Nothing was imported.",
                "{faults} rows have errors. Nothing was imported.",
                preview.faults,
            ).format(faults=preview.faults),
        )


def check_name(row: ImportRow, column: str) -> None:
    """Record the faults of a name."""
    name = row.cells[column]
    if not name:
        row.faults.append(_("The name is missing."))
    elif len(name) > LONGEST_NAME:
        row.faults.append(_("A name can have up to {most} characters.").format(most=LONGEST_NAME))
    else:
        check_spelling(row, name)


def check_spelling(row: ImportRow, name: str) -> None:
    """Record an invisible character in the name of a player or a team."""
    try:
        spelled(name)
    except Refusal as refusal:
        row.faults.append(refusal.sentence)


def check_known(row: ImportRow, name: str, preview: Preview) -> None:
    """Record whether the player is already a member, and a fault if the name is ambiguous."""
    namesakes = preview.known.get(name.casefold(), [])
    if len(namesakes) > 1:
        row.faults.append(_("Several members have this name, so it is not clear who is meant."))
    row.note = _("member") if namesakes else _("new member")


def check_number(row: ImportRow, column: str, least: int, most: int, *, may_miss: bool = False) -> None:
    """Record a fault if a cell is not a whole number in its range."""
    text = row.cells[column]
    if not text and may_miss:
        return
    is_number = text.isascii() and text.isdecimal() and len(text) < 9
    if not is_number or not least <= int(text) <= most:
        row.faults.append(
            _("{column} must be a number from {least} to {most}.").format(
                column=column.replace("_", " ").capitalize(),
                least=least,
                most=number_format(most, force_grouping=True),
            )
        )


def _row(line: UploadedRow) -> ImportRow:
    row = ImportRow(line.number, line.cells)
    if line.surplus:
        cells = ", ".join(cell[:40] for cell in line.surplus[:3])
        sentence = _("There is no column for “{cells}”. Put quotes around a cell that contains a comma.")
        row.faults.append(sentence.format(cells=cells))
    return row


def _check_seeds(competition: Competition, preview: Preview) -> None:
    """Check the seeds, which seed the whole competition and so need all its entrants."""
    if not any(row.cells["seed"] for row in preview.rows):
        return
    seeds = Counter(row.cells["seed"] for row in preview.rows)
    is_first = not competition.entrants.exists()
    for row in preview.rows:
        check_number(row, "seed", 1, len(preview.rows))
        if seeds[row.cells["seed"]] > 1:
            row.faults.append(_("Give each number only once, and number either everyone or no one."))
        if not is_first:
            row.faults.append(_("Other players have already entered: seed everyone at the desk."))
