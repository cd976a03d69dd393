"""The form of an option's text: a title, the meaning, and every value in words (rules.md section 4)."""

import msgspec

Value = bool | int | str


class ValueText(msgspec.Struct, frozen=True):
    """One value of an option: `words` name it in a list, `meaning` is a sentence about it."""

    value: Value
    words: str
    meaning: str


class OptionText(msgspec.Struct, frozen=True):
    """One option: what it is about, and its values.

    `choices` are the values there are; where there are none any whole number from `low` to `high` will do
    (no upper end if `high` is 0). With `many` the value is a list of the choices. `none` says what the
    number 0, or the empty list, stands for.
    """

    name: str
    title: str
    meaning: str
    choices: tuple[ValueText, ...] = ()
    low: int = 0
    high: int = 0
    many: bool = False
    none: str = ""

    @property
    def values(self) -> tuple[Value, ...]:
        """The values to choose from, empty for a number."""
        return tuple(one.value for one in self.choices)

    def words(self, value: object) -> str:
        """Return a value of this option as people say it."""
        if self.many:
            return ", ".join(self._choice(one).words for one in _listed(value)) or self.none
        if self.choices:
            return self._choice(value).words
        return self.none if value == 0 and self.none else str(value)

    def written(self, value: object) -> str:
        """Return a value as scenario files and the command line write it: `on`, `7`, `(none/extra_turn)`."""
        if self.many:
            return f"({'/'.join(_listed(value))})"
        return self.written_one(value)

    @staticmethod
    def written_one(value: object) -> str:
        """Return a single value as it is written: `on`, `7`, `forced`."""
        return ("on" if value else "off") if isinstance(value, bool) else str(value)

    def _choice(self, value: object) -> ValueText:
        return next(one for one in self.choices if one.value == value)


class OptionGroup(msgspec.Struct, frozen=True):
    """Options that belong together on pages, as in the parts of rules.md section 4."""

    title: str
    options: tuple[OptionText, ...]


def choice(name: str, title: str, meaning: str, *values: tuple[Value, str, str]) -> OptionText:
    """Return an option with some values: each is the value, its words and a sentence about it."""
    return OptionText(name, title, meaning, tuple(ValueText(*one) for one in values))


def switch(name: str, title: str, meaning: str, on: str, off: str) -> OptionText:
    """Return an option that is on or off, with a sentence about either."""
    return choice(name, title, meaning, (True, "on", on), (False, "off", off))


def number(name: str, title: str, meaning: str, low: int, high: int = 0, none: str = "") -> OptionText:
    """Return an option that is a whole number."""
    return OptionText(name, title, meaning, low=low, high=high, none=none)


def _listed(value: object) -> tuple[str, ...]:
    assert isinstance(value, (tuple, list))
    return tuple(value)
