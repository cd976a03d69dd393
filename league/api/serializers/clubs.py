"""Clubs, their people and ladders, and players."""

from rest_framework import serializers

from league.models import Role


class Member(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """Somebody of a club and what they are there."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    roles = serializers.ListField(child=serializers.ChoiceField(choices=Role.values))
    version = serializers.IntegerField(help_text="What commands name as `after`")


class Members(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """Everybody of a club, once."""

    results = Member(many=True)


class RatingRow(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """How strong somebody is: `rating` is what pages show of `mu` and `sigma`."""

    rank = serializers.IntegerField(min_value=1)
    player = serializers.IntegerField()
    name = serializers.CharField()
    rating = serializers.FloatField()
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    games = serializers.IntegerField(min_value=0)
    played_on = serializers.DateField()


class ClubNamed(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """A club by its name."""

    slug = serializers.CharField()
    name = serializers.CharField()


class Entry(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """An entry in a competition."""

    competition = serializers.IntegerField()
    number = serializers.IntegerField(help_text="What this entrant is called in draws and results")
    rank = serializers.IntegerField(allow_null=True)


class PlayerSeen(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """A player, as far as the visitor may see."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    clubs = ClubNamed(many=True)
    entries = Entry(many=True)
    version = serializers.IntegerField()


class Moved(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """Who was merged is found elsewhere."""

    id = serializers.IntegerField()
