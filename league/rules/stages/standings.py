"""The standings of each stage, group by group, and of the whole competition."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Final

import msgspec

from league.rules.brackets.plan import PlannedRound
from league.rules.competition.events import RecordedPlace
from league.rules.competition.stage import Match, Stage
from league.rules.competition.state import BEFORE_START, NEW, State
from league.rules.formats import double_elimination, single_elimination
from league.rules.history import Entrant, History
from league.rules.settings.stages import DOUBLE_ELIMINATION, ROUND_ROBIN, SEASON, SINGLE_ELIMINATION
from league.rules.stages import chances
from league.rules.stages.history import history
from league.rules.standings.row import PLACE, STAGE_ROUND, Row
from league.rules.standings.season_table import Counting, Line, SeasonRow, season_table
from league.rules.tiebreaks.lot import drawn

_AT_TABLES: Final = ("points", "wins", "deal_wins", "mates", "best_round")
_USUAL: Final = {SEASON: ("points", "wins", "deal_wins", "direct", "best_round")}
_USUAL_OF_TWO: Final = {ROUND_ROBIN: ("points", "direct", "wins", "sb")}
_OF_TWO: Final = ("points", "bh_cut1", "bh", "sb", "wins")


def chain_of(stage: Stage) -> Sequence[str]:
    """Return the codes of the tie-breaks that rank a stage: those chosen, else the usual ones."""
    if stage.tiebreaks:
        return stage.tiebreaks
    if stage.settings.seats == 2:
        return _USUAL_OF_TWO.get(stage.settings.format, _OF_TWO)
    return _USUAL.get(stage.settings.format, _AT_TABLES)


def rows_of(state: State, stage: Stage) -> list[list[Row]]:
    """Return the standings of each group of a stage, best first."""
    return [_rows(state, stage, group) for group in range(len(stage.groups))]


def ranks_before(state: State, stage: Stage, group: int) -> dict[int, int]:
    """Return the ranks in a group without the last round that has a result, by entrant.

    Empty while there is but one such round, and in a knock-out, where a round only sends people out.
    """
    if stage.settings.is_knock_out:
        return {}
    played = history(state, stage, group)
    with_results = [number for number, one in enumerate(played.rounds) if one.matches]
    if len(with_results) < 2:
        return {}
    before = msgspec.structs.replace(played, rounds=played.rounds[: with_results[-1]])
    return {int(row.entrant): row.rank for row in _table(stage, group, before)}


def standings(state: State) -> list[Row]:
    """Return all entrants in the order of the competition: the last stage first, then who came less far.

    Divisions stand one below the other; those of equal groups who have the same rank share it.
    """
    if state.status == NEW or state.status in BEFORE_START:
        return []
    found: list[Row] = []
    listed: set[int] = set()
    for stage in reversed([one for one in state.stages if one.is_shown]):
        for rows in _sections(state, stage):
            rest = [row for row in rows if row.entrant not in listed]
            found += _ranked_behind(rest, len(found))
            listed |= {row.entrant for row in rest}
    return found


def winners(state: State) -> list[int]:
    """Return who shares the first rank of the competition."""
    return [row.entrant for row in standings(state) if row.rank == 1]


def _rows(state: State, stage: Stage, group: int) -> list[Row]:
    if stage.settings.is_knock_out:
        return _knock_out(state, stage, group)
    places = _places_by_entrant(stage)
    table = _table(stage, group, history(state, stage, group))
    places_possible = chances.possible(state, stage, group, table)
    at_the_cut = chances.at_the_cut(state, stage, group, table)
    return [
        msgspec.structs.replace(
            _row(row.rank, int(row.entrant), row.decided_by, places.get(int(row.entrant), [])),
            points=int(row.points),
            worths=row.worths,
            days=row.days,
            lines=row.lines,
            best=places_possible[row.entrant].best if places_possible else 0,
            worst=places_possible[row.entrant].worst if places_possible else 0,
            chance=at_the_cut.get(row.entrant, ""),
        )
        for row in table
    ]


def _table(stage: Stage, group: int, played: History) -> list[SeasonRow]:
    settings, scheme = stage.settings, stage.settings.points
    lines = [
        Line(one.number, one.entrant, one.points, one.reason, one.is_withdrawn)
        for one in stage.adjustments.values()
        if one.entrant in stage.groups[group]
    ]
    return season_table(
        played,
        chain_of(stage),
        Counting(settings.best_of, settings.minimum),
        lines=lines,
        win=Fraction(scheme.points(1, settings.seats)),
        draw=Fraction(scheme.points(1, 2) + scheme.points(2, 2), 2) if settings.seats == 2 else None,
        is_predetermined=settings.format == ROUND_ROBIN,
        lots=_lots(stage.groups[group]),
        by_seed=True,
    )


def _lots(seeded: Sequence[int]) -> list[Entrant]:
    """Return the order of the lots: each follows from the place in the seeding, whenever one entered."""
    return [seeded[int(place)] for place in drawn(range(len(seeded)), 0)]


def _knock_out(state: State, stage: Stage, group: int) -> list[Row]:
    """Rank those still in first, then by the round in which they went out, then by the place there."""
    gone, places = state.gone() | stage.unseated(), _places_by_entrant(stage)
    last, plays_on, consoled = _last_matches(stage), _playing_on(stage, group), _consoled(stage, group)
    places_there = {one: own[-1].place for one, own in _places_by_entrant(stage, in_bracket=True).items()}
    certain = _certain_places(stage, group)
    keys: dict[int, tuple[int, int, int]] = {}
    for entrant in stage.groups[group]:
        number, match = last.get(entrant, (0, None))
        is_out = certain.get(entrant, 1) > 1 or _is_out(entrant, match, gone)
        place = places_there.get(entrant, 0)
        keys[entrant] = (1, -number, place) if is_out else (0, 0, 0)
    rows: list[Row] = []
    for position, entrant in enumerate(
        sorted(keys, key=lambda one: (certain.get(one, 0), keys[one])), start=1
    ):
        decider = _decider(keys[entrant], keys[rows[-1].entrant]) if rows else None
        rank = certain.get(entrant) or (position if decider or not rows else rows[-1].rank)
        if rows and rank == rows[-1].rank:
            decider = None
        row = _row(rank, entrant, decider, places.get(entrant, []))
        is_out = keys[entrant][0] == 1 and (entrant in gone or entrant not in plays_on)
        rows.append(msgspec.structs.replace(row, is_out=is_out, is_consoled=entrant in consoled))
    return rows


def _is_out(entrant: int, match: Match | None, gone: Collection[int]) -> bool:
    """Whether an entrant plays on after the last match in which they are known to sit."""
    if entrant in gone:
        return True
    if match is None or match.is_open:
        return False
    return entrant not in match.order[: max(1, match.round.advance)]


def _decider(key: tuple[int, int, int], above: tuple[int, int, int]) -> str | None:
    if key[:2] != above[:2]:
        return STAGE_ROUND
    return PLACE if key != above else None


def _certain_places(stage: Stage, group: int) -> Mapping[int, int]:
    """Return the final places that a bracket says for certain, by entrant."""
    rounds = [
        msgspec.structs.replace(planned, id=planned.id.split(".")[-1])  # without the letter of the group
        for planned in stage.rounds
        if planned.group == group
    ]
    if not rounds or (stage.settings.is_redrawn and not rounds[-1].is_final):
        return {}
    if stage.settings.format == SINGLE_ELIMINATION:
        return single_elimination.placings(rounds, stage.order_of)
    if stage.settings.format == DOUBLE_ELIMINATION:
        return double_elimination.placings(rounds, stage.order_of)
    return {}


def _last_matches(stage: Stage) -> dict[int, tuple[int, Match]]:
    """Return by entrant the last match in which they are known to sit, with the number of its round."""
    last: dict[int, tuple[int, Match]] = {}
    for number, planned in enumerate(stage.rounds, start=1):
        for match in stage.matches_of(planned):
            if match.is_needed and not planned.is_consolation:
                last |= dict.fromkeys(match.entrants, (number, match))
    return last


def _playing_on(stage: Stage, group: int) -> set[int]:
    """Return who sits in a match of a consolation that is still to be played."""
    found = _consolation(stage, group)
    return {
        one
        for planned in found
        for match in stage.matches_of(planned)
        if match.is_open
        for one in match.entrants
    }


def consolation_winners(stage: Stage) -> list[int]:
    """Return who has won the consolation of a group, group by group as far as they are over."""
    return [one for group in range(len(stage.groups)) for one in _consoled(stage, group)]


def _consoled(stage: Stage, group: int) -> tuple[int, ...]:
    """Return who has won the consolation of a group, nobody before its end."""
    found = _consolation(stage, group)
    return stage.deciders_of(found[-1])[0].order[:1] if found else ()


def _consolation(stage: Stage, group: int) -> list[PlannedRound]:
    return [one for one in stage.rounds if one.group == group and one.is_consolation]


def _places_by_entrant(stage: Stage, *, in_bracket: bool = False) -> dict[int, list[RecordedPlace]]:
    """Return the results of each entrant in order; `in_bracket` leaves out those of a consolation."""
    places: dict[int, list[RecordedPlace]] = {}
    for match in stage.matches.values():
        if match.round.is_play_off or (in_bracket and match.round.is_consolation):
            continue  # counts in no table
        for place in match.places:
            places.setdefault(place.entrant, []).append(place)
    return places


def _row(rank: int, entrant: int, decider: str | None, own: Sequence[RecordedPlace]) -> Row:
    return Row(
        rank=rank,
        entrant=entrant,
        decided_by=decider,
        points=sum(one.points for one in own),
        played=len(own),
        wins=sum(one.place == 1 for one in own),
        deal_wins=sum(one.deal_wins for one in own),
        total=sum(one.total for one in own),
    )


def _sections(state: State, stage: Stage) -> list[list[Row]]:
    """Return the rows of a stage in sections that stand below each other."""
    rows = rows_of(state, stage)
    if stage.settings.format == SEASON:
        return rows
    return [sorted((row for group in rows for row in group), key=lambda row: row.rank)]


def _ranked_behind(rows: Sequence[Row], before: int) -> list[Row]:
    """Give rows competition ranks behind so many others, keeping who shares one."""
    ranked: list[Row] = []
    for position, row in enumerate(rows, start=before + 1):
        shares = position > before + 1 and rows[position - before - 2].rank == row.rank
        ranked.append(msgspec.structs.replace(row, rank=ranked[-1].rank if shares else position))
    return ranked
