"""Oneself, for programs: what one is called and to whom, one's claims and how one is told."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django_filters import rest_framework as filters
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from games.naming.player_names import neutral
from league.accounts import names
from league.api.base.actions import Deed
from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint
from league.api.base.lists import ListEndpoint, found_or_404
from league.api.base.versions import version_of
from league.api.clubs.calendar import NoticeRow
from league.api.serializers import accounts as shapes
from league.api.serializers.memberships import PLAYER
from league.models import Claim, Muted, Notice
from league.notifications import notices
from league.notifications.addresses import addresses_of
from league.notifications.kinds import KINDS


class OfMe(Endpoint):
    """What only somebody themselves may know."""

    is_personal = True


class Me(OfMe):
    """Oneself."""

    @answers(shapes.Me)
    def get(self, _request: Request) -> Response:
        """Answer with who one is, what one is called, and to whom."""
        return Response(_me(self))


class OfMyself(OfMe, Deed):
    """Something that is done about oneself."""

    shape: Any = shapes.Me

    def find(self, **_where: Any) -> Player:
        """Return oneself."""
        return self.player

    def version_now(self, found: Player) -> int:
        """Return the version of oneself, whom nobody else changes until this is done."""
        return _version(Player.objects.select_for_update(of=("self",)).get(pk=found.pk))

    def tell(self, _found: Player, _done: Any) -> Any:
        """Return who one is now."""
        return _me(self)


class Rename(OfMyself):
    """What one is called."""

    form = shapes.NewName

    def do(self, found: Player, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form for all
        """Take another name: it is shown at tables and in standings, the past ones, too."""
        names.change(found, given["name"])


class Hide(OfMyself):
    """Who reads one's name."""

    form = shapes.Hiding

    def do(self, found: Player, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form for all
        """Hide one's name from everybody outside of one's clubs, or show it."""
        names.hide(found, is_hidden=given["is_hidden"])


class MyClaimFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which of one's claims are wanted: to be whom, and what was decided."""

    player = filters.NumberFilter(**PLAYER)

    class Meta:
        model = Claim
        fields = ("player", "state")


class MyClaims(OfMe, ListEndpoint):
    """The players that one said to be, the newest first, and what was decided."""

    row_class = shapes.ClaimRow
    filterset_class = MyClaimFilter
    ordering_fields = ("id", "asked_at", "decided_at")

    def rows(self) -> QuerySet[Claim]:
        """Return one's own."""
        return Claim.objects.filter(claimant=self.player).select_related("player", "claimant")


class OneNotice(OfMe):
    """Something one was told."""

    @answers(NoticeRow)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with it."""
        return Response(NoticeRow(_notice(self, pk)).data)


class ReadNotice(OfMe, Deed):
    """A notice is read."""

    shape = NoticeRow

    def find(self, pk: int) -> Notice:
        """Return one of one's own."""
        return _notice(self, pk)

    def do(self, found: Notice, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form for all
        """Note that one has read it."""
        notices.mark_read(self.player, at=timezone.now(), notice=found.pk)

    def tell(self, found: Notice, _done: Any) -> Any:
        """Return the notice."""
        return NoticeRow(_notice(self, found.pk)).data


class NoticeSettings(OfMyself):
    """What one is told, and how; changing it."""

    form = shapes.KindsChosen
    shape = shapes.KindsSeen

    @answers(shapes.KindsSeen)
    def get(self, _request: Request) -> Response:
        """Answer with every kind, and whether it is shown and sent."""
        return Response(self.tell(self.player, None))

    def version_now(self, found: Player) -> int:
        """Return the version of what is chosen, which nobody else changes until this is done."""
        Player.objects.select_for_update(of=("self",)).get(pk=found.pk)
        return _version_of_kinds(found, notices.muted(found))

    def do(self, found: Player, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form for all
        """Choose which kinds are shown on pages and over the API, and which are sent by e-mail."""
        wanted = {(kind, way.value) for kind in KINDS for way in Muted.Channel} - notices.muted(found)
        for one in given["kinds"]:
            for way in Muted.Channel:
                _set(wanted, (one["kind"], way.value), one.get(way.value))
        notices.choose(found, wanted)

    def tell(self, found: Player, _done: Any) -> Any:
        """Return every kind."""
        silenced = notices.muted(found)
        rows = [
            {
                "kind": code,
                "label": str(kind.label),
                "when": str(kind.when),
                **{way.value: (code, way.value) not in silenced for way in Muted.Channel},
            }
            for code, kind in KINDS.items()
        ]
        has_address = found.pk in addresses_of([found.pk])
        return {"has_address": has_address, "kinds": rows, "version": _version_of_kinds(found, silenced)}


def _set(wanted: set[tuple[str, str]], way: tuple[str, str], is_wanted: bool | None) -> None:
    if is_wanted is not None:
        (wanted.add if is_wanted else wanted.discard)(way)


def _version_of_kinds(player: Player, silenced: set[tuple[str, str]]) -> int:
    return version_of(player.pk, sorted(silenced))


def _me(view: Endpoint) -> Mapping[str, Any]:
    found, user = Player.objects.get(pk=view.player.pk), view.request.user
    return {
        "player": found.pk,
        "name": found.name,
        "is_hidden": found.is_hidden,
        "known_as": neutral(found.pk) if found.is_hidden else found.name,
        "is_guest": not user.has_usable_password(),
        "unread": notices.unread(user),
        "version": _version(found),
    }


def _version(player: Player) -> int:
    return version_of(player.pk, player.name, player.is_hidden)


def _notice(view: Endpoint, pk: int) -> Notice:
    found: Notice = found_or_404(Notice.objects, pk=pk, player=view.player, is_shown=True)
    return found
