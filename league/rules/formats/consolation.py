"""A consolation bracket: entrants who lose their first match play on, so everybody plays at least two."""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from games.rules.base.language import _
from games.rules.base.refusal import Refusal
from league.rules.brackets.plan import CONSOLATION, TO_THE_FINAL, PlannedMatch, PlannedRound, Slot
from league.rules.brackets.seeding import bracket_size

FINAL = "Consolation final"


class _Loser(NamedTuple):
    """A seat for the loser of a match of the bracket.

    `number` is that of the round of the match from 0; it `is_above` for the upper half of the consolation.
    `met` are the earlier matches whose winners meet in it.
    """

    slot: Slot
    number: int
    is_above: bool
    met: frozenset[str]


def check_consolation(table_size: int, *, placement: bool, reseed: bool) -> None:
    """Refuse a consolation together with conflicting settings; a size of 0 is that of another format.

    Raises Refusal: `no_consolation`, `consolation_or_placement`, `consolation_or_reseed`.
    """
    if table_size != 2:
        raise Refusal("no_consolation", _("A consolation needs a knock-out with two at a table."))
    if placement:
        raise Refusal(
            "consolation_or_placement",
            _("With matches for every place everyone already plays on: choose those or a consolation."),
        )
    if reseed:
        raise Refusal(
            "consolation_or_reseed",
            _("A consolation needs a bracket whose later rounds are not reseeded."),
        )


def with_consolation(rounds: Sequence[PlannedRound]) -> list[PlannedRound]:
    """Return the rounds of a bracket of two per match, then C1 … to the final of its consolation.

    There is no consolation where nobody would have an opponent.

    It takes the losers of R1, and losers of a later match in which an entrant had only byes before: it may be
    their first match. The players of the match for third place are left out; where that leaves a single
    entrant, the loser of that match is the opponent.

    The loser of a later match is placed in the other half than the losers of R1 from the same half of the
    bracket, so that a rematch is possible in the final only. Byes go to entrants who had none before: to
    losers of R1.
    """
    playing = _losers(rounds)
    if len(playing) == 1:
        for_third = [match.id for planned in rounds if planned.id == "P3" for match in planned.matches]
        playing += [_Loser(Slot(of=match, place=2), 1, is_above=True, met=frozenset()) for match in for_third]
    if len(playing) < 2:
        return list(rounds)
    size = bracket_size(len(playing))
    pairs = _neighbours(
        list(chain.from_iterable(_seats(half, size // 2) for half in _halves(playing, size // 2)))
    )
    consolation: list[PlannedRound] = []
    while pairs:
        name = f"{CONSOLATION}{len(consolation) + 1}"
        matches = [PlannedMatch(f"{name}.{number}", pair) for number, pair in enumerate(pairs, start=1)]
        title = FINAL if len(pairs) == 1 else f"Consolation, round {len(consolation) + 1}"
        consolation.append(PlannedRound(name, title, matches, advance=1))
        pairs = _neighbours([Slot(of=match.id, place=1) for match in matches])
    return [*rounds, *consolation]


def _losers(rounds: Sequence[PlannedRound]) -> list[_Loser]:
    """Return the seats of entrants who may lose their first match, in the order of the rounds."""
    lead_on = {
        slot.of
        for planned in rounds
        if planned.letter != TO_THE_FINAL
        for match in planned.matches
        for slot in match.slots
    }
    upper = _upper(rounds)
    unplayed: set[str] = set()  # matches whose winner may not have played yet
    losers: list[_Loser] = []
    for number, planned in enumerate(planned for planned in rounds if planned.letter == TO_THE_FINAL):
        for match in planned.matches:
            taken = [slot for slot in match.slots if not slot.is_bye]
            is_first = any(not slot.of or slot.of in unplayed for slot in taken)
            if len(taken) == 1 and is_first:
                unplayed.add(match.id)
            elif len(taken) == 2 and is_first and match.id not in lead_on:
                met = frozenset(slot.of for slot in taken if slot.of and slot.of not in unplayed)
                is_above = (match.id in upper) == (number == 0)
                losers.append(_Loser(Slot(of=match.id, place=2), number, is_above, met))
    return losers


def _upper(rounds: Sequence[PlannedRound]) -> set[str]:
    """Return the matches of the upper half of a bracket: those that lead to the first seat of its final."""
    line = [match for planned in rounds if planned.letter == TO_THE_FINAL for match in planned.matches]
    matches = {line[-1].slots[0].of}
    for match in reversed(line):
        if match.id in matches:
            matches.update(slot.of for slot in match.slots)
    return matches


def _halves(playing: Sequence[_Loser], size: int) -> list[Sequence[_Loser]]:
    """Return the losers of the upper and of the lower half, each of `size` seats.

    The halves differ by one entrant at most. Entrants moved to the other half to make them even can have met
    nobody there. Where a half has to have fewer, it is the half that gives byes to fewer late losers.
    """
    again = {match for loser in playing for match in loser.met}
    is_free = {loser.slot: not loser.met and loser.slot.of not in again for loser in playing}
    upper = [loser for loser in playing if loser.is_above]
    lower = [loser for loser in playing if not loser.is_above]
    order = sorted(upper, key=lambda loser: is_free[loser.slot])
    order += sorted(lower, key=lambda loser: not is_free[loser.slot])

    def cost(cut: int) -> tuple[int, int, int]:
        moved = order[min(cut, len(upper)) : max(cut, len(upper))]
        halves = order[:cut], order[cut:]
        late = [max(0, size - sum(1 + (loser.number == 0) for loser in half)) for half in halves]
        return sum(not is_free[loser.slot] for loser in moved), sum(late), len(moved)

    cut = min((len(order) // 2, (len(order) + 1) // 2), key=cost)
    return [order[:cut], order[cut:]]


def _seats(half: Sequence[_Loser], size: int) -> list[Slot]:
    """Return a half of the first round: byes first, then losers of R1, then losers of later rounds."""
    order = [loser.slot for loser in sorted(half, key=lambda loser: (loser.number, not loser.met))]
    free = size - len(order)
    return [seat for loser_seat in order[:free] for seat in (loser_seat, Slot())] + order[free:]


def _neighbours(seats: Sequence[Slot]) -> list[list[Slot]]:
    return [list(pair) for pair in zip(seats[::2], seats[1::2], strict=False)]
