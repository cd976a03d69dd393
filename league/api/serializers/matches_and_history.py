"""What else can be read of a competition: one match, one stage, its history, its closing."""

from rest_framework import serializers

from league.api.serializers.desk import PlayerNamed
from league.api.serializers.table_rows import Time
from league.competitions.read_models.history import A_PAGE


class MomentAsked(serializers.Serializer):
    """As it was after a step of the history, or at a time in the past; now without either."""

    step = serializers.IntegerField(min_value=1, max_value=2**31 - 1, required=False)
    at = serializers.CharField(
        max_length=40, required=False, allow_blank=True, help_text="Such as 2026-11-21T18:30"
    )
    zone = serializers.CharField(
        max_length=60, required=False, allow_blank=True, help_text="The time zone of `at`"
    )


class MatchEntrant(PlayerNamed):
    """An entrant of the match; without a result there is no place."""

    entrant = serializers.IntegerField()
    seed = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)
    total = serializers.IntegerField()
    is_absent = serializers.BooleanField()
    goes_on = serializers.BooleanField(help_text="In a knock-out")


class MatchNamed(serializers.Serializer):
    """A match by its name."""

    stage = serializers.IntegerField(help_text="The number of the stage, counted from 1")
    match = serializers.CharField()
    title = serializers.CharField()


class MatchAlone(MatchNamed):
    """A match: who met, what came of it, and why these are here."""

    version = serializers.IntegerField(help_text="Of the competition")
    kind = serializers.CharField(allow_null=True, help_text="Of the result; null without one")
    said = serializers.CharField(allow_null=True, help_text="The kind in words")
    decided_by = serializers.CharField(allow_null=True)
    is_tied = serializers.BooleanField(help_text="Whether a lot has to decide who goes on")
    table = serializers.IntegerField(allow_null=True)
    may_report = serializers.BooleanField(help_text="Whether a result may be reported or corrected now")
    other_venue = serializers.CharField(allow_null=True, help_text="Where it could be moved to")
    why = serializers.ListField(child=serializers.CharField())
    entrants = MatchEntrant(many=True)
    still_open = MatchNamed(many=True, help_text="The other matches that could be reported now")


class TieBreakSeen(serializers.Serializer):
    """A tie-break and what it counts."""

    code = serializers.CharField()
    name = serializers.CharField()
    explanation = serializers.CharField()


class LineSeen(serializers.Serializer):
    """A bonus or a penalty line; one that was taken back stays to be seen."""

    number = serializers.IntegerField()
    entrant = serializers.IntegerField()
    points = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)
    is_withdrawn = serializers.BooleanField()


class StageSeen(serializers.Serializer):
    """A stage: how its standings are decided, its lines, and between whom a lot has to decide."""

    version = serializers.IntegerField(help_text="Of the competition")
    stage = serializers.IntegerField(help_text="The number of the stage, counted from 1")
    title = serializers.CharField()
    format = serializers.CharField()
    groups = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    tiebreaks = TieBreakSeen(many=True, help_text="In their order; none in a knock-out")
    other_tiebreaks = TieBreakSeen(many=True, help_text="Which could be chosen, too")
    is_chosen = serializers.BooleanField(help_text="Whether organizers chose this order")
    lines = LineSeen(many=True)
    level = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="Entrants between whom only a lot can decide, each set by itself",
    )


class ArithmeticSeen(serializers.Serializer):
    """A tie-break of a row: its value and, line by line, how it comes about."""

    code = serializers.CharField()
    name = serializers.CharField()
    value = serializers.CharField()
    lines = serializers.ListField(child=serializers.CharField())


class RowMatch(serializers.Serializer):
    """A match behind a row; a bye has none."""

    round = serializers.CharField()
    match = serializers.CharField(allow_null=True)


class RowOpened(PlayerNamed):
    """A row of the standings with all arithmetic, and the matches behind it."""

    rank = serializers.IntegerField()
    shared_by = serializers.IntegerField(help_text="So many have this rank")
    stage_title = serializers.CharField()
    group = serializers.CharField(allow_blank=True)
    why = serializers.CharField(help_text="What put it below the row above")
    arithmetic = ArithmeticSeen(many=True)
    matches = RowMatch(many=True)


class HistoryAsked(serializers.Serializer):
    """Which page, the newest first."""

    page = serializers.IntegerField(
        min_value=1, max_value=1_000_000, default=1, help_text=f"Of {A_PAGE} steps each"
    )


class StepSeen(serializers.Serializer):
    """A step in words: what happened, who asked for it, when."""

    step = serializers.IntegerField()
    by = serializers.CharField()
    at = Time()
    said = serializers.ListField(child=serializers.CharField())


class HistorySeen(serializers.Serializer):
    """A page of the history, the newest step first; what is about drafts is for organizers."""

    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    steps = StepSeen(many=True)


class PodiumStep(PlayerNamed):
    """A place on the podium."""

    rank = serializers.IntegerField()
    team = serializers.CharField(allow_blank=True, help_text="Whom one plays for, in words; empty: nobody")
    points = serializers.CharField(allow_blank=True, help_text="In words, where places are counted in points")


class PodiumSeen(serializers.Serializer):
    """The first three of a division, or without a title of the competition."""

    title = serializers.CharField(allow_blank=True)
    steps = PodiumStep(many=True)


class MoverSeen(PlayerNamed):
    """Somebody who moves, to which division, and why."""

    to = serializers.IntegerField()
    why = serializers.CharField(allow_blank=True)


class DivisionSeen(serializers.Serializer):
    """A division and what becomes of its people; `gone` have withdrawn."""

    number = serializers.IntegerField()
    up = MoverSeen(many=True)
    down = MoverSeen(many=True)
    staying = MoverSeen(many=True)
    gone = PlayerNamed(many=True)


class HolderSeen(PlayerNamed):
    """Who holds an award, and where it can be seen on this site."""

    links = serializers.ListField(child=serializers.CharField())


class AwardSeen(serializers.Serializer):
    """An award with its figure in words."""

    code = serializers.CharField()
    name = serializers.CharField()
    explanation = serializers.CharField()
    figure = serializers.CharField()
    holders = HolderSeen(many=True)


class NumbersSeen(serializers.Serializer):
    """The competition in numbers."""

    players = serializers.IntegerField()
    matches = serializers.IntegerField()
    deals = serializers.IntegerField()
    cards = serializers.IntegerField(help_text="Laid online")


class ClosingSeen(serializers.Serializer):
    """The closing of a competition: nothing of it before it is over."""

    is_over = serializers.BooleanField()
    podiums = PodiumSeen(many=True)
    divisions = DivisionSeen(many=True)
    awards = AwardSeen(many=True)
    numbers = NumbersSeen(allow_null=True, help_text="Null until they are worked out, with the awards")
