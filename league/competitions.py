"""DOOR to competitions: create, act; bracket and standings for pages.

`by` is `organizer:<user id>` (see `permissions.require_organizer`) or `player:<id>`; `at` is the time, read
at the edge. What is impossible is a Refusal with code and sentence, and nothing has changed then.
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
from league.rules import commands
from league.rules.stage_standings import standings as standings_of
from league.rules.stages import StageSettings
from league.rules.standings import Row
from league.rules.state import State
from league.stream import Moment, history_of, locked, state_at, state_of

__all__ = [
    "Bracket",
    "ConflictError",
    "IllegalCommand",
    "Moment",
    "Refusal",
    "Row",
    "StageSettings",
    "act",
    "bracket",
    "commands",
    "create",
    "enter",
    "history_of",
    "look",
    "standings",
    "state_at",
]


@transaction.atomic
def create(  # noqa: PLR0913 - each is one fact of the announcement
    *,
    club: Club,
    name: str,
    stages: Sequence[StageSettings],
    rulebook: str,
    options: Mapping[str, bool | int | str | list[str]] | None = None,
    rulebook_title: str = "",
    turn_seconds: int = 60,
    bot_pause_ms: int = 1200,
    bank_seconds: int = 0,
    away_after: int = 3,
    limit: int = 0,
    online: bool = True,
    by_hand: bool = False,
    lots_by_hand: bool = False,
    by: str,
    at: dt.datetime,
) -> Competition:
    """Announce a competition of one or more stages, played one after the other.

    Refusals: those of `rules.announcement` and of the rulebook's options.
    """
    made = Competition.objects.create(club=club, name=name[:80], created_at=at)
    command = commands.Create(
        club=club.pk,
        name=name,
        stages=list(stages),
        rulebook=rulebook,
        options=dict(options or {}),
        turn_seconds=turn_seconds,
        bot_pause_ms=bot_pause_ms,
        rulebook_title=rulebook_title,
        bank_seconds=bank_seconds,
        away_after=away_after,
        limit=limit,
        online=online,
        by_hand=by_hand,
        lots_by_hand=lots_by_hand,
    )
    with locked(made.pk) as stream:
        stream.do(command, by=by, at=at)
    return stream.competition


def enter(
    competition_id: int,
    *,
    players: Sequence[Player],
    teams: Mapping[int, str] | None = None,
    by: str,
    at: dt.datetime,
) -> None:
    """Enter players in this order; `teams` by player id. Refusals: `already_started`, `entered_already`."""
    command = commands.Enter([player.pk for player in players], dict(teams or {}))
    act(competition_id, command, by=by, at=at)


def act(
    competition_id: int, command: commands.AnyCommand, *, after: int | None = None, by: str, at: dt.datetime
) -> None:
    """Carry out any other command of `league.rules.commands`, and open the tables that follow from it.

    `after` is the version its sender saw, if they saw any: what another organizer did since then is not
    overwritten (`stale`). All or nothing. Refusals are those of the command in `league.rules`, and of the
    rulebook for a table of that size. Competition.DoesNotExist.
    """
    with locked(competition_id) as stream:
        stream.do(command, after=after, by=by, at=at)
        open_tables(stream, by=by, at=at)


def look(competition_id: int, *, until: Moment | None = None) -> State:
    """Return a competition as it stands, or as it stood at a moment or after a step.

    One query; Competition.DoesNotExist. It holds the draft of a draw, which is for organizers only.
    """
    return state_of(competition_id, until=until)


def standings(competition_id: int, *, until: Moment | None = None) -> list[Row]:
    """Return the standings by entrant number, best first. One query; Competition.DoesNotExist."""
    return standings_of(state_of(competition_id, until=until))
