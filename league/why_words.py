"""Why a table of a draw is as it is, in words, from the stored cost of each criterion."""

from collections.abc import Mapping
from typing import Final

from league.rules.stages import (
    DOUBLE_ELIMINATION,
    ELIMINATION_500,
    ROUND_ROBIN,
    SEASON,
    SINGLE_ELIMINATION,
    SWISS,
)

_BY_RULE: Final = {
    ROUND_ROBIN: "Everybody meets everybody: the timetable says who meets whom in which round.",
    SEASON: "Dealt over the tables by the standings, all as strong; who met less often comes together.",
    SINGLE_ELIMINATION: "The seeding says who sits where: the best seeds meet late, and byes go to them.",
    DOUBLE_ELIMINATION: "The seeding says who sits where; who loses goes where old opponents are met late.",
    ELIMINATION_500: "Dealt over the tables in order; those of one table before are kept apart.",
}

OF_PLAY_OFFS: Final = (
    "The final tables of the divisions say who plays off: the last who may stay and the best who may come up."
)

_OF_BYES: Final = {
    ROUND_ROBIN: "The timetable says who sits out when: everybody about as often.",
    SWISS: "Byes go to the lowest of those who have had the fewest.",
    ELIMINATION_500: "Byes go to the best seeds.",
}

# What is said of a criterion that costs nothing, and of one that costs something.
_WORDS: Final[dict[str, tuple[str, str]]] = {
    "without_opponent": ("", "Somebody had to go without an opponent."),
    "repeats": ("Nobody here has met before.", "Pairs that have met before: {}."),
    "repeat_cost": ("", "What these meetings weigh (the oftener and the later, the more): {}."),
    "meetings": ("", "What these meetings weigh (the oftener and the later, the more): {}."),
    "repeated_byes": ("", "Byes for those who had one before: {}."),
    "bye_place": ("", "So many are placed below who has the bye: {}."),
    "score_gap": ("All have the same points.", "Differences in points, squared and added up: {}."),
    "floats": ("", "Again against fewer or more points than their own: {}."),
    "club_mates": ("Nobody meets somebody of the same club.", "Pairs of the same club: {}."),
    "seat_balance": ("", "Seats that somebody has had before: {}."),
    "first_turn": ("", "How uneven first turns are for the two afterwards: {}."),
    "same_turn": ("", "The same turn as in the round before: {}."),
    "slide": ("", "Places away from the usual opponent, squared: {}."),
    "small_tables": ("", "How often those at this smaller table had a smaller one before: {}."),
}

_SHORT: Final = {
    "repeats": "pairs that have met before",
    "repeat_cost": "weight of these meetings",
    "meetings": "weight of these meetings",
    "score_gap": "differences in points, squared",
    "club_mates": "pairs of the same club",
    "repeated_byes": "byes for those who had one",
    "seat_balance": "seats had before",
    "floats": "again against fewer or more points",
    "first_turn": "uneven first turns",
    "same_turn": "the same turn again",
    "small_tables": "smaller tables again",
    "without_opponent": "without an opponent",
    "bye_place": "place of who has the bye",
    "slide": "places away from the usual opponent",
}


def why(cost: Mapping[str, float] | None, form: str) -> list[str]:
    """Return why a match is as it is, sentence by sentence: by its format where nothing was weighed."""
    if not cost:
        return [_BY_RULE[form]] if form in _BY_RULE else []
    said = [
        _WORDS[key][1 if worth else 0].format(f"{worth:g}") for key, worth in cost.items() if key in _WORDS
    ]
    return [sentence for sentence in said if sentence]


def why_bye(cost: Mapping[str, float] | None, form: str) -> list[str]:
    """Return why somebody has a bye, sentence by sentence: the rule first, then what it costs."""
    costly = {key: worth for key, worth in (cost or {}).items() if worth and key != "without_opponent"}
    return [*([_OF_BYES[form]] if form in _OF_BYES else []), *(why(costly, "") if costly else [])]


def short(criterion: str) -> str:
    """Return a criterion in a few words."""
    return _SHORT.get(criterion, criterion)


def costs(cost: Mapping[str, float]) -> list[tuple[str, str]]:
    """Return criteria in a few words with their sums, those that cost nothing left out."""
    return [(short(key), f"{worth:g}") for key, worth in cost.items() if worth]


def bound(repeats: float, least: int) -> str:
    """Say how good a draw is: its repeats beside the fewest there could be; empty where that is not known."""
    if least < 0:
        return ""
    if not repeats:
        return "Nobody meets anybody again."
    if repeats <= least:
        return "No draw of these entrants has fewer pairs that have met before."
    met = "One pair has met before" if repeats == 1 else f"{repeats:g} pairs have met before"
    return f"{met}; {f'no draw can have fewer than {least}' if least else 'there may be a draw without any'}."
