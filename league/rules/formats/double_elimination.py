"""Two losses are out: a winners' and a losers' side, a grand final, and a reset only when it is needed."""

from collections.abc import Sequence
from typing import Final

from games.rules.base.language import _, shown_number
from games.rules.base.refusal import Refusal
from league.rules.brackets import placings as places
from league.rules.brackets.bracket_byes import without_empty_matches
from league.rules.brackets.plan import RESET, PlannedMatch, PlannedRound, Slot
from league.rules.brackets.progress import OrderOf, seated
from league.rules.brackets.seeding import bracket_size, slots

LEAST_ENTRANTS, MOST_ENTRANTS = 2, 1024

_CROSSINGS: Final = ("", "", "n", "rn", "rnn", "rhnn", "rhrnn", "rhbnrn", "rhbfnrn", "bhrrhrrn", "bhrrrhrrn")
"""How the losers of W2, W3 … cross over, by the number of winners' rounds: natural, reverse, half shift,
reverse half shift (b), pair flip.

These were found by trying all combinations; none delays every rematch longer, and up to 128 entrants no
published routing does at any round (4, 5, 6 at 16; 8, 9, 10, 9, 11, 12 at 128; see the test).
"""


def draw(order: Sequence[int]) -> list[PlannedRound]:
    """Return W1 …, L1 … and GF for entrants in seed order; W1 is filled by slots, byes to the top seeds.

    The losers of winners' round r go to L1 (r = 1; neighbours meet) or to L(2r-2), crossed over so that
    rematches come as late as possible; the rounds between halve the losers' side. GF.2 is needed only if the
    losers' side won GF.1. Matches that nobody could ever sit in are left out.

    Raises Refusal (`too_few_entrants`, `too_many_entrants`).
    """
    if len(order) < LEAST_ENTRANTS:
        raise Refusal(
            "too_few_entrants",
            _("A double elimination needs 2 entrants; there are {count}.").format(count=len(order)),
        )
    if len(order) > MOST_ENTRANTS:
        raise Refusal(
            "too_many_entrants",
            _("A double elimination has at most {most_entrants} entrants.").format(
                most_entrants=shown_number(MOST_ENTRANTS)
            ),
        )
    size = bracket_size(len(order))
    count = size.bit_length() - 1
    padded = [Slot(entrant) for entrant in order] + [Slot()] * (size - len(order))
    current = [padded[seed - 1] for seed in slots(size)]
    winners = []
    for number in range(1, count + 1):
        winners.append(_round(f"W{number}", f"Winners round {number}", _pairs(current)))
        current = _places(winners[-1], 1)
    return without_empty_matches([*winners, *_losers(winners), _grand_final(count)])


def placings(
    rounds: Sequence[PlannedRound], order_of: OrderOf, reported: places.ReportedPlaces = places.untied
) -> dict[int, int]:
    """Return the final places that are certain so far, by entrant.

    The runner-up is 2, the loser of the last losers' round 3, of the round before 4, then places are shared
    by losers' round (5-6, 7-8, 9-12 …). An entrant absent from winners' round r is placed like its losers in
    the round they go to.
    """
    by_id = {planned.id: planned for planned in rounds}
    final, *losers = (planned for planned in reversed(rounds) if not planned.id.startswith("W"))
    tiers = [[final]]
    for losers_round in losers:
        number = int(losers_round.id[1:])
        also = by_id[f"W{number // 2 + 1}"] if number % 2 == 0 else by_id["W1"] if number == 1 else None
        tiers.append([losers_round, also] if also else [losers_round])
    if not losers:
        tiers.append([by_id["W1"]])
    return places.placings(tiers, seated(rounds, order_of), reported)


def _losers(winners: Sequence[PlannedRound]) -> list[PlannedRound]:
    """Return L1 … L(2k-2) for k winners' rounds."""
    rounds: list[PlannedRound] = []
    current = _places(winners[0], 2)
    for number, crossing in enumerate(_CROSSINGS[len(winners)], start=2):
        rounds.append(_losers_round(2 * number - 3, _pairs(current)))
        dropped = _places(winners[number - 1], 2)
        mask = _mask(crossing, len(dropped))
        pairs = [[dropped[n ^ mask], slot] for n, slot in enumerate(_places(rounds[-1], 1))]
        rounds.append(_losers_round(2 * number - 2, pairs))
        current = _places(rounds[-1], 1)
    return rounds


def _mask(crossing: str, size: int) -> int:
    """Return the number to combine (exclusive or) with the index of a match for a crossing."""
    return {"n": 0, "r": size - 1, "h": size // 2, "b": max(0, size // 2 - 1), "f": min(1, size - 1)}[
        crossing
    ]


def _grand_final(count: int) -> PlannedRound:
    beaten = Slot(of=f"L{2 * count - 2}.1", place=1) if count > 1 else Slot(of="W1.1", place=2)
    first = PlannedMatch("GF.1", [Slot(of=f"W{count}.1", place=1), beaten])
    reset = PlannedMatch("GF.2", [Slot(of="GF.1", place=2), Slot(of="GF.1", place=1)], needed=RESET)
    return PlannedRound("GF", "Grand final", [first, reset], advance=1)


def _losers_round(number: int, pairs: Sequence[list[Slot]]) -> PlannedRound:
    return _round(f"L{number}", f"Losers round {number}", pairs)


def _round(name: str, title: str, pairs: Sequence[list[Slot]]) -> PlannedRound:
    matches = [PlannedMatch(f"{name}.{number}", pair) for number, pair in enumerate(pairs, start=1)]
    return PlannedRound(name, title, matches, advance=1)


def _pairs(current: Sequence[Slot]) -> list[list[Slot]]:
    return [list(pair) for pair in zip(current[::2], current[1::2], strict=True)]


def _places(planned: PlannedRound, place: int) -> list[Slot]:
    return [Slot(of=match.id, place=place) for match in planned.matches]
