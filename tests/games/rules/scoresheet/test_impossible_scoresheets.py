"""Situation: somebody writes down what cannot have happened, or what the rulebook does not know."""

import pytest

from games.rules.base.refusal import IllegalCommand
from games.rules.cards.cards import cards
from games.rules.match.events import DealerChosen, RefereePenalty
from games.rules.options.options import build
from games.rules.scoresheet import decide as ph
from games.rules.scoresheet.evolve import evolve
from games.rules.scoresheet.penalties import kinds
from tests.games.rules.scoresheet.sheets import deal


def sheet(seats: int = 3, *commands, rulebook: str = "classic", asks: bool = True, **changes) -> ph.Sheet:
    """A score sheet on which A deals first, with some things written down."""
    made = ph.Sheet(rulebook, build(rulebook, changes), seats, asks=asks)
    evolve(made, DealerChosen(0))
    write(made, *commands)
    return made


def write(made: ph.Sheet, *commands, reporter: int = -1) -> list:
    events = []
    for command in commands:
        events = ph.decide(made, command, reporter=reporter)
        for event in events:
            evolve(made, event)
    return events


def refused(made: ph.Sheet, command) -> str:
    before = made.copy()
    with pytest.raises(IllegalCommand) as refusal:
        ph.decide(made, command)
    assert made.__dict__.keys() == before.__dict__.keys()
    assert made.states == before.states
    return refusal.value.code


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (deal(1, "A", "B -1, C 5"), "bad_points"),
        (deal(1, "A", "B 20"), "hand_missing"),
        (deal(1, "A", "A 3, B 20, C 5"), "winner_holds"),
        (deal(1, "A", "B 20, C 5, D 0"), "no_such_seat"),
        (deal(1, "D", "A 1, B 20, C 5"), "no_such_seat"),
        (deal(1, None, "B 20, C 5"), "hand_missing"),
        (deal(1, "A", "B 1241, C 5"), "impossible_points"),
        (deal(1, "A", "B 1200, C 50"), "impossible_points"),
        (deal(1, "A", "B w w w w w, C 5"), "impossible_cards"),
        (deal(1, "A", "B w w w, C w w"), "impossible_cards"),
        (deal(1, "A", "B ws, C 5"), "impossible_cards"),
        (deal(1, "A", "B r0 r0, C 5"), "impossible_cards"),
        (deal(0, "A", "B 20, C 5"), "deal_missing"),
        (deal(2, "A", "B 20, C 5"), "deal_missing"),
        (deal(1, "A", "C 5", then=[1]), "bad_order"),
        (deal(1, "A", "B 20, C 5", is_blocked=True), "bad_order"),
        (deal(1, None, "A 1, B 20, C 5", then=[1]), "bad_order"),
        (deal(1, "A", "B 20, C 5", emptied={0: 1}), "rule_off"),
        (ph.RecordDeal(1, 0, {1: [], 2: 5}), "hand_empty"),
        (ph.RecordDeal(1, 0, {1: [99], 2: 5}), "impossible_cards"),
        (ph.RecordDeal(1, 0, {1: [-1], 2: 5}), "impossible_cards"),
        (ph.RecordDeal(1, 0, {1: cards("r5") * 108, 2: [5]}), "impossible_cards"),
        (ph.UndoDeal(1), "nothing_recorded"),
        (ph.EndMatch(), "nothing_recorded"),
        (ph.Penalise(0, "penalty"), "bad_penalty"),
        (ph.Penalise(0, "penalty", 0), "bad_penalty"),
        (ph.Penalise(0, "penalty", 100), "bad_penalty"),
        (ph.Penalise(0, "uno", 4), "bad_penalty"),
        (ph.Penalise(0, "advice"), "rule_off"),
        (ph.Penalise(3, "uno"), "no_such_seat"),
        (ph.TakeBackPenalty(0), "no_penalty"),
        (ph.NoteChallenge(0, 0, was_right=True), "no_such_seat"),
        (ph.NameDealer(3), "no_such_seat"),
        (ph.RetireSeat(0, "bored"), "bad_value"),
        (ph.RejoinSeat(0), "not_retired"),
        (ph.ConfirmResult(1), "not_reported"),
        (ph.ObjectToResult(1), "not_reported"),
        (ph.SettleDispute(stands=True), "not_reported"),
        (ph.FallSilent(), "not_reported"),
    ],
)
def test_a_wrong_command_is_refused(command, code):
    assert refused(sheet(), command) == code


@pytest.mark.parametrize(
    ("seats", "changes", "command"),
    [
        (7, {}, deal(1, "A", "B 0, C 0, D 0, E 0, F 0, G 1")),  # there are only four zeros
        (10, {}, deal(1, "A", "B 1, C 1, D 1, E 1, F 1, G 1, H 1, I 1, J 1")),  # and eight ones
        (3, {"reset_zero": True}, deal(1, "A", "B 0, C r0 g0 y0")),  # two zeros count nothing, one fifty
        (3, {"deck": "blank_112"}, deal(1, "A", "B 1239, C 2")),
    ],
)
def test_points_that_no_deck_can_make_are_refused(seats, changes, command):
    assert refused(sheet(seats, **changes), command) == "impossible_points"


@pytest.mark.parametrize(
    ("seats", "changes", "command", "points"),
    [
        (5, {}, deal(1, "A", "B 0, C 0, D 0, E 0"), 0),
        (9, {}, deal(1, "A", "B 1, C 1, D 1, E 1, F 1, G 1, H 1, I 1"), 8),
        (3, {}, deal(1, "A", "B 1239, C r0"), 1239),
        (3, {"reset_zero": True}, deal(1, "A", "B 50, C r0"), 100),
        (3, {"reset_zero": True}, deal(1, "A", "B 0, C g0 y0"), 0),
        (3, {"deck": "swap_112"}, deal(1, "A", "B 40, C ws"), 80),
        (2, {"deck": "mario_112", "customizable_effects": ["none"]}, deal(1, "A", "B st wc1"), 90),
        (3, {}, deal(1, "A", "A 0, B r5 w, C 0"), 55),
    ],
)
def test_points_that_the_deck_can_make_count(seats, changes, command, points):
    made = sheet(seats, command, **changes)
    assert made.top.totals[0] == points


def test_a_search_that_would_take_too_long_believes_what_is_said(monkeypatch):
    from games.rules.scoresheet import hands

    monkeypatch.setattr(hands, "_ENOUGH", 3)
    assert sheet(3, deal(1, "A", "B 37, C 38")).top.totals[0] == 75


def test_nobody_who_is_out_records_anything():
    made = sheet(3, deal(1, "A", "B 510, C 5"), scoring="elimination")
    assert made.top.eliminated == [0, 1, 0]
    assert refused(made, deal(2, "A", "B 5, C 5")) == "seat_out"
    assert refused(made, deal(2, "B", "A 5, C 5")) == "seat_out"
    assert refused(made, ph.Penalise(1, "uno")) == "seat_out"
    assert made.next_dealer() == 2


def test_the_last_deal_can_be_undone_and_no_other():
    made = sheet(3, deal(1, "A", "B 20, C 5"), deal(2, "A", "B 20, C 5"))
    assert refused(made, ph.UndoDeal(1)) == "not_the_last"
    assert refused(made, ph.NameDealer(1)) == "dealer_known"
    write(made, ph.UndoDeal(2), ph.UndoDeal(1), ph.NameDealer(1))
    assert (made.next_dealer(), made.next_player(), made.top.totals) == (1, 2, [0, 0, 0])
    assert write(made, ph.NameDealer(1)) == []


def test_a_deal_recorded_otherwise_says_what_stands():
    made = sheet(3, deal(1, "A", "B 20, C r5 w4"), deal(2, None, "A 1, B 20, C 5"))
    assert write(made, deal(1, "A", "B 20, C 55"), deal(2, None, "A 1, B 20, C 5")) == []
    for wrong in (deal(1, "A", "B 20, C 54"), deal(1, "A", "B 20"), deal(1, "B", "A 20, C 55")):
        with pytest.raises(ph.DealRecorded) as refusal:
            ph.decide(made, wrong)
        assert refusal.value.stands == deal(1, "A", "B 20, C r5 w4")
    with pytest.raises(ph.DealRecorded) as refusal:
        ph.decide(made, deal(2, "A", "B 20, C 5"))
    assert refusal.value.stands == deal(2, None, "A 1, B 20, C 5")


# --- other ways to score


def test_to_the_last_the_order_of_going_out_is_named():
    made = sheet(4, rulebook="russian-to-last")
    assert refused(made, deal(1, "B", "C 5, D 5", then=[0])) == "bad_order"
    assert refused(made, deal(1, "B", then=[0, 2, 3])) == "bad_order"
    assert refused(made, deal(1, "B", "D 5", then=[1, 2])) == "bad_order"
    assert refused(made, deal(1, "B", then=[0, 2], is_blocked=True)) == "bad_order"
    write(made, deal(1, "B", then=[0, 2]))
    assert (made.top.winner, made.top.loser, made.top.losses) == (1, 3, [0, 0, 0, 1])

    write(made, deal(2, "B", "C 5, D r9", then=[0], is_blocked=True))
    assert (made.top.winner, made.top.loser) == (1, 3)
    assert write(made, deal(2, "B", "C 5, D r9", then=[0], is_blocked=True)) == []
    with pytest.raises(ph.DealRecorded) as refusal:
        ph.decide(made, deal(2, "C", then=[0, 1]))
    assert refusal.value.stands == deal(2, "B", "C 5, D r9", then=[0], is_blocked=True)


def test_where_deals_are_won_and_lost_only_suspicious_hands_are_counted():
    made = sheet(4, rulebook="russian-lazy")
    assert refused(made, deal(1, "B")) == "hand_missing"
    write(made, deal(1, "B", "C 30, D 45"))
    assert (made.top.wins, made.top.losses, made.next_dealer(), made.next_player()) == (
        [0, 1, 0, 0],
        [0, 0, 0, 1],
        3,
        1,
    )
    with pytest.raises(ph.DealRecorded) as refusal:
        ph.decide(made, deal(1, "B", "C 30, D 45, A 1"))
    assert refusal.value.stands == deal(1, "B", "C 30, D 45")

    lowest = sheet(3, rulebook="russian-lazy", blocked_round="lowest_hand")
    assert refused(lowest, deal(1, None, "A 30, C 45")) == "hand_missing"
    write(lowest, deal(1, None, "A 30, B 12, C 45"))
    assert (lowest.top.winner, lowest.top.loser) == (1, 2)


def test_where_every_going_out_counts_it_is_said_how_often():
    made = sheet(3, rulebook="russian-board")
    assert refused(made, deal(1, "B", "A 5, C 5")) == "bad_value"
    assert refused(made, deal(1, "B", "A 5, C 5", emptied={1: 100})) == "bad_value"
    assert refused(made, deal(1, "B", "A 5, C 5", emptied={3: 1})) == "no_such_seat"
    write(made, deal(1, "B", "A 5, C 8", emptied={1: 2, 2: 2}))
    assert (made.phase, made.top.totals, made.top.places) == ("reported", [0, 2, 2], [3, 1, 2])
    assert write(made, deal(1, "B", "A 5, C 8", emptied={1: 2, 2: 2})) == []
    blocked = sheet(3, deal(1, None, "A 5, B 1, C 8"), rulebook="russian-board")
    assert blocked.top.totals == [0, 0, 0]


def test_the_first_turn_is_said_unless_only_people_know_who_is_youngest():
    made = sheet(3, first_player="youngest")
    assert made.next_player() == -1
    write(made, deal(1, "A", "B 20, C 5"))
    assert (made.next_dealer(), made.next_player()) == (1, 2)
    write(made, deal(2, "A", "B 600, C 5"))
    assert (made.next_dealer(), made.next_player()) == (-1, -1)


# --- penalties, challenges, and who leaves


def test_penalties_cost_what_the_rulebook_says():
    strict = build("russian-strict", {"advice_penalty": 2, "silence": "twos", "uno_centre": True})
    two = dict.fromkeys(("uno", "illegal", "false_call", "advice", "silence", "centre"), 2)
    assert kinds(strict) == two
    assert kinds(build("filipino")) == {"uno": 1, "illegal": 1, "advice": 2}

    made = sheet(3)
    assert write(made, ph.Penalise(1, "uno")) == [RefereePenalty(1, 2, "uno")]
    assert write(made, ph.Penalise(2, "penalty", 3)) == [RefereePenalty(2, 3)]
    write(made, ph.TakeBackPenalty(1))
    assert made.penalties == [(1, 2)]
    assert refused(made, ph.TakeBackPenalty(1)) == "no_penalty"


def test_a_challenge_is_noted_where_the_rulebook_knows_it():
    made = sheet(3)
    assert len(write(made, ph.NoteChallenge(0, 1, was_right=True))) == 2
    assert len(write(made, ph.NoteChallenge(0, 1, was_right=False))) == 2
    assert refused(sheet(3, rulebook="welsh"), ph.NoteChallenge(0, 1, was_right=True)) == "rule_off"


@pytest.mark.parametrize(
    ("rulebook", "places"),
    [("classic", [3, 1, 2]), ("russian-low-200", [3, 2, 1]), ("elimination-500", [3, 2, 1])],
)
def test_a_player_who_leaves_is_last_whatever_the_points(rulebook, places):
    points = deal(1, "A", "B 5, C 20") if rulebook == "classic" else deal(1, "A", "B 20, C 5")
    made = sheet(3, points, ph.RetireSeat(0), rulebook=rulebook)
    text = "C 30" if rulebook == "classic" else "C 8"
    write(made, deal(2, "B", text), ph.EndMatch())
    assert made.top.places == places


def test_when_all_but_one_have_left_that_one_has_won_and_who_left_first_is_last():
    made = sheet(3, ph.RetireSeat(0), rulebook="russian-low-200")
    assert made.phase == "running"
    write(made, ph.RetireSeat(2, "disqualified"))
    assert (made.phase, made.top.winners, made.top.places) == ("reported", [1], [3, 1, 2])
    write(made, ph.SettleDispute(stands=False), ph.RejoinSeat(2))
    assert (made.phase, made.standing().eliminated) == ("running", [1, 0, 0])


def test_a_first_dealer_who_has_left_hands_the_deal_on_to_the_next_seat():
    made = sheet(4, ph.NameDealer(2), ph.RetireSeat(2))
    assert (made.next_dealer(), made.next_player()) == (3, 0)
    write(made, ph.RetireSeat(3), deal(1, "A", "B 20"))
    assert made.started[0].dealer == 0
    assert (made.next_dealer(), made.next_player()) == (1, 0)
    back = sheet(4, ph.NameDealer(2), ph.RetireSeat(2), ph.RejoinSeat(2))
    assert (back.next_dealer(), back.next_player()) == (2, 3)


def test_partners_leave_together():
    made = sheet(4, ph.RetireSeat(1), rulebook="partners")
    assert (made.phase, made.top.winners) == ("reported", [0, 2])
    write(made, ph.SettleDispute(stands=False), ph.RejoinSeat(3))
    assert made.standing().eliminated == [0, 0, 0, 0]


def test_a_deal_before_somebody_left_can_still_be_corrected():
    made = sheet(3, deal(1, "A", "B 20, C 5"), ph.RetireSeat(0))
    assert refused(made, ph.RetireSeat(0)) == "seat_out"
    write(made, ph.UndoDeal(1), deal(1, "A", "B 25, C 5"))
    assert refused(made, deal(2, "A", "B 5, C 5")) == "seat_out"
    write(made, deal(2, "B", "C 5"))
    assert made.top.totals == [30, 5, 0]
    assert refused(made, ph.RejoinSeat(0)) == "not_retired"


# --- the result


def reported(**facts) -> ph.Sheet:
    return sheet(3, deal(1, "A", "B 20, C 5"), target_score=20, **facts)


def test_a_reported_result_is_written_on_no_more():
    made = reported()
    for command in (
        deal(2, "A", "B 20, C 5"),
        ph.Penalise(0, "uno"),
        ph.TakeBackPenalty(0),
        ph.NoteChallenge(0, 1, was_right=True),
        ph.NameDealer(1),
        ph.RetireSeat(0),
        ph.RejoinSeat(0),
        ph.EndMatch(),
    ):
        assert refused(made, command) == "match_over"
    write(made, ph.UndoDeal(1))
    assert made.phase == "running"


def test_the_last_of_the_others_makes_it_final():
    made = sheet(3, target_score=20)
    write(made, deal(1, "A", "B 20, C 5"), reporter=1)
    assert made.asked() == {0, 2}
    assert refused(made, ph.ConfirmResult(1)) == "not_asked"
    write(made, ph.ConfirmResult(0))
    assert write(made, ph.ConfirmResult(0)) == []
    write(made, ph.ConfirmResult(2))
    assert made.phase == "final"
    assert write(made, ph.ConfirmResult(2)) == []
    for command in (ph.UndoDeal(1), ph.ObjectToResult(1), ph.SettleDispute(stands=True), ph.ConfirmResult(1)):
        assert refused(made, command) == "result_final"


def test_nobody_to_be_asked_makes_it_final_at_once():
    assert reported(asks=False).phase == "final"
    made = sheet(2, target_score=20)
    write(made, ph.RetireSeat(1), reporter=0)
    assert made.phase == "final"


def test_an_objection_waits_for_the_referee():
    made = reported()
    write(made, ph.ObjectToResult(1, "wrong"), ph.ObjectToResult(1, "still"), ph.ObjectToResult(2))
    assert (made.phase, made.objectors, made.asked()) == ("disputed", {1, 2}, set())
    assert refused(made, ph.ConfirmResult(0)) == "disputed"
    assert refused(made, ph.FallSilent()) == "disputed"
    assert refused(made, ph.UndoDeal(1)) == "disputed"
    assert refused(made, ph.ObjectToResult(7)) == "no_such_seat"
    assert refused(made, ph.SettleDispute(stands=True, undo=1)) == "bad_value"
    assert refused(made, ph.SettleDispute(stands=False, undo=2)) == "bad_value"
    write(made, ph.SettleDispute(stands=False))
    assert (made.phase, made.deals, made.objectors) == ("running", 1, set())
    assert refused(made, deal(2, "A", "B 20, C 5")) == "match_over"  # by its points it is
    write(made, ph.EndMatch(), ph.FallSilent())
    assert made.phase == "final"


def test_the_referee_can_let_it_stand_at_once():
    made = reported()
    write(made, ph.SettleDispute(stands=True))
    assert made.phase == "final"
