"""The profile of a player: results, records, ratings by day, opponents, insight."""

from rest_framework import serializers

from games.analysis.kinds import KINDS
from games.models import Table
from league.api.base.serializers import Time
from league.rules.ratings import POOLS


class Favourite(serializers.Serializer):
    """A rulebook that a player has often played."""

    rulebook = serializers.CharField(help_text="The value for filtering results")
    title = serializers.CharField()
    matches = serializers.IntegerField(min_value=1)
    won = serializers.IntegerField(min_value=0)


class RecordSeen(serializers.Serializer):
    """A personal record of a player; `address` is its page on this site, or empty."""

    code = serializers.CharField()
    name = serializers.CharField()
    figure = serializers.CharField()
    explanation = serializers.CharField()
    where = serializers.CharField()
    address = serializers.CharField()
    on = serializers.DateField()


class RatingDay(serializers.Serializer):
    """The rating after the last match of a day, and the number of matches so far."""

    day = serializers.DateField()
    rating = serializers.FloatField()
    matches = serializers.IntegerField(min_value=0)


class RatingPath(serializers.Serializer):
    """The history of a rating in the list of a club: a point per day, fewer for long histories."""

    club = serializers.CharField(help_text="The name of the club in addresses")
    pool = serializers.ChoiceField(choices=list(POOLS))
    rating = serializers.FloatField(help_text="As in the rating list today")
    is_provisional = serializers.BooleanField(help_text="Whether the rating is provisional")
    best = RatingDay()
    days = RatingDay(many=True)


class Playing(serializers.Serializer):
    """An unfinished table where a player sits."""

    table = serializers.IntegerField()
    name = serializers.CharField()
    status = serializers.ChoiceField(choices=Table.Status.choices)
    total = serializers.IntegerField()


class CareerSeen(serializers.Serializer):
    """The statistics of a player, as far as you can see."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    matches = serializers.IntegerField(min_value=0)
    won = serializers.IntegerField(min_value=0)
    favourites = Favourite(many=True)
    records = RecordSeen(many=True)
    ratings = RatingPath(many=True)
    playing = Playing(many=True)


class Mate(serializers.Serializer):
    """Another player in the match; bots have no number."""

    player = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()


class PlayedRow(serializers.Serializer):
    """A finished match of a player.

    `table` is null for matches that were not played at a table of this site; `competition`, `stage`, `match`
    and `points` are null outside competitions.
    """

    ended_at = Time()
    place = serializers.IntegerField(min_value=1)
    is_won = serializers.BooleanField(help_text="Alone or shared")
    total = serializers.IntegerField()
    points = serializers.IntegerField(allow_null=True, help_text="In the competition")
    table = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(help_text="Of the table; in a competition, of the round")
    competition = serializers.IntegerField(allow_null=True)
    competition_name = serializers.CharField()
    club = serializers.CharField(help_text="The club of the competition, as in addresses; otherwise empty")
    stage = serializers.IntegerField(allow_null=True, help_text="The number of the stage, counted from 1")
    match = serializers.CharField(allow_null=True)
    rulebook = serializers.CharField(help_text="The value for filtering results")
    rulebook_title = serializers.CharField()


class ResultRow(PlayedRow):
    """A finished match of a player, with the other players."""

    others = Mate(many=True)


class OpponentRow(serializers.Serializer):
    """An opponent in a player's finished matches."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    matches = serializers.IntegerField(min_value=1)


class Side(serializers.Serializer):
    """The totals of one of two players over the matches of both."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    ahead = serializers.IntegerField(min_value=0, help_text="Matches with the better place of the two")
    won = serializers.IntegerField(min_value=0)
    average_place = serializers.FloatField()
    points = serializers.IntegerField(help_text="In competitions")


class MeetingSeen(serializers.Serializer):
    """A match of both players, with the result of each."""

    mine = PlayedRow()
    theirs = PlayedRow()


class AgainstSeen(serializers.Serializer):
    """The comparison of two players: all their shared matches, the newest in full."""

    matches = serializers.IntegerField(min_value=1)
    level = serializers.IntegerField(min_value=0, help_text="Matches in which they shared a place")
    mine = Side()
    theirs = Side()
    last = MeetingSeen(many=True)


class FigureSeen(serializers.Serializer):
    """An estimate with its interval of 95 %."""

    value = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()


class LuckSeen(serializers.Serializer):
    """The average match: chances to win it, from 0 to 1. From `start` to `away` they add up to `result`."""

    matches = serializers.IntegerField(min_value=1)
    start = serializers.FloatField(help_text="The chance before the match")
    dealt = serializers.FloatField(help_text="What the cards dealt gave")
    drawn = serializers.FloatField(help_text="What the cards drawn gave")
    own = serializers.FloatField(help_text="What the player’s choices gave")
    others = serializers.FloatField(help_text="What the choices of others gave")
    away = serializers.FloatField(help_text="What a bot gave while the player was away: in no other figure")
    result = serializers.FloatField(help_text="The share of matches won")
    adjusted = FigureSeen(help_text="The result without the cards, drawn towards the average player")


class LossesSeen(serializers.Serializer):
    """What decisions cost, in deals that would have been won otherwise."""

    decisions = serializers.IntegerField(min_value=1)
    deals_lost = serializers.FloatField()
    for_100_decisions = FigureSeen(help_text="Drawn towards the mean of all players")
    everyone = serializers.FloatField(help_text="The mean of all players for 100 such decisions")


class LossesOfKind(LossesSeen):
    """What decisions of a kind cost."""

    kind = serializers.ChoiceField(choices=list(KINDS))


class StretchSeen(serializers.Serializer):
    """Some matches in a row."""

    ended_at = Time()
    matches = serializers.IntegerField(min_value=1)
    decisions = serializers.IntegerField(min_value=1)
    for_100_decisions = FigureSeen()


class InsightSeen(serializers.Serializer):
    """What the analysed matches of a player say together.

    Before `decisions_needed` decisions there are no figures. `luck` is null without matches whose chances are
    known.
    """

    player = serializers.IntegerField()
    name = serializers.CharField()
    matches = serializers.IntegerField(min_value=0, help_text="Analysed matches")
    decisions = serializers.IntegerField(min_value=0, help_text="Decisions whose cost is known")
    decisions_needed = serializers.IntegerField()
    luck = LuckSeen(allow_null=True)
    total = LossesSeen(allow_null=True)
    kinds = LossesOfKind(many=True)
    trend = StretchSeen(many=True)
