"""The scenario files, and a runner that believes nothing."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from games.rules import scenarios
from games.rules.base.chance import Chance
from games.rules.base.refusal import IllegalCommand
from games.rules.decisions import decide
from games.rules.match import commands as c
from games.rules.match.events import ColourChosen, DrawPileRebuilt, Event
from games.rules.match.state import State
from games.rules.match.steps import Step
from games.rules.notation.scenario_files import Scenario, read
from games.rules.scenarios import FAILED, PASSED, main, play_scenario, run, run_text

OWN = tuple(Path(__file__).with_name(f"{kind}scenarios.txt") for kind in ("", "house_", "seldom_"))
CATALOGUE = (Path(__file__).parents[5] / "shared" / "rules.md",)


def _of(paths: tuple[Path, ...]) -> list[Scenario]:
    return [scenario for path in paths if path.exists() for scenario in read(path.read_text("utf-8"))]


@pytest.mark.parametrize("scenario", _of(OWN), ids=lambda scenario: scenario.id)
def test_our_scenario_comes_out_as_written(scenario: Scenario) -> None:
    outcome = run(scenario)
    assert outcome.verdict == PASSED, f"{scenario.title}: {outcome.detail}"


@pytest.mark.parametrize("scenario", _of(CATALOGUE), ids=lambda scenario: scenario.id)
def test_a_scenario_of_the_catalogue_comes_out_as_written(scenario: Scenario) -> None:
    outcome = run(scenario)
    assert outcome.verdict == PASSED, f"{scenario.title}: {outcome.detail}"


def test_there_are_more_than_a_hundred_scenarios_of_our_own() -> None:
    assert len(_of(OWN)) > 100


@pytest.mark.parametrize("scenario", _of(OWN), ids=lambda scenario: scenario.id)
def test_no_expectation_of_a_scenario_can_be_falsified_unnoticed(scenario: Scenario) -> None:
    for number, item in enumerate(scenario.items("then")):
        for wrong in _falsified(item):
            items = scenario.items("then")
            items[number] = wrong
            lines = {**scenario.lines, "then": " | ".join(items)}
            outcome = run(Scenario(scenario.id, scenario.preset, scenario.options, scenario.title, lines))
            assert outcome.verdict == FAILED, f"{item!r} turned into {wrong!r}"


def _falsified(item: str) -> list[str]:
    """Return the item with something untrue in it."""
    word = item.split(maxsplit=1)[0]
    if word.endswith(":"):
        return [item.replace(" -", " r0") if item.endswith("-") else item + " r0", f"{word} #13"]
    if item == "over":
        return ["turn A", "pending draw2 2 on B"]
    if re.search(r"=\d", item):
        return [re.sub(r"=(\d+)", lambda match: f"={int(match[1]) + 1}", item)]
    return _OTHERS.get(word, lambda text: [text + "x"])(item)


_OTHERS = {
    "top": lambda text: ["top r0", "top w4" if text != "top w4" else "top w"],
    "colour": lambda text: [f"colour {'g' if text[-1] != 'g' else 'b'}"],
    "dir": lambda text: ["dir cw" if text.endswith("ccw") else "dir ccw"],
    "draw": lambda _text: ["draw #99", "draw r0 r0"],
    "drawset": lambda _text: ["drawset r0"],
    "discard": lambda _text: ["discard #99", "discard r0"],
    "uno": lambda text: [
        text.replace("called", "none", 1) if "called" in text else text.replace(text.split()[2], "called", 1)
    ],
    "winner": lambda text: ["winner none" if text != "winner none" else "winner A"],
    "turn": lambda text: [f"turn {'J' if text[-1] == 'A' else 'A'}", "after_draw A", "over"],
    "after_draw": lambda _text: ["turn A"],
    "pending": lambda text: [
        text[:-1] + ("B" if text[-1] == "A" else "A"),
        "pending draw2 9 on B",
        "over",
    ],
    "ready": lambda _text: ["turn A", "ready J"],
    "loser": lambda text: ["loser B" if text != "loser B" else "loser A"],
    "order": lambda text: [text + " J", "order J"],
    "next_dealer": lambda text: [f"next_dealer {'B' if text[-1] == 'A' else 'A'}"],
    "match": lambda text: ["match B" if text != "match B" else "match A"],
    "match_loser": lambda text: ["match_loser A"] if text != "match_loser A" else ["match_loser B"],
    "eliminated": lambda text: [text + " A" if "A" not in text else "eliminated B"],
    "silence": lambda text: ["silence twos C" if text != "silence twos C" else "silence none"],
    "events": lambda text: [text + ", MatchForgotten"],
}


GOOD = """X1 [classic] an example
  given A: r5 | B: y1 | draw r2 | top r9 | turn A
  when  A play r5
  then  A: - | over
"""


def test_the_example_is_good() -> None:
    assert run_text(GOOD)[0].verdict == PASSED


@pytest.mark.parametrize(
    ("words", "instead", "why"),
    [
        ("\n  then  A: - | over", "", "'then' is missing"),
        ("[classic]", "[clasic]", "no rulebook"),
        ("[classic]", "[classic; jmp=on]", "no option"),
        ("[classic]", "[classic; uno_penalty=3]", "cannot be 3"),
        ("[classic]", "[classic; uno_penalty]", "no option with its value"),
        ("[classic]", "[classic; jump_in_self=on]", "works only if “Jump-in” (jump_in) is on"),
        ("X1 [classic]", "X1[classic]", "no heading"),
        ("play", "lay", "not a command"),
        ("play r5", "play r5 loudly", "left over"),
        ("play r5", "play r5 -> refused", "no outcome"),
        ("A play r5", "A play r5 ; ", "not a command"),
        ("| turn A", "| turn A | mood good", "no item of a given"),
        ("| turn A", "| turn A | top r9", "given twice"),
        ("| turn A", "| turn A | discard r9", "given twice"),
        ("| over", "| over | applause", "no item of a then"),
        (" | turn A", "", "whose turn"),
        ("B: y1", "C: y1", "without a gap"),
        ("top r9", "top w", "active colour"),
        ("top r9", "top r9 | colour r", "active colour"),
        ("B: y1", "B: y1 y2 | uno B open", "exactly one card"),
        ("B: y1", "B: -", "hold cards or be out"),
        ("| turn A", "| turn A | dealer C", "no seat C"),
        ("[classic]", "[elimination-500; survivors=2]", "must be fewer survivors"),
        ("  when", "  given A: r5\n  when", "comes twice"),
        ("  when", "  whence  A\n  when", "no line of a scenario"),
        ("A play r5", "A play r5 -> rejected", "got acceptance"),
        ("top r9", "top b9", "expected acceptance got not_playable"),
        ("| over", "| over | order A A", "no list of seats"),
        ("| over", "| over | silence deep", "no silence"),
        ("| over", "| over | events r5", "no list of events"),
        ("| over", "| over | dir north", "no direction"),
        ("| over", "| over | top xx", "not a card"),
        ("draw r2", "draw", "cards are missing"),
        ("[classic]", "[classic; customizable_effects=none]", "needs a list"),
        ("| turn A", "| turn A | eliminated A | starter_top", "must hold cards or be out"),
        ("| turn A", "| turn A | starter_top now", "left over after starter_top"),
        ("| turn A", "| turn A | total A", "no number of a seat"),
        ("| turn A", "| turn A | total", "numbers such as A=20"),
        ("| turn A", "| turn A | uno A", "no duty such as"),
        ("| turn A", "| turn A | seats A B", "seats are named instead of hands"),
        ("B: y1", "B: y1 | C: -", "C must hold cards or be out"),
        ("B: y1 | draw r2 | top r9 | turn A", "B: - | out B | draw r2 | top r9 | turn B", "in play"),
        ("A: r5 | B: y1 | draw r2 | top r9 | turn A", "draw r2", "without a gap"),
        ("| over", "| over | match_loser B", "match_loser B got none"),
        ("| over", "| over | order A B", "expected order A B got"),
    ],
)
def test_an_unclear_or_untrue_scenario_fails(words: str, instead: str, why: str) -> None:
    assert words in GOOD
    scenario = GOOD.replace(words, instead, 1)
    (outcome,) = run_text(scenario)
    assert outcome.verdict == FAILED
    assert why in outcome.detail


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("seats A B | dealer B | deck r1 g1", "no card left for the starter"),
        ("seats A B | dealer B | deck r1 g1 w4 w4", "no card of the deck may be the starter"),
    ],
)
def test_a_deck_nobody_can_deal_fails(text: str, why: str) -> None:
    deal = (
        f"X1 [classic; hand_size=1; starter_rule=number_only] t\n  given {text}\n  when deal\n  then turn A"
    )
    (outcome,) = run_text(deal.replace("r1 g1 w4", "rS gS w4"))
    assert outcome.verdict == FAILED
    assert why in outcome.detail


def test_the_starter_of_a_deal_without_a_dealer_comes_after_the_draw_for_the_dealer() -> None:
    deal = "X1 [classic; hand_size=1] t\n  given seats A B | deck r1 g5 y7\n  when deal\n"
    assert (
        run_text(deal + "  then A: r1 | B: g5 | top y7 | turn A | events DealerChosen, RoundStarted")[0].line
        == "X1 ok"
    )


def _spoil(state: State, _command: c.Command) -> None:
    state.colour = 2


def _spoil_and_refuse(state: State, _command: c.Command) -> None:
    state.colour = 2
    raise IllegalCommand("spoilt", "The colour was changed before saying no.")


def _name_yellow(step: Step, _command: c.Command) -> None:
    step.emit(ColourChosen(0, 1))


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ((_spoil_and_refuse, _name_yellow), "a refusal that changes nothing"),
        ((_spoil, _name_yellow), "expected rejected got acceptance"),
    ],
)
def test_an_engine_that_spoils_the_state_would_be_noticed(
    monkeypatch: pytest.MonkeyPatch, rule: tuple[object, object], why: str
) -> None:
    monkeypatch.setitem(decide._RULES, c.JumpIn, rule)
    (outcome,) = run_text(GOOD.replace("A play r5", "A jump r5 -> rejected ; A play r5"))
    assert outcome.verdict == FAILED
    assert why in outcome.detail


# D12: the runner counts the cards and looks at the duties after every event
def test_an_engine_that_loses_a_card_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(step: Step, _command: c.Command) -> None:
        step.emit(DrawPileRebuilt([]))

    monkeypatch.setitem(decide._RULES, c.JumpIn, (lambda _state, _command: None, lose))
    (outcome,) = run_text(GOOD.replace("A play r5", "A jump r5 ; A play r5"))
    assert outcome.detail == "after DrawPileRebuilt: cards were lost or made up"


# D11: the runner folds the events of every scenario and compares the states
def test_an_engine_that_changes_more_than_its_events_would_be_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(decide._RULES, c.JumpIn, (_spoil, lambda _step, _command: None))
    (outcome,) = run_text(GOOD.replace("A play r5", "A jump r5 ; A draw").replace("A: - | over", "A: r5 r2"))
    assert "the same state by folding" in outcome.detail


def test_a_hand_that_changed_must_be_mentioned() -> None:
    scenario = GOOD.replace("r5", "r+")
    assert "expected B unchanged" in run_text(scenario)[0].detail
    assert run_text(scenario.replace("| over", "| B: y1 r2 r9 | over"))[0].verdict == PASSED


def test_a_repeated_number_is_noticed() -> None:
    assert [outcome.verdict for outcome in run_text(GOOD + GOOD)] == [PASSED, FAILED]


def test_the_command_prints_a_line_each_and_the_sum(tmp_path: Path) -> None:
    waiting = GOOD.replace("X1", "X2")
    path = tmp_path / "some.md"
    path.write_text(f"Some words.\n\n```text\n{GOOD}\n{waiting}```\n\n```toml\nx = 1\n```\n")
    done = _command(path)
    assert done.stdout.splitlines() == [
        "X1 ok",
        "X2 ok",
        "2 passed, 0 failed",
    ]
    assert done.returncode == 0
    path.write_text(f"```text\n{GOOD.replace('| over', '| turn B')}```\n")
    done = _command(path)
    assert done.stdout.splitlines() == ["X1 FAILED: expected state turn B got over", "0 passed, 1 failed"]
    assert done.returncode == 1


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "nowhere.md")]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_all_files_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "open_fence.md"
    path.write_text(f"```text\n{GOOD}")
    assert main([str(path), str(path)]) == 0
    assert capsys.readouterr().out == "X1 ok\nX1 ok\n2 passed, 0 failed\n"


def test_a_file_without_scenarios_is_no_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "empty.md"
    path.write_text("nothing here")
    assert main([str(path)]) == 1
    assert capsys.readouterr().out == "0 passed, 0 failed\n"


def _command(path: Path) -> subprocess.CompletedProcess[str]:
    root = Path(__file__).parents[4]
    return subprocess.run(
        [sys.executable, "-m", "games.rules.scenarios", str(path)],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_engine_that_judges_by_changing_the_state_would_be_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def spoil(state: State, _command: c.Command, _chance: Chance) -> list[Event]:
        state.colour = 2
        return []

    monkeypatch.setattr(scenarios, "decide", spoil)
    assert run_text(GOOD)[0].detail.endswith("expected a judgement that changes nothing, got another state")


def test_an_engine_that_judges_in_two_ways_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenarios, "decide", lambda _state, _command, _chance: [])
    scenario = GOOD.replace("A play r5", "A pass -> rejected ; A play r5")
    assert run_text(scenario)[0].detail.endswith("expected one judgement, got two")
    assert run_text(GOOD)[0].detail.endswith("expected the same events twice, got others")


def test_a_scenario_can_be_told_move_by_move() -> None:
    played = play_scenario(read(GOOD.replace("A play r5", "A pass -> rejected ; A play r5"))[0])
    assert (played.start.to_act, played.end.phase) == (0, "over")
    (passed, refusal), (_laid, events) = played.story
    assert passed == c.Pass(0)
    assert isinstance(refusal, IllegalCommand)
    assert isinstance(events, list)
    assert type(events[0]).__name__ == "CardPlayed"
