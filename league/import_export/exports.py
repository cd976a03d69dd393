"""Everything of a competition and of a club as sheets, to be taken elsewhere."""

from collections.abc import Callable, Mapping
from typing import Final

from games.models import Player
from league import competitions
from league.awards import closings
from league.clubs import members
from league.competitions.read_models.standings import value_of
from league.import_export.sheet import Cell, Sheet
from league.models import Club, Competition, CompetitionEvent
from league.rules.awards import AWARDS
from league.rules.competition.stage import Stage
from league.rules.competition.state import State
from league.rules.stages.standings import chain_of, rows_of
from league.rules.tiebreaks import chain

Export = Callable[[Competition], Sheet]


def entrants(competition: Competition) -> Sheet:
    """Return who takes part, in the order of their entry."""
    rows = competition.entrants.select_related("player").order_by("number")
    return Sheet(
        ["number", "player", "name", "team", "seed", "is_waiting", "is_here", "gone", "rank", "points"],
        [
            [
                one.number, one.player_id, one.player.name, one.team, one.seed, int(one.is_waiting),
                int(one.is_here), one.gone, one.rank, one.points,
            ]
            for one in rows
        ],
    )  # fmt: skip


def draw(competition: Competition) -> Sheet:
    """Return who meets whom: a row for each seat of each match, also those that nobody sits in yet.

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
                who = names.get(entrant or 0, "")
                rows.append(
                    [
                        *_place(stage, match.round.name, match.id),
                        "ABCDEFGHIJ"[seat],
                        entrant or None,
                        who,
                        waits,
                    ]
                )
        for planned in stage.rounds:
            for bye in planned.byes:
                who = names.get(bye.entrant, "")
                rows.append([*_place(stage, planned.name, ""), "bye", bye.entrant or None, who, bye.of])
    return Sheet(["stage", "format", "round", "match", "seat", "entrant", "name", "comes_from"], rows)


def results(competition: Competition) -> Sheet:
    """Return what came of the matches: a row for each place."""
    state, names = _read(competition)
    rows: list[list[Cell]] = []
    for stage in state.stages:
        for match in stage.matches.values():
            for one in match.places:
                kind = match.result.kind if match.result else ""
                facts: list[Cell] = [
                    one.place,
                    one.entrant,
                    names[one.entrant],
                    one.total,
                    one.deal_wins,
                    one.points,
                ]
                rows.append([*_place(stage, match.round.name, match.id), kind, *facts])
    columns = ["stage", "format", "round", "match", "kind"]
    return Sheet([*columns, "place", "entrant", "name", "total", "deals_won", "points"], rows)


def standings(competition: Competition) -> Sheet:
    """Return the standings of all stages; the columns of the tie-breaks go by their codes."""
    state, names = _read(competition)
    begun = [stage for stage in state.stages if stage.groups]
    codes = list(dict.fromkeys(code for stage in begun for code in chain_of(stage)))
    rows: list[list[Cell]] = []
    for stage in begun:
        own = {one.code: one for one in chain(chain_of(stage))}
        for group, table in enumerate(rows_of(state, stage), start=1):
            for row in table:
                cells: list[Cell] = [value_of(row, own[code]) if code in own else None for code in codes]
                rows.append([stage.number, group, row.rank, row.entrant, names[row.entrant], *cells])
    return Sheet(["stage", "group", "place", "entrant", "name", *codes], rows)


def awards(competition: Competition) -> Sheet:
    """Return the awards of a competition that is over: a row for each holder, none before they are known."""
    columns = ["code", "award", "player", "name", "figure", "table", "step"]
    closing = closings.closing_of(competition)
    if closing is None:
        return Sheet(columns, [])
    rows: list[list[Cell]] = []
    for one in closing.prizes.all():
        award, (table, step) = AWARDS[one.code], (one.moments or [(None, None)])[0]
        facts: list[Cell] = [one.code, award.name, one.player_id, one.player.name]
        rows.append([*facts, award.words(tuple(one.figure)), table, step])
    return Sheet(columns, rows)


def log(competition: Competition) -> Sheet:
    """Return every event as it is stored, with its hash; players and organizers are numbers there."""
    rows = CompetitionEvent.objects.filter(stream=competition).order_by("version")
    return Sheet(
        ["version", "step", "name", "schema", "payload", "by", "at", "hash"],
        [
            [
                one.version,
                one.step,
                one.name,
                one.schema,
                one.payload,
                one.by,
                one.at.isoformat(),
                bytes(one.hash).hex(),
            ]
            for one in rows
        ],
    )


def players(club: Club) -> Sheet:
    """Return the people of a club with their roles, each once."""
    return Sheet(
        ["player", "name", "roles"],
        [
            [one.player.pk, one.player.name, " ".join(role.value for role in one.roles)]
            for one in members.everybody(club)
        ],
    )


def competitions_of(club: Club) -> Sheet:
    """Return the competitions of a club, the newest first."""
    rows = club.competitions.order_by("-pk")
    return Sheet(
        ["competition", "name", "format", "rulebook", "status", "created_at", "started_at", "finished_at"],
        [
            [
                one.pk, one.name, one.format, one.rulebook, one.status, one.created_at.isoformat(),
                one.started_at.isoformat() if one.started_at else None,
                one.finished_at.isoformat() if one.finished_at else None,
            ]
            for one in rows
        ],
    )  # fmt: skip


OF_A_COMPETITION: Final[Mapping[str, Export]] = {
    "entrants": entrants,
    "draw": draw,
    "results": results,
    "standings": standings,
    "awards": awards,
    "log": log,
}
FOR_ORGANIZERS: Final = frozenset({"log"})
"""In the log stand drafts that were never published."""
OF_A_CLUB: Final[Mapping[str, Callable[[Club], Sheet]]] = {
    "players": players,
    "competitions": competitions_of,
}


def _read(competition: Competition) -> tuple[State, dict[int, str]]:
    """Return a competition as it stands, and what its entrants are called."""
    state = competitions.look(competition.pk)
    called = Player.objects.in_bulk({one.player for one in state.entrants.values()})
    return state, {number: called[one.player].name for number, one in state.entrants.items()}


def _place(stage: Stage, round_name: str, match: str) -> list[Cell]:
    return [stage.number, stage.settings.format, round_name, match]


def _meeting(stage: Stage, match: str) -> str:
    """Return the id of the meeting whose places those of a match are; empty for none."""
    return stage.matches[match].planned.meeting if match else ""
