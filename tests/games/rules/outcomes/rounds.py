"""The end of a round and of the match, and the next deal (rules.md 3.2 to 3.4, 3.11, 3.13, 3.14)."""

from collections.abc import Sequence

from games.rules.cards.cards import deck
from games.rules.match import commands as c
from tests.games.rules.oracle import COLOURS, is_black, symbol, token
from tests.games.rules.outcomes.piles import NOBODY, Effect, Piles


class Rounds(Piles):
    # 3.11, 3.13: the end of the round

    def _block(self) -> None:
        winner = NOBODY
        values = {seat: self._value(self.hands[seat]) for seat in self.active()}
        if self.out:
            winner = self._first_out()
        elif self.options.blocked_round == "lowest_hand":
            lowest = [seat for seat, value in values.items() if value == min(values.values())]
            winner = lowest[0] if len(lowest) == 1 else NOBODY
        self._finish(winner)

    def _first_out(self) -> int:
        """Return who was out first, of those who have not left the match since."""
        return next((seat for seat in self.out if not self.eliminated[seat]), NOBODY)

    def _value(self, hand: Sequence[int]) -> int:
        if self.options.reset_zero and len(hand) == 1 and symbol(hand[0]) == "0":
            return 50
        return sum(map(self._points, hand))

    def _points(self, card: int) -> int:
        if symbol(card).isdigit():
            return int(symbol(card))
        if not is_black(card):
            return 20
        if token(card).startswith("wc"):
            return self.options.customizable_points
        return 40 if token(card) in ("ws", "wh") else 50

    def _finish(self, winner: int, loser: int = NOBODY) -> None:
        """Score the round (3.13) and see whether the match ends with it (3.14)."""
        self._stop()
        self.placed = []
        self.winner, self.previous_winner = winner, winner
        self._score([self._value(hand) for hand in self.hands], winner, loser)
        self.totals = [total + points for total, points in zip(self.totals, self.points, strict=True)]
        for seat in range(self.seats) if self.options.scoring == "elimination" else ():
            if not self.eliminated[seat] and self.totals[seat] >= self.options.target_score:
                self.eliminated[seat] = self.round
        if self._match_is_over():
            self._end_match()

    def _stop(self) -> None:
        self.phase, self.to_act = "over", NOBODY
        self.effect, self.guarded, self.chain = None, False, None
        self.drawn_card = -1

    def _score(self, values: list[int], winner: int, loser: int) -> None:
        self.points, scoring = [0] * self.seats, self.options.scoring
        if scoring == "winner_takes_all":
            self._winner_takes(winner, values)
        elif scoring in ("own_hand_low", "elimination"):
            self.points = values
        elif scoring == "per_out":
            self.points = self.emptied[:]
        else:
            self.loser = loser if loser >= 0 else self._most(values, winner)
            self.losses[self.loser] += 1
            if winner >= 0:
                self.wins[winner] += 1

    def _winner_takes(self, winner: int, values: Sequence[int]) -> None:
        if winner < 0:
            return
        if self.options.teams == "partners":
            side = {winner, (winner + 2) % 4}
            won = sum(value for seat, value in enumerate(values) if seat not in side)
            self.points = [won if seat in side else 0 for seat in range(4)]
        else:
            self.points[winner] = sum(values) - values[winner]

    def _most(self, values: Sequence[int], winner: int) -> int:
        """Return the loser under `win_loss` (4.9)."""
        start = winner if winner >= 0 else self.dealer
        clockwise = [(start + n) % self.seats for n in range(1, self.seats + 1)]
        clockwise = [seat for seat in clockwise if seat != winner and self.hands[seat]]
        return max(clockwise, key=lambda seat: values[seat])

    def _match_is_over(self) -> bool:
        options = self.options
        if options.match_end == "rounds" and self.round >= options.round_limit:
            return True
        if options.scoring == "elimination":
            return self.eliminated.count(0) <= options.survivors
        return options.match_end == "target" and max(self.totals) >= options.target_score

    def _end_match(self) -> None:
        self.phase = "match_over"
        seats, scoring = range(self.seats), self.options.scoring
        worth = [(*self._how_far(seat), *self._standing(seat)) for seat in seats]
        self.places = [1 + sum(other < mine for other in worth) for mine in worth]
        if self.options.teams == "partners":
            self.places = [1 if place == 1 else 2 for place in self.places]
        self.winners = [seat for seat in seats if self.places[seat] == 1]
        survivors = [seat for seat in seats if not self.eliminated[seat]]
        if scoring == "own_hand_low" and len(survivors) > 1:
            most = max(self.totals[survivor] for survivor in survivors)
            self.winners = [survivor for survivor in survivors if self.totals[survivor] < most]
        if scoring == "elimination" and self.options.survivors > 1 and survivors:
            self.winners = survivors if len(survivors) <= self.options.survivors else self.winners

    def _how_far(self, seat: int) -> tuple[int, int]:
        """Return less for who came further: still in, then by round; who left is behind the others of it."""
        if not self.eliminated[seat]:
            return (-self.round - 2, 0)
        left_before = self.retired[::-1].index(seat) + 1 if seat in self.retired else 0
        return (-self.eliminated[seat], left_before)

    def _standing(self, seat: int) -> tuple[int, ...]:
        """Return less for the better of two who came equally far (3.14)."""
        scoring, total = self.options.scoring, self.totals[seat]
        if scoring == "win_loss":
            return (-self.wins[seat], self.losses[seat])
        if scoring == "per_out":
            return (-total, self._value(self.hands[seat]))
        return (total if scoring in ("own_hand_low", "elimination") else -total,)

    # 3.2: the first dealer

    def _draw_for_dealer(self) -> None:
        choice = self.options.dealer_choice
        if choice == "random":
            self.dealer = self.chance.below(self.seats)
        elif choice == "fixed":
            self.dealer = 0
        else:
            self.dealer = self._highest_card(redraws=choice == "high_card_redraw_symbols")

    def _highest_card(self, *, redraws: bool) -> int:
        pile: list[int] = []
        tied = list(range(self.seats))
        while len(tied) > 1:
            values = [self._card_for_dealer(pile, redraws=redraws) for _seat in tied]
            tied = [seat for seat, value in zip(tied, values, strict=True) if value == max(values)]
        return tied[0]

    def _card_for_dealer(self, pile: list[int], *, redraws: bool) -> int:
        while True:
            if not pile:
                pile += self.chance.shuffled(self._whole_deck())
            card = pile.pop(0)
            if symbol(card).isdigit():
                return int(symbol(card))
            if not redraws:
                return 0

    # 3.3, 3.4: the deal

    def _deal(self, command: c.Deal) -> None:
        if self.phase == "created":
            self._prepare_first(command)
        else:
            self._choose_dealer()
        self.round += 1
        self.direction, self.out, self.emptied = 1, [], [0] * self.seats
        self.aside = []
        self.colour, self.layer, self.starter_top = -1, NOBODY, True
        self.idle, self.drawn_card, self.drawn_count = 0, -1, 0
        self.winner, self.loser, self.points = NOBODY, NOBODY, [0] * self.seats
        self._hand_out()
        starter = self._turn_up()
        first = self._first_player()
        if is_black(starter):
            self.phase, self.to_act = "starter_choice", first
            return
        self.colour = COLOURS.index(token(starter)[0])
        acts = {"S": self.after(first), "R": self.dealer}
        if symbol(starter) == "R":
            self.direction = -1
        self._begin(acts.get(symbol(starter), first))
        if symbol(starter) == "+":
            self.phase, self.effect = "pending", Effect("draw2", 2)

    def _prepare_first(self, command: c.Deal) -> None:
        if self.dealer == NOBODY and self.options.dealer_choice == "fixed":
            self.dealer = command.dealer or 0
        elif self.dealer == NOBODY:
            self._draw_for_dealer()
        if command.youngest is not None:
            self.youngest = command.youngest

    def _choose_dealer(self) -> None:
        named = {"round_loser": self.loser, "same": self.dealer}.get(self.options.next_dealer, NOBODY)
        if named == NOBODY or self.eliminated[named]:
            self.out = []
            named = self.after(self.dealer, 1)
        self.dealer = named

    def _whole_deck(self) -> list[int]:
        return deck(self.options.deck, len(self.options.customizable_effects))

    def _hand_out(self) -> None:
        self.hands = [[] for _seat in range(self.seats)]
        order = self.chance.shuffled(self._whole_deck())
        dealt = self.options.hand_size * len(self.active())
        while not any(self._may_open(card) for card in order[dealt:]):
            order = self.chance.shuffled(order)
        receiver = self.dealer
        for card in order[:dealt]:
            receiver = self.after(receiver, 1)
            self.hands[receiver].append(card)
        self.draw_pile = order[dealt:][::-1]

    def _turn_up(self) -> int:
        while not self._may_open(self.draw_pile[-1]):
            self.draw_pile = self.chance.shuffled(self.draw_pile)[::-1]
        self.discard_pile = [self.draw_pile.pop()]
        return self.top

    def _may_open(self, card: int) -> bool:
        if self.options.starter_rule == "number_only":
            return symbol(card).isdigit()
        if self.options.starter_rule == "act_no_wilds":
            return not is_black(card)
        return token(card) not in ("w4", "+10")

    def _first_player(self) -> int:
        rule = self.options.first_player
        if rule == "previous_winner" and self.previous_winner in self.active():
            return self.previous_winner
        if rule == "youngest" and self.round == 1 and self.youngest in self.active():
            return self.youngest
        return self.after(self.dealer, 1)
