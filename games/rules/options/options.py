"""Every option of the game, its check, and its form in the log (rules.md sections 4 and 5).

The values that each option may have stand beside their words in `option_texts` and `house_option_texts`.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from games.rules.base.language import _
from games.rules.base.refusal import Refusal, quoted
from games.rules.options import rulebooks
from games.rules.options.option_text import OptionText
from games.rules.options.option_texts import OPTION_TEXTS

Differences = dict[str, bool | int | str | list[str]]


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The complete option set of a match; it never changes during the match."""

    deck: str = "classic_108"
    customizable_effects: tuple[str, ...] = ()
    customizable_points: int = 40
    teams: str = "off"
    hand_size: int = 7
    dealer_choice: str = "high_card_symbols_zero"
    next_dealer: str = "clockwise"
    first_player: str = "left_of_dealer"
    starter_rule: str = "act"
    voluntary_draw: bool = True
    draw_rule: str = "one"
    draw_until_max: int = 10
    play_after_draw: str = "optional"
    draw_pile_exhausted: str = "reshuffle"
    blocked_round: str = "void"
    skip_effect: str = "skip_next"
    skip_rescue: str = "off"
    two_player_reverse: str = "skip"
    pair_as_skip: bool = False
    reverse_reflects: bool = False
    stack_draw_two: str = "off"
    stack_draw_four: str = "off"
    stack_ten: bool = False
    draw_four_legality: str = "no_colour"
    draw_four_challenge: str = "mattel"
    draw_two_beats_draw_four: str = "off"
    draw_four_answers_draw_two: bool = False
    draw_cards_lose_turn: bool = True
    last_card_draw_effect: bool = True
    ready_pause: bool = False
    jump_in: bool = False
    jump_in_self: bool = False
    seven_zero: bool = False
    five_exchange: bool = False
    colours_in_circle: bool = False
    uno_penalty: int = 2
    uno_call_deadline: str = "until_caught"
    uno_penalty_trigger: str = "caught"
    uno_duty: str = "any_single_card"
    uno_centre: bool = False
    illegal_card_penalty: int = 0
    false_call_penalty: int = 0
    advice_penalty: int = 0
    silence: str = "off"
    silence_enforcement: str = "lock"
    going_out: str = "ends_round"
    scoring: str = "winner_takes_all"
    target_score: int = 500
    match_end: str = "target"
    round_limit: int = 0
    survivors: int = 1
    reset_zero: bool = False


DEFAULTS: Final = Options()
_TEXT_OF: Final = {text.name: text for text in OPTION_TEXTS}
NAMES: Final = tuple(_TEXT_OF)
_ONCE_ENDLESS: Final = {"target_score", "round_limit"}
_LARGEST_STORED: Final = 1_000_000_000
"""The largest value in logs that are older than the limits of these numbers."""


def build(rulebook: str, changes: Mapping[str, object] = {}) -> Options:
    """Return the options of a rulebook with some changed.

    Refusals: `unknown_rulebook`, `unknown_option`, `bad_value`. `combinations.check` checks combinations.
    """
    return _options({**rulebooks.resolve(rulebook), **changes}, _checked)


def stored(rulebook: str, changes: Mapping[str, object]) -> Options:
    """Return the options of a rulebook with changes that were allowed when they were saved.

    A number may be larger than allowed today. Refusals: those of `build`.
    """
    return _options({**rulebooks.resolve(rulebook), **changes}, _read)


def from_differences(differences: Mapping[str, object]) -> Options:
    """Return the options with some differences from the defaults, as logs store them."""
    return _options(differences, _read)


def differences(options: Options) -> Differences:
    """Return the options that differ from the defaults as JSON values."""
    return dict(_differences(options))


def explain(name: str) -> OptionText:
    """Return the values and the meaning of an option; Refusal `unknown_option` if there is none."""
    try:
        return _TEXT_OF[name]
    except KeyError:
        raise Refusal(
            "unknown_option", _("There is no option called {name}.").format(name=quoted(name))
        ) from None


@lru_cache(maxsize=64)
def _differences(options: Options) -> tuple[tuple[str, bool | int | str | list[str]], ...]:
    differing = []
    for name in NAMES:
        value = getattr(options, name)
        if value != getattr(DEFAULTS, name):
            differing.append((name, list(value) if isinstance(value, tuple) else value))
    return tuple(differing)


def _options(values: Mapping[str, object], check: Callable[[OptionText, object], object]) -> Options:
    checked: dict[str, Any] = {name: check(explain(name), value) for name, value in values.items()}
    return Options(**checked)


def _read(text: OptionText, value: object) -> object:
    if text.name in _ONCE_ENDLESS and type(value) is int and text.low <= value <= _LARGEST_STORED:
        return value
    return _checked(text, value)


def _checked(text: OptionText, value: object) -> object:
    if text.many:
        if isinstance(value, (list, tuple)) and all(item in text.values for item in value):
            return tuple(value)
    elif text.values:
        # 1 == True in Python: compare the types as well.
        if any(type(value) is type(choice) and value == choice for choice in text.values):
            return value
    elif type(value) is int and text.low <= value <= text.high:
        return value
    sentence = _("{option} ({code}) cannot be {value}; {allowed}.")
    message = sentence.format(option=text.title, code=text.name, value=_shown(value), allowed=_allowed(text))
    raise Refusal("bad_value", message, (text.name,))


def _shown(value: object) -> str:
    if isinstance(value, str):
        return quoted(value)
    if value is None or isinstance(value, (bool, int, float)):
        return OptionText.written_one(value)
    return _("that list") if isinstance(value, (list, tuple)) else _("that value")


def _allowed(text: OptionText) -> str:
    if text.values:
        shown = ", ".join(map(text.written_one, text.values))
        allowed = _("it must be a list of these: {values}") if text.many else _("it must be one of: {values}")
        return allowed.format(values=shown)
    return _("it must be a whole number from {low} to {high}").format(low=text.low, high=text.high)
