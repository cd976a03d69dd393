"""What the pages about rulebooks and options show; all of it comes from the option definitions themselves."""

from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import CustomRulebook, Table
from games.rulebooks import catalogue
from games.rulebooks.catalogue import Rulebook, made, of_table, preset
from games.rulebooks.example_page import DrawnExample, drawn
from games.rules.cards.card_names import symbol_called
from games.rules.cards.cards import DRAW_TWO, SKIP, SYMBOL_OF, WILD, deck, points_table
from games.rules.notation.examples import examples_of
from games.rules.options import combinations, rulebooks
from games.rules.options.option_text import OptionText
from games.rules.options.option_texts import OPTION_GROUPS
from games.rules.options.options import DEFAULTS, Options, build, explain

_CLASSIC = "classic"
_EXAMPLE = 7  # the number card that is drawn for all of them


class Setting(NamedTuple):
    """One option of a rulebook: its value in words, in a sentence, and in another one, if that differs."""

    option: OptionText
    words: str
    said: str
    other: str = ""


class Group(NamedTuple):
    """Options that belong together."""

    name: str
    settings: list[Setting]


class CardRow(NamedTuple):
    """Cards of one kind in the deck: one of them, how many there are, what each counts in a hand."""

    card: int
    what: str
    number: int
    points: str


class RulebookRow(NamedTuple):
    """A rulebook in the list."""

    key: str
    title: str
    summary: str
    seats: str


class Family(NamedTuple):
    """Presets that grew out of one another."""

    title: str
    rows: list[RulebookRow]


class Value(NamedTuple):
    """One value of an option: how programs write it, what it means, whether it is the usual one."""

    code: str
    words: str
    said: str
    is_usual: bool


class OptionPage(NamedTuple):
    """Everything the page of an option shows; `values` is empty for a number, which has a `range`."""

    about: OptionText
    group: str
    values: list[Value]
    range: str
    usual: str
    examples: list[DrawnExample]
    presets: list[tuple[str, list[tuple[str, str]]]]
    refusals: list[str]


def option_page(about: OptionText) -> OptionPage:
    """Return what the page of an option shows."""
    usual = getattr(DEFAULTS, about.name)
    values = [
        Value(
            about.written_one(one.value),
            one.words,
            one.meaning,
            type(one.value) is type(usual) and one.value == usual,
        )
        for one in about.choices
    ]
    group = next(one.title for one in OPTION_GROUPS if about in one.options)
    return OptionPage(
        about,
        group,
        values,
        _range(about),
        said(about, usual),
        [drawn(written) for written in examples_of(about.name)],
        presets_by_value(about.name),
        refusals_about(about.name),
    )


class RulebookPage:
    """Everything the page of a rulebook shows."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.title = rulebook.title
        self.summary = rulebook.summary
        self.lineage = _lineage(rulebook)
        self.cards = cards_of(rulebook.options)
        self.groups = settings(rulebook.options)
        self.seats = seats_in_words(rulebook)
        self.from_classic = settings(rulebook.options, build(_CLASSIC), only_changed=True)

    @property
    def parent(self) -> str:
        """What it grew out of, if that is not Classic: its title."""
        return self.lineage[-1][1] if self.lineage and self.lineage[-1][0] != _CLASSIC else ""

    @property
    def from_parent(self) -> list[Group]:
        """What differs from what it grew out of."""
        return settings(self.rulebook.options, build(self.lineage[-1][0]), only_changed=True)


def families() -> list[Family]:
    """Return all presets, those that extend one of the others below it."""
    presets = catalogue.families(preset(name) for name in rulebooks.names())
    return [Family(one.title, [_row(each) for each in one.rulebooks]) for one in presets]


def settings(options: Options, beside: Options | None = None, *, only_changed: bool = False) -> list[Group]:
    """Return the options in their groups; `beside` adds what another rulebook says, where that differs."""
    groups: dict[str, list[Setting]] = {}
    for group in OPTION_GROUPS:
        for about in group.options:
            value = getattr(options, about.name)
            other = getattr(beside, about.name) if beside else value
            if value != other:
                groups.setdefault(group.title, []).append(
                    Setting(about, about.words(value), said(about, value), said(about, other))
                )
            elif not only_changed:
                groups.setdefault(group.title, []).append(
                    Setting(about, about.words(value), said(about, value))
                )
    return [Group(name, found) for name, found in groups.items()]


def said(about: OptionText, value: object) -> str:
    """Return what the value of an option means, in a sentence; a number stays a number."""
    if about.choices and not about.many:
        return next(
            one.meaning for one in about.choices if type(one.value) is type(value) and one.value == value
        )
    return about.words(value)


def cards_of(options: Options) -> list[CardRow]:
    """Return the kinds of cards of the deck, the number cards first, with their points."""
    cards = deck(options.deck, len(options.customizable_effects))
    points = points_table(options.customizable_points)
    numbers = sum(card < WILD and SYMBOL_OF[card] < SKIP for card in cards)
    rows = [CardRow(_EXAMPLE, _("Number cards"), numbers, _("their number"))]
    for card in (*range(SKIP, DRAW_TWO + 1), *sorted({card for card in cards if card >= WILD})):
        number = sum(one == card or (card < WILD and SYMBOL_OF[one] == card) for one in cards)
        rows.append(CardRow(card, symbol_called(card), number, str(points[card])))
    return rows


def refusals_about(option: str) -> list[str]:
    """Return the sentences that refuse combinations of this option with others."""
    return [_(one.sentence) for one in combinations.COMBINATIONS if option in one.options]


def presets_by_value(option: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return for every value in use, in words, the presets that have it as (name, title)."""
    about = explain(option)
    found: dict[Any, list[tuple[str, str]]] = {}
    for name in rulebooks.names():
        found.setdefault(getattr(build(name), option), []).append((name, rulebooks.title(name)))
    return [(said(about, value), presets) for value, presets in found.items()]


class Played(NamedTuple):
    """What is played somewhere: the rulebook and where its page is, and what is changed in its preset."""

    title: str
    url: str
    summary: str
    preset: str
    preset_title: str
    changes: list[Setting]


def played(rulebook: Rulebook, url: str) -> Played:
    """Return what is played; `url` is the page of just this place, needed where the preset is changed."""
    groups = settings(rulebook.options, build(rulebook.preset), only_changed=True)
    changes = [setting for group in groups for setting in group.settings]
    return Played(
        rulebook.title,
        url if changes else reverse("rulebook", args=[rulebook.preset]),
        rulebooks.summary(rulebook.preset),
        rulebook.preset,
        rulebooks.title(rulebook.preset),
        changes,
    )


def played_at(table: Table) -> Played:
    """Return what is played at a table."""
    return played(of_table(table), reverse("table_rules", args=[table.pk]))


def custom_row(row: CustomRulebook) -> RulebookRow:
    """Return a custom rulebook as the list shows it; read it with its keeper."""
    rulebook = made(row)
    return RulebookRow(row.key, row.name, rulebook.summary, seats_in_words(rulebook))


def seats_in_words(rulebook: Rulebook) -> str:
    """Return `2 to 10 seats`, `exactly 4 seats`."""
    seats = combinations.fitting_seats(rulebook.preset, rulebook.options)
    if not seats:
        return _("no seats fit")
    sentence = _("exactly {most} seats") if len(seats) == 1 else _("{fewest} to {most} seats")
    return sentence.format(fewest=seats[0], most=seats[-1])


def _lineage(rulebook: Rulebook) -> list[tuple[str, str]]:
    """Return what a rulebook grew out of, as (name, title), the oldest first."""
    found = [(rulebook.preset, rulebooks.title(rulebook.preset))] if rulebook.key != rulebook.preset else []
    above = rulebooks.parent(rulebook.preset)
    while above:
        found.insert(0, (above, rulebooks.title(above)))
        above = rulebooks.parent(above)
    return found


def _row(rulebook: Rulebook) -> RulebookRow:
    return RulebookRow(rulebook.key, rulebook.title, rulebook.summary, seats_in_words(rulebook))


def _range(about: OptionText) -> str:
    """Return which numbers an option may be, in a sentence."""
    return _("Any whole number from {low} to {high}.").format(low=about.low, high=about.high)
