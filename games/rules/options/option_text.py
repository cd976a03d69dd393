"""The text of an option: its title, its meaning, and every value in words (rules.md section 4)."""

from collections import Counter
from typing import Any

import msgspec

from games.rules.base.language import _, gettext_noop, listed

Value = bool | int | str


class ValueText(msgspec.Struct, frozen=True):
    """A value of an option, in English: `words` name it, `meaning` explains it in a sentence."""

    value: Value
    english_words: str
    english_meaning: str

    @property
    def words(self) -> str:
        """The name of the value."""
        return _(self.english_words)

    @property
    def meaning(self) -> str:
        """The meaning of the value in a sentence."""
        return _(self.english_meaning)


class Condition(msgspec.Struct, frozen=True):
    """An option has one of some values, or with `negated` none of them."""

    option: str
    values: tuple[object, ...]
    negated: bool = False

    def holds(self, options: Any) -> bool:
        """Whether it holds for the options of a match."""
        return (getattr(options, self.option) in self.values) is not self.negated


class OptionText(msgspec.Struct, frozen=True):
    """An option in English: its title, its meaning and its values.

    `choices` are the possible values; without them any whole number from `low` to `high` is possible (without
    upper end if `high` is 0). With `many` the value is a list of the choices. `none` is the meaning of the
    number 0 or the empty list. With `matters_with` the option changes play only if one of the conditions
    holds.
    """

    name: str
    english_title: str
    english_meaning: str
    choices: tuple[ValueText, ...] = ()
    low: int = 0
    high: int = 0
    many: bool = False
    english_none: str = ""
    matters_with: tuple[Condition, ...] = ()

    @property
    def title(self) -> str:
        """The name of the option."""
        return _(self.english_title)

    @property
    def meaning(self) -> str:
        """The meaning of the option in a sentence."""
        return _(self.english_meaning)

    @property
    def none(self) -> str:
        """The word for 0 or the empty list, if there is one."""
        return _(self.english_none) if self.english_none else ""

    @property
    def values(self) -> tuple[Value, ...]:
        """The values to choose from, empty for a number."""
        return tuple(choice.value for choice in self.choices)

    def matters(self, options: Any) -> bool:
        """Whether another value of this option could change play by these options."""
        return not self.matters_with or any(condition.holds(options) for condition in self.matters_with)

    def words(self, value: object) -> str:
        """Return a value of this option in words."""
        if self.many:
            counted = Counter(self._choice(item).words for item in _listed(value))
            return (
                listed([words if count == 1 else f"{count} × {words}" for words, count in counted.items()])
                or self.none
            )
        if self.choices:
            return self._choice(value).words
        return self.none if value == 0 and self.none else str(value)

    def told(self, value: object) -> str:
        """Return the option with a value: `Jump-in: on`."""
        return _("{option}: {value}").format(option=self.title, value=self.words(value))

    def written(self, value: object) -> str:
        """Return a value in the notation of scenario files and commands: `on`, `7`, `(none/extra_turn)`."""
        if self.many:
            return f"({'/'.join(_listed(value))})"
        return self.written_one(value)

    @staticmethod
    def written_one(value: object) -> str:
        """Return a single value in this notation: `on`, `7`, `forced`."""
        return ("on" if value else "off") if isinstance(value, bool) else str(value)

    def _choice(self, value: object) -> ValueText:
        return next(choice for choice in self.choices if choice.value == value)


class OptionGroup(msgspec.Struct, frozen=True):
    """A group of options on pages, as in the parts of rules.md section 4."""

    english_title: str
    options: tuple[OptionText, ...]

    @property
    def title(self) -> str:
        """The name of the group."""
        return _(self.english_title)


def choice(
    name: str,
    title: str,
    meaning: str,
    *values: tuple[Value, str, str],
    matters_with: tuple[Condition, ...] = (),
) -> OptionText:
    """Return an option with some values: each is the value, its words and a sentence about it."""
    texts = tuple(ValueText(*value) for value in values)
    return OptionText(name, title, meaning, texts, matters_with=matters_with)


def switch(
    name: str, title: str, meaning: str, on: str, off: str, *, matters_with: tuple[Condition, ...] = ()
) -> OptionText:
    """Return an option that is on or off, with a sentence about either."""
    values = ((True, gettext_noop("on"), on), (False, gettext_noop("off"), off))
    return choice(name, title, meaning, *values, matters_with=matters_with)


def number(
    name: str,
    title: str,
    meaning: str,
    low: int,
    high: int,
    *,
    none: str = "",
    matters_with: tuple[Condition, ...] = (),
) -> OptionText:
    """Return an option that is a whole number."""
    return OptionText(name, title, meaning, low=low, high=high, english_none=none, matters_with=matters_with)


def has(option: str, *values: object) -> tuple[Condition, ...]:
    """Return the condition that an option has one of some values."""
    return (Condition(option, values),)


def is_on(option: str) -> tuple[Condition, ...]:
    """Return the condition that an option is switched on."""
    return (Condition(option, (True,)),)


def has_not(option: str, *values: object) -> tuple[Condition, ...]:
    """Return the condition that an option has none of some values."""
    return (Condition(option, values, negated=True),)


def _listed(value: object) -> tuple[str, ...]:
    assert isinstance(value, (tuple, list))
    return tuple(value)
