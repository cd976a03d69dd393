"""An example of an option as a picture: the position, and in words what came of it when it was played.

The example is played by the rules each time it is shown, so that it cannot tell anything else than they do.
"""

from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.rules.base.refusal import Refusal
from games.rules.cards.card_names import called, capital, colour_called
from games.rules.cards.cards import IS_BLACK, Card
from games.rules.match import commands as c
from games.rules.match.events import Event
from games.rules.match.sight import seen_by
from games.rules.match.state import State
from games.rules.notation import notation
from games.rules.notation.scenario_files import Written, option_changes
from games.rules.options import rulebooks
from games.rules.options.options import explain
from games.rules.scenarios import told
from games.wording import headlines

_ATTEMPTS: Final[dict[type, str]] = {
    # Translators: what a player tried and was refused; {sentence} is why.
    c.PlayCard: gettext_noop("{name}: to play {card}: not allowed. {sentence}"),
    c.JumpIn: gettext_noop("{name}: to jump in with {card}: not allowed. {sentence}"),
    c.DrawCard: gettext_noop("{name}: to draw: not allowed. {sentence}"),
    c.Pass: gettext_noop("{name}: to pass: not allowed. {sentence}"),
    c.Challenge: gettext_noop("{name}: to challenge: not allowed. {sentence}"),
    c.CallUno: gettext_noop("{name}: to call UNO: not allowed. {sentence}"),
    c.Catch: gettext_noop("{name}: to catch {target}: not allowed. {sentence}"),
}


class Hand(NamedTuple):
    """The cards of one seat."""

    name: str
    cards: list[Card]


class Line(NamedTuple):
    """A sentence of the story; refused ones changed nothing."""

    text: str
    refused: bool


class Drawing(NamedTuple):
    """What lies on the table: hands, top card, and the colour in words where the card does not show it."""

    hands: list[Hand]
    top: Card
    colour: str


class DrawnExample(NamedTuple):
    """What the page of an option shows of one example: before, what was done, after.

    `deck` are the cards in their order where somebody deals or draws for the deal.
    """

    title: str
    rulebook: str
    changes: str
    deck: list[Card]
    before: Drawing | None
    story: list[Line]
    after: Drawing | None
    end: str


def drawn(written: Written) -> DrawnExample:
    """Play an example and return how it is shown."""
    played = told(written)
    names = [notation.seat_letter(seat) for seat in range(played.start.seats)]
    lines: list[Line] = []
    events: list[Event] = []
    for command, outcome in played.story:
        if isinstance(outcome, Refusal):
            lines.append(Line(_attempt(command, names, outcome), refused=True))
        else:
            events += outcome
            said = [event.sentence(names) for event in outcome]
            lines += [Line(f"{sentence}.", refused=False) for sentence in said if sentence]
    return DrawnExample(
        capital(_(written.title)),
        rulebooks.title(written.preset),
        "; ".join(_change(one) for one in written.options),
        played.position.deck or [],
        _drawing(played.start, names),
        lines,
        _drawing(played.end, names),
        headlines.headline(seen_by(played.end, None), names, events) if played.end.top >= 0 else "",
    )


def _drawing(state: State, names: list[str]) -> Drawing | None:
    """Return what lies on the table, nothing before the deal."""
    if state.top < 0:
        return None
    hands = [Hand(name, sorted(hand)) for name, hand in zip(names, state.hands, strict=True)]
    return Drawing(hands, state.top, _colour(state))


def _change(option: str) -> str:
    """Return `jump_in=on` as `Jump-in: on`."""
    [(name, value)] = option_changes([option]).items()
    return explain(name).told(value)


def _attempt(command: Any, names: list[str], refusal: Refusal) -> str:
    """Return what somebody tried in vain, such as `B: to draw`, and why."""
    return _(_ATTEMPTS[type(command)]).format(
        name=names[command.seat],
        card=called(getattr(command, "card", -1)),
        target=names[getattr(command, "target", None) or 0],
        sentence=refusal.sentence,
    )


def _colour(state: State) -> str:
    """Return the colour in words where the top card does not show it."""
    return colour_called(state.colour) if IS_BLACK[state.top] and state.colour >= 0 else ""
