"""Competitions as large as they may be, in every state of their lives."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.models import Player
from league import competitions
from league.competitions import background_draws
from league.competitions.event_night import calls
from league.models import Club, Competition, DrawRequest
from league.rules.competition.commands import (
    Adjust,
    Archive,
    Cancel,
    MakeDraft,
    OpenCheckIn,
    OpenRegistration,
    Pause,
    Start,
    StartTimer,
    Withdraw,
)
from league.rules.decisions.announcement import MOST_IN_ARENA, MOST_SEATS
from league.rules.decisions.consequences import needs_worker
from league.rules.settings.stages import (
    ARENA,
    ROUND_ROBIN,
    SEASON,
    SINGLE_ELIMINATION,
    SWISS,
    StageSettings,
)
from tests.games.playing import START
from tests.league import by_hand
from tests.league.club_nights import BY

Facts = Mapping[str, Any]
ENTRANTS: Final = 2000
"""The most of a competition that is no knock-out."""
KNOCKED_OUT: Final = 1024
"""The most of a knock-out."""
SEATS: Final = MOST_SEATS
"""The most entrants times rounds of a season, a Swiss and a round robin at tables."""
PAIRED: Final = 89
"""The most of a round robin of two: 3,916 matches."""


class LargeCompetitions:
    """Those of a club; each method makes one and returns what stands in its addresses."""

    club: Club
    people: Sequence[Player]
    ana: Player

    def _announced(self, size: int, *, enter: bool = True, **facts: Any) -> Competition:
        stage = facts.pop("stage", StageSettings(SEASON, table_size=10, rounds=SEATS // ENTRANTS))
        facts = {"name": "Large", "rulebook": "classic", "venue": "elsewhere", **facts}
        made = competitions.create(with_bots=True, club=self.club, stages=[stage], by=BY, at=START, **facts)
        if enter:
            competitions.enter(made.pk, players=self.people[:size], by=BY, at=START)
        return made

    def _running(self, size: int, stage: StageSettings, **facts: Any) -> Competition:
        made = self._announced(size, stage=stage, **facts)
        by_hand.do(made, Start())
        self._draw(made)
        return made

    @staticmethod
    def _draw(made: Competition) -> None:
        """Do what a worker does: draw the next round of a large stage."""
        if needs_worker(competitions.look(made.pk)):
            facts = {"by": background_draws.BY, "asked_at": START, "is_draft": False}
            DrawRequest.objects.create(competition=made, **facts)
            background_draws.make(made.pk, now=lambda: START)

    @staticmethod
    def _of(made: Competition, **more: Any) -> Facts:
        return {"pk": made.pk, "stage": 1, "key": "R1.1", "number": 1, "entrant": 1} | more

    def cup(self) -> Facts:
        """The small cup of the world, at whose tables people sit."""
        return {"pk": self.world.cup.pk}

    def season(self) -> Facts:
        """A season of 2,000 at tables of ten."""
        return self._of(
            self._running(ENTRANTS, StageSettings(SEASON, table_size=10, rounds=SEATS // ENTRANTS))
        )

    def knock_out(self) -> Facts:
        """A knock-out of 1,024 after its first round but one match."""
        made = self._running(KNOCKED_OUT, StageSettings(SINGLE_ELIMINATION, table_size=2))
        ready = by_hand.waiting(made)[:-1]
        results = [by_hand._result(1, match, sorted(match.entrants)) for match in ready]
        competitions.act_all(made.pk, results, by=BY, at=START)
        last = made.matches.get(kind="", round_number=1)
        return self._of(made, key=last.key)

    def robin(self) -> Facts:
        """A round robin of 89: 3,916 matches."""
        return self._of(self._running(PAIRED, StageSettings(ROUND_ROBIN, table_size=2)))

    def arena(self) -> Facts:
        """An arena of 300 at tables of three."""
        return self._of(
            self._running(MOST_IN_ARENA, StageSettings(ARENA, table_size=3, evening_minutes=600, streak=2))
        )

    def planned(self) -> Facts:
        """A season of 2,000 that has not begun."""
        return self._of(self._announced(ENTRANTS))

    def entering(self) -> Facts:
        """A planned season without entrants, into which everybody may enter."""
        made = self._announced(0, enter=False)
        by_hand.do(made, OpenRegistration())
        return self._of(made)

    def at_the_door(self) -> Facts:
        """A season of 2,000 during check-in."""
        made = self._announced(ENTRANTS)
        by_hand.do(made, OpenCheckIn("RIVER"))
        return self._of(made)

    def draft(self) -> Facts:
        """A knock-out of 1,024 whose first draw is a draft."""
        made = self._running(KNOCKED_OUT, StageSettings(SINGLE_ELIMINATION, table_size=2), by_hand=True)
        by_hand.do(made, MakeDraft())
        return self._of(made)

    def by_hand(self) -> Facts:
        """A knock-out of 1,024 whose first draw is to be made."""
        stage = StageSettings(SINGLE_ELIMINATION, table_size=2)
        return self._of(self._running(KNOCKED_OUT, stage, by_hand=True))

    def entered(self) -> Facts:
        """A planned season of 2,000, Ana among them, which everybody may leave."""
        made = self._announced(ENTRANTS)
        by_hand.do(made, OpenRegistration())
        return self._of(made)

    def fined(self) -> Facts:
        """A season of 2,000 in whose standings somebody has lost points."""
        made = self._running(ENTRANTS, StageSettings(SEASON, table_size=10, rounds=SEATS // ENTRANTS))
        by_hand.do(made, Adjust(stage=1, entrant=1, points=-2, reason="late"))
        return self._of(made)

    def withdrawn(self) -> Facts:
        """A round robin of 89 that somebody has left."""
        made = self._running(PAIRED, StageSettings(ROUND_ROBIN, table_size=2))
        by_hand.do(made, Withdraw(2))
        return self._of(made)

    def resting(self) -> Facts:
        """A season of 2,000 that is interrupted."""
        made = self._running(ENTRANTS, StageSettings(SEASON, table_size=10, rounds=SEATS // ENTRANTS))
        by_hand.do(made, Pause())
        return self._of(made)

    def put_away(self) -> Facts:
        """A season of 2,000 that was cancelled and put away."""
        made = self._running(ENTRANTS, StageSettings(SEASON, table_size=10, rounds=SEATS // ENTRANTS))
        by_hand.do(made, Cancel("rain"), Archive())
        return self._of(made)

    def corrected(self) -> Facts:
        """The knock-out, of which a result of the first round is corrected."""
        first = self.facts("knock_out")
        return {**first, "key": "R1.1"}

    def over(self) -> Facts:
        """A whole round robin of 32: 496 matches."""
        made = self._running(32, StageSettings(ROUND_ROBIN, table_size=2))
        by_hand.play(made)
        return self._of(made)

    def finished_swiss(self) -> Facts:
        """A Swiss of 2,000 after all of its six rounds: 6,000 matches."""
        return self._played(StageSettings(SWISS, table_size=2, rounds=SEATS // ENTRANTS), ENTRANTS)

    def finished_season(self) -> Facts:
        """A season of 2,000 at tables of ten after all of its six rounds."""
        return self._played(StageSettings(SEASON, table_size=10, rounds=SEATS // ENTRANTS), ENTRANTS)

    def finished_robin(self) -> Facts:
        """A whole round robin of 89: 3,916 matches."""
        return self._played(StageSettings(ROUND_ROBIN, table_size=2), PAIRED)

    def _played(self, stage: StageSettings, size: int) -> Facts:
        """Play all rounds; the better number wins all but every seventh match."""
        made = self._running(size, stage)
        for _round in range(stage.rounds or 1):
            by_hand.play(made, rounds=1, order=_mostly_in_order)
            self._draw(made)
        by_hand.play(made, order=_mostly_in_order)
        return self._of(made)

    def night(self) -> Facts:
        """Two hundred at twenty tables with real cards, with a clock; one of the tables calls the referee."""
        stage = StageSettings(SEASON, table_size=10, rounds=6)
        made = self._running(200, stage, venue="physical", round_minutes=60)
        by_hand.do(made, StartTimer(600, int(START.timestamp())))
        match = made.matches.filter(placements__entrant__player=self.ana).get()
        other = made.matches.exclude(pk=match.pk).first()
        call = calls.call(other.table_id, player=None, at=START)
        return self._of(made, key=match.key, table=match.table_id, number=call.pk)


def _mostly_in_order(entrants: Sequence[int]) -> Sequence[int]:
    return sorted(entrants, reverse=sum(entrants) % 7 == 0)
