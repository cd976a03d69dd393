"""The reasons for a table of a draw in words, from the stored cost of each criterion."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from league.rules.brackets.plan import PlannedRound
from league.rules.competition.stage import Stage
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

_SEEDED_ANEW: Final = "seeded_anew"

_BY_RULE: Final = {
    _SEEDED_ANEW: gettext_noop(
        "Reseeded: among those still in, the top seed meets the lowest. Byes go to the top seeds among "
        "those who have had the fewest byes."
    ),
    ROUND_ROBIN: gettext_noop("Everyone meets everyone: the schedule sets who meets whom in which round."),
    SEASON: gettext_noop(
        "Split into tables of equal strength by the standings; players who have met least sit together."
    ),
    SINGLE_ELIMINATION: gettext_noop("Seats follow the seeding: the top seeds meet late and get the byes."),
    DOUBLE_ELIMINATION: gettext_noop(
        "Seats follow the seeding; a loser moves to where they meet earlier opponents as late as possible."
    ),
    ELIMINATION_500: gettext_noop(
        "Split into tables in order; players who shared a table before are kept apart."
    ),
}

_OF_BYES: Final = {
    ROUND_ROBIN: gettext_noop("The schedule sets who sits out when: everyone about equally often."),
    SWISS: gettext_noop(
        "Byes go to the lowest-ranked of those who have had the fewest byes and missed the fewest rounds."
    ),
    ARENA: gettext_noop(
        "Players left over wait for the next tables: first those who have waited least so far, then those "
        "who have played most."
    ),
    ELIMINATION_500: gettext_noop("Byes go to the top seeds among those who have had the fewest byes."),
}

# The sentence about a criterion that costs nothing, and the sentence about one that costs something.
_WORDS: Final[dict[str, tuple[str, str]]] = {
    "without_opponent": ("", gettext_noop("Someone had to go without an opponent.")),
    "repeats": (
        gettext_noop("No one here has met before."),
        gettext_noop("Pairs who have met before: {number}."),
    ),
    "repeat_cost": (
        "",
        gettext_noop("Weight of these rematches (more for more frequent and more recent ones): {number}."),
    ),
    "meetings": (
        "",
        gettext_noop("Weight of these rematches (more for more frequent and more recent ones): {number}."),
    ),
    "repeated_byes": ("", gettext_noop("Repeated byes: {number}.")),
    "turn_limits": (
        "",
        gettext_noop("First or second turns out of balance by more than two, or three in a row: {number}."),
    ),
    "unplayed": ("", gettext_noop("Rounds missed by the entrant with the bye: {number}.")),
    "bye_place": ("", gettext_noop("Entrants ranked below the entrant with the bye: {number}.")),
    "score_gap": (
        gettext_noop("Everyone has the same points."),
        gettext_noop("Sum of squared point differences: {number}."),
    ),
    "floats": ("", gettext_noop("Paired again with someone on fewer or more points: {number}.")),
    "club_mates": (
        gettext_noop("No one meets a player of the same club."),
        gettext_noop("Pairs of the same club: {number}."),
    ),
    "one_party": ("", gettext_noop("Pairs who should not meet: {number}.")),
    "seat_balance": ("", gettext_noop("Repeated seats: {number}.")),
    "first_turn": ("", gettext_noop("Imbalance of first turns between the two afterwards: {number}.")),
    "same_turn": ("", gettext_noop("Same turn as in the previous round: {number}.")),
    "slide": ("", gettext_noop("Ranks away from the usual opponent, squared: {number}.")),
    "small_tables": (
        "",
        gettext_noop(
            "Times the players at this smaller table have already sat at a smaller table: {number}."
        ),
    ),
}

_SHORT: Final = {
    "one_party": gettext_noop("pairs who should not meet"),
    "repeats": gettext_noop("pairs who have met before"),
    "repeat_cost": gettext_noop("weight of these rematches"),
    "meetings": gettext_noop("weight of these rematches"),
    "score_gap": gettext_noop("squared point differences"),
    "club_mates": gettext_noop("pairs of the same club"),
    "repeated_byes": gettext_noop("repeated byes"),
    "seat_balance": gettext_noop("repeated seats"),
    "floats": gettext_noop("paired again with fewer or more points"),
    "first_turn": gettext_noop("uneven first turns"),
    "same_turn": gettext_noop("the same turn again"),
    "small_tables": gettext_noop("smaller tables again"),
    "without_opponent": gettext_noop("without an opponent"),
    "turn_limits": gettext_noop("first turns too uneven"),
    "unplayed": gettext_noop("rounds not played before a bye"),
    "bye_place": gettext_noop("rank of the entrant with the bye"),
    "slide": gettext_noop("ranks away from the usual opponent"),
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
    """Return the reasons for a match, sentence by sentence: by its format where nothing was weighed."""
    if not cost:
        return [_(_BY_RULE[form])] if form in _BY_RULE else []
    sentences = [(_WORDS[key][1 if worth else 0], worth) for key, worth in cost.items() if key in _WORDS]
    return [_(sentence).format(number=f"{worth:g}") for sentence, worth in sentences if sentence]


def why_bye(cost: Mapping[str, float] | None, form: str) -> list[str]:
    """Return the reasons for a bye, sentence by sentence: the rule first, then what it costs."""
    costly = {key: worth for key, worth in (cost or {}).items() if worth and key != "without_opponent"}
    return [*([_(_OF_BYES[form])] if form in _OF_BYES else []), *(why(costly, "") if costly else [])]


def of_play_offs() -> list[str]:
    """Return the reasons for a match between divisions."""
    return [
        _(
            "The final standings of the divisions decide who is in a play-off: the last player not "
            "relegated and the best not promoted."
        )
    ]


def of_consolation() -> list[str]:
    """Return the reasons for a match of a consolation."""
    return [
        _(
            "The loser of a first match plays on here. Players who have met are placed in different "
            "halves, so they cannot meet again before the last match."
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
        return _("There are no rematches.")
    if repeats <= least:
        return _("No pairings of these entrants have fewer rematches.")
    sentence = ngettext(
        "One pair has met before; there may be pairings without a rematch.",
        "{number} pairs have met before; there may be pairings without a rematch.",
        int(repeats),
    )
    if least:
        sentence = ngettext(
            "One pair has met before; no pairings can have fewer than {least}.",
            "{number} pairs have met before; no pairings can have fewer than {least}.",
            int(repeats),
        )
    return sentence.format(number=f"{repeats:g}", least=least)


def beyond(more: Mapping[str, int]) -> str:
    """Say how far a draw is from the best one at most; empty where it is the best for all that is known."""
    if not more:
        return ""
    criterion, much = next(iter(more.items()))
    return _(
        "With this many entrants the very best pairings are not searched for. In the order in which "
        "things are avoided, no other pairings are better before “{criterion}”; there, others could cost "
        "at most {number} less."
    ).format(criterion=short(criterion), number=much)
