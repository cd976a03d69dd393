"""Exports of a competition and of a club as spreadsheets."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from games.models import Player
from league import competitions
from league.awards import closings
from league.clubs import members
from league.competitions import cached_standings
from league.competitions.read_models.shown_standings import value_of
from league.competitions.stream import state_and_head
from league.import_export.csv_sheet import Cell, Sheet
from league.models import Club, Competition, CompetitionEvent
from league.rules.awards import AWARDS
from league.rules.competition.stage import Match, Stage
from league.rules.competition.state import State
from league.rules.stages import standings_cache
from league.rules.stages.stage_standings import chain_of
from league.rules.standings.row import StandingsRow
from league.rules.tiebreaks import chain
from league.rules.tiebreaks.tiebreak import TieBreak, in_sheets

Export = Callable[[Competition], Sheet]


def entrants(competition: Competition) -> Sheet:
    """Return the entrants, in the order of their entry; without points where no stage gives any."""
    rows = competition.entrants.select_related("player").order_by("number")
    state = competitions.look(competition.pk)
    is_cup = all(stage.settings.is_knock_out for stage in state.stages)
    return Sheet(
        ["number", "player", "name", "team", "seed", "is_waiting", "is_here", "gone", "rank", "points"],
        [
            [
                entrant.number, entrant.player_id, entrant.player.name, entrant.team, entrant.seed,
                int(entrant.is_waiting),
                int(entrant.is_here), entrant.gone, entrant.rank,
                None if is_cup else entrant.points,
            ]
            for entrant in rows
        ],
    )  # fmt: skip


def draw(competition: Competition) -> Sheet:
    """Return the draw: a row for each seat of each match, also for seats that are still open.

    Matches that a meeting does not need are left out.
    """
    state, names = _read(competition)
    rows: list[list[Cell]] = []
    for stage in state.stages:
        for match in stage.matches.values():
            if match.planned.best_of > 1 and match.seats.is_needed is False:
                continue
            for seat, (slot, entrant) in enumerate(zip(match.planned.slots, match.slots, strict=True)):
                before = f"division {slot.division}" if slot.division else _meeting(stage, slot.of)
                waits = f"place {slot.place} of {before}" if entrant is None else ""
                name = names.get(entrant or 0, "")
                rows.append(
                    [
                        *_place(stage, match.round.name, match.id),
                        "ABCDEFGHIJ"[seat],
                        entrant or None,
                        name,
                        waits,
                    ]
                )
        for planned in stage.rounds:
            for bye in planned.byes:
                name = names.get(bye.entrant, "")
                rows.append([*_place(stage, planned.name, ""), "bye", bye.entrant or None, name, bye.of])
    return Sheet(["stage", "format", "round", "match", "seat", "entrant", "name", "comes_from"], rows)


def results(competition: Competition) -> Sheet:
    """Return the results of the matches: a row for each place; what is not known stays empty.

    In a knock-out `advances` marks those who advance, in the final the winner, and `decided_by` says by what.
    """
    state, names = _read(competition)
    rows = [
        [*_place(stage, match.round.name, match.id), *facts]
        for stage in state.stages
        for match in stage.matches.values()
        for facts in _places(stage, match, names)
    ]
    columns = ["stage", "format", "round", "match", "kind", "place", "entrant", "name", "total", "deals_won"]
    return Sheet([*columns, "points", "is_absent", "advances", "decided_by"], rows)


def standings(competition: Competition) -> Sheet:
    """Return the standings of all stages with all numbers; columns of tie-breaks are named by code."""
    state, head = state_and_head(competition)
    cached_standings.remember(competition.pk, head, state)
    names = _names(state)
    begun = [stage for stage in state.stages if stage.groups]
    chains = dict.fromkeys(code for stage in begun for code in chain_of(stage))
    codes = [code for code in chains if code not in _COUNTED]
    rows: list[list[Cell]] = []
    for stage in begun:
        own = {tie_break.code: tie_break for tie_break in chain(chain_of(stage))}
        for group, table in enumerate(standings_cache.tables(head, state, stage).rows, start=1):
            for row in table:
                cells: list[Cell] = [_value(row, own[code]) if code in own else None for code in codes]
                facts: list[Cell] = [stage.number, group, row.rank, row.entrant, names[row.entrant]]
                rows.append([*facts, *_counted(stage, row), *cells])
    return Sheet(["stage", "group", "place", "entrant", "name", *_COUNTED, *codes], rows)


def awards(competition: Competition) -> Sheet:
    """Return the awards of a finished competition: a row for each holder, none before they are computed."""
    columns = ["code", "award", "player", "name", "figure", "table", "step"]
    closing = closings.closing_of(competition)
    if closing is None:
        return Sheet(columns, [])
    rows: list[list[Cell]] = []
    for prize in closing.prizes.all():
        award, (table, step) = AWARDS[prize.code], (prize.moments or [(None, None)])[0]
        facts: list[Cell] = [prize.code, award.name, prize.player_id, prize.player.name]
        rows.append([*facts, award.words(tuple(prize.figure)), table, step])
    return Sheet(columns, rows)


def log(competition: Competition) -> Sheet:
    """Return every event as it is stored, with its hash; players and organizers are numbers there."""
    rows = CompetitionEvent.objects.filter(stream=competition).order_by("version")
    return Sheet(
        ["version", "step", "name", "schema", "payload", "by", "at", "hash"],
        [
            [
                event.version,
                event.step,
                event.name,
                event.schema,
                event.payload,
                event.by,
                event.at.isoformat(),
                bytes(event.hash).hex(),
            ]
            for event in rows
        ],
    )


def players(club: Club) -> Sheet:
    """Return the people of a club with their roles, each once."""
    return Sheet(
        ["player", "name", "roles"],
        [
            [person.player.pk, person.player.name, " ".join(role.value for role in person.roles)]
            for person in members.everybody(club)
        ],
    )


def competitions_of(club: Club) -> Sheet:
    """Return the competitions of a club, the newest first."""
    rows = club.competitions.order_by("-pk")
    return Sheet(
        ["competition", "name", "format", "rulebook", "status", "created_at", "started_at", "finished_at"],
        [
            [
                competition.pk, competition.name, competition.format, competition.rulebook,
                competition.status, competition.created_at.isoformat(),
                competition.started_at.isoformat() if competition.started_at else None,
                competition.finished_at.isoformat() if competition.finished_at else None,
            ]
            for competition in rows
        ],
    )  # fmt: skip


_COUNTED: Final = ("points", "played", "wins", "deal_wins", "total")
"""The numbers of a row of standings that every format has."""

OF_A_COMPETITION: Final[Mapping[str, Export]] = {
    "entrants": entrants,
    "draw": draw,
    "results": results,
    "standings": standings,
    "awards": awards,
    "log": log,
}
FOR_ORGANIZERS: Final = frozenset({"log"})
"""The log contains drafts that were never published."""
OF_A_CLUB: Final[Mapping[str, Callable[[Club], Sheet]]] = {
    "players": players,
    "competitions": competitions_of,
}


def _counted(stage: Stage, row: StandingsRow) -> list[Cell]:
    """Return the numbers that every format has; empty where it gives no points or nobody knows the deals."""
    unknown: set[str] = set()
    if stage.settings.is_knock_out:
        unknown.add("points")
    if not row.knows_deals:
        unknown.add("deal_wins")
    return [None if column in unknown else getattr(row, column) for column in _COUNTED]


def _value(row: StandingsRow, tie_break: TieBreak) -> Cell:
    """Return the value of a tie-break, as a number if it is one; None where it had nothing to separate."""
    text = value_of(row, tie_break, in_sheets)
    if text == "–":
        return None
    return int(text) if text.lstrip("-").isdecimal() and text.isascii() else text


def _read(competition: Competition) -> tuple[State, dict[int, str]]:
    """Return the current state of a competition, and the names of its entrants."""
    state = competitions.look(competition.pk)
    return state, _names(state)


def _places(stage: Stage, match: Match, names: Mapping[int, str]) -> Iterator[list[Cell]]:
    """Yield the facts of each place of a result."""
    result, is_cup = match.result, stage.settings.is_knock_out
    if result is None:
        return
    has_deals = any(place.deal_wins for place in result.places)
    for place in result.places:
        is_absent = place.entrant in result.absent
        yield [
            result.kind,
            None if is_absent else place.place,
            place.entrant,
            names[place.entrant],
            place.total if match.has_totals and not is_absent else None,
            place.deal_wins if has_deals and not is_absent else None,
            None if is_cup else place.points,
            int(is_absent),
            None if (goes_on := match.goes_on(place)) is None else int(goes_on),
            result.decided_by if is_cup and not match.tied else "",
        ]


def _names(state: State) -> dict[int, str]:
    called = Player.objects.in_bulk({entrant.player for entrant in state.entrants.values()})
    return {number: called[entrant.player].name for number, entrant in state.entrants.items()}


def _place(stage: Stage, round_name: str, match: str) -> list[Cell]:
    return [stage.number, stage.settings.format, round_name, match]


def _meeting(stage: Stage, match: str) -> str:
    """Return the id of the meeting of a match; empty for none."""
    return stage.matches[match].planned.meeting if match else ""
