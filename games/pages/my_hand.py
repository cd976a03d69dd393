"""My hand on the page of a table: the cards, what each of them does, and the moves that are not at a seat."""

from functools import cached_property
from typing import NamedTuple

from games.pages import controls, hand_layout
from games.rules.cards.card_names import called, capital
from games.rules.match import commands
from games.rules.match.seat_names import SeatNames
from games.rules.match.state import AFTER_DRAW
from games.rules.match.visibility import Sight
from games.rules.options.card_meanings import effects_of
from games.rules.options.options import Options
from games.tables import Look


class CardMeaning(NamedTuple):
    """A card, its name, and what it does."""

    card: int
    name: str
    text: str


class MyHand:
    """The cards and moves of the viewer; without a seat there are none."""

    def __init__(self, look: Look, names: SeatNames, options: Options) -> None:
        self._look = look
        self._sight: Sight | None = look.sight
        self._names = names
        self._options = options

    @cached_property
    def cards(self) -> list[controls.HeldCard]:
        """My cards by colour, each with the commands that use it."""
        return controls.hand(self._sight, self._look.legal, self._names) if self._sight else []

    @property
    def meanings(self) -> list[CardMeaning]:
        """The meanings of my cards and the top card at this table, each kind once."""
        top = [self._sight.top] if self._sight and self._sight.top >= 0 else []
        kinds = dict.fromkeys([*top, *(held.card for held in self.cards)])
        return [
            CardMeaning(card, capital(called(card, self._names.effects)), effects_of(card, self._options))
            for card in kinds
        ]

    @property
    def menus(self) -> list[controls.HeldCard]:
        """My cards that can be played in several ways, each kind once."""
        return controls.menus(self.cards)

    @cached_property
    def actions(self) -> list[controls.MoveButton]:
        """My commands that need no card, seat or colour."""
        return controls.actions(self._look.legal, self._sight, self._names) if self._sight else []

    @property
    def starter_colours(self) -> list[controls.Group]:
        """The colours I may give a black starter."""
        if self._sight is None:
            return []
        return controls.starter_colours(self._look.legal, self._sight, self._names)

    @property
    def drawn(self) -> controls.HeldCard | None:
        """The card I have just drawn and may play or pass with; None if there is none."""
        sight = self._sight
        if sight is None or sight.phase != AFTER_DRAW or sight.to_act != self._look.seat:
            return None
        return next((held for held in self.cards if held.is_drawn), None)

    @property
    def has_drawn(self) -> bool:
        """Whether I have drawn in this turn: the place of the button to draw then stays empty."""
        return (
            self._sight is not None
            and self._sight.phase == AFTER_DRAW
            and self._sight.to_act == self._look.seat
        )

    @property
    def in_a_row(self) -> int:
        """The number of my cards in a row on a phone."""
        return hand_layout.in_a_row(len(self.cards))

    @property
    def may_draw(self) -> bool:
        """Whether the draw pile can be clicked."""
        return any(isinstance(command, commands.DrawCard) for command in self._look.legal)

    @property
    def may_pass_after_draw(self) -> bool:
        """Whether a pass can follow when I draw: its place is shown beside the button to draw."""
        return self.may_draw and self._options.play_after_draw != "never"
