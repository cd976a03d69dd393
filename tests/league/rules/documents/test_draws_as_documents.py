"""Draws as programs read them: slots, links, byes, costs, and later rounds from the results so far."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base.refusal import Refusal
from league.rules.documents.draw import document, text
from league.rules.documents.entrants import draw_request as named
from league.rules.documents.entry_list import Entry
from league.rules.played_rounds import Bye, History, PlayedMatch, PlayedRound
from tests.league.rules.documents.drawn_documents import (
    LEVEL,
    ZERO,
    drawn,
    history,
    links,
    played,
    refused,
    rounds,
)


def test_the_head_of_a_document() -> None:
    document = drawn("double_elimination", 8, seed=5)
    assert list(document) == ["format", "entrants", "seed", "rounds", "byes", "cost", "bound"]
    assert (document["format"], document["entrants"], document["seed"]) == ("double_elimination", 8, 5)
    assert (document["byes"], document["cost"], document["bound"]) == ([], None, None)


def test_matches_of_a_double_elimination_say_where_winner_and_loser_go() -> None:
    document = drawn("double_elimination", 8)
    assert document["rounds"][0]["matches"][0] == {
        "id": "W1.1",
        "entrants": [{"seed": 1}, {"seed": 8}],
        "winner_to": "W2.1",
        "loser_to": "L1.1",
    }
    assert document["rounds"][4]["matches"][0] == {
        "id": "L2.1",
        "entrants": [{"loser_of": "W2.2"}, {"winner_of": "L1.1"}],
        "winner_to": "L3.1",
        "loser_to": None,
    }
    assert links(document, "W3.1") == ("GF.1", "L4.1")
    assert document["rounds"][-1]["matches"] == [
        {"id": "GF.1", "entrants": [{"winner_of": "W3.1"}, {"winner_of": "L4.1"}]},
        {
            "id": "GF.2",
            "entrants": [{"loser_of": "GF.1"}, {"winner_of": "GF.1"}],
            "if": "losers side won GF.1",
        },
    ]


def test_a_consolation_is_listed_behind_the_bracket() -> None:
    document = drawn("single_elimination", 8, consolation=True)
    assert [deal["id"] for deal in document["rounds"]] == ["R1", "R2", "R3", "C1", "C2"]
    assert rounds(document)["C1"] == [["l R1.1", "l R1.2"], ["l R1.3", "l R1.4"]]
    assert links(document, "R1.3") == ("R2.2", "C1.2")
    assert links(document, "C1.2") == ("C2.1", None)
    document = drawn("single_elimination", 4, consolation=True, results=history(4, played([1, 4], [2, 3])))
    assert rounds(document)["C1"] == [[4, 3]]


def test_a_slot_against_a_bye_is_a_match_and_the_seed_is_named_among_the_byes() -> None:
    document = drawn("single_elimination", 6, third_place=True)
    assert rounds(document)["R1"] == [[1, "-"], [4, 5], [2, "-"], [3, 6]]
    assert document["byes"] == [{"seed": 1, "round": "R1"}, {"seed": 2, "round": "R1"}]
    assert rounds(document)["P3"] == [["l R2.1", "l R2.2"]]
    assert links(document, "R2.1") == ("R3.1", "P3.1")
    assert links(document, "R3.1") == (None, None)
    assert links(document, "R1.1") == ("R2.1", None)


def test_an_elimination_to_500_lists_places_of_tables_for_later_rounds() -> None:
    document = drawn("elimination_500", 9)
    assert rounds(document) == {
        "R1": [[1, 6, 7], [2, 5, 8], [3, 4, 9]],
        "R2": [["1 R1.1", "1 R1.3", "2 R1.2"], ["1 R1.2", "2 R1.1", "2 R1.3"]],
        "R3": [["1 R2.1", "1 R2.2", "2 R2.1", "2 R2.2"]],
    }
    assert document["cost"] == ZERO | {"repeats": 2}
    assert document["bound"] == 2
    assert "winner_to" not in document["rounds"][0]["matches"][0]


def test_byes_of_an_elimination_to_500_are_told_round_by_round() -> None:
    document = drawn("elimination_500", 13, advance=3)
    assert document["byes"][:3] == [
        {"seed": 1, "round": "R1"},
        {"place": 1, "of": "R1.1", "round": "R2"},
        {"place": 1, "of": "R1.2", "round": "R2"},
    ]
    assert document["cost"]["repeated_byes"] == 1
    again = drawn("elimination_500", 13, advance=3, reseed="seed")
    assert again["byes"][1:3] == [
        {"place": 1, "of": "R1", "round": "R2"},
        {"place": 2, "of": "R1", "round": "R2"},
    ]
    assert (again["cost"], again["bound"]) == (None, None)


def test_byes_after_everybody_had_one_are_counted() -> None:
    document = drawn("elimination_500", 64, table_size=3)
    named = [bye["seed"] for bye in document["byes"] if "seed" in bye]
    assert len(set(named)) == len(named)
    assert (len(document["byes"]), document["cost"]["repeated_byes"]) == (13, 4)


def test_tables_of_which_one_goes_on_have_winners() -> None:
    document = drawn("single_elimination", 9, table_size=3)
    assert rounds(document)["R2"] == [["w R1.1", "w R1.2", "w R1.3"]]
    assert links(document, "R1.1") == ("R2.1", None)


def test_a_round_robin_lists_all_rounds_and_who_is_free() -> None:
    document = drawn("round_robin", 5)
    assert rounds(document)["R1"] == [[2, 5], [3, 4]]
    assert document["byes"][:2] == [{"seed": 1, "round": "R1"}, {"seed": 4, "round": "R2"}]
    assert len(drawn("round_robin", 4, legs=2)["rounds"]) == 6


def test_nine_in_threes_meet_once_each_in_four_rounds() -> None:
    document = drawn("round_robin", 9, table_size=3)
    pairs = [
        {entrant, other}
        for tables in rounds(document).values()
        for table in tables
        for entrant in table
        for other in table
        if entrant < other
    ]
    assert len(pairs) == 36 == len({frozenset(pair) for pair in pairs})
    assert document["cost"]["repeats"] == document["bound"] == 0


def test_a_swiss_lists_the_next_round_only() -> None:
    document = drawn("swiss", 4, results=history(4, played([1, 3], [2, 4])))
    assert list(rounds(document)) == ["R2"]
    assert sorted(map(sorted, rounds(document)["R2"])) == [[1, 2], [3, 4]]
    assert drawn("swiss", 5)["byes"] == [{"seed": 5, "round": "R1"}]


def test_a_swiss_at_tables_says_what_it_costs() -> None:
    document = drawn("swiss", 8, table_size=4, results=history(8, played([1, 2, 3, 4], [5, 6, 7, 8])))
    assert list(document["cost"]) == list(ZERO)
    assert document["bound"] == 4
    assert document["cost"]["repeats"] >= document["bound"]


def test_a_swiss_at_tables_can_be_drawn_in_advance() -> None:
    document = drawn("swiss", 16, table_size=4, rounds=5)
    assert list(rounds(document)) == ["R1", "R2", "R3", "R4", "R5"]
    assert document["cost"]["repeats"] == document["bound"] == 0


def test_withdrawn_entrants_and_late_entries_of_a_swiss() -> None:
    results = History(["a", "b", "c"], [PlayedRound([PlayedMatch(["a", "b"], [1, 0])], [Bye("c", 1)])], ["b"])
    document_ = document(named(None, results, {"format": "swiss", "entrants": 4, "by": None}))
    seated = [slot for match in rounds(document_)["R2"] for slot in match] + [
        bye["seed"] for bye in document_["byes"]
    ]
    assert sorted(seated) == [1, 3, 4]


def test_club_mates_are_moved_apart_and_what_stays_is_told() -> None:
    clubs = {1: "a", 8: "a", 2: "b", 3: "b", 4: "b"}
    document = drawn("single_elimination", 8, clubs=clubs, separate_clubs=1)
    assert [1, 8] not in rounds(document)["R1"]
    assert document["club_meetings"] == []
    small = drawn("double_elimination", 4, clubs=dict.fromkeys([1, 2, 3], "a"), separate_clubs=1)
    assert small["club_meetings"] == [{"entrants": [{"seed": 2}, {"seed": 3}], "round": "W1"}]
    table = drawn("elimination_500", 8, clubs={1: "a", 4: "a", 5: "b", 8: "b", 2: "a"}, separate_clubs=1)
    assert table["cost"]["club_mates"] == 1
    assert drawn("elimination_500", 8, clubs={1: "a", 4: "a"})["cost"]["club_mates"] == 1


@pytest.mark.parametrize(
    ("format", "options", "told"),
    [
        ("swiss", {}, 1),
        ("swiss", {"table_size": 3}, 4),
        ("swiss", {"table_size": 3, "rounds": 2}, 4),
        ("round_robin", {"table_size": 3, "rounds": 1}, 4),
        ("elimination_500", {"table_size": 3}, 4),
        ("elimination_500", {"table_size": 3, "reseed": "seed"}, 4),
    ],
)
def test_club_mates_who_cannot_be_kept_apart_are_told_in_every_format(
    format: str,  # noqa: A002
    options: dict[str, Any],
    told: int,
) -> None:
    """Five of six are of one club, so that one of three pairs is unavoidable, and four of two tables' six."""
    clubs = dict.fromkeys(range(1, 6), "Ash")
    if options.get("table_size") is None:
        clubs.pop(1)
    document = drawn(format, 6, clubs=clubs, names=[*"abcdef"], separate_clubs=1, **options)
    assert len(document["club_meetings"]) == told
    for meeting in document["club_meetings"]:
        assert meeting["round"] == "R1"
        assert any(
            all(entrant in match["entrants"] for entrant in meeting["entrants"]) for match in first(document)
        )
    assert "club_meetings" not in drawn(format, 6, clubs=clubs, names=[*"abcdef"], **options)


def test_a_swiss_tells_of_club_mates_only_in_the_rounds_asked_for() -> None:
    clubs = dict.fromkeys(range(1, 5), "Ash")
    results = history(4, played([1, 3], [2, 4]))
    options = {"clubs": clubs, "names": [*"abcd"], "results": results}
    assert drawn("swiss", 4, separate_clubs=1, **options)["club_meetings"] == []
    assert len(drawn("swiss", 4, separate_clubs=2, **options)["club_meetings"]) == 2


def first(document: dict[str, Any]) -> list[dict[str, Any]]:
    matches: list[dict[str, Any]] = document["rounds"][0]["matches"]
    return matches


def test_a_list_gives_names_clubs_and_an_order_by_rating() -> None:
    entries = [Entry("Ana", "x", 10), Entry("Bo", "", 30), Entry("Cy", "x", None)]
    options = {"format": "single_elimination", "entrants": None, "by": "rating", "seed": 3}
    document_ = document(named(entries, None, options))
    assert document_["names"] == ["Bo", "Ana", "Cy"]
    assert document_["seed"] == 3
    results = History(["Cy", "Ana"], [PlayedRound([PlayedMatch(["Cy", "Ana"], [1, 0])])])
    assert rounds(document(named(entries, results, options)))["R2"] == [[1, 3]]


def test_results_alone_name_the_entrants() -> None:
    results = History(["x", "y"], [])
    assert document(named(None, results, {"format": "swiss", "entrants": None, "by": None}))["entrants"] == 2


def test_seed_numbers_in_the_results_are_the_seeds() -> None:
    results = History([2, 1, 4, 3], [played([4, 1])])
    document_ = document(named(None, results, {"format": "single_elimination", "entrants": 4, "by": None}))
    assert rounds(document_)["R2"] == [[4, "w R1.2"]]


@pytest.mark.parametrize(
    ("entries", "results", "options", "code"),
    [
        (None, None, {}, "no_entrants"),
        (None, None, {"by": "rating", "entrants": 3}, "no_ratings"),
        ([Entry("Ana"), Entry("Bo")], None, {"by": "rating"}, "no_ratings"),
        ([Entry("Ana"), Entry("Bo")], History(["Cy"]), {}, "unknown_entrant"),
        (None, History(["a", "b", "c"]), {"entrants": 2}, "too_few_entrants"),
    ],
)
def test_entrants_that_do_not_fit_are_refused(entries: Any, results: Any, options: Any, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        named(entries, results, {"format": "swiss", "entrants": None, "by": None} | options)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("format", "count", "options", "code"),
    [
        ("knockout", 8, {}, "unknown_format"),
        ("swiss", 0, {}, "too_few_entrants"),
        ("swiss", -1, {}, "too_few_entrants"),
        ("round_robin", 1, {}, "too_few_entrants"),
        ("double_elimination", 10**30, {}, "too_many_entrants"),
        ("elimination_500", 2, {}, "too_few_entrants"),
        ("single_elimination", 8, {"table_size": 11}, "bad_table_size"),
        ("single_elimination", 8, {"table_size": 1}, "bad_table_size"),
        ("elimination_500", 8, {"table_size": 2}, "bad_table_size"),
        ("single_elimination", 8, {"table_size": 4, "advance": 4}, "bad_advance"),
        ("elimination_500", 8, {"advance": 4}, "advance_too_large"),
        ("elimination_500", 8, {"advance": 0}, "bad_advance"),
        ("elimination_500", 8, {"advance": 1}, "advance_too_small"),
        ("single_elimination", 8, {"table_size": 4, "third_place": True}, "no_third_place"),
        ("single_elimination", 8, {"reseed": "total"}, "bad_reseed"),
        ("single_elimination", 8, {"table_size": 4, "consolation": True}, "no_consolation"),
        ("single_elimination", 8, {"reseed": "seed", "consolation": True}, "consolation_or_reseed"),
        ("double_elimination", 8, {"consolation": True}, "no_such_option"),
        ("double_elimination", 8, {"table_size": 4}, "no_such_option"),
        ("double_elimination", 8, {"third_place": True}, "no_such_option"),
        ("swiss", 8, {"legs": 2}, "no_such_option"),
        ("swiss", 8, {"fold": True, "table_size": 4}, "no_such_option"),
        ("swiss", 8, {"pull_up": "top", "table_size": 3}, "no_such_option"),
        ("swiss", 8, {"best_of_matches": 3}, "no_such_option"),
        ("single_elimination", 8, {"best_of_matches": 3, "table_size": 4}, "no_such_option"),
        ("single_elimination", 8, {"best_of_matches": 4}, "bad_best_of"),
        ("double_elimination", 8, {"best_of_matches": 3, "best_of_from": "quarter"}, "bad_best_of_from"),
        ("round_robin", 8, {"legs": 3}, "bad_legs"),
        ("round_robin", 8, {"rounds": 3}, "no_rounds"),
        ("round_robin", 8, {"separate_clubs": 1, "clubs": {1: "a"}}, "no_separation"),
        ("round_robin", 9, {"table_size": 3, "legs": 2}, "no_legs"),
        ("swiss", 8, {"rounds": 3}, "no_rounds"),
        ("swiss", 8, {"separate_clubs": 1}, "no_clubs"),
        ("swiss", 3, {"results": History([1, 2, 3], [], [1, 2])}, "too_few_entrants"),
        ("single_elimination", 4, {"results": History([1, 2], [played([1, 2])])}, "no_such_match"),
        (
            "single_elimination",
            2,
            {"results": History([], [LEVEL])},
            "level",
        ),
    ],
)
def test_a_draw_with_wrong_facts_is_refused(format: str, count: int, options: Any, code: str) -> None:  # noqa: A002
    assert refused(format, count, **options) == code


def test_neutral_options_are_understood_by_every_format() -> None:
    options = {"table_size": 2, "advance": 1, "legs": 1, "separate_clubs": 0}
    for format in ("single_elimination", "double_elimination", "round_robin", "swiss"):  # noqa: A001
        assert drawn(format, 4, **options)["entrants"] == 4


def test_the_text_for_people() -> None:
    entries = [Entry("Ana", "x"), Entry("Bo", "x"), Entry("Cy")]
    options = {"format": "double_elimination", "entrants": None, "by": None, "separate_clubs": 2}
    assert text(document(named(entries, None, options))) == [
        "W1  Winners round 1",
        "  W1.1    1 Ana, bye",
        "  W1.2    2 Bo, 3 Cy",
        "  bye     1 Ana",
        "W2  Winners round 2",
        "  W2.1    winner of W1.1, winner of W1.2",
        "L1  Losers round 1",
        "  L1.1    bye, loser of W1.2",
        "L2  Losers round 2",
        "  L2.1    loser of W2.1, winner of L1.1",
        "GF  Grand final",
        "  GF.1    winner of W2.1, winner of L2.1",
        "  GF.2    loser of GF.1, winner of GF.1  (if losers side won GF.1)",
        "of one club: 1 Ana and 2 Bo may meet in W2",
    ]
    tables = text(drawn("elimination_500", 5))
    assert tables[-3:] == [
        "  R2.1    1, place 1 of R1.1, place 2 of R1.1",
        "cost: repeats 1, score_gap 0, club_mates 0, seat_balance 0, small_tables 0, repeated_byes 0",
        "repeats cannot be fewer than 1",
    ]


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["single_elimination", "double_elimination", "elimination_500"]),
    st.integers(3, 60),
    st.booleans(),
)
def test_every_slot_names_a_match_of_the_draw_and_links_agree(format: str, count: int, flag: bool) -> None:  # noqa: A002
    document = drawn(format, count, **({"third_place": flag} if format == "single_elimination" else {}))
    matches = {match["id"]: match for deal in document["rounds"] for match in deal["matches"]}
    for name, match in matches.items():
        for entrant in match["entrants"]:
            (kind, value), *_ = entrant.items()
            if kind in ("winner_of", "loser_of"):
                assert matches[value].get(kind.replace("_of", "_to"), name) in (name, "GF.2")
        for kind in ("winner_to", "loser_to"):
            if match.get(kind):
                assert {kind.replace("_to", "_of"): name} in matches[match[kind]]["entrants"]
    seeds = [
        entrant["seed"] for match in matches.values() for entrant in match["entrants"] if "seed" in entrant
    ]
    assert sorted(seeds) == list(range(1, count + 1))


@pytest.mark.parametrize(
    ("form", "options"),
    [
        ("single_elimination", {}),
        ("single_elimination", {"separate_clubs": 1}),
        ("double_elimination", {}),
        ("single_elimination", {"table_size": 4, "advance": 2}),
        ("elimination_500", {}),
        ("swiss", {}),
        ("swiss", {"table_size": 4}),
        ("round_robin", {"table_size": 4, "rounds": 2}),
    ],
)
def test_those_of_one_party_do_not_meet_in_the_first_round(form: str, options: dict[str, Any]) -> None:
    family = {1, 5, 9, 16}
    entries = [Entry(f"Player {n}", party="Smith" if n in family else "") for n in range(1, 17)]
    document_ = document(named(entries, None, {"format": form, "entrants": None, "by": None} | options))
    for match in document_["rounds"][0]["matches"]:
        assert len(family & {entrant.get("seed") for entrant in match["entrants"]}) <= 1


def test_a_swiss_folds_where_that_is_asked_for() -> None:
    document = drawn("swiss", 4, fold=True)
    assert [
        {entrant["seed"] for entrant in match["entrants"]} for match in document["rounds"][0]["matches"]
    ] == [
        {1, 4},
        {2, 3},
    ]


def test_a_match_says_how_many_games_decide_it() -> None:
    document = drawn("double_elimination", 3, best_of_matches=3, best_of_from="semi_finals")
    lengths = {match["id"]: match.get("best_of") for deal in document["rounds"] for match in deal["matches"]}
    assert lengths == {"W1.1": None, "W1.2": None, "W2.1": 3, "L1.1": None, "L2.1": 3, "GF.1": 3, "GF.2": 3}
    assert "  GF.1    winner of W2.1, winner of L2.1  (best of 3)" in text(document)
    assert "best_of" not in str(drawn("single_elimination", 4))
