"""An example of an option for its page: the position, and what happened in words.

The rules play the example each time it is shown, so that it always agrees with them.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.rules.base.refusal import Refusal
from games.rules.cards.card_names import called, capital, colour_called
from games.rules.cards.cards import IS_BLACK, Card
from games.rules.match import commands as c
from games.rules.match.events import Event
from games.rules.match.seat_names import SeatNames, effects_of
from games.rules.match.state import State
from games.rules.match.visibility import seen_by
from games.rules.notation import notation
from games.rules.notation.scenario_files import Scenario, option_changes
from games.rules.options import rulebooks
from games.rules.options.options import explain
from games.rules.scenarios import play_scenario
from games.wording import headlines

_ATTEMPTS: Final[dict[type, str]] = {
    # Translators: what a player tried and was refused; {sentence} is why.
    c.PlayCard: gettext_noop("{name} may not play {card}. {sentence}"),
    c.JumpIn: gettext_noop("{name} may not jump in with {card}. {sentence}"),
    c.DrawCard: gettext_noop("{name} may not draw. {sentence}"),
    c.Pass: gettext_noop("{name} may not pass. {sentence}"),
    c.Challenge: gettext_noop("{name} may not challenge. {sentence}"),
    c.CallUno: gettext_noop("{name} may not call UNO. {sentence}"),
    c.Catch: gettext_noop("{name} may not catch {target}. {sentence}"),
}


class Hand(NamedTuple):
    """The cards of one seat."""

    name: str
    cards: list[Card]


class StoryLine(NamedTuple):
    """A sentence of the story; a refused command changed nothing."""

    text: str
    refused: bool


class Board(NamedTuple):
    """The hands, the top card, and the colour in words where the card does not show it."""

    hands: list[Hand]
    top: Card
    colour: str


class PlayedExample(NamedTuple):
    """An example on the page of an option: the board before, the story, the board after.

    `deck` are the cards in order where somebody deals or draws for the deal.
    """

    title: str
    rulebook: str
    changes: str
    deck: list[Card]
    effects: Sequence[str]
    before: Board | None
    story: list[StoryLine]
    after: Board | None
    end: str


def play_example(scenario: Scenario) -> PlayedExample:
    """Play an example and return it for its page."""
    played = play_scenario(scenario)
    letters = [notation.seat_letter(seat) for seat in range(played.start.seats)]
    names = SeatNames(letters, played.start.options.customizable_effects)
    lines: list[StoryLine] = []
    events: list[Event] = []
    for command, outcome in played.story:
        if isinstance(outcome, Refusal):
            lines.append(StoryLine(_attempt(command, names, outcome), refused=True))
        else:
            events += outcome
            sentences = [event.sentence(names) for event in outcome]
            lines += [StoryLine(f"{sentence}.", refused=False) for sentence in sentences if sentence]
    return PlayedExample(
        capital(_(scenario.title)),
        rulebooks.title(scenario.preset),
        "; ".join(_change(change) for change in scenario.options),
        played.position.deck or [],
        names.effects,
        _board(played.start, names),
        lines,
        _board(played.end, names),
        headlines.headline(seen_by(played.end, None), names, events) if played.end.top >= 0 else "",
    )


def _board(state: State, names: list[str]) -> Board | None:
    """Return the board, None before the deal."""
    if state.top < 0:
        return None
    hands = [Hand(name, sorted(hand)) for name, hand in zip(names, state.hands, strict=True)]
    return Board(hands, state.top, _colour(state))


def _change(option: str) -> str:
    """Return `jump_in=on` as `Jump-in: on`."""
    [(name, value)] = option_changes([option]).items()
    return explain(name).told(value)


def _attempt(command: Any, names: list[str], refusal: Refusal) -> str:
    """Return a refused attempt in words, such as `B: to draw`, and the reason."""
    return _(_ATTEMPTS[type(command)]).format(
        name=names[command.seat],
        card=called(getattr(command, "card", -1), effects_of(names)),
        target=names[getattr(command, "target", None) or 0],
        sentence=refusal.sentence,
    )


def _colour(state: State) -> str:
    """Return the colour in words where the top card does not show it."""
    return colour_called(state.colour) if IS_BLACK[state.top] and state.colour >= 0 else ""
