"""The rounds of a stage for pages: sides of a bracket, groups, lines from match to match."""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.competitions.bracket import FINISHED, RUNNING, Bracket, BracketRound, Contender, status
from league.competitions.read_models.shown_match import ShownMatch, shown_matches
from league.rules.brackets.plan import CONSOLATION, TO_THE_FINAL
from league.rules.competition.stage import Match, Stage
from league.rules.settings.stages import DOUBLE_ELIMINATION, ROUND_BY_ROUND
from league.rules.settings.translated_names import translated
from league.rules.stages.drawn_rounds import label

_TALL = 8
"""With more matches in a round a tree scrolls in its own box, so that the names of rounds stay visible."""
_AT_ONCE: Final = 160
"""The most matches shown at once."""
_SEATS_AT_ONCE: Final = 800
"""The most seats of the matches shown at once: 80 tables of ten."""
_TREE: Final = 700
"""The largest bracket, in matches, that is not split into pages."""
_NEXT, _FEWEST = 100, 6
"""The most current matches of all rounds shown beside the standings."""
ON, DOWN, UP = "on", "down", "up"
"""The line from a match to the next round of a tree: straight on, or to the middle of two."""

_SIDES = {
    "W": gettext_lazy("Winners’ side"),
    "L": gettext_lazy("Losers’ side"),
    "G": gettext_lazy("Grand final"),
    "P": gettext_lazy("Placement matches"),
    CONSOLATION: gettext_lazy("Consolation"),
}


class ShownRound:
    """A stage round: its matches and its byes.

    In a bracket `free` are the entrants whose opponent will never come, and `free_seats` says who will be.
    In a tree `cells` are its matches with gaps, so that each is beside its next match. Of very many rounds
    and matches a page shows a part, and only that part is made.
    """

    def __init__(self, stage_round: BracketRound, group: str) -> None:
        self._round = stage_round
        self.name = translated(stage_round.name)
        self.full_name = f"{group}, {self.name}" if group else self.name
        self.group = stage_round.group
        self.key = stage_round.key
        self.anchor = f"r{stage_round.number}"
        self.survivors = stage_round.survivors
        self.is_final = stage_round.is_final
        self.is_play_off = stage_round.is_play_off
        self.is_consolation = stage_round.is_consolation
        self.byes = stage_round.byes

    @cached_property
    def matches(self) -> list[ShownMatch]:
        """Its visible matches."""
        return shown_matches(self._round, self._round.meetings)

    @cached_property
    def cells(self) -> list[ShownMatch | None]:
        """The matches that have a card."""
        return [None if match.byes else match for match in self.matches]

    @cached_property
    def free(self) -> list[Contender]:
        """The entrants whose opponent will never come."""
        return [line.contender for match in self._without_opponent for line in match.lines]

    @cached_property
    def free_seats(self) -> list[str]:
        """The entrants without an opponent, in words."""
        return [words for match in self._without_opponent for words in match.match.open_seats]

    @property
    def count(self) -> int:
        """The number of its visible matches."""
        return len(self.matches) if "matches" in self.__dict__ else self._round.visible

    @property
    def seats(self) -> int:
        """The number of seats of its largest match."""
        return max([1, *(len(match.slots) for match in self._round.drawn)])

    def matches_of(self, entrant: int) -> list[ShownMatch]:
        """Return the visible matches of an entrant."""
        return self._those(lambda match: entrant in match.seats.entrants)

    @property
    def card_count(self) -> int:
        """The number of its matches that have a card."""
        return sum(_has_card(games[0]) for games in self._visible)

    def first_cards(self, most: int) -> list[ShownMatch]:
        """Return its first matches that have a card; no others are made."""
        return self._made([games for games in self._visible if _has_card(games[0])][:most])

    def first(self, most: int) -> list[ShownMatch]:
        """Return its first matches; no others are made."""
        return self._made(self._visible[:most])

    def most_urgent(self, most: int, of: int) -> list[ShownMatch]:
        """Return the match of an entrant, then those without a result; no others are made than so many."""

        def urgency(games: Sequence[Match]) -> tuple[bool, bool]:
            is_own = any(of in match.seats.entrants for match in games)
            return not is_own, all(status(match) == FINISHED for match in games)

        return self._made(sorted(self._visible, key=urgency)[:most])

    def only(self, matches: Sequence[ShownMatch]) -> "ShownRound":
        """Return the round with some of its matches."""
        part = copy(self)
        part.matches = list(matches)
        part.cells = [match for match in matches if not match.byes]
        return part

    @property
    def first_card(self) -> ShownMatch | None:
        """The first match that has a card: not one without an opponent."""
        return next((match for match in self.cells if match), None)

    @property
    def says_survivors(self) -> bool:
        """Whether to show how many of each table advance."""
        if not self.survivors or self.is_final or self._finds_the_winner:
            return False
        return any(len(match.lines) + len(match.match.open_seats) > 2 for match in self.matches)

    @property
    def _finds_the_winner(self) -> bool:
        """Whether its only table leaves one player: older draws do not say that this is a final."""
        return self.survivors == 1 and self.count == 1 and not self.byes

    @property
    def is_running(self) -> bool:
        """Whether a match is running."""
        return RUNNING in self._round.statuses

    @property
    def is_next(self) -> bool:
        """Whether a match could be played now."""
        return self._round.is_next

    @property
    def is_over(self) -> bool:
        """Whether all of its matches are over."""
        return {*self._round.statuses} <= {FINISHED}

    @property
    def _without_opponent(self) -> list[ShownMatch]:
        return self._those(lambda match: 0 in match.slots)

    @cached_property
    def _visible(self) -> list[list[Match]]:
        """Its visible meetings."""
        return self._round.visible_meetings

    def _made(self, meetings: Sequence[Sequence[Match]]) -> list[ShownMatch]:
        return shown_matches(self._round, [list(map(self._round.shown_as, games)) for games in meetings])

    def _those(self, is_wanted: Callable[[Match], bool]) -> list[ShownMatch]:
        return shown_matches(self._round, self._round.meetings_of(is_wanted))


@dataclass(frozen=True, slots=True)
class Section:
    """Rounds side by side; `title` is empty for a single section.

    In a tree each match is beside the matches that feed it, with lines between them.
    """

    title: str
    rounds: list[ShownRound]
    is_tree: bool

    @property
    def is_tall(self) -> bool:
        """Whether it is a tree that is too tall for a screen."""
        return self.is_tree and max(shown_round.count for shown_round in self.rounds) > _TALL

    @property
    def matches(self) -> int:
        """The number of matches."""
        return sum(shown_round.count for shown_round in self.rounds)


def shown_rounds(bracket: Bracket, stage: Stage) -> list[ShownRound]:
    """Return the rounds of a stage in order."""
    return [
        ShownRound(bracket_round, translated(label(stage, bracket_round.group)))
        for bracket_round in bracket.rounds
        if bracket_round.stage == stage.number
    ]


def sections(rounds: Sequence[ShownRound], stage: Stage) -> list[Section]:
    """Return the rounds group by group, those of a bracket side by side within."""
    by_title: dict[str, list[ShownRound]] = {}
    # Where rounds are drawn one after the other, readers look for the newest.
    newest_first = stage.settings.format in ROUND_BY_ROUND
    for shown_round in reversed(rounds) if newest_first else rounds:
        if shown_round.count or shown_round.byes:
            parts = [translated(label(stage, shown_round.group)), _side(shown_round, stage)]
            by_title.setdefault(", ".join(part for part in parts if part), []).append(shown_round)
    # Where each round is re-seeded, no match leads to a particular match of the next round.
    is_bracket = stage.settings.is_knock_out and not stage.settings.is_redrawn
    shown = [Section(title, some, is_bracket and _is_tree(some)) for title, some in by_title.items()]
    return sorted(shown, key=lambda section: section.rounds[0].group)


Leaf = Page[int]
"""A page of matches, by their places in all rounds."""


def paginated(
    shown: Sequence[Section], number: int, *, is_tree: bool
) -> tuple[Sequence[Section], Leaf | None]:
    """Return the sections unchanged, or a page of their matches where they are many."""
    count = sum(section.matches for section in shown)
    largest = max([1, *(shown_round.seats for section in shown for shown_round in section.rounds)])
    at_once = min(_AT_ONCE, _SEATS_AT_ONCE // largest)
    if count <= (_TREE if is_tree else at_once):
        return shown, None
    page = Paginator(range(count), at_once).get_page(max(1, number))
    parts: list[Section] = []
    before = 0
    for section in shown:
        rounds: list[ShownRound] = []
        for shown_round in section.rounds:
            first, last = max(0, page.start_index() - 1 - before), max(0, page.end_index() - before)
            before += shown_round.count
            if first < last and first < shown_round.count:
                rounds.append(shown_round.only(shown_round.first(last)[first:]))
        if rounds:
            parts.append(Section(section.title, rounds, is_tree=False))
    return parts, page


def going_on(rounds: Sequence[ShownRound], own: int) -> list[tuple[ShownRound, int]]:
    """Return rounds with the matches to show, and how many there are.

    Where they are limited, the match of the entrant `own` comes first, then those without a result.
    """
    if sum(shown_round.count for shown_round in rounds) <= _NEXT:
        return [(shown_round, shown_round.count) for shown_round in rounds]
    most = max(_FEWEST, _NEXT // len(rounds))
    return [
        (shown_round.only(shown_round.most_urgent(most, own)), shown_round.count) for shown_round in rounds
    ]


def _has_card(match: Match) -> bool:
    return 0 not in match.slots


def _side(shown_round: ShownRound, stage: Stage) -> str:
    """Return the side of a bracket of a round: by the letter of its id, after the group's."""
    if not stage.settings.is_knock_out:
        return _("Between the divisions") if shown_round.is_play_off else ""
    letter = shown_round.key.rsplit(".", 1)[-1][0]
    if stage.settings.format == DOUBLE_ELIMINATION or letter != TO_THE_FINAL:
        return str(_SIDES[letter])
    return ""


def _is_tree(rounds: Sequence[ShownRound]) -> bool:
    """Draw the lines between the matches of some rounds, and return whether there are any."""
    for earlier, following in reversed(list(pairwise(rounds))):
        into = {shown.key: (index, shown) for index, shown in enumerate(following.cells) if shown}
        played = [shown for shown in earlier.cells if shown]
        places = [into[key][0] if (key := shown.goes_on_to) in into else -1 for shown in played]
        earlier.cells = _beside(earlier, places, len(following.cells))
        for index, shown in enumerate(earlier.cells):
            if shown and (next_match := into.get(shown.goes_on_to)):
                shown.link = _link(index, len(earlier.cells), next_match[0], len(following.cells))
                next_match[1].is_linked |= bool(shown.link)
    return any(shown.link for shown_round in rounds for shown in shown_round.matches)


def _beside(earlier: ShownRound, places: Sequence[int], cells: int) -> list[ShownMatch | None]:
    """Return the matches of a round, with gaps where they are fewer than those of the next round."""
    if len(places) >= cells or sorted({*places} - {-1}) != list(places):
        return earlier.cells
    spread: list[ShownMatch | None] = [None] * cells
    played = [shown for shown in earlier.cells if shown]
    for shown, place in zip(played, places, strict=True):
        spread[place] = shown
    return spread


def _link(index: int, matches: int, target: int, targets: int) -> str:
    """Return the line between matches in columns of the same height, where it is a simple line."""
    if matches == targets and index == target:
        return ON
    if matches == 2 * targets and index // 2 == target:
        return UP if index % 2 else DOWN
    return ""
