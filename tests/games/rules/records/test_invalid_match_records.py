"""Situation: somebody hands in a record that is written badly, or does not follow the rules."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.rules.cards import cards
from games.rules.records.checking import check
from games.rules.records.record import LIMIT


def order(top: str, *, deck: str = "classic_108") -> str:
    """Return a whole deck with the given cards on top."""
    rest = cards.deck(deck)
    for card in cards.cards(top):
        rest.remove(card)
    return f"{top} {cards.text(rest)}"


DEAL = order("r5 g1 b1 r2 g2 b2 r9 y3")
"""A holds r5 r2, B g1 g2, C b1 b2; the starter is r9."""


def record(**changes: Any) -> dict[str, Any]:
    """C has dealt two cards to each: A wins with two plays; in the second round B wins after A's deal."""
    first = {
        "dealer": "C",
        "chance": [DEAL],
        "actions": ["A play r5 uno", "B draw", "B pass", "C draw", "C pass", "A play r2"],
        "result": {"winner": "A", "points": {"A": 9}, "total": {"A": 9, "B": 0, "C": 0}},
    }
    second = {"chance": [DEAL], "actions": ["B play r5 uno"]}
    plain = {
        "format": "wildleague-record/1",
        "rulebook": "classic",
        "options": {"hand_size": 2, "target_score": 300},
        "seats": ["Ana", "Bo", "Cy"],
        "rounds": [first, second],
    }
    return {**plain, **changes}


def verdict(document: Any) -> dict[str, Any]:
    return check(json.dumps(document).encode())


def test_a_sound_record_is_told_where_it_ends() -> None:
    answer = verdict(record())
    assert answer == {
        "ok": True,
        "finished": False,
        "rounds": 2,
        "actions": 7,
        "total": {"A": 9, "B": 0, "C": 0},
        "winners": [],
        "state": {
            "hands": {"A": "b1 b2", "B": "r2", "C": "g1 g2"},
            "top": "r5",
            "colour": "r",
            "dir": "cw",
            "turn": "turn C",
            "draw": 101,
            "discard": 2,
        },
    }


def _set(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """Return a change of one place, such as `rounds.0.actions.1`."""

    def change(part: Any) -> None:
        *way, last = [int(part) if part.isdecimal() else part for part in path.split(".")]
        for key in way:
            part = part[key]
        if value is None:
            del part[last]
        else:
            part[last] = value

    return change


@pytest.mark.parametrize(
    ("path", "value", "place", "code"),
    [
        ("rulebook", "poker", (0, 0), "unknown_rulebook"),
        ("options", {"jokers": True}, (0, 0), "unknown_option"),
        ("options", {"hand_size": 11}, (0, 0), "bad_value"),
        ("options", {"hand_size": 2.0}, (0, 0), "bad_value"),
        ("options", {"hand_size": True}, (0, 0), "bad_value"),
        ("options", {"customizable_effects": [{}]}, (0, 0), "bad_value"),
        ("options", {"jump_in_self": True}, (0, 0), "refused_jump_in_self"),
        ("options", {"teams": "partners"}, (0, 0), "refused_partners_seats"),
        ("seats", ["Ana"], (0, 0), "refused_seats"),
        ("seats", [], (0, 0), "refused_seats"),
        ("seats", ["Ana"] * 11, (0, 0), "refused_seats"),
        ("rulebook", "two-player", (0, 0), "refused_seats"),
        ("rounds.0.dealer", "D", (1, 0), "no_such_seat"),
        ("rounds.0.dealer", "Cy", (1, 0), "bad_notation"),
        ("rounds.0.dealer", "A", (1, 1), "not_your_turn"),
        ("rounds.1.dealer", "C", (2, 0), "wrong_dealer"),
        ("rounds.0.youngest", "A", (1, 0), "youngest_unwanted"),
        ("rounds.0.youngest", "?", (1, 0), "bad_notation"),
        ("rounds.0.chance", [], (1, 0), "chance_missing"),
        ("rounds.0.chance", [DEAL.replace("r5 ", "r6 ", 1)], (1, 0), "bad_chance"),
        ("rounds.0.chance", [DEAL.replace("r5 ", "", 1)], (1, 0), "bad_chance"),
        ("rounds.0.chance", ["r5 r6"], (1, 0), "bad_chance"),
        ("rounds.0.chance", [f"{DEAL} r5"], (1, 0), "bad_chance"),
        ("rounds.0.chance", [f"{DEAL} x5"], (1, 0), "bad_notation"),
        ("rounds.0.chance", [""], (1, 0), "bad_notation"),
        ("rounds.0.chance", [DEAL, "r5 r6"], (1, 6), "chance_left"),
        ("rounds.1.chance", [DEAL, DEAL], (2, 1), "chance_left"),
        ("rounds.0.actions.0", "A play r2", (1, 6), "not_held"),
        ("rounds.0.actions.0", "A play r7 uno", (1, 1), "not_held"),
        ("rounds.0.actions.0", "B play g1 uno", (1, 1), "not_your_turn"),
        ("rounds.0.actions.0", "A plays r5", (1, 1), "bad_notation"),
        ("rounds.0.actions.0", "A play r5 uno uno", (1, 1), "bad_notation"),
        ("rounds.0.actions.0", "", (1, 1), "bad_notation"),
        ("rounds.0.actions.0", "J catch A", (1, 1), "no_such_seat"),
        ("rounds.0.actions.0", "A play r5 to J", (1, 1), "target_unwanted"),
        ("rounds.0.actions.2", "deal", (1, 3), "round_running"),
        ("rounds.0.actions.2", "dealer_draw", (1, 3), "dealer_known"),
        ("rounds.0.actions.2", "end_match", (1, 3), "rule_off"),
        ("rounds.0.actions.5", "A draw", (1, 6), "wrong_result"),
        ("rounds.0.actions", ["A play r5 uno"], (1, 1), "wrong_result"),
        ("rounds.0.result.winner", "B", (1, 6), "wrong_result"),
        ("rounds.0.result.points", {}, (1, 6), "wrong_result"),
        ("rounds.0.result.points", {"A": 9, "B": 1}, (1, 6), "wrong_result"),
        ("rounds.0.result.points", {"A": 9, "D": 0}, (1, 6), "wrong_result"),
        ("rounds.0.result.total", {"A": 8}, (1, 6), "wrong_result"),
        ("rounds.1.result", {}, (2, 1), "wrong_result"),
        ("rounds.1.actions", ["dealer_draw"], (2, 1), "dealer_known"),
        ("rounds.1.actions", ["deal", "deal"], (2, 2), "round_running"),
        ("result", {"winners": ["A"]}, (2, 1), "wrong_result"),
    ],
)
def test_a_record_that_breaks_the_rules_is_refused_where_it_does(
    path: str, value: object, place: tuple[int, int], code: str
) -> None:
    document = record()
    _set(path, value)(document)
    answer = verdict(document)
    assert (answer["ok"], answer["code"], answer["round"], answer["action"]) == (False, code, *place)
    assert set(answer) == {"ok", "round", "action", "code", "message"}
    assert answer["message"].endswith(".")


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("format", None, "file"),
        ("format", "wildleague-record/2", "format"),
        ("format", 1, "format"),
        ("rulebook", None, "file"),
        ("rulebook", ["classic"], "rulebook"),
        ("options", [], "options"),
        ("seats", {"A": "Ana"}, "seats"),
        ("seats.1", 7, "seats[1]"),
        ("seats.1", " ", "seats[1]"),
        ("seats.1", "B" * 61, "seats[1]"),
        ("seats.1", "B\0", "seats[1]"),
        ("seats.1", "\ud800", "file"),
        ("rounds", [], "rounds"),
        ("rounds", "none", "rounds"),
        ("rounds.1", [], "rounds[1]"),
        ("rounds.1.chance", None, "rounds[1]"),
        ("rounds.1.chance.0", 5, "rounds[1].chance[0]"),
        ("rounds.1.actions", None, "rounds[1]"),
        ("rounds.1.actions.0", ["B", "draw"], "rounds[1].actions[0]"),
        ("rounds.1.dealer", 1, "rounds[1].dealer"),
        ("rounds.1.chanse", [], "rounds[1]"),
        ("rounds.0.result.winer", "A", "rounds[0].result"),
        ("rounds.0.result.points", [9], "rounds[0].result.points"),
        ("rounds.0.result.points.A", 8.5, "rounds[0].result.points[...]"),
        ("result", "A", "result"),
        ("comment", "a slip of the pen: notes", "file"),
    ],
)
def test_a_document_that_is_no_record_is_refused_with_its_place(path: str, value: object, where: str) -> None:
    document = record()
    _set(path, value)(document)
    answer = verdict(document)
    assert (answer["ok"], answer["code"], answer["where"]) == (False, "not_a_record", where)
    assert set(answer) == {"ok", "round", "action", "code", "message", "where"}
    if where != "file":
        assert where in answer["message"]


def test_an_action_that_is_no_text_is_named_by_round_and_action() -> None:
    document = record()
    document["rounds"][0]["actions"][4] = None
    answer = verdict(document)
    assert (answer["round"], answer["action"], answer["where"]) == (1, 5, "rounds[0].actions[4]")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"17",
        b'"text"',
        b"\xff\xfe",
        b"PK\x03\x04",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"[" * 30 + b"]" * 30,
        b'{"format": NaN}',
        b'{"format": ' + b"9" * 5000 + b"}",
        b'{"format": 1e999}',
        b'{"format": "a", "format": "b"}',
        b'{"\\ud800": 1}',
        json.dumps(record()).encode("utf-16"),
        json.dumps(record()).encode() + b"}",
    ],
)
def test_other_files_are_no_records(data: bytes) -> None:
    verdict = check(data)
    assert (verdict["ok"], verdict["code"], verdict["round"], verdict["action"]) == (
        False,
        "not_a_record",
        0,
        0,
    )


def test_a_record_has_two_megabytes_at_most() -> None:
    data = json.dumps(record()).encode()
    assert check(data + b" " * (LIMIT - len(data)))["ok"]
    assert check(data + b" " * (LIMIT - len(data) + 1))["code"] == "too_large"


def test_a_message_about_a_monstrous_text_stays_short() -> None:
    answer = verdict(record(rulebook="poker " * 100_000))
    assert len(answer["message"]) <= 300


@pytest.mark.parametrize("value", [None, 5, "text", [1.5, -3], {"deep": [[[{}]]]}, True])
def test_fields_for_people_are_no_part_of_the_check(value: object) -> None:
    document = record(event=value, site=value, date=value, notes=value, times=value)
    document["rounds"][0] |= {"times": value, "notes": value}
    assert verdict(document) == verdict(record())


def test_a_byte_order_mark_is_no_harm() -> None:
    assert check(b"\xef\xbb\xbf" + json.dumps(record()).encode())["ok"]


def test_results_need_not_be_given() -> None:
    document = record()
    answer = verdict(document)
    del document["rounds"][0]["result"]
    assert verdict(document) == answer
    document["rounds"][0]["result"] = {"total": {"A": 9}}
    assert verdict(document) == answer


def test_the_deal_may_be_written_as_an_action() -> None:
    document = record()
    document["rounds"][1]["actions"].insert(0, "deal")
    answer = verdict(document)
    assert (answer["ok"], answer["actions"]) == (True, 8)


# The first dealer (rules.md 3.2).

DRAW = order("r5 g1 b7")
"""A draws 5, B 1 and C 7: C deals."""


@pytest.mark.parametrize("actions", [[], ["dealer_draw"], ["dealer_draw", "deal"]])
@pytest.mark.parametrize("dealer", ["C", None])
def test_the_deck_of_a_draw_for_the_dealer_may_come_first(actions: list[str], dealer: str | None) -> None:
    document = record()
    _set("rounds.0.dealer", dealer)(document)
    document["rounds"][0]["chance"].insert(0, DRAW)
    document["rounds"][0]["actions"] = [*actions, *document["rounds"][0]["actions"]]
    assert verdict(document)["ok"]


def test_a_draw_that_another_seat_has_won_is_refused() -> None:
    document = record()
    document["rounds"][0]["chance"].insert(0, order("r5 g8 b7"))
    answer = verdict(document)
    assert (answer["round"], answer["action"], answer["code"]) == (1, 0, "wrong_dealer")


@pytest.mark.parametrize("choice", ["random", "fixed"])
def test_a_dealer_whom_no_cards_found_is_named(choice: str) -> None:
    document = record()
    document["options"]["dealer_choice"] = choice
    assert verdict(document)["ok"]
    del document["rounds"][0]["dealer"]
    assert verdict(document)["code"] == "dealer_missing"


def test_a_draw_for_the_dealer_without_its_deck_is_refused() -> None:
    document = record()
    document["rounds"][0]["actions"].insert(0, "dealer_draw")
    answer = verdict(document)
    assert (answer["round"], answer["action"], answer["code"]) == (1, 1, "chance_missing")


def test_a_deal_without_a_starter_is_shuffled_again() -> None:
    options = {"hand_size": 10, "starter_rule": "number_only"}
    tokens = cards.text(cards.deck("classic_108")).split()
    numbers = " ".join(token for token in tokens if token[-1].isdecimal() and token != "w4")
    others = " ".join(token for token in tokens if token not in numbers.split())
    first = {"dealer": "C", "chance": [f"{numbers} {others}", f"{others} {numbers}"], "actions": []}
    document = record(options=options, seats=list("abcdefghij"), rounds=[first])
    answer = verdict(document)
    assert (answer["ok"], answer["state"]["draw"]) == (True, 7)


def test_the_youngest_begins_the_first_round() -> None:
    document = record(rounds=[{"dealer": "A", "youngest": "A", "chance": [DEAL], "actions": []}])
    document["options"]["first_player"] = "youngest"
    assert verdict(document)["state"]["turn"] == "turn A"


def test_a_black_starter_waits_without_a_colour() -> None:
    document = record(rounds=[{"dealer": "C", "chance": [order("r5 g1 b1 r2 g2 b2 w")], "actions": []}])
    state = verdict(document)["state"]
    assert (state["top"], state["colour"], state["turn"]) == ("w", None, "starter_choice A")


def test_a_match_ended_by_hand_is_finished() -> None:
    document = record(options={"hand_size": 2, "match_end": "manual"}, result={"winners": ["A"]})
    document["rounds"] = document["rounds"][:1]
    assert verdict(document)["code"] == "wrong_result"
    document["rounds"][0]["actions"].append("end_match")
    answer = verdict(document)
    assert (answer["ok"], answer["finished"], answer["winners"]) == (True, True, ["A"])
    document["rounds"].append({"chance": [DEAL], "actions": []})
    answer = verdict(document)
    assert (answer["round"], answer["action"], answer["code"]) == (2, 0, "match_over")


def test_an_action_after_the_end_of_a_round_is_refused() -> None:
    document = record()
    document["rounds"][0]["actions"].append("deal")
    assert (verdict(document)["action"], verdict(document)["code"]) == (7, "round_over")
    document["rounds"][0]["actions"][-1] = "B draw"
    assert (verdict(document)["action"], verdict(document)["code"]) == (7, "round_over")


def test_a_round_nobody_has_won_has_no_winner() -> None:
    document = record()
    document["rounds"][0]["result"]["winner"] = None
    assert verdict(document)["message"] == "The winner of the deal is A."


def test_a_match_that_has_not_ended_has_no_winners() -> None:
    answer = verdict(record(result={"winners": ["A"]}))
    assert (answer["code"], answer["message"]) == ("wrong_result", "No one has won the match.")


@pytest.mark.parametrize(
    ("result", "winners", "message"),
    [
        ({"winner": "A"}, list("ABC"), "No one won the deal."),
        ({"winner": None}, ["A"], "The match was won by A, B and C."),
        ({"winner": None}, list("CAB"), None),
    ],
)
def test_a_match_whose_time_is_over_has_the_winners_of_its_totals(
    result: dict[str, Any], winners: list[str], message: str | None
) -> None:
    broken_off = {"dealer": "C", "chance": [DEAL], "actions": ["time"], "result": result}
    answer = verdict(record(rounds=[broken_off], result={"winners": winners}))
    assert (answer["ok"], answer.get("message")) == (message is None, message)
