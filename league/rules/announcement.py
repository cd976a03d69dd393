"""Whether a competition can be held as announced: its format, sizes and rulebook."""

from collections.abc import Mapping

from games.rules.decide import new_match
from games.rules.options import build
from games.rules.refusal import IllegalCommand
from league.rules.commands import Create
from league.rules.events import CompetitionCreated
from league.rules.formats import ELIMINATION_500, SEASON, elimination_500, season

MOST_ROUNDS = 50

OptionChanges = Mapping[str, bool | int | str | list[str]]


def check_announcement(command: Create) -> None:
    """Refuse a competition that could never be played; the rulebook's own refusals pass through."""
    if not command.name.strip():
        raise IllegalCommand("no_name", "A competition needs a name.")
    if command.format == SEASON:
        _check_season(command)
    elif command.format == ELIMINATION_500:
        _check_elimination(command)
    else:
        raise IllegalCommand("unknown_format", f"There is no format called “{command.format}”.")


def check_tables(settings: CompetitionCreated, entrants: int) -> None:
    """Refuse a start when the rulebook cannot be played at every table that the draws will make."""
    if settings.format == SEASON:
        for seats in sorted(season.sizes(entrants, settings.table_size)):
            _check_options(settings.rulebook, settings.options, seats)
        return
    for seats, survivors in sorted(elimination_500.sizes(entrants, settings.table_size, settings.advance)):
        _check_options(settings.rulebook, {**settings.options, "survivors": survivors}, seats)


def low_wins(rulebook: str, options: OptionChanges) -> bool:
    """Say whether low totals are the good ones under this rulebook."""
    return build(rulebook, options).scoring in {"own_hand_low", "elimination"}


def _check_season(command: Create) -> None:
    if not 2 <= command.table_size <= 10:
        raise IllegalCommand("bad_table_size", "A table has from 2 to 10 seats.")
    if not 1 <= command.rounds <= MOST_ROUNDS:
        raise IllegalCommand("bad_rounds", f"A league evening has from 1 to {MOST_ROUNDS} rounds.")
    _check_options(command.rulebook, command.options, command.table_size)


def _check_elimination(command: Create) -> None:
    elimination_500.check_sizes(command.table_size, command.advance)
    if "survivors" in command.options:
        raise IllegalCommand("survivors_follow", "The option survivors follows from how many advance.")
    if build(command.rulebook, command.options).scoring != "elimination":
        raise IllegalCommand(
            "wrong_rulebook", "An elimination to 500 needs a rulebook in which players are eliminated."
        )
    _check_options(command.rulebook, {**command.options, "survivors": command.advance}, command.table_size)


def _check_options(rulebook: str, options: OptionChanges, seats: int) -> None:
    new_match(rulebook, build(rulebook, options), seats)
