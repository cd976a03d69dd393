"""Situation: some entrants belong together (a family, a car pool), and are not to meet."""

from collections import Counter
from itertools import chain, combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base.refusal import Refusal
from league.rules.brackets.keeping_apart_in_brackets import kept_apart, kept_apart_next
from league.rules.brackets.keeping_apart_in_snakes import dealt_apart
from league.rules.brackets.parties import pairs_apart, words
from league.rules.competition import commands as asked
from league.rules.competition import draft
from league.rules.competition.events import PartyNamed
from league.rules.competition.state import State
from league.rules.decisions.drafts import is_draft_stale
from league.rules.formats.table_schedule import schedule
from league.rules.settings.stages import StageSettings
from league.rules.stages.next_draw import with_costs
from league.rules.table_draws.tables import snake
from tests.league.rules.evening import announced, do, play_on, started, tables

TWO = {"table_size": 2}


def begun(entrants: int, *families: list[int], **facts: Any) -> State:
    """Return a running competition with families; entrant n has seed n."""
    state = announced(**facts)
    do(state, asked.Enter(list(range(101, 101 + entrants))))
    do(
        state,
        asked.NameParties({entrant: f"Family {family[0]}" for family in families for entrant in family}),
    )
    do(state, asked.Start())
    return state


def met(state: State) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair)
        for stage in state.stages
        for match in stage.matches.values()
        for pair in combinations(match.entrants, 2)
    )


def within(families: list[list[int]]) -> list[frozenset[int]]:
    return [frozenset(pair) for family in families for pair in combinations(family, 2)]


@pytest.mark.parametrize(
    ("entrants", "families", "facts"),
    [
        (8, [[1, 5, 3], [2, 4]], {"format": "swiss", "rounds": 4, **TWO}),
        (16, [[1, 2, 3, 4], [5, 9, 13, 16]], {"format": "swiss", "rounds": 4, "table_size": 4}),
        (16, [[1, 8, 9, 16]], {"format": "swiss", "rounds": 4, "table_size": 4, "meetings_first": True}),
        (16, [[1, 8, 9, 16], [2, 7]], {"format": "season", "rounds": 3, "table_size": 4}),
        (16, [[1, 8, 9, 16], [4, 5]], {"format": "round_robin", "groups": 4, **TWO}),
        (16, [[1, 8, 9, 16]], {"format": "swiss", "groups": 4, "rounds": 2, "table_size": 4}),
    ],
)
def test_those_of_one_party_never_meet(
    entrants: int, families: list[list[int]], facts: dict[str, Any]
) -> None:
    state = begun(entrants, *families, **facts)
    play_on(state)
    assert not [pair for pair in within(families) if met(state)[pair]]


AT_TABLES: dict[str, dict[str, Any]] = {
    "a round robin": {"format": "round_robin", "rounds": 4},
    "a Swiss": {"format": "swiss", "rounds": 4},
    "a Swiss that has the meetings first": {"format": "swiss", "rounds": 4, "meetings_first": True},
    "a season": {"format": "season", "rounds": 7},
}


@st.composite
def families_at_tables(draw: st.DrawFn) -> tuple[int, int, list[list[int]]]:
    """Return the entrants, the size of tables, and families none of which has more people than tables."""
    size, count = draw(st.sampled_from([3, 4])), draw(st.integers(2, 4))
    people = draw(st.permutations(range(1, size * count + 1)))
    families: list[list[int]] = []
    for many in draw(st.lists(st.integers(2, count), min_size=1, max_size=4)):
        families.append(list(people[:many]))
        people = people[many:]
    return size * count, size, [family for family in families if len(family) > 1]


@pytest.mark.parametrize("name", AT_TABLES)
@given(drawn=families_at_tables())
@settings(max_examples=5, deadline=None)
def test_where_each_of_a_family_can_have_a_table_none_of_them_ever_meet(
    name: str, drawn: tuple[int, int, list[list[int]]]
) -> None:
    entrants, size, families = drawn
    state = begun(entrants, *families, table_size=size, **AT_TABLES[name])
    play_on(state)
    assert not [pair for pair in within(families) if met(state)[pair]]


@given(drawn=families_at_tables())
@settings(max_examples=40, deadline=None)
def test_in_a_first_round_to_500_no_family_meets_where_each_can_have_a_table(
    drawn: tuple[int, int, list[list[int]]],
) -> None:
    entrants, size, families = drawn
    facts = {"format": "elimination_500", "advance": 2, "rulebook": "elimination-500"}
    state = begun(entrants, *families, table_size=size, **facts)
    assert not [pair for pair in within(families) if met(state)[pair]]


def test_a_matchday_spreads_families_whom_no_swap_within_a_row_would_part() -> None:
    families = [[12, 5, 3, 13], [16, 9, 15, 2], [1, 11, 4, 6], [14, 10, 7]]
    state = begun(16, *families, format="season", rounds=7, table_size=4)
    play_on(state)
    assert not [pair for pair in within(families) if met(state)[pair]]


def test_a_family_meets_nobody_of_its_own_though_all_could_meet_once() -> None:
    """Nine have four rounds at tables of three in which nobody meets twice, and everybody everybody."""
    as_design = schedule(9, 3, 4)
    assert as_design.cost["repeats"] == 0
    drawn = schedule(9, 3, 4, parties=dict.fromkeys([1, 5, 9], "Smith"))
    assert drawn.cost.get("one_party", 0) == 0
    assert drawn.cost["repeats"] >= 3


def test_of_a_family_too_large_for_the_tables_as_few_meet_as_can_be() -> None:
    """Three of one family at two tables: one pair of them meets in every round."""
    drawn = schedule(8, 4, 5, parties=dict.fromkeys([1, 2, 3], "Smith"))
    assert drawn.cost["one_party"] == 5


@given(
    order=st.permutations(range(1, 9)),
    family=st.lists(st.integers(1, 8), min_size=2, max_size=2, unique=True),
)
@settings(max_examples=30, deadline=None)
@pytest.mark.parametrize("form", ["single_elimination", "double_elimination"])
def test_two_of_a_family_never_meet_in_the_first_match_of_a_bracket(
    form: str, order: list[int], family: list[int]
) -> None:
    state = announced(format=form, **TWO)
    do(
        state,
        asked.Enter([100 + entrant for entrant in order]),
        asked.NameParties(dict.fromkeys(family, "Smith")),
    )
    do(state, asked.Start())
    assert not met(state)[frozenset(family)]


@pytest.mark.parametrize("form", ["single_elimination", "double_elimination"])
def test_in_a_bracket_they_meet_in_the_last_round_that_there_is(form: str) -> None:
    state = begun(8, [1, 8], [3, 6], format=form, **TWO)
    first = [set(match.entrants) for match in state.stage.matches_of(state.stage.rounds[0])]
    halves = [first[0] | first[1], first[2] | first[3]]
    assert all(len(half & family) == 1 for half in halves for family in ({1, 8}, {3, 6}))


def test_a_first_round_at_tables_keeps_them_apart() -> None:
    facts = {"format": "elimination_500", "table_size": 4, "advance": 2, "rulebook": "elimination-500"}
    assert [1, 8, 9, 16] in [sorted(table) for table in tables(started(16, **facts))]
    assert all(len({1, 8, 9, 16} & {*table}) == 1 for table in tables(begun(16, [1, 8, 9, 16], **facts)))


def test_families_come_before_clubs() -> None:
    clubs, families = {1: "North", 4: "North"}, {1: "Smith", 3: "Smith"}
    assert kept_apart([1, 2, 3, 4], {}, 1, {}) == [1, 2, 3, 4]
    assert kept_apart([1, 2, 3, 4], clubs, 1, {}) == [1, 2, 4, 3]
    assert kept_apart([1, 2, 3, 4], clubs, 1, families) == [1, 2, 3, 4]


def test_an_entrant_who_is_in_a_party_is_moved_where_no_club_mate_is() -> None:
    """2 meets 7, and 4 meets 5: 7 could change with 5 or with 8, and 4 is a club-mate."""
    clubs, families = {4: "North", 7: "North"}, {2: "Smith", 7: "Smith"}
    assert kept_apart(range(1, 9), clubs, 1, families) == [1, 2, 3, 4, 5, 6, 8, 7]


@pytest.mark.parametrize("form", ["elimination_500", "single_elimination"])
def test_an_entrant_who_is_in_a_party_is_kept_apart_from_club_mates_too(form: str) -> None:
    """By the seeds the Smiths, 1 and 12, share a table; 2, at the next one, is of the club of 12."""
    facts = {"format": form, "table_size": 4, "advance": 2}
    state = announced(**facts, **({"rulebook": "elimination-500"} if form == "elimination_500" else {}))
    do(state, asked.Enter(list(range(101, 113)), {102: "North", 112: "North"}))
    do(state, asked.NameParties({1: "Smith", 12: "Smith"}), asked.Start())
    (table,) = [table for table in tables(state, 1) if 12 in table]
    assert {1, 2}.isdisjoint(table)


def test_all_rounds_at_tables_keep_parties_and_clubs_apart_and_count_only_clubs_as_clubs() -> None:
    clubs, families = {1: "North", 2: "North", 9: "North"}, {9: "Smith", 3: "Smith", 8: "Smith"}
    drawn = schedule(9, 3, 1, clubs=clubs, parties=families)
    assert (drawn.cost["club_mates"], drawn.cost.get("one_party", 0)) == (0, 0)
    together = schedule(4, 4, 1, clubs={}, parties=dict.fromkeys(range(1, 5), "Smith"))
    assert (together.cost["club_mates"], together.cost["one_party"]) == (0, 6)


def test_a_party_has_no_name_of_a_club() -> None:
    """A club called Smith and a party called Smith have nothing in common."""
    order = [1, 2, 3, 4]
    as_seeded = dealt_apart(order, 2, {}, {})
    assert dealt_apart(order, 2, {1: "Smith"}, {4: "Smith"}) == as_seeded == [[1, 4], [2, 3]]


@given(st.integers(2, 24), st.integers(1, 6), st.data())
def test_no_change_within_a_row_keeps_more_apart(entrants: int, count: int, data: st.DataObject) -> None:
    names = st.dictionaries(st.integers(1, entrants), st.sampled_from("abcd"))
    parties, clubs = data.draw(names), data.draw(names)
    dealt = dealt_apart(range(1, entrants + 1), count, parties, clubs)
    assert sorted(map(len, dealt)) == sorted(map(len, snake(range(entrants), count)))
    assert sorted(chain.from_iterable(dealt)) == list(range(1, entrants + 1))

    def together(labels: dict[int, str], some: list[list[int]]) -> int:
        pairs = chain.from_iterable(combinations(table, 2) for table in some)
        return sum(
            labels.get(first) is not None and labels.get(first) == labels.get(two) for first, two in pairs
        )

    cost = together(parties, dealt), together(clubs, dealt)
    for first_, other in combinations(range(len(dealt)), 2):
        for row in range(min(len(dealt[first_]), len(dealt[other]))):
            changed = [list(table) for table in dealt]
            changed[first_][row], changed[other][row] = dealt[other][row], dealt[first_][row]
            assert (together(parties, changed), together(clubs, changed)) >= cost


def test_those_of_one_party_who_come_from_groups_meet_late() -> None:
    stages = [
        StageSettings("round_robin", "Groups", table_size=2, groups=4, qualify=2),
        StageSettings("single_elimination", "Finals", table_size=2),
    ]
    facts = {"stages": stages}
    strangers, family = started(16, **facts), [2, 5]
    play_on(strangers)
    assert frozenset(family) in met(strangers)
    state = begun(16, family, **facts)
    play_on(state)
    assert frozenset(family) not in met(state)


def test_an_entrant_who_has_nobody_else_to_meet_has_a_bye() -> None:
    state = begun(4, [1, 2, 3], format="swiss", rounds=1, **TWO)
    (planned,) = state.stage.rounds
    (match,) = state.stage.matches_of(planned)
    assert 4 in match.entrants
    assert len(state.stage.byes_of(planned)) == 2


def test_a_swap_by_hand_names_entrants_of_a_table_who_are_not_to_meet() -> None:
    state = begun(8, [1, 2], format="swiss", rounds=2, table_size=4, by_hand=True)
    do(state, asked.MakeDraft())
    assert state.stage.draft is not None
    seats = {slot.entrant: seat for seat, slot in draft.seats(state.stage.draft.rounds[0])}
    other = next(number for number in range(3, 9) if seats[number][0] == seats[1][0])
    do(state, asked.SwapInDraft(seats[2], seats[other]))
    now = with_costs(state, state.stage, state.stage.draft)
    assert now.cost["one_party"] == 1
    assert [why.cost["one_party"] for why in now.why if "one_party" in why.cost] == [1]


@pytest.mark.parametrize("group", [0, 1])
def test_the_cost_of_a_single_group_is_counted(group: int) -> None:
    state = announced(format="swiss", rounds=2, table_size=4, groups=2, by_hand=True)
    do(state, asked.Enter(list(range(101, 117))), asked.Start(), asked.MakeDraft())
    assert state.stage.draft is not None
    match = state.stage.draft.rounds[group].matches[0]
    do(state, asked.NameParties({slot.entrant: "Smith" for slot in match.slots[:2]}))
    assert with_costs(state, state.stage, state.stage.draft).cost["one_party"] == 1


def test_a_draft_is_stale_when_a_party_is_named_or_given_up_afterwards() -> None:
    state = begun(8, [1, 2], format="swiss", rounds=2, table_size=4, by_hand=True)
    do(state, asked.MakeDraft())
    assert not is_draft_stale(state, state.stage)
    do(state, asked.NameParties({3: "Jones"}))  # nobody else is of that name
    assert not is_draft_stale(state, state.stage)
    do(state, asked.NameParties({4: "Jones"}))
    assert is_draft_stale(state.copy(), state.copy().stage)
    with pytest.raises(Refusal) as refused:
        do(state, asked.Publish())
    assert refused.value.code == "draft_stale"
    do(state, asked.NameParties({4: ""}))
    assert not is_draft_stale(state, state.stage)
    do(state, asked.NameParties({1: ""}))
    assert is_draft_stale(state, state.stage)
    do(state, asked.MakeDraft(), asked.Publish())
    assert state.stage.rounds


def test_parties_can_be_named_until_the_end() -> None:
    state = started(4)
    assert len(do(state, asked.NameParties({1: " Smith ", 2: "Smith"}))) == 2
    assert do(state, asked.NameParties({1: "Smith"})) == []
    assert state.copy().parties() == {1: "Smith", 2: "Smith"}
    with pytest.raises(Refusal) as unknown:
        do(state, asked.NameParties({9: "Smith"}))
    do(state, asked.NameParties({1: ""}))
    assert state.parties() == {2: "Smith"}
    play_on(state)
    with pytest.raises(Refusal) as over:
        do(state, asked.NameParties({1: ""}))
    assert (unknown.value.code, over.value.code) == ("unknown_entrant", "finished")


def test_capitals_and_blanks_make_no_other_party() -> None:
    state = started(5)
    do(state, asked.NameParties({1: "Smith Hall"}), asked.NameParties({2: "smith  hall", 3: "STRASSE"}))
    do(state, asked.NameParties({4: "straße", 5: " SMITH hall "}))
    assert state.parties() == {1: "Smith Hall", 2: "Smith Hall", 3: "STRASSE", 4: "STRASSE", 5: "Smith Hall"}
    assert do(state, asked.NameParties({1: "SMITH HALL", 2: "smith hall"})) == []


def test_the_only_one_of_a_party_can_spell_it_otherwise() -> None:
    state = started(4)
    do(state, asked.NameParties({1: "smith"}), asked.NameParties({1: "Smith"}))
    assert state.parties() == {1: "Smith"}


@pytest.mark.parametrize("capitals", ["Smith", "SMITH"])
def test_a_party_is_too_large_in_any_spelling(capitals: str) -> None:
    state = started(22)
    do(state, asked.NameParties(dict.fromkeys(range(1, 21), "smith")))
    with pytest.raises(Refusal) as refused:
        do(state, asked.NameParties({21: capitals}))
    assert refused.value.code == "party_too_large"


@pytest.mark.parametrize("form", ["single_elimination", "double_elimination"])
def test_a_bracket_keeps_clubs_apart_in_as_many_rounds_as_it_says(form: str) -> None:
    def first_round(**facts: Any) -> list[list[int]]:
        state = announced(format=form, **TWO, **facts)
        do(state, asked.Enter(list(range(101, 109)), {101: "North", 108: "North"}), asked.Start())
        return [sorted(match.entrants) for match in state.stage.matches_of(state.stage.rounds[0])]

    assert [1, 8] in first_round()
    assert [1, 8] not in first_round(separate_clubs=1)


def test_an_entrant_has_ten_words_at_most() -> None:
    state = started(4)
    do(state, asked.NameParties({1: "; ".join(map(str, range(10)))}))
    with pytest.raises(Refusal) as refused:
        do(state, asked.NameParties({1: "; ".join(map(str, range(11)))}))
    assert (refused.value.code, len(words(state.parties()[1]))) == ("bad_value", 10)


def test_each_word_has_one_spelling_and_is_there_once() -> None:
    state = started(4)
    do(state, asked.NameParties({1: " Novak;Car 2 ;; novak"}), asked.NameParties({2: "car  2;NOVAK", 3: ";"}))
    assert state.parties() == {1: "Novak; Car 2", 2: "Car 2; Novak"}
    assert do(state, asked.NameParties({1: "NOVAK ; car 2"})) == []


def test_a_word_is_too_common_beside_other_words() -> None:
    state = started(22)
    do(state, asked.NameParties({number: f"Car 2; {number}" for number in range(1, 21)}))
    with pytest.raises(Refusal) as refused:
        do(state, asked.NameParties({21: "Other; car 2"}))
    assert refused.value.code == "party_too_large"


SEVERAL: dict[str, dict[str, Any]] = {
    "a Swiss of two": {"format": "swiss", "rounds": 3, **TWO},
    "a Swiss at tables": {"format": "swiss", "rounds": 4, "table_size": 4},
    "a Swiss in groups": {"format": "swiss", "groups": 4, "rounds": 2, "table_size": 4},
    "a round robin at tables": {"format": "round_robin", "rounds": 4, "table_size": 4},
    "a round robin in groups": {"format": "round_robin", "groups": 4, **TWO},
    "a season": {"format": "season", "rounds": 3, "table_size": 4},
}


@pytest.mark.parametrize("name", SEVERAL)
def test_free_pairs_are_kept_apart_and_the_others_may_meet(name: str) -> None:
    """1 meets neither 2 nor 8, nor 9; these three may meet each other."""
    state = announced(**SEVERAL[name])
    do(state, asked.Enter(list(range(101, 117))))
    do(state, asked.NameParties({1: "a; b; c", 2: "a", 8: "b", 9: "c; d", 16: "d"}), asked.Start())
    play_on(state)
    pairs = [frozenset(pair) for pair in ((1, 2), (1, 8), (1, 9), (9, 16))]
    assert not [pair for pair in pairs if met(state)[pair]]


@pytest.mark.parametrize("form", ["single_elimination", "double_elimination"])
def test_free_pairs_are_far_apart_in_a_bracket(form: str) -> None:
    """By the seeds 1 meets 8 at once, and 4 or 5 then."""
    state = announced(format=form, **TWO)
    do(state, asked.Enter(list(range(101, 109))))
    do(state, asked.NameParties({1: "a; b; c", 8: "a", 5: "b", 4: "c"}), asked.Start())
    first = [set(match.entrants) for match in state.stage.matches_of(state.stage.rounds[0])]
    (half,) = [two[0] | two[1] for two in (first[:2], first[2:]) if 1 in two[0] | two[1]]
    assert half.isdisjoint({4, 5, 8})


def test_a_first_round_at_tables_keeps_free_pairs_apart() -> None:
    facts = {"format": "elimination_500", "table_size": 4, "advance": 2, "rulebook": "elimination-500"}
    state = announced(**facts)
    do(state, asked.Enter(list(range(101, 117))))
    do(state, asked.NameParties({1: "a; b", 8: "a", 9: "b; c", 2: "c"}), asked.Start())
    together = [pair for table in tables(state, 1) for pair in combinations(sorted(table), 2)]
    assert {(1, 8), (1, 9), (2, 9)}.isdisjoint(together)


def test_those_who_come_from_groups_are_kept_from_all_with_a_word_of_theirs() -> None:
    stages = [
        StageSettings("round_robin", "Groups", table_size=2, groups=4, qualify=2),
        StageSettings("single_elimination", "Finals", table_size=2),
    ]
    state = announced(stages=stages)
    do(state, asked.Enter(list(range(101, 117))))
    do(state, asked.NameParties({2: "a; b", 5: "a", 7: "b"}), asked.Start())
    play_on(state)
    assert not [pair for pair in (frozenset({2, 5}), frozenset({2, 7})) if met(state)[pair]]


def test_a_party_in_a_log_from_before_several_words_is_read_as_it_was() -> None:
    state = started(4)
    for number in (1, 2):
        PartyNamed(number, "Smith;Hall").change(state)
    assert pairs_apart(state.parties()) == {frozenset({1, 2})}


def test_a_party_has_an_end() -> None:
    state = started(21)
    do(state, asked.NameParties(dict.fromkeys(range(1, 21), "Smith")))
    with pytest.raises(Refusal) as refused:
        do(state, asked.NameParties({21: "Smith"}))
    assert refused.value.code == "party_too_large"
    do(state, asked.NameParties({20: "", 21: "Smith"}))
    assert state.parties().keys() == {*range(1, 20), 21}


def test_rounds_that_are_seeded_anew_keep_them_apart_one_by_one() -> None:
    facts = {"format": "single_elimination", "reseed": "seed", **TWO}
    assert met(started(8, **facts))[frozenset([3, 6])] == 1
    state = begun(8, [3, 6], [1, 4], **facts)
    assert not met(state)[frozenset([3, 6])]
    play_on(state)  # in the semi-finals, too, where the best would meet the last
    assert not [pair for pair in within([[3, 6], [1, 4]]) if met(state)[pair]]


def test_clubs_are_kept_apart_in_so_many_rounds_that_are_seeded_anew() -> None:
    order, clubs = [1, 2, 3, 4, 5, 6, 7, 8], {3: "North", 6: "North"}
    assert kept_apart_next(order, {}, {}) == order
    moved = kept_apart_next(order, clubs, {})
    assert sorted(moved) == order
    assert moved.index(3) + moved.index(6) != 7
    assert moved[:2] == [1, 2]
