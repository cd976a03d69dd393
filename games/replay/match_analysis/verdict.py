"""Why a player won or lost, in a few sentences: the first thing that a reviewer reads."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.analysis.findings import NO_MARK, WHOLE, DealFindings, Parts
from games.localization import lists, numbers, percentage_points
from games.replay.match_analysis import result_parts

_NAMED = 2
"""The most parts of the result that are named."""


def in_short(parts: Parts, seat: int, names: Sequence[str], *, is_reader: bool = False) -> list[str]:
    """Return in plain sentences whether a player won the match, and what helped or cost most.

    `is_reader` speaks to the player.
    """
    is_gain = parts.end[seat] > parts.start[seat]
    if is_reader:
        result = _("You won the match.") if is_gain else _("You lost the match.")
    else:
        pattern = _("{name} won the match.") if is_gain else _("{name} lost the match.")
        result = pattern.format(name=names[seat])
    titled = result_parts.rows(parts, names)[seat].titled
    title, part = (max if is_gain else min)(titled, key=lambda titled: titled[1].size)
    if part.is_unsure or (part.size > 0) != is_gain:
        return [result, _("No single reason stands out.")]
    pattern = _("What helped most: {reason}.") if is_gain else _("The main reason: {reason}.")
    return [result, pattern.format(reason=f"{title[:1].lower()}{title[1:]}")]


def verdict(
    deals: Sequence[DealFindings], parts: Parts, seat: int, names: Sequence[str], *, is_reader: bool = False
) -> list[str]:
    """Return sentences about the result of a match: the chance before it, the greatest parts, own choices.

    `parts` are those of the match. With several deals the one that changed the chance most is named, too.
    `is_reader` speaks to the player.
    """
    row = result_parts.rows(parts, names)[seat]
    is_gain = parts.end[seat] > parts.start[seat]
    ranked = sorted(row.titled, key=lambda titled: titled[1].size, reverse=is_gain)
    named = [
        (title, part) for title, part in ranked[:_NAMED] if not part.is_unsure and (part.size > 0) == is_gain
    ]
    pattern = (
        _("Before the match you had a chance of {chance} to win.")
        if is_reader
        else _("Before the match {name} had a chance of {chance} to win.")
    )
    told = [pattern.format(name=names[seat], chance=row.start)]
    if named:
        pattern = _("What gave most: {parts}.") if is_gain else _("What cost most: {parts}.")
        told.append(pattern.format(parts=lists.listed([_part(title, part) for title, part in named])))
    own = row.titled[result_parts.OWN]
    if parts.own[seat] and own not in named:
        told.append(_of_own_choices(own[1]))
    if (own[1].is_unsure or own[1].size >= 0) and _has_marks(deals, seat):
        told.append(
            _(
                "These figures know all hands, the marks below do not: a choice can be a mistake by what was "
                "known, and yet cost nothing as the cards lay."
            )
        )
    return [*told, *_of_deals(deals, seat, is_gain=is_gain)]


def _has_marks(deals: Sequence[DealFindings], seat: int) -> bool:
    """Whether a choice of a player has a mark."""
    decisions = (decision for deal in deals for decision in deal.decisions or [])
    return any(row.seat == seat and row.mark != NO_MARK and not row.stand_in for row in decisions)


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
