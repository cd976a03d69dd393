"""Who leaves the match for good, and a match whose time is over: no rule of the box, competitions ask for it.

The cards of a seat that leaves are out of play and its total stays; what waited for it is gone, and next
after it plays. Partners leave together. The match is over when nobody is left to play against; the deal that
runs then does not count, nor does one in which time is called.
"""

from games.rules.match import commands as c
from tests.games.rules.outcomes.effects import Effects
from tests.games.rules.outcomes.piles import NOBODY


class Leaving(Effects):
    def _retire(self, command: c.Retire) -> None:
        is_running = self.phase not in ("over", "match_over")
        partners = self.options.teams == "partners"
        for seat in (command.seat, (command.seat + 2) % 4) if partners else (command.seat,):
            self._give_up(seat, is_running=is_running)
        still_in = self.eliminated.count(0)
        fewest = self.options.survivors + 1 if self.options.scoring == "elimination" else 3 if partners else 2
        if still_in < fewest:
            self._break_off()
        elif is_running and len(self.active()) == 1:
            self._finish(self._first_out())

    def _give_up(self, seat: int, *, is_running: bool) -> None:
        self.eliminated[seat] = self.round if is_running else self.round + 1
        self.retired.append(seat)
        if not is_running or seat in self.out:
            return
        self.aside += self.hands[seat]
        self.hands[seat] = []
        if self.effect and self.effect.source == seat:  # nobody challenges a hand that is out of play
            self.effect, self.guarded = self.effect._replace(challengeable=False), False
        if self.to_act != seat or not self.active():
            return
        self.to_act = self.after(seat)
        if self.phase != "starter_choice":
            self.chain, self.guarded = None, False
            self._begin(self.to_act)

    def _call_time(self) -> None:
        self._break_off()

    def _break_off(self) -> None:
        """End the match with the totals there are."""
        if self.phase != "over":
            self._stop()
            self.winner, self.loser = NOBODY, NOBODY
        self._end_match()
