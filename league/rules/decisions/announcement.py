"""Checks of an announcement: whether the stages, sizes and rulebook can be played."""

from collections.abc import Mapping, Sequence

import msgspec

from games.bots.strengths import STRENGTHS
from games.rules.base.language import _, ngettext, shown_number
from games.rules.base.refusal import IllegalCommand, quoted
from games.rules.base.spelling import spelled
from games.rules.decisions.decide import new_match
from games.rules.options.options import build, stored
from league.rules.brackets.series import LENGTHS, STARTS
from league.rules.competition.commands import Create
from league.rules.formats import elimination_500, season, single_elimination
from league.rules.formats.consolation import check_consolation
from league.rules.formats.table_schedule import usual_rounds
from league.rules.settings.competition_settings import CompetitionSettings
from league.rules.settings.divisions import DivisionRules, check_borders, parted
from league.rules.settings.entry import ENTRIES
from league.rules.settings.points import check_scheme, least_loss
from league.rules.settings.stages import (
    ARENA,
    BY_SEED,
    BY_TOTAL,
    DOUBLE_ELIMINATION,
    ELIMINATION_500,
    FORMATS,
    MOST_BYES,
    ROUND_ROBIN,
    SEASON,
    SINGLE_ELIMINATION,
    SWISS,
    StageSettings,
)
from league.rules.settings.venues import CONFIRMATIONS, VENUES
from league.rules.standings.season_table import Counting, check_counting
from league.rules.swiss.usual_opponents import PULL_UPS
from league.rules.tiebreaks import chain

MOST_ROUNDS = 50
MOST_STAGES = 6
MOST_GROUPS = 64
MOST_ENTRANTS = 2000
MOST_MATCHES = 4_000
"""For a round robin of two, which is drawn and shown as a whole: 89 entrants, or 64 groups of 11."""
MOST_MATCHES_AT_TABLES = 32_000
MOST_SEATS = 12_000
"""Rounds times entrants of a stage of which each entrant plays all rounds: 40 rounds of 300, 6 of 2,000.

Every page of a competition reads them all.
"""
MOST_SEARCHED = 12_500_000
"""For a round robin at tables, rounds times the square of its entrants: as much as 50 rounds of 500, which a
worker drew in 22 s with 400 MB (twice as long where entrants are kept apart).
"""
LONGEST_SILENCE = 1440
LONGEST_ROUND = 600
MOST_AT_A_BORDER = 20
MOST_IN_ARENA = 300
EVENING = range(10, 24 * 60 + 1)
"""The minutes of an arena."""
MOST_STREAK = 10
MOST_MINUTES = 30 * 24 * 60

OptionChanges = Mapping[str, bool | int | str | list[str]]

NAMES = {
    SEASON: "Season",
    SWISS: "Swiss",
    ROUND_ROBIN: "Round robin",
    ELIMINATION_500: "Elimination to 500",
    SINGLE_ELIMINATION: "Knock-out",
    DOUBLE_ELIMINATION: "Double elimination",
    ARENA: "Arena",
}
"""The default names of stages by format."""


def check_announcement(command: Create) -> None:
    """Refuse a competition that could never be played; the rulebook's own refusals pass through."""
    if not spelled(command.name):
        raise IllegalCommand("no_name", _("A competition needs a name."))
    if not 1 <= len(command.stages) <= MOST_STAGES:
        raise IllegalCommand(
            "bad_stages",
            _("A competition has 1 to {most_stages} stages.").format(most_stages=MOST_STAGES),
        )
    if not 0 <= command.limit <= MOST_ENTRANTS:
        raise IllegalCommand(
            "bad_limit",
            _("A competition has room for at most {most_entrants} entrants.").format(
                most_entrants=shown_number(MOST_ENTRANTS)
            ),
        )
    if "survivors" in command.options:
        raise IllegalCommand(
            "survivors_follow", _("The option survivors follows from the number of players who advance.")
        )
    _check_venue(command)
    for number, stage in enumerate(command.stages, start=1):
        _check_stage(stage, is_last=number == len(command.stages))
        if stage.format == ARENA:
            _check_arena(stage, is_first=number == 1)
        _check_rulebook(command, stage)


def check_tables(settings: CompetitionSettings, entrants: int) -> None:
    """Refuse a start with too few entrants, or when the rulebook cannot be played at a table of the draws."""
    first = settings.stages[0]
    least = elimination_500.LEAST_ENTRANTS if first.format == ELIMINATION_500 else 2
    least = max(least, 2 * first.groups)
    if entrants < least:
        raise IllegalCommand(
            "too_few_entered",
            ngettext(
                "At least {least} entrant is needed; there are {entrants}.",
                "At least {least} entrants are needed; there are {entrants}.",
                least,
            ).format(least=least, entrants=entrants),
        )
    if first.format == ARENA and entrants > MOST_IN_ARENA:
        raise too_many_in_arena()
    for stage in settings.stages:
        if stage.format == SEASON and stage.borders:
            check_borders([len(part) for part in _parts(stage, entrants)], _between(stage))
        _check_matches(stage, entrants)
        check_rounds(stage, entrants)
        for members in _groups(stage, entrants):
            single_elimination.check_byes(stage, members)
        for seats, survivors in sorted(_sizes(stage, entrants)):
            changes = {**settings.options, "survivors": survivors} if survivors else settings.options
            check_options(settings.rulebook, changes, seats)
        entrants = min(entrants, stage.qualify * stage.groups + stage.best_of_rest)


def warnings(stages: Sequence[StageSettings]) -> list[str]:
    """Return warnings about settings that are allowed, but rarely intended."""
    uneven = [stage for stage in stages if stage.are_byes_uneven]
    losses = [(stage.points.bye, least_loss(stage.points, stage.sizes)) for stage in uneven]
    return [
        _(
            "A bye is worth {bye} points and last place in a match {loss}: a player who sits out falls "
            "behind those who lose."
        ).format(bye=bye, loss=loss)
        for bye, loss in dict.fromkeys(losses)
        if bye < loss
    ]


def low_wins(rulebook: str, options: OptionChanges) -> bool:
    """Say whether low totals are better under this rulebook."""
    return stored(rulebook, options).scoring in {"own_hand_low", "elimination"}


def named(stages: Sequence[StageSettings]) -> list[StageSettings]:
    """Give a name to the stages that have none."""
    return [
        msgspec.structs.replace(stage, name=spelled(stage.name) or NAMES[stage.format]) for stage in stages
    ]


def _check_venue(command: Create) -> None:
    if command.venue not in VENUES:
        raise IllegalCommand("bad_venue", _("Matches are played online, at physical tables, or elsewhere."))
    if command.bot_strength not in STRENGTHS:
        raise IllegalCommand("bad_value", _("Bots play easy, club or strong."))
    if command.confirmation not in CONFIRMATIONS:
        raise IllegalCommand(
            "bad_confirmation", _("A result is final at once, or when the others confirm it.")
        )
    if command.entry not in ENTRIES:
        raise IllegalCommand("bad_entry", _("Everyone or only members can enter."))
    if not 1 <= command.silence_minutes <= LONGEST_SILENCE:
        raise IllegalCommand(
            "bad_silence",
            _("The others have 1 to {longest_silence} minutes to object.").format(
                longest_silence=shown_number(LONGEST_SILENCE)
            ),
        )
    if not 0 <= command.round_minutes <= LONGEST_ROUND:
        raise IllegalCommand(
            "bad_round_minutes",
            _("A round lasts at most {longest_round} minutes.").format(longest_round=LONGEST_ROUND),
        )


def _check_stage(stage: StageSettings, *, is_last: bool) -> None:
    if stage.format not in FORMATS:
        raise IllegalCommand(
            "unknown_format", _("There is no format called {format}.").format(format=quoted(stage.format))
        )
    _check_size(stage)
    if not 1 <= stage.groups <= MOST_GROUPS:
        raise IllegalCommand(
            "bad_groups", _("A stage has 1 to {most_groups} groups.").format(most_groups=MOST_GROUPS)
        )
    if stage.groups > 1 and stage.format == ELIMINATION_500:
        raise IllegalCommand("no_groups", _("An elimination to 500 has no groups."))
    if stage.legs not in (1, 2):
        raise IllegalCommand("bad_legs", _("A round robin has one or two legs."))
    if not 0 <= stage.minutes <= MOST_MINUTES:
        raise IllegalCommand("bad_minutes", _("A match has 1 minute to 30 days, or 0 for no limit."))
    if stage.reseed not in ("", BY_SEED, BY_TOTAL):
        raise IllegalCommand("bad_reseed", _("Later rounds are seeded by seed or by total, or not reseeded."))
    if stage.pull_up not in PULL_UPS:
        raise IllegalCommand(
            "bad_pull_up",
            _(
                "If someone is left over, the first, the middle or the last entrant on the next score "
                "moves up, or no one."
            ),
        )
    _check_series(stage)
    _check_qualifying(stage, is_last=is_last)
    check_scheme(stage.points, stage.sizes)
    chain(stage.tiebreaks)
    _check_rounds(stage)


def _check_arena(stage: StageSettings, *, is_first: bool) -> None:
    if not is_first:
        raise IllegalCommand("arena_not_first", _("An arena can only be the first stage."))
    if stage.groups > 1:
        raise IllegalCommand("no_groups", _("An arena has no groups."))
    if stage.evening_minutes not in EVENING:
        raise IllegalCommand(
            "bad_evening_minutes",
            _("An arena lasts {least} to {most} minutes.").format(
                least=EVENING[0], most=shown_number(EVENING[-1])
            ),
        )
    if not 0 <= stage.streak <= MOST_STREAK:
        raise IllegalCommand(
            "bad_streak",
            _("Points double after 1 to {most} wins in a row, or 0 for never.").format(most=MOST_STREAK),
        )


def too_many_in_arena() -> IllegalCommand:
    """Return the refusal of more players than an arena can seat at once."""
    sentence = _("An arena has room for at most {most} players.")
    return IllegalCommand("too_many_in_arena", sentence.format(most=MOST_IN_ARENA))


def _check_qualifying(stage: StageSettings, *, is_last: bool) -> None:
    if is_last and (stage.qualify or stage.best_of_rest):
        raise IllegalCommand("nobody_qualifies", _("No one advances from the last stage."))
    if not is_last and (stage.qualify < 1 or stage.best_of_rest < 0):
        raise IllegalCommand("nobody_qualifies", _("Say how many of each group advance to the next stage."))
    if not is_last and stage.qualify * stage.groups < 2:
        raise IllegalCommand("too_few_qualify", _("At least 2 must advance to the next stage."))


def _check_size(stage: StageSettings) -> None:
    if not 2 <= stage.table_size <= 10:
        raise IllegalCommand("bad_table_size", _("A table has 2 to 10 seats."))
    _check_byes(stage)
    if stage.format == ELIMINATION_500:
        elimination_500.check_sizes(stage.table_size, stage.advance)
    is_at_tables = stage.format == SINGLE_ELIMINATION and stage.table_size > 2
    if is_at_tables and stage.advance < 1:
        raise IllegalCommand("advance_too_small", _("At least 1 must advance from each table."))
    if is_at_tables and stage.advance >= stage.table_size:
        raise IllegalCommand(
            "advance_too_large",
            _("{advance} cannot advance from a table of {size}: someone must be eliminated.").format(
                advance=stage.advance, size=stage.table_size
            ),
        )
    _check_bracket(stage)


def _check_bracket(stage: StageSettings) -> None:
    """Refuse impossible brackets, and a consolation without a bracket."""
    if stage.format == SINGLE_ELIMINATION:
        single_elimination.check_together(
            stage.table_size,
            third_place=stage.third_place,
            placement=stage.placement,
            reseed=bool(stage.reseed),
            byes=stage.byes,
        )
        if stage.table_size == 2 and stage.reseed == BY_TOTAL:
            raise IllegalCommand(
                "bad_reseed", _("At tables of two, later rounds are seeded by seed, not by total.")
            )
    if stage.consolation:
        size = stage.table_size if stage.format == SINGLE_ELIMINATION else 0
        check_consolation(size, placement=stage.placement, reseed=bool(stage.reseed))


def _check_series(stage: StageSettings) -> None:
    if stage.best_of_matches not in LENGTHS:
        raise IllegalCommand("bad_best_of", _("One game, or the best of 3 or 5 games, decides who advances."))
    if stage.best_of_from not in STARTS:
        raise IllegalCommand(
            "bad_best_of_from",
            _(
                "Several games are played in all rounds, in the semi-finals and the final, or in the "
                "final only."
            ),
        )
    is_of_two = stage.format in (SINGLE_ELIMINATION, DOUBLE_ELIMINATION) and stage.seats == 2
    if stage.best_of_matches > 1 and not is_of_two:
        raise IllegalCommand(
            "no_best_of", _("Matches of several games need a knock-out with two at a table.")
        )


def _check_byes(stage: StageSettings) -> None:
    if not 0 <= stage.byes <= MOST_BYES:
        raise IllegalCommand(
            "bad_byes",
            _("From 0 to {most} of the top seeds can skip the first round.").format(
                most=shown_number(MOST_BYES)
            ),
        )
    if stage.byes and stage.format == DOUBLE_ELIMINATION:
        raise IllegalCommand("no_byes", _("In a double elimination only the size of the bracket gives byes."))


def _check_rounds(stage: StageSettings) -> None:
    least = 0 if stage.format == ROUND_ROBIN else 1
    if stage.format in (SEASON, SWISS, ROUND_ROBIN) and not least <= stage.rounds <= MOST_ROUNDS:
        raise IllegalCommand(
            "bad_rounds",
            _("A stage has {least} to {most_rounds} rounds.").format(least=least, most_rounds=MOST_ROUNDS),
        )
    if stage.format == SEASON:
        check_counting(Counting(stage.best_of, stage.minimum), stage.rounds)
        _check_borders(stage)


def _check_borders(stage: StageSettings) -> None:
    if len(stage.borders) > MOST_GROUPS or any(
        max(border.movers, border.play_offs) > MOST_AT_A_BORDER for border in stage.borders
    ):
        raise IllegalCommand(
            "bad_borders",
            _(
                "Between two divisions, up to {most_at_a_border} move up and down, and there are as many "
                "play-offs at most."
            ).format(most_at_a_border=MOST_AT_A_BORDER),
        )
    if stage.borders:
        check_borders([], _between(stage))


def _between(stage: StageSettings) -> DivisionRules:
    return DivisionRules(tuple(stage.borders))


def _check_rulebook(command: Create, stage: StageSettings) -> None:
    if stage.format != ELIMINATION_500:
        for seats in {stage.seats, *_seats_of_play_offs(stage)}:
            check_options(command.rulebook, command.options, seats)
        return
    if build(command.rulebook, command.options).scoring != "elimination":
        raise IllegalCommand(
            "wrong_rulebook", _("An elimination to 500 needs a rulebook in which players are eliminated.")
        )
    check_options(command.rulebook, {**command.options, "survivors": stage.advance}, stage.table_size)


def check_options(rulebook: str, options: OptionChanges, seats: int) -> None:
    """Refuse a table of `seats` where the rulebook cannot be played; refusals are the rulebook's."""
    new_match(rulebook, build(rulebook, options), seats)


def _sizes(stage: StageSettings, entrants: int) -> set[tuple[int, int]]:
    """Return the tables for this number of entrants as (seats, survivors), survivors 0 for no elimination."""
    if stage.format == ELIMINATION_500:
        return elimination_500.sizes(entrants, stage.table_size, stage.advance, stage.byes)
    if stage.seats == 2:
        return {(2, 0)}
    if stage.format == ARENA:
        return {(seats, 0) for seats in range(2, stage.table_size + 1)}
    groups = _groups(stage, entrants)
    at_tables = {seats for members in groups for seats in season.sizes(max(2, members), stage.table_size)}
    if stage.format == SINGLE_ELIMINATION and stage.byes:
        for members in groups:
            tables = elimination_500.sizes(members, stage.table_size, stage.advance, stage.byes)
            at_tables |= {seats for seats, _survivors in tables}
    return {(seats, 0) for seats in at_tables | _seats_of_play_offs(stage)}


def check_rounds(stage: StageSettings, entrants: int) -> None:
    """Refuse more rounds of a season or a Swiss than so many entrants can play: `too_many_rounds`."""
    if stage.format in (SEASON, SWISS) and stage.rounds * entrants > MOST_SEATS:
        most = MOST_SEATS // entrants
        raise IllegalCommand(
            "too_many_rounds",
            ngettext(
                "With {entrants} entrants there can be at most {most} round.",
                "With {entrants} entrants there can be at most {most} rounds.",
                most,
            ).format(entrants=shown_number(entrants), most=shown_number(most)),
        )


def _check_matches(stage: StageSettings, entrants: int) -> None:
    if stage.format != ROUND_ROBIN:
        return
    matches = sum(_matches(stage, len(part)) for part in _parts(stage, entrants))
    most = MOST_MATCHES if stage.table_size == 2 else MOST_MATCHES_AT_TABLES
    if matches > most:
        raise IllegalCommand(
            "too_many_matches",
            _(
                "A round robin has at most {most} matches; this would have {matches}. Make more groups."
            ).format(most=shown_number(most), matches=shown_number(matches)),
        )
    if stage.table_size > 2:
        _check_search(stage, [len(part) for part in _parts(stage, entrants)])


def _check_search(stage: StageSettings, groups: Sequence[int]) -> None:
    """Refuse a search for rounds at tables that takes a worker too long, since all are drawn at once."""
    searched = sum(_rounds_at_tables(stage, members) * members**2 for members in groups)
    seats = sum(_rounds_at_tables(stage, members) * members for members in groups)
    if searched > MOST_SEARCHED or seats > MOST_SEATS:
        most = min(MOST_SEARCHED // sum(members**2 for members in groups), MOST_SEATS // sum(groups))
        raise IllegalCommand(
            "too_long_to_draw",
            ngettext(
                "A round robin at tables with {entrants} entrants has at most {most} round: make more "
                "groups.",
                "A round robin at tables with {entrants} entrants has at most {most} rounds: choose no "
                "more, or make more groups.",
                most,
            ).format(entrants=shown_number(sum(groups)), most=shown_number(most)),
        )


def _matches(stage: StageSettings, members: int) -> int:
    """Return how many matches a group of a round robin has at most."""
    if stage.table_size == 2:
        return members * (members - 1) // 2 * stage.legs
    return _rounds_at_tables(stage, members) * -(-members // stage.table_size)


def _rounds_at_tables(stage: StageSettings, members: int) -> int:
    return stage.rounds or usual_rounds(members, stage.table_size)


def _parts(stage: StageSettings, entrants: int) -> list[list[int]]:
    return parted(range(entrants), stage.groups, stage.division_sizes if stage.format == SEASON else ())


def _groups(stage: StageSettings, entrants: int) -> set[int]:
    """Return the sizes of the groups of a stage."""
    return {len(part) for part in _parts(stage, entrants)}


def _seats_of_play_offs(stage: StageSettings) -> set[int]:
    """Return the seats of the matches between divisions: two, where there are any."""
    is_held = (
        stage.format == SEASON and stage.groups > 1 and any(border.play_offs for border in stage.borders)
    )
    return {2} if is_held else set()
