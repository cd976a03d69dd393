"""The findings about choices in sentences: what was done, what it cost, marks, reasons for no mark."""

from collections.abc import Sequence
from math import hypot
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from games.analysis import marks
from games.analysis.findings import (
    BLUNDER,
    BOT,
    MISTAKE,
    NO_MARK,
    SLIP,
    WHOLE,
    Alternative,
    Decision,
    Effect,
    Knowledge,
    Lacking,
)
from games.bots.playouts import layout as at
from games.localization import lists, numbers, percentage_points
from games.replay.names_at_steps import with_bots
from games.rules.cards.card_names import called, capital, colour_called
from games.rules.cards.cards import IS_BLACK
from games.rules.match.seat_names import Names, effects_of

MARK_NAMES: Final = {
    SLIP: gettext_noop("Slip"),
    MISTAKE: gettext_noop("Mistake"),
    BLUNDER: gettext_noop("Blunder"),
}
_SILENCES: Final = {
    marks.CLOSE: gettext_noop("No mark: among many choices a difference like this may be chance."),
    marks.DECIDED: gettext_noop("No mark: the deal was all but decided."),
    marks.POLICIES: gettext_noop(
        "No mark: among careless players, who play any card that fits, the choice was good."
    ),
    marks.MATCH: gettext_noop("No mark: for the match the choice was not surely worse."),
    marks.UNPROVED: gettext_noop(
        "No mark: chances under these rules have not been checked against finished matches."
    ),
}
_ACTIONS: Final = {
    0: gettext_noop("Wait for the turn"),
    at.DRAW_CARD: gettext_noop("Draw a card"),
    at.PASS: gettext_noop("Pass"),
    at.ACCEPT: gettext_noop("Take the cards"),
    at.CHALLENGE: gettext_noop("Challenge"),
}

_CATCHES: Final = {
    at.CATCH: gettext_noop("Catch {name}"),
    at.OVERLOOK: gettext_noop("Do not catch {name}"),
}

_EQUAL: Final = 10_000
"""Chances that differ more are never called about equal."""


def actor_of(decision: Decision, names: Names) -> str:
    """Return the name of the player whose choice it was, or `a bot for Ana`."""
    return with_bots(names, [decision.seat] if decision.stand_in == BOT else [])[decision.seat]


def choice(action: Sequence[int], names: Sequence[str]) -> str:
    """Return a choice in words: `Red 5`, `Wild, green`, `Draw a card`."""
    kind, _seat, card, colour, target, call = action
    if kind in _ACTIONS:
        return _(_ACTIONS[kind])
    if kind in _CATCHES:
        return _(_CATCHES[kind]).format(name=names[target])
    if kind == at.NAME_COLOUR:
        return capital(colour_called(colour))
    words = [capital(called(card, effects_of(names)))]
    if colour >= 0 and IS_BLACK[card]:
        words.append(colour_called(colour))
    if target >= 0:
        words.append(_("swap hands with {name}").format(name=names[target]))
    if call > 0:
        words.append(pgettext("a part of a move", "say UNO"))
    return ", ".join(words)


def alternative(row: Alternative, names: Sequence[str]) -> str:
    """Return an alternative in words, a Wild Draw Four against the rule as a bluff."""
    words = choice(row.action, names)
    return _("{choice} (a bluff)").format(choice=words) if row.is_bluff else words


def silence(decision: Decision) -> str:
    """Return the reason against a mark, empty if there is one or the choice cost nothing."""
    if decision.silence:
        return _(_SILENCES[decision.silence])
    return _("No mark: the cost is small.") if decision.mark == NO_MARK and decision.cost > 0 else ""


def best(decision: Decision, names: Sequence[str]) -> str:
    """Return the best alternative to a choice, and one about equal if its chance is shown as higher.

    Each has its chance to win the deal.
    """
    rows = decision.alternatives
    words = with_chance(rows[1], names)
    others = [place for place in about_best(decision) if place > 1 and rows[place].chance > rows[1].chance]
    if not others:
        return words
    return _("{choice}; about equal: {other}").format(choice=words, other=with_chance(rows[others[0]], names))


def with_chance(row: Alternative, names: Sequence[str]) -> str:
    """Return an alternative with its chance to win the deal: `Red 5: 47%`."""
    return f"{alternative(row, names)}: {_percent(row.chance)}"


def with_call(decision: Decision) -> Alternative | None:
    """Return the alternative that is the play of the same cards with a call, None if it is not listed."""
    played = list(decision.alternatives[0].action)
    return next((row for row in decision.alternatives if list(row.action) == [*played[:5], 1]), None)


def about_best(decision: Decision) -> list[int]:
    """Return the places of the alternatives about as good as the best: the chances differ little."""
    rows = decision.alternatives
    top = rows[decision.best]
    return [
        place
        for place, row in enumerate(rows)
        if place != decision.best
        and top.chance - row.chance <= min(_EQUAL, marks.CERTAINTY * hypot(row.error, top.error))
        and not (place == 0 and decision.low > 0)
    ]


def timeout(effect: Effect, names: Sequence[str]) -> str:
    """Return in a sentence that the time of a player ran out, and what that changed."""
    sentence = _(
        "Time ran out for {name}, so the clock moved: no choice to judge. "
        "With all hands open it changed the chance to win the deal by {change}."
    )
    change = percentage_points.change(round(100 * effect.deal / WHOLE))
    return sentence.format(name=names[effect.seat], change=change)


def cost(decision: Decision) -> str:
    """Return the cost of a choice in percentage points, with its interval."""
    return _("{cost} ({low} to {high})").format(**_costs(decision))


def cost_in_words(decision: Decision) -> str:
    """Return the cost of a choice as a sentence with both chances."""
    sentence = _(
        "The choice cost {cost} ({low} to {high}): a chance of {chance} to win the deal instead of {best}."
    )
    played, best = decision.alternatives[:2]
    points = percentage_points.percentage_points(round(100 * decision.shown_cost / WHOLE))
    chances = {"chance": _percent(played.chance), "best": _percent(best.chance)}
    return sentence.format(**{**_costs(decision), "cost": points}, **chances)


def _costs(decision: Decision) -> dict[str, str]:
    costs = {"cost": decision.shown_cost, "low": decision.low, "high": decision.high}
    return {name: numbers.number(round(100 * cost / WHOLE)).replace("-", "−") for name, cost in costs.items()}


def known(knowledge: Knowledge, seat: int, names: Sequence[str]) -> list[str]:
    """Return what a seat could know of other hands."""
    sizes = [
        f"{names[other]} {numbers.number(count)}"
        for other, count in enumerate(knowledge.counts)
        if other != seat and count
    ]
    seen = [
        _("Seen in the hand of {name}: {cards}.").format(
            name=names[other], cards=lists.listed([called(card, effects_of(names)) for card in cards])
        )
        for other, cards in enumerate(knowledge.known)
        if cards
    ]
    return [
        _("Cards in the other hands: {hands}.").format(hands=", ".join(sizes)),
        *seen,
        *draws(knowledge.lacking, names),
    ]


def draws(lacking: Sequence[Lacking], names: Sequence[str]) -> list[str]:
    """Return the cards and colours on which seats drew, in sentences."""
    return [
        _("{name} drew a card when {card} lay on top and the colour was {colour}.").format(
            name=names[lack.seat], card=called(lack.top), colour=colour_called(lack.colour)
        )
        for lack in lacking
    ]


def _percent(chance: int) -> str:
    return numbers.percent(chance / WHOLE)
