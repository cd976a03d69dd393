"""What the pages of a competition show: its bracket with marks, its standings, its entrants."""

from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse

from games import rule_page
from games.rules import rulebooks
from games.rules.options import build
from games.shelf import Rulebook
from league import competitions
from league.bracket import RUNNING, BracketMatch, BracketRound, Contender, RoundAhead
from league.models import Competition, Entrant
from league.rules.standings import DECIDERS
from league.rules.state import BEFORE_START


class ShownContender:
    """An entrant of a match; `mark` is `on`, `out`, `won` or empty."""

    def __init__(self, contender: Contender, mark: str) -> None:
        self.contender = contender
        self.mark = mark


class ShownMatch:
    """A match of a stage round, in seat order and after the result by places."""

    def __init__(self, match: BracketMatch, stage_round: BracketRound) -> None:
        self.match = match
        self.is_running = match.status == RUNNING
        order = sorted(match.entrants, key=lambda one: one.place or 0)
        self.lines = [ShownContender(one, _mark(one, stage_round)) for one in order]


@dataclass(frozen=True)
class StandingsLine:
    """A row of the standings with its entrant and, in words, what put it below the row above."""

    row: competitions.Row
    entrant: Entrant
    decided_by: str


class ShownRound:
    """A stage round: its matches and those who had a bye."""

    def __init__(self, stage_round: BracketRound) -> None:
        self.name = stage_round.name
        self.survivors = stage_round.survivors
        self.is_final = stage_round.is_final
        self.byes = stage_round.byes
        self.matches = [ShownMatch(match, stage_round) for match in stage_round.matches]


class CompetitionPage:
    """A competition for the templates."""

    def __init__(self, competition: Competition) -> None:
        self._bracket = competitions.bracket(competition.pk)
        self.competition = self._bracket.competition
        self.is_planned = self.competition.status in BEFORE_START
        self.is_knockout = self.competition.format == Competition.Format.ELIMINATION_500
        self.options = build(self.competition.rulebook, self.competition.options)
        self.played = rule_page.played(
            rulebook_of(self.competition), reverse("competition_rules", args=[self.competition.pk])
        )

    @property
    def stamp(self) -> str:
        """What changes whenever the page would: the version of the competition, and deals and totals."""
        matches = [match for one in self._bracket.rounds for match in one.matches]
        deals = sum(match.deal for match in matches)
        totals = sum(one.total for match in matches for one in match.entrants)
        return f"{self.competition.version}.{deals}.{totals}"

    @property
    def target(self) -> int:
        """The points at which matches end."""
        return self.options.target_score

    @cached_property
    def rounds(self) -> list[ShownRound]:
        """The stage rounds in order."""
        return [ShownRound(one) for one in self._bracket.rounds]

    @property
    def ahead(self) -> list[RoundAhead]:
        """The stage rounds of a knock-out that are still to be drawn."""
        return self._bracket.ahead

    @property
    def standings(self) -> list[StandingsLine]:
        """The standings from the first to the last."""
        by_number = {entrant.number: entrant for entrant in self._all_entrants}
        return [
            StandingsLine(row, by_number[row.entrant], DECIDERS.get(row.decided_by or "", ""))
            for row in competitions.standings(self.competition.pk)
        ]

    @property
    def entrants(self) -> list[Entrant]:
        """Those who are in, by seed, else as they entered."""
        return [entrant for entrant in self._all_entrants if not entrant.withdrawn]

    @cached_property
    def _all_entrants(self) -> list[Entrant]:
        entrants = Entrant.objects.filter(competition=self.competition).select_related("player")
        return sorted(entrants, key=lambda one: (one.seed or len(entrants), one.number))

    @property
    def champions(self) -> list[str]:
        """The names of the winners; nobody before the end."""
        return [player.name for player in self._bracket.champions]


def rulebook_of(competition: Competition) -> Rulebook:
    """Return what is played in a competition."""
    title = competition.rulebook_title or rulebooks.title(competition.rulebook)
    options = build(competition.rulebook, competition.options)
    return Rulebook("", title, competition.rulebook, options)


def _mark(one: Contender, stage_round: BracketRound) -> str:
    if one.place == 1 and (stage_round.is_final or not stage_round.survivors):
        return "won"
    if not stage_round.survivors:  # a season puts nobody out
        return ""
    if one.advances is not None:
        return "on" if one.advances and not stage_round.is_final else "out"
    return "out" if one.is_eliminated else ""
