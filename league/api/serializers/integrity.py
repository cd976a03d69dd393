"""Proofs: the shuffles of a table, and the checkpoints of the log."""

from rest_framework import serializers

from league.api.serializers.replays import RecordRound


class FairDeal(serializers.Serializer):
    """A deal with the commitment of its shuffle: the hash of the secret, and the secret after the deal."""

    deal = serializers.IntegerField(min_value=1)
    commitment = serializers.CharField(help_text="SHA-256 in hexadecimal digits")
    words = serializers.DictField(
        child=serializers.CharField(),
        help_text="The words that seats added to the shuffle, after it is dealt",
    )
    secret = serializers.CharField(allow_null=True)


class ShufflesSeen(serializers.Serializer):
    """The shuffles of a table; FAIRNESS.md explains how orders follow from secrets and words.

    `rounds` are the finished deals with their orders and proofs, as in the match record.
    """

    table = serializers.IntegerField()
    deals = FairDeal(many=True)
    rounds = RecordRound(many=True)


class HexField(serializers.CharField):
    """Bytes as hexadecimal digits."""

    def to_representation(self, value: bytes) -> str:
        """Return the digits."""
        return bytes(value).hex()


class CheckpointRow(serializers.Serializer):
    """The heads of all streams on a day; `address` is its exact text on this site."""

    day = serializers.DateField()
    hash = HexField(help_text="SHA-256 of the text in hexadecimal digits")
    address = serializers.CharField(source="get_absolute_url")


class CheckpointSeen(CheckpointRow):
    """A checkpoint with its text."""

    text = serializers.CharField()
