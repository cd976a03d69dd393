"""The context of the pages about rulebooks and options, from the definitions of the options."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.models import CustomRulebook, Table
from games.rulebooks import catalogue
from games.rulebooks.catalogue import Rulebook, custom_rulebook, of_table, preset
from games.rulebooks.played_examples import PlayedExample, play_example
from games.rules.cards.card_names import symbol_called
from games.rules.cards.cards import (
    DRAW_TWO,
    REVERSE,
    SKIP,
    SUPER_STAR,
    SYMBOL_OF,
    WILD,
    WILD_DRAW_FOUR,
    deck,
    points_table,
)
from games.rules.notation.examples import examples_of
from games.rules.options import combinations, rulebooks
from games.rules.options.card_meanings import effects_of, says_more
from games.rules.options.option_text import OptionText
from games.rules.options.option_texts import OPTION_GROUPS
from games.rules.options.options import DEFAULTS, Options, build, explain
from games.rules.options.statements import rules_in_sentences

_CLASSIC = "classic"
_EXAMPLE = 8  # the number card that stands for all number cards
_PLAIN = 1  # a number card that does nothing more under any option
_CODE: Final = re.compile(r" \((?:[a-z]+_[a-z]+ [^()]*|[a-z_]+(?: = \w+)?)\)")
"""The code of an option in a sentence for programs and people, such as ` (going_out = to_last)`."""


class Setting(NamedTuple):
    """An option of a rulebook: its value in words, in a sentence, and in another rulebook if it differs."""

    option: OptionText
    words: str
    meaning: str
    other: str = ""


class Group(NamedTuple):
    """Options that belong together."""

    name: str
    settings: list[Setting]


class CardRow(NamedTuple):
    """A kind of card in the deck: an example, how many there are, their points, and what they do."""

    card: int
    what: str
    number: int
    points: str
    does: str
    original: str = ""
    """Its name in the original rules in this language, where that is another one."""


class RulebookRow(NamedTuple):
    """A rulebook in the list."""

    key: str
    title: str
    summary: str
    seats: str


class Family(NamedTuple):
    """Presets derived from the same preset."""

    title: str
    rows: list[RulebookRow]


class Value(NamedTuple):
    """A value of an option: its code, its words and meaning, whether it is the default."""

    code: str
    words: str
    meaning: str
    is_usual: bool


class OptionPage(NamedTuple):
    """The page of an option; `values` is empty for a number, which has a `range`."""

    about: OptionText
    group: str
    values: list[Value]
    range: str
    usual: str
    examples: list[PlayedExample]
    presets: list[tuple[str, list[tuple[str, str]]]]
    refusals: list[str]


def option_page(about: OptionText) -> OptionPage:
    """Return the page of an option."""
    usual = getattr(DEFAULTS, about.name)
    values = [
        Value(
            about.written_one(choice.value),
            choice.words,
            choice.meaning,
            type(choice.value) is type(usual) and choice.value == usual,
        )
        for choice in about.choices
    ]
    group = next(group.title for group in OPTION_GROUPS if about in group.options)
    return OptionPage(
        about,
        group,
        values,
        _range(about),
        meaning(about, usual),
        [play_example(example) for example in examples_of(about.name)],
        presets_by_value(about.name),
        refusals_about(about.name),
    )


class RulebookPage:
    """The page of a rulebook."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.title = rulebook.title
        self.summary = rulebook.summary
        self.lineage = _lineage(rulebook)
        self.cards = cards_in_words(rulebook.options)
        self.groups = settings(rulebook.options)
        self.seats = seats_in_words(rulebook)
        fitting = combinations.fitting_seats(rulebook.preset, rulebook.options)
        self.rules_in_sentences = rules_in_sentences(rulebook.options, fitting)
        self.from_classic = differences(rulebook.options, build(_CLASSIC))

    @property
    def is_to_be_chosen(self) -> bool:
        """Whether its Customizable cards wait for rules of the players."""
        return set(self.rulebook.options.customizable_effects) == {"none"}

    @property
    def is_for_two(self) -> bool:
        """Whether exactly two can play it."""
        return combinations.fitting_seats(self.rulebook.preset, self.rulebook.options) == [2]

    @property
    def parent(self) -> str:
        """The title of the rulebook it is derived from, unless that is Classic."""
        return self.lineage[-1][1] if self.lineage and self.lineage[-1][0] != _CLASSIC else ""

    @property
    def from_parent(self) -> list[Group]:
        """The options that differ from the rulebook it is derived from."""
        return differences(self.rulebook.options, build(self.lineage[-1][0]))


def families() -> list[Family]:
    """Return all presets in families."""
    presets = catalogue.families(preset(name) for name in rulebooks.names())
    return [Family(family.title, [_row(rulebook) for rulebook in family.rulebooks]) for family in presets]


def settings(options: Options) -> list[Group]:
    """Return the options that matter by these rules, in their groups."""
    return _grouped(lambda about: _setting(about, options) if about.matters(options) else None)


def differences(options: Options, beside: Options) -> list[Group]:
    """Return the options that matter by these rules and have another value, or no meaning, by others."""
    return _grouped(
        lambda about: (
            _setting(about, options, beside)
            if about.matters(options) and _differs(about, options, beside)
            else None
        )
    )


def compared(options: Options, beside: Options, *, everything: bool) -> list[Group]:
    """Return the options that differ between two rulebooks, with `everything` all that matter in either."""
    return _grouped(
        lambda about: (
            _setting(about, options, beside)
            if _differs(about, options, beside) or (everything and about.matters(options))
            else None
        )
    )


def _grouped(setting_of: Callable[[OptionText], Setting | None]) -> list[Group]:
    groups = [
        Group(group.title, [setting for about in group.options if (setting := setting_of(about))])
        for group in OPTION_GROUPS
    ]
    return [group for group in groups if group.settings]


def _setting(about: OptionText, options: Options, beside: Options | None = None) -> Setting:
    """Return the setting of an option, with its value by other rules if it differs there."""
    other = _sentence_of(about, beside) if beside and _differs(about, options, beside) else ""
    words = about.words(getattr(options, about.name)) if about.matters(options) else ""
    return Setting(about, words, _sentence_of(about, options), other)


def _differs(about: OptionText, options: Options, beside: Options) -> bool:
    if about.matters(options) and about.matters(beside):
        return bool(getattr(options, about.name) != getattr(beside, about.name))
    return about.matters(options) or about.matters(beside)


def _sentence_of(about: OptionText, options: Options) -> str:
    """Return what a rulebook says about an option in a sentence."""
    return meaning(about, getattr(options, about.name)) if about.matters(options) else _("does not apply")


def meaning(about: OptionText, value: object) -> str:
    """Return the meaning of a value in a sentence; a number stays a number."""
    if about.choices and not about.many:
        return next(
            choice.meaning
            for choice in about.choices
            if type(choice.value) is type(value) and choice.value == value
        )
    return about.words(value)


def cards_of(options: Options, apart: Sequence[int] = ()) -> list[CardRow]:
    """Return the kinds of cards of the deck; the number cards are one kind but for those that stand apart."""
    cards = deck(options.deck, len(options.customizable_effects))
    points = points_table(options.customizable_points)
    plain = sum(card < WILD and SYMBOL_OF[card] < SKIP and SYMBOL_OF[card] not in apart for card in cards)
    rows = [CardRow(_EXAMPLE, _("Number card"), plain, _("their number"), effects_of(_PLAIN, options))]
    kinds = (*apart, *range(SKIP, DRAW_TWO + 1), *sorted({card for card in cards if card >= WILD}))
    for card in kinds:
        number = sum(other == card or (card < WILD and SYMBOL_OF[other] == card) for other in cards)
        does = effects_of(card, options)
        name = symbol_called(card, options.customizable_effects)
        rows.append(CardRow(card, name, number, str(points[card]), does, _original(card)))
    return rows


def _original(card: int) -> str:
    """Return the name of a card in the original rules in this language, empty if it is the usual one."""
    original, name = str(_ORIGINALS.get(card, "")), symbol_called(card)
    return "" if original.casefold() == name.casefold() else original


_ORIGINALS: Final[dict[int, Promise]] = {
    SKIP: pgettext_lazy("a card in the original rules", "Skip"),
    REVERSE: pgettext_lazy("a card in the original rules", "Reverse"),
    DRAW_TWO: pgettext_lazy("a card in the original rules", "Draw Two"),
    WILD: pgettext_lazy("a card in the original rules", "Wild"),
    WILD_DRAW_FOUR: pgettext_lazy("a card in the original rules", "Wild Draw Four"),
    SUPER_STAR: pgettext_lazy("a card in the original rules", "Super Star"),
}
"""By the glossaries of the languages; a club that knows the printed rules finds its cards again."""


def cards_in_words(options: Options) -> list[CardRow]:
    """Return the kinds of cards for people: numbers that do more than others are kinds of their own.

    Cards of the same name that do the same are one kind.
    """
    rows: dict[tuple[str, str], CardRow] = {}
    for row in cards_of(options, [number for number in range(SKIP) if says_more(number, options)]):
        known = rows.get((row.what, row.does))
        rows[row.what, row.does] = known._replace(number=known.number + row.number) if known else row
    return list(rows.values())


def refusals_about(option: str) -> list[str]:
    """Return the sentences about combinations of this option with others, without codes."""
    return [
        _CODE.sub("", _(combination.sentence))
        for combination in combinations.COMBINATIONS
        if option in combination.options
    ]


def presets_by_value(option: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return for every value in use, in words, the presets that have it as (name, title)."""
    about = explain(option)
    by_value: dict[Any, list[tuple[str, str]]] = {}
    for name in rulebooks.names():
        by_value.setdefault(getattr(build(name), option), []).append((name, rulebooks.title(name)))
    return [(meaning(about, value), presets) for value, presets in by_value.items()]


class RulesInUse(NamedTuple):
    """The rules of a table or competition: the rulebook, its page, and the changes to its preset.

    `summary` is that of the preset; empty where the changes make it untrue.
    """

    title: str
    url: str
    summary: str
    preset: str
    preset_title: str
    changes: list[Setting]

    def without_change(self, option: str) -> "RulesInUse":
        """Return the same without the change of an option."""
        return self._replace(changes=[setting for setting in self.changes if setting.option.name != option])

    def with_words(self, option: str, words: str) -> "RulesInUse":
        """Return the same with other words about the value of an option."""
        return self._replace(
            changes=[
                setting._replace(words=words, meaning=words) if setting.option.name == option else setting
                for setting in self.changes
            ]
        )


def played(rulebook: Rulebook, url: str) -> RulesInUse:
    """Return the rules; `url` is the page of this table or competition, for a changed preset."""
    groups = differences(rulebook.options, build(rulebook.preset))
    changes = [setting for group in groups for setting in group.settings]
    return RulesInUse(
        rulebook.title,
        url if changes else reverse("rulebook", args=[rulebook.preset]),
        rulebooks.summary_with(rulebook.preset, rulebook.changes),
        rulebook.preset,
        rulebooks.title(rulebook.preset),
        changes,
    )


def played_at(table: Table) -> RulesInUse:
    """Return the rules of a table. One query where a dealer was named, unless read with its `rematch_of`."""
    rules = played(of_table(table), reverse("table_rules", args=[table.pk]))
    if table.options.get("dealer_choice") == "fixed" and hasattr(table, "rematch_of"):
        # Its host named nobody: the deal went on from the match before.
        words = _("the next one after the match before, unless the host named another")
        return rules.with_words("dealer_choice", words)
    return rules


def custom_row(row: CustomRulebook) -> RulebookRow:
    """Return a custom rulebook for the list; `row` is read with its keeper."""
    rulebook = custom_rulebook(row)
    return RulebookRow(row.key, row.name, rulebook.summary, seats_in_words(rulebook))


def seats_in_words(rulebook: Rulebook) -> str:
    """Return `2 to 10 seats`, `exactly 4 seats`."""
    seats = combinations.fitting_seats(rulebook.preset, rulebook.options)
    if not seats:
        return _("no seats fit")
    sentence = _("exactly {most} seats") if len(seats) == 1 else _("{fewest} to {most} seats")
    return sentence.format(fewest=seats[0], most=seats[-1])


def _lineage(rulebook: Rulebook) -> list[tuple[str, str]]:
    """Return the presets a rulebook is derived from, as (name, title), the oldest first."""
    ancestors = (
        [(rulebook.preset, rulebooks.title(rulebook.preset))] if rulebook.key != rulebook.preset else []
    )
    parent = rulebooks.parent(rulebook.preset)
    while parent:
        ancestors.insert(0, (parent, rulebooks.title(parent)))
        parent = rulebooks.parent(parent)
    return ancestors


def _row(rulebook: Rulebook) -> RulebookRow:
    return RulebookRow(rulebook.key, rulebook.title, rulebook.summary, seats_in_words(rulebook))


def _range(about: OptionText) -> str:
    """Return the range of an option in a sentence."""
    return _("Any whole number from {low} to {high}.").format(low=about.low, high=about.high)
