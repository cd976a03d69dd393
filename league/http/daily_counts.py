"""Daily counts of actions in a table of the database: nothing can evict a count."""

import datetime as dt
from typing import Final

from django.contrib.auth.models import AnonymousUser, User

from games import quotas
from league.http import rate_limit

_DAY: Final = 24 * 3600


def upload(user: User | AnonymousUser, *, at: dt.datetime) -> None:
    """Count an uploaded file or list. Refusals: `sign_up_first`, `quota_used_up`."""
    quotas.require("uploads", user, 0)
    if not user.is_superuser:
        count("uploads", str(user.pk), most=quotas.most("uploads", user), at=at)
    count_for_network("network_uploads", user, at=at)


def count_for_network(name: str, user: User | AnonymousUser, *, at: dt.datetime) -> None:
    """Count what a user makes for the network of the request. Refusal `quota_used_up`.

    All accounts of the network share the count. Superusers and what no request makes do not count. One query.
    """
    network = quotas.sender_network()
    if network and not user.is_superuser:
        count(name, network, most=quotas.most(name, user), at=at)


def count(name: str, subject: str, *, most: int, at: dt.datetime) -> None:
    """Count another action of a day, which begins with the first. Refusal `quota_used_up` beyond `most`."""
    total, _ends_at = rate_limit.add(f"day:{name}:{subject}", 1, at=int(at.timestamp()), seconds=_DAY)
    if total > most:
        raise quotas.used_up(name, most)
