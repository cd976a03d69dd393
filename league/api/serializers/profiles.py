"""The career of a player: results, records, ratings by day, and opponents."""

from rest_framework import serializers

from games.models import Table
from league.api.base.serializers import Time
from league.rules.ratings import POOLS


class Favourite(serializers.Serializer):
    """A rulebook that a player has played most often."""

    rulebook = serializers.CharField(help_text="What results are filtered by")
    title = serializers.CharField()
    matches = serializers.IntegerField(min_value=1)
    won = serializers.IntegerField(min_value=0)


class RecordSeen(serializers.Serializer):
    """The best that a player ever did of a kind; `address` is where it can be seen on this site, or empty."""

    code = serializers.CharField()
    name = serializers.CharField()
    figure = serializers.CharField()
    explanation = serializers.CharField()
    where = serializers.CharField()
    address = serializers.CharField()
    on = serializers.DateField()


class RatingDay(serializers.Serializer):
    """A rating after the last match of a day, and how many matches there were by then."""

    day = serializers.DateField()
    rating = serializers.FloatField()
    matches = serializers.IntegerField(min_value=0)


class RatingPath(serializers.Serializer):
    """How the rating of a player went in the ladder of a club: a point a day, of very many days fewer."""

    club = serializers.CharField(help_text="The name of the club in addresses")
    pool = serializers.ChoiceField(choices=list(POOLS))
    rating = serializers.FloatField(help_text="As the ladder shows it today")
    is_provisional = serializers.BooleanField(help_text="Whether too few matches are known to be sure")
    best = RatingDay()
    days = RatingDay(many=True)


class Playing(serializers.Serializer):
    """A table that is not over, at which a player sits."""

    table = serializers.IntegerField()
    name = serializers.CharField()
    status = serializers.ChoiceField(choices=Table.Status.choices)
    total = serializers.IntegerField()


class CareerSeen(serializers.Serializer):
    """A player in figures, as far as the asker may see."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    matches = serializers.IntegerField(min_value=0)
    won = serializers.IntegerField(min_value=0)
    favourites = Favourite(many=True)
    records = RecordSeen(many=True)
    ratings = RatingPath(many=True)
    playing = Playing(many=True)


class Mate(serializers.Serializer):
    """Who else took part; bots have no number."""

    player = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()


class PlayedRow(serializers.Serializer):
    """A match that a player has played to its end.

    `table` is null where it was not played at a table of this site; `competition`, `stage`, `match` and
    `points` are null outside of competitions.
    """

    ended_at = Time()
    place = serializers.IntegerField(min_value=1)
    is_won = serializers.BooleanField(help_text="Alone or shared")
    total = serializers.IntegerField()
    points = serializers.IntegerField(allow_null=True, help_text="In the competition")
    table = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(help_text="Of the table; in a competition of the round")
    competition = serializers.IntegerField(allow_null=True)
    competition_name = serializers.CharField()
    club = serializers.CharField(help_text="That holds the competition, as in addresses; empty outside")
    stage = serializers.IntegerField(allow_null=True, help_text="The number of the stage, counted from 1")
    match = serializers.CharField(allow_null=True)
    rulebook = serializers.CharField(help_text="What results are filtered by")
    rulebook_title = serializers.CharField()


class ResultRow(PlayedRow):
    """A match that a player has played to its end, with the others who took part."""

    others = Mate(many=True)


class OpponentRow(serializers.Serializer):
    """Somebody with whom a player has finished matches."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    matches = serializers.IntegerField(min_value=1)


class Side(serializers.Serializer):
    """The sums of one of two players over the matches of both."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    ahead = serializers.IntegerField(min_value=0, help_text="Matches with the better place of the two")
    won = serializers.IntegerField(min_value=0)
    average_place = serializers.FloatField()
    points = serializers.IntegerField(help_text="In competitions")


class MeetingSeen(serializers.Serializer):
    """A match of both, as each of them played it."""

    mine = PlayedRow()
    theirs = PlayedRow()


class AgainstSeen(serializers.Serializer):
    """Two players head to head: all matches with both at the table, the newest of them in full."""

    matches = serializers.IntegerField(min_value=1)
    level = serializers.IntegerField(min_value=0, help_text="Matches in which they shared a place")
    mine = Side()
    theirs = Side()
    last = MeetingSeen(many=True)
