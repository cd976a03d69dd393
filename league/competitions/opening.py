"""Tables for the matches that can be played now: opened, seated, started; the clock deals, or people do."""

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Final

from django.db.models import Q
from django.utils.translation import ngettext

from games import tables
from games.localization.lists import listed
from games.models import Player, Table
from games.rules.base.refusal import Refusal
from games.tables import Opening, TableSettings
from league.competitions.bot_speed import slow_bots_down
from league.competitions.stream import Stream
from league.models import Competition, Matchday
from league.models import Match as MatchRow
from league.rules.competition.commands import AssignTables, GoOn
from league.rules.competition.events import EntrantEntered, Event, PlayerSubstituted
from league.rules.competition.match_names import name_at_table
from league.rules.competition.stage import Match
from league.rules.competition.state import RUNNING, State
from league.rules.decisions.consequences import is_draw_pending, matches_without_table
from league.rules.decisions.tables_of_matches import free_numbers, venue_of
from league.rules.settings import result_kinds
from league.rules.settings.competition_settings import CompetitionSettings
from league.rules.settings.stages import ELIMINATION_500
from league.rules.settings.translated_names import translated
from league.rules.settings.venues import AT_ONCE, BY_SILENCE, ONLINE, PHYSICAL

_LONGEST_NAME = 80
_OVER: Final = (Competition.Status.FINISHED, Competition.Status.CANCELLED)
_A_NIGHT: Final = dt.timedelta(hours=12)
"""So long a table belongs to the night on which its match began."""


def open_tables(stream: Stream, *, by: str, at: dt.datetime) -> None:
    """Open and start a table for every match that could be played now and has none.

    Call it in the transaction of what made matches ready, so that a draw without its tables never exists;
    only a correction leaves them to `competitions.go_on`.
    """
    state = stream.state
    stage, gone = state.stage, state.gone()
    seated = {match.id: match.without(gone) for match in matches_without_table(state)}
    if not seated:
        return
    numbers = {number for here in seated.values() for number in here}
    players = Player.objects.in_bulk([state.entrants[number].player for number in numbers])
    elsewhere = numbers_elsewhere(stream.competition, state, at)
    wanted = [
        Opening(
            _facts(stream.state, stage.matches[key], len(here), number),
            [players[state.entrants[number].player] for number in here],
            state.settings.with_bots,
        )
        for (key, here), number in zip(seated.items(), free_numbers(state, elsewhere), strict=False)
    ]
    _require_accounts(wanted, by)
    slow_bots_down(stream.competition, wanted)
    opened = tables.open_matches(wanted, by=by, at=at)
    assigned = AssignTables(dict(zip(seated, opened, strict=True)), elsewhere)
    stream.do(assigned, by=by, at=at)


def catch_up(stream: Stream, *, after: int | None = None, by: str, at: dt.datetime) -> None:
    """Draw, and open at tables, what was left behind a correction."""
    if is_draw_pending(stream.state):
        stream.do(GoOn(), after=after, by=by, at=at)
    open_tables(stream, by=by, at=at)


def _require_accounts(wanted: Sequence[Opening], by: str) -> None:
    """Refuse organizers an online table for people who cannot sit there, where no bot may play for them."""
    _refuse_absent(
        [
            player
            for opening in wanted
            if not opening.with_bots and not opening.facts.get("is_physical")
            for player in opening.players
        ],
        by,
    )


def require_accounts_of(stream: Stream, happened: Iterable[Event], *, by: str) -> None:
    """Refuse late entrants and substitutes who cannot play online, where no bot may play for them.

    Before the start nothing is refused: the venue can still change. Refusal `no_account`.
    """
    settings = stream.state.settings
    if stream.state.status != RUNNING or settings.with_bots or settings.venue != ONLINE:
        return
    new = [event.player for event in happened if isinstance(event, EntrantEntered | PlayerSubstituted)]
    if new:
        _refuse_absent(Player.objects.filter(pk__in=new), by)


def _refuse_absent(players: Iterable[Player], by: str) -> None:
    absent = [player.name for player in players if player.user_id is None]
    if absent and by.startswith("organizer:"):
        sentence = ngettext(
            "{names} has no account and cannot play online. Play with real cards, or allow bots.",
            "{names} have no account and cannot play online. Play with real cards, or allow bots.",
            len(absent),
        )
        raise Refusal("no_account", sentence.format(names=listed(absent)))


def _facts(state: State, match: Match, seats: int, number: int) -> TableSettings:
    settings, stage = state.settings, state.stage
    options = dict(settings.options)
    if stage.settings.format == ELIMINATION_500:
        options["survivors"] = match.round.advance
    facts = TableSettings(
        name=_name(settings.name, match.round.name, name_at_table(match, number)),
        rulebook=settings.rulebook,
        options=options,
        rulebook_title=settings.rulebook_title,
        seats=seats,
        turn_seconds=settings.turn_seconds,
        bot_pause_ms=settings.bot_pause_ms,
        bot_strength=settings.bot_strength,
        bank_seconds=settings.bank_seconds,
        away_after=settings.away_after,
        limit_seconds=60 * stage.settings.minutes,
        limit_at_once=stage.settings.ends_at_once,
    )
    if venue_of(state, match) == PHYSICAL:
        _with_real_cards(facts, settings)
    return facts


def _with_real_cards(facts: TableSettings, settings: CompetitionSettings) -> None:
    """Say when a result of real cards is final, as the table wants to know it."""
    is_silence = settings.confirmation == BY_SILENCE
    facts["is_physical"] = True
    facts["confirm"] = "none" if settings.confirmation == AT_ONCE else "others"
    facts["silence_seconds"] = 60 * settings.silence_minutes if is_silence else 0


def translated_name(name: str) -> str:
    """Return the name of a table in the language of whoever reads; what people named stays as it is."""
    competition, colon, rest = name.rpartition(": ")
    return f"{competition}: {translated(rest)}" if colon else name


def _name(competition: str, stage_round: str, match: str) -> str:
    """Return a table name such as “Friday: Round 1, Table 2”; a long competition name is cut."""
    rest = stage_round if stage_round == match else f"{stage_round}, {match}"
    room = _LONGEST_NAME - len(rest) - len(": ")
    return f"{competition[:room].rstrip()}: {rest}"


def numbers_elsewhere(competition: Competition, state: State, at: dt.datetime) -> frozenset[int]:
    """Return the numbers of the tables on which other competitions of the club play real cards tonight.

    A table keeps its number for its competition until the night is over, so that the next round of each finds
    its tables again, and as long as it is in play. A competition that is over gives its tables to others; but
    one that has tables already stays there, where the codes of its printed sheets lead, and does not move to
    lower numbers. Two competitions in two places do not share a room. Two queries at most.
    """
    if state.settings.venue != PHYSICAL:
        return frozenset()
    rows = MatchRow.objects.order_by().filter(
        competition__club=competition.club_id,
        competition__is_archived=False,
        venue=PHYSICAL,
        table_number__gt=0,
    )
    is_in_play = Q(kind__in=["", result_kinds.OPEN], table__status=Table.Status.RUNNING)
    rows = rows.filter(is_in_play | Q(table__started_at__gt=at - _A_NIGHT))
    used = list(rows.values_list("competition", "competition__status", "table_number").distinct())
    own = {number for pk, _status, number in used if pk == competition.pk}
    others = [
        (pk, number)
        for pk, status, number in used
        if pk != competition.pk
        and (status not in _OVER or (number not in own and number < max(own, default=0)))
    ]
    if not others:
        return frozenset()
    places = _places({competition.pk, *(pk for pk, _number in others)}, at)
    here = places.get(competition.pk, "")
    return frozenset(number for pk, number in others if not here or places.get(pk, here) == here)


def _places(competitions: set[int], at: dt.datetime) -> dict[int, str]:
    """Return where competitions are played tonight, as far as the calendar says so."""
    dates = Matchday.objects.order_by("-starts_at").filter(
        competition__in=competitions,
        is_cancelled=False,
        starts_at__lt=at + _A_NIGHT,
        ends_at__gt=at - _A_NIGHT,
    )
    named = dates.exclude(place="").values_list("competition", "place")
    return {pk: place.strip().casefold() for pk, place in named}
