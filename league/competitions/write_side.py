"""The write side of competitions: announce, enter, act, and read what has happened.

`by` is `organizer:<user id>` (see `permissions.require`) or `player:<id>`; `at` is the time, read
at the edge. What is impossible is a Refusal with code and sentence, and nothing has changed then.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence

import msgspec
from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext as _

from games import quotas
from games.bots.strengths import CLUB
from games.models import Player
from games.rules.base.refusal import IllegalCommand
from games.rules.base.spelling import spelled
from league.competitions import signals, tables_follow_withdrawals
from league.competitions.opening import catch_up, open_tables, require_accounts_of
from league.competitions.projection import PATIENCE
from league.competitions.stream import Moment, locked, state_of
from league.competitions.tables_follow_decisions import follow
from league.http import daily_counts
from league.models import Club, Competition, CompetitionEvent
from league.rules.competition import commands
from league.rules.competition.events import CompetitionCancelled
from league.rules.competition.state import State
from league.rules.decisions.consequences import is_waiting_for_clock
from league.rules.settings.entry import EVERYONE
from league.rules.settings.stages import StageSettings
from league.rules.settings.venues import AT_ONCE, ONLINE
from league.rules.stages.arena_seating import is_time_over
from league.rules.stages.stage_standings import standings as standings_of
from league.rules.standings.row import StandingsRow


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
    venue: str = ONLINE,
    by_hand: bool = False,
    lots_by_hand: bool = False,
    confirmation: str = AT_ONCE,
    silence_minutes: int = 10,
    self_report: bool = False,
    round_minutes: int = 0,
    is_casual: bool = False,
    entry: str = EVERYONE,
    with_bots: bool = False,
    bot_strength: str = CLUB,
    by: str,
    at: dt.datetime,
) -> Competition:
    """Announce a competition of one or more stages, played one after the other.

    Refusals: those of `rules.announcement` and of the rulebook's options, and of organizers' quotas.
    """
    _require_quota(by, at)
    made = Competition.objects.create(club=club, name=spelled(name)[:80], created_at=at)
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
        venue=venue,
        by_hand=by_hand,
        lots_by_hand=lots_by_hand,
        confirmation=confirmation,
        silence_minutes=silence_minutes,
        self_report=self_report,
        round_minutes=round_minutes,
        is_casual=is_casual,
        entry=entry,
        with_bots=with_bots,
        bot_strength=bot_strength,
    )
    with locked(made.pk, by=by, at=at) as stream:
        stream.do(command, by=by, at=at)
    return stream.competition


def enter(
    competition_id: int,
    *,
    players: Sequence[Player],
    teams: Mapping[int, str] | None = None,
    beyond_limit: bool = False,
    division: int = 0,
    by: str,
    at: dt.datetime,
) -> None:
    """Enter players in this order; `teams` by player id. A merged one enters as the kept one.

    Where all places are taken they wait, and nobody comes late, unless they may come `beyond_limit`. A late
    entrant of a season may be put into a `division`.
    Refusals: `already_started`, `entered_already`, `full`, `unknown_division`.
    """
    same = {player.pk: player.merged_into_id or player.pk for player in players}
    named = {same.get(player, player): team for player, team in (teams or {}).items()}
    entered = [same[player.pk] for player in players]
    command = commands.Enter(entered, named, beyond_limit=beyond_limit, division=division)
    act(competition_id, command, by=by, at=at)


def act(
    competition_id: int,
    command: commands.AnyCommand,
    *,
    after: int | None = None,
    about: tuple[int, str] | None = None,
    by: str,
    at: dt.datetime,
) -> None:
    """Carry out any other command, and open the tables that follow from it.

    Whoever is replaced or leaves in the middle of a match is so at the table, too.

    `after` is the version its sender saw, if they saw any: what another organizer did since then is not
    overwritten (`stale`); `about` limits that as in `Stream.do`. All or nothing. Refusals are those of the
    command in `league.rules`, and of the rulebook for a table of that size. Competition.DoesNotExist.
    """
    with locked(competition_id, by=by, at=at) as stream:
        if isinstance(command, commands.Reinstate):
            begun = tables_follow_withdrawals.begun(stream.state)
            command = msgspec.structs.replace(command, begun=begun)
        happened = stream.do(command, after=after, about=about, by=by, at=at)
        require_accounts_of(stream, happened, by=by)
        follow(stream, happened, by=by, at=at)
        open_tables(stream, by=by, at=at)
        if any(isinstance(event, CompetitionCancelled) for event in happened):
            signals.cancelled.send(None, competition=stream.competition, by=by, at=at)


def act_all(
    competition_id: int,
    wanted: Iterable[commands.AnyCommand],
    *,
    after: int | None = None,
    by: str,
    at: dt.datetime,
) -> None:
    """Carry out many commands in their order, all or none: what follows is written once, not after each.

    `after` and the refusals are those of `act`. Competition.DoesNotExist.
    """
    with locked(competition_id, by=by, at=at) as stream:
        for command in wanted:
            follow(stream, stream.do(command, after=after, by=by, at=at), by=by, at=at)
            after = None  # what follows is ours
        open_tables(stream, by=by, at=at)


def go_on(competition_id: int, *, after: int | None = None, by: str, at: dt.datetime) -> None:
    """Draw, and open at tables, what was left behind a correction; end an arena whose time is over.

    Refusal `nothing_to_draw`.
    """
    with locked(competition_id, by=by, at=at) as stream:
        if is_time_over(stream.state, at.timestamp()):
            stream.do(commands.CloseSeating(), after=after, by=by, at=at)
            open_tables(stream, by=by, at=at)
            return
        if not is_waiting_for_clock(stream.state):
            raise IllegalCommand(
                "nothing_to_draw", _("Nothing is waiting here: everything that follows has already happened.")
            )
        catch_up(stream, after=after, by=by, at=at)


def left_behind(at: dt.datetime) -> list[int]:
    """Return the competitions for which the clock has something to do.

    Nobody has corrected anything back for a while, free players of an arena have waited long enough, or its
    time is over. One query.
    """
    waiting = Competition.objects.filter(waits_since__lte=at - PATIENCE)
    return list(waiting.order_by("waits_since").values_list("pk", flat=True))


def look(competition_id: int, *, until: Moment | None = None) -> State:
    """Return a competition as it stands, or as it stood at a moment or after a step.

    One query; Competition.DoesNotExist. It holds the draft of a draw, which is for organizers only.
    """
    return state_of(competition_id, until=until)


def standings(competition_id: int, *, until: Moment | None = None) -> list[StandingsRow]:
    """Return the standings by entrant number, best first. One query; Competition.DoesNotExist."""
    return standings_of(state_of(competition_id, until=until))


def _require_quota(by: str, at: dt.datetime) -> None:
    """Refuse (`quota_used_up`) an organizer with very many unfinished competitions, or a busy network."""
    kind, _colon, number = by.partition(":")
    if kind != "organizer":
        return
    user = get_user_model().objects.filter(pk=number).first()
    if user is None:
        return
    quotas.lock(user)
    over = (Competition.Status.FINISHED, Competition.Status.CANCELLED)
    announced = CompetitionEvent.objects.filter(version=1, by=by, stream__is_archived=False)
    quotas.require("competitions", user, announced.exclude(stream__status__in=over).count())
    daily_counts.count_for_network("network_competitions", user, at=at)
