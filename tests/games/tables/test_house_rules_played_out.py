"""Situation: whole matches under house rules, by bots and by people who say nothing."""

from datetime import timedelta
from itertools import pairwise

import pytest

from games import eventstore, tables
from games.models import TableEvent
from games.rules.match import events as e
from games.rules.options import rulebooks
from tests.games.playing import (
    START,
    assert_rebuilt_equals_live,
    fresh,
    open_table,
    play_deal,
    play_out,
)

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

SHORT = {"hand_size": 4, "match_end": "rounds", "round_limit": 2}
WILD = {
    "swaps and jumps": (
        "classic-112-swap",
        {"seven_zero": True, "five_exchange": True, "jump_in": True, "jump_in_self": True, **SHORT},
    ),
    "performances": (
        "classic-112-swap",
        {"customizable_effects": ["next_situps_or_draw_3", "charade_colour_dump"], **SHORT, "hand_size": 7},
    ),
    "pairs, centre, silence": (
        "russian-silent-black",
        {"pair_as_skip": True, "uno_centre": True, "silence_enforcement": "penalise", **SHORT},
    ),
    "penalties": ("russian-strict", {"jump_in": True, **SHORT}),
}


@pytest.mark.parametrize("case", WILD)
@pytest.mark.parametrize("who", ["bot bot bot bot", "Ana bot bot bot"])
def test_a_match_with_many_house_rules_comes_to_its_end(case, who):
    rulebook, options = WILD[case]
    table = open_table(who, rulebook=rulebook, options=options, bot_pause_ms=200)
    tables.start(table.pk, by="organizer:1", at=START)
    finished = play_out(table, one_by_one=who.startswith("Ana"))
    assert finished.status == "finished"
    assert finished.round_number == 2
    assert_rebuilt_equals_live(table)


def test_bots_do_what_is_done_out_of_turn_too():
    wanted = {e.JumpedIn, e.HandsUpOpened, e.HandPlaced, e.HandsUpClosed}
    for _match in range(20):
        options = {"jump_in": True, "uno_centre": True, **SHORT}
        table = open_table("bot bot bot bot", options=options)
        tables.start(table.pk, by="organizer:1", at=START)
        play_out(table)
        wanted -= {type(event) for event in eventstore.read_events(TableEvent, table.pk)}
        if not wanted:
            break
    assert not wanted


@pytest.mark.parametrize("rulebook", rulebooks.names())
def test_bots_play_a_deal_under_every_rulebook_without_waiting(rulebook):
    fewest, most = rulebooks.fitting_seats(rulebook)
    who = " ".join(["bot"] * max(fewest, min(4, most)))
    table = open_table(who, rulebook=rulebook, options={"hand_size": 4}, bot_pause_ms=100)
    tables.start(table.pk, by="organizer:1", at=START)
    play_deal(table.pk, 5000)
    assert fresh(table).round_number == 2 or fresh(table).status == "finished"
    times = [row.at for row in eventstore.read(TableEvent, table.pk)]
    assert max(later - sooner for sooner, later in pairwise(times)) <= timedelta(seconds=0.15)
