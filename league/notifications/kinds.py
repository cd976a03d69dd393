"""The kinds of notices: each can be switched off, on pages, by e-mail and on devices."""

import datetime as dt
from typing import Final, NamedTuple

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

_DAY: Final = dt.timedelta(days=1)


class Kind(NamedTuple):
    """The name of a kind, when it is sent, and how long it is useful: after that it is not sent any more."""

    label: str | Promise
    when: str | Promise
    use: dt.timedelta


YOUR_TURN, SEAT_KEPT = "your_turn", "seat_kept"
TABLE_READY, NEXT_UP, DRAW = "table_ready", "next_up", "draw_published"
CONFIRM, DISPUTE = "result_to_confirm", "dispute"
REFEREE_CALL = "referee_call"
MATCHDAY, CHANGED = "matchday_soon", "matchday_changed"
MOVED_UP, SUBSTITUTE, BOOKED_TWICE = "moved_up", "substitute", "booked_twice"
REQUEST, WEBHOOK, REPORT = "request", "webhook_off", "report"

KINDS: Final = {
    TABLE_READY: Kind(_("Your table is ready"), _("when a match of yours can begin"), dt.timedelta(hours=2)),
    YOUR_TURN: Kind(
        _("Your turn"),
        _(
            "when it is your turn at a table where a turn lasts ten minutes or longer; by e-mail only where "
            "it lasts days"
        ),
        _DAY,
    ),
    SEAT_KEPT: Kind(
        _("A seat for you"), _("when someone keeps a seat at a table for you"), dt.timedelta(minutes=30)
    ),
    NEXT_UP: Kind(_("You are next"), _("when only running matches come before yours"), dt.timedelta(hours=2)),
    CONFIRM: Kind(_("Result to confirm"), _("when a result of yours needs your confirmation"), _DAY),
    DISPUTE: Kind(
        _("Dispute"), _("when someone objects to a result of yours, or when you must decide"), 2 * _DAY
    ),
    REFEREE_CALL: Kind(
        _("Referee called"), _("when a table calls for you as the referee"), dt.timedelta(minutes=30)
    ),
    DRAW: Kind(_("Pairings published"), _("when the pairings of a round are published"), _DAY),
    MATCHDAY: Kind(_("Matchday soon"), _("some time before a matchday, as set by its club"), _DAY),
    CHANGED: Kind(_("Matchday changed"), _("when a matchday is moved, called off or back on"), 3 * _DAY),
    MOVED_UP: Kind(_("A space for you"), _("when you move up from a waiting list"), 2 * _DAY),
    SUBSTITUTE: Kind(
        _("Substitutes"), _("when you are asked to step in, or when someone answers you"), 3 * _DAY
    ),
    BOOKED_TWICE: Kind(
        _("Double booking"), _("when two dates overlap for you, or for one of your players"), 3 * _DAY
    ),
    REQUEST: Kind(_("Requests"), _("when someone makes a request that you decide"), 7 * _DAY),
    REPORT: Kind(_("Reports"), _("when you must decide a report, or one of yours is decided"), 7 * _DAY),
    WEBHOOK: Kind(_("Webhooks"), _("when one of your webhooks is switched off"), 7 * _DAY),
}
"""All of them, in the order of the page of settings."""


def useless(at: dt.datetime) -> Q:
    """Return the condition that a notice is outdated."""
    late = Q()
    for code, kind in KINDS.items():
        late |= Q(kind=code, at__lt=at - kind.use)
    return late
