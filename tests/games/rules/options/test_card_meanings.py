"""What is said of a card is what the rules do with it, under every rulebook that says so."""

from collections import defaultdict
from pathlib import Path
from typing import Final

import pytest

from games.rules.cards.card_names import called
from games.rules.cards.cards import card, deck
from games.rules.notation.scenario_files import Scenario, option_changes, read
from games.rules.options import card_meanings, rulebooks
from games.rules.options.options import Options, build, differences, explain
from games.rules.scenarios import PASSED, run

OTHERS: Final = [
    ("classic", "jump_in=on"),
    ("classic", "draw_cards_lose_turn=off"),
    ("classic", "draw_four_legality=no_match"),
    ("classic", "draw_four_answers_draw_two=on"),
    ("classic", "pair_as_skip=on"),
    ("classic", "two_player_reverse=plain"),
    ("russian-plus-ten", "stack_ten=on"),
    ("russian-plus-ten", "draw_cards_lose_turn=off"),
    ("russian-circle", "seven_zero=on"),
    *(("super-mario", f"customizable_effects=({effect})") for effect in card_meanings.CUSTOM),
]
"""Rulebooks with a change, for what no rulebook says as it is."""
PLAYED: Final = [*((name, "") for name in rulebooks.names()), *OTHERS]
ASIDE: Final = {
    "ready_pause": "off",
    "illegal_card_penalty": "0",
    "uno_centre": "off",
    "teams": "off",
    "going_out": "ends_round",
    "draw_pile_exhausted": "reshuffle",
    "scoring": "winner_takes_all",
    "match_end": "target",
    "next_dealer": "clockwise",
}
"""Options that would add a step of their own to a position, or count it differently."""
SKIP_ACCEPTED: Final = " ; B accept?"

each_game = pytest.mark.parametrize(("name", "change"), PLAYED, ids=lambda text: text or "as-it-is")


def _positions() -> dict[str, list[Scenario]]:
    """Return the positions by the sentence that they show."""
    positions = defaultdict(list)
    for scenario in read(Path(__file__).with_name("card_positions.txt").read_text()):
        name, _blank, of = scenario.title.partition(" ")
        positions[card_meanings.CUSTOM[of] if name == "CUSTOM" else getattr(card_meanings, name)].append(
            scenario
        )
    return positions


POSITIONS: Final = _positions()


def _options(name: str, change: str) -> Options:
    return build(name, option_changes([change] if change else []))


def _claims(name: str, change: str) -> dict[int, list[str]]:
    options = _options(name, change)
    cards = deck(options.deck, len(options.customizable_effects))
    return {number: card_meanings.claims(number, options) for number in dict.fromkeys(cards)}


@each_game
def test_every_card_of_every_deck_has_sentences(name: str, change: str) -> None:
    for number in _claims(name, change):
        assert card_meanings.effects_of(number, _options(name, change)), called(number)


@each_game
def test_the_meanings_of_cards_agree_with_the_rules(name: str, change: str) -> None:
    options = _options(name, change)
    for text in {text for claims in _claims(name, change).values() for text in claims} - {
        card_meanings.LAST_IS_PLAIN
    }:
        for position in POSITIONS[text]:
            assert _played(position, options) == PASSED, text


def test_every_sentence_has_a_position_and_is_said_somewhere() -> None:
    assert {text for game in PLAYED for claims in _claims(*game).values() for text in claims} == set(
        POSITIONS
    )


@pytest.mark.parametrize("position", POSITIONS[card_meanings.LAST_IS_PLAIN], ids=lambda position: position.id)
def test_as_the_last_card_of_a_hand_some_do_nothing_more(position: Scenario) -> None:
    about = card(position.title.split()[1])
    for name, change in PLAYED:
        if card_meanings.LAST_IS_PLAIN in _claims(name, change).get(about, []):
            assert _played(position, _options(name, change)) == PASSED


def test_a_wrong_sentence_is_noticed() -> None:
    assert _played(POSITIONS[card_meanings.DRAWS_TWO][0], build("russian-board")) != PASSED
    assert _played(POSITIONS[card_meanings.TWO_ADDED][0], build("classic")) != PASSED


def _played(position: Scenario, options: Options) -> str:
    """Play a position under these options; return `ok`, or what came out differently."""
    waits = options.skip_rescue == "identical" or options.reverse_reflects
    when = position.lines["when"].replace(SKIP_ACCEPTED, " ; B accept" if waits else "")
    chosen = {name: explain(name).written(value) for name, value in differences(options).items()} | ASIDE
    written = [f"{name}={value}" for name, value in chosen.items()]
    outcome = run(Scenario(position.id, "classic", written, position.title, {**position.lines, "when": when}))
    return outcome.verdict if outcome.verdict == PASSED else outcome.detail
