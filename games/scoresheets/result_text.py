"""What score pages say about the result of a match, and what penalties are for."""

import datetime as dt
from collections.abc import Sequence
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.wording.event_text import listed

OFFENCES: Final = {
    "uno": gettext_lazy("forgotten UNO"),
    "illegal": gettext_lazy("a card that does not fit"),
    "false_call": gettext_lazy("a false call"),
    "advice": gettext_lazy("giving advice"),
    "silence": gettext_lazy("breaking the silence"),
    "centre": gettext_lazy("last at the centre"),
}


def won(winners: Sequence[str]) -> str:
    """Return `Ana wins the match`, `Ana and Bo share the win`."""
    if len(winners) == 1:
        return _("{name} wins the match").format(name=winners[0])
    return _("{names} share the win").format(names=listed(winners))


def awaited(waits: Sequence[str], silent_at: dt.datetime | None) -> str:
    """Say whose word a result still needs, and when it counts without."""
    if silent_at is None:
        said = ngettext(
            "It becomes final when {names} confirms it.",
            "It becomes final when {names} confirm it.",
            len(waits),
        )
    else:
        said = ngettext(
            "It becomes final when {names} confirms it, or by itself at {time} if nobody objects.",
            "It becomes final when {names} confirm it, or by itself at {time} if nobody objects.",
            len(waits),
        )
    return said.format(
        names=listed(waits), time=f"{timezone.localtime(silent_at):%H:%M}" if silent_at else ""
    )
