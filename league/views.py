"""The page that everybody sees first: the lobby, with a table to play at once."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django.contrib.auth import get_user_model, login
from django.db import transaction
from django.db.models import (
    BooleanField,
    Exists,
    ExpressionWrapper,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Value,
    prefetch_related_objects,
)
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games import quotas, tables
from games.access import blocks
from games.access.invitations import listed_for
from games.access.players import viewer
from games.htmx import is_htmx
from games.idempotency import request_keys
from games.localization.collation import by_name
from games.models import Player, Seat, Table
from games.pages import newcomers
from games.pages.suggested_strength import experience_of
from games.puzzles import overview
from games.rules.base.refusal import Refusal
from games.rules.notation import notation
from games.rules.scoresheet.state import DISPUTED, REPORTED
from games.turns import awaited_seats
from games.wording import bot_strengths
from league.accounts import guests
from league.calendar.agenda import agenda_rows
from league.calendar.attendance import dates_of
from league.competitions.event_night.night import own_tonight
from league.competitions.event_night.own_tables import IN_THE_LOBBY, places_of
from league.models import Club, Competition, Entrant, Matchday, Placement
from league.permissions.policy import invisible_competitions

SHOWN_AT_MOST: Final = 12
LAST_PAGE: Final = 1000
LONG_MATCH: Final = 10
"""A match of so many deals is worth watching."""
_TONIGHT: Final = timedelta(hours=18)
_PICTURE: Final = ("r7", "yS", "g2", "b5", "w")
_CLUB: Final = "analysis__table__match__competition__club"
_OF_NO_PUZZLE: Final = Q((f"{_CLUB}__is_public", False)) | Q((f"{_CLUB}__analyses_matches", False))
"""Puzzles of clubs that are closed or do not analyse: the hooks of access say the same, table by table."""
_PLAYED_NOW: Final[dict[str, Any]] = {"rulebook": "classic", "seats": 4, "options": {"target_score": 200}}


@dataclass(frozen=True)
class Shown:
    """A page of a list; `name` is the name of its number in the address."""

    name: str
    rows: Sequence[Any]
    number: int
    has_more: bool


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    """Show what this is, where one can sit, what is being played, what can be replayed.

    `?after=` asks for the tables alone; 204 if those with free seats are as they were.
    """
    player, kept_back = viewer(request), invisible_competitions(request)
    now = timezone.now()
    waiting = _page(request, "free", _waiting(player, now, kept_back=kept_back))
    known = request.GET.get("after") if is_htmx(request) else None
    if known == _stamp(waiting):
        return HttpResponse(status=204)
    lists = {"waiting": waiting, "watchable": _page(request, "live", _worth_watching(kept_back))}
    if known is not None:
        return render(request, "league/_lobby_tables.html", _with_seats(lists, now))
    competitions = Competition.objects.filter(is_archived=False).select_related("club")
    experience = experience_of(player)
    over = _shown(Table.Status.FINISHED, Table.Status.DECIDED, kept_back=kept_back).order_by("-finished_at")
    lists |= {"mine": _page(request, "mine", _mine(player)), "over": _page(request, "over", over)}
    clubs = _page(request, "clubs", Club.objects.order_by("name", "pk"))
    facts = {
        "is_known": player is not None,
        "is_newcomer": experience.is_new and not newcomers.has_seen_the_page(request),
        "picture": [notation.card(token) for token in _PICTURE],
        "strengths": [(strength, str(name)) for strength, name in bot_strengths.NAMED.items()],
        "suggested": experience.strength,
        "beaten": bot_strengths.NAMED.get(experience.beaten, ""),
        "harder": bot_strengths.NAMED[experience.strength],
        "places": places_of(player, most=IN_THE_LOBBY) if player else [],
        "running": own_tonight(request, player, now) if player else [],
        "tonight": _coming_dates(request, player) if player else None,
        "daily": overview.daily(player, hidden=_OF_NO_PUZZLE),
        **_with_seats(lists, now),
        "competitions": _page(request, "competitions", competitions.exclude(pk__in=kept_back)),
        "clubs": replace(clubs, rows=by_name(clubs.rows, name=lambda club: club.name)),
    }
    return render(request, "league/lobby.html", facts)


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Open a table with bots and begin; a visitor without an account becomes a guest.

    Without a `strength` the bots have the one that the lobby suggests.
    Refusals: `bad_value` for an unknown strength, those of the quotas of guests and tables.
    """
    if not request.user.is_authenticated:
        quotas.require_table_for_newcomer()  # first, because a refusal then writes nothing
        refused: HttpResponse | None = ratelimit.consume_or_429(request, action="guest")
        if refused is not None:
            return refused
    user, table = request_keys.once(request, lambda: _begun(request), by_browser=True)
    if not request.user.is_authenticated:
        guest = get_user_model().objects.filter(pk=user).first()
        if guest is None:
            raise Refusal("conflict", _("This account has since been deleted. Check and try again."))
        login(request, guest, backend=guests.BACKEND)
    response = redirect("table", table)
    if newcomers.is_new(request):
        newcomers.remember_first_table(request, response, table)
    return response


@transaction.atomic
def _begun(request: HttpRequest) -> list[int]:
    """Open the table and start its match; return the ids of the user and of the table."""
    strength, at = request.POST.get("strength"), timezone.now()
    player = viewer(request)
    if strength is None:
        strength = experience_of(player).strength
    if player is None:
        number = get_random_string(4, "0123456789")
        ip = get_adapter(request).get_client_ip(request)
        guest = guests.create(_("Guest {number}").format(number=number), ip=ip, at=at)
        player = Player.objects.select_related("user").get(user=guest)
    by = f"player:{player.pk}"
    opened = tables.open_table(
        name="Classic for 4", host=player, bot_strength=strength, by=by, at=at, **_PLAYED_NOW
    )
    tables.sit(opened.pk, seat=0, player=player, at=at)
    tables.start(opened.pk, fill_with_bots=True, by=by, at=at)
    assert player.user_id is not None
    return [player.user_id, opened.pk]


def _stamp(waiting: Shown) -> str:
    """Return what changes with the tables of a page of those with free seats, and with nothing else."""
    facts = [(table.pk, table.version, table.has_seat, table.has_own_seat) for table in waiting.rows]
    return hashlib.sha256(repr((facts, waiting.has_more)).encode()).hexdigest()[:12]


def _with_seats(lists: dict[str, Shown], at: datetime) -> dict[str, Any]:
    """Return lists of tables for a template, with the seats of all of them. One query."""
    shown = [table for page in lists.values() for table in page.rows]
    prefetch_related_objects(shown, Prefetch("seats", Seat.objects.select_related("player")))
    kept = {seat.pk for table in shown for seat in table.seats.all() if seat.is_kept(at)}
    return {**lists, "stamp": _stamp(lists["waiting"]), "kept": kept, "long_match": LONG_MATCH}


def _mine(player: Player | None) -> QuerySet[Table]:
    """Return the running tables of a player, those that wait for them in front."""
    awaited = awaited_seats().filter(player=player, table=OuterRef("pk"))
    running = _tables(Table.Status.RUNNING).filter(seats__player=player) if player else Table.objects.none()
    return running.annotate(is_my_turn=Exists(awaited)).order_by("-is_my_turn", "-pk")


def _coming_dates(request: HttpRequest, player: Player) -> Shown:
    """Return the dates of the clubs of a player in the next hours. Three queries at most."""
    at = timezone.now()
    matchdays = dates_of(player, since=at).filter(
        Matchday.to_come(at), starts_at__lt=at + _TONIGHT, is_cancelled=False
    )
    soon = _page(request, "tonight", matchdays.order_by("starts_at", "pk"))
    return replace(soon, rows=agenda_rows(soon.rows, player, at, is_mine=True)) if soon.rows else soon


def _page(request: HttpRequest, name: str, chosen: QuerySet[Any]) -> Shown:
    """Return the page of a list that the address names; one row more tells whether there is another."""
    wanted = request.GET.get(name, "")
    number = min(max(1, int(wanted[:6])), LAST_PAGE) if wanted.isdecimal() else 1
    begin = (number - 1) * SHOWN_AT_MOST
    rows = list(chosen[begin : begin + SHOWN_AT_MOST + 1])
    return Shown(name, rows[:SHOWN_AT_MOST], number, len(rows) > SHOWN_AT_MOST)


def _worth_watching(kept_back: QuerySet[Competition]) -> QuerySet[Table]:
    """Return the running tables, those to watch live first: finals, then leaders, then the longest matches.

    Real cards follow, which have only scores, then paused matches and those whose result is in.
    """
    # Where nothing has been decided yet, all are first and nobody leads.
    level = Entrant.objects.filter(competition=OuterRef("entrant__competition"), rank=1)
    leaders = Placement.objects.filter(
        ~Exists(level.exclude(pk=OuterRef("entrant"))), match__table=OuterRef("pk"), entrant__rank=1
    )
    running = _shown(Table.Status.RUNNING, kept_back=kept_back).select_related("match")
    has_result = Q(is_physical=True, state_name__in=(REPORTED, DISPUTED))
    return running.annotate(
        has_leader=Exists(leaders),
        has_result=ExpressionWrapper(has_result, BooleanField()),
        is_paused=ExpressionWrapper(Q(paused_at__isnull=False), BooleanField()),
    ).order_by(
        "has_result",
        "is_paused",
        "is_physical",
        Coalesce("match__is_final", Value(value=False)).desc(),
        "-has_leader",
        "-round_number",
        "-pk",
    )


def _waiting(player: Player | None, at: datetime, *, kept_back: QuerySet[Competition]) -> QuerySet[Table]:
    """Return the open tables with a seat for the visitor, and those where they sit or are the host."""
    seats = Seat.objects.filter(table=OuterRef("pk"))
    open_to_them = Q(kept_until=None) | Q(kept_until__lte=at)
    own, own_seats, closed = Q(pk__in=[]), Seat.objects.none(), Q(pk__in=[])
    if player is not None:
        open_to_them |= Q(kept_for=player)
        closed = Q(host__in=blocks.blocking(player))
        own, own_seats = Q(has_own_seat=True) | Q(host=player), seats.filter(player=player)
    online = _tables(Table.Status.OPEN).filter(is_physical=False).exclude(match__competition__in=kept_back)
    shown = online.filter(listed_for(player.user_id if player else None))
    return shown.annotate(
        has_seat=Exists(seats.filter(open_to_them, player=None, is_bot=False)),
        has_own_seat=Exists(own_seats),
    ).filter((Q(has_seat=True) & ~closed) | own)


def _shown(*statuses: Table.Status, kept_back: QuerySet[Competition]) -> QuerySet[Table]:
    """Return the tables of a list that everybody reads, without private ones and those of closed clubs."""
    return _tables(*statuses).filter(invited_only=None).exclude(match__competition__in=kept_back)


def _tables(*statuses: Table.Status) -> QuerySet[Table]:
    return Table.objects.filter(status__in=statuses)
