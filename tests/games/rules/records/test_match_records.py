"""Situation: a match is written down, checked, and replayed from what was written."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules.base.chance import Chance
from games.rules.base.refusal import Refusal
from games.rules.match import events as e
from games.rules.notation import notation
from games.rules.options import rulebooks
from games.rules.options.combinations import check as check_options
from games.rules.options.options import Options, build
from games.rules.records.checking import check
from games.rules.records.moves import command_of
from games.rules.records.record import text
from games.rules.records.writing import RecordedStep
from tests.games.rules.any_match import seeds, tables
from tests.games.rules.notation.positions import play, position
from tests.games.rules.records.recording import NAMES, played, record_of, recorded, replayed

property_settings = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


@pytest.mark.parametrize("rulebook", rulebooks.names())
def test_a_match_of_every_rulebook_is_replayed_event_by_event(rulebook: str) -> None:
    fewest, most = rulebooks.fitting_seats(rulebook)
    for seed, seats in enumerate((fewest, min(4, most), most)):
        state, log = played(rulebook, build(rulebook), seats, bytes([seed]))
        record = recorded(log, seats)
        assert replayed(record) == [list(step.events) for step in log]
        report = check(text(record).encode())
        assert report["ok"]
        assert report["total"] == dict(zip("ABCDEFGHIJ", state.totals, strict=False))


@pytest.mark.parametrize("rulebook", rulebooks.names())
def test_a_whole_match_of_every_rulebook_is_written_and_checked_to_its_winners(rulebook: str) -> None:
    seats = max(3, rulebooks.fitting_seats(rulebook)[0])
    seats = min(seats, rulebooks.fitting_seats(rulebook)[1])
    preset = build(rulebook)
    changes = {"target_score": 40} if preset.match_end == "target" else {}
    state, log = played(rulebook, build(rulebook, changes), seats, b"to the end", steps=20_000)
    report = check(text(recorded(log, seats)).encode())
    assert (report["ok"], report["finished"]) == (True, True)
    assert report["winners"] == ["ABCDEFGHIJ"[seat] for seat in state.winners]


@property_settings
@given(tables(), seeds)
def test_a_match_under_any_options_is_replayed_event_by_event(
    table: tuple[Options, int], seed: bytes
) -> None:
    options, seats = table
    _state, log = played("classic", options, seats, seed, steps=120)
    record = recorded(log, seats)
    assert replayed(record) == [list(step.events) for step in log]
    assert text(record_of(log, NAMES[:seats])) == text(record)


DECKS = st.sampled_from(
    [
        {"deck": "swap_112", "customizable_effects": ["others_draw_2", "others_discard_wilds", "extra_turn"]},
        {"deck": "shuffle_112", "customizable_effects": ["charade_colour_dump", "next_sings_or_draw_2"]},
        {"deck": "mario_112", "customizable_effects": ["next_situps_or_draw_3", "others_discard_wilds"]},
        {"deck": "blank_112", "customizable_effects": ["charade_colour_dump"] * 4},
        {"deck": "plus_ten_112", "stack_ten": True, "reverse_reflects": True},
    ]
)
PENALTIES = {"illegal_card_penalty": 2, "false_call_penalty": 2, "advice_penalty": 2}


@property_settings
@given(DECKS, st.sampled_from(["classic", "russian", "russian-twins", "welsh-draw-ten"]), seeds)
def test_special_cards_and_penalties_are_replayed_event_by_event(
    changes: dict[str, object], rulebook: str, seed: bytes
) -> None:
    options = build(rulebook, {**changes, **PENALTIES, "seven_zero": True, "five_exchange": True})
    check_options(options, 4)
    _state, log = played(rulebook, options, 4, seed, steps=250)
    assert replayed(recorded(log, 4)) == [list(step.events) for step in log]


@property_settings
@given(st.sampled_from(["random", "fixed", "high_card_redraw_symbols"]), st.integers(2, 10), seeds)
def test_the_first_dealer_is_the_recorded_one_however_he_was_found(
    choice: str, seats: int, seed: bytes
) -> None:
    options = build("classic", {"dealer_choice": choice, "first_player": "youngest"})
    _state, log = played("classic", options, seats, seed, steps=20)
    record = recorded(log, seats)
    assert replayed(record) == [list(step.events) for step in log]
    assert ("dealer_draw" in record.rounds[0].actions) == (choice == "high_card_redraw_symbols")


REST = "draw r1 b8 y5 g1 | top r9 | turn A"


@pytest.mark.parametrize(
    ("rulebook", "hands", "moves"),
    [
        ("classic", "A: r5 b2 | B: y1 y2", "A play r5 uno"),
        ("classic", "A: r5 b2 | B: y1 y2", "A play r5 ; B catch A"),
        ("classic", "A: w b2 | B: y1 y2", "A play w g uno"),
        ("classic", "A: w | B: y1 y2", "A play w"),
        ("classic", "A: w4 b2 r1 | B: y1 y2", "A play w4 b ; B challenge"),
        ("russian-exchange", "A: r5 b2 y4 | B: y1 y2", "A play r5 ex B b2 ; B give y1"),
        ("russian-seven-zero", "A: r7 b2 y4 | B: y1 y2", "A play r7 to B"),
        ("russian-board", "A: r7 r7 y4 | B: y1 y2", "A pair r7 uno"),
        ("russian-intervention", "A: r7 y1 y4 | B: r7 y2 y3 | C: b1 b2", "A play r7 ; B jump r7"),
        ("russian-strict", "A: r7 y1 y4 | B: y2 y3", "A play y1"),
        ("russian-strict", "A: r7 y1 y4 | B: y2 y3", "B uno"),
        ("russian-strict", "A: r7 y1 y4 | B: y2 y3", "B catch A"),
        ("filipino", "A: w4 r1 y4 | B: y2 y3", "A play w4 g"),
        ("russian-centre", "A: r7 y4 | B: y2 y3 | C: b1 b2", "A play r7 uno ; clock"),
        ("russian-centre", "A: r7 y4 | B: y2 y3 | C: b1 b2", "A play r7 uno ; B slap"),
        ("russian-silent-twos", "A: r2 y4 b1 | B: y2 y3", "A play r2 ; ref B silence"),
        ("filipino", "A: r2 y4 b1 | B: y2 y3", "ref B advice"),
        ("classic", "A: r2 y4 b1 | B: y2 y3", "ref B penalty3"),
    ],
)
def test_the_command_is_found_in_its_events(rulebook: str, hands: str, moves: str) -> None:
    state = position(f"{hands} | {REST}", rulebook)
    for move in moves.split(" ; "):
        before = state.copy()
        events = play(state, move)
        command = command_of(before, events)
        assert play(before.copy(), notation.text(command)) == events


@pytest.mark.parametrize(
    "falsified",
    [
        [e.TurnPassed(0), e.TurnStarted(2)],
        [e.UnoLapsed(0)],
        [e.IllegalCardPenalised(0, 5)],
        [e.FalseCallPenalised(1), e.CardsDrawn(1, [1, 1], "false_call")],
        [e.CardPlayed(0, 3), e.CardPlayed(0, 3), e.TurnStarted(1)],
        [e.ColourChosen(0, 1)],
        [e.RoundStarted(2, "classic", {}, 3, 0, [0, 0, 0], [0, 0, 0])],
        [e.RoundStarted(2, "classic", {}, 3, 0, [0, 0, 0], [0, 0, 0], youngest=1)],
    ],
)
def test_a_log_that_does_not_follow_from_the_rules_is_not_written_down(falsified: list[e.Event]) -> None:
    _state, log = played("classic", build("classic"), 3, b"a log", steps=30)
    with pytest.raises(Refusal) as refused:
        record_of([*log, RecordedStep(falsified)], NAMES[:3])
    assert refused.value.code == "not_replayable"


def test_a_match_without_a_deal_has_no_record() -> None:
    with pytest.raises(Refusal) as refused:
        record_of([], NAMES[:3])
    assert refused.value.code == "nothing_played"


def test_the_seconds_of_a_log_stand_beside_its_actions() -> None:
    options = build("classic", {"dealer_choice": "fixed"})
    _state, log = played("classic", options, 3, b"seconds", steps=4)
    timed = [RecordedStep(step.events, place * 2.5) for place, step in enumerate(log)]
    record = record_of(timed, NAMES[:3])
    assert (len(record.rounds[0].actions), record.rounds[0].times) == (3, [2.5, 5.0, 7.5])


def test_a_record_is_read_by_people_too() -> None:
    _state, log = played("classic", build("classic", {"target_score": 5}), 3, b"a text", steps=2000)
    lines = text(record_of(log, NAMES[:3], event="Club night")).splitlines()
    assert lines[1:5] == [
        '  "format": "wildleague-record/1",',
        '  "event": "Club night",',
        '  "rulebook": "classic",',
        '  "options": {"target_score": 5},',
    ]
    assert lines[5] == '  "seats": ["Ana", "Bo", "Cy"],'
    assert all(len(line) < 112 for line in lines if "play" in line)


# What is changed in a record that was right.


@property_settings
@given(st.data(), seeds)
def test_a_changed_record_is_refused_or_is_another_match(data: st.DataObject, seed: bytes) -> None:
    rulebook = data.draw(
        st.sampled_from(["classic", "russian-stacked", "classic-112-shuffle", "russian-twins"])
    )
    _state, log = played(rulebook, build(rulebook), 3, seed, steps=150)
    record = json.loads(text(record_of(log, NAMES[:3])))
    before = check(json.dumps(record).encode())
    chance = Chance(seed)
    deal = record["rounds"][chance.below(len(record["rounds"]))]
    change = data.draw(st.sampled_from([_drop, _double, _swap, _rename, _swap_cards, _drop_order, _result]))
    if not change(deal, chance):
        return
    after = check(json.dumps(record).encode())
    assert before["ok"]
    if after["ok"]:
        # Whether a seat leaves before or after somebody else's move may come to the same.
        leaves = change is _swap and any("retire" in action for action in deal["actions"])
        assert after != before or leaves or change is _swap_cards or change is _drop
    else:
        assert set(after) - {"where"} == {"ok", "round", "action", "code", "message"}
        assert after["code"]
        assert after["message"].endswith(".")


def _place(items: list[object], chance: Chance) -> int:
    return chance.below(len(items))


def _drop(deal: dict, chance: Chance) -> bool:
    return bool(deal["actions"]) and bool(deal["actions"].pop(_place(deal["actions"], chance)))


def _double(deal: dict, chance: Chance) -> bool:
    place = _place(deal["actions"], chance) if deal["actions"] else 0
    deal["actions"][place:place] = deal["actions"][place : place + 1]
    return bool(deal["actions"])


def _swap(deal: dict, chance: Chance) -> bool:
    actions = deal["actions"]
    if len(actions) < 3:
        return False
    place = 1 + chance.below(len(actions) - 2)
    if actions[place] == actions[place + 1]:
        return False
    actions[place], actions[place + 1] = actions[place + 1], actions[place]
    return True


def _rename(deal: dict, chance: Chance) -> bool:
    place = _place(deal["actions"], chance) if deal["actions"] else 0
    if not deal["actions"] or deal["actions"][place] == "dealer_draw":
        return False
    deal["actions"][place] = ["B", "C", "A"]["ABC".find(deal["actions"][place][0])] + deal["actions"][place][
        1:
    ]
    return True


def _swap_cards(deal: dict, chance: Chance) -> bool:
    cards = deal["chance"][-1].split()
    first, second = _place(cards, chance), _place(cards, chance)
    cards[first], cards[second] = cards[second], cards[first]
    deal["chance"][-1] = " ".join(cards)
    return True


def _drop_order(deal: dict, chance: Chance) -> bool:
    deal["chance"].pop(_place(deal["chance"], chance))
    return True


def _result(document: dict, _chance: Chance) -> bool:
    if "result" not in document:
        return False
    document["result"]["total"]["A"] += 1
    return True
