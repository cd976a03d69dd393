"""The settings of a club: check and save its description, and who may join."""

from collections.abc import Mapping
from typing import Any, Final

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from games.rulebooks import catalogue
from games.rules.base.refusal import Refusal
from games.rules.options import rulebooks
from league.http.choices import not_a_choice
from league.models import Club
from league.permissions import second_factor

FIELDS: Final = (
    *("name", "description", "colour", "time_zone", "default_rulebook", "is_public", "joining"),
    *("analyses_matches", "needs_second_factor"),
)
"""The fields of a club that can be changed."""


@transaction.atomic
def change(club: Club, settings: Mapping[str, Any], *, by: User) -> None:
    """Save those of the FIELDS of a club that are named, with their audit entry; the others stay.

    What they say is checked before: names by `typed_names`, time zones by `time_zones`, rulebooks by
    `check_rulebook`. Refusal `second_factor_needed`.
    """
    stored = Club.objects.select_for_update().get(pk=club.pk)
    if settings.get("needs_second_factor") and not stored.needs_second_factor:
        _require_second_factor(by)
    for name in FIELDS:
        setattr(stored, name, settings.get(name, getattr(stored, name)))
    stored.save()


def rulebook_choices(club: Club) -> list[tuple[str, str]]:
    """Return key and title of each rulebook that a club can choose: its own, then the presets."""
    books = [catalogue.custom_rulebook(row) for row in club.rulebooks.all()]
    books += [catalogue.preset(name) for name in rulebooks.names()]
    return [(book.key, book.title) for book in books]


def check_rulebook(club: Club, key: str) -> None:
    """Raise ValidationError for a rulebook that is neither the club's usual one nor can be chosen."""
    if key != club.default_rulebook and all(key != choice for choice, _title in rulebook_choices(club)):
        raise ValidationError({"default_rulebook": not_a_choice(key)})


def _require_second_factor(owner: User) -> None:
    """Refuse what an owner may not ask of others: `second_factor_needed`."""
    if not second_factor.is_on(owner):
        sentence = _(
            "Switch on a second factor in your own account first; without it you could not change anything "
            "here."
        )
        raise Refusal("second_factor_needed", str(sentence))
