"""Calendar feeds: signed addresses that can be taken back, and what stands in them."""

import datetime as dt
from typing import Final, NamedTuple

from django.core import signing
from django.db import transaction
from django.db.models import F, Q
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Player
from games.wording.languages import in_language
from league.calendar.attendance import OUT, dates_of, reader, said_about
from league.models import Club, Competition, FeedAddress, Matchday
from league.permissions.rules import Standing

PLAYER, CLUB, COMPETITION = "player", "club", "competition"
_SIGNER: Final = signing.Signer(salt="league.calendar.feed")
_PAST: Final = dt.timedelta(days=365)


class Feed(NamedTuple):
    """A calendar as others fetch it."""

    name: str
    matchdays: list[Matchday]


def address(kind: str, owner: int) -> str:
    """Return the address at which a calendar can be fetched without logging in. One query."""
    value = f"{kind}-{owner}-{number(kind, owner)}"
    return reverse("calendar_feed", args=[_SIGNER.sign(value)])


def is_inside(here: Standing, player: Player | None, competition: Competition) -> bool:
    """Whether the calendar of a competition is for somebody to follow: of its club, or entered there."""
    if here.may("club.see_members"):
        return True
    return player is not None and competition.entrants.filter(player=player, withdrawn=False).exists()


@transaction.atomic
def renew(kind: str, owner: int) -> None:
    """Give a calendar another address; whoever has the old one gets nothing there any more."""
    owners = [owner]
    if kind == PLAYER:
        owners += Player.objects.filter(merged_into=owner).values_list("pk", flat=True)
    for one in owners:
        FeedAddress.objects.get_or_create(kind=kind, owner=one)
    FeedAddress.objects.filter(kind=kind, owner__in=owners).update(number=F("number") + 1)


def read(token: str, *, at: dt.datetime) -> Feed:
    """Return the calendar of an address. Http404 when it is not ours, was taken back, or nobody owns it."""
    try:
        kind, owner, counted = _SIGNER.unsign(token).split("-")
    except signing.BadSignature:
        raise Http404 from None
    if int(counted) != number(kind, int(owner)):
        raise Http404
    since = at - _PAST
    if kind == PLAYER:
        player = reader(int(owner))
        with in_language(player.language):
            return Feed(_("My matchdays"), _of_player(player, since))
    found = get_object_or_404(Club, pk=owner) if kind == CLUB else get_object_or_404(Competition, pk=owner)
    mine = Matchday.objects.filter(Q((kind, found.pk)), ends_at__gt=since)
    return Feed(found.name, list(mine.select_related("club")))


def _of_player(player: Player, since: dt.datetime) -> list[Matchday]:
    """Return what concerns a player, without the dates on which the player stays away."""
    found = dates_of(player, since=since)
    said = said_about(found)
    return [one for one in found if said.get((one.pk, player.pk)) != OUT]


def number(kind: str, owner: int) -> int:
    """Return which address a calendar has by now, counted from 1. One query."""
    row = FeedAddress.objects.filter(kind=kind, owner=owner).values_list("number", flat=True).first()
    return row or 1
