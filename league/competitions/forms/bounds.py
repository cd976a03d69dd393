"""The bounds and the usual value of a number field of an announcement, as Django's form fields take them."""

from typing import Any

from league.competitions.announcing.fields import NUMBERS


def bounds_of(name: str) -> dict[str, Any]:
    """Return the keyword arguments of a number field."""
    number = NUMBERS[name]
    return {"min_value": number.least, "max_value": number.most, "initial": number.usual}
