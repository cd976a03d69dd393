"""Why a table of a draw is as it is, in words, from the stored cost of each criterion."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from league.rules.brackets.plan import PlannedRound
from league.rules.competition.stage import Stage
from league.rules.settings.stages import (
    DOUBLE_ELIMINATION,
    ELIMINATION_500,
    ROUND_ROBIN,
    SEASON,
    SINGLE_ELIMINATION,
    SWISS,
    StageSettings,
)

_SEEDED_ANEW: Final = "seeded_anew"

_BY_RULE: Final = {
    _SEEDED_ANEW: gettext_noop(
        "Seeded anew: of those still in, the best seed meets the last. Byes go to the best seeds of those "
        "who have had the fewest."
    ),
    ROUND_ROBIN: gettext_noop("Everybody meets everybody: the timetable says who meets whom in which round."),
    SEASON: gettext_noop(
        "Dealt over the tables by the standings, all as strong; who met less often comes together."
    ),
    SINGLE_ELIMINATION: gettext_noop(
        "The seeding says who sits where: the best seeds meet late, and byes go to them."
    ),
    DOUBLE_ELIMINATION: gettext_noop(
        "The seeding says who sits where; who loses goes where old opponents are met late."
    ),
    ELIMINATION_500: gettext_noop(
        "Dealt over the tables in order; those of one table before are kept apart."
    ),
}

_OF_BYES: Final = {
    ROUND_ROBIN: gettext_noop("The timetable says who sits out when: everybody about as often."),
    SWISS: gettext_noop(
        "Byes go to the lowest of those who have had the fewest and have missed the fewest rounds."
    ),
    ELIMINATION_500: gettext_noop("Byes go to the best seeds of those who have had the fewest."),
}

# The sentence about a criterion that costs nothing, and the sentence about one that costs something.
_WORDS: Final[dict[str, tuple[str, str]]] = {
    "without_opponent": ("", gettext_noop("Somebody had to go without an opponent.")),
    "repeats": (
        gettext_noop("Nobody here has met before."),
        gettext_noop("Pairs that have met before: {number}."),
    ),
    "repeat_cost": (
        "",
        gettext_noop("What these meetings weigh (the oftener and the later, the more): {number}."),
    ),
    "meetings": (
        "",
        gettext_noop("What these meetings weigh (the oftener and the later, the more): {number}."),
    ),
    "repeated_byes": ("", gettext_noop("Byes for those who had one before: {number}.")),
    "turn_limits": (
        "",
        gettext_noop("More than two first or second turns ahead, or three of them in a row: {number}."),
    ),
    "unplayed": ("", gettext_noop("Rounds that the entrant with the bye has not played: {number}.")),
    "bye_place": ("", gettext_noop("Entrants placed below the one with the bye: {number}.")),
    "score_gap": (
        gettext_noop("All have the same points."),
        gettext_noop("Differences in points, squared and added up: {number}."),
    ),
    "floats": ("", gettext_noop("Again against fewer or more points than their own: {number}.")),
    "club_mates": (
        gettext_noop("Nobody meets somebody of the same club."),
        gettext_noop("Pairs of the same club: {number}."),
    ),
    "one_party": ("", gettext_noop("Pairs that are not to meet: {number}.")),
    "seat_balance": ("", gettext_noop("Seats that somebody has had before: {number}.")),
    "first_turn": ("", gettext_noop("How uneven first turns are for the two afterwards: {number}.")),
    "same_turn": ("", gettext_noop("The same turn as in the round before: {number}.")),
    "slide": ("", gettext_noop("Places away from the usual opponent, squared: {number}.")),
    "small_tables": (
        "",
        gettext_noop("How often those at this smaller table had a smaller one before: {number}."),
    ),
}

_SHORT: Final = {
    "one_party": gettext_noop("pairs that are not to meet"),
    "repeats": gettext_noop("pairs that have met before"),
    "repeat_cost": gettext_noop("weight of these meetings"),
    "meetings": gettext_noop("weight of these meetings"),
    "score_gap": gettext_noop("differences in points, squared"),
    "club_mates": gettext_noop("pairs of the same club"),
    "repeated_byes": gettext_noop("byes for those who had one"),
    "seat_balance": gettext_noop("seats had before"),
    "floats": gettext_noop("again against fewer or more points"),
    "first_turn": gettext_noop("uneven first turns"),
    "same_turn": gettext_noop("the same turn again"),
    "small_tables": gettext_noop("smaller tables again"),
    "without_opponent": gettext_noop("without an opponent"),
    "turn_limits": gettext_noop("first turns too uneven"),
    "unplayed": gettext_noop("rounds not played before a bye"),
    "bye_place": gettext_noop("place of the entrant with the bye"),
    "slide": gettext_noop("places away from the usual opponent"),
}


def form_of(settings: StageSettings) -> str:
    """Return by what rule matches and byes of a stage are as they are, for `why` and `why_bye`."""
    if settings.format == SINGLE_ELIMINATION and settings.is_redrawn:
        return _SEEDED_ANEW if settings.seats == 2 else ELIMINATION_500
    return settings.format


def form_of_round(stage: Stage, planned: PlannedRound) -> str:
    """Return by what rule a published round is as it is; none where no lot was drawn, as for a file."""
    draws = (draw for draw in stage.draws if any(drawn.id == planned.id for drawn in draw.rounds))
    draw = next(draws, None)
    return form_of(stage.settings) if draw is None or draw.seed else ""


def why(cost: Mapping[str, float] | None, form: str) -> list[str]:
    """Return why a match is as it is, sentence by sentence: by its format where nothing was weighed."""
    if not cost:
        return [_(_BY_RULE[form])] if form in _BY_RULE else []
    sentences = [(_WORDS[key][1 if worth else 0], worth) for key, worth in cost.items() if key in _WORDS]
    return [_(sentence).format(number=f"{worth:g}") for sentence, worth in sentences if sentence]


def why_bye(cost: Mapping[str, float] | None, form: str) -> list[str]:
    """Return why somebody has a bye, sentence by sentence: the rule first, then what it costs."""
    costly = {key: worth for key, worth in (cost or {}).items() if worth and key != "without_opponent"}
    return [*([_(_OF_BYES[form])] if form in _OF_BYES else []), *(why(costly, "") if costly else [])]


def of_play_offs() -> list[str]:
    """Return why a match between divisions is as it is."""
    return [
        _(
            "The final tables of the divisions say who plays off: the last who may stay and the best who "
            "may come up."
        )
    ]


def of_consolation() -> list[str]:
    """Return why a match of a consolation is as it is."""
    return [
        _(
            "Whoever loses the first match plays on here. Those who have met stand in different halves, so "
            "that they meet again in the last match at the earliest."
        )
    ]


def short(criterion: str) -> str:
    """Return a criterion in a few words."""
    return _(_SHORT[criterion]) if criterion in _SHORT else criterion


def costs(cost: Mapping[str, float]) -> list[tuple[str, str]]:
    """Return criteria in a few words with their sums, those that cost nothing left out."""
    return [(short(key), f"{worth:g}") for key, worth in cost.items() if worth]


def bound(repeats: float, least: int) -> str:
    """Say how good a draw is: its repeats beside the fewest there could be; empty where that is not known."""
    if least < 0:
        return ""
    if not repeats:
        return _("Nobody meets anybody again.")
    if repeats <= least:
        return _("No draw of these entrants has fewer pairs that have met before.")
    sentence = ngettext(
        "One pair has met before; there may be a draw without any.",
        "{number} pairs have met before; there may be a draw without any.",
        int(repeats),
    )
    if least:
        sentence = ngettext(
            "One pair has met before; no draw can have fewer than {least}.",
            "{number} pairs have met before; no draw can have fewer than {least}.",
            int(repeats),
        )
    return sentence.format(number=f"{repeats:g}", least=least)


def beyond(more: Mapping[str, int]) -> str:
    """Say how far a draw is from the best one at most; empty where it is the best for all that is known."""
    if not more:
        return ""
    criterion, much = next(iter(more.items()))
    return _(
        "Of so many entrants the best draw of all is not looked for. In the order in which things are "
        "avoided no other draw is better before “{criterion}”. By that another draw could cost {number} "
        "less at most."
    ).format(criterion=short(criterion), number=much)
