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
    """One value to choose: its radio button, its words and meaning, and whether the preset has it."""

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
    """Options that belong together; `is_open` where something is changed or wrong."""

    title: str
    options: list[ShownOption]
    changed: int
    is_open: bool


class RulebookForm(forms.Form):
    """A name, who keeps it, and a value for each of the options; a number left empty is the preset's."""

    name = forms.CharField(max_length=LONGEST_NAME, label=pgettext_lazy("of a thing", "Name"))
    keeper = forms.ChoiceField(label=gettext_lazy("Whose is it?"))

    def __init__(
        self, usual: Options, start: Rulebook, keepers: Sequence[Keeper], *args: Any, **kwargs: Any
    ) -> None:
        """Take the preset's options, the rulebook to start from, and who may keep it (empty: it is kept)."""
        super().__init__(*args, **kwargs)
        self.refusal: Refusal | None = None
        self._given: dict[str, Any] | None = None
        self._usual = usual
        self._start = start.options
        self._keepers = {one.key: one for one in keepers}
        self.fields["name"].initial = start.title if start.custom else ""
        if self._keepers:
            choices = [(key, one.name) for key, one in self._keepers.items()]
            self.fields["keeper"].choices = choices  # type: ignore[attr-defined] # a ChoiceField
        else:
            del self.fields["keeper"]
        for about in OPTION_TEXTS:
            self.fields.update(_fields(about, getattr(start.options, about.name), getattr(usual, about.name)))

    @property
    def chosen_keeper(self) -> Keeper:
        """Who is to keep it, only after `is_valid()`."""
        return self._keepers[self.cleaned_data["keeper"]]

    def changes(self) -> dict[str, Any]:
        """Return the options that differ from the preset, only after `is_valid()`."""
        values = {about.name: self._value(about, self.cleaned_data) for about in OPTION_TEXTS}
        return {name: value for name, value in values.items() if value != getattr(self._usual, name)}

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal at the top and at the fields it names."""
        self.refusal = refusal
        self._given = dict(self.cleaned_data)  # an error takes its field out of the cleaned data
        error = forms.ValidationError(refusal.sentence, code=refusal.code)
        named = [f"{name}_1" if name in _MANY else name for name in refusal.options]
        shown = [name for name in named if name in self.fields]
        for name in shown:
            self.add_error(name, error)
        if not shown:
            self.add_error(None, error)

    def refused_options(self) -> list[OptionText]:
        """Return the options that do not go together."""
        return [about for about in OPTION_TEXTS if self.refusal and about.name in self.refusal.options]

    def groups(self) -> Iterator[ShownGroup]:
        """Yield the options as the page shows them."""
        for group in OPTION_GROUPS:
            options = [self._shown(about) for about in group.options]
            changed = sum(one.is_changed for one in options)
            is_wrong = any(one.errors for one in options)
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
                ShownChoice(radio, one.words, one.meaning, one.value == usual)
                for radio, one in zip(bound[0], about.choices, strict=True)
            ]
        errors = [f"{sentence} [{code}]" if code else str(sentence) for code, sentence in codes]
        return ShownOption(about, about.words(usual), value != usual, bound, choices, errors)

    def _shown_value(self, about: OptionText) -> object:
        """Return what the form says about an option just now; the start where that makes no sense."""
        given = self._given or (self.cleaned_data if self.is_bound else {})
        if any(name not in given for name in _names(about)):
            return getattr(self._start, about.name)
        return self._value(about, given)

    def _value(self, about: OptionText, values: Mapping[str, Any]) -> Any:
        given = [values[name] for name in _names(about)]
        if about.many:
            return tuple(one for one in given if one)
        if about.choices:
            return next(one.value for one in about.choices if about.written(one.value) == given[0])
        return getattr(self._usual, about.name) if given[0] is None else given[0]


_MANY: Final = {about.name for about in OPTION_TEXTS if about.many}


def _names(about: OptionText) -> list[str]:
    return [f"{about.name}_{n}" for n in range(1, SLOTS + 1)] if about.many else [about.name]


def _fields(about: OptionText, start: Any, usual: Any) -> dict[str, forms.Field]:
    """Return the fields of an option by name."""
    if about.many:
        choices = [("", _("not in the deck")), *((str(one.value), one.words) for one in about.choices)]
        kept = [*start, *[""] * SLOTS]
        return {
            name: forms.ChoiceField(
                choices=choices,
                initial=kept[n],
                required=False,
                label=_("Customizable card {number}").format(number=n + 1),
            )
            for n, name in enumerate(_names(about))
        }
    if about.choices:
        pairs = [(about.written(one.value), one.words) for one in about.choices]
        radio = forms.RadioSelect
        return {
            about.name: forms.ChoiceField(
                choices=pairs, initial=about.written(start), widget=radio, label=about.title
            )
        }
    return {
        about.name: forms.IntegerField(
            min_value=about.low,
            max_value=about.high,
            initial=None if start == usual else start,
            required=False,
            label=about.title,
            widget=forms.NumberInput(attrs={"placeholder": usual}),
        )
    }
