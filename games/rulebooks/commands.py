"""Save, change and delete custom rulebooks. A refusal changes nothing."""

import datetime as dt
from collections.abc import Mapping
from typing import Any, Final

from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from games.models import CustomRulebook
from games.rulebooks import catalogue, measuring
from games.rules.base.refusal import Refusal
from games.rules.base.spelling import spelled
from games.rules.options.combinations import checked

LONGEST_NAME: Final = 60


def keep(
    *, keeper: Model, name: str, preset: str, options: Mapping[str, Any], at: dt.datetime
) -> CustomRulebook:
    """Save a new rulebook: a preset with changes and a name.

    Refusals: those of `combinations.checked`, `no_name`, `hidden_characters`, `name_taken` if the keeper has
    a rulebook of this name.
    """
    kind = ContentType.objects.get_for_model(keeper)
    return _save(CustomRulebook(keeper_type=kind, keeper_id=keeper.pk, preset=preset), name, options, at)


def change(
    rulebook: CustomRulebook, *, name: str, options: Mapping[str, Any], at: dt.datetime
) -> CustomRulebook:
    """Change name and options, with the same refusals as `keep`. Tables opened with it keep their rules."""
    return _save(rulebook, name, options, at)


def discard(rulebook: CustomRulebook) -> None:
    """Delete it. Tables opened with it keep their rules."""
    rulebook.delete()


def _save(rulebook: CustomRulebook, name: str, options: Mapping[str, Any], at: dt.datetime) -> CustomRulebook:
    name = spelled(name)
    if not name or len(name) > LONGEST_NAME:
        raise Refusal(
            "no_name",
            _("A rulebook needs a name of up to {longest_name} characters.").format(
                longest_name=LONGEST_NAME
            ),
            ("name",),
        )
    checked_options = checked(rulebook.preset, dict(options))
    rulebook.name, rulebook.changed_at = name, at
    rulebook.options = catalogue.changes(rulebook.preset, checked_options)
    try:
        with transaction.atomic():
            rulebook.save()
    except IntegrityError:
        raise Refusal(
            "name_taken", _("There is already a rulebook called “{name}”.").format(name=name), ("name",)
        ) from None
    measuring.ask(rulebook)
    return rulebook
