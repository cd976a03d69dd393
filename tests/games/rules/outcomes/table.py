"""A table that carries out commands by rules.md, and how the engine's state differs from it."""

from collections.abc import Callable, Iterable
from typing import Any, cast

from games.rules.base.chance import Chance
from games.rules.match import commands as c
from games.rules.match.state import CALLED, NONE, OPEN, State
from tests.games.rules import oracle
from tests.games.rules.oracle import COLOURS, is_black, symbol, token
from tests.games.rules.outcomes.leaving import Leaving
from tests.games.rules.outcomes.piles import NOBODY, Effect

CIRCLE = "rbgy"  # 2.5, clockwise
COMPARED = (
    "phase",
    "direction",
    "draw_pile",
    "layer",
    "starter_top",
    "drawn_card",
    "uno",
    "out",
    "emptied",
    "dealer",
    "round",
    "silence_kind",
    "silence_mark",
    "pending_kind",
    "pending_total",
    "pending_source",
    "pending_challengeable",
    "pending_card",
    "totals",
    "wins",
    "losses",
    "placed",
    "retired",
)


class Table(Leaving):
    def carry_out(self, command: c.Command, chance: Chance) -> None:
        """Let an accepted command happen; `chance` shuffles as for the engine."""
        self.chance = chance
        self.sizes = [len(hand) for hand in self.hands]
        self.received: set[int] = set()
        self.laid_by = NOBODY
        _CARRIED_OUT[type(command)](self, command)
        if self.phase != "created":
            self._settle()

    # 3.15: a play

    def _play_card(self, command: c.PlayCard) -> None:
        self._play(command, jumps=False)

    def _jump_in(self, command: c.JumpIn) -> None:
        self._play(command, jumps=not (self.phase == "turn" and command.seat == self.to_act))

    def _play(self, command: c.PlayCard | c.JumpIn, *, jumps: bool) -> None:
        seat, card, me = command.seat, command.card, cast("State", self)
        answered = self.effect if self.phase == "pending" and not jumps else None
        illegal = card != self.top if jumps else oracle.is_illegal_card(me, seat, card)
        if illegal and answered is None:
            self._take(seat, self.options.illegal_card_penalty)
            return
        self._close_windows(seat)
        if jumps and self.silence_kind == "twos" and self.silence_mark == seat:
            self.silence_kind, self.silence_mark = "", -1
        waived = answered is not None and answered.kind == "draw2"
        legal = token(card) != "w4" or waived or oracle.four_is_honest(me, seat)
        interrupted = self.effect if jumps else None
        self._put_down(command, answered)
        effect = self._effect_of(seat, card, answered, interrupted, legal=legal)
        penultimate = len(self.hands[seat]) == 1
        goes_out = not self.hands[seat]
        if goes_out:
            effect = effect and effect._replace(challengeable=False)
            if self._lays_last(seat, card, effect, answered):
                return
        elif effect and effect.kind == "draw4":
            self.guarded = effect.challengeable and self.options.draw_four_challenge == "take_back"
        self.laid_by = seat
        if not goes_out and self._hand_effect(command):
            return  # somebody else's hand was emptied, and the round with it
        self._maybe_start_silence(seat, card)
        bounced = answered if token(card) == "st" else None
        if bounced:
            self._take(bounced.source, bounced.total)
        self._judge_call(command, penultimate=penultimate, goes_out=goes_out)
        self._plan_waits(command, bounced, penultimate=penultimate, goes_out=goes_out)
        self.later += self._what_follows(seat, card, effect, answered, goes_out=goes_out)
        self._proceed()

    def _lays_last(self, seat: int, card: int, effect: Effect | None, answered: Effect | None) -> bool:
        """Empty the seat's hand by a card and return whether the round ended."""
        if answered and token(card) == "st":
            return self._empties(seat, answered, answered.source)
        return self._empties(seat, effect, self.after(seat))

    def _plan_waits(
        self, command: c.PlayCard | c.JumpIn, bounced: Effect | None, *, penultimate: bool, goes_out: bool
    ) -> None:
        """Plan what has to be waited for before play goes on (step 9)."""
        self.later = []
        if command.offered is not None and not goes_out:
            self.offered = command.offered
            self.later.append(("exchange", command.target))
        if command.uno and penultimate:
            self.later.append(("centre", command.seat))
        if bounced and bounced.kind == "draw4" and self.options.ready_pause:
            self.later.append(("ready", bounced.source))

    def _put_down(self, command: c.PlayCard | c.JumpIn, answered: Effect | None) -> None:
        """Let the card become the top card, with its colour and its direction (steps 2 and 3)."""
        seat, card = command.seat, command.card
        self.before = (self.colour, self.layer, self.starter_top)
        if token(card) == "w4":
            if answered is None or answered.kind != "draw4":
                self.chain = len(self.discard_pile)
        elif answered is None or answered.kind != "draw4" or symbol(card) != "R":
            self.chain = None
        self.guarded = False
        self.effect = None
        self.idle = 0
        self.drawn_card, self.drawn_count = -1, 0
        self.hands[seat].remove(card)
        self.discard_pile.append(card)
        self.uno[seat] = NONE
        self.layer, self.starter_top = seat, False
        if not is_black(card):
            self.colour = COLOURS.index(token(card)[0])
        elif self.options.colours_in_circle:
            place = CIRCLE.index(COLOURS[self.colour]) + self.direction
            self.colour = COLOURS.index(CIRCLE[place % 4])
        elif command.colour is not None:
            self.colour = command.colour
        if symbol(card) == "R":
            self.direction = -self.direction

    def _judge_call(self, command: c.PlayCard | c.JumpIn, *, penultimate: bool, goes_out: bool) -> None:
        self._find_duties(command.seat if command.uno else NOBODY, penultimate=penultimate)
        is_reasonable = penultimate or goes_out or len(self.hands[command.seat]) == 1  # 4.7
        if command.uno and not is_reasonable:
            self._take(command.seat, self.options.false_call_penalty)

    # 3.5: drawing and passing

    def _draw_card(self, command: c.DrawCard) -> None:
        self._close_windows(command.seat)
        options = self.options
        most = options.draw_until_max if options.draw_rule == "until_playable" else 1
        self.drawn_card, self.drawn_count = -1, 0
        while self.drawn_count < most and self._take(command.seat, 1):
            self.drawn_count += 1
            self.drawn_card = self.hands[command.seat][-1]
            if oracle.legally_playable(cast("State", self), command.seat, self.drawn_card):
                break
        self.phase = "after_draw"
        if options.play_after_draw == "never":
            self._end_turn(command.seat)

    def _pass(self, command: c.Pass) -> None:
        self._end_turn(command.seat)

    def _end_turn(self, seat: int) -> None:
        self.idle = 0 if self.drawn_count else self.idle + 1
        if self.idle >= len(self.active()):
            self._block()
        else:
            self._begin(self.after(seat))

    def _begin(self, seat: int) -> None:
        self.phase, self.to_act, self.effect = "turn", seat, None
        self.drawn_card, self.drawn_count = -1, 0

    # 3.8, 3.9: pending effects

    def _accept(self, command: c.Accept) -> None:
        effect = self.effect
        assert effect
        seat = command.seat
        if effect.kind != "skip":
            self._close_windows(seat)
        self.guarded, self.chain, self.effect = False, None, None
        self.idle = 0
        self._take(seat, effect.total)
        loses = effect.kind == "skip" or self.options.draw_cards_lose_turn
        self._ready_then(seat, self.after(seat) if loses else seat, because=effect.kind)

    def _challenge(self, command: c.Challenge) -> None:
        effect = self.effect
        assert effect
        self._close_windows(command.seat)
        self.guarded, self.chain, self.effect = False, None, None
        self.idle = 0
        if effect.legal:
            self._take(command.seat, effect.total + 2)
            self._ready_then(command.seat, self.after(command.seat), because="draw4")
            return
        if self.options.draw_four_challenge == "take_back":
            self.hands[effect.source].append(self.discard_pile.pop())
            self.colour, self.layer, self.starter_top = self.before
            if self.silence_kind == "black":
                self.silence_kind, self.silence_mark = "", -1
        self._take(effect.source, effect.total)
        self._ready_then(effect.source, command.seat, because="draw4")

    def _ready_then(self, seat: int, following: int, *, because: str) -> None:
        self.later = [("turn", following)]
        if because == "draw4" and self.options.ready_pause:
            self.later.insert(0, ("ready", seat))
        self._proceed()

    # 3.15, steps 9 and 10: what is waited for

    def _proceed(self) -> None:
        """Enter the next of the states to come."""
        while True:
            name, fact = self.later.pop(0)
            if name != "centre" or self._opens_centre(fact):
                break
        self.phase = name
        if name == "turn":
            self._begin(fact)
        elif name == "pending":
            self.effect, self.to_act = fact, self.after(self.layer)
        elif name == "centre":
            self.placed = []
        elif name == "forfeit":
            self.to_act, self.forfeit = self.after(self.layer), fact
        else:
            self.to_act = fact

    def _opens_centre(self, seat: int) -> bool:
        return self.options.uno_centre and len(self.hands[seat]) == 1 and len(self.active()) > 2

    def _give_card(self, command: c.GiveCard) -> None:
        self.hands[self.layer].remove(self.offered)
        self.hands[command.seat].remove(command.card)
        self.hands[self.layer].append(command.card)
        self.hands[command.seat].append(self.offered)
        self._proceed()

    def _place_hand(self, command: c.PlaceHand) -> None:
        self.placed.append(command.seat)
        if len(self._late()) == 1:
            self._close_centre()

    def _late(self) -> list[int]:
        return [seat for seat in self.others_after(self.layer) if seat not in self.placed]

    def _close_centre(self) -> None:
        for seat in self._late():
            self._take(seat, 2)
        self.placed = []
        self._proceed()

    def _perform(self, command: c.Perform) -> None:
        if not command.done:
            self._close_windows(command.seat)
            self._take(command.seat, self.forfeit)
        self._begin(command.seat)

    def _award_charade(self, command: c.AwardCharade) -> None:
        if command.guesser is not None:
            self._discard_below(
                command.guesser, lambda card: not is_black(card) and token(card)[0] == COLOURS[self.colour]
            )
            if not self.hands[command.guesser] and self._go_out_emptied([command.guesser]):
                return
        self._find_duties()
        self._begin(self.after(command.seat))

    def _choose_colour(self, command: c.ChooseColour) -> None:
        self.colour = command.colour
        if command.target is not None:
            self._swap(command.seat, command.target)
        self._begin(command.seat)

    # 4.3: a pair

    def _lay_pair(self, command: c.LayPair) -> None:
        seat = command.seat
        self._close_windows(seat)
        twice = c.PlayCard(seat, command.card)
        self._put_down(twice, None)
        self._put_down(twice, None)
        penultimate, goes_out = len(self.hands[seat]) == 1, not self.hands[seat]
        if goes_out and self._empties(seat, None, NOBODY):
            return
        self.laid_by = seat
        self._judge_call(
            c.PlayCard(seat, command.card, uno=command.uno), penultimate=penultimate, goes_out=goes_out
        )
        self.later = [("centre", seat)] if command.uno and penultimate else []
        self.later += [("pending", Effect("skip", 0, seat))] if self._skip_waits() else self._after_skip(seat)
        self._proceed()

    # 3.10, 4.7: calls, catches, penalties

    def _call_uno(self, command: c.CallUno) -> None:
        if self.uno[command.seat] == OPEN:
            self.uno[command.seat] = CALLED
        else:
            self._take(command.seat, self.options.false_call_penalty)

    def _catch(self, command: c.Catch) -> None:
        if self.uno[command.target] == OPEN:
            self.uno[command.target] = NONE
            self._take(command.target, self.options.uno_penalty)
        else:
            self._take(command.seat, self.options.false_call_penalty)

    def _penalise(self, command: c.Penalise) -> None:
        cards = {"silence": 2, "advice": self.options.advice_penalty}.get(command.reason, command.cards)
        if command.reason == "silence":
            self.silence_kind, self.silence_mark = "", -1
        self._take(command.seat, cards)


_CARRIED_OUT: dict[type[c.Command], Callable[[Table, Any], None]] = {
    c.PlayCard: Table._play_card,
    c.JumpIn: Table._jump_in,
    c.LayPair: Table._lay_pair,
    c.DrawCard: Table._draw_card,
    c.Pass: Table._pass,
    c.Accept: Table._accept,
    c.Challenge: Table._challenge,
    c.ChooseColour: Table._choose_colour,
    c.GiveCard: Table._give_card,
    c.PlaceHand: Table._place_hand,
    c.EndCentre: lambda table, _one: table._close_centre(),
    c.SayReady: lambda table, _one: table._proceed(),
    c.Perform: Table._perform,
    c.AwardCharade: Table._award_charade,
    c.CallUno: Table._call_uno,
    c.Catch: Table._catch,
    c.Penalise: Table._penalise,
    c.EndMatch: lambda table, _one: table._end_match(),
    c.DrawForDealer: lambda table, _one: table._draw_for_dealer(),
    c.Deal: Table._deal,
    c.Retire: Table._retire,
    c.CallTime: lambda table, _one: table._call_time(),
}


def difference(table: Table, state: State) -> str:
    """Return how the engine's state differs from what rules.md says, an empty text if it does not."""
    if table.phase == "created":
        return _difference_of(("phase", "dealer"), table, state)
    if difference_ := _difference_of(COMPARED, table, state) or _difference_of_cards(table, state):
        return difference_
    if table.phase in ("over", "match_over"):
        return _difference_at_the_end(table, state)
    who_acts = () if table.phase == "centre" else ("to_act",)
    return _difference_of(("colour", *who_acts), table, state)


def _difference_of(names: Iterable[str], table: Table, state: State) -> str:
    for name in names:
        ours, theirs = getattr(table, name), getattr(state, name)
        if ours != (list(theirs) if name == "uno" else theirs):
            return f"{name} is {theirs}, not {ours}"
    return ""


def _difference_of_cards(table: Table, state: State) -> str:
    if [*map(sorted, table.hands)] != [*map(sorted, state.hands)]:
        return f"hands are {state.hands}, not {table.hands}"
    if sorted(table.aside) != sorted(state.aside):
        return f"out of play are {state.aside}, not {table.aside}"
    if table.top != state.top or sorted(table.discard_pile) != sorted(state.discard_pile):
        return f"the discard pile is {state.discard_pile}, not {table.discard_pile}"
    return ""


def _difference_at_the_end(table: Table, state: State) -> str:
    scoring = table.options.scoring
    names = ["to_act", "points", "winners", "places"]
    names += ["winner"] if scoring != "per_out" else []
    names += ["loser"] if scoring == "win_loss" else []
    if [bool(seat) for seat in table.eliminated] != [bool(seat) for seat in state.eliminated]:
        return f"eliminated are {state.eliminated}, not {table.eliminated}"
    return _difference_of(names, table, state)
