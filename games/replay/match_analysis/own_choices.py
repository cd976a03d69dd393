"""The own part of a player in a result: the steps it comes from, and what the choices cost as seen.

With all hands open the figures of the steps add up exactly to the parts of the result. By what the player
could know the same choices may have cost little: the rest is hindsight.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.analysis.findings import BOT, CLOCK, WHOLE, DealFindings, Decision, Effect, Parts
from games.localization import percentage_points
from games.replay.links import ReplayChoice
from games.replay.match_analysis import result_parts, sentences
from games.replay.names_at_steps import NamesAtSteps

WORTH_TELLING: Final = 10_000
"""A choice that cost less is not listed."""
_TELLING_LOSS: Final = 20_000
"""With all hands open smaller losses are mere noise."""
_MOST: Final = 3
_MUCH: Final = 5
"""Points of a hundred: a smaller difference between the two ways to judge needs no words."""

Gain = Callable[[Effect], int]


@dataclass(frozen=True)
class Loss:
    """A choice or a step of a stand-in, with a link to it; step 0 stands for all others together."""

    step: int
    address: str
    words: str
    change: str


@dataclass(frozen=True)
class OwnPart:
    """The steps that make up a player's own part: `total` is the figure in the table of the parts.

    What the clock did and what a bot did for the absent player stand apart.
    """

    name: str
    total: str
    losses: list[Loss]
    timeouts: list[Loss]
    away: list[Loss]
    total_away: str


def own_part(
    deals: Sequence[DealFindings],
    parts: Parts,
    seat: int,
    names_at_steps: NamesAtSteps,
    choice: ReplayChoice,
    *,
    is_of_match: bool,
) -> OwnPart:
    """Return the largest losses of a seat with all hands open; with the rest they add up to its own part."""

    def gain(effect: Effect) -> int:
        return (effect.match or 0) if is_of_match else effect.deal

    of_seat = [effect for deal in deals for effect in deal.effects if effect.seat == seat]
    played = {
        decision.step: _played(decision, names_at_steps)
        for deal in deals
        for decision in deal.decisions or []
        if decision.seat == seat
    }
    _start, shown, _end = result_parts.whole_numbers(parts, seat)
    own, timed_out, away = (
        shown[place] for place in (result_parts.OWN, result_parts.TIMEOUTS, result_parts.AWAY)
    )
    choices, timeouts, of_bot = (
        sorted((effect for effect in of_seat if effect.stand_in == stand_in), key=gain)
        for stand_in in ("", CLOCK, BOT)
    )
    lost = [effect for effect in choices if gain(effect) <= -_TELLING_LOSS][:_MOST]
    return OwnPart(
        names_at_steps.now[seat],
        percentage_points.change(own),
        _losses(lost, choices, gain, own, choice, played) if lost else [],
        _losses(timeouts[:_MOST], timeouts, gain, timed_out, choice, {}),
        _losses(of_bot[:_MOST], of_bot, gain, away, choice, played),
        percentage_points.change(away),
    )


def as_seen(decisions: Sequence[Decision], name: str, listed: int, with_open_hands: int) -> list[str]:
    """Return in sentences what the choices of a player cost in a deal by what they could know.

    Without a name they speak to the player.
    `listed` of them surely cost something; `with_open_hands` is the own part in percent.
    """
    # A cost is measured, and may come out below nothing.
    total = max(0, sum(decision.cost for decision in decisions))
    margin = round(sqrt(sum((decision.high - decision.low) ** 2 for decision in decisions)) / 2)
    pattern = (
        ngettext(
            "By what {name} could know, {count} choice in this deal cost {cost} ±{margin} percentage points "
            "of the chance to win it.",
            "By what {name} could know, {count} choices in this deal together cost {cost} ±{margin} "
            "percentage points of the chance to win it.",
            len(decisions),
        )
        if name
        else ngettext(
            "By what you could know, {count} choice of yours in this deal cost {cost} ±{margin} percentage "
            "points of the chance to win it.",
            "By what you could know, your {count} choices in this deal together cost {cost} ±{margin} "
            "percentage points of the chance to win it.",
            len(decisions),
        )
    )
    told = [
        pattern.format(
            name=name,
            count=len(decisions),
            cost=round(100 * total / WHOLE),
            margin=round(100 * margin / WHOLE),
        )
    ]
    if not listed:
        told.append(
            _("None of these choices alone is sure to have cost {least} or more.").format(least=_least())
        )
        if total > max(margin, WORTH_TELLING):
            told.append(_("Many small costs add up."))
    if with_open_hands + round(100 * total / WHOLE) <= -_MUCH:
        told.append(
            _(
                "With all hands open they gave {own}: the difference is hindsight, which no player had."
            ).format(own=percentage_points.change(with_open_hands))
        )
    return told


def is_listed(decision: Decision) -> bool:
    """Whether a choice surely cost something that is worth telling."""
    return decision.cost >= WORTH_TELLING and decision.low > 0


def _losses(
    shown: Sequence[Effect],
    every: Sequence[Effect],
    gain: Gain,
    total: int,
    choice: ReplayChoice,
    played: dict[int, str],
) -> list[Loss]:
    """Return steps with their change in percent, and the others together: they add up to the total."""
    rest = len(every) - len(shown)
    exact = [100 * gain(effect) / WHOLE for effect in shown]
    whole = [round(change) for change in exact] if rest else result_parts.rounded(exact, total)
    losses = [
        Loss(effect.step, choice.to(effect.step), _words(effect, played), result_parts.signed(change))
        for effect, change in zip(shown, whole, strict=True)
    ]
    if rest:
        words = ngettext("{count} other", "{count} others together", rest).format(count=rest)
        losses.append(Loss(0, "", words, result_parts.signed(total - sum(whole))))
    return losses


def _words(effect: Effect, played: dict[int, str]) -> str:
    """Return what was done in a step."""
    if effect.stand_in == CLOCK:
        return _("time ran out")
    return played.get(effect.step) or _("a choice that is not judged")


def _played(decision: Decision, names_at_steps: NamesAtSteps) -> str:
    """Return what was done, with the name of whoever sat there before the player took the seat over."""
    names, seat = names_at_steps.at(decision.step), decision.seat
    words = sentences.alternative(decision.alternatives[0], names)
    return words if names[seat] == names_at_steps.now[seat] else f"{names[seat]}: {words}"


def _least() -> str:
    return percentage_points.percentage_points(100 * WORTH_TELLING // WHOLE)
