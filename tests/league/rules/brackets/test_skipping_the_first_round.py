"""Situation: an organizer lets the best seeds skip the first round of a knock-out, of two or at tables."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base.refusal import Refusal
from league.rules.brackets.keeping_apart_in_brackets import kept_apart, meetings
from league.rules.brackets.plan import PlannedRound
from league.rules.brackets.progress import occupant
from league.rules.brackets.seeding import bracket, bracket_size, slots
from league.rules.competition import commands as asked
from league.rules.competition.state import State
from league.rules.documents.draw import document
from league.rules.documents.draw_request import DrawRequest
from league.rules.formats.consolation import with_consolation
from league.rules.formats.single_elimination import draw
from league.rules.formats.table_knockout import plan, stage
from league.rules.settings.stages import MOST_BYES, StageSettings
from tests.league.rules.evening import announced, do, play_on, rounds, started, tables
from tests.league.rules.playing import by_chance, played
from tests.league.rules.playing import slots as slots_of


def entrants(n: int) -> list[int]:
    return list(range(1, n + 1))


def free_in(planned: PlannedRound, matches: dict) -> list[int]:
    """Who has a bye in a round: named as such, or against nobody."""
    against_nobody = [
        matches[match.id].entrants[0]
        for match in planned.matches
        if any(slot.is_bye for slot in match.slots) and matches[match.id].entrants
    ]
    return [occupant(slot, matches) or 0 for slot in planned.byes] + against_nobody


@st.composite
def brackets(draw_: st.DrawFn) -> tuple[int, int]:
    n = draw_(st.integers(4, 64))
    return n, draw_(st.integers(0, n - 2))


def test_sixteen_of_whom_two_skip_the_first_round() -> None:
    rounds_ = draw(entrants(16), byes=2)
    assert slots_of(rounds_, "R1")[:3] == [["1", "-"], ["9", "10"], ["5", "14"]]
    assert [len(round_.matches) for round_ in rounds_] == [9, 5, 3, 2, 1]
    assert slots_of(rounds_, "R2")[3] == ["R1.7>1", "-"]


def test_as_many_as_the_size_needs_anyway_change_nothing() -> None:
    for n in range(4, 65):
        for byes in range(bracket_size(n) - n + 1):
            assert draw(entrants(n), byes=byes) == draw(entrants(n))


@settings(max_examples=150, deadline=None)
@given(brackets())
def test_exactly_so_many_of_the_best_skip_the_first_round_and_one_more_where_somebody_is_left_over(
    facts: tuple[int, int],
) -> None:
    n, byes = facts
    rounds_ = draw(entrants(n), byes=byes)
    played_matches, results = played(rounds_)
    needed = max(bracket_size(n) - n, byes + (n - byes) % 2)
    assert sorted(free_in(rounds_[0], played_matches)) == entrants(needed)
    assert len(results) == n - 1


@settings(max_examples=150, deadline=None)
@given(brackets())
def test_of_two_nobody_sits_out_twice_while_somebody_never_did_nor_until_the_final(
    facts: tuple[int, int],
) -> None:
    n, byes = facts
    rounds_ = draw(entrants(n), byes=byes)
    played_matches, _results = played(rounds_)
    had: Counter[int] = Counter()
    for planned in rounds_:
        free = free_in(planned, played_matches)
        playing = {entrant for match in planned.matches for entrant in played_matches[match.id].entrants} - {
            *free
        }
        assert all(had[entrant] <= had[other] for entrant in free for other in playing)
        had.update(free)
    assert max(had.values(), default=0) < len(rounds_) - 1


@settings(max_examples=100, deadline=None)
@given(brackets(), st.integers(0, 1000))
def test_whatever_the_results_are_nobody_who_skipped_the_first_round_skips_the_second(
    facts: tuple[int, int], seed: int
) -> None:
    n, byes = facts
    rounds_ = draw(entrants(n), byes=byes)
    played_matches, _results = played(rounds_, by_chance(seed))
    assert not {*free_in(rounds_[0], played_matches)} & {*free_in(rounds_[1], played_matches)}
    champion = played_matches[rounds_[-1].matches[0].id].order
    assert champion is not None
    assert len(champion) == 2


def test_while_better_seeds_win_the_best_who_plays_meets_the_last() -> None:
    for n in range(4, 40):
        for byes in range(n - 1):
            played_matches, _results = played(rounds_ := draw(entrants(n), byes=byes))
            for planned in rounds_:
                pairs = [sorted(played_matches[match.id].entrants) for match in planned.matches]
                pairs = sorted(pair for pair in pairs if len(pair) == 2)
                assert [high for _low, high in pairs] == sorted((high for _low, high in pairs), reverse=True)


def test_the_third_place_is_played_for_where_two_lose_a_semi_final() -> None:
    ids = [match.id for match in draw(entrants(16), byes=2, third_place=True)]
    assert ids == ["R1", "R2", "R3", "R4", "R5"]  # of three in the semi-finals one has a bye
    ids = [match.id for match in draw(entrants(12), byes=4, third_place=True)]
    assert ids == ["R1", "R2", "R3", "P3", "R4"]
    ids = [match.id for match in draw(entrants(16), byes=8, third_place=True)]
    assert ids[-1:] == ["R5"]


@settings(max_examples=100, deadline=None)
@given(brackets(), st.integers(0, 1000))
def test_with_a_consolation_everybody_plays_at_least_twice_whoever_skips_the_first_round(
    facts: tuple[int, int], seed: int
) -> None:
    n, byes = facts
    rounds_ = with_consolation(draw(entrants(n), byes=byes))
    played_matches, _results = played(rounds_, by_chance(seed))
    matches = Counter(
        entrant for seated in played_matches.values() if seated.is_playable for entrant in seated.entrants
    )
    assert min(matches[entrant] for entrant in entrants(n)) >= 2


def test_the_bracket_without_byes_asked_for_is_the_usual_one() -> None:
    assert bracket(8) == slots(8)
    assert bracket(6) == [1, 0, 4, 5, 2, 0, 3, 6]
    assert bracket(8, 6) == bracket(8, 5)
    assert bracket(8, 7) == slots(8)  # nobody would be left to play


def test_club_mates_are_kept_apart_where_they_stand_then_and_no_bye_is_lost_by_it() -> None:
    clubs = {3: "a", 14: "a", 4: "b", 13: "b"}
    order = kept_apart(entrants(16), clubs, 1, {}, byes=2)
    assert order[:2] == [1, 2]
    assert meetings(order, clubs, 1, byes=2) == []
    assert meetings(entrants(16), {6: "a", 13: "a"}, 1, byes=2) == [(6, 13, 1)]
    family = {2: "x", 3: "x"}
    assert set(kept_apart(entrants(16), {}, 0, family, byes=3)[:3]) == {1, 2, 3}


def test_at_tables_the_best_skip_the_first_round() -> None:
    rounds_ = draw(entrants(20), table_size=4, advance=2, byes=4)
    assert [slot.entrant for slot in rounds_[0].byes] == [1, 2, 3, 4]
    assert [len(match.slots) for match in rounds_[0].matches] == [4, 4, 4, 4]


@settings(max_examples=150, deadline=None)
@given(st.integers(3, 64), st.integers(3, 6), st.data())
def test_at_tables_byes_that_are_asked_for_leave_nobody_the_final_alone(
    n: int, size: int, data: st.DataObject
) -> None:
    advance = data.draw(st.integers(1, size - 1))
    byes = data.draw(st.integers(1, n))
    try:
        plan(n, size, advance, byes)
    except Refusal:
        with pytest.raises(Refusal, match="bye"):
            stage(entrants(n), size=size, advance=advance, byes=byes)
        return
    rounds_ = stage(entrants(n), size=size, advance=advance, byes=byes)
    assert len(rounds_[0].byes) >= byes
    assert [slot.entrant for slot in rounds_[0].byes] == entrants(len(rounds_[0].byes))
    played_matches, _results = played(rounds_)
    had = Counter(entrant for planned in rounds_ for entrant in free_in(planned, played_matches))
    usual = plan(n, size, advance)
    assert max(had.values()) < len(rounds_) - 1 or usual[0].byes == len(rounds_[0].byes)


@pytest.mark.parametrize(
    ("n", "options"),
    [
        (8, {"byes": 7}),
        (2, {"byes": 1}),
        (5, {"byes": 2, "table_size": 4, "advance": 2}),
        (4, {"byes": 1, "table_size": 4, "advance": 1}),
        (9, {"byes": 8, "table_size": 3, "advance": 1}),
    ],
)
def test_byes_with_which_no_first_round_is_left_or_only_the_final_are_refused(n: int, options: dict) -> None:
    with pytest.raises(Refusal) as refused:
        draw(entrants(n), **options)
    assert refused.value.code == "too_many_byes"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"byes": 2, "placement": True}, "byes_or_placement"),
        ({"byes": 2, "reseed": True}, "byes_or_reseed"),
    ],
)
def test_byes_refuse_options_that_do_not_fit(options: dict, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        draw(entrants(8), **options)
    assert refused.value.code == code


def test_three_at_two_a_match_have_the_bye_that_their_number_needs() -> None:
    assert draw(entrants(3), byes=1) == draw(entrants(3))


def live(entrants_: int, **facts: object) -> State:
    return started(entrants_, **{"format": "single_elimination", "table_size": 2} | facts)


@pytest.mark.parametrize("byes", [0, 1, 2, 3, 4, 6])
def test_a_competition_gives_them_and_is_played_to_its_end(byes: int) -> None:
    state = live(12, byes=byes)
    free = [match.entrants[0] for match in rounds(state)[0].matches if len(match.entrants) == 1]
    assert sorted(free) == entrants(max(4, byes))
    play_on(state)
    assert state.winners == [1]


def test_at_tables_a_competition_gives_them_too() -> None:
    state = live(20, table_size=4, byes=4)
    assert rounds(state)[0].byes == [1, 2, 3, 4]
    assert sorted(entrant for table in tables(state, 1) for entrant in table) == list(range(5, 21))
    play_on(state, best_first=False)


def test_each_group_lets_its_best_skip_the_first_round() -> None:
    state = live(16, groups=2, byes=2)
    free = {match.entrants[0] for match in rounds(state)[0].matches if len(match.entrants) == 1}
    assert free == {*state.stage.groups[0][:2]}


@pytest.mark.parametrize(
    ("stage_", "code"),
    [
        ({"format": "single_elimination", "table_size": 2, "byes": -1}, "bad_byes"),
        ({"format": "single_elimination", "table_size": 2, "byes": MOST_BYES + 1}, "bad_byes"),
        ({"format": "double_elimination", "table_size": 2, "byes": 1}, "no_byes"),
        (
            {"format": "single_elimination", "table_size": 2, "byes": 1, "placement": True},
            "byes_or_placement",
        ),
    ],
)
def test_an_announcement_with_byes_that_cannot_be_is_refused(stage_: dict, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        announced(**stage_)
    assert refused.value.code == code


@pytest.mark.parametrize(("size", "byes"), [(2, 7), (4, 6)])
def test_more_than_leave_a_first_round_are_refused_at_the_start(size: int, byes: int) -> None:
    state = announced(format="single_elimination", table_size=size, byes=byes)
    do(state, asked.Enter(list(range(101, 109))))
    with pytest.raises(Refusal) as refused:
        do(state, asked.Start())
    assert refused.value.code == "too_many_byes"


def test_where_too_many_have_left_before_the_draw_nobody_skips_the_first_round() -> None:
    state = announced(format="single_elimination", table_size=2, byes=5, by_hand=True)
    do(state, asked.Enter(list(range(101, 109))), asked.Start())
    do(state, *(asked.Withdraw(number) for number in range(1, 5)), asked.MakeDraft(), asked.Publish())
    assert tables(state, 1) == [[5, 8], [6, 7]]


def test_those_of_one_group_are_kept_apart_in_the_bracket_with_its_byes() -> None:
    groups = StageSettings("round_robin", table_size=2, groups=4, qualify=2)
    finals = StageSettings("single_elimination", table_size=2, byes=4)
    state = announced(stages=[groups, finals])
    do(state, asked.Enter(list(range(101, 117))), asked.Start())
    play_on(state)
    first = state.stages[1].rounds[0].matches
    group_of = {entrant: n for n, group in enumerate(state.stages[0].groups) for entrant in group}
    pairs = [[slot.entrant for slot in match.slots if slot.entrant] for match in first]
    assert sorted(len(pair) for pair in pairs) == [1, 1, 1, 1, 2, 2]
    assert all(len({group_of[entrant] for entrant in pair}) == len(pair) for pair in pairs)


def test_a_document_names_who_sits_out_each_round() -> None:
    document_ = document(DrawRequest("single_elimination", 16, byes=2))
    assert document_["byes"][:3] == [
        {"seed": 1, "round": "R1"},
        {"seed": 2, "round": "R1"},
        {"winner_of": "R1.7", "round": "R2"},
    ]
    document_ = document(DrawRequest("elimination_500", 20, byes=4))
    assert document_["byes"][:4] == [{"seed": seed, "round": "R1"} for seed in range(1, 5)]
    document_ = document(DrawRequest("elimination_500", 20, byes=4, reseed="seed"))
    assert [bye for bye in document_["byes"] if bye["round"] == "R1"] == [
        {"seed": seed, "round": "R1"} for seed in range(1, 5)
    ]


@pytest.mark.parametrize(
    ("asked_", "code"),
    [
        (DrawRequest("double_elimination", 8, byes=1), "no_such_option"),
        (DrawRequest("swiss", 8, byes=1), "no_such_option"),
        (DrawRequest("single_elimination", 8, byes=MOST_BYES + 1), "bad_byes"),
        (DrawRequest("single_elimination", 8, byes=7), "too_many_byes"),
        (DrawRequest("single_elimination", 8, byes=2, reseed="seed"), "byes_or_reseed"),
    ],
)
def test_a_document_with_byes_that_cannot_be_is_refused(asked_: DrawRequest, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        document(asked_)
    assert refused.value.code == code
