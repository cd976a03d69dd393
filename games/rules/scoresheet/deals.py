"""Check a deal of real cards as far as possible, and score it by the rules of online matches."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from games.rules.base.chance import Chance
from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from games.rules.cards.cards import Card
from games.rules.match.events import Event, WentOut
from games.rules.match.state import State
from games.rules.match.steps import Step
from games.rules.options.options import Options
from games.rules.play.dealing import next_dealer, next_round
from games.rules.play.ending import end_blocked_round, end_round
from games.rules.play.scoring import has_ended
from games.rules.scoresheet.commands import RecordDeal
from games.rules.scoresheet.events import HandsCounted, SheetEvent
from games.rules.scoresheet.hands import points_of
from games.rules.scoresheet.state import RUNNING, Sheet

MOST_EMPTIED: Final = 99
UNCOUNTED: Final = -1
"""The points of a hand that did not need to be counted."""


class DealRecorded(IllegalCommand):
    """The deal was recorded with other content: `stands` is the recorded deal."""

    def __init__(self, stands: RecordDeal) -> None:
        super().__init__(
            "deal_recorded", _("Someone else recorded deal {deal} differently.").format(deal=stands.deal)
        )
        self.stands = stands


def recorded(sheet: Sheet, command: RecordDeal) -> list[Event | SheetEvent]:
    """Return the events of a deal; none if the same deal was recorded before.

    Refusals: DealRecorded (`deal_recorded`) if it was recorded with other content, `deal_missing` if an
    earlier deal was not recorded, `match_over`, and those of impossible deals.
    """
    if not 1 <= command.deal <= sheet.deals + 1:
        raise IllegalCommand("deal_missing", _("Record deal {deal} first.").format(deal=sheet.deals + 1))
    if command.deal <= sheet.deals:
        return _require_same(sheet, command)
    require_running(sheet)
    before = sheet.standing()
    if has_ended(before):
        raise IllegalCommand(
            "match_over", _("The points say that the match is over: undo a deal, or end the match.")
        )
    return _scored(before, command)


def stands(sheet: Sheet, deal: int) -> RecordDeal:
    """Return the command that records a deal that stands, from 1 on."""
    counted = sheet.counted[deal - 1]
    held: dict[int, int | list[Card]] = {
        seat: counted.hands[seat] or counted.left[seat]
        for seat in _playing(_before(sheet, deal))
        if seat not in counted.out and counted.left[seat] != UNCOUNTED
    }
    return RecordDeal(
        deal,
        counted.out[0] if counted.out else None,
        held,
        then=counted.out[1:],
        is_blocked=counted.is_blocked and bool(counted.out),
        emptied={seat: count for seat, count in enumerate(counted.emptied) if count},
    )


def require_running(sheet: Sheet) -> None:
    """Refuse (`match_over`) to write on a sheet whose result has been reported."""
    if sheet.phase != RUNNING:
        raise IllegalCommand("match_over", _("The match is over: its result has been reported."))


def require_seat(sheet: Sheet, seat: int) -> None:
    """Refuse a seat that is not at the table or out of the match: `no_such_seat`, `seat_out`."""
    state = sheet.standing()
    if not 0 <= seat < state.seats:
        raise IllegalCommand("no_such_seat", _("There is no such seat at this table."))
    if state.eliminated[seat]:
        raise IllegalCommand("seat_out", _("This player is out of the match."))


def is_same(sheet: Sheet, command: RecordDeal) -> bool:
    """Whether a deal that stands has the same content, with named cards or with points."""
    stored = sheet.counted[command.deal - 1]
    try:
        counted = _counted(_before(sheet, command.deal), command)
    except IllegalCommand:
        return False
    return replace(counted, hands=[]) == replace(stored, hands=[])


def _require_same(sheet: Sheet, command: RecordDeal) -> list[Event | SheetEvent]:
    if not is_same(sheet, command):
        raise DealRecorded(stands(sheet, command.deal))
    return []


def _scored(before: State, command: RecordDeal) -> list[Event | SheetEvent]:
    counted = _counted(before, command)
    step = Step(before.copy(), Chance(b""))
    step.emit(next_round(before, next_dealer(before), before.youngest))
    started = step.events.pop()
    counted.count(step.state)
    to_last = before.options.going_out == "to_last"
    if before.options.scoring != "per_out":
        for seat in counted.out:
            step.emit(WentOut(seat, leaves=to_last))
    if counted.is_blocked:
        end_blocked_round(step)
    else:
        end_round(step, counted.out[0], "out")
    return [started, counted, *step.events]


def _counted(before: State, command: RecordDeal) -> HandsCounted:
    """Check the hands of a deal and return their event."""
    options = before.options
    playing = _playing(before)
    out = [] if command.out is None else [command.out, *command.then]
    _check_named(before, [*out, *command.left, *command.emptied])
    _check_order(command, out, len(playing), options)
    holders = [seat for seat in playing if seat not in out]
    _check_nothing_left(command, out)
    counted = {seat: held for seat, held in command.left.items() if seat in holders}
    _check_all_counted(command, counted, holders, options)
    worth = points_of(counted, options)
    left = [worth.get(seat, UNCOUNTED if seat in holders else 0) for seat in range(before.seats)]
    hands = [held if isinstance(held := counted.get(seat), list) else [] for seat in range(before.seats)]
    return HandsCounted(left, hands, out, command.is_blocked or not out, _emptied(before, command))


def _before(sheet: Sheet, deal: int) -> State:
    """Return the state of the match before a deal that stands."""
    state = sheet.states[deal - 1].copy()
    state.eliminated = sheet.started[deal - 1].eliminated[:]
    return state


def _playing(before: State) -> list[int]:
    return [seat for seat in range(before.seats) if not before.eliminated[seat]]


def _check_named(before: State, seats: Sequence[int]) -> None:
    for seat in seats:
        if not 0 <= seat < before.seats:
            raise IllegalCommand("no_such_seat", _("There is no such seat at this table."))
        if before.eliminated[seat]:
            raise IllegalCommand(
                "seat_out", _("A player who is out of the match cannot go out or hold cards.")
            )


def _check_order(command: RecordDeal, out: Sequence[int], playing: int, options: Options) -> None:
    """Refuse (`bad_order`) an impossible order of going out."""
    is_to_last = options.going_out == "to_last"
    if len(set(out)) != len(out) or (not out and command.then) or len(out) >= playing:
        raise IllegalCommand("bad_order", _("No one can go out twice, and someone must be left with cards."))
    if not is_to_last and (command.then or (command.is_blocked and out)):
        raise IllegalCommand(
            "bad_order", _("Under these rules the deal ends when the first player goes out.")
        )
    if is_to_last and out and (len(out) < playing - 1) != command.is_blocked:
        raise IllegalCommand(
            "bad_order", _("Name everyone who went out, in order: one player is left with cards.")
        )


def _check_nothing_left(command: RecordDeal, out: Sequence[int]) -> None:
    if any(command.left.get(seat) for seat in out):
        raise IllegalCommand("winner_holds", _("A player who went out holds no cards."))


def _check_all_counted(
    command: RecordDeal, counted: Mapping[int, object], holders: Sequence[int], options: Options
) -> None:
    """Refuse (`hand_missing`) a deal that cannot be scored; `win_loss` needs only a loser."""
    missing = [seat for seat in holders if seat not in counted]
    is_blocked = command.is_blocked or command.out is None
    if options.scoring == "win_loss" and not (is_blocked and options.blocked_round == "lowest_hand"):
        missing = missing if not counted and len(holders) > 1 else []
    if missing:
        raise IllegalCommand("hand_missing", _("Someone’s cards have not been counted yet."))


def _emptied(before: State, command: RecordDeal) -> list[int]:
    if before.options.scoring != "per_out":
        if command.emptied:
            raise IllegalCommand(
                "rule_off", _("Under these rules it is not counted how often a player runs out of cards.")
            )
        return []
    emptied = [command.emptied.get(seat, 0) for seat in range(before.seats)]
    too_few = command.out is not None and not emptied[command.out]
    if too_few or not all(0 <= count <= MOST_EMPTIED for count in emptied):
        raise IllegalCommand(
            "bad_value",
            _("Say how often each player ran out of cards: at least once for a player who went out."),
        )
    return emptied
