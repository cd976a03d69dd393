"""What the page of the next season shows and programs read: who goes up and down, and the announcement."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Player
from league.competitions import fate_text, next_season
from league.competitions.forms.next_season import BordersForm, NextSeasonForm
from league.rules.settings.divisions import REASONS, Move, NextSeason
from league.rules.settings.labels import spoken


@dataclass(frozen=True)
class ShownMove:
    """A player in the next season, where they come from and why they are here."""

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
    """A play-off, where its match is, who met and who won it, if anybody did."""

    name: str
    stage: int
    match: str
    href: str
    players: list[Player]
    winner: Player | None


class NextSeasonPage:
    """The borders as they are asked for, what follows from them, and once it is `sent` the announcement."""

    def __init__(
        self, season: next_season.Ended, asked: Mapping[str, Any], sent: Mapping[str, Any] | None = None
    ) -> None:
        ids = [one for division in season.divisions for one in division]
        self._season = season
        self._others = list(season.competition.club.players.exclude(pk__in=ids))
        self._players = Player.objects.in_bulk(ids) | {one.pk: one for one in self._others}
        self._sent = sent
        self.competition = season.competition
        self.borders = BordersForm(season, self._players, self._sent or asked)
        self.form: NextSeasonForm | None = None
        self._rules = next_season.rules_of(season)
        self._follows = NextSeason([], [])

    def work_out(self) -> None:
        """Find out what follows."""
        if not self.borders.is_valid():
            return
        self._rules, leaving = self.borders.rules(), self.borders.leaving_players()
        self.form = NextSeasonForm(self._season, self._others, self._sent)
        newcomers = self.form.new_players() if self.form.is_valid() else []
        self._follows = next_season.what_follows(
            self._season, self._rules, leaving=leaving, newcomers=newcomers
        )

    def announce(self, by: str) -> int:
        """Announce what was worked out, and return the id of the new competition."""
        assert self.form is not None
        made = next_season.announce(
            self._season,
            self._follows,
            self.form.borders(self._rules),
            name=self.form.cleaned_data["name"],
            by=by,
            at=timezone.now(),
        )
        return made.pk

    @property
    def season(self) -> next_season.Ended:
        """The season that is over."""
        return self._season

    @property
    def movers(self) -> int | None:
        """How many move at every border; None where that was settled before the season."""
        return None if self._season.is_settled else self._rules.borders[0].movers

    @property
    def at_borders(self) -> list[str]:
        """What was settled for the borders before the season; empty where it is chosen now."""
        return fate_text.at_borders(self._season.stage.settings) if self._season.is_settled else []

    @property
    def play_offs(self) -> list[ShownPlayOff]:
        """The play-offs with what came of them."""
        stage, state = self._season.stage, self._season.state
        matches = stage.matches_of(stage.play_offs) if stage.play_offs else []
        return [
            ShownPlayOff(
                spoken(one.name),
                stage.number,
                one.id,
                reverse("match", args=[self.competition.pk, stage.number, one.id]),
                [self._players[state.entrants[entrant].player] for entrant in one.entrants],
                self._players.get(self._season.won[one.id] or 0),
            )
            for one in matches
        ]

    @property
    def divisions(self) -> list[list[ShownMove]]:
        """The divisions of the next season with everybody's move."""
        moves = {one.entrant: one for one in self._follows.moves}
        return [[self._shown(moves[one]) for one in division] for division in self._follows.divisions]

    @property
    def left(self) -> list[ShownMove]:
        """Those who do not go on."""
        return [self._shown(one) for one in self._follows.moves if not one.to]

    def _shown(self, move: Move) -> ShownMove:
        return ShownMove(self._players[int(move.entrant)], move, _(REASONS[move.reason]))
