"""Situation: a knock-out at tables was drawn to its end, and others than the better seeds win."""

from collections import Counter
from collections.abc import Sequence

import pytest

from league.rules.brackets.fair_byes import with_fair_byes
from league.rules.brackets.plan import PlannedRound
from league.rules.brackets.progress import OrderOf, occupant, seated
from league.rules.formats.table_knockout import stage
from tests.league.rules.documents.drawn_documents import drawn, history, played, rounds
from tests.league.rules.playing import by_chance


def of_chance(seed: int) -> OrderOf:
    """Chance ranks a match, always alike if the same entrants are there."""
    shuffled, known = by_chance(seed), dict[tuple[int, ...], Sequence[int]]()
    return lambda _match, present: known.setdefault(present, shuffled(present))


def in_each(drawn_rounds: Sequence[PlannedRound], order: OrderOf) -> list[tuple[list[int], list[int]]]:
    """The players and the byes of each round."""
    seats = seated(drawn_rounds, order)
    return [
        (
            [entrant for match in planned.matches for entrant in seats[match.id].entrants],
            [occupant(slot, seats) or 0 for slot in planned.byes],
        )
        for planned in drawn_rounds
    ]


@pytest.mark.parametrize(("size", "advance"), [(3, 2), (4, 3)])
def test_of_five_to_sixty_four_nobody_has_a_second_bye_while_somebody_had_none_whoever_wins(
    size: int, advance: int
) -> None:
    changed = 0
    for n in range(5, 65):
        entrants, order = range(1, n + 1), of_chance(n)
        ahead = stage(entrants, size=size, advance=advance)
        fair = with_fair_byes(ahead, lambda now, order=order: seated(now, order), entrants)
        had: Counter[int] = Counter()
        for playing, byes in in_each(fair, order):
            assert len({*playing, *byes}) == len(playing) + len(byes)
            assert all(had[free] <= had[other] for free in byes for other in playing)
            had.update(byes)
        for before, after in zip(ahead, fair, strict=True):
            assert [len(match.slots) for match in before.matches] == [len(m.slots) for m in after.matches]
        changed += fair != ahead
    assert changed > 5


def test_nothing_changes_before_it_is_known_who_is_in_a_round() -> None:
    ahead = stage(range(1, 11), size=3, advance=2)
    assert with_fair_byes(ahead, lambda now: seated(now, lambda *_match: None), range(1, 11)) == ahead


def test_somebody_who_has_left_does_not_have_the_bye() -> None:
    ahead, order = stage(range(1, 11), size=3, advance=2), of_chance(2)
    fair = with_fair_byes(ahead, lambda now: seated(now, order), range(1, 11))
    changed = next(number for number, planned in enumerate(fair) if planned != ahead[number])
    _playing, byes = in_each(fair, order)[changed]
    other = with_fair_byes(ahead, lambda now: seated(now, order), range(1, 11), gone=byes)
    assert not set(byes) & set(in_each(other, order)[changed][1])


def test_a_program_is_told_byes_that_follow_from_the_results() -> None:
    """The last of each table win, so that the bye of the plan would go to seed 1 again."""
    played_rounds = []
    for number in range(1, 6):
        document = drawn("elimination_500", 10, table_size=3, results=history(10, *played_rounds))
        tables = rounds(document).get(f"R{number}", [])
        played_rounds.append(played(*(sorted(table, reverse=True) for table in tables)))
    byes = [bye["seed"] for bye in document["byes"]]
    assert document["cost"]["repeated_byes"] == len(byes) - len(set(byes))
    assert len(set(byes)) >= len(byes) - 1
