"""Uploaded spreadsheets, and every row as it was understood."""

from typing import Final

from drf_spectacular.utils import OpenApiExample, PolymorphicProxySerializer, extend_schema_serializer
from rest_framework import serializers

from league.api.base.serializers import Seen
from league.api.serializers.clubs import Members
from league.api.serializers.competitions import CompetitionSeen
from league.import_export.csv_sheet import LARGEST
from league.import_export.earlier_results import LONGEST_TITLE


class SheetSent(serializers.Serializer):
    """A sheet as CSV, its first row the columns. Without `sure` every row is only looked at."""

    rows = serializers.CharField(max_length=LARGEST, trim_whitespace=False, help_text="CSV")
    sure = serializers.BooleanField(default=False, help_text="Import everything, if every row is valid")


@extend_schema_serializer(
    examples=[OpenApiExample("What it would do", {"rows": "name\nIda\nJan"}, request_only=True)]
)
class PlayersSent(SheetSent):
    """New members: `name`, one in each row."""


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "What it would do",
            {"after": 1, "rows": "name,team,seed\nAna,North,2\nGus,South,1"},
            request_only=True,
        )
    ]
)
class EntrantsSent(Seen, SheetSent):
    """Entrants: `name,team,seed`, with a seed in every row or in none."""


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "What it would do",
            {"rows": "round,table,player,place,total\n1,1,Ana,1,512\n1,1,Bo,2,340", "name": "Last year"},
            request_only=True,
        )
    ]
)
class ResultsSent(SheetSent):
    """Earlier results: `round,table,player,place,total,deals_won`, and the name of the season."""

    name = serializers.CharField(max_length=LONGEST_TITLE, help_text="Of the season")
    rulebook = serializers.CharField(
        max_length=40, default="classic", help_text="The rulebook: a key of `GET rulebooks/`"
    )


class RowRead(serializers.Serializer):
    """A row by its number in the spreadsheet: what importing it would do, or why it is invalid."""

    number = serializers.IntegerField()
    cells = serializers.DictField(child=serializers.CharField(allow_blank=True))
    note = serializers.CharField(allow_blank=True)
    faults = serializers.ListField(child=serializers.CharField())


class SheetRead(serializers.Serializer):
    """A spreadsheet as it was read; nothing has been imported."""

    is_sound = serializers.BooleanField(help_text="Whether everything can be imported")
    columns = serializers.ListField(child=serializers.CharField())
    rows = RowRead(many=True)


def read_or(taken: type[serializers.Serializer]) -> PolymorphicProxySerializer:
    """Return the answer to a spreadsheet: without `sure` its rows, with it the result of the import."""
    name = f"SheetRead{taken.__name__}"
    return PolymorphicProxySerializer(name, serializers=[SheetRead, taken], resource_type_field_name=None)


COMPETITION: Final = read_or(CompetitionSeen)
MEMBERS: Final = read_or(Members)
