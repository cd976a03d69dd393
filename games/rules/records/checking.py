"""Replay a match record by the rules, to check it and to get the events for an import.

The record must agree with the rules: every action is decided by `decide`, every recorded order of cards is
used, none is missing, and dealers and results are those of the rules.
"""

from collections.abc import Sequence
from typing import Any, Final, NoReturn

import msgspec

from games.rules.base.chance import GivenChance
from games.rules.base.language import _, gettext_noop, listed, ngettext
from games.rules.base.refusal import Refusal
from games.rules.cards import cards
from games.rules.decisions.decide import new_match, step
from games.rules.match.commands import Deal, DrawForDealer
from games.rules.match.events import NOBODY, DealerChosen, Event
from games.rules.match.state import MATCH_OVER, OVER, READY_TO_DEAL, State
from games.rules.notation import notation
from games.rules.notation.notation import NotationError, seat_letter
from games.rules.options.options import stored
from games.rules.play.starter import openers
from games.rules.records.record import InvalidRecord, Record, Round, RoundResult, read

_OPENINGS: Final = (("dealer_draw", "deal"), ("dealer_draw",), ("deal",))


class Step(msgspec.Struct, frozen=True):
    """The events of an action. `action` counts from 1; the deal has that of the last opening word, or 0."""

    round: int
    action: int
    events: list[Event]


class ReplayedRecord(msgspec.Struct, frozen=True):
    """A record that was replayed to its end."""

    state: State
    steps: list[Step]
    actions: int


class RecordedChance(GivenChance):
    """Return only the recorded orders: Refusal `chance_missing` when there is none left."""

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        """Return the next recorded order."""
        if not self.left:
            raise Refusal(
                "chance_missing", _("Cards were shuffled here, but the record holds no order for it.")
            )
        return super().shuffled(cards)


def check(data: bytes) -> dict[str, Any]:
    """Return the report that `manage.py record check` prints about the bytes of a record."""
    try:
        record = read(data)
        return report(record, replay(record))
    except InvalidRecord as invalid:
        return invalid.report()


def replay(record: Record) -> ReplayedRecord:
    """Replay a record; InvalidRecord says where it breaks the rules or contradicts itself."""
    return _Replay(record).played()


def report(record: Record, played: ReplayedRecord) -> dict[str, Any]:
    """Return the report about a valid record."""
    state = played.state
    return {
        "ok": True,
        "finished": state.phase == MATCH_OVER,
        "rounds": len(record.rounds),
        "actions": played.actions,
        "total": _by_letter(state.totals),
        "winners": [seat_letter(seat) for seat in state.winners],
        "state": _position(state),
    }


class _Replay:
    """The replay of a record, with its current round and action."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._round = 0
        self._action = 0
        self._steps: list[Step] = []

    def played(self) -> ReplayedRecord:
        record = self._record
        try:
            state = new_match(record.rulebook, stored(record.rulebook, record.options), len(record.seats))
            for self._round, deal in enumerate(record.rounds, start=1):
                self._play_round(state, deal)
            self._verify_winners(state)
        except NotationError as error:
            self._fail("bad_notation", _("This is not in the notation: {error}.").format(error=error))
        except Refusal as refusal:
            self._fail(refusal.code, refusal.sentence)
        return ReplayedRecord(state, self._steps, sum(len(deal.actions) for deal in record.rounds))

    def _fail(self, code: str, sentence: str) -> NoReturn:
        raise InvalidRecord(code, sentence, round=self._round, action=self._action)

    def _play_round(self, state: State, deal: Round) -> None:
        self._action = 0
        chance = RecordedChance([notation.card_list(order) for order in deal.chance])
        opening = _opening(deal.actions)
        self._action = len(opening)
        self._add(_deal(state, deal, opening, chance))
        for self._action, text in enumerate(deal.actions[len(opening) :], start=len(opening) + 1):
            command = notation.command(text)
            if isinstance(command, Deal) and state.phase == OVER:
                raise Refusal("round_over", _("This deal is over: start the next deal first."))
            self._add(step(state, command, chance))
        if chance.left:
            sentence = ngettext(
                "{number} of the recorded orders of cards was not needed.",
                "{number} of the recorded orders of cards were not needed.",
                chance.left,
            )
            raise Refusal("chance_left", sentence.format(number=chance.left))
        if deal.result:
            _verify_result(state, deal.result)

    def _add(self, events: list[Event]) -> None:
        self._steps.append(Step(self._round, self._action, events))

    def _verify_winners(self, state: State) -> None:
        result = self._record.result
        if result is None or result.winners is None:
            return
        if sorted(result.winners) != [seat_letter(seat) for seat in state.winners]:
            if not state.winners:
                raise Refusal("wrong_result", _("No one has won the match."))
            sentence = _("The match was won by {seats}.").format(seats=_letters(state.winners))
            raise Refusal("wrong_result", sentence)


def _opening(actions: Sequence[str]) -> list[str]:
    """Return the words before the first move; the deal may be omitted."""
    words = [action.strip() for action in actions[:2]]
    return next((list(opening) for opening in _OPENINGS if words[: len(opening)] == [*opening]), [])


def _deal(state: State, recorded: Round, opening: Sequence[str], chance: RecordedChance) -> list[Event]:
    """Carry out the deal of a round; before the first deal the dealer is drawn, or named by the record."""
    named = None if recorded.dealer is None else notation.seat(recorded.dealer)
    youngest = None if recorded.youngest is None else notation.seat(recorded.youngest)
    events: list[Event] = []
    if state.phase == READY_TO_DEAL and not _is_drawn(state, recorded, opening):
        events.append(_named_dealer(state, named))
    elif state.phase == READY_TO_DEAL or "dealer_draw" in opening:
        events += step(state, DrawForDealer(), chance)
    events += step(state, Deal(youngest=youngest), chance)
    if named not in (None, state.dealer):
        sentence = _("The dealer of this deal is {seat}.").format(seat=seat_letter(state.dealer))
        raise Refusal("wrong_dealer", sentence)
    return events


def _named_dealer(state: State, named: int | None) -> Event:
    """Return the event that names the first dealer as the record does, under any rulebook."""
    if named is None:
        raise Refusal("dealer_missing", _("The record does not say who dealt first."))
    if named >= state.seats:
        sentence = _("There is no seat {seat} at this table.").format(seat=seat_letter(named))
        raise Refusal("no_such_seat", sentence)
    chosen = DealerChosen(named)
    chosen.change(state)
    return chosen


def _is_drawn(state: State, recorded: Round, opening: Sequence[str]) -> bool:
    """Whether the first dealer is drawn by cards whose order the record holds.

    This is so if the actions say it, if no dealer is named, or if there are two whole decks although the
    first could be dealt: nothing else needs a second deck.
    """
    options = state.options
    if options.dealer_choice in ("fixed", "random"):
        return False
    if "dealer_draw" in opening or recorded.dealer is None:
        return True
    if len(recorded.chance) < 2:
        return False
    first, second = (notation.card_list(order) for order in recorded.chance[:2])
    is_whole = len(second) == len(cards.deck(options.deck, len(options.customizable_effects)))
    could_be_dealt = first[state.seats * options.hand_size :]
    return is_whole and not openers(options.starter_rule).isdisjoint(could_be_dealt)


def _verify_result(state: State, result: RoundResult) -> None:
    if state.phase not in (OVER, MATCH_OVER):
        raise Refusal("wrong_result", _("The record gives a result, but the deal is not over."))
    winner = None if state.winner == NOBODY else seat_letter(state.winner)
    if result.winner is not msgspec.UNSET and result.winner != winner:
        if winner is None:
            raise Refusal("wrong_result", _("No one won the deal."))
        raise Refusal("wrong_result", _("The winner of the deal is {seat}.").format(seat=winner))
    for sentence, recorded, numbers in (
        (gettext_noop("The points after the deal: {numbers}."), result.points, state.points),
        (gettext_noop("The total after the deal: {numbers}."), result.total, state.totals),
    ):
        # Seats that are not named have no points.
        if recorded is not None and {**dict.fromkeys(_by_letter(numbers), 0), **recorded} != _by_letter(
            numbers
        ):
            shown = " ".join(f"{letter}={number}" for letter, number in _by_letter(numbers).items())
            raise Refusal("wrong_result", _(sentence).format(numbers=shown))


def _position(state: State) -> dict[str, Any]:
    return {
        "hands": {seat_letter(seat): cards.text(sorted(hand)) for seat, hand in enumerate(state.hands)},
        "top": cards.TOKENS[state.top],
        "colour": cards.COLOURS[state.colour] if state.colour >= 0 else None,
        "dir": "cw" if state.direction == 1 else "ccw",
        "turn": notation.state_item(state),
        "draw": len(state.draw_pile),
        "discard": len(state.discard_pile),
    }


def _by_letter(numbers: Sequence[int]) -> dict[str, int]:
    return {seat_letter(seat): number for seat, number in enumerate(numbers)}


def _letters(seats: Sequence[int]) -> str:
    return listed([seat_letter(seat) for seat in seats])
