"""Competitions, their standings and brackets."""

from typing import Final, Literal

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from league.api.base.serializers import Time
from league.models import Match


class CompetitionRow(serializers.Serializer):
    """A competition as everyone with access sees it."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    club = serializers.CharField(source="club.slug", help_text="Its name in addresses")
    format = serializers.CharField(help_text="Of the first stage")
    status = serializers.CharField()
    version = serializers.IntegerField(help_text="Send it as `after` in commands; it counts all events")
    rulebook = serializers.CharField(help_text="Key of a preset or of your own rulebook: `GET rulebooks/`")
    rulebook_title = serializers.CharField()
    options = serializers.DictField(
        help_text="Options that differ from the rulebook; `GET options/` explains all of them"
    )
    is_paused = serializers.BooleanField()
    is_casual = serializers.BooleanField()
    is_archived = serializers.BooleanField()
    stage = serializers.IntegerField(source="stage_number", help_text="The current stage, 0 before the start")
    round = serializers.IntegerField(source="round_number", help_text="The current round of that stage")
    seating_ends_at = Time(
        allow_null=True, help_text="Until when an arena seats free players; null where none does"
    )
    created_at = Time()
    started_at = Time(allow_null=True)
    finished_at = Time(allow_null=True)


class EntrantSeen(serializers.Serializer):
    """An entrant; commands and results use its `number`."""

    number = serializers.IntegerField(min_value=1, help_text="Used in commands and results")
    player = serializers.IntegerField(help_text="The player: `GET players/{id}/`")
    name = serializers.CharField()
    team = serializers.CharField(allow_blank=True, help_text="Their team")
    seed = serializers.IntegerField(allow_null=True, help_text="1 is the strongest; null before the seeding")
    gone = serializers.CharField(allow_null=True, help_text="`withdrawn`, `disqualified` or `no_show`")
    is_waiting = serializers.BooleanField(help_text="Whether on the waiting list")
    is_here = serializers.BooleanField(help_text="Whether they have checked in")
    is_away = serializers.BooleanField(help_text="Whether they take a break from an arena")
    rank = serializers.IntegerField(
        allow_null=True, help_text="In the overall standings; null before the start"
    )
    points = serializers.IntegerField(allow_null=True, help_text="In the overall standings")


class CompetitionSeen(CompetitionRow):
    """A competition at present; `stages` as they were announced."""

    stages = serializers.ListField(child=serializers.DictField())
    entrants = EntrantSeen(many=True)


class CompetitionAnnounced(CompetitionSeen):
    """A new competition; `warnings` are sentences about unusual settings."""

    warnings = serializers.ListField(child=serializers.CharField())


class WouldDo(serializers.Serializer):
    """The consequences of a command, in sentences; nothing has changed."""

    version = serializers.IntegerField()
    would = serializers.ListField(child=serializers.CharField())


class DaySeen(serializers.Serializer):
    """The points of an entrant in a round, and whether the round is among the best that count."""

    day = serializers.IntegerField()
    points = serializers.FloatField()
    is_played = serializers.BooleanField()
    is_counted = serializers.BooleanField()


class StandingsLine(serializers.Serializer):
    """A row of standings."""

    rank = serializers.IntegerField(min_value=1)
    entrant = serializers.IntegerField(help_text="Their `number` in the competition")
    player = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.IntegerField(help_text="Points by place, with bonuses and penalties")
    played = serializers.IntegerField()
    wins = serializers.IntegerField()
    deal_wins = serializers.IntegerField()
    total = serializers.IntegerField(help_text="Points of the cards, over all matches")
    is_out = serializers.BooleanField(help_text="Whether they have left the competition")
    won_consolation = serializers.BooleanField(
        help_text="Whether they have won the consolation of a knock-out"
    )
    chance = serializers.ChoiceField(
        choices=["through", "out"],
        allow_null=True,
        help_text="Certain to advance to the next stage, or certain not to",
    )
    moved = serializers.IntegerField(
        allow_null=True,
        help_text="Ranks gained (above 0) or lost in the last round; null if there was no earlier round",
    )
    days = DaySeen(many=True)
    decided_by = serializers.CharField(allow_null=True, help_text="The tie-break that decided this rank")
    values = serializers.DictField(
        child=serializers.FloatField(allow_null=True),
        help_text="By the code of the tie-break; null where a result does not say what it needs",
    )
    best = serializers.IntegerField(allow_null=True, help_text="The best place still possible")
    worst = serializers.IntegerField(allow_null=True)


class Group(serializers.Serializer):
    """A group or division of a stage; a single group has no name."""

    name = serializers.CharField(allow_blank=True)
    rows = StandingsLine(many=True)


class StageStandings(serializers.Serializer):
    """The standings of a stage."""

    stage = serializers.IntegerField(help_text="The number of the stage, counted from 1")
    name = serializers.CharField(allow_blank=True)
    tiebreaks = serializers.ListField(child=serializers.CharField())
    groups = Group(many=True)


class StandingsSeen(serializers.Serializer):
    """The standings of a competition and of each stage, best first."""

    version = serializers.IntegerField()
    overall = StandingsLine(many=True)
    stages = StageStandings(many=True)


class ContenderSeen(serializers.Serializer):
    """An entrant of a match; without a result, the place and whether they advance are null."""

    entrant = serializers.IntegerField(help_text="Their `number` in the competition")
    player = serializers.IntegerField()
    name = serializers.CharField()
    seed = serializers.IntegerField()
    total = serializers.IntegerField()
    place = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField(allow_null=True)
    advances = serializers.BooleanField(
        allow_null=True, help_text="Whether they advance; null without a result, and while they are tied"
    )
    plays_on = serializers.BooleanField(
        allow_null=True, help_text="Whether a later match waits for this place"
    )
    is_eliminated = serializers.BooleanField(help_text="Whether they are eliminated from the running match")
    why = serializers.ListField(child=serializers.CharField(), help_text="The reason for a bye")


class MatchSeen(serializers.Serializer):
    """A match of a bracket; addresses use its `key`."""

    key = serializers.CharField(help_text="Used in addresses: `R1.2`")
    number = serializers.IntegerField()
    name = serializers.CharField()
    meeting = serializers.CharField(
        help_text="The `key` of the series that it belongs to; its own if one match decides"
    )
    game = serializers.IntegerField(help_text="The number of the match in the series, from 1")
    best_of = serializers.IntegerField(help_text="The length of the best-of series")
    status = serializers.ChoiceField(choices=["waiting", "running", "finished"])
    table = serializers.IntegerField(
        allow_null=True, help_text="The table: `GET tables/{id}/`; null without one"
    )
    kind = serializers.CharField(allow_null=True, help_text="Of the result; null without one")
    decided_by = serializers.CharField(
        allow_null=True, help_text="The tie-break that decided the last place that advances"
    )
    is_tied = serializers.BooleanField(help_text="Whether a tie must be decided")
    goes_on_to = serializers.CharField(allow_null=True, help_text="The `key` of the winner's next match")
    open_seats = serializers.ListField(
        child=serializers.CharField(), help_text="The entrants to come, in words"
    )
    byes = serializers.IntegerField(help_text="Seats that stay empty for certain")
    deal = serializers.IntegerField(help_text="The current deal; 0 before the first one")
    is_playable = serializers.BooleanField(
        help_text="Whether the entrants are known; stays true when the match is over, as `status` shows"
    )
    is_needed = serializers.BooleanField(
        allow_null=True, help_text="Null: only if another match ends that way"
    )
    entrants = ContenderSeen(many=True)


class MatchRowEntrant(serializers.Serializer):
    """An entrant of a match; values not yet known are null."""

    entrant = serializers.IntegerField(source="entrant.number")
    player = serializers.IntegerField(source="entrant.player_id")
    name = serializers.CharField(source="entrant.player.name")
    place = serializers.IntegerField(allow_null=True)
    total = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField(allow_null=True)
    advances = serializers.BooleanField(allow_null=True)


class MatchRow(serializers.Serializer):
    """A published match or bye; addresses use `stage` and `key`."""

    stage = serializers.IntegerField(help_text="The number of the stage, counted from 1")
    key = serializers.CharField()
    round = serializers.IntegerField(source="round_number")
    number = serializers.IntegerField(help_text="Within the round")
    name = serializers.CharField(source="title")
    is_bye = serializers.BooleanField()
    is_final = serializers.BooleanField()
    status = serializers.SerializerMethodField()
    table = serializers.IntegerField(source="table_id", allow_null=True)
    venue = serializers.CharField()
    kind = serializers.CharField(
        allow_blank=True,
        help_text="Of the result; empty without one, `not_needed` if its series was decided earlier",
    )
    decided_by = serializers.CharField(allow_blank=True)
    finished_at = Time(allow_null=True)
    entrants = MatchRowEntrant(source="placements", many=True)

    def get_status(self, match: Match) -> Literal["waiting", "running", "finished"]:
        """Its place in the competition."""
        if match.kind:
            return "finished"
        return "running" if match.table_id else "waiting"


class LineRow(serializers.Serializer):
    """A bonus or a penalty in the standings of a stage."""

    stage = serializers.IntegerField(help_text="The number of the stage, counted from 1")
    number = serializers.IntegerField(help_text="Within the stage")
    entrant = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    reason = serializers.CharField()
    is_withdrawn = serializers.BooleanField()


class WinsSeen(serializers.Serializer):
    """The number of matches of a series that an entrant has won."""

    entrant = serializers.IntegerField()
    wins = serializers.IntegerField()


class GamesSeen(serializers.Serializer):
    """A best-of series between two entrants; `matches` are their keys in order."""

    key = serializers.CharField()
    name = serializers.CharField(help_text="Within the round")
    best_of = serializers.IntegerField()
    matches = serializers.ListField(child=serializers.CharField())
    score = WinsSeen(many=True)
    winner = serializers.IntegerField(allow_null=True, help_text="The entrant who won it")
    is_over = serializers.BooleanField()


class RoundSeen(serializers.Serializer):
    """A round with its matches and byes."""

    stage = serializers.IntegerField(help_text="The number of the stage, counted from 1")
    number = serializers.IntegerField()
    key = serializers.CharField()
    name = serializers.CharField()
    group = serializers.IntegerField(help_text="Counted from 0")
    is_final = serializers.BooleanField()
    is_play_off = serializers.BooleanField()
    is_consolation = serializers.BooleanField(
        help_text="Whether losers of the first match of a knock-out continue in it"
    )
    survivors = serializers.IntegerField(help_text="How many of each match advance; 0: everyone plays on")
    matches = MatchSeen(many=True)
    meetings = GamesSeen(many=True, help_text="The best-of series")
    byes = ContenderSeen(many=True)


class RoundAheadSeen(serializers.Serializer):
    """A round that is not drawn yet."""

    name = serializers.CharField()
    entrants = serializers.IntegerField()
    tables = serializers.IntegerField()
    byes = serializers.IntegerField()


class Champion(serializers.Serializer):
    """A champion."""

    player = serializers.IntegerField()
    name = serializers.CharField()


class BracketSeen(serializers.Serializer):
    """The data of the bracket page."""

    version = serializers.IntegerField()
    rounds = RoundSeen(many=True)
    ahead = RoundAheadSeen(many=True)
    champions = Champion(many=True)


CORRECTED: Final = PolymorphicProxySerializer(
    "Corrected", serializers=[WouldDo, CompetitionSeen], resource_type_field_name=None
)
"""The answer to a correction: without `sure` what it would do, with it the competition."""
CHANGED: Final = PolymorphicProxySerializer(
    "Changed", serializers=[WouldDo, CompetitionSeen], resource_type_field_name=None
)
"""The answer to a changed announcement: without `sure` what it would do, with it the competition."""
