"""Try something in a lesson: the rules play it from the beginning each time, so that nothing is stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _

from games.lessons.lessons import LESSONS, OTHERS, Lesson
from games.lessons.stories import story
from games.pages import controls, hand_layout
from games.pages.result import DealResult, result_of
from games.rules.base.chance import Chance
from games.rules.base.refusal import Refusal
from games.rules.decisions.decide import step
from games.rules.decisions.legal import legal_commands
from games.rules.match import commands as c
from games.rules.match.events import Event
from games.rules.match.state import CALLED
from games.rules.match.visibility import Sight, seen_by
from games.rules.notation import notation
from games.rules.notation.notation import NotationError
from games.rules.notation.positions import build_state, read_position
from games.rules.options.options import build
from games.wording import headlines

ME: Final = 0
MOST_MOVES: Final = 6
LONGEST_MOVE: Final = 20
BETWEEN: Final = ";"
_MINE: Final = (c.PlayCard, c.DrawCard, c.Pass, c.Accept, c.Challenge, c.CallUno, c.Catch)
"""The moves open to a visitor in a lesson."""


@dataclass(frozen=True)
class Opponent:
    """Another player of a lesson; `catch` is the move of a catch if it is possible now."""

    name: str
    count: int
    total: int
    has_called: bool
    is_turn: bool
    is_out: bool
    catch: str

    @property
    def backs(self) -> range:
        """A range over the card backs to draw."""
        return range(min(self.count, 12))


class Trial:
    """A lesson after some moves of the visitor; a refused last move has changed nothing."""

    def __init__(self, lesson: Lesson, moves: Sequence[str] = ()) -> None:
        self.lesson = lesson
        self.refusal: Refusal | None = None
        self._chance = Chance(b"lesson", lesson.key.encode())
        self._events: list[Event] = []
        self._made: list[str] = []
        self._begin()
        for move in moves:
            if not self._try(move):
                break

    @property
    def moves(self) -> str:
        """The moves that were made, as the next request repeats them."""
        return BETWEEN.join(self._made)

    @cached_property
    def sight(self) -> Sight:
        """The view of the visitor."""
        return seen_by(self._state, ME)

    @property
    def is_mine(self) -> bool:
        """Whether the visitor can still do something."""
        return any(isinstance(command, _MINE) for command in self._legal)

    @property
    def may_try(self) -> bool:
        """Whether a card can be played: in this turn, or in the same position once more."""
        return self.is_mine or (self.lesson.each_anew and self.sight.winner < 0)

    @property
    def hand(self) -> list[controls.HeldCard]:
        """The cards of the visitor, each with the commands that use it."""
        return controls.hand(self.sight, self._legal, self._names)

    @property
    def in_a_row(self) -> int:
        """The number of cards in a row on a phone."""
        return hand_layout.in_a_row(len(self.hand))

    @property
    def menus(self) -> list[controls.HeldCard]:
        """The cards that can be played in several ways, each kind once."""
        return controls.menus(self.hand)

    @property
    def following(self) -> str:
        """The id of the next lesson on the page, or of its explanation; empty after the last."""
        place = LESSONS.index(self.lesson) + 1
        if place == len(LESSONS):
            return ""
        return f"{'learn' if LESSONS[place].is_explained else 'try'}-{LESSONS[place].key}"

    @property
    def actions(self) -> list[controls.MoveButton]:
        """The commands that need no card, player or colour."""
        legal = [command for command in self._legal if isinstance(command, _MINE)]
        return controls.actions(legal, self.sight, self._names)

    @property
    def others(self) -> list[Opponent]:
        """The other players, clockwise from the visitor's left."""
        catches = {command.target for command in self._legal if isinstance(command, c.Catch)}
        return [self._opponent(seat, catches) for seat in range(ME + 1, self.sight.seats)]

    @property
    def story(self) -> list[str]:
        """The consequences of the last move, in sentences."""
        return story(self._events, self._names, me=ME)

    @property
    def headline(self) -> str:
        """The player whose turn it is, or how it ended."""
        return headlines.headline(self.sight, self._names, self._events, self._legal)

    @property
    def result(self) -> DealResult | None:
        """The points of the deal, when it is over."""
        return result_of([self._events], self.sight, self._names) if self.sight.winner >= 0 else None

    @cached_property
    def _names(self) -> list[str]:
        return [_("You"), *OTHERS[: self.sight.seats - 1]]

    @cached_property
    def _legal(self) -> list[c.Command]:
        return [command for command in legal_commands(self._state, ME) if not isinstance(command, c.Deal)]

    def _begin(self) -> None:
        """Take the position of the lesson, without the cards that were tried."""
        hand, *rest = self.lesson.given.split(" | ")
        tried = {move.removeprefix("play ") for move in self._made}
        hand = " ".join(card for card in hand.split(" ") if card not in tried)
        self._state = build_state(
            read_position([hand, *rest]), self.lesson.rulebook, build(self.lesson.rulebook)
        )
        for text in self.lesson.before:
            step(self._state, notation.command(text), self._chance)

    def _try(self, move: str) -> bool:
        """Make a move of the visitor and let the others reply; return whether it was accepted."""
        if self.lesson.each_anew and not any(
            isinstance(command, _MINE) for command in legal_commands(self._state, ME)
        ):
            self._begin()
        try:
            self._events = step(self._state, _command(move), self._chance)
        except Refusal as refusal:
            self.refusal = refusal
            return False
        self._made.append(move)
        for reply in self.lesson.replies:
            self._reply(reply)
        return True

    def _reply(self, text: str) -> None:
        command = notation.command(text)
        if command in legal_commands(self._state, getattr(command, "seat", ME)):
            self._events += step(self._state, command, self._chance)

    def _opponent(self, seat: int, catches: set[int]) -> Opponent:
        sight = self.sight
        return Opponent(
            name=self._names[seat],
            count=sight.counts[seat],
            total=sight.totals[seat],
            has_called=sight.uno[seat] == CALLED and sight.counts[seat] == 1,
            is_turn=seat == sight.to_act,
            is_out=bool(sight.eliminated[seat]),
            catch=f"catch {notation.seat_letter(seat)}" if seat in catches else "",
        )


def read_moves(text: str) -> list[str]:
    """Return the moves of a request; ignore the rest of a longer text."""
    moves = [move.strip()[:LONGEST_MOVE] for move in text[: MOST_MOVES * LONGEST_MOVE].split(BETWEEN)]
    return [move for move in moves if move][:MOST_MOVES]


def _command(move: str) -> c.Command:
    """Return a move of the visitor as a command; Refusal `bad_move` for everything else."""
    try:
        command = notation.command_of_seat(move, ME)
    except NotationError:
        command = None
    if not isinstance(command, _MINE):
        raise Refusal("bad_move", _("This move was not understood."))
    return command
