"""Situation: an organizer says who sits where in the next draw, and mistakes are told by line."""

from collections import Counter
from contextlib import suppress
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base.refusal import Refusal
from league.rules.competition import commands as asked
from league.rules.competition.draft import seats, with_names
from league.rules.competition.state import RUNNING, State
from league.rules.decisions.drafts import ready_to_draw
from league.rules.decisions.prescribed_draw import frames, prescribed
from league.rules.decisions.prescribed_draw_faults import BYE, NOBODY, PrescribedSeat
from league.rules.formats import round_robin
from league.rules.settings.stages import ROUND_ROBIN, StageSettings
from league.rules.stages.play_offs import are_drafted
from tests.league.rules.any_competition import Organizer, next_step
from tests.league.rules.evening import announced, do, in_order, play_on, result, rounds, started, tables


def waiting(entrants: int, **facts: object) -> State:
    """A competition whose first draw an organizer makes."""
    return started(entrants, by_hand=True, **{"venue": "elsewhere"} | facts)


def rows(
    *seated: list[int], byes: tuple[int, ...] = (), round_: int = 0, group: int = 0
) -> list[PrescribedSeat]:
    """Rows from line 2 on, as a spreadsheet numbers them below its columns."""
    rows_: list[PrescribedSeat] = []
    for table, here in enumerate(seated, start=1):
        for seat, bye in enumerate(here, start=1):
            rows_.append(PrescribedSeat(len(rows_) + 2, table, seat, bye, round_, group))
    for bye in byes:
        rows_.append(PrescribedSeat(len(rows_) + 2, BYE, 0, bye, round_, group))
    return rows_


def drawn(state: State, written: list[PrescribedSeat]) -> State:
    """The state after the seating was taken as a draft and published."""
    draw = prescribed(ready_to_draw(state), written, called(state))
    do(state, asked.MakeDraft(draw), asked.Publish())
    return state


def called(state: State) -> dict[int, str]:
    return {number: f"P{number}" for number in state.entrants}


def faults(state: State, written: list[PrescribedSeat]) -> list[str]:
    with pytest.raises(Refusal) as refused:
        prescribed(ready_to_draw(state), written, called(state))
    assert refused.value.code == "bad_seating"
    assert refused.value.errors is not None
    told = refused.value.errors["rows"]
    assert refused.value.sentence.startswith(told[0])
    return told


def swiss(entrants: int = 8, size: int = 4, **facts: object) -> State:
    return waiting(entrants, **{"format": "swiss", "table_size": size, "rounds": 3} | facts)


def test_a_swiss_is_seated_as_it_is_written_and_told_what_that_costs() -> None:
    state = drawn(swiss(), rows([8, 1, 2, 3], [4, 5, 6, 7]))
    assert tables(state) == [[8, 1, 2, 3], [4, 5, 6, 7]]
    assert [match.name for match in rounds(state)[0].matches] == ["Table 1", "Table 2"]
    draw = state.stage.draws[0]
    assert draw.seed == ""
    assert [reason.match for reason in draw.why] == ["R1.1", "R1.2"]
    for match in list(state.stage.matches.values()):
        do(state, result(state, match, in_order(match.entrants)))
    again = drawn(state, rows([8, 1, 2, 3], [4, 5, 6, 7]))
    assert again.stage.draws[1].cost["repeats"] > 0


def test_seats_say_the_order_and_without_seats_the_lines_do() -> None:
    written = [
        PrescribedSeat(2, 1, 2, 3),
        PrescribedSeat(3, 1, 1, 4),
        PrescribedSeat(4, 2, 0, 2),
        PrescribedSeat(5, 2, 0, 1),
    ]
    assert tables(drawn(swiss(4, size=2), written)) == [[4, 3], [2, 1]]


def test_an_entrant_who_has_a_bye_is_written_as_well() -> None:
    state = drawn(swiss(5, size=2), rows([1, 2], [3, 4], byes=(5,)))
    assert rounds(state)[0].byes == [5]
    state = drawn(swiss(6), rows([1, 2, 3, 4], byes=(5, 6)))
    assert rounds(state)[0].byes == [5, 6]


def test_a_season_has_tables_of_two_and_more_and_each_division_its_own() -> None:
    assert tables(drawn(waiting(6, rounds=2), rows([1, 6], [2, 3, 4, 5]))) == [[1, 6], [2, 3, 4, 5]]
    state = waiting(8, rounds=2, groups=2)
    first, second = state.stage.groups
    written = rows(first[::-1]) + [row._replace(line=row.line + 4) for row in rows(second[::-1], group=1)]
    drawn(state, written)
    assert tables(state, 1) == [first[::-1]]
    assert [round_.id for round_ in state.stage.rounds] == ["A.R1", "B.R1"]
    assert faults(waiting(8, rounds=2, groups=2), rows(second, group=0))[0] == (
        f"Line 2: “P{second[0]}” plays in another group: Division 2."
    )


def test_of_an_odd_number_in_a_season_of_two_three_sit_at_one_table() -> None:
    state = drawn(waiting(5, table_size=2, rounds=1), rows([5, 1], [2, 3, 4]))
    assert tables(state) == [[5, 1], [2, 3, 4]]


def test_of_a_round_robin_all_rounds_are_written() -> None:
    state = waiting(4, format="round_robin", table_size=2, rounds=0)
    written = [
        *rows([4, 1], [3, 2], round_=1),
        *rows([1, 2], [3, 4], round_=2),
        *rows([1, 3], [2, 4], round_=3),
    ]
    drawn(state, written)
    assert tables(state, 1) == [[4, 1], [3, 2]]
    play_on(state)
    met = {frozenset(match.entrants) for match in state.stage.matches.values()}
    assert met == set(map(frozenset, combinations(range(1, 5), 2)))


def test_a_round_robin_in_which_somebody_never_meets_somebody_is_refused() -> None:
    state = waiting(4, format="round_robin", table_size=2, rounds=0)
    told = faults(
        state,
        [*rows([1, 2], [3, 4], round_=1), *rows([2, 1], [3, 4], round_=2), *rows([1, 3], [2, 4], round_=3)],
    )
    assert told == [
        "Line 3: “P1” – “P2” meet more often than 1×.",
        "Line 5: “P3” – “P4” meet more often than 1×.",
        "These meet less often than 1×: “P1” – “P4” and “P2” – “P3” (2).",
    ]
    assert faults(state, rows([1, 2], [3, 4]))[0].startswith("Line 2: The round is missing")
    assert "Round 1 is missing." in faults(state, rows([1, 2], [3, 4], round_=2))


def test_the_berger_tables_themselves_are_a_seating() -> None:
    for count, legs in ((5, 1), (6, 2)):
        state = waiting(count, format="round_robin", table_size=2, rounds=0, legs=legs)
        written: list[PrescribedSeat] = []
        for number, planned in enumerate(round_robin.draw(list(range(1, count + 1)), legs=legs), start=1):
            seated = [[slot.entrant for slot in match.slots] for match in planned.matches]
            written += rows(*seated, byes=tuple(slot.entrant for slot in planned.byes), round_=number)
        before = [row._replace(line=line) for line, row in enumerate(written, start=2)]
        assert len(drawn(state, before).stage.rounds) == len(rounds(state))


def test_rounds_of_a_round_robin_at_tables_are_as_many_as_announced() -> None:
    state = waiting(8, format="round_robin", table_size=4, rounds=2)
    rows_ = [*rows([1, 2, 3, 4], [5, 6, 7, 8], round_=1)]
    assert faults(state, rows_) == ["Rounds: 1. There must be 2."]
    drawn(state, rows_ + rows([1, 2, 5, 6], [3, 4, 7, 8], round_=2))
    assert len(state.stage.rounds) == 2


def test_the_first_round_of_a_bracket_is_seated_and_the_rest_follows() -> None:
    state = drawn(
        waiting(8, format="single_elimination", table_size=2, third_place=True),
        rows([1, 2], [3, 4], [5, 6], [7, 8]),
    )
    assert tables(state, 1) == [[1, 2], [3, 4], [5, 6], [7, 8]]
    play_on(state)
    assert state.winners == [1]
    assert [round_.name for round_ in rounds(state)] == [
        "Quarter-finals",
        "Semi-finals",
        "Third place",
        "Final",
    ]


@pytest.mark.parametrize("format_", ["single_elimination", "double_elimination"])
def test_byes_of_a_bracket_are_seats_opposite_nobody(format_: str) -> None:
    state = waiting(6, format=format_, table_size=2)
    written = rows([6, NOBODY], [4, 5], [2], [3, 1])
    drawn(state, written)
    assert [match.entrants for match in rounds(state)[0].matches] == [[6], [4, 5], [2], [3, 1]]
    play_on(state)
    again = waiting(6, format=format_, table_size=2)
    assert faults(again, rows([6, 1], [4, 5], [2], [3])) == [
        "Line 3: Players at table 1: 2. There must be 1.",
        "Line 7: Players at table 4: 1. There must be 2.",
    ]
    told = faults(again, rows([6], [4, 5], [3, 1], byes=(2,)))
    assert "Line 7: In this bracket an entrant with a bye sits at a table without an opponent." in told


def test_a_knock_out_at_tables_keeps_its_tables_and_byes_and_sizes_may_change() -> None:
    facts = {"format": "single_elimination", "table_size": 4, "advance": 2, "byes": 4}
    state = waiting(15, **facts)
    drawn(state, rows([1, 3, 5], [2, 4, 6, 8], [7, 9, 10, 11], byes=(15, 14, 13, 12)))
    assert rounds(state)[0].byes == [15, 14, 13, 12]
    later = [slot for match in state.stage.rounds[1].matches for slot in match.slots]
    assert {slot.entrant for slot in later if slot.entrant} == {12, 13, 14, 15}
    play_on(state)
    wrong = rows([1, 3, 5], [2, 4, 6, 8], [7, 9], [10, 11, 12], byes=(15, 14, 13))
    assert faults(waiting(15, **facts), wrong) == [
        "Line 10: Players at table 3: 2. There must be 3 to 4.",
        "Line 11: There is no table 4: the last is 3.",
        "Byes: 3. There must be 4.",
    ]


def test_later_rounds_of_an_elimination_to_500_are_seated_too_and_follow_corrections() -> None:
    facts = {"format": "elimination_500", "rulebook": "elimination-500", "table_size": 4, "advance": 2}
    state = waiting(16, **facts)
    drawn(state, rows([1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]))
    for match in list(state.stage.matches.values()):
        do(state, result(state, match, in_order(match.entrants)))
    drawn(state, rows([1, 2, 5, 6], [9, 10, 13, 14]))
    assert tables(state) == [[1, 2, 5, 6], [9, 10, 13, 14]]
    assert state.stage.rounds[1].matches[0].slots[0].of == "R1.1"
    assert faults(
        waiting(16, **facts), rows([1, 2], [3, 4, 5, 6], [7, 8, 9, 10, 11, 12], [13, 14, 15, 16])
    ) == [
        "Line 3: Players at table 1: 2. There must be 3 to 4.",
        "Line 13: Players at table 3: 6. There must be 3 to 4.",
    ]


def test_the_next_stage_begins_with_a_seating() -> None:
    state = announced(
        stages=[
            StageSettings("swiss", table_size=2, rounds=1, qualify=4),
            StageSettings("single_elimination", table_size=2),
        ],
        by_hand=True,
        venue="elsewhere",
    )
    do(state, asked.Enter(list(range(101, 109))), asked.Start(), asked.MakeDraft(), asked.Publish())
    for match in list(state.stage.matches.values()):
        do(state, result(state, match, in_order(match.entrants)))
    (frame,) = frames(ready_to_draw(state))
    first, second, third, fourth = frame.entrants
    drawn(state, rows([fourth, first], [third, second]))
    assert tables(state, 1) == [[fourth, first], [third, second]]
    assert state.stage.number == 2


def test_every_mistake_is_told_by_its_line_all_at_once() -> None:
    state = swiss(9)
    do(state, asked.Withdraw(9))
    written = [
        *rows([1, 2, 2, 9], [4, 5]),
        PrescribedSeat(8, 2, 2, 6),
        PrescribedSeat(9, 2, 0, 77),
        PrescribedSeat(10, 4, 1, 8),
        PrescribedSeat(11, BYE, 0, NOBODY),
        PrescribedSeat(12, 2, 5, 7, round=3),
    ]
    assert faults(state, written) == [
        "Line 4: “P2” is already in this round, in line 3.",
        "Line 5: “P9” has left the competition.",
        "Line 8: This seat is already taken, in line 7.",
        "Line 9: There is no entrant 77.",
        "Line 9: The seat is missing: the others at this table have seats.",
        "Line 10: Players at table 4: 1. There must be 3 to 4.",
        "Line 11: The entrant is missing: give an entrant number.",
        "Line 12: Round 3 is not the next round: that is round 1.",
        "Line 12: Players at table 2: 5. There must be 3 to 4.",
        "Without a seat or a bye in round 1: “P3” (1).",
        "Table 3 is missing.",
    ]


def test_no_more_faults_are_told_than_somebody_reads() -> None:
    told = faults(swiss(8), [PrescribedSeat(line, 1, 0, 100 + line) for line in range(2, 60)])
    assert len(told) == 20


def test_a_round_without_tables_is_no_round() -> None:
    assert faults(swiss(8), rows(byes=tuple(range(1, 9)))) == ["Table 1 is missing."]


def test_a_table_at_which_the_rulebook_is_not_played_is_told_in_its_words() -> None:
    state = waiting(8, rulebook="partners", table_size=4, rounds=2)
    told = faults(state, rows([1, 2, 3, 4], [5, 6, 7], byes=(8,)))
    assert len(told) == 1
    assert told[0].startswith("Line 6: ")


def test_names_are_told_as_they_are() -> None:
    state = swiss(4, size=2)
    with pytest.raises(Refusal) as refused:
        prescribed(ready_to_draw(state), rows([1, 2], [1, 4]), {1: "{0} %s", 3: "{x}"})
    assert refused.value.errors == {
        "rows": [
            "Line 4: “{0} %s” is already in this round, in line 2.",
            "Without a seat or a bye in round 1: “{x}” (1).",
        ]
    }


def test_play_offs_follow_from_the_tables_and_what_is_over_is_not_seated() -> None:
    with pytest.raises(Refusal) as refused:
        ready_to_draw(drawn(swiss(4, size=2), rows([1, 2], [3, 4])))
    assert refused.value.code == "still_playing"
    state = swiss(4, size=2, rounds=1)
    drawn(state, rows([1, 2], [3, 4]))
    play_on(state)
    with pytest.raises(Refusal) as refused:
        ready_to_draw(state)
    assert refused.value.code == "not_running"


def of_draft(state: State) -> list[PrescribedSeat]:
    """The draft of a competition as rows."""
    stage, rows = state.stage, []
    seen: Counter[int] = Counter()
    for planned in with_names(stage.draft, stage).rounds:
        seen[planned.group] += 1
        if seen[planned.group] > 1 and stage.settings.format != ROUND_ROBIN:
            continue
        firsts = [match.id for match in planned.matches if match.game == 1]
        for (match, seat), slot in seats(planned):
            place = (firsts.index(match) + 1, seat + 1) if match in firsts else (BYE, 0)
            round_ = seen[planned.group] if stage.settings.format == ROUND_ROBIN else 0
            rows.append(PrescribedSeat(len(rows) + 2, *place, slot.entrant, round_, planned.group))
    return rows


@settings(max_examples=40, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(2, 14))
def test_in_any_competition_a_seating_changes_places_and_a_wrong_one_changes_nothing(
    dice: Random, entrants: int
) -> None:
    organizer = Organizer(dice, by_hand=True, limit=0)
    organizer.enter(entrants)
    organizer.send(asked.Start())
    for _step in range(60):
        state = organizer.state
        if state.status == RUNNING and state.stage.draft is not None and not are_drafted(state.stage):
            given_ = of_draft(state)
            names = called(state)
            organizer.send(asked.MakeDraft(prescribed(ready_to_draw(state), mixed(given_, dice), names)))
            with suppress(Refusal):
                prescribed(ready_to_draw(state), spoiled(given_, dice), names)
        following = next_step(organizer.state, dice)
        if following is None:
            break
        organizer.send(following)


def mixed(given_: list[PrescribedSeat], dice: Random) -> list[PrescribedSeat]:
    """The rows with two of one round and group in each other's place; all of a round robin, by name."""
    playing = [row.entrant for row in given_ if row.entrant and row.group == given_[0].group]
    first, other = dice.choice(playing), dice.choice(playing)
    now = {first: other, other: first}
    return [row._replace(entrant=now.get(row.entrant, row.entrant)) for row in given_]


def spoiled(given_: list[PrescribedSeat], dice: Random) -> list[PrescribedSeat]:
    """The rows with something else in some of them, some missing and some twice."""
    wrong = {
        "table": lambda: dice.randint(0, 9),
        "seat": lambda: dice.randint(0, 10),
        "entrant": lambda: dice.randint(-1, 16),
        "round": lambda: dice.randint(0, 4),
        "group": lambda: dice.randint(0, 3),
    }
    rows_ = [row for row in given_ if dice.random() < 0.95 for _time in range(1 + (dice.random() < 0.05))]
    for number, row in enumerate(rows_):
        if dice.random() < 0.2:
            name = dice.choice(list(wrong))
            rows_[number] = row._replace(**{name: wrong[name]()})
    return rows_
