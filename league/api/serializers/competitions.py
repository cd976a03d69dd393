"""Competitions, their standings and brackets."""

from typing import Final, Literal

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from league.api.base.serializers import Time
from league.models import Match


class CompetitionRow(serializers.Serializer):
    """A competition as everybody sees it who may see it."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    club = serializers.CharField(source="club.slug", help_text="Its name in addresses")
    format = serializers.CharField(help_text="Of the first stage")
    status = serializers.CharField()
    version = serializers.IntegerField(help_text="What commands name as `after`; counts all that happened")
    rulebook = serializers.CharField(
        help_text="Key of a preset or of a rulebook of your own: `GET rulebooks/`"
    )
    rulebook_title = serializers.CharField()
    options = serializers.DictField(
        help_text="What is to be another than in the rulebook: `GET options/` explains all of them"
    )
    is_paused = serializers.BooleanField()
    is_casual = serializers.BooleanField()
    is_archived = serializers.BooleanField()
    stage = serializers.IntegerField(
        source="stage_number", help_text="The stage that is being played, 0 before the start"
    )
    round = serializers.IntegerField(source="round_number", help_text="The round of that stage")
    created_at = Time()
    started_at = Time(allow_null=True)
    finished_at = Time(allow_null=True)


class EntrantSeen(serializers.Serializer):
    """An entrant; `number` is what commands and results call them."""

    number = serializers.IntegerField(min_value=1, help_text="What commands and results call them")
    player = serializers.IntegerField(help_text="Who it is: `GET players/{id}/`")
    name = serializers.CharField()
    team = serializers.CharField(allow_blank=True, help_text="Whom they play for")
    seed = serializers.IntegerField(allow_null=True, help_text="1 is the strongest; null before the seeding")
    gone = serializers.CharField(allow_null=True, help_text="`withdrawn`, `disqualified` or `no_show`")
    is_waiting = serializers.BooleanField(help_text="Whether on the waiting list")
    is_here = serializers.BooleanField(help_text="Whether they have checked in")
    rank = serializers.IntegerField(
        allow_null=True, help_text="In the standings of the whole; null before the start"
    )
    points = serializers.IntegerField(allow_null=True, help_text="In the standings of the whole")


class CompetitionSeen(CompetitionRow):
    """A competition as it stands; `stages` as they were announced."""

    stages = serializers.ListField(child=serializers.DictField())
    entrants = EntrantSeen(many=True)


class CompetitionAnnounced(CompetitionSeen):
    """A competition that was announced; `warnings` are sentences about what is hardly ever meant so."""

    warnings = serializers.ListField(child=serializers.CharField())


class WouldDo(serializers.Serializer):
    """What a correction would do, in sentences; nothing has changed."""

    version = serializers.IntegerField()
    would = serializers.ListField(child=serializers.CharField())


class DaySeen(serializers.Serializer):
    """What a round brought an entrant, and whether it is among the best that count."""

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
    is_out = serializers.BooleanField(help_text="Whether they play no more")
    won_consolation = serializers.BooleanField(
        help_text="Whether they have won the consolation of a knock-out"
    )
    chance = serializers.ChoiceField(
        choices=["through", "out"], allow_null=True, help_text="Sure to go on to the next stage, or not to"
    )
    moved = serializers.IntegerField(
        allow_null=True,
        help_text="Ranks up (above 0) or down in the last round; null: there was none before",
    )
    days = DaySeen(many=True)
    decided_by = serializers.CharField(allow_null=True, help_text="The tie-break that put this row here")
    values = serializers.DictField(child=serializers.FloatField(), help_text="By the code of the tie-break")
    best = serializers.IntegerField(allow_null=True, help_text="The best place still possible")
    worst = serializers.IntegerField(allow_null=True)


class Group(serializers.Serializer):
    """A group or division of a stage; the only one has no name."""

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
    """An entrant of a match: place and whether they go on are null without a result."""

    entrant = serializers.IntegerField(help_text="Their `number` in the competition")
    player = serializers.IntegerField()
    name = serializers.CharField()
    seed = serializers.IntegerField()
    total = serializers.IntegerField()
    place = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField(allow_null=True)
    advances = serializers.BooleanField(
        allow_null=True, help_text="Whether they go on; null without a result"
    )
    plays_on = serializers.BooleanField(
        allow_null=True, help_text="Whether a later match waits for this place"
    )
    is_eliminated = serializers.BooleanField(help_text="Whether out of the match that is played")
    why = serializers.ListField(child=serializers.CharField(), help_text="Why somebody has a bye")


class MatchSeen(serializers.Serializer):
    """A match of a bracket; `key` is what its address calls it."""

    key = serializers.CharField(help_text="What addresses call it: `R1.2`")
    number = serializers.IntegerField()
    name = serializers.CharField()
    meeting = serializers.CharField(
        help_text="The `key` of the meeting that it is a part of; its own where one match decides"
    )
    game = serializers.IntegerField(help_text="Which match of the meeting it is, from 1")
    best_of = serializers.IntegerField(help_text="The best of so many matches decides the meeting")
    status = serializers.ChoiceField(choices=["waiting", "running", "finished"])
    table = serializers.IntegerField(
        allow_null=True, help_text="Where it is played: `GET tables/{id}/`; null without one"
    )
    kind = serializers.CharField(allow_null=True, help_text="Of the result; null without one")
    decided_by = serializers.CharField(
        allow_null=True, help_text="The tie-break that settled the last place that goes on"
    )
    is_tied = serializers.BooleanField(help_text="Whether a lot has to decide who goes on")
    goes_on_to = serializers.CharField(allow_null=True, help_text="The `key` of the match of who wins")
    open_seats = serializers.ListField(child=serializers.CharField(), help_text="Who is to come, in words")
    byes = serializers.IntegerField(help_text="Seats in which nobody will ever sit")
    deal = serializers.IntegerField(help_text="Which deal is played; 0 before the first one")
    is_playable = serializers.BooleanField(
        help_text="Whether it is known who plays; true also when it is over, as `status` says"
    )
    is_needed = serializers.BooleanField(allow_null=True, help_text="Null: only if another one ends so")
    entrants = ContenderSeen(many=True)


class MatchRowEntrant(serializers.Serializer):
    """An entrant of a match; what is null is not known yet."""

    entrant = serializers.IntegerField(source="entrant.number")
    player = serializers.IntegerField(source="entrant.player_id")
    name = serializers.CharField(source="entrant.player.name")
    place = serializers.IntegerField(allow_null=True)
    total = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField(allow_null=True)
    advances = serializers.BooleanField(allow_null=True)


class MatchRow(serializers.Serializer):
    """A match or a bye that is published; `stage` and `key` are what its address calls it."""

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
        help_text="Of the result; empty without one, `not_needed` if its meeting was decided before it",
    )
    decided_by = serializers.CharField(allow_blank=True)
    finished_at = Time(allow_null=True)
    entrants = MatchRowEntrant(source="placements", many=True)

    def get_status(self, match: Match) -> Literal["waiting", "running", "finished"]:
        """Where it stands."""
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
    """How many matches of a meeting an entrant has won."""

    entrant = serializers.IntegerField()
    wins = serializers.IntegerField()


class GamesSeen(serializers.Serializer):
    """A meeting of two that the best of several matches decides; `matches` are their keys in order."""

    key = serializers.CharField()
    name = serializers.CharField(help_text="Within the round")
    best_of = serializers.IntegerField()
    matches = serializers.ListField(child=serializers.CharField())
    score = WinsSeen(many=True)
    winner = serializers.IntegerField(allow_null=True, help_text="The entrant who won it")
    is_over = serializers.BooleanField()


class RoundSeen(serializers.Serializer):
    """A round with its matches and who has a bye."""

    stage = serializers.IntegerField(help_text="The number of the stage, counted from 1")
    number = serializers.IntegerField()
    key = serializers.CharField()
    name = serializers.CharField()
    group = serializers.IntegerField(help_text="Counted from 0")
    is_final = serializers.BooleanField()
    is_play_off = serializers.BooleanField()
    is_consolation = serializers.BooleanField(
        help_text="Whether those who lost their first match of a knock-out play on in it"
    )
    survivors = serializers.IntegerField(help_text="How many of each match go on; 0: everybody plays on")
    matches = MatchSeen(many=True)
    meetings = GamesSeen(many=True, help_text="Those that the best of several matches decides")
    byes = ContenderSeen(many=True)


class RoundAheadSeen(serializers.Serializer):
    """A round that is not drawn yet."""

    name = serializers.CharField()
    entrants = serializers.IntegerField()
    tables = serializers.IntegerField()
    byes = serializers.IntegerField()


class Champion(serializers.Serializer):
    """Who won it."""

    player = serializers.IntegerField()
    name = serializers.CharField()


class BracketSeen(serializers.Serializer):
    """What the page of the bracket draws."""

    version = serializers.IntegerField()
    rounds = RoundSeen(many=True)
    ahead = RoundAheadSeen(many=True)
    champions = Champion(many=True)


CORRECTED: Final = PolymorphicProxySerializer(
    "Corrected", serializers=[WouldDo, CompetitionSeen], resource_type_field_name=None
)
"""The answer to a correction: without `sure` what it would do, with it the competition."""
