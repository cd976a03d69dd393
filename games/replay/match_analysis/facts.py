"""The facts about a match in sentences: who won, marks, challenges, calls, moments that mattered."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import eventstore
from games.analysis import highlights
from games.analysis.findings import BLUNDER, CLOCK, MISTAKE, SLIP, WHOLE, DealFindings, Decision, Fact
from games.localization import lists, numbers
from games.replay.match_analysis.sentences import alternative
from games.replay.names_at_steps import with_bots
from games.rules.cards.card_names import called, capital
from games.rules.match import sentence_patterns
from games.rules.match.events import CardPlayed, CardsDrawn, MatchEnded, RoundEnded
from games.rules.match.seat_names import Names, effects_of

_CHALLENGES: Final = {
    (2, 1): gettext_noop("{name} challenged {other}: an even risk, and it was a bluff."),
    (2, 0): gettext_noop("{name} challenged {other}: an even risk, and it was no bluff."),
    (1, 1): gettext_noop("{name} challenged {other}: a good risk, and it was a bluff."),
    (1, 0): gettext_noop("{name} challenged {other}: a good risk, but it was no bluff."),
    (0, 1): gettext_noop("{name} challenged {other}: a poor risk, but it was a bluff."),
    (0, 0): gettext_noop("{name} challenged {other}: a poor risk, and it was no bluff."),
}
_MARKS: Final = {
    SLIP: gettext_noop(
        "{name} made a slip: “{played}” left a chance of {chance} to win the deal, “{best}” would have "
        "left {best_chance}."
    ),
    MISTAKE: gettext_noop(
        "{name} made a mistake: “{played}” left a chance of {chance} to win the deal, “{best}” would have "
        "left {best_chance}."
    ),
    BLUNDER: gettext_noop(
        "{name} made a blunder: “{played}” left a chance of {chance} to win the deal, “{best}” would have "
        "left {best_chance}."
    ),
}


def told(fact: Fact, names: Names, deals: Sequence[DealFindings] = (), *, counts_points: bool) -> str:
    """Return a fact as a sentence; a marked choice is looked up in the findings about the deals."""
    if fact.kind == highlights.MOMENT:
        return _moment(fact, names, deals)
    acting = with_bots(names, fact.bots)
    if fact.kind == highlights.MARK:
        words = _marked(highlights.marked_choice(fact, deals), acting)
    else:
        words = _highlight(fact, acting, counts_points=counts_points)
    return capital(words) if fact.bots else words


def _highlight(fact: Fact, names: Names, *, counts_points: bool) -> str:
    seats = [names[seat] for seat in fact.seats]
    if fact.kind == highlights.WON:
        return _won(fact, seats, counts_points=counts_points)
    if fact.kind == highlights.LED:
        return _("{name} lost the lead.").format(name=seats[0])
    if fact.kind == highlights.HELD:
        return _("{name} still held {cards} when {other} went out: {points}.").format(
            name=seats[0],
            cards=lists.listed([called(card, effects_of(names)) for card in fact.cards]),
            other=seats[1],
            points=sentence_patterns.points(fact.numbers[0]),
        )
    if fact.kind == highlights.CHALLENGE:
        paid, upheld = fact.numbers[:2]
        return _(_CHALLENGES[paid, upheld]).format(name=seats[0], other=seats[1])
    if fact.kind == highlights.CAUGHT:
        return _("{name} forgot to say UNO, and {other} noticed.").format(name=seats[0], other=seats[1])
    assert fact.kind == highlights.UNNOTICED
    return _("{name} did not say UNO and was not caught.").format(name=seats[0])


def _marked(decision: Decision, names: Names) -> str:
    """Return a marked choice with both chances: a difference alone could be taken for a share."""
    played, best = decision.alternatives[:2]
    return _(_MARKS[decision.mark]).format(
        name=names[decision.seat],
        played=alternative(played, names),
        chance=_percent(played.chance),
        best=alternative(best, names),
        best_chance=_percent(best.chance),
    )


def _won(fact: Fact, names: Sequence[str], *, counts_points: bool) -> str:
    if not names:
        return _("The match has no winner.")
    if len(names) == 1 and not counts_points:
        return _("{name} won the match.").format(name=names[0])
    if len(names) > 1:
        return _("Winners of the match: {names}.").format(names=lists.listed(list(names)))
    return _("{name} won the match with {points}.").format(
        name=names[0], points=sentence_patterns.points(fact.numbers[0])
    )


def _moment(fact: Fact, names: Names, deals: Sequence[DealFindings]) -> str:
    before, after, is_of_match = fact.numbers
    story, overdue = _story(fact, names), _overdue_at(fact.step, deals)
    if overdue is not None:
        pattern = _("Time ran out for {name}, so the clock moved: {story}")
        story = pattern.format(name=names[overdue], story=story)
    if _is_luck(fact):
        sentence = (
            _("{story}. These cards moved {name}’s chance to win the match from {before} to {after}.")
            if is_of_match
            else _("{story}. These cards moved {name}’s chance to win the deal from {before} to {after}.")
        )
    elif is_of_match:
        sentence = _("{story}. {name}’s chance to win the match went from {before} to {after}.")
    else:
        sentence = _("{story}. {name}’s chance to win the deal went from {before} to {after}.")
    return sentence.format(
        story=(story or _("Nothing visible happens in this step.")).rstrip("."),
        name=names[fact.seats[0]],
        before=_percent(before),
        after=_percent(after),
    )


def _is_luck(fact: Fact) -> bool:
    """Whether nothing but cards that were drawn changed a chance."""
    events = [eventstore.decode(*event) for event in fact.events]
    return any(isinstance(event, CardsDrawn) for event in events) and not any(
        isinstance(event, CardPlayed | RoundEnded) for event in events
    )


def _overdue_at(step: int, deals: Sequence[DealFindings]) -> int | None:
    """Return the seat for which the clock made a step, None for all other steps."""
    effects = (effect for deal in deals for effect in deal.effects)
    return next((effect.seat for effect in effects if effect.step == step and effect.stand_in == CLOCK), None)


def _story(fact: Fact, names: Names) -> str:
    """Return what happened in a moment; the end of a deal is told of the player, whoever moved."""
    acting, lines = with_bots(names, fact.bots), []
    for event in (eventstore.decode(*event) for event in fact.events):
        words = event.sentence(names if isinstance(event, RoundEnded | MatchEnded) else acting)
        if words:
            lines.append(capital(words) if fact.bots else words)
    return lists.sentences(lines)


def _percent(chance: int) -> str:
    return numbers.percent(chance / WHOLE)
