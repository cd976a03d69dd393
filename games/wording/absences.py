"""Say for which absent players a bot played in a match, and whether the match counts for the reader."""

from collections import Counter
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.deals.outline import Step
from games.localization.numbers import number
from games.models import Seat, Table
from games.turns import is_left_to_bot
from games.wording.seat_names import NamesOverTime


def has_absences(seats: Iterable[Seat]) -> bool:
    """Return whether a bot may have played for a player of one of the seats, also for an earlier one."""
    return any(
        seat.player_id is not None and (seat.is_bot or seat.away_steps or seat.earlier_players)
        for seat in seats
    )


def played_by_bots(
    table: Table, steps: Iterable[Step], seats: Sequence[Seat], names: NamesOverTime, me: int | None
) -> list[str]:
    """Return for whom a bot played, and how many of their moves, in sentences; `me` is the reader's seat.

    A substitute is credited with their own moves only.
    """
    made: Counter[tuple[int, str]] = Counter()
    by_bots: Counter[tuple[int, str]] = Counter()
    for step in steps:
        seat = step.actor
        if seat < 0 or seats[seat].player_id is None:
            continue
        is_mine = seat == me and names.is_of_now(seat, step.first)
        whose = seat, "" if is_mine else names.at(step.first)[seat]
        made[whose] += 1
        by_bots[whose] += step.is_by_bot
    told = [_sentence(by_bots[whose], made[whose], whose[1]) for whose in sorted(made) if by_bots[whose]]
    if me is not None and is_left_to_bot(table, seats[me]):
        left_out = _("This match does not count in your results: a bot played its end or most of it for you.")
        told.append(left_out)
    return told


def _sentence(count: int, total: int, name: str) -> str:
    """Return how many moves a bot made for somebody; without a name for the reader."""
    if name:
        sentence = ngettext(
            "A bot played {count} of {total} move for {name}, who was away.",
            "A bot played {count} of {total} moves for {name}, who was away.",
            total,
        )
    else:
        sentence = ngettext(
            "A bot played {count} of {total} move for you while you were away.",
            "A bot played {count} of {total} moves for you while you were away.",
            total,
        )
    return sentence.format(count=number(count), total=number(total), name=name)
