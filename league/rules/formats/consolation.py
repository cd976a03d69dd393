"""A consolation bracket: whoever loses the first match plays on, so that everybody plays at least two."""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from games.rules.base.language import _
from games.rules.base.refusal import Refusal
from league.rules.brackets.plan import CONSOLATION, TO_THE_FINAL, PlannedMatch, PlannedRound, Slot
from league.rules.brackets.seeding import bracket_size

FINAL = "Consolation final"


class _Loser(NamedTuple):
    """A seat for whoever loses a match of the bracket.

    `number` is that of the round of the match from 0; it `is_above` for the upper half of the consolation.
    `met` are the earlier matches whose winners meet in it.
    """

    slot: Slot
    number: int
    is_above: bool
    met: frozenset[str]


def check_consolation(table_size: int, *, placement: bool, reseed: bool) -> None:
    """Refuse a consolation beside what it does not go with; a size of 0 is that of another format.

    Raises Refusal: `no_consolation`, `consolation_or_placement`, `consolation_or_reseed`.
    """
    if table_size != 2:
        raise Refusal("no_consolation", _("A consolation needs a knock-out with two at a table."))
    if placement:
        raise Refusal(
            "consolation_or_placement",
            _("With matches for every place everybody plays on already: choose those or a consolation."),
        )
    if reseed:
        raise Refusal(
            "consolation_or_reseed",
            _("A consolation needs a bracket whose later rounds are not seeded anew."),
        )


def with_consolation(rounds: Sequence[PlannedRound]) -> list[PlannedRound]:
    """Return the rounds of a bracket of two per match and behind them C1 … to the final of its consolation.

    There is none where nobody would have an opponent.

    In it are those who lose in R1, and those who lose a later match in which somebody had only byes before:
    that may be their first match. Whoever plays for the third place is left out; where that leaves a single
    entrant, the loser of that match is the opponent.

    Whoever lost a later match stands in the other half than those of R1 from the same half of the bracket, so
    that two who have met can meet again in the final only. Byes go to those who had none before: to losers
    of R1.
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
    found: list[PlannedRound] = []
    while pairs:
        name = f"{CONSOLATION}{len(found) + 1}"
        matches = [PlannedMatch(f"{name}.{number}", pair) for number, pair in enumerate(pairs, start=1)]
        title = FINAL if len(pairs) == 1 else f"Consolation, round {len(found) + 1}"
        found.append(PlannedRound(name, title, matches, advance=1))
        pairs = _neighbours([Slot(of=match.id, place=1) for match in matches])
    return [*rounds, *found]


def _losers(rounds: Sequence[PlannedRound]) -> list[_Loser]:
    """Return the seats of those who may lose their first match, as the rounds list them."""
    lead_on = {
        slot.of
        for one in rounds
        if one.letter != TO_THE_FINAL
        for match in one.matches
        for slot in match.slots
    }
    upper = _upper(rounds)
    unplayed: set[str] = set()  # matches that somebody wins who has not played
    found: list[_Loser] = []
    for number, planned in enumerate(one for one in rounds if one.letter == TO_THE_FINAL):
        for match in planned.matches:
            taken = [slot for slot in match.slots if not slot.is_bye]
            is_first = any(not slot.of or slot.of in unplayed for slot in taken)
            if len(taken) == 1 and is_first:
                unplayed.add(match.id)
            elif len(taken) == 2 and is_first and match.id not in lead_on:
                met = frozenset(slot.of for slot in taken if slot.of and slot.of not in unplayed)
                is_above = (match.id in upper) == (number == 0)
                found.append(_Loser(Slot(of=match.id, place=2), number, is_above, met))
    return found


def _upper(rounds: Sequence[PlannedRound]) -> set[str]:
    """Return the matches of the upper half of a bracket: those that lead to the first seat of its final."""
    line = [match for one in rounds if one.letter == TO_THE_FINAL for match in one.matches]
    found = {line[-1].slots[0].of}
    for match in reversed(line):
        if match.id in found:
            found.update(slot.of for slot in match.slots)
    return found


def _halves(playing: Sequence[_Loser], size: int) -> list[Sequence[_Loser]]:
    """Return who stands in the upper and in the lower half, each of so many seats.

    They differ by one at most. Those who come into the other half to make them even can have met nobody
    there. Where one has to have fewer, it is the one that gives byes to fewer of those who lost later.
    """
    again = {match for one in playing for match in one.met}
    is_free = {one.slot: not one.met and one.slot.of not in again for one in playing}
    upper = [one for one in playing if one.is_above]
    lower = [one for one in playing if not one.is_above]
    order = sorted(upper, key=lambda one: is_free[one.slot])
    order += sorted(lower, key=lambda one: not is_free[one.slot])

    def cost(cut: int) -> tuple[int, int, int]:
        moved = order[min(cut, len(upper)) : max(cut, len(upper))]
        halves = order[:cut], order[cut:]
        late = [max(0, size - sum(1 + (one.number == 0) for one in half)) for half in halves]
        return sum(not is_free[one.slot] for one in moved), sum(late), len(moved)

    cut = min((len(order) // 2, (len(order) + 1) // 2), key=cost)
    return [order[:cut], order[cut:]]


def _seats(half: Sequence[_Loser], size: int) -> list[Slot]:
    """Return a half of the first round: byes first, then those of R1, then those who lost later."""
    order = [one.slot for one in sorted(half, key=lambda one: (one.number, not one.met))]
    free = size - len(order)
    return [seat for one in order[:free] for seat in (one, Slot())] + order[free:]


def _neighbours(seats: Sequence[Slot]) -> list[list[Slot]]:
    return [list(pair) for pair in zip(seats[::2], seats[1::2], strict=False)]
