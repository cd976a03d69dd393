"""Check names that people type in, for pages and programs alike."""

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from games.rules.base.refusal import Refusal
from games.rules.base.spelling import spelled


def clean_name(typed: str) -> str:
    """Return a name as it is kept; ValidationError for none, and for characters that nobody can see."""
    try:
        name = spelled(typed)
    except Refusal as refusal:
        raise ValidationError(refusal.sentence) from None
    if not name:
        raise ValidationError(gettext("Enter a name."))
    return name


def clean_people(typed: Sequence[str]) -> list[str]:
    """Return the names of the people who sit at a table as they are kept; blank ones are left out.

    ValidationError for fewer than two or more than ten names, long ones, and the same one twice.
    """
    names = [clean_name(name) for name in typed if name.strip()]
    if not 2 <= len(names) <= 10:
        raise ValidationError(gettext("Enter two to ten players, one per line."))
    if any(len(name) > 60 for name in names):
        raise ValidationError(gettext("A name can have up to 60 characters."))
    if len({name.casefold() for name in names}) < len(names):
        raise ValidationError(gettext("Two of these names are the same: make them different."))
    return names
