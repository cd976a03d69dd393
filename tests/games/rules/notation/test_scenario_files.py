"""Scenario files as people write them: what is understood, and what is never passed over in silence."""

from pathlib import Path

import pytest

from games.rules.scenarios import FAILED, PASSED, main, run_text

GOOD = """S001 [classic] the round is won
  given A: r5 | B: y1 | draw r2 | top r9 | turn A
  when  A play r5
  then  A: - | over
"""


def verdicts(text: str) -> list[str]:
    return [outcome.verdict for outcome in run_text(text)]


def only_detail(text: str) -> str:
    (outcome,) = run_text(text)
    assert outcome.verdict == FAILED
    return outcome.detail


@pytest.mark.parametrize(
    "written",
    [
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("\n", "   \n"),
        GOOD.replace("  given ", "\tgiven\t").replace("  when  ", "\twhen\t"),
        GOOD.replace(" | ", "|"),
        GOOD.replace("A: r5", "A:  r5").replace("turn A", "turn  A"),
        GOOD.replace("  given", "given").replace("  when", "when").replace("  then", "then"),
        GOOD + "  note  with | any ; words -> in it\n",
        f"Some words.\n\n```text\n{GOOD}```\n",
        f"```text\r\n{GOOD}```\r\n".replace("\n", "\r\n"),
        f"```text\n{GOOD}",
    ],
    ids=[
        "carriage returns",
        "trailing blanks",
        "tabs",
        "no blanks between items",
        "two blanks",
        "not indented",
        "a note",
        "fenced",
        "fenced with carriage returns",
        "the last fence missing",
    ],
)
def test_the_way_a_file_was_typed_does_not_matter(written: str) -> None:
    assert verdicts(written) == [PASSED]


def test_a_file_may_begin_with_a_mark_of_its_encoding(tmp_path: Path) -> None:
    path = tmp_path / "marked.txt"
    path.write_text(GOOD, "utf-8-sig")
    assert main([str(path)]) == 0


@pytest.mark.parametrize(
    "written",
    [
        GOOD.replace("  then", "  # a remark\n  then"),
        "# a remark\n" + GOOD,
        GOOD.replace("  when", "  when A draw\n  when"),
        GOOD.replace("S001 [classic]", "S001 classic"),
        f"```text\n{GOOD.replace('S001 [classic]', 'S001 classic]')}```\n",
        GOOD.replace(" the round is won", ""),
        GOOD.replace("  then  A: - | over\n", "  then\n"),
        GOOD.replace("  when  A play r5", "  when"),
    ],
    ids=[
        "a remark inside",
        "a remark before",
        "two lines of actions",
        "no brackets",
        "one bracket in a block of text",
        "no title",
        "an empty then",
        "an empty when",
    ],
)
def test_a_text_that_is_no_scenario_fails_loudly(written: str) -> None:
    assert FAILED in verdicts(written)


def test_a_scenario_that_a_missing_fence_puts_between_the_blocks_is_not_lost() -> None:
    other = GOOD.replace("S001", "S002")
    text = f"```text\n{GOOD}```\n\n{other}```\n\nwords\n"
    assert [(outcome.id, outcome.verdict) for outcome in run_text(text)] == [
        ("S001", PASSED),
        ("S002", FAILED),
    ]


def test_blocks_of_other_things_are_no_scenarios() -> None:
    notation = (
        "```\nSnnn [preset; option=value; …] title\n  given items\n  when  actions\n  then  items\n```\n"
    )
    assert verdicts('```toml\n[classic]\nextends = "defaults"\n```\n' + notation) == []


@pytest.mark.parametrize(
    ("item", "why"),
    [
        ("uno B open", "does not hold exactly one card"),
        ("total A=1 | total A=2", "repeats what is given of a seat"),
        ("total A=1 A=2", "no number of a seat"),
        ("uno C open C called", "two things of one seat"),
        ("stage A=7", "6 cards at most"),
        ("out D | eliminated D", "out of the round or of the match once"),
        ("dealer E", "no seat E"),
        ("laid", "is not a seat"),
        ("dir left", "no direction"),
        ("colour r", "exactly when the top card is black"),
        ("turn B", "given twice"),
        ("A: r1", "given twice"),
        ("weather fine", "no item of a given line"),
        ("deck", "cards are missing"),
        ("prev_winner none", "is not a seat"),
    ],
)
def test_a_position_that_contradicts_itself_or_the_notation_fails(item: str, why: str) -> None:
    scenario = GOOD.replace("B: y1", "B: y1 y2 | C: g7 | D: -" + ("" if "D" in item else " | out D"))
    assert why in only_detail(scenario.replace("turn A", f"turn A | {item}"))


def test_facts_of_seats_may_come_in_one_item_or_in_several() -> None:
    more = "C: g7 | uno B called | uno C open | total A=10 | total B=20 C=30 | outs A=2 | outs B=1"
    scenario = GOOD.replace("B: y1", f"B: y1 | {more}").replace("A: - | over", "total A=18 B=20 C=30 | A: -")
    assert verdicts(scenario) == [PASSED]


@pytest.mark.parametrize(
    "action",
    [
        "A play",
        "A play r",
        "A play r5 x",
        "A play r5 uno uno",
        "A play w g uno to B",
        "A play r5 ex B",
        "A play r5 ex b2 B",
        "K play r5",
        "A catch",
        "A catch none",
        "A colour",
        "A colour to B",
        "A perform",
        "A perform well",
        "A award",
        "A give",
        "A pair",
        "ref A penalty",
        "ref A penalty0",
        "ref A penalty 2",
        "ref A shouting",
        "A clock",
        "deal A",
        "A play r5 -> refused",
        "A play r5 ->",
        "-> rejected",
        "rejected",
    ],
)
def test_an_action_outside_the_notation_fails(action: str) -> None:
    scenario = GOOD.replace("A play r5", action)
    assert "expected a scenario that can be run, got" in only_detail(scenario)


@pytest.mark.parametrize(
    "item",
    [
        "A: #",
        "A: # 2",
        "A:",
        "turn",
        "turn K",
        "over A",
        "pending skip 0 on B",
        "pending draw3 2 on B",
        "pending draw2 on B",
        "winner",
        "winner A B",
        "loser none",
        "points A",
        "points A=x",
        "total",
        "next_dealer none",
        "match",
        "match A A",
        "match_loser none",
        "eliminated none",
        "order none",
        "stage A",
        "outs",
        "silence",
        "silence twos",
        "silence black",
        "silence black B",
        "events",
        "events WentOut,",
        "events WentOut RoundEnded",
        "discard #",
        "drawset #1",
        "uno A",
        "uno A maybe",
        "laid A",
    ],
)
def test_an_expectation_outside_the_notation_fails(item: str) -> None:
    assert "expected a scenario that can be run, got" in only_detail(GOOD.replace("over", f"over | {item}"))


@pytest.mark.parametrize(
    "item",
    [
        "A: #1",
        "B: -",
        "B: y1 y1",
        "top r2",
        "colour g",
        "dir ccw",
        "draw -",
        "draw #2",
        "drawset r3",
        "discard r9 r5",
        "discard #1",
        "winner none",
        "winner B",
        "loser B",
        "points A=2",
        "points B=1",
        "total A=2",
        "next_dealer A",
        "match A",
        "match_loser B",
        "eliminated B",
        "order A B",
        "stage A=6",
        "outs A=0",
        "silence black r",
        "uno A called",
        "events RoundEnded, WentOut",
        "events WentOutAgain",
        "turn B",
        "K: -",
    ],
)
def test_an_expectation_that_is_not_true_fails(item: str) -> None:
    assert only_detail(GOOD.replace("over", f"over | {item}" if item != "turn B" else item))


@pytest.mark.parametrize(
    "options",
    [
        "jump_in",
        "jump_in=maybe",
        "jump_in=1",
        "jump_in=true",
        "hand_size=0",
        "hand_size=11",
        "hand_size=on",
        "hand_size=-1",
        "seven_zero=on; seven_zero=off",
        "customizable_effects=none",
        "customizable_effects=(none)",
        "deck=swap_112; customizable_effects=(dance)",
        "seven_eight=on",
        "jump_in = on; jump_in_self = on; teams=partners",
    ],
)
def test_an_option_that_does_not_exist_or_fit_fails(options: str) -> None:
    assert "expected a scenario that can be run" in only_detail(
        GOOD.replace("[classic]", f"[classic; {options}]")
    )


def test_options_are_written_as_in_the_catalogue() -> None:
    options = "deck=swap_112; customizable_effects=(none/extra_turn); jump_in=on; uno_penalty=4"
    assert verdicts(GOOD.replace("[classic]", f"[classic; {options}]")) == [PASSED]
    assert verdicts(GOOD.replace("[classic]", "[classic;deck=swap_112;customizable_effects=()]")) == [PASSED]
