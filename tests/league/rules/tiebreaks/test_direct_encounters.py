"""Situation: some are level, and what happened when they met decides (FIDE Handbook C.07, article 6)."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from league.rules.played_rounds import History, PlayedMatch, PlayedRound
from league.rules.tiebreaks.direct import order
from league.rules.tiebreaks.results import Results

Result = tuple[str, str, float]
"""Who met whom, and the points of the first: 1, ½ or 0."""


def results(*played: Result, entrants: Iterable[str] = "abcde") -> Results:
    """Return results in which everything happened in rounds of its own; a win gives 1."""
    rounds = [
        PlayedRound([PlayedMatch([first, other], [points, 1 - points])]) for first, other, points in played
    ]
    return Results(History(list(entrants), rounds), win=Fraction(1), is_predetermined=False)


def text(tables: list[list[str]]) -> str:
    return " > ".join("=".join(sorted(part)) for part in tables)


def told(group: str, *played: Result) -> str:
    return text(order(results(*played), group))  # type: ignore[arg-type]


def test_two_who_have_met() -> None:
    assert told("ab", ("a", "b", 0)) == "b > a"
    assert told("ab", ("a", "b", 0.5)) == "a=b"
    assert told("ab") == "a=b"
    assert told("a") == "a"


def test_those_who_met_more_often_count_once() -> None:
    met = [("a", "b", 1), ("b", "a", 1), ("a", "b", 1), ("a", "c", 0.5), ("b", "c", 1)]
    assert told("abc", *met) == "b > a > c"  # a has ⅔ of three meetings and ½, b has ⅓ and 1


def test_a_group_that_stays_level_is_told_again_among_themselves() -> None:
    # a and b have two wins each, c and d one each
    met = [("a", "b", 1), ("a", "c", 1), ("a", "d", 0), ("b", "c", 1), ("b", "d", 1), ("c", "d", 1)]
    assert told("abcd", *met) == "a > b > c > d"


def test_if_not_all_have_met_only_who_is_sure_to_stay_first_is_first() -> None:
    assert told("abc", ("a", "b", 1), ("a", "c", 1)) == "a > b=c"  # b and c can still have 1, a has 2
    assert told("abc", ("a", "b", 1), ("b", "c", 1)) == "a=b=c"  # c could have beaten a
    assert told("abc", ("a", "b", 1), ("a", "c", 0.5)) == "a=b=c"  # c could have 1½ as well


def test_after_the_first_the_second_may_be_sure_too() -> None:
    first_two = [("a", other, 1) for other in "bcd"] + [("b", "c", 1), ("b", "d", 1)]
    assert told("abcd", *first_two) == "a > b > c=d"


def test_forfeits_are_no_encounters() -> None:
    match = PlayedMatch(["a", "b"], [1, 0], "forfeit", ["b"])
    history = History(["a", "b"], [PlayedRound([match])])
    assert text(order(Results(history, is_predetermined=False), ["a", "b"])) == "a=b"
    assert text(order(Results(history, is_predetermined=True), ["a", "b"])) == "a > b"


def test_at_larger_tables_it_is_the_places_by_which_one_was_ahead() -> None:
    tables = [
        PlayedMatch(["a", "b", "c", "d"], [4, 3, 2, 1]),
        PlayedMatch(["b", "a", "c", "d"], [4, 3, 2, 1], places=[1, 4, 2, 3]),
        PlayedMatch(["d", "c", "e"], [4, 0, 0], "forfeit", ["c", "e"]),
    ]
    results = Results(History(list("abcde"), [PlayedRound([table]) for table in tables]))
    assert text(order(results, ["a", "b"])) == "b > a"  # one place behind, then three ahead
    assert text(order(results, ["a", "d"])) == "a > d"  # three ahead, one behind
    assert text(order(results, ["c", "d"])) == "c > d"  # one ahead at both tables; d alone is no meeting
    assert text(order(results, ["b", "e"])) == "b=e"
    assert text(order(results, ["b", "d", "e"])) == "b=d=e"  # e might have been three places before b


def test_an_entrant_who_has_met_fewer_can_be_sure_at_larger_tables_too() -> None:
    far = [PlayedRound([PlayedMatch(["a", other, "x", "y"], [4, 1, 3, 2])]) for other in "bcd"]
    results = Results(History(list("abcdxy"), far))
    assert text(order(results, list("abcd"))) == "a > b=c=d"  # nine places ahead; b might have been three
    rounds = [PlayedRound([PlayedMatch(["a", other, "x", "y"], [4, 3, 2, 1])]) for other in "bcd"]
    results = Results(History(list("abcdxy"), rounds))
    assert text(order(results, list("abcd"))) == "a=b=c=d"  # three places ahead; b might have been five
    met = [PlayedRound([PlayedMatch(["b", "c", "d", "x"], [4, 3, 2, 1])])]
    assert text(order(Results(History(list("abcdxy"), rounds + met)), list("abcd"))) == "a > b > c > d"


def test_a_table_that_an_entrant_missed_is_no_encounter_with_them() -> None:
    together = PlayedMatch(["a", "x", "b", "c"], [4, 3, 2, 1])
    without_c = PlayedMatch(["b", "x", "y", "a", "c"], [4, 3, 2, 1, 0], "forfeit", ["c"], [1, 2, 3, 4, 5])
    results = Results(History(list("abcxy"), [PlayedRound([together]), PlayedRound([without_c])]))
    # Against b and c: a has 3 - ½, b has 1 + ½. If the table without c counted, both would have 1.
    assert text(order(results, list("abc"))) == "a > b > c"


PAIRS = list(combinations("abcd", 2))
HALVES = (0.0, 0.5, 1.0)


@given(st.lists(st.sampled_from([*HALVES, None]), min_size=len(PAIRS), max_size=len(PAIRS)))
def test_an_entrant_who_is_put_first_stays_first_whatever_the_missing_matches_had_given(
    outcomes: list[float | None],
) -> None:
    known = {pair: points for pair, points in zip(PAIRS, outcomes, strict=True) if points is not None}
    missing = [pair for pair in PAIRS if pair not in known]
    ranking = order(results(*((first, other, points) for (first, other), points in known.items())), "abcd")
    sure = _always_alone_first(known, missing)
    if missing:
        assert (ranking[0] == [sure]) is (sure is not None)
    assert sorted(entrant for part in ranking for entrant in part) == list("abcd")


def _always_alone_first(known: dict[tuple[str, str], float], missing: list[tuple[str, str]]) -> str | None:
    firsts = set()
    for guess in product(HALVES, repeat=len(missing)):
        scores = dict.fromkeys("abcd", 0.0)
        for (first, other), points in [*known.items(), *zip(missing, guess, strict=True)]:
            scores[first] += points
            scores[other] += 1 - points
        best = max(scores.values())
        firsts.add("".join(entrant for entrant, score in scores.items() if score == best))
    only = firsts.pop()
    return only if not firsts and len(only) == 1 else None
