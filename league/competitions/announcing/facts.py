"""The facts of an announcement, from its fields: what `competitions.create` wants to know."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from django.core.exceptions import ValidationError

from games.rulebooks.catalogue import Rulebook, preset, rules_facts
from games.tables import deadlines
from league.competitions.announcing import points
from league.competitions.announcing.fields import CHOICES, USUAL, YES
from league.competitions.announcing.kinds import KINDS, Kind
from league.http.choices import not_a_choice
from league.rules.settings.points import PointsScheme
from league.rules.settings.stages import ELIMINATION_500, StageSettings, with_usual_bye

ASKED = {name for kind in KINDS.values() for name in kind.asks}
"""The fields that only some kinds ask for."""
STAGE_FIELDS: Final = (*sorted(ASKED), "format", "minutes", "at_end", "leavers")
"""The fields that make up the stages of a competition."""


def facts(sent: Mapping[str, Any], rulebook: Rulebook | None) -> dict[str, Any]:
    """Return the facts of an announcement from its fields by name.

    Fields that the kind does not ask for are not looked at; what is left empty is as usual. ValidationError
    by field, also without a rulebook.
    """
    kind = KINDS[sent["format"]]
    fields = {**sent, **{name: _or_usual(sent, name, kind) for name in USUAL}}
    errors = _errors(fields)
    if rulebook is None:
        errors["rulebook"] = not_a_choice(sent["rulebook"]).messages
    if errors or rulebook is None:
        raise ValidationError(errors)
    stages = _stages(kind, fields)
    if stages[0].format == ELIMINATION_500:
        rulebook = _with_elimination(rulebook)
    return {
        "name": fields["name"],
        "stages": stages,
        "limit": fields["limit"],
        "by_hand": fields["by_hand"],
        "lots_by_hand": fields["lots_by_hand"],
        "is_casual": fields["counts_for"] == YES,
        "entry": fields["entry"],
        "with_bots": fields["bots"],
        "bot_pause_ms": fields["bot_pause_ms"],
        "bot_strength": fields["bot_strength"],
        "turn_seconds": fields["turn_seconds"],
        "bank_seconds": fields["bank_seconds"] or 0,
        "away_after": fields["away_after"] or deadlines.usual_away_after(fields["turn_seconds"]),
        "venue": fields["venue"],
        "confirmation": fields["confirmation"],
        "silence_minutes": fields["silence_minutes"],
        "self_report": fields["self_report"],
        "round_minutes": fields["round_minutes"],
        **rules_facts(rulebook, fields["target"]),
    }


def _or_usual(sent: Mapping[str, Any], name: str, kind: Kind) -> Any:
    value = sent.get(name)
    is_left_out = value in (None, "") or (name in ASKED and name not in kind.asks)
    return USUAL[name] if is_left_out else value


def _errors(fields: Mapping[str, Any]) -> dict[str, list[str]]:
    errors = {
        name: not_a_choice(fields[name]).messages
        for name, choice in CHOICES.items()
        if fields[name] != choice.usual and fields[name] not in choice.values
    }
    for number, (size, worth) in enumerate(fields["points"].items(), start=1):
        if fault := points.fault(number, str(size).strip(), [str(value) for value in worth]):
            return errors | {"points": [fault]}
    return errors


def _with_elimination(rulebook: Rulebook) -> Rulebook:
    """Return the rulebook, or the preset with elimination in the place of a preset without."""
    is_fit = rulebook.custom or rulebook.options.scoring == "elimination"
    return rulebook if is_fit else preset("elimination-500")


def _stages(kind: Kind, fields: Mapping[str, Any]) -> list[StageSettings]:
    by_size = {int(size): list(worth) for size, worth in fields["points"].items()}
    scheme = PointsScheme(by_size, fields["bye_points"] or 0)
    stages = kind.stages({**fields, "points": scheme})
    if fields["bye_points"] is None:
        stages = [with_usual_bye(stage) for stage in stages]
    of_matches: dict[str, Any] = {
        "minutes": fields["minutes"],
        "ends_at_once": fields["at_end"] == YES,
        "leaves_table": fields["leavers"] == YES,
    }
    return [msgspec.structs.replace(stage, **of_matches) for stage in stages]
