"""Play-offs between the divisions of a season: matches whose seats are places of the final tables."""

from games.rules.base.refusal import Refusal
from league.rules.brackets.plan import BETWEEN_DIVISIONS, PlannedMatch, PlannedRound, Slot
from league.rules.competition.stage import Stage
from league.rules.competition.state import State
from league.rules.settings.divisions import DivisionRules, fates, play_off_places
from league.rules.settings.stages import SEASON
from league.rules.stages.stage_standings import rows_of
from league.rules.standings.row import StandingsRow


def has_borders(stage: Stage) -> bool:
    """Whether rules for promotion and relegation are set that fit the sizes of the divisions."""
    return bool(fates_of_places(stage))


def are_held(stage: Stage) -> bool:
    """Whether play-offs are held, now or later."""
    return has_borders(stage) and bool(play_off_places(_sizes(stage), rules_of(stage)))


def rules_of(stage: Stage) -> DivisionRules:
    """Return the announced rules for the borders between the divisions."""
    return DivisionRules(tuple(stage.settings.borders))


def are_matchdays_over(stage: Stage) -> bool:
    """Whether all matches of matchdays are over."""
    return not any(match.is_open for match in stage.matches.values() if not match.round.is_play_off)


def are_drafted(stage: Stage) -> bool:
    """Whether organizers are looking at a draft of the play-offs."""
    return stage.draft is not None and any(planned_round.is_play_off for planned_round in stage.draft.rounds)


def planned(stage: Stage) -> PlannedRound:
    """Return the play-offs as they are drawn: matches of two, whose seats name places of the final tables."""
    places = play_off_places(_sizes(stage), rules_of(stage))
    several = {play_off.upper for play_off in places if play_off.number > 1}
    return PlannedRound(
        "P",
        "Play-offs",
        [
            PlannedMatch(
                play_off.id,
                [
                    Slot(division=play_off.upper, place=play_off.upper_place),
                    Slot(division=play_off.upper + 1, place=play_off.lower_place),
                ],
                f"Divisions {play_off.upper} and {play_off.upper + 1}"
                + (f", match {play_off.number}" if play_off.upper in several else ""),
            )
            for play_off in places
        ],
        advance=1,
        group=BETWEEN_DIVISIONS,
    )


def final_tables(state: State, stage: Stage) -> list[list[int]]:
    """Return the divisions in the order of their tables, lots included; 0 for a place that waits for a lot.

    Empty while a matchday is open.
    """
    if not are_matchdays_over(stage):
        return []
    open_ = {entrant for together in ties(state, stage) for entrant in together}
    return [[0 if entrant in open_ else entrant for entrant in order] for order in _orders(state, stage)]


def ties(state: State, stage: Stage) -> list[list[int]]:
    """Return the sets of entrants who share a rank across a border between two fates and have no lot yet."""
    level_sets: list[list[int]] = []
    own_fates = fates_of_places(stage)
    for rows, own in zip(rows_of(state, stage) if own_fates else [], own_fates, strict=True):
        for rank in dict.fromkeys(row.rank for row in rows):
            together = [row.entrant for row in rows if row.rank == rank]
            at_stake = set(own[rank - 1 : rank - 1 + len(together)])
            if len(at_stake) > 1 and not set(together) <= set(stage.lot):
                level_sets.append(together)
    return level_sets


def fates_of_places(stage: Stage) -> list[list[str]]:
    """Return the fate of each place of each division (`divisions.fates`); empty where it is not settled."""
    if stage.settings.format != SEASON or not stage.settings.borders or len(stage.groups) < 2:
        return []
    try:
        return fates(_sizes(stage), rules_of(stage))
    except Refusal:
        return []  # after withdrawals the divisions can be too small for the rules


def _orders(state: State, stage: Stage) -> list[list[int]]:
    drawn = {entrant: position for position, entrant in reversed(list(enumerate(stage.lot)))}

    def place(row: StandingsRow) -> tuple[int, int]:
        return row.rank, drawn.get(row.entrant, len(stage.lot))

    return [[row.entrant for row in sorted(rows, key=place)] for rows in rows_of(state, stage)]


def _sizes(stage: Stage) -> list[int]:
    return [len(group) for group in stage.groups]
