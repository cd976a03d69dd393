"""The details of a row of the standings: its rank and why, all arithmetic, its matches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Player
from games.naming.player_names import as_read
from league.competitions.read_models.rounds import ShownRound
from league.competitions.read_models.shown_match import ShownMatch
from league.competitions.read_models.shown_standings import points_first, value_of
from league.rules.competition.stage import Stage
from league.rules.competition.state import State
from league.rules.settings.translated_names import translated
from league.rules.stages import standings_cache
from league.rules.stages.drawn_rounds import label
from league.rules.stages.stage_standings import chain_of
from league.rules.standings.row import PLACE, STAGE_ROUND, StandingsRow
from league.rules.standings.season_table import MINIMUM, AdjustmentLine
from league.rules.tiebreaks import POINTS, TIE_BREAKS, chain
from league.rules.tiebreaks.tiebreak import TieBreak, explained

_OF_A_KNOCK_OUT = {
    STAGE_ROUND: gettext_lazy("Reached an earlier round than the row above."),
    PLACE: gettext_lazy("Placed lower at the table than the row above, in the same round."),
    MINIMUM: gettext_lazy("The row above has played enough rounds to rank above those who have not."),
}


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A tie-break of a row: its value and, line by line, its arithmetic."""

    tie_break: TieBreak
    value: str
    lines: list[str]


@dataclass(frozen=True, slots=True)
class RowPage:
    """A row of the standings with its details; `shared_by` counts the rows with its rank."""

    row: StandingsRow
    player: Player
    stage_name: str
    group: str
    shared_by: int
    why: str
    arithmetic: list[Arithmetic]
    rounds: list[tuple[ShownRound, ShownMatch | None]]


class _Names:
    """The names of entrants."""

    def __init__(self, state: State, players: Mapping[int, Player]) -> None:
        self._state, self._players = state, players

    def __call__(self, entrant: int | str) -> str:
        return self._players[self._state.entrants[int(entrant)].player].name


def row_details(
    head: bytes,
    state: State,
    stage: Stage,
    entrant: int,
    players: Mapping[int, Player],
    rounds: Sequence[ShownRound],
) -> RowPage | None:
    """Return the row of an entrant in a stage, None when there is none; `head` belongs to `state`."""
    name = _Names(state, players)
    for group, rows in enumerate(standings_cache.tables(head, state, stage).rows):
        position = next((n for n, row in enumerate(rows) if row.entrant == entrant), None)
        if position is not None:
            row, player = rows[position], players[state.entrants[entrant].player]
            deciding = [] if stage.settings.is_knock_out else chain(chain_of(stage))
            return RowPage(
                row,
                player,
                stage.settings.title,
                translated(label(stage, group)),
                sum(other.rank == row.rank for other in rows),
                _why(row, rows[position - 1] if position else None, deciding, name),
                [
                    Arithmetic(tie_break, value_of(row, tie_break), _lines(row, tie_break, name, player))
                    for tie_break in points_first(deciding)
                ],
                _matches(rounds, group, entrant),
            )
    return None


def _why(row: StandingsRow, above: StandingsRow | None, deciding: Sequence[TieBreak], name: _Names) -> str:
    """Return the reason why the row stands below the row above."""
    if above is None:
        return _("No one is ahead.")
    name_above = name(above.entrant)
    if row.decided_by is None:
        return _("Nothing separates this row from the row of {name}: they share the rank.").format(
            name=name_above
        )
    if row.decided_by in _OF_A_KNOCK_OUT:
        return (
            _("The row above is the row of {name}.").format(name=name_above)
            + f" {_OF_A_KNOCK_OUT[row.decided_by]}"
        )
    decider = TIE_BREAKS[row.decided_by]
    sentence = _("This row is below the row of {name}: {tie_break}, {value} against {other}.")
    if [decider] != deciding[:1]:
        sentence = _(
            "This row is below the row of {name}: {tie_break}, {value} against {other}, and everything "
            "before that is tied."
        )
    return sentence.format(
        tie_break=_(decider.name),
        name=name_above,
        value=value_of(row, decider),
        other=value_of(above, decider),
    )


def _lines(row: StandingsRow, tie_break: TieBreak, name: _Names, player: Player) -> list[str]:
    """Return the arithmetic in words; a bonus or a penalty includes its reason."""
    worth = row.worths.get(tie_break.code)
    if worth is None:
        return []
    lines = explained(worth, name)
    if tie_break.code != POINTS or not row.lines:
        return lines
    first = len(worth.terms) - len(row.lines)
    extra = [_line(line, as_read(line.reason, player)) for line in row.lines]
    return [*lines[:first], *extra, *lines[first + len(extra) :]]


def _line(line: AdjustmentLine, reason: str) -> str:
    text = _("bonus {points}: {reason}") if line.points > 0 else _("penalty {points}: {reason}")
    text = text.format(points=f"{line.points:+}".replace("-", "−"), reason=reason)
    return _("{line}, withdrawn: does not count").format(line=text) if line.is_withdrawn else text


def _matches(
    rounds: Sequence[ShownRound], group: int, entrant: int
) -> list[tuple[ShownRound, ShownMatch | None]]:
    """Return the matches and byes of an entrant in the order of the rounds; None for a bye."""
    matches: list[tuple[ShownRound, ShownMatch | None]] = []
    for shown_round in rounds:
        if shown_round.group == group or shown_round.is_play_off:
            matches += [(shown_round, match) for match in shown_round.matches_of(entrant)]
            matches += [(shown_round, None) for free in shown_round.byes if free.entrant == entrant]
    return matches
