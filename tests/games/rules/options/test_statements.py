"""Situation: the page of a rulebook says how it is played. The rules play what it says."""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from games.rules.notation.scenario_files import Scenario, option_changes, read
from games.rules.options import rulebooks
from games.rules.options.combinations import fitting_seats
from games.rules.options.options import NAMES, Options, build, explain
from games.rules.options.statements import TOPICS, Statement, rules_in_sentences, statements
from games.rules.scenarios import PASSED, run

_STATEMENTS = {statement.name: statement for topic in TOPICS for statement in topic}
_WEAKER = {
    "draw_cards",
    "reverse_again",
    "false_call",
    "advice",
    *("may_only_draw_one", "must_play_or_only_draw_one", "may_only_draw_on", "must_play_or_only_draw_on"),
    *("two_passed_on", "two_stacked", "four_stacked", "four_beaten_by_colour", "four_beaten"),
}
"""These are true more often than they are said: where something stronger is, and with more than two seats."""
_BY_CARDS = {"swap_hands", "shuffle_hands", "super_star", "plus_ten", "customizable_wild", "customizable"}
"""A card does the same in every rulebook, even where the deck does not have it."""

each_rulebook = pytest.mark.parametrize("rulebook", rulebooks.names())


@cache
def _positions() -> dict[str, list[Scenario]]:
    positions: dict[str, list[Scenario]] = {}
    for scenario in read(Path(__file__).with_name("statements.txt").read_text()):
        positions.setdefault(scenario.id.rpartition("-")[0], []).append(scenario)
    return positions


def _statements_of(rulebook: str) -> list[Statement]:
    options = build(rulebook)
    return list(statements(options, fitting_seats(rulebook, options)))


def _faults(position: Scenario, options: Options) -> str:
    """Return what is wrong with a position by some options, an empty text if nothing is."""
    lines = {keyword: line.format(**_numbers(options)) for keyword, line in position.lines.items()}
    changes = [f"{name}={explain(name).written(getattr(options, name))}" for name in NAMES]
    outcome = run(Scenario(position.id, "classic", changes, position.title, lines))
    return "" if outcome.verdict == PASSED else outcome.line


def _numbers(options: Options) -> dict[str, object]:
    return {
        "hand": options.hand_size,
        "dealt": " ".join(["g1"] * (4 * options.hand_size)),
        "misses": " ".join(["b8"] * options.draw_until_max),
        "missed": 3 + options.draw_until_max,
        "uno_hand": 1 + options.uno_penalty,
        "near": options.target_score - 1,
    }


def _wrong(statements: Iterable[Statement], rulebook: str) -> Iterator[str]:
    """Yield the positions of statements that the rules of a rulebook play otherwise."""
    for statement in statements:
        for position in _positions()[statement.name]:
            if fault := _faults(position, build(rulebook)):
                yield fault


def test_every_statement_has_positions_and_every_position_a_statement() -> None:
    assert list(_positions()) == list(dict.fromkeys(_positions()))
    assert set(_positions()) == set(_STATEMENTS)
    assert len(_STATEMENTS) == sum(map(len, TOPICS)), "the names are unique"


@pytest.mark.parametrize("name", _STATEMENTS)
def test_a_statement_is_true_by_the_rules_of_its_positions(name: str) -> None:
    for position in _positions()[name]:
        options = build(position.preset, option_changes(position.options))
        assert _STATEMENTS[name].holds(options)
        assert _faults(position, options) == ""


@each_rulebook
def test_the_statements_of_a_rulebook_agree_with_the_rules(rulebook: str) -> None:
    assert list(_wrong(_statements_of(rulebook), rulebook)) == []


@each_rulebook
def test_statements_that_a_rulebook_leaves_out_disagree_with_the_rules(rulebook: str) -> None:
    """So that a wrong statement on the page would be found by its positions."""
    names = {statement.name for statement in _statements_of(rulebook)}
    unsaid = [
        statement for statement in _STATEMENTS.values() if statement.name not in names | _WEAKER | _BY_CARDS
    ]
    for statement in unsaid:
        assert list(_wrong([statement], rulebook)), statement.name


def test_a_wrong_statement_is_found() -> None:
    planted = Statement("skip_again", _STATEMENTS["skip_again"].english, lambda _options: True)
    assert list(_wrong([*_statements_of("classic"), planted], "classic"))


@each_rulebook
def test_how_it_is_played_is_told_in_five_to_ten_sentences(rulebook: str) -> None:
    options = build(rulebook)
    told = rules_in_sentences(options, fitting_seats(rulebook, options))
    assert 5 <= len(told) <= 10
    assert all(sentence.endswith(".") and "{" not in sentence for sentence in told)


def test_an_end_that_no_statement_tells_is_told_by_its_options() -> None:
    options = build("classic", {"match_end": "rounds", "round_limit": 3})
    told = rules_in_sentences(options, range(2, 11))
    assert told[-1].startswith("The match ends after")
    assert len(told) == len(rules_in_sentences(build("classic"), range(2, 11))) + 2
