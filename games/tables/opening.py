"""Open a table with free seats, or the tables of a round with seated players and started matches."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Required, TypedDict, Unpack

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from games import quotas
from games.bots.strengths import STRENGTHS
from games.models import Player, Table
from games.rules.base.refusal import Refusal
from games.rules.decisions.decide import new_match
from games.rules.options.options import Options, build, from_differences, stored
from games.tables import shuffles
from games.tables.aggregate import LockedTable, store
from games.tables.events import TableOpened
from games.tables.seating import begin, seat

LONGEST_SECONDS: Final = 30 * 86_400
"""The longest time of a turn and the largest bank."""
MOST_MISSED: Final = 99
_BESIDE_A_FIRST: Final = (1, 3, 2, 0)
_USUAL: Final = {"turn_seconds": 60, "bot_pause_ms": 1200}


ReadOptions = Callable[[str, Mapping[str, Any]], Options]
"""Gets a rulebook and changes, and returns its options."""


class TableSettings(TypedDict, total=False):
    """The settings of a new table.

    `options` are changes to the rulebook; with them it may have a title. `bank_seconds` is what each player
    has for the whole match beyond the time of a turn (60 seconds); after `away_after` (3) overdue turns in a
    row a bot plays on. `limit_seconds` is the time of the whole match (0: none); then it ends after the deal
    that is played, or at once. A physical table has no such time: `games.scoresheets` records what is played
    with real cards. `confirm` (none or others) says whether the other players are asked about its result,
    which becomes final after `silence_seconds` without an answer (0: never). `self_report` says whether the
    players may keep the score sheet, of a table without a competition. `bot_strength` is easy, club or
    strong.
    """

    name: Required[str]
    rulebook: Required[str]
    options: Mapping[str, Any] | None
    rulebook_title: str
    seats: Required[int]
    host: Player | None
    turn_seconds: int
    bot_pause_ms: int
    bank_seconds: int
    away_after: int
    is_physical: bool
    confirm: str
    silence_seconds: int
    self_report: bool
    limit_seconds: int
    limit_at_once: bool
    bot_strength: str


class Opening(NamedTuple):
    """A table to open and its players from seat A on.

    `with_bots` lets bots move for those without a log-in.
    """

    facts: TableSettings
    players: Sequence[Player]
    with_bots: bool = True


def open_table(*, by: str, at: dt.datetime, **facts: Unpack[TableSettings]) -> Table:
    """Open a table with free seats.

    Refusals: those of `options.build` and `decide.new_match` in the rules; `bad_value` for impossible times;
    `quota_used_up` to a player who has many tables, or opens many in a minute.
    """
    quotas.require_steps(by, steps=quotas.STEPS_OF_AN_OPENING, at=at)
    with transaction.atomic():
        host = facts.get("host")
        has_quota = host is not None and by == f"player:{host.pk}"
        if host is not None and has_quota:
            quotas.require_table(host, bot_pause_ms=facts.get("bot_pause_ms", _USUAL["bot_pause_ms"]))
        [held] = _opened([facts], build, by, at)
        store(held)
        if has_quota:
            quotas.remember_network(held.table)
    return held.table


def seats_for_bots(table: Table, count: int) -> list[int | None]:
    """Return where so many bots sit down at a new table: on the first free seats.

    With partners they sit beside seat A first, so that a friend of its player can be partner or opponent.
    """
    has_partners = from_differences(table.options).teams == "partners"
    return list(_BESIDE_A_FIRST[:count]) if has_partners else [None] * count


def open_matches(openings: Sequence[Opening], *, by: str, at: dt.datetime) -> list[int]:
    """Open a table for each match, seat its players and begin; return the ids of the tables.

    All are opened or none, in a few queries for each hundred. The clock deals a moment later, so that the
    hashes of the shuffles are public before. Refusals: those of `open_table`, `take_seats` and `start`.
    """
    with transaction.atomic():
        # A competition may have been announced when numbers had no limits: it must go on.
        opened = _opened([opening.facts for opening in openings], stored, by, at)
        for held, opening in zip(opened, openings, strict=True):
            seat(held, opening.players, with_bots=opening.with_bots, by=by, at=at)
            begin(held, deals_at_once=False, by=by, at=at)
        store(*opened)
    return [held.table.pk for held in opened]


def _opened(
    requests: Sequence[TableSettings], read: ReadOptions, by: str, at: dt.datetime
) -> list[LockedTable]:
    """Return new tables; only their ids are stored yet."""
    planned = [_planned(facts, read) for facts in requests]
    tables = Table.objects.bulk_create(
        Table(name=event.name, rulebook=event.rulebook, seat_count=event.seats, opened_at=at)
        for event in planned
    )
    committed = shuffles.commit(
        table.pk for table, event in zip(tables, planned, strict=True) if not event.is_physical
    )
    opened = []
    for table, event in zip(tables, planned, strict=True):
        held = LockedTable.of_new(table)
        held.note(event, *filter(None, [committed.get(table.pk)]), by=by, at=at)
        opened.append(held)
    return opened


def _planned(facts: TableSettings, read: ReadOptions) -> TableOpened:
    """Return the first event of a table."""
    match = new_match(facts["rulebook"], read(facts["rulebook"], facts.get("options") or {}), facts["seats"])
    host = facts.get("host")
    fields: dict[str, Any] = {**_USUAL, **facts, "options": match.differences, "host": host and host.pk}
    event = TableOpened(**fields)
    _require_times(event)
    _require_confirmation(event)
    _require_strength(event)
    if event.is_physical:
        event = msgspec.structs.replace(event, limit_seconds=0)
    return event


def _require_times(event: TableOpened) -> None:
    if event.turn_seconds < 1 or event.bot_pause_ms < 0:
        raise Refusal(
            "bad_value", _("A turn lasts at least one second, and a bot cannot move before its turn.")
        )
    longest = max(event.turn_seconds, event.bank_seconds, event.bot_pause_ms / 1000)
    if longest > LONGEST_SECONDS or event.bank_seconds < 0:
        raise Refusal("bad_value", _("A turn, a time bank and a bot’s pause can last up to 30 days."))
    if not 1 <= event.away_after <= MOST_MISSED:
        raise Refusal(
            "bad_value",
            _("A bot takes over after 1 to {most_missed} overdue turns.").format(most_missed=MOST_MISSED),
        )
    if not 0 <= event.limit_seconds <= LONGEST_SECONDS:
        raise Refusal("bad_value", _("A match can last up to 30 days."))


def _require_strength(event: TableOpened) -> None:
    if event.bot_strength not in STRENGTHS:
        raise Refusal("bad_value", _("Bots play easy, club or strong."))


def _require_confirmation(event: TableOpened) -> None:
    if event.confirm not in ("none", "others") or not 0 <= event.silence_seconds <= LONGEST_SECONDS:
        raise Refusal(
            "bad_value", _("A result is confirmed by the others or by no one; they can have up to 30 days.")
        )
    if not event.is_physical and (event.confirm != "none" or event.silence_seconds):
        raise Refusal("bad_value", _("Only results of tables with real cards need confirmation."))
