"""Every rulebook by its key: the presets and the custom rulebooks."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from games.models import CustomRulebook, Table
from games.rules.options import rulebooks
from games.rules.options.options import Options, build, explain, from_differences, stored

_CUSTOM: Final = re.compile(r"custom-([1-9][0-9]{0,17})")
_KIN: Final = {"russian-short": "russian", "russian-board": "russian"}
"""Presets of a family that do not extend its root."""


@dataclass(frozen=True)
class Rulebook:
    """A preset, perhaps with changes. `key` is its name in addresses, empty for the rules of a single table.

    `custom` is its row if it is a custom rulebook.
    """

    key: str
    title: str
    preset: str
    options: Options
    custom: CustomRulebook | None = None

    @property
    def summary(self) -> str:
        """A sentence about what is special in a preset, or what a custom rulebook changes."""
        telling = [explain(name).told(value) for name, value in self.changes.items() if self._matters(name)]
        if not telling:
            return rulebooks.summary(self.preset)
        texts = "; ".join(telling)
        return _("{rulebook} with {changes}.").format(rulebook=rulebooks.title(self.preset), changes=texts)

    def _matters(self, option: str) -> bool:
        return explain(option).matters(self.options)

    @property
    def changes(self) -> dict[str, Any]:
        """The options that differ from the preset."""
        return changes(self.preset, self.options)


class Family(NamedTuple):
    """Presets derived from the same preset, or custom rulebooks."""

    title: str
    rulebooks: list[Rulebook]


def find(key: str) -> Rulebook | None:
    """Return the rulebook of a key, None if there is none. One query for a custom one."""
    if key in rulebooks.names():
        return preset(key)
    match = _CUSTOM.fullmatch(key)
    row = CustomRulebook.objects.select_related("figures").filter(pk=int(match[1])).first() if match else None
    return custom_rulebook(row) if row else None


def preset(name: str) -> Rulebook:
    """Return a preset; Refusal `unknown_rulebook` if there is none."""
    return Rulebook(name, rulebooks.title(name), name, build(name))


def custom_rulebook(row: CustomRulebook) -> Rulebook:
    """Return a custom rulebook."""
    return Rulebook(row.key, row.name, row.preset, stored(row.preset, row.options), row)


def of_table(table: Table) -> Rulebook:
    """Return the rulebook of a table."""
    title = table.rulebook_title or rulebooks.title(table.rulebook)
    return Rulebook("", title, table.rulebook, from_differences(table.options))


def families(choosable: Iterable[Rulebook]) -> list[Family]:
    """Return rulebooks in groups: custom ones, presets with those derived from them, and other presets."""
    customs: list[Rulebook] = []
    roots: dict[str, list[Rulebook]] = {}
    for rulebook in choosable:
        group = customs if rulebook.custom else roots.setdefault(_root(rulebook.preset), [])
        group.append(rulebook)
    derived = [
        Family(_("{rulebook} and variants").format(rulebook=rulebooks.title(root)), members)
        for root, members in roots.items()
        if len(members) > 1
    ]
    alone = [members[0] for members in roots.values() if len(members) == 1]
    own = Family(_("Your own and your clubs’"), customs)
    return [family for family in (own, *derived, Family(_("Others"), alone)) if family.rulebooks]


def usual_table_name(chosen: Rulebook, target: int, seats: int) -> str:
    """Return the name of a table that was given none.

    Where the title of its rulebook tells the points, its name tells those that are played to.
    """
    title = re.sub(rf"\b{chosen.options.target_score}\b", str(target), chosen.title)
    return f"{title} for {seats}"[:80]


def _root(preset_name: str) -> str:
    return rulebooks.root(_KIN.get(preset_name, preset_name))


def changes(preset_name: str, options: Options) -> dict[str, Any]:
    """Return the options that differ from a preset."""
    usual = rulebooks.resolve(preset_name)
    changed = {}
    for name in options.__struct_fields__:
        value = getattr(options, name)
        plain = list(value) if isinstance(value, tuple) else value
        if plain != usual[name]:
            changed[name] = plain
    return changed


def rules_facts(chosen: Rulebook, target: int | None) -> dict[str, Any]:
    """Return preset, changes and title of a rulebook, played to another target if one is given."""
    options = chosen.changes
    if target not in (None, chosen.options.target_score):
        options["target_score"] = target
    title = chosen.title if chosen.custom else ""
    return {"rulebook": chosen.preset, "options": options, "rulebook_title": title}
