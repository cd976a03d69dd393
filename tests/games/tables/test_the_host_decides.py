"""Situation: the rulebook leaves something to the organiser: who deals, who is youngest, when it ends."""

import pytest

from games import tables
from games.rules.base.refusal import Refusal
from games.rules.match.commands import EndMatch, Penalise, Perform
from games.rules.match.events import ForfeitPerformed, ForfeitRefused, RefereePenalty
from games.tables.autoplay import overdue_turns
from tests.games.playing import (
    START,
    assert_rebuilt_equals_live,
    deal,
    do,
    fresh,
    move_on,
    open_table,
    play_out,
    player,
    players,
    see,
)

pytestmark = pytest.mark.django_db

PILE = "y1 y2 y3 y4 y5 y6 y7 y8 y9 g7 g8"
MANUAL = {"match_end": "manual"}


def hosted(who="Bo Cy", **facts):
    """A table that Ana has opened and sits at."""
    (ana,) = players("Ana")
    table = open_table(seats=len(who.split()) + 1, host=ana, **facts)
    tables.sit(table.pk, seat=0, player=ana, at=START)
    for seat, name in enumerate(who.split(), start=1):
        if name == "bot":
            tables.seat_bot(table.pk, seat=seat, by="organizer:1", at=START)
        else:
            tables.sit(table.pk, seat=seat, player=players(name)[0], at=START)
    return table


def by(table, letter):
    return f"player:{player(table, letter).pk}"


def act(table, command, who):
    return tables.act(table.pk, command, after=fresh(table).version, by=who, at=START)


def refused(code, action):
    with pytest.raises(Refusal) as caught:
        action()
    assert caught.value.code == code


def test_the_youngest_named_by_the_host_begins_the_first_deal():
    table = hosted(
        options={"first_player": "youngest", "dealer_choice": "fixed", "starter_rule": "number_only"}
    )
    tables.start(table.pk, youngest=2, by=by(table, "A"), at=START)
    assert (see(table).sight.dealer, fresh(table).turn_seat) == (0, 2)
    assert_rebuilt_equals_live(table)


def test_where_nobody_is_named_the_seat_left_of_the_dealer_begins():
    table = hosted(
        options={"first_player": "youngest", "dealer_choice": "fixed", "starter_rule": "number_only"}
    )
    tables.start(table.pk, by=by(table, "A"), at=START)
    assert fresh(table).turn_seat == 1


def test_the_host_names_the_first_dealer():
    table = hosted(options={"dealer_choice": "fixed", "starter_rule": "number_only"})
    tables.start(table.pk, dealer=2, by=by(table, "A"), at=START)
    assert (see(table).sight.dealer, fresh(table).turn_seat) == (2, 0)


@pytest.mark.parametrize(
    ("named", "code"), [("dealer", "dealer_unwanted"), ("youngest", "youngest_unwanted")]
)
def test_whom_the_rules_choose_nobody_names(named, code):
    table = hosted()
    refused(code, lambda: tables.start(table.pk, by=by(table, "A"), at=START, **{named: 1}))
    assert fresh(table).status == "open"


def test_a_dealer_who_does_not_exist_is_refused():
    table = hosted(options={"dealer_choice": "fixed"})
    refused("no_such_seat", lambda: tables.start(table.pk, dealer=7, by=by(table, "A"), at=START))


def over(**facts):
    """Ana is the host, the first deal is over, and only she may end the match."""
    (ana,) = players("Ana")
    table = deal("Zoe Bo", "r1/r4", f"r9 {PILE}", options=MANUAL, host=ana, **facts)
    do(table, "B play r4")
    assert fresh(table).state_name == "over"
    return table, f"player:{ana.pk}"


def test_the_host_ends_the_match_between_two_deals():
    table, host = over()
    look = act(table, EndMatch(), host)
    assert look.table.status == "finished"
    assert [seat.place for seat in look.seats] == [2, 1]
    assert_rebuilt_equals_live(table)


def test_an_organizer_ends_it_too():
    table, _host = over()
    assert act(table, EndMatch(), "organizer:5").table.status == "finished"


def test_nobody_else_ends_it_nor_is_offered_to():
    table, host = over()
    refused("not_yours", lambda: act(table, EndMatch(), by(table, "B")))
    assert EndMatch() not in see(table, "B").legal
    act(table, EndMatch(), host)
    refused("conflict", lambda: act(table, EndMatch(), host))


def test_the_host_who_sits_there_is_offered_the_end():
    table = hosted("bot", options={**MANUAL, "hand_size": 1})
    tables.start(table.pk, by=by(table, "A"), at=START)
    assert EndMatch() not in see(table, "A").legal
    while fresh(table).state_name != "over":
        move_on(table)
    tables.come_back(table.pk, player=player(table, "A"), at=START)
    assert EndMatch() in see(table, "A").legal


def test_during_a_deal_nobody_ends_the_match():
    table = deal("Ana Bo", "r1/r4", f"r9 {PILE}", options=MANUAL)
    refused("round_running", lambda: act(table, EndMatch(), "organizer:5"))


def test_a_match_that_nobody_could_end_is_ended_by_the_clock_after_ten_deals():
    table = open_table("bot bot bot", rulebook="russian-lazy", options={"hand_size": 2})
    tables.start(table.pk, by="clock", at=START)
    assert (play_out(table).status, fresh(table).round_number) == ("finished", overdue_turns.MANUAL_DEALS)
    assert_rebuilt_equals_live(table)


def test_as_long_as_the_host_plays_the_match_goes_on(monkeypatch):
    monkeypatch.setattr(overdue_turns, "MANUAL_DEALS", 1)
    table = hosted("bot", options={**MANUAL, "hand_size": 1})
    tables.start(table.pk, by=by(table, "A"), at=START)
    while fresh(table).round_number < 3:
        tables.come_back(table.pk, player=player(table, "A"), at=START)
        assert move_on(table)
    assert fresh(table).status == "running"


# --- the referee


def test_the_host_gives_penalty_cards_and_nothing_else_changes():
    table = deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}", host=players("Hal")[0])
    host = f"player:{fresh(table).host_id}"
    look = act(table, Penalise(1, 2), host)
    assert RefereePenalty(1, 2) in look.recent[-1][1]
    assert (look.sight.counts, look.sight.to_act, look.seat) == ([2, 4], 1, None)
    assert_rebuilt_equals_live(table)


def test_nobody_who_only_sits_there_is_a_referee():
    table = deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}")
    refused("not_yours", lambda: act(table, Penalise(1, 2), by(table, "A")))


def forfeit():
    options = {"deck": "swap_112", "customizable_effects": ["next_situps_or_draw_3"]}
    host = players("Hal")[0]
    table = deal("Ana Bo Cy", "r1 r2 b7/wc1 g3 b3/b1 b4 g9", f"r9 {PILE}", options=options, host=host)
    do(table, "B play wc1 g")
    assert fresh(table).state_name == "forfeit"
    return table, f"player:{host.pk}"


@pytest.mark.parametrize(("done", "event"), [(True, ForfeitPerformed(2)), (False, ForfeitRefused(2))])
def test_the_host_sees_whether_a_forfeit_was_performed(done, event):
    table, host = forfeit()
    assert event in act(table, Perform(2, done), host).recent[-1][1]


def test_the_one_who_faces_a_forfeit_is_trusted_and_nobody_else():
    table, _host = forfeit()
    refused("not_yours", lambda: act(table, Perform(2, True), by(table, "A")))
    assert ForfeitPerformed(2) in do(table, "C perform ok").recent[-1][1]
