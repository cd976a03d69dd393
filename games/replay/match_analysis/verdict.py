"""Why a player won or lost, in a few sentences: the first thing that a reviewer reads."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.analysis.findings import WHOLE, DealFindings, Parts
from games.localization import lists, numbers, percentage_points
from games.replay.match_analysis import result_parts

_NAMED = 2
"""The most parts of the result that are named."""


def verdict(deals: Sequence[DealFindings], parts: Parts, seat: int, names: Sequence[str]) -> list[str]:
    """Return sentences about the result of a match: the chance before it, the greatest parts, own choices.

    `parts` are those of the match. With several deals the one that changed the chance most is named, too.
    """
    row = result_parts.rows(parts, names)[seat]
    is_gain = parts.end[seat] > parts.start[seat]
    ranked = sorted(row.titled, key=lambda titled: titled[1].size, reverse=is_gain)
    named = [
        (title, part) for title, part in ranked[:_NAMED] if not part.is_unsure and (part.size > 0) == is_gain
    ]
    told = [
        _("Before the match {name} had a chance of {chance} to win.").format(
            name=names[seat], chance=row.start
        )
    ]
    if named:
        pattern = _("What gave most: {parts}.") if is_gain else _("What cost most: {parts}.")
        told.append(pattern.format(parts=lists.listed([_part(title, part) for title, part in named])))
    own = row.titled[result_parts.OWN]
    if parts.own[seat] and own not in named:
        told.append(_of_own_choices(own[1]))
    return [*told, *_of_deals(deals, seat, is_gain=is_gain)]


def _of_own_choices(part: result_parts.Part) -> str:
    if not part.size:
        return _("Own choices changed nothing.")
    if part.is_unsure:
        pattern = _("Own choices gave {change}, which may be chance.")
    else:
        pattern = _("Own choices gave {change}.")
    return pattern.format(change=percentage_points.change(part.size))


def _part(title: str, part: result_parts.Part) -> str:
    return f"{title[:1].lower()}{title[1:]} ({percentage_points.change(part.size)})"


def _of_deals(deals: Sequence[DealFindings], seat: int, *, is_gain: bool) -> list[str]:
    changes = [
        (deal.match_parts.end[seat] - deal.match_parts.start[seat], deal.number, deal.match_parts)
        for deal in deals
        if deal.match_parts is not None
    ]
    if len(changes) < 2:
        return []
    _change, number, parts = (max if is_gain else min)(changes, key=lambda change: change[0])
    pattern = (
        _("Deal {number} gave most: the chance went from {before} to {after}.")
        if is_gain
        else _("Deal {number} cost most: the chance went from {before} to {after}.")
    )
    before, after = (numbers.percent(chance[seat] / WHOLE) for chance in (parts.start, parts.end))
    return [pattern.format(number=number, before=before, after=after)]
