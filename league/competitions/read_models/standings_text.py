"""Standings as plain text, short enough for a chat."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.competitions.read_models.context import CompetitionPage
from league.competitions.read_models.shown_standings import ShownGroup, ShownRow


def as_text(page: CompetitionPage) -> str:
    """Return the standings of a page, a line for each row: rank, name, first tie-break, movement."""
    return "\n".join(_lines(page)) + "\n"


def _lines(page: CompetitionPage) -> Iterator[str]:
    title = page.competition.name
    if page.is_overall:
        yield title
        for row, player, gone in page.overall.rows:
            yield f"{row.rank}. {player.name}{f' ({gone})' if gone else ''}"
        return
    standings = page.standings
    over = sum(shown_round.is_over for shown_round in page.rounds)
    heading = ngettext("{title}, after {number} round", "{title}, after {number} rounds", over)
    yield heading.format(title=title, number=over)
    for group in standings.groups:
        yield from _group(group)


def _group(group: ShownGroup) -> Iterator[str]:
    if group.title:
        yield f"\n{group.title}"
    yield from map(_row, group.rows)


def _row(shown: ShownRow) -> str:
    line = f"{shown.row.rank}. {shown.player.name}"
    if shown.cells:
        line += f" – {shown.cells[0].text}"
    if shown.moved:
        way = _("up {ranks}") if shown.moved.by > 0 else _("down {ranks}")
        line += f" ({way.format(ranks=shown.moved.ranks)})"
    return line + (f" ({', '.join(shown.tags)})" if shown.tags else "")
