"""Found a club."""

import datetime as dt

from django.db import transaction
from django.utils.text import slugify

from games import quotas
from games.models import Player
from games.rules.base.spelling import spelled
from league.http import daily_counts
from league.models import Club, Membership


@transaction.atomic
def found_club(*, name: str, owner: Player, time_zone: str, slug: str = "", at: dt.datetime) -> Club:
    """Found a club with its first owner; without a `slug` its name makes one.

    Refusals: `sign_up_first`, `quota_used_up`, `hidden_characters`.
    """
    if owner.user is not None:
        quotas.lock(owner.user)
        quotas.require("clubs", owner.user, Membership.objects.filter(player=owner, is_owner=True).count())
        daily_counts.count_for_network("network_clubs", owner.user, at=at)
    slug = slug or _free_slug(name)
    club = Club.objects.create(name=spelled(name), slug=slug, time_zone=time_zone)
    Membership.objects.create(club=club, player=owner, is_owner=True)
    return club


def _free_slug(name: str) -> str:
    """Return the name of a new club in addresses: its own name, with a number where that is taken."""
    base = slugify(name)[:40].strip("-") or "club"
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True)) | {"new"}
    numbered = (f"{base}-{number}" for number in range(2, len(taken) + 3))
    return base if base not in taken else next(slug for slug in numbered if slug not in taken)
