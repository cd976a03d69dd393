"""Calendar feeds: signed addresses that can be revoked, and their contents."""

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
from league.calendar.attendance import OUT, answers_about, current_player, dates_of
from league.models import Club, Competition, FeedAddress, Matchday
from league.permissions.policy import Standing

PLAYER, CLUB, COMPETITION = "player", "club", "competition"
_SIGNER: Final = signing.Signer(salt="league.calendar.feed")
_PAST: Final = dt.timedelta(days=365)


class Feed(NamedTuple):
    """A calendar as others fetch it."""

    name: str
    matchdays: list[Matchday]


def address(kind: str, owner: int) -> str:
    """Return the address of a calendar feed, which needs no log-in. One query."""
    value = f"{kind}-{owner}-{number(kind, owner)}"
    return reverse("calendar_feed", args=[_SIGNER.sign(value)])


def is_inside(here: Standing, player: Player | None, competition: Competition) -> bool:
    """Whether the viewer may follow the calendar of a competition: as a member of the club or an entrant."""
    if here.may("club.see_members"):
        return True
    return player is not None and competition.entrants.filter(player=player, withdrawn=False).exists()


@transaction.atomic
def renew(kind: str, owner: int) -> None:
    """Give a calendar another address; the old address becomes empty."""
    owners = [owner]
    if kind == PLAYER:
        owners += Player.objects.filter(merged_into=owner).values_list("pk", flat=True)
    for owner_pk in owners:
        FeedAddress.objects.get_or_create(kind=kind, owner=owner_pk)
    FeedAddress.objects.filter(kind=kind, owner__in=owners).update(number=F("number") + 1)


def read(token: str, *, at: dt.datetime) -> Feed:
    """Return the calendar of an address. Http404 when it is invalid, was revoked, or has no owner."""
    try:
        kind, owner, counted = _SIGNER.unsign(token).split("-")
    except signing.BadSignature:
        raise Http404 from None
    if int(counted) != number(kind, int(owner)):
        raise Http404
    since = at - _PAST
    if kind == PLAYER:
        player = current_player(int(owner))
        with in_language(player.language):
            return Feed(_("My matchdays"), _of_player(player, since))
    subject = get_object_or_404(Club, pk=owner) if kind == CLUB else get_object_or_404(Competition, pk=owner)
    matchdays = Matchday.objects.filter(Q((kind, subject.pk)), ends_at__gt=since)
    return Feed(subject.name, list(matchdays.select_related("club")))


def _of_player(player: Player, since: dt.datetime) -> list[Matchday]:
    """Return the matchdays of a player, without those on which the player stays away."""
    matchdays = dates_of(player, since=since)
    answers = answers_about(matchdays)
    return [matchday for matchday in matchdays if answers.get((matchday.pk, player.pk)) != OUT]


def number(kind: str, owner: int) -> int:
    """Return the number of a calendar's current address, from 1. One query."""
    row = FeedAddress.objects.filter(kind=kind, owner=owner).values_list("number", flat=True).first()
    return row or 1
