"""Situation: a document of results is not JSON, or says what cannot be."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.base.refusal import Refusal
from league.rules.documents import history_document
from league.rules.played_rounds import Bye, History, PlayedMatch, PlayedRound


def refused(document: object) -> tuple[str, str]:
    with pytest.raises(Refusal) as refusal:
        history_document.read(document if isinstance(document, bytes) else json.dumps(document).encode())
    return refusal.value.code, refusal.value.sentence


def with_match(**facts: Any) -> dict[str, Any]:
    match = {"entrants": ["a", "b", "c"], "points": [3, 2, 1]} | facts
    return {"entrants": ["a", "b", "c", "d"], "rounds": [{"matches": [match]}]}


def with_bye(**facts: Any) -> dict[str, Any]:
    return {"entrants": ["a"], "rounds": [{"byes": [{"entrant": "a"} | facts]}]}


def test_a_sound_document_is_read() -> None:
    document = with_match(absent=["c"], kind="forfeit", places=[1, 2, 3]) | {"withdrawn": ["d"]}
    assert history_document.read(b"\xef\xbb\xbf" + json.dumps(document).encode()) == History(
        ["a", "b", "c", "d"],
        [PlayedRound([PlayedMatch(["a", "b", "c"], [3, 2, 1], "forfeit", absent=["c"], places=[1, 2, 3])])],
        ["d"],
    )
    assert history_document.read(json.dumps(with_bye(points=0.5, kind="half")).encode()) == History(
        ["a"], [PlayedRound(byes=[Bye("a", 0.5, "half")])]
    )


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe{\x00}\x00",
        b'{"entrants": ["\xe9"]}',
        b'{"entrants": ["\\ud800"]}',
        b'{"entrants": [NaN]}',
        b"[" * 100_000,
        b'{"entrants": [], "more": ' + b"[" * 100_000,
        b'{"entrants": [true]}',
        b'{"entrants": {}}',
        b'{"entrants": ["a"], "rounds": [{"byes": [{"entrant": "a", "points": 1e400}]}]}',
        b'{"entrants": ["a"], "rounds": [{"byes": [{"entrant": "a", "points": "1"}]}]}',
        b'{"entrants": ["a"], "round": []}',
    ],
)
def test_no_json_in_utf_8_or_of_another_shape(data: bytes) -> None:
    code, sentence = refused(data)
    assert code == "not_a_history"
    assert "\n" not in sentence


def test_a_document_that_is_too_large_is_refused() -> None:
    assert refused(b" " * (history_document.LIMIT + 1))[0] == "too_large"
    assert refused({"entrants": list(range(10_001))})[0] == "too_many"
    assert refused({"entrants": [], "rounds": [{}] * 1_001})[0] == "too_many"


@pytest.mark.parametrize(
    ("document", "code", "sentence"),
    [
        ({"entrants": ["a", "a"]}, "same_name", "Two entrants are called “a”"),
        ({"entrants": [1, "1"]}, "same_name", "Two entrants are called “1”"),
        ({"entrants": [" "]}, "bad_name", "a name has 1 to 200 characters"),
        ({"entrants": ["x" * 201]}, "bad_name", "a name has 1 to 200 characters"),
        ({"entrants": [10**30]}, "bad_name", "a number can be at most 1,000,000,000"),
        ({"entrants": ["a"], "withdrawn": ["b"]}, "unknown_entrant", "Withdrawn entrants: “b” is not"),
        (with_bye(entrant="z"), "unknown_entrant", "Round 1: “z” is not an entrant"),
        (with_match(entrants=["a", "b", "z"]), "unknown_entrant", "Round 1: “z” is not an entrant"),
        (with_match(entrants=["a", "b", "a"]), "twice_in_a_round", "Round 1: “a” is named twice"),
        (with_match(entrants=["a"], points=[1]), "bad_match", "a match has 2 to 10 entrants, not 1"),
        (with_match(points=[3, 2]), "bad_match", "Round 1, match 1: points needs 3 numbers, not 2"),
        (with_match(points=[]), "bad_match", "points needs 3 numbers, not 0"),
        (with_match(places=[1]), "bad_match", "places needs 3 numbers, not 1"),
        (with_match(kind="won"), "bad_match", "the kind is “won”, not one of played, forfeit"),
        (with_match(kind="forfeit"), "bad_match", "it is not stated who was absent"),
        (with_match(kind="forfeit", absent=["d"]), "bad_match", "absent without being in the match"),
        (with_match(kind="forfeit", absent=["a", "a"]), "bad_match", "absent twice"),
        (with_match(absent=["a", "b"]), "bad_match", "fewer than two came, so it was not played"),
        (with_match(places=[1, 2, 4]), "bad_number", "a place is not between 1 and 3"),
        (with_match(deal_wins=[1, 2, -1]), "bad_number", "a negative number of deals won"),
        (with_match(points=[3, 2, 1e10]), "bad_number", "a number is larger than 1000000000"),
        (with_match(points_in_hand=[3, 2, 10**99]), "bad_number", "a number is larger than 1000000000"),
        (with_bye(kind="whole"), "bad_bye", "the kind of a bye is “whole”, not one of pairing_bye, full"),
        (with_bye(points=-1e10), "bad_number", "a number is larger than 1000000000"),
    ],
)
def test_a_contradictory_document_is_refused_with_a_sentence(
    document: object, code: str, sentence: str
) -> None:
    refusal = refused(document)
    assert refusal[0] == code
    assert sentence in refusal[1]


def test_a_second_match_or_a_bye_in_the_same_round_is_refused() -> None:
    match = {"entrants": ["a", "b"], "points": [1, 0]}
    twice = {"entrants": ["a", "b"], "rounds": [{"matches": [match, match]}]}
    assert refused(twice)[0] == "twice_in_a_round"
    free = {"entrants": ["a", "b"], "rounds": [{"matches": [match], "byes": [{"entrant": "b"}]}]}
    assert refused(free)[0] == "twice_in_a_round"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["entrants", "rounds", "matches", "byes", "entrant", "points", "kind", "places", "withdrawn"]
            ),
            inner,
            max_size=4,
        )
    ),
)


@given(JSON | st.binary())
def test_nonsense_is_refused_and_never_crashes(document: object) -> None:
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    with suppress(Refusal):
        history_document.check(history_document.read(data))
