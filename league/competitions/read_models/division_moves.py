"""The moves between divisions into the next season, with reasons, for its page and for programs."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Player
from league.competitions import next_season, promotion_text
from league.rules.settings.divisions import REASONS
from league.rules.settings.translated_names import translated
from league.rules.stages.promotion import Move, NextSeason


@dataclass(frozen=True)
class ShownMove:
    """A player in the next season, with origin and reason."""

    player: Player
    move: Move
    why: str

    @property
    def direction(self) -> str:
        """`up`, `down`, or empty."""
        if not self.move.origin or not self.move.to or self.move.origin == self.move.to:
            return ""
        return "up" if self.move.to < self.move.origin else "down"


@dataclass(frozen=True)
class ShownPlayOff:
    """A play-off, its match, its players and its winner, if any."""

    name: str
    stage: int
    match: str
    href: str
    players: list[Player]
    winner: Player | None


class NextSeasonPage:
    """The next season by a plan; without a plan only the results of the finished season."""

    def __init__(self, season: next_season.Ended, plan: next_season.Plan | None) -> None:
        ids = [player for division in season.divisions for player in division]
        self.season, self.competition = season, season.competition
        self.players = Player.objects.in_bulk(ids) | {player.pk: player for player in season.others}
        self._rules = plan.rules if plan else next_season.rules_of(season)
        self._follows = plan.follows if plan else NextSeason([], [])

    @property
    def movers(self) -> int | None:
        """The number of entrants that move at every border; None where it was settled before the season."""
        return None if self.season.is_settled else self._rules.borders[0].movers

    @property
    def at_borders(self) -> list[str]:
        """The rules for the borders set before the season; empty where they are chosen now."""
        return promotion_text.at_borders(self.season.stage.settings) if self.season.is_settled else []

    @property
    def play_offs(self) -> list[ShownPlayOff]:
        """The play-offs with their results."""
        stage, state = self.season.stage, self.season.state
        matches = stage.matches_of(stage.play_offs) if stage.play_offs else []
        return [
            ShownPlayOff(
                translated(match.name),
                stage.number,
                match.id,
                reverse("match", args=[self.competition.pk, stage.number, match.id]),
                [self.players[state.entrants[entrant].player] for entrant in match.entrants],
                self.players.get(self.season.won[match.id] or 0),
            )
            for match in matches
        ]

    @property
    def divisions(self) -> list[list[ShownMove]]:
        """The divisions of the next season with the move of each player."""
        moves = {move.entrant: move for move in self._follows.moves}
        return [[self._shown(moves[entrant]) for entrant in division] for division in self._follows.divisions]

    @property
    def left(self) -> list[ShownMove]:
        """The players who leave."""
        return [self._shown(move) for move in self._follows.moves if not move.to]

    def _shown(self, move: Move) -> ShownMove:
        return ShownMove(self.players[int(move.entrant)], move, _(REASONS[move.reason]))
