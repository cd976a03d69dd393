"""Describe a deal of real cards in words for score pages."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.scoresheets.queries import Deal

_UNCOUNTED = -1


def describe(deal: Deal, names: Sequence[str]) -> str:
    """Return `Bo went out; Ana 12, Cy 30`."""
    parts = [_order_of_going_out(deal, names)]
    held = [
        f"{names[seat]} {deal.left[seat]}"
        for seat in deal.playing
        if seat not in deal.out and deal.left[seat] != _UNCOUNTED
    ]
    if held:
        parts.append(", ".join(held))
    emptied = [f"{names[seat]} {_times(count)}" for seat, count in enumerate(deal.emptied) if count]
    if emptied:
        parts.append(_("emptied their hand: {who}").format(who=", ".join(emptied)))
    return "; ".join(parts)


def first_turn(names: Sequence[str], dealer: int | None, first: int | None) -> str:
    """Return `Cy deals, Dora begins`; empty if the dealer is not known."""
    if dealer is None:
        return ""
    if first is None:
        return _("{dealer} deals, the youngest begins").format(dealer=names[dealer])
    return _("{dealer} deals, {first} begins").format(dealer=names[dealer], first=names[first])


def _order_of_going_out(deal: Deal, names: Sequence[str]) -> str:
    order = [names[seat] for seat in deal.out]
    if not order:
        return _("no one could go out")
    if deal.is_blocked:
        single, several = (
            _("{name} went out, then no one else could"),
            _("went out: {names}, then no one else could"),
        )
    else:
        single, several = _("{name} went out"), _("went out: {names}")
    return single.format(name=order[0]) if len(order) == 1 else several.format(names=", ".join(order))


def _times(count: int) -> str:
    return ngettext("once", "{count} times", count).format(count=count)
