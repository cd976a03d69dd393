"""The rounds of a stage as pages show them: sides of a bracket, groups, lines from match to match."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.competitions.bracket import Bracket, BracketRound
from league.competitions.read_models.shown_match import ShownMatch, shown_matches
from league.rules.brackets.plan import CONSOLATION, TO_THE_FINAL
from league.rules.competition.stage import Stage
from league.rules.settings.labels import spoken
from league.rules.settings.stages import DOUBLE_ELIMINATION, SEASON, SWISS
from league.rules.stages.drawn_rounds import label

_TALL = 8
"""With more matches in a round a tree scrolls in its own box, so that the names of rounds stay in sight."""
_AT_ONCE: Final = 240
"""So many matches are shown at once where there are more."""
_TREE: Final = 700
"""A bracket is one piece up to so many matches."""
_NEXT, _FEWEST = 100, 6
"""Of what goes on, so many matches of all rounds are shown beside the standings."""
ON, DOWN, UP = "on", "down", "up"
"""How a line leads from a match to the next round of a tree: straight on, or to the middle of two."""

_SIDES = {
    "W": gettext_lazy("Winners' side"),
    "L": gettext_lazy("Losers' side"),
    "G": gettext_lazy("Grand final"),
    "P": gettext_lazy("Matches for places"),
    CONSOLATION: gettext_lazy("Consolation"),
}


class ShownRound:
    """A stage round: its matches and those who had a bye.

    In a tree `cells` are its matches with gaps where there is none, so that each stands beside the next one.
    """

    def __init__(self, stage_round: BracketRound, group: str) -> None:
        self.name = spoken(stage_round.name)
        self.full_name = f"{group}, {self.name}" if group else self.name
        self.group = stage_round.group
        self.key = stage_round.key
        self.anchor = f"r{stage_round.number}"
        self.survivors = stage_round.survivors
        self.is_final = stage_round.is_final
        self.is_play_off = stage_round.is_play_off
        self.is_consolation = stage_round.is_consolation
        self.byes = stage_round.byes
        self.matches = shown_matches(stage_round)
        self.cells: list[ShownMatch | None] = list(self.matches)

    def only(self, matches: Sequence[ShownMatch]) -> "ShownRound":
        """Return the round with some of its matches."""
        found = copy(self)
        found.matches = list(matches)
        found.cells = list(matches)
        return found

    @property
    def says_survivors(self) -> bool:
        """Whether it is worth saying how many of each table go on."""
        seats = max((len(one.lines) + len(one.match.open_seats) for one in self.matches), default=0)
        return bool(self.survivors) and seats > 2 and not self.is_final

    @property
    def is_running(self) -> bool:
        """Whether a match is being played."""
        return any(one.is_running for one in self.matches)

    @property
    def is_next(self) -> bool:
        """Whether a match could be played now."""
        return any(not one.is_over and one.is_playable for one in self.matches)

    @property
    def is_over(self) -> bool:
        """Whether all of its matches are over."""
        return all(one.is_over for one in self.matches)


@dataclass(frozen=True, slots=True)
class Section:
    """Rounds that stand side by side; `title` is empty where there is but one section.

    As a `tree` each match stands beside those from which its entrants come, with lines between them.
    """

    title: str
    rounds: list[ShownRound]
    is_tree: bool

    @property
    def is_tall(self) -> bool:
        """Whether it is a tree that fits no screen."""
        return self.is_tree and max(len(one.matches) for one in self.rounds) > _TALL

    @property
    def matches(self) -> int:
        """How many matches there are."""
        return sum(len(one.matches) for one in self.rounds)


def shown_rounds(bracket: Bracket, stage: Stage) -> list[ShownRound]:
    """Return the rounds of a stage in order."""
    return [
        ShownRound(one, spoken(label(stage, one.group)))
        for one in bracket.rounds
        if one.stage == stage.number
    ]


def sections(rounds: Sequence[ShownRound], stage: Stage) -> list[Section]:
    """Return the rounds group by group, those of a bracket side by side within."""
    found: dict[str, list[ShownRound]] = {}
    # Where rounds are drawn one after the other the newest is the one that people look for.
    newest_first = stage.settings.format in (SEASON, SWISS)
    for one in reversed(rounds) if newest_first else rounds:
        if one.matches or one.byes:
            parts = [spoken(label(stage, one.group)), _side(one, stage)]
            found.setdefault(", ".join(part for part in parts if part), []).append(one)
    # Where each round is seeded anew no match of a round leads to one of the next.
    is_bracket = not stage.settings.is_redrawn
    shown = [Section(title, some, is_bracket and _is_tree(some)) for title, some in found.items()]
    return sorted(shown, key=lambda one: one.rounds[0].group)


Leaf = Page[tuple[ShownRound, ShownMatch]]


def leafed(shown: Sequence[Section], number: int, *, is_tree: bool) -> tuple[Sequence[Section], Leaf | None]:
    """Return the sections as they are, or the page of their matches that is asked for where they are many."""
    if sum(one.matches for one in shown) <= (_TREE if is_tree else _AT_ONCE):
        return shown, None
    every = [(one, match) for section in shown for one in section.rounds for match in one.matches]
    page = Paginator(every, _AT_ONCE).get_page(max(1, number))
    wanted: dict[int, list[ShownMatch]] = {}
    for one, match in page.object_list:
        wanted.setdefault(id(one), []).append(match)
    parts = [
        Section(
            section.title,
            [one.only(wanted[id(one)]) for one in section.rounds if id(one) in wanted],
            is_tree=False,
        )
        for section in shown
    ]
    return [part for part in parts if part.rounds], page


def going_on(rounds: Sequence[ShownRound], me: int) -> list[tuple[ShownRound, int]]:
    """Return rounds with so many of their matches as are shown, and how many there are.

    Of many the match of `me`, the number of a player, comes first, then those without a result.
    """
    if sum(len(one.matches) for one in rounds) <= _NEXT:
        return [(one, len(one.matches)) for one in rounds]
    most = max(_FEWEST, _NEXT // len(rounds))
    return [
        (one.only(sorted(one.matches, key=lambda match: _urgency(match, me))[:most]), len(one.matches))
        for one in rounds
    ]


def _urgency(match: ShownMatch, me: int) -> tuple[bool, bool]:
    return not match.is_of(me), match.is_over


def _side(one: ShownRound, stage: Stage) -> str:
    """Return the side of a bracket on which a round stands: by the letter of its id, behind the group's."""
    if not stage.settings.is_knock_out:
        return _("Between the divisions") if one.is_play_off else ""
    letter = one.key.rsplit(".", 1)[-1][0]
    if stage.settings.format == DOUBLE_ELIMINATION or letter != TO_THE_FINAL:
        return str(_SIDES[letter])
    return ""


def _is_tree(rounds: Sequence[ShownRound]) -> bool:
    """Draw the lines between the matches of some rounds, and return whether there are any."""
    for one, following in reversed(list(pairwise(rounds))):
        into = {shown.key: (index, shown) for index, shown in enumerate(following.cells) if shown}
        places = [into[key][0] if (key := shown.goes_on_to) in into else -1 for shown in one.matches]
        one.cells = _beside(one.matches, places, len(following.cells))
        for index, shown in enumerate(one.cells):
            if shown and (found := into.get(shown.goes_on_to)):
                shown.link = _link(index, len(one.cells), found[0], len(following.cells))
                found[1].is_linked |= bool(shown.link)
    return any(shown.link for one in rounds for shown in one.matches)


def _beside(matches: Sequence[ShownMatch], places: Sequence[int], cells: int) -> list[ShownMatch | None]:
    """Return matches, with gaps where they are fewer than those of the next round in which they go on."""
    if len(matches) >= cells or sorted({*places} - {-1}) != list(places):
        return list(matches)
    found: list[ShownMatch | None] = [None] * cells
    for shown, place in zip(matches, places, strict=True):
        found[place] = shown
    return found


def _link(index: int, matches: int, target: int, targets: int) -> str:
    """Return the line between matches whose columns are equally high, where it is a plain one."""
    if matches == targets and index == target:
        return ON
    if matches == 2 * targets and index // 2 == target:
        return UP if index % 2 else DOWN
    return ""
