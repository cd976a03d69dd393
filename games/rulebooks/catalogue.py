"""Every rulebook by its key: the presets, and the custom rulebooks that people keep."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from games.models import CustomRulebook, Table
from games.rules.options import rulebooks
from games.rules.options.options import Options, build, explain, from_differences, stored

_CUSTOM: Final = re.compile(r"custom-([1-9][0-9]{0,17})")


@dataclass(frozen=True)
class Rulebook:
    """A preset with some changes, or none. `key` names it in addresses; empty for what only one table plays.

    `custom` is its row if people made it.
    """

    key: str
    title: str
    preset: str
    options: Options
    custom: CustomRulebook | None = None

    @property
    def summary(self) -> str:
        """One sentence: about a preset what is special, about what people made what they changed."""
        changed = self.changes
        if not changed:
            return rulebooks.summary(self.preset)
        told = "; ".join(explain(name).told(value) for name, value in changed.items())
        return _("{rulebook} with {changes}.").format(rulebook=rulebooks.title(self.preset), changes=told)

    @property
    def changes(self) -> dict[str, Any]:
        """What differs from the preset, as it was given."""
        return changes(self.preset, self.options)


class Family(NamedTuple):
    """Rulebooks that grew out of one another, or that people made."""

    title: str
    rulebooks: list[Rulebook]


def find(key: str) -> Rulebook | None:
    """Return the rulebook of a key, None if there is none. One query for a custom one."""
    if key in rulebooks.names():
        return preset(key)
    match = _CUSTOM.fullmatch(key)
    row = CustomRulebook.objects.filter(pk=int(match[1])).first() if match else None
    return made(row) if row else None


def preset(name: str) -> Rulebook:
    """Return a preset; Refusal `unknown_rulebook` if there is none."""
    return Rulebook(name, rulebooks.title(name), name, build(name))


def made(row: CustomRulebook) -> Rulebook:
    """Return a custom rulebook."""
    return Rulebook(row.key, row.name, row.preset, stored(row.preset, row.options), row)


def of_table(table: Table) -> Rulebook:
    """Return what is played at a table."""
    title = table.rulebook_title or rulebooks.title(table.rulebook)
    return Rulebook("", title, table.rulebook, from_differences(table.options))


def families(choosable: Iterable[Rulebook]) -> list[Family]:
    """Return rulebooks sorted: what people made, presets below what they grew out of, presets without kin."""
    customs: list[Rulebook] = []
    roots: dict[str, list[Rulebook]] = {}
    for one in choosable:
        (customs if one.custom else roots.setdefault(rulebooks.root(one.preset), [])).append(one)
    found = [
        Family(_("{rulebook} and its kin").format(rulebook=rulebooks.title(root)), kin)
        for root, kin in roots.items()
        if len(kin) > 1
    ]
    alone = [kin[0] for kin in roots.values() if len(kin) == 1]
    made_by_people = Family(_("Your own and your clubs’"), customs)
    return [one for one in (made_by_people, *found, Family(_("Others"), alone)) if one.rulebooks]


def changes(preset_name: str, options: Options) -> dict[str, Any]:
    """Return the options that differ from a preset."""
    usual = rulebooks.resolve(preset_name)
    found = {}
    for name in options.__struct_fields__:
        value = getattr(options, name)
        plain = list(value) if isinstance(value, tuple) else value
        if plain != usual[name]:
            found[name] = plain
    return found
