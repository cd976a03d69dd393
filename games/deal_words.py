"""A deal of real cards in words, as score pages say it."""

from collections.abc import Sequence

from games.score_sheets import Deal

_UNCOUNTED = -1


def told(deal: Deal, names: Sequence[str]) -> str:
    """Return `Bo went out; Ana 12, Cy 30`."""
    parts = [_who_went_out(deal, names)]
    held = [
        f"{names[seat]} {deal.left[seat]}"
        for seat in deal.playing
        if seat not in deal.out and deal.left[seat] != _UNCOUNTED
    ]
    if held:
        parts.append(", ".join(held))
    emptied = [f"{names[seat]} {_times(count)}" for seat, count in enumerate(deal.emptied) if count]
    if emptied:
        parts.append(f"hands emptied: {', '.join(emptied)}")
    return "; ".join(parts)


def who_begins(names: Sequence[str], dealer: int | None, first: int | None) -> str:
    """Return `Cy deals, Dora begins`; empty where nobody can know who deals."""
    if dealer is None:
        return ""
    return f"{names[dealer]} deals, {'the youngest' if first is None else names[first]} begins"


def _who_went_out(deal: Deal, names: Sequence[str]) -> str:
    order = [names[seat] for seat in deal.out]
    if not order:
        return "nobody could go out"
    said = f"{order[0]} went out" if len(order) == 1 else f"went out: {', '.join(order)}"
    return f"{said}, then nobody could" if deal.is_blocked else said


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
