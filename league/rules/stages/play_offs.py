"""Play-offs between the divisions of a season: matches whose seats are places of the final tables."""

from games.rules.base.refusal import Refusal
from league.rules.brackets.plan import BETWEEN_DIVISIONS, PlannedMatch, PlannedRound, Slot
from league.rules.competition.stage import Stage
from league.rules.competition.state import State
from league.rules.settings.divisions import DivisionRules, fates, play_off_places
from league.rules.settings.stages import SEASON
from league.rules.stages.standings import rows_of
from league.rules.standings.row import Row


def has_borders(stage: Stage) -> bool:
    """Whether it is settled, for divisions as large as these, who moves and plays off."""
    return bool(fates_of_places(stage))


def are_held(stage: Stage) -> bool:
    """Whether anybody plays off, now or later."""
    return has_borders(stage) and bool(play_off_places(_sizes(stage), rules_of(stage)))


def rules_of(stage: Stage) -> DivisionRules:
    """Return what was announced for the borders between the divisions."""
    return DivisionRules(tuple(stage.settings.borders))


def are_matchdays_over(stage: Stage) -> bool:
    """Whether no match of a matchday is open."""
    return not any(match.is_open for match in stage.matches.values() if not match.round.is_play_off)


def are_drafted(stage: Stage) -> bool:
    """Whether organizers look at a draft of the play-offs."""
    return stage.draft is not None and any(one.is_play_off for one in stage.draft.rounds)


def planned(stage: Stage) -> PlannedRound:
    """Return the play-offs as they are drawn: matches of two, whose seats name places of the final tables."""
    found = play_off_places(_sizes(stage), rules_of(stage))
    several = {one.upper for one in found if one.number > 1}
    return PlannedRound(
        "P",
        "Play-offs",
        [
            PlannedMatch(
                one.id,
                [
                    Slot(division=one.upper, place=one.upper_place),
                    Slot(division=one.upper + 1, place=one.lower_place),
                ],
                f"Divisions {one.upper} and {one.upper + 1}"
                + (f", match {one.number}" if one.upper in several else ""),
            )
            for one in found
        ],
        advance=1,
        group=BETWEEN_DIVISIONS,
    )


def final_tables(state: State, stage: Stage) -> list[list[int]]:
    """Return the divisions in the order of their tables, lots counted; 0 for a place that waits for one.

    Empty while a matchday is open.
    """
    if not are_matchdays_over(stage):
        return []
    open_ = {one for together in level(state, stage) for one in together}
    return [[0 if one in open_ else one for one in order] for order in _orders(state, stage)]


def level(state: State, stage: Stage) -> list[list[int]]:
    """Return those who share a rank across a line between two fates, each set by itself, lots left out."""
    found: list[list[int]] = []
    own_fates = fates_of_places(stage)
    for rows, own in zip(rows_of(state, stage) if own_fates else [], own_fates, strict=True):
        for rank in dict.fromkeys(row.rank for row in rows):
            together = [row.entrant for row in rows if row.rank == rank]
            at_stake = set(own[rank - 1 : rank - 1 + len(together)])
            if len(at_stake) > 1 and not set(together) <= set(stage.lot):
                found.append(together)
    return found


def fates_of_places(stage: Stage) -> list[list[str]]:
    """Return what each place of each division leads to (`divisions.fates`); nothing where that is open."""
    if stage.settings.format != SEASON or not stage.settings.borders or len(stage.groups) < 2:
        return []
    try:
        return fates(_sizes(stage), rules_of(stage))
    except Refusal:
        return []  # so many left in a stage before that the divisions are too small for it


def _orders(state: State, stage: Stage) -> list[list[int]]:
    drawn = {one: position for position, one in reversed(list(enumerate(stage.lot)))}

    def place(row: Row) -> tuple[int, int]:
        return row.rank, drawn.get(row.entrant, len(stage.lot))

    return [[row.entrant for row in sorted(rows, key=place)] for rows in rows_of(state, stage)]


def _sizes(stage: Stage) -> list[int]:
    return [len(group) for group in stage.groups]
