"""What somebody does in a day, counted in a table of the database: nothing can push a count out."""

import datetime as dt
from typing import Final

from django.contrib.auth.models import User

from games import quotas
from league.http import rate_limit

_DAY: Final = 24 * 3600


def upload(user: User, *, at: dt.datetime) -> None:
    """Count a file or list that somebody sends. Refusals: `sign_up_first`, `quota_used_up`."""
    quotas.require("uploads", user, 0)
    if not user.is_superuser:
        count("uploads", str(user.pk), most=quotas.most("uploads", user), at=at)


def count(name: str, who: str, *, most: int, at: dt.datetime) -> None:
    """Count one more in a day, which begins with the first. Refusal `quota_used_up` beyond `most`."""
    total, _ends_at = rate_limit.add(f"day:{name}:{who}", 1, at=int(at.timestamp()), seconds=_DAY)
    if total > most:
        raise quotas.used_up(name, most)
