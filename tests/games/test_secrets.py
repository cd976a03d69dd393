"""Situation: everybody looks at the same running deal, and nobody learns what they must not know."""

import re

import msgspec
import pytest

from games.replay import match_at_step
from games.rules.cards.card_names import called
from games.rules.cards.cards import cards
from tests.games.playing import deal, do, player, see
from tests.games.visiting import HTMX, log_in, look_at

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
    cards = set(numbers(text))
    for _step, events in look.recent:
        for event in events:
            facts = msgspec.structs.asdict(event)
            cards |= set(numbers([facts.get(key) for key in ("hands", "pile", "cards", "shown", "draws")]))
    return cards - {-1}


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
        last = len(match_at_step.outline(table.pk).steps)
        for step in range(1, last + 1):
            moment = match_at_step.at(table.pk, step, viewer)
            assert [hand is not None for hand in moment.sight.hands] == [
                letter == other_letter for other_letter in "ABC"
            ]
        assert moment.sight == see(table, letter).sight
        assert moment.events == see(table, letter).recent[-1][1]


# --- house rules: every way in which cards change hands, on the page, in its words and in the replay

PILE = "r9 y1 y2 y3 y4 y5 y6 y7 y8 y9"


def house(hands, *moves, **options):
    table = deal("Ana Bo Cy", hands, PILE, options=options)
    for move in moves:
        do(table, move)
    return table


def all_words(client, table, letter):
    """Everything that is sent to somebody: the page, the fragment and every step of the replay."""
    client.logout()
    if letter:
        log_in(client, player(table, letter))
    parts = [look_at(client, table), look_at(client, table, headers=HTMX)]
    steps = range(1, len(match_at_step.outline(table.pk).steps) + 1)
    parts += [client.get(f"/tables/{table.pk}/replay/?step={step}") for step in steps]
    return " ".join(part.content.decode() for part in parts)


@pytest.mark.parametrize(
    ("table", "secret", "knows"),
    [
        # Offered and given cards are known to the two who exchange them, once both lie there.
        ({"moves": ["B play r5 ex C g3"], "five_exchange": True}, "g3", "B"),
        ({"moves": ["B play r5 ex C g3", "C give b9"], "five_exchange": True}, "g3", "BC"),
        ({"moves": ["B play r5 ex C g3", "C give b9"], "five_exchange": True}, "b9", "BC"),
        # A swapped hand is known to its new owner; whoever gave it has seen it.
        ({"moves": ["B play r7 to C"], "seven_zero": True}, "b4", "BC"),
        ({"moves": ["B play r7 to C"], "seven_zero": True}, "g3", "BC"),
        # A hand on the centre stays in the hand.
        ({"moves": ["B draw", "B pass", "C draw", "C pass"], "uno_centre": True}, "b9", "C"),
        # Cards taken as a penalty.
        ({"moves": ["B uno"], "false_call_penalty": 2}, "y1", "B"),
        # Cards offered in vain, then drawn, in a pause.
        ({"moves": ["B play w4 g", "C accept"], "ready_pause": True}, "y2", "C"),
    ],
    ids=lambda value: value["moves"][-1] if isinstance(value, dict) else None,
)
def test_a_card_that_changes_hands_is_known_to_those_hands_alone(client, table, secret, knows):
    facts = dict(table)
    hands = "r1 r2 b7 y0 g9/r5 r7 g3 w4 b3/b1 b4 b9 g8 g6"
    table = house(hands, *facts.pop("moves"), **facts)
    name = called(cards(secret)[0])
    for letter in ("A", "B", "C", None):
        seen = re.search(rf"\b{re.escape(name)}\b", all_words(client, table, letter), re.IGNORECASE)
        assert bool(seen) == (letter is not None and letter in knows), letter


def test_shuffled_hands_are_known_to_their_owners_alone():
    table = house("r1 r2 b7/wh g3 b3/b1 b4 b9", "B play wh g", deck="shuffle_112")
    for letter in "ABC":
        look = see(table, letter)
        assert known_cards(look) <= set(look.sight.hands[look.seat]) | set(cards(HANDS_BEFORE[letter]))
    assert known_cards(see(table)) == set()


HANDS_BEFORE = {"A": "r1 r2 b7", "B": "wh g3 b3", "C": "b1 b4 b9"}
