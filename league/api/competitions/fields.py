"""Fields that several commands share."""

from typing import Any, Final

from rest_framework import serializers

MOST_ENTRANTS = 2000
_NUMBER: Final[dict[str, Any]] = {"min_value": 1, "max_value": 32_767}
_ROW: Final[dict[str, Any]] = {"min_value": 1, "max_value": 2**53}


def entrant_number(**more: Any) -> serializers.IntegerField:
    """Return a field for the number of an entrant or of a line."""
    return serializers.IntegerField(**_NUMBER, **more)


def entrant_numbers(**more: Any) -> serializers.ListField:
    """Return a field for the numbers of entrants."""
    return serializers.ListField(child=entrant_number(), max_length=MOST_ENTRANTS, **more)


def stage_number(**more: Any) -> serializers.IntegerField:
    """Return a field for the number of a stage."""
    return serializers.IntegerField(
        min_value=1, max_value=99, help_text="The number of the stage, counted from 1", **more
    )


def row_id(**more: Any) -> serializers.IntegerField:
    """Return a field for the id of a player, a competition or a table."""
    return serializers.IntegerField(**_ROW, **more)
