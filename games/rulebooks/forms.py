"""The form of a custom rulebook: every option with its meaning, starting from a preset."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.rulebooks.catalogue import Rulebook
from games.rulebooks.commands import LONGEST_NAME
from games.rulebooks.owners import Keeper
from games.rules.base.refusal import Refusal
from games.rules.options.option_text import OptionText
from games.rules.options.option_texts import OPTION_GROUPS, OPTION_TEXTS
from games.rules.options.options import Options

SLOTS: Final = 4
"""The most Customizable cards that a deck has."""


@dataclass(frozen=True)
class ShownChoice:
    """A value to choose: its radio button, words and meaning, and whether it is the preset's."""

    radio: Any
    words: str
    meaning: str
    is_usual: bool


@dataclass(frozen=True)
class ShownOption:
    """An option in the form. `usual` is the preset's value in words."""

    about: OptionText
    usual: str
    is_changed: bool
    fields: list[forms.BoundField]
    choices: list[ShownChoice]
    errors: list[str]


@dataclass(frozen=True)
class ShownGroup:
    """A group of options; `is_open` if an option is changed or has an error."""

    title: str
    options: list[ShownOption]
    changed: int
    is_open: bool


class RulebookForm(forms.Form):
    """A name, a keeper, and a value for each option; an empty number is the preset's."""

    name = forms.CharField(max_length=LONGEST_NAME, label=pgettext_lazy("of a thing", "Name"))
    keeper = forms.ChoiceField(label=gettext_lazy("Whose is it?"))

    def __init__(
        self, usual: Options, start: Rulebook, keepers: Sequence[Keeper], *args: Any, **kwargs: Any
    ) -> None:
        """Take the preset's options, the base rulebook, and the possible keepers (none if it has one)."""
        super().__init__(*args, **kwargs)
        self.refusal: Refusal | None = None
        self._refused_values: dict[str, Any] | None = None
        self._usual = usual
        self._start = start.options
        self._keepers = {keeper.key: keeper for keeper in keepers}
        self.fields["name"].initial = start.title if start.custom else ""
        if self._keepers:
            choices = [(key, keeper.name) for key, keeper in self._keepers.items()]
            self.fields["keeper"].choices = choices  # type: ignore[attr-defined] # a ChoiceField
        else:
            del self.fields["keeper"]
        for about in OPTION_TEXTS:
            self.fields.update(_fields(about, getattr(start.options, about.name), getattr(usual, about.name)))

    @property
    def chosen_keeper(self) -> Keeper:
        """The chosen keeper, only after `is_valid()`."""
        return self._keepers[self.cleaned_data["keeper"]]

    def changes(self) -> dict[str, Any]:
        """Return the options that differ from the preset, only after `is_valid()`."""
        values = {about.name: self._value(about, self.cleaned_data) for about in OPTION_TEXTS}
        return {name: value for name, value in values.items() if value != getattr(self._usual, name)}

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal at the top and at the fields it names."""
        self.refusal = refusal
        self._refused_values = dict(self.cleaned_data)  # an error removes its field from the cleaned data
        error = forms.ValidationError(refusal.sentence, code=refusal.code)
        names = [f"{name}_1" if name in _MANY else name for name in refusal.options]
        field_names = [name for name in names if name in self.fields]
        for name in field_names:
            self.add_error(name, error)
        if not field_names:
            self.add_error(None, error)

    def refused_options(self) -> list[OptionText]:
        """Return the options that cannot be combined."""
        return [about for about in OPTION_TEXTS if self.refusal and about.name in self.refusal.options]

    def groups(self) -> Iterator[ShownGroup]:
        """Yield the options as the page shows them."""
        for group in OPTION_GROUPS:
            options = [self._shown(about) for about in group.options]
            changed = sum(option.is_changed for option in options)
            is_wrong = any(option.errors for option in options)
            yield ShownGroup(group.title, options, changed, bool(changed) or is_wrong)

    def _shown(self, about: OptionText) -> ShownOption:
        usual = getattr(self._usual, about.name)
        names = _names(about)
        codes = [
            (error.code, error.message) for name in names for error in self.errors.as_data().get(name, [])
        ]
        value = self._shown_value(about)
        bound = [self[name] for name in names]
        choices = []
        if about.choices and not about.many:
            choices = [
                ShownChoice(radio, choice.words, choice.meaning, choice.value == usual)
                for radio, choice in zip(bound[0], about.choices, strict=True)
            ]
        errors = [f"{sentence} [{code}]" if code else str(sentence) for code, sentence in codes]
        return ShownOption(about, about.words(usual), value != usual, bound, choices, errors)

    def _shown_value(self, about: OptionText) -> object:
        """Return the value of an option in the form, or that of the base rulebook if it is invalid."""
        values = self._refused_values or (self.cleaned_data if self.is_bound else {})
        if any(name not in values for name in _names(about)):
            return getattr(self._start, about.name)
        return self._value(about, values)

    def _value(self, about: OptionText, values: Mapping[str, Any]) -> Any:
        entered = [values[name] for name in _names(about)]
        if about.many:
            return tuple(value for value in entered if value)
        if about.choices:
            return next(choice.value for choice in about.choices if about.written(choice.value) == entered[0])
        return getattr(self._usual, about.name) if entered[0] is None else entered[0]


_MANY: Final = {about.name for about in OPTION_TEXTS if about.many}


def _names(about: OptionText) -> list[str]:
    return [f"{about.name}_{n}" for n in range(1, SLOTS + 1)] if about.many else [about.name]


def _fields(about: OptionText, start: Any, usual: Any) -> dict[str, forms.Field]:
    """Return the fields of an option by name."""
    if about.many:
        return _slots(about, start)
    return {about.name: _choice(about, start) if about.choices else _number(about, start, usual)}


def _slots(about: OptionText, start: Sequence[str]) -> dict[str, forms.Field]:
    """Return a field for each Customizable card of the deck."""
    choices = [("", _("not in the deck")), *((str(choice.value), choice.words) for choice in about.choices)]
    initial = [*start, *[""] * SLOTS]
    return {
        name: forms.ChoiceField(
            choices=choices,
            initial=initial[n],
            required=False,
            label=_("Customizable card {number}").format(number=n + 1),
        )
        for n, name in enumerate(_names(about))
    }


def _choice(about: OptionText, start: Any) -> forms.Field:
    choices = [(about.written(choice.value), choice.words) for choice in about.choices]
    return forms.ChoiceField(
        choices=choices, initial=about.written(start), widget=forms.RadioSelect, label=about.title
    )


def _number(about: OptionText, start: Any, usual: Any) -> forms.Field:
    return forms.IntegerField(
        min_value=about.low,
        max_value=about.high,
        initial=None if start == usual else start,
        required=False,
        label=about.title,
        widget=forms.NumberInput(attrs={"placeholder": usual}),
    )
