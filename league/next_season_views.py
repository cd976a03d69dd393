"""The page on which a season that is over becomes the next one."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from games import command_ids
from games.models import Player
from games.rules.refusal import Refusal
from league import next_season as door
from league.models import Competition
from league.next_season_form import USUAL, BordersForm, NextSeasonForm
from league.permissions import require_organizer
from league.rules.divisions import REASONS, Move, NextSeason


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


@require_http_methods(["GET", "POST"])
def next_season(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who goes up and down, and announce the next season."""
    found = get_object_or_404(Competition.objects.only("pk", "club"), pk=pk)
    by = require_organizer(request, found.club_id)
    page = _Page(request, door.ended(pk))
    try:
        page.work_out()
        if page.form is not None and page.form.is_valid():
            made = command_ids.once(request, lambda: page.announce(by))
            return redirect("competition", made)
    except Refusal as refusal:
        page.borders.add_error(None, refusal.sentence)
    is_wrong = request.method == "POST" or bool(page.borders.errors)
    return render(request, "league/next_season.html", {"page": page}, status=422 if is_wrong else 200)


class _Page:
    """What the page shows: the borders as they are asked for, and what follows from them."""

    def __init__(self, request: HttpRequest, season: door.Ended) -> None:
        ids = [one for division in season.divisions for one in division]
        self._season = season
        self._others = list(season.competition.club.members.exclude(pk__in=ids).order_by("name"))
        self._players = Player.objects.in_bulk(ids) | {one.pk: one for one in self._others}
        self._sent = request.POST if request.method == "POST" else None
        given = request.GET if self._sent is None else self._sent
        self.competition = season.competition
        self.borders = BordersForm(season, self._players, given if "movers" in given else USUAL)
        self.form: NextSeasonForm | None = None
        self._follows = NextSeason([], [])

    def work_out(self) -> None:
        """Find out what follows; an undecided play-off counts as won by who is in the upper division."""
        if not self.borders.is_valid():
            return
        rules, leaving = self.borders.rules(), self.borders.leaving_players()
        gone = {*leaving, *self._season.gone}
        held = [one for one in door.who_plays_off(self._season, rules) if not {one.upper, one.lower} & gone]
        named = {"name": self.competition.name}
        self.form = NextSeasonForm(held, self._players, self._others, self._sent, initial=named)
        is_decided = self.form.is_valid()
        won = self.form.won() if is_decided else {one.id: int(one.upper) for one in held}
        newcomers = self.form.new_players() if is_decided else []
        self._follows = door.what_follows(self._season, rules, won=won, leaving=leaving, newcomers=newcomers)

    def announce(self, by: str) -> int:
        """Announce what was worked out, and return the id of the new competition."""
        assert self.form is not None
        name = self.form.cleaned_data["name"]
        return door.announce(self._season, self._follows, name=name, by=by, at=timezone.now()).pk

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
        return ShownMove(self._players[int(move.entrant)], move, REASONS[move.reason])
