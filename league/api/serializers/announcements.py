"""A competition that is to be announced: the fields of an announcement, and which kinds ask for them."""

import json
from typing import Any, Final

from django.utils import translation
from django.utils.text import format_lazy
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from league.competitions.announcing.fields import CHOICES, LONGEST_NAME, NUMBERS, Choice, Number
from league.competitions.announcing.kinds import KINDS
from league.competitions.forms.announcement import CompetitionForm
from league.rules.settings.points import SIZES
from league.rules.settings.stages import SEASON


def _number(name: str) -> serializers.IntegerField:
    """Return a whole number within its bounds; null for what is usual."""
    field = NUMBERS[name] if name in NUMBERS else _bounds(CHOICES[name])
    return serializers.IntegerField(
        min_value=field.least,
        max_value=field.most,
        required=False,
        allow_null=True,
        default=field.usual,
        help_text=_explained(name),
    )


def _bounds(choice: Choice) -> Number:
    values = [int(value) for value in choice.values]
    usual = None if choice.usual is None else int(choice.usual)
    return Number(min(values), max(values), usual)


def _choice(name: str) -> serializers.ChoiceField:
    """Return a choice; an empty text for what is usual."""
    values, usual = CHOICES[name]
    return serializers.ChoiceField(
        choices=list(values), allow_blank=True, default=usual, help_text=_explained(name)
    )


def _tick(name: str) -> serializers.BooleanField:
    return serializers.BooleanField(default=False, help_text=_explained(name))


def _explained(name: str) -> str:
    """Return what a field means, in the words of the page, and which kinds of competitions ask for it."""
    field = CompetitionForm.base_fields[name]
    with translation.override("en"):
        parts = [str(part) for part in (field.label, field.help_text) if part]
        parts += [f"`{_written(name, value)}`: {label}" for value, label in getattr(field, "choices", ())]
    kinds = ", ".join(f"`{key}`" for key, kind in KINDS.items() if name in kind.asks)
    if kinds:
        parts.append(f"Used by {kinds}")
    return " ".join(part if part.endswith(".") else f"{part}." for part in parts)


def _written(name: str, value: object) -> str:
    """Return a choice as JSON; nothing chosen is null among numbers."""
    is_number = not isinstance(CHOICES[name].values[0], str)
    return "null" if is_number and value == "" else json.dumps(value)


class PointsBySize(serializers.DictField):
    """The points of places by the size of the table: not more sizes than tables have."""

    max_entries: Final = len(SIZES)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        """Return what was sent; ValidationError for more sizes than there are."""
        if isinstance(data, dict) and len(data) > self.max_entries:
            sentence = serializers.ListField.default_error_messages["max_length"]
            raise serializers.ValidationError(sentence.format(max_length=self.max_entries))
        return super().run_validation(data)


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example",
            {
                "name": "Autumn",
                "format": "season",
                "rulebook": "custom-1",
                "rounds": 2,
                "points": {"4": [5, 3, 2, 1]},
            },
            request_only=True,
        )
    ]
)
class Announcement(serializers.Serializer):
    """A competition to be announced, by the fields of the page: what its `format` does not ask for stays out."""  # noqa: E501 - the schema shows it as it is

    format = serializers.ChoiceField(
        choices=[(key, format_lazy("{}. {}", kind.title, kind.explanation)) for key, kind in KINDS.items()],
        default=SEASON,
    )
    rulebook = serializers.CharField(
        max_length=40,
        default="classic",
        help_text="Key of a preset or of a rulebook of your own. For `elimination_500` one without"
        " elimination becomes `elimination-500`",
    )
    points = PointsBySize(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=0, max_value=100_000), max_length=SIZES[-1]
        ),
        default=dict,
        help_text="Points by place, by the size of the table: {“4”: [5, 3, 2, 1]}",
    )
    turn_seconds = _number("turn_seconds")
    bank_seconds = _number("bank_seconds")
    away_after = _number("away_after")
    minutes = _number("minutes")
    at_end = _choice("at_end")
    leavers = _choice("leavers")
    counts_for = _choice("counts_for")
    venue = _choice("venue")
    confirmation = _choice("confirmation")
    silence_minutes = _number("silence_minutes")
    self_report = _tick("self_report")
    round_minutes = _number("round_minutes")
    name = serializers.CharField(max_length=LONGEST_NAME, help_text=_explained("name"))
    table_size = _number("table_size")
    rounds = _number("rounds")
    divisions = _number("divisions")
    movers = _number("movers")
    play_offs = _number("play_offs")
    groups = _number("groups")
    legs = _number("legs")
    qualify = _number("qualify")
    best_of_rest = _number("best_of_rest")
    cut = _number("cut")
    advance = _number("advance")
    reseed = _choice("reseed")
    byes = _number("byes")
    third_place = _tick("third_place")
    placement = _tick("placement")
    consolation = _tick("consolation")
    best_of_matches = _number("best_of_matches")
    best_of_from = _choice("best_of_from")
    meetings_first = _choice("meetings_first")
    fold = _number("fold")
    pull_up = _choice("pull_up")
    separate_clubs = _number("separate_clubs")
    best_of = _number("best_of")
    minimum = _number("minimum")
    bye_points = _number("bye_points")
    target = _number("target")
    limit = _number("limit")
    bot_pause_ms = _number("bot_pause_ms")
    by_hand = _tick("by_hand")
    lots_by_hand = _tick("lots_by_hand")
