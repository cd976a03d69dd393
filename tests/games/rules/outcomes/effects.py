"""What cards do, and what an empty hand means (rules.md 3.7, 3.8, 3.12, 4.5, 4.6, 4.8)."""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from games.rules.match import commands as c
from tests.games.rules.oracle import is_black, symbol, token
from tests.games.rules.outcomes.piles import NOBODY, Effect
from tests.games.rules.outcomes.rounds import Rounds

REFILLS = (6, 5, 4, 3, 2, 1)
FORFEITS = {"next_situps_or_draw_3": 3, "next_sings_or_draw_2": 2}


class Effects(Rounds):
    def _effect_of(
        self, seat: int, card: int, answered: Effect | None, interrupted: Effect | None, *, legal: bool
    ) -> Effect | None:
        """Return the effect that the card raises, by 3.7, by the table of 3.8 or by a jump-in (4.5)."""
        options, laid = self.options, token(card)
        if laid == "w4":
            may_challenge = options.draw_four_challenge != "off"
            if answered and answered.kind == "draw2":
                return Effect("draw4", answered.total + 4, seat)
            carried = answered.total if answered else 0
            return Effect("draw4", carried + 4, seat, challengeable=may_challenge, legal=legal)
        if laid == "+10":
            return Effect("ten", (answered.total if answered else 0) + 10, seat)
        if symbol(card) == "+":
            on = answered or interrupted
            adds = on is not None and on.kind == "draw2" and options.stack_draw_two == "sum"
            return Effect("draw2", (on.total if on and adds else 0) + 2, seat)
        if symbol(card) == "R" and answered:
            return answered._replace(source=seat, challengeable=False, legal=True)
        if symbol(card) == "S" and self._skip_waits():
            return Effect("skip", 0, seat, skip=card)
        return None

    def _skip_waits(self) -> bool:
        options = self.options
        return options.skip_effect == "skip_next" and (
            options.skip_rescue != "off" or options.reverse_reflects
        )

    def _what_follows(
        self, seat: int, card: int, effect: Effect | None, answered: Effect | None, *, goes_out: bool
    ) -> list[tuple[str, Any]]:
        """Return what comes when nothing is waited for any more (step 10)."""
        stays = seat in self.active()
        if effect:
            return [("pending", effect)]
        if answered:
            return [("turn", self.after(seat))]
        if symbol(card) == "S":
            return self._after_skip(seat)
        if symbol(card) == "R" and stays and len(self.active()) == 2:
            again = self.options.two_player_reverse == "skip"
            return [("turn", seat if again else self.after(seat))]
        if token(card).startswith("wc") and not goes_out:
            return self._after_customizable(seat, self._rule_of(card))
        return [("turn", self.after(seat))]

    def _after_customizable(self, seat: int, rule: str) -> list[tuple[str, Any]]:
        if rule == "extra_turn":
            return [("turn", seat)]
        if rule in FORFEITS:
            return [("forfeit", FORFEITS[rule])]
        if rule == "charade_colour_dump":
            return [("award", seat)]
        return [("turn", self.after(seat))]

    def _after_skip(self, seat: int) -> list[tuple[str, Any]]:
        if self.options.skip_effect == "play_again":
            return [("turn", seat if seat in self.active() else self.after(seat))]
        return [("turn", self.after(self.after(seat)))]

    def _rule_of(self, card: int) -> str:
        return self.options.customizable_effects[int(token(card)[2:]) - 1]

    # 4.6: hands move

    def _hand_effect(self, command: c.PlayCard | c.JumpIn) -> bool:
        """Carry out step 5 and return whether the round ended by it."""
        seat, laid = command.seat, token(command.card)
        if laid == "ws" or (symbol(command.card) == "7" and self.options.seven_zero):
            assert command.target is not None
            self._swap(seat, command.target)
        elif laid == "wh":
            self._shuffle_hands(seat)
        elif symbol(command.card) == "0" and self.options.seven_zero:
            self._rotate()
        elif laid.startswith("wc"):
            return self._customizable(seat, self._rule_of(command.card))
        return False

    def _swap(self, seat: int, target: int) -> None:
        self.hands[seat], self.hands[target] = self.hands[target], self.hands[seat]
        self.received |= {seat, target}

    def _rotate(self) -> None:
        givers = self.active()
        old = [hand[:] for hand in self.hands]
        for giver in givers:
            self.hands[self.after(giver)] = old[giver]
        self.received |= set(givers)

    def _shuffle_hands(self, seat: int) -> None:
        cards = self.chance.shuffled(list(chain.from_iterable(self.hands[seat] for seat in self.active())))
        for seat_ in self.active():
            self.hands[seat_] = []
        receiver = seat
        for card in cards:
            receiver = self.after(receiver, 1)
            self.hands[receiver].append(card)
        self.received |= set(self.active())

    def _customizable(self, seat: int, rule: str) -> bool:
        others = self.others_after(seat)
        if rule == "others_draw_2":
            for other in others:
                self._take(other, 2)
        if rule != "others_discard_wilds":
            return False
        for other in others:
            self._discard_below(other, is_black)
        return self._go_out_emptied([other for other in others if not self.hands[other]])

    def _discard_below(self, seat: int, which: Callable[[int], bool]) -> None:
        gone = [card for card in self.hands[seat] if which(card)]
        self.hands[seat] = [card for card in self.hands[seat] if not which(card)]
        self.discard_pile[-1:-1] = gone
        if gone:
            self.received.add(seat)  # who is left with one card owes a call, even who drew just before (4.6)

    def _go_out_emptied(self, seats: Sequence[int]) -> bool:
        """Let seats whose hands became empty go out or refill (A88); return whether the round is over."""
        return any(self._empties(seat, None, NOBODY) for seat in seats)

    # 3.12, 4.8: going out

    def _empties(self, seat: int, aimed: Effect | None, victim: int) -> bool:
        """Deal with an empty hand and return whether the round ended."""
        how = self.options.going_out
        self.emptied[seat] += 1
        self.received.add(seat)
        if how == "ends_round":
            self._draw_last(aimed, victim)
            self._finish(seat)
            return True
        if how == "to_last":
            self.out.append(seat)
            if len(self.active()) > 1:
                return False
            self._finish(self._first_out(), loser=self.active()[0])
            return True
        if how == "refill_six":
            if not self._take(seat, 6):
                self._finish(NOBODY)
                return True
            return False
        if self.emptied[seat] == 7:
            self._draw_last(aimed, victim)
            self._finish(seat)
            return True
        if not self._take(seat, REFILLS[self.emptied[seat] - 1]):
            self._finish(seat)
            return True
        return False

    def _draw_last(self, aimed: Effect | None, victim: int) -> None:
        if aimed and self.options.last_card_draw_effect:
            self._take(victim, aimed.total)
