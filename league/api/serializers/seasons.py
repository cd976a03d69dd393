"""The season after a season: promotions and relegations."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from league.api.base.serializers import Seen
from league.api.serializers.desk import PlayerNamed
from league.rules.decisions.announcement import MOST_AT_A_BORDER
from league.rules.settings.divisions import REASONS

_AT_A_BORDER: Final[dict[str, Any]] = {
    "min_value": 0,
    "max_value": MOST_AT_A_BORDER,
    "required": False,
    "allow_null": True,
    "default": None,
}


def _players(help_text: str) -> serializers.ListField:
    number = serializers.IntegerField(min_value=1, max_value=2**53)
    return serializers.ListField(
        child=number, max_length=2000, required=False, default=list, help_text=help_text
    )


class BordersQuery(serializers.Serializer):
    """How many go up and down at every border, unless that is settled, and which players do not go on."""

    movers = serializers.IntegerField(**_AT_A_BORDER, help_text="Left out: the usual number")
    leaving = _players("Players who leave")


@extend_schema_serializer(
    examples=[
        OpenApiExample("Example", {"after": 9, "name": "This year", "newcomers": [3]}, request_only=True)
    ]
)
class NextSeasonSent(Seen, BordersQuery):
    """The announcement: `after` is the version of the finished season."""

    name = serializers.CharField(max_length=80)
    play_offs = serializers.IntegerField(
        **_AT_A_BORDER, help_text="The number of play-offs at every border at the end of the season"
    )
    newcomers = _players("Members of the club who are new, in the lowest division")


class SeasonMove(PlayerNamed):
    """A player in the next season, and the reason; divisions are counted from 1."""

    origin = serializers.IntegerField(allow_null=True, help_text="Null: they are new")
    to = serializers.IntegerField(allow_null=True, help_text="Null: they leave")
    reason = serializers.ChoiceField(choices=list(REASONS))
    why = serializers.CharField(help_text="The reason in words")


class PlayOffSeen(serializers.Serializer):
    """A play-off of the season, and its winner, if any."""

    stage = serializers.IntegerField(help_text="The number of the stage, counted from 1")
    match = serializers.CharField()
    name = serializers.CharField()
    players = PlayerNamed(many=True)
    winner = serializers.IntegerField(allow_null=True)


class NextSeasonSeen(serializers.Serializer):
    """What would follow from a finished season; nothing is announced."""

    version = serializers.IntegerField(help_text="Of the finished season")
    movers = serializers.IntegerField(allow_null=True, help_text="Null: decided before the season")
    borders = serializers.ListField(child=serializers.CharField(), help_text="The decision, in words")
    play_offs = PlayOffSeen(many=True)
    divisions = serializers.ListField(child=SeasonMove(many=True), help_text="The divisions, from the top")
    left = SeasonMove(many=True)
