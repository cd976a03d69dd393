"""A puzzle for its page: the table as its seat sees it, the moves to choose from, and the solution."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.analysis import kinds
from games.analysis.findings import WHOLE
from games.localization import lists, numbers
from games.models import Puzzle, PuzzleAttempt
from games.pages import controls, hand_layout
from games.puzzles import explanations
from games.puzzles.positions import Content, WorthOfMove, unpacked
from games.replay.match_analysis import sentences
from games.rules.cards.card_names import called
from games.rules.match.state import CALLED
from games.rules.notation.notation import seat_letter
from games.rules.options import rulebooks
from games.rules.options.options import from_differences
from games.wording import headlines, stakes

KIND_NAMES: Final = {
    kinds.COLOUR: gettext_noop("Naming a colour"),
    kinds.CHALLENGE: gettext_noop("Challenging or not"),
    kinds.WILD: gettext_noop("Playing a black card or holding it"),
    kinds.OTHER: gettext_noop("Which card to play"),
}
"""The kinds of puzzles, in the order of the page."""


@dataclass(frozen=True)
class OtherSeat:
    """Another seat of a puzzle."""

    name: str
    count: int
    total: int
    has_called: bool
    is_out: bool

    @property
    def backs(self) -> range:
        """A range over the card backs to draw."""
        return range(min(self.count, 12))


class MoveRow(NamedTuple):
    """A move of the solution with what it is worth; `left`, `wide` and `middle` are places in its bar."""

    words: str
    chance: str
    interval: str
    left: str
    wide: str
    middle: str
    is_best: bool
    is_chosen: bool


class PuzzlePage:
    """A puzzle; with a `chosen` move also its solution. `attempt` is the rated answer of the reader."""

    def __init__(self, puzzle: Puzzle, chosen: str = "", attempt: PuzzleAttempt | None = None) -> None:
        self.puzzle, self.attempt = puzzle, attempt
        self.content: Content = unpacked(bytes(puzzle.content))
        self.sight = self.content.sight
        self.chosen: WorthOfMove | None = self.content.worth(chosen) if chosen else None
        self.names = names_of(self.content)

    @property
    def kind(self) -> str:
        """Its kind in words."""
        return kind_name(self.puzzle.kind)

    @property
    def rulebook(self) -> str:
        """The title of its rulebook."""
        return rulebooks.title(self.sight.rulebook)

    @property
    def me(self) -> str:
        """The name of the seat whose move it is."""
        return self.names[self.content.seat]

    @property
    def total(self) -> int:
        """The score of the seat."""
        return self.sight.totals[self.content.seat]

    @property
    def others(self) -> list[OtherSeat]:
        """The other seats, clockwise from the left of mine."""
        sight, mine = self.sight, self.content.seat
        return [
            OtherSeat(
                name=self.names[seat],
                count=sight.counts[seat],
                total=sight.totals[seat],
                has_called=sight.uno[seat] == CALLED and sight.counts[seat] == 1,
                is_out=bool(sight.eliminated[seat]) or seat in sight.out,
            )
            for seat in [*range(mine + 1, sight.seats), *range(mine)]
        ]

    @property
    def headline(self) -> str:
        """What the seat has to do."""
        return headlines.headline(self.sight, self.names, [], self.content.legal)

    @property
    def before_a_challenge(self) -> list[str]:
        """What may be known before a challenge; empty without one."""
        is_asked = self.puzzle.kind == kinds.CHALLENGE and self.sight.colour_before >= 0
        options = from_differences(self.content.options)
        return stakes.before_a_challenge(self.sight, self.names, options) if is_asked else []

    @cached_property
    def hand(self) -> list[controls.HeldCard]:
        """The cards of the seat, each with the moves that use it."""
        return controls.hand(self.sight, self.content.legal, self.names)

    @property
    def in_a_row(self) -> int:
        """The number of cards in a row on a phone."""
        return hand_layout.in_a_row(len(self.hand))

    @property
    def menus(self) -> list[controls.HeldCard]:
        """The cards that can be played in several ways, each kind once."""
        return controls.menus(self.hand)

    @property
    def actions(self) -> list[controls.MoveButton]:
        """The moves that need no card or colour."""
        return controls.actions(self.content.legal, self.sight, self.names)

    @property
    def starter_colours(self) -> list[controls.Group]:
        """The colours for a black card that lies first."""
        return controls.starter_colours(self.content.legal, self.sight, self.names)

    @property
    def story(self) -> list[str]:
        """What happened since the seat moved last, in sentences."""
        return [sentence for event in self.content.events if (sentence := event.sentence(self.names))]

    @property
    def knowledge(self) -> list[str]:
        """What the seat knows of other hands, in sentences."""
        seen = [
            _("{name} holds {cards}: you have seen it.").format(
                name=self.names[seat], cards=lists.listed([called(card) for card in cards])
            )
            for seat, cards in enumerate(self.content.known)
            if cards
        ]
        return [*seen, *sentences.draws(self.content.lacking, self.names)]

    # --- the solution

    @property
    def is_right(self) -> bool:
        """Whether the chosen move is the best."""
        return self.chosen == self.content.solution

    @property
    def chosen_words(self) -> str:
        """The chosen move in words."""
        return sentences.choice(self.chosen.action, self.names) if self.chosen else ""

    @property
    def solution(self) -> str:
        """The best move in words."""
        return sentences.choice(self.content.solution.action, self.names)

    @property
    def why(self) -> list[str]:
        """Why it is the best, in sentences."""
        return explanations.why(self.content, self.names)

    @property
    def cost(self) -> str:
        """What the chosen move costs, with its interval; empty for the best."""
        chosen = self.chosen
        if chosen is None or self.is_right:
            return ""
        return _("Of a hundred such deals your move wins {lead} fewer ({low} to {high}).").format(
            lead=explanations.of_a_hundred(chosen.lead),
            low=explanations.of_a_hundred(chosen.lead_low),
            high=explanations.of_a_hundred(chosen.lead_high),
        )

    @property
    def rows(self) -> list[MoveRow]:
        """All moves with what they are worth, from the best on."""
        most = max(row.high for row in self.content.moves)
        return [self._row(row, most) for row in self.content.moves]

    @property
    def solved_by(self) -> str:
        """How many players solved it."""
        tried, solved = self.puzzle.tried, self.puzzle.solved
        if not tried:
            return ""
        sentence = ngettext(
            "{solved} of {tried} player solved it.", "{solved} of {tried} players solved it.", tried
        )
        return sentence.format(solved=numbers.number(solved), tried=numbers.number(tried))

    def _row(self, row: WorthOfMove, most: int) -> MoveRow:
        left, middle, right = (100 * chance / most for chance in (row.low, row.chance, row.high))
        return MoveRow(
            words=sentences.choice(row.action, self.names),
            chance=_percent(row.chance),
            interval=_("{low} to {high}").format(low=_percent(row.low), high=_percent(row.high)),
            left=f"{left:.1f}",
            wide=f"{max(right - left, 0.5):.1f}",
            middle=f"{middle:.1f}",
            is_best=row == self.content.solution,
            is_chosen=row == self.chosen,
        )


def names_of(content: Content) -> Sequence[str]:
    """Return the names of the seats of a puzzle: nobody is named."""
    return [_("Player {letter}").format(letter=seat_letter(seat)) for seat in range(content.sight.seats)]


def kind_name(kind: str) -> str:
    """Return a kind of puzzles in words."""
    return _(KIND_NAMES[kind])


def _percent(chance: int) -> str:
    return numbers.percent(chance / WHOLE)
