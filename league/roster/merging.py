"""Merges of two players who are one person, and their separation.

Everything stays under the number under which it was played. Only the row of the absorbed player says, as long
as the merge stands, into whom it was merged, and has that player's name; so undoing it restores everything.
"""

import datetime as dt
from collections.abc import Iterable
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from games import eventstore
from games.eventstore import appending
from games.models import MutedPlayer, Player, Seat, Table
from games.naming.player_names import Everything, read_by
from games.rules.base.refusal import Refusal
from league.audit.log import Deed, What, note
from league.models import Competition, Entrant, Muted, Notice, Roster, RosterEvent
from league.rules.roster import Command, Event, Merge, PlayersMerged, Unmerge
from league.rules.roster import Roster as Rules

_OVER: Final = (Competition.Status.FINISHED, Competition.Status.CANCELLED)
_PLAYABLE: Final = (Table.Status.OPEN, Table.Status.RUNNING)


@transaction.atomic
def merge(club_id: int, first: int, other: int, *, by: str, at: dt.datetime) -> Player:
    """Merge two players and return the one that is kept.

    `first` is kept, unless only `other` is still playing somewhere. Refusals: `same_player`,
    `merged_already`, `two_accounts`, `side_by_side`, `both_playing`, `no_player`.
    """
    people = {row.pk: row for row in Player.objects.select_for_update().filter(pk__in=[first, other])}
    if {first, other} - set(people):
        raise Refusal("no_player", _("This player does not exist."))
    _require_mergeable(people[first], people[other])
    kept, absorbed = (first, other) if not is_playing(other) else (other, first)
    if first != other and is_playing(absorbed):
        raise Refusal("both_playing", _("Both players are in a match now. Merge them when one has finished."))
    moves = people[absorbed].user_id is not None
    _do(club_id, Merge(kept, absorbed, moves), by=by, at=at)
    return Player.objects.get(pk=kept)


@transaction.atomic
def unmerge(club_id: int, absorbed: int, *, by: str, at: dt.datetime) -> None:
    """Separate a merged player; the account goes back. Refusal: `not_merged`."""
    list(Player.objects.select_for_update(of=("self",)).filter(Q(pk=absorbed) | Q(merged=absorbed)))
    _do(club_id, Unmerge(absorbed), by=by, at=at)


def club_of(absorbed: int) -> int:
    """Return the club in whose roster the last merge of a player is recorded. Refusal: `not_merged`."""
    rows = RosterEvent.objects.filter(name__in=["players_merged", "players_unmerged"]).order_by("-pk")
    for club, name, schema, payload in rows.values_list("stream", "name", "schema", "payload"):
        if eventstore.decode(name, schema, payload).absorbed == absorbed:
            return int(club)
    raise Refusal("not_merged", _("This player is not merged with another player."))


def merged_by(club_id: int) -> QuerySet[Player]:
    """Return the players whom a club has merged into others, and not separated again."""
    merged = Rules(eventstore.read_events(RosterEvent, club_id)).merged
    return Player.objects.filter(pk__in=merged, merged_into__isnull=False)


def is_playing(player_id: int) -> bool:
    """Whether a player sits at a table or is entered in a competition that is not over."""
    entries = Entrant.objects.filter(player=player_id, withdrawn=False).exclude(competition__status__in=_OVER)
    seats = Seat.objects.filter(player=player_id, table__status__in=_PLAYABLE)
    return entries.exists() or seats.exists()


def current_merges() -> dict[int, int]:
    """Return which players are merged into which, by the log of all rosters. One query."""
    rows = RosterEvent.objects.order_by("pk").values_list("name", "schema", "payload")
    merges = Rules(eventstore.decode(*row) for row in rows)
    return {absorbed: event.kept for absorbed, event in merges.merged.items()}


@transaction.atomic
def rebuild() -> int:
    """Restore from the log which players are merged; return how many. Running it again changes nothing."""
    wanted = current_merges()
    for player in Player.objects.filter(merged_into__isnull=False).exclude(pk__in=wanted):
        _separate(player)
    for absorbed, kept in wanted.items():
        if not Player.objects.filter(pk=absorbed, merged_into=kept).exists():
            _absorb(absorbed, kept)
    return len(wanted)


def _require_mergeable(first: Player, other: Player) -> None:
    if first.pk == other.pk:
        raise Refusal("same_player", _("This is already one player."))
    if first.merged_into_id or other.merged_into_id:
        raise Refusal("merged_already", _("One of them is already merged with another player."))
    if first.user_id and other.user_id:
        raise Refusal("two_accounts", _("Both players have an account. Delete one of the accounts first."))
    first_same, other_same = _same(first.pk), _same(other.pk)
    if Entrant.objects.filter(first_same, competition__in=_held(other_same)).exists():
        raise Refusal("side_by_side", _("Both players were in one competition: they are two people."))
    if Seat.objects.filter(first_same, table__in=Seat.objects.filter(other_same).values("table")).exists():
        raise Refusal("side_by_side", _("Both players sat at one table: they are two people."))


def _same(player_id: int) -> Q:
    return Q(player=player_id) | Q(player__merged_into=player_id)


def _held(same_player: Q) -> Iterable[int]:
    return Entrant.objects.filter(same_player).values_list("competition", flat=True)


def _do(club_id: int, command: Command, *, by: str, at: dt.datetime) -> None:
    """Execute a command on the roster of a club, and apply its events."""
    Roster.objects.get_or_create(club_id=club_id)
    roster = Roster.objects.select_for_update().get(pk=club_id)
    events = Rules(eventstore.read_events(RosterEvent, club_id)).decide(command)
    new = appending.PendingEvents(RosterEvent, club_id, version=roster.version, head=roster.head)
    new.add(events, step=roster.step + 1, by=by, at=at)
    head = new.head
    appending.write(new)
    Roster.objects.filter(pk=club_id).update(
        version=roster.version + len(events), step=roster.step + 1, head=head
    )
    for event in events:
        _show(event)
        into = {"player": event.kept, "moves_account": event.moves_account}
        before, after = (None, into) if isinstance(event, PlayersMerged) else (into, None)
        deed = Deed.MADE if after else Deed.ENDED
        note(What.MERGE, event.absorbed, deed, before=before, after=after, club=club_id)


def _show(event: Event) -> None:
    if isinstance(event, PlayersMerged):
        _absorb(event.absorbed, event.kept)
        giver, taker = event.absorbed, event.kept
    else:
        _separate(Player.objects.get(pk=event.absorbed))
        giver, taker = event.kept, event.absorbed
    if event.moves_account:
        of_account = Player.objects.values("user", "language", "shows_insight").get(pk=giver)
        Player.objects.filter(pk=giver).update(user=None, language="", shows_insight=False)
        Player.objects.filter(pk=taker).update(**of_account)
        _hand_over(giver, taker)


def _hand_over(giver: int, taker: int) -> None:
    """Move the notices of an account, its muted kinds and whom it has muted or blocked along with it."""
    for model, names in ((Notice, ("kind", "key")), (Muted, ("kind", "channel"))):
        same = {name: OuterRef(name) for name in names}
        there = model.objects.order_by().filter(player=taker, **same)
        model.objects.filter(~Exists(there), player=giver).update(player=taker)
    muted = MutedPlayer.objects.order_by().filter(by=taker, player=OuterRef("player"))
    MutedPlayer.objects.filter(~Exists(muted), by=giver).exclude(player=taker).update(by=taker)


def _absorb(absorbed: int, kept: int) -> None:
    with read_by(Everything()):
        into, before = Player.objects.get(pk=kept), Player.objects.get(pk=absorbed)
        Player.objects.filter(pk=absorbed).update(
            merged_into=into,
            name=into.name,
            is_hidden=into.is_hidden,
            name_before=before.name,
            was_hidden=before.is_hidden,
        )


def _separate(player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(
        merged_into=None,
        name=player.name_before,
        is_hidden=player.was_hidden,
        name_before="",
        was_hidden=False,
    )
