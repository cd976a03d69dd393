"""Change what was announced of a competition, copy it, delete it before its start: for pages and programs."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import CustomRulebook, Table
from games.rulebooks.catalogue import Rulebook, rules_facts
from games.rules.base.chance import Chance
from games.rules.base.refusal import Refusal
from games.rules.options import rulebooks
from games.rules.options.options import stored
from league import competitions
from league.calendar import matchdays
from league.competitions.announcing.announced_fields import fields_of, kind_of
from league.competitions.announcing.facts import STAGE_FIELDS
from league.competitions.announcing.field_labels import CHOICE_LABELS, LABELS
from league.competitions.announcing.fields import NUMBERS
from league.competitions.event_night import table_codes
from league.competitions.stream import locked
from league.models import Competition
from league.rules.competition import commands
from league.rules.competition.state import BEFORE_START, State
from league.rules.decisions import lifecycle
from league.rules.decisions.announcement import named
from league.rules.decisions.decide import decide
from league.rules.settings.competition_settings import CompetitionSettings
from league.rules.settings.divisions import Border
from league.rules.settings.stages import StageSettings

AS_ANNOUNCED: Final = "announced"
"""The key of a rulebook that nobody can choose any more as it was announced."""
_RULEBOOK_FIELDS: Final = frozenset({"rulebook", "target", "format"})
_OF_RULEBOOK: Final = ("rulebook", "options", "rulebook_title")
_NO_DICE: Final = Chance(b"a preview draws no lots")


class Change(NamedTuple):
    """A field that is to change, with its values in words."""

    label: str
    before: str
    after: str


def announced_rulebook(
    settings: CompetitionSettings, choosable: Iterable[Rulebook]
) -> tuple[Rulebook, int | None]:
    """Return the announced rulebook, and the target score where it is not that of the rulebook.

    The rulebook has the key AS_ANNOUNCED where none of the `choosable` ones is the same.
    """
    target: Any = settings.options.get("target_score")
    bounds = NUMBERS["target"]
    is_bounded = target is None or bounds.least <= target <= bounds.most
    wanted = {name: getattr(settings, name) for name in _OF_RULEBOOK}
    for rulebook in choosable:
        if is_bounded and rules_facts(rulebook, target) == wanted:
            return rulebook, None if target == rulebook.options.target_score else target
    custom = CustomRulebook(name=settings.rulebook_title) if settings.rulebook_title else None
    title = _("{rulebook}, as announced").format(rulebook=_title(settings))
    if custom:
        title = settings.rulebook_title
    return Rulebook(AS_ANNOUNCED, title, settings.rulebook, _options(settings), custom), None


def can_change_rulebook(state: State) -> bool:
    """Whether no match has begun, at no table either. At most one query."""
    return lifecycle.can_change_rulebook(state) and not _has_begun(lifecycle.tables_to_close(state))


def changed_facts(state: State, facts: Mapping[str, Any], touched: Collection[str]) -> dict[str, Any]:
    """Return those facts of an announcement that differ from what holds.

    Stages and rulebook do only if a field that they are made of was `touched`. Refusal `fixed_stages`.
    """
    wanted = {name: facts[name] for name in commands.ChangeSettings.__struct_fields__ if name in facts}
    if not {*STAGE_FIELDS} & {*touched}:
        del wanted["stages"]
    elif not kind_of(state.settings.stages):
        raise Refusal("fixed_stages", _("Format and points of this competition cannot be changed."))
    else:
        wanted["stages"] = named(_with_unsaid(wanted["stages"], state.settings.stages))
    if not _RULEBOOK_FIELDS & {*touched}:
        wanted = {name: value for name, value in wanted.items() if name not in _OF_RULEBOOK}
    return {name: value for name, value in wanted.items() if getattr(state.settings, name) != value}


def check(state: State, changed: Mapping[str, Any]) -> None:
    """Refuse changes that `change` would refuse. Refusals: those of `ChangeSettings`."""
    decide(state, commands.ChangeSettings(**changed), _NO_DICE)
    if {*_OF_RULEBOOK} & {*changed} and _has_begun(lifecycle.tables_to_close(state)):
        raise lifecycle.rulebook_stays()


def in_words(state: State, changed: Mapping[str, Any]) -> list[Change]:
    """Return the changes in words, field by field in the order of the form."""
    settings = state.settings
    later = msgspec.structs.replace(settings, **changed)
    before, after = _fields(settings), _fields(later)
    told = []
    for name, label in LABELS.items():
        was, becomes = in_word(name, before.get(name)), in_word(name, after.get(name))
        if name in after and was != becomes:
            told.append(Change(str(label), was, becomes))
    return told


def consequences(state: State, changed: Mapping[str, Any]) -> list[str]:
    """Return the consequences of the changes for open tables and printed sheets."""
    sheets = (
        [table_codes.printed_before()]
        if "self_report" in changed and state.status not in BEFORE_START
        else []
    )
    tables = len(lifecycle.tables_to_close(state)) if {*_OF_RULEBOOK} & {*changed} else 0
    if not tables:
        return sheets
    sentence = ngettext(
        "{n} open table is closed, and its match gets a new table with the new rulebook.",
        "{n} open tables are closed, and their matches get new tables with the new rulebook.",
        tables,
    )
    return [*sheets, sentence.format(n=tables)]


def in_word(name: str, value: Any) -> str:
    """Return a value of a field as people read it."""
    choices = {str(key): str(label) for key, label in CHOICE_LABELS.get(name, {}).items()}
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value in (None, ""):
        return choices.get("", "–")
    return choices.get(str(value), str(value))


@transaction.atomic
def change(
    competition: Competition, changed: Mapping[str, Any], *, after: int | None, by: str, at: dt.datetime
) -> None:
    """Change what was announced; dates that bear the old name get the new one. Refusals: as in `check`."""
    before = competitions.look(competition.pk)
    check(before, changed)
    command = commands.ChangeSettings(**changed)
    competitions.act(competition.pk, command, after=after, by=by, at=at)
    if "name" not in changed:
        return
    name = competitions.look(competition.pk).settings.name
    for matchday in competition.matchdays.filter(is_cancelled=False, name=before.settings.name):
        matchdays.change(matchday.pk, matchdays.facts_of(matchday)._replace(name=name), by=by, at=at)


def copy(competition: Competition, *, name: str = "", by: str, at: dt.datetime) -> int:
    """Announce the same again without date and entrants; return its id. Refusals: those of `create`."""
    settings = competitions.look(competition.pk).settings
    facts = {name: getattr(settings, name) for name in commands.Create.__struct_fields__ if name != "club"}
    # The sizes of divisions are those of the people who were in them.
    facts["stages"] = [msgspec.structs.replace(stage, division_sizes=[]) for stage in settings.stages]
    facts["name"] = name or _("Copy of {name}").format(name=settings.name)[:80]
    return competitions.create(club=competition.club, by=by, at=at, **facts).pk


@transaction.atomic
def delete(competition: Competition, *, after: int | None = None, by: str, at: dt.datetime) -> None:
    """Delete a competition that has never started; its dates are called off.

    Refusals: `already_started`, `stale`.
    """
    with locked(competition.pk, by=by, at=at) as stream:
        stream.do(commands.Delete(), after=after, by=by, at=at)
    matchdays.call_off_of(competition, by=by, at=at)


def _with_unsaid(stages: Sequence[StageSettings], before: Sequence[StageSettings]) -> list[StageSettings]:
    """Return the stages with what no field of the form says: uneven divisions and their borders."""
    if len(stages) != len(before):
        return list(stages)
    return [_with_divisions(stage, was) for stage, was in zip(stages, before, strict=True)]


def _with_divisions(stage: StageSettings, was: StageSettings) -> StageSettings:
    if (stage.format, stage.groups) != (was.format, was.groups):
        return stage
    shown = was.borders[0] if was.borders else Border()
    borders = was.borders if stage.borders == [shown] else stage.borders
    return msgspec.structs.replace(stage, division_sizes=was.division_sizes, borders=borders)


def _has_begun(tables: Collection[int]) -> bool:
    return bool(tables) and Table.objects.filter(pk__in=tables, round_number__gt=0).exists()


def _fields(settings: CompetitionSettings) -> dict[str, Any]:
    """Return the values of the fields of the form, the rulebook by its title."""
    rules = {"rulebook": _title(settings), "target": _options(settings).target_score}
    return {**fields_of(settings), **rules}


def _title(settings: CompetitionSettings) -> str:
    return settings.rulebook_title or rulebooks.title(settings.rulebook)


def _options(settings: CompetitionSettings) -> Any:
    return stored(settings.rulebook, settings.options)
