"""Describe the result of a match and the reasons of penalties for score pages."""

import datetime as dt
from collections.abc import Sequence
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext_lazy, ngettext

from games.localization import dates
from games.localization.lists import listed

OFFENCES: Final = {
    "uno": gettext_lazy("forgotten UNO"),
    "illegal": gettext_lazy("a card that does not match"),
    "false_call": gettext_lazy("a false call"),
    "advice": gettext_lazy("giving advice"),
    "silence": gettext_lazy("breaking the silence"),
    "centre": gettext_lazy("slapping last"),
}


def awaited(names: Sequence[str], silent_at: dt.datetime | None) -> str:
    """Say who still has to confirm a result, and when it becomes final without them."""
    if silent_at is None:
        sentence = ngettext(
            "It becomes final when {names} confirms it.",
            "It becomes final when {names} confirm it.",
            len(names),
        )
    else:
        sentence = ngettext(
            "It becomes final when {names} confirms it, or automatically at {time} if no one objects.",
            "It becomes final when {names} confirm it, or automatically at {time} if no one objects.",
            len(names),
        )
    return sentence.format(
        names=listed(names), time=dates.clock(timezone.localtime(silent_at)) if silent_at else ""
    )
