"""Situation: everybody looks at the same running deal, and nobody learns what they must not know."""

import msgspec
import pytest

from games import replays
from games.rules.cards import cards
from tests.games.playing import deal, do, player, see

pytestmark = pytest.mark.django_db

# Every card of this deal occurs once, so that a leak can be seen in any text.
HANDS = {"A": "r1 r2 r3", "B": "r4 r5 w4", "C": "b7 b8 b9"}


@pytest.fixture
def table():
    """Bo drew y1, Cy is the victim of Bo's Wild Draw Four, Cy challenges and is shown Bo's hand."""
    table = deal("Ana Bo Cy", "/".join(HANDS.values()), "r9 y1 y2 y3 y4 y5 y6 y7 y8 y9 g1 g2 g3")
    do(table, "B draw")
    return table


def known_cards(look):
    """All numbers of cards that occur anywhere in what somebody is shown."""
    text = msgspec.json.decode(msgspec.json.encode([look.sight.hands, look.sight.drawn_card]))
    found = set(numbers(text))
    for _step, events in look.recent:
        for event in events:
            facts = msgspec.structs.asdict(event)
            found |= set(numbers([facts.get(key) for key in ("hands", "pile", "cards", "shown", "draws")]))
    return found - {-1}


def numbers(value):
    if isinstance(value, list):
        return [number for item in value for number in numbers(item)]
    return [value] if isinstance(value, int) and not isinstance(value, bool) else []


def test_everybody_sees_their_own_cards_and_nobody_elses(table):
    for letter, hand in HANDS.items():
        own = set(cards(hand)) | ({14} if letter == "B" else set())
        assert known_cards(see(table, letter)) == own, letter


def test_a_spectator_sees_no_cards_but_how_many_there_are(table):
    look = see(table)
    assert known_cards(look) == set()
    assert (look.seat, look.legal) == (None, [])
    assert look.sight.counts == [3, 4, 3]
    assert look.sight.draw_count == 11


def test_the_drawn_card_is_known_to_its_drawer_only(table):
    assert see(table, "B").sight.drawn_card == 14
    assert see(table, "A").sight.drawn_card == see(table).sight.drawn_card == -1


def test_the_hand_shown_to_a_challenger_is_shown_to_nobody_else(table):
    do(table, "B pass")
    do(table, "C draw")
    do(table, "C pass")
    do(table, "A play r1")
    do(table, "B play w4 g")
    do(table, "C challenge")
    bo = set(cards("r4 r5 y1"))
    assert bo & known_cards(see(table, "C")) == bo
    assert not bo & known_cards(see(table, "A"))
    assert not bo & known_cards(see(table))


def test_whether_a_wild_draw_four_was_a_bluff_is_not_told(table):
    do(table, "B pass")
    do(table, "C draw")
    do(table, "C pass")
    do(table, "A play r1")
    do(table, "B play w4 g")
    for letter in ("A", "C", None):
        played = [event for event in see(table, letter).recent[-1][1] if hasattr(event, "legal")]
        assert [event.legal for event in played] == [True]


def test_a_replay_of_a_running_match_shows_no_more_than_the_table(table):
    for letter in ("A", "B", "C", None):
        viewer = player(table, letter) if letter else None
        last = replays.moments(table.pk).steps
        for step in range(1, last + 1):
            moment = replays.at(table.pk, step, viewer)
            assert [hand is not None for hand in moment.sight.hands] == [letter == one for one in "ABC"]
        assert moment.sight == see(table, letter).sight
        assert moment.events == see(table, letter).recent[-1][1]
