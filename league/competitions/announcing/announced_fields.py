"""The fields of the form from which an announcement came, so that it can be changed or copied."""

from collections.abc import Mapping
from typing import Any, Final

from league.competitions.announcing.facts import ASKED
from league.competitions.announcing.fields import YES
from league.competitions.announcing.kinds import KINDS
from league.rules.settings.competition_settings import CompetitionSettings
from league.rules.settings.stages import (
    ARENA,
    DOUBLE_ELIMINATION,
    ELIMINATION_500,
    ROUND_ROBIN,
    SEASON,
    SINGLE_ELIMINATION,
    SWISS,
    StageSettings,
)

_OF_ONE_STAGE: Final = {
    SEASON: SEASON,
    SWISS: SWISS,
    ELIMINATION_500: ELIMINATION_500,
    DOUBLE_ELIMINATION: DOUBLE_ELIMINATION,
    ARENA: ARENA,
}
_SAME_NAME: Final = (
    *("turn_seconds", "bot_pause_ms", "bot_strength", "bank_seconds", "away_after", "limit", "venue"),
    *("by_hand", "lots_by_hand", "confirmation", "silence_minutes", "self_report", "round_minutes"),
    *("entry", "name"),
)
_OF_FIRST: Final = (
    *("table_size", "rounds", "groups", "legs", "qualify", "best_of_rest", "best_of", "minimum"),
    *("separate_clubs", "pull_up", "minutes"),
)
_OF_LAST: Final = (
    *("advance", "byes", "reseed", "third_place", "placement", "consolation"),
    *("best_of_matches", "best_of_from"),
)


def kind_of(stages: list[StageSettings]) -> str:
    """Return the kind of an announcement by its stages, empty for one that no form makes."""
    first, formats = stages[0], tuple(stage.format for stage in stages)
    if len(stages) == 1:
        if first.format == ROUND_ROBIN:
            return ROUND_ROBIN if first.table_size == 2 else "round_robin_tables"
        if first.format == SINGLE_ELIMINATION:
            return SINGLE_ELIMINATION if first.table_size == 2 else "knock_out_tables"
        return _OF_ONE_STAGE[first.format]
    if formats == (SEASON, SINGLE_ELIMINATION):
        return "season_finals"
    if formats == (SWISS, SINGLE_ELIMINATION) and first.name != "Groups":
        return "swiss_cut"
    return "groups_knock_out" if formats[1:] == (SINGLE_ELIMINATION,) else ""


def fields_of(settings: CompetitionSettings) -> Mapping[str, Any]:
    """Return the fields by name, as the form takes them as initial values.

    Fields that the kind does not ask for are left out: they have no meaning for it.
    """
    kind = kind_of(settings.stages) or SEASON
    fields = _all_fields(settings) | {"format": kind}
    return {name: value for name, value in fields.items() if name not in ASKED or name in KINDS[kind].asks}


def _all_fields(settings: CompetitionSettings) -> dict[str, Any]:
    first, last = settings.stages[0], settings.stages[-1]
    border = first.borders[0] if first.borders else None
    return {
        **{name: getattr(settings, name) for name in _SAME_NAME},
        **{name: getattr(first, name) for name in _OF_FIRST},
        **{name: getattr(last, name) for name in _OF_LAST},
        "evening_minutes": first.evening_minutes or None,
        "streak": first.streak if first.format == ARENA else None,
        "divisions": first.groups,
        "movers": border.movers if border else 1,
        "play_offs": border.play_offs if border else 0,
        "cut": first.qualify,
        "meetings_first": "meetings" if first.meetings_first else "points",
        "fold": int(first.fold),
        "points": "\n".join(
            f"{size}: {' '.join(map(str, worth))}" for size, worth in first.points.by_size.items()
        ),
        "bye_points": first.points.bye,
        "at_end": YES if first.ends_at_once else "",
        "leavers": YES if first.leaves_table else "",
        "counts_for": YES if settings.is_casual else "",
        "bots": settings.with_bots,
    }
