"""Situation: a card can be played in several ways; those without UNO are folded behind those with it."""

import re

import pytest

from tests.games.playing import deal, player
from tests.games.visiting import log_in, look_at

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

FOLDED = re.compile(r"<details[^>]*><summary>Play without saying it</summary>.*?</details>", re.DOTALL)


def folded_and_shown(client, hands, **options):
    """The moves that are folded, and those that are shown, of the cards that are played in several ways."""
    table = deal("Ana Bo Cy", hands, "r9 y1 y2 y3 y4", options=options)
    log_in(client, player(table, "B"))
    page = look_at(client, table).content.decode()
    menus = page[page.index("popover colours") : page.index("hand__foot")]
    shown = FOLDED.sub("", menus)
    assert "<details open" not in page
    return [set(re.findall(r'value="([^"]+)"', part)) for part in ("".join(FOLDED.findall(menus)), shown)]


def test_the_colours_without_uno_are_folded(client):
    folded, shown = folded_and_shown(client, "r1 b2/w b6/b1 b3")
    assert folded == {f"play w {colour}" for colour in "rygb"}
    assert shown == {f"play w {colour} uno" for colour in "rygb"}


def test_the_players_for_a_swap_without_uno_are_folded(client):
    folded, shown = folded_and_shown(client, "r1 b2/r7 b6/b1 b3", seven_zero=True)
    assert folded == {"play r7 to A", "play r7 to C"}
    assert shown == {"play r7 to A uno", "play r7 to C uno"}


def test_a_card_that_leaves_two_is_shown_beside_a_pair_that_leaves_one(client):
    folded, shown = folded_and_shown(client, "r1 b2 b4/r7 r7 b6/b1 b3 b4", pair_as_skip=True)
    assert folded == {"pair r7"}
    assert shown == {"pair r7 uno", "play r7"}


def test_with_three_cards_nothing_is_folded(client):
    folded, shown = folded_and_shown(client, "r1 b2 b4/w r8 b6/b1 b3 b4")
    assert folded == set()
    assert shown == {f"play w {colour}" for colour in "rygb"}
