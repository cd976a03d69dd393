"""An example of an option as a picture: the position, and in words what came of it when it was played.

The example is played by the rules each time it is shown, so that it cannot tell anything else than they do.
"""

from typing import Any, Final, NamedTuple

from games import words
from games.rules import commands as c
from games.rules import notation, rulebooks
from games.rules.cards import IS_BLACK, Card
from games.rules.refusal import Refusal
from games.rules.scenario_files import Written
from games.rules.scenarios import told
from games.rules.state import State

_ATTEMPTS: Final[dict[type, str]] = {
    c.PlayCard: "to play {card}",
    c.JumpIn: "to jump in with {card}",
    c.DrawCard: "to draw",
    c.Pass: "to pass",
    c.Challenge: "to challenge",
    c.CallUno: "to call UNO",
    c.Catch: "to catch {target}",
}


class Hand(NamedTuple):
    """The cards of one seat."""

    name: str
    cards: list[Card]


class Line(NamedTuple):
    """A sentence of the story; refused ones changed nothing."""

    text: str
    refused: bool


class DrawnExample(NamedTuple):
    """What the page of an option shows of one example."""

    title: str
    rulebook: str
    changes: str
    hands: list[Hand]
    top: Card
    colour: str
    story: list[Line]


def drawn(written: Written) -> DrawnExample:
    """Play an example and return how it is shown."""
    start, story = told(written)
    names = [notation.seat_letter(seat) for seat in range(start.seats)]
    lines: list[Line] = []
    for command, outcome in story:
        if isinstance(outcome, Refusal):
            lines.append(Line(f"{_attempt(command, names)}: not allowed. {outcome.sentence}", refused=True))
        else:
            said = [words.sentence(event, names) for event in outcome]
            lines += [Line(f"{sentence}.", refused=False) for sentence in said if sentence]
    hands = (
        [Hand(name, hand[:]) for name, hand in zip(names, start.hands, strict=True)] if start.top >= 0 else []
    )
    return DrawnExample(
        written.title[0].upper() + written.title[1:],
        rulebooks.title(written.preset),
        ", ".join(written.options),
        hands,
        start.top,
        _colour(start),
        lines,
    )


def _attempt(command: Any, names: list[str]) -> str:
    """Return what somebody tried, such as `B: to draw`."""
    what = _ATTEMPTS[type(command)].format(
        card=words.card(getattr(command, "card", -1)), target=names[getattr(command, "target", None) or 0]
    )
    return f"{names[command.seat]}: {what}"


def _colour(state: State) -> str:
    """Return the colour in words where the top card does not show it."""
    return words.COLOURS[state.colour] if state.top >= 0 and IS_BLACK[state.top] and state.colour >= 0 else ""
