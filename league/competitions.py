"""DOOR to competitions: create, enter, withdraw, seed, start; bracket and standings for pages.

`by` is `organizer:<user id>` (see `permissions.require_organizer`); `at` is the time, read at the edge.
What is impossible is a Refusal with code and sentence, and nothing has changed then.
"""

import datetime as dt
from collections.abc import Mapping, Sequence

from django.db import transaction

from games.log import ConflictError
from games.models import Player
from games.rules.refusal import IllegalCommand, Refusal
from league.bracket import Bracket, bracket
from league.models import Club, Competition
from league.opening import open_tables
from league.rules import commands, competition
from league.rules.standings import Row
from league.stream import locked, state_of

__all__ = [
    "Bracket",
    "ConflictError",
    "IllegalCommand",
    "Refusal",
    "Row",
    "bracket",
    "create",
    "enter",
    "seed",
    "standings",
    "start",
    "withdraw",
]


@transaction.atomic
def create(  # noqa: PLR0913 - each is one fact of the announcement
    *,
    club: Club,
    name: str,
    format: str,  # noqa: A002 - the word that organizers use
    rulebook: str,
    options: Mapping[str, bool | int | str | list[str]] | None = None,
    rulebook_title: str = "",
    table_size: int = 4,
    advance: int = 2,
    rounds: int = 1,
    turn_seconds: int = 60,
    bot_pause_ms: int = 1200,
    bank_seconds: int = 0,
    away_after: int = 3,
    by: str,
    at: dt.datetime,
) -> Competition:
    """Announce a competition. `advance` counts in an elimination to 500, `rounds` in a season.

    Refusals: those of `rules.announcement` and of the rulebook's options.
    """
    made = Competition.objects.create(club=club, name=name[:80], format=format, created_at=at)
    command = commands.Create(
        club=club.pk,
        name=name,
        format=format,
        rulebook=rulebook,
        options=dict(options or {}),
        table_size=table_size,
        advance=advance,
        rounds=rounds,
        turn_seconds=turn_seconds,
        bot_pause_ms=bot_pause_ms,
        rulebook_title=rulebook_title,
        bank_seconds=bank_seconds,
        away_after=away_after,
    )
    with locked(made.pk) as stream:
        stream.do(command, by=by, at=at)
    return stream.competition


def enter(competition_id: int, *, players: Sequence[Player], by: str, at: dt.datetime) -> None:
    """Enter players in this order. Refusals: `already_started`, `entered_already`."""
    with locked(competition_id) as stream:
        stream.do(commands.Enter([player.pk for player in players]), by=by, at=at)


def withdraw(competition_id: int, *, entrant: int, by: str, at: dt.datetime) -> None:
    """Take out an entrant (by number), also of a running competition.

    Refusals: `unknown_entrant`, `withdrawn_already`, `finished`, `last_entrant`.
    """
    with locked(competition_id) as stream:
        stream.do(commands.Withdraw(entrant), by=by, at=at)


def seed(
    competition_id: int, *, order: Sequence[int], after: int | None = None, by: str, at: dt.datetime
) -> None:
    """Seed all entrants (by number), strongest first.

    `after` is the version its sender saw, if they saw any: what another organizer did since then is not
    overwritten (`stale`). Further refusals: `already_started`, `bad_seeding`.
    """
    with locked(competition_id) as stream:
        stream.do(commands.Seed(list(order)), after=after, by=by, at=at)


def start(competition_id: int, *, after: int | None = None, by: str, at: dt.datetime) -> None:
    """Close the entries, draw the first stage round and start its tables, all or nothing.

    `after` as for `seed`. Refusals: `already_started`, `stale`, `too_few_entrants`, those of the rulebook for
    a table of this size.
    """
    with locked(competition_id) as stream:
        stream.do(commands.Start(), after=after, by=by, at=at)
        open_tables(stream, by=by, at=at)


def standings(competition_id: int) -> list[Row]:
    """Return the standings by entrant number, best first. One query; Competition.DoesNotExist."""
    return competition.standings(state_of(competition_id))
