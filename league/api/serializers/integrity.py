"""Proofs: the shuffles of a table, and the checkpoints of the log."""

from rest_framework import serializers

from league.api.serializers.replays import RecordRound


class FairDeal(serializers.Serializer):
    """A deal that the server is bound to: the hash of its secret, and the secret once the deal is over."""

    deal = serializers.IntegerField(min_value=1)
    commitment = serializers.CharField(help_text="SHA-256 as hexadecimal digits")
    words = serializers.DictField(
        child=serializers.CharField(), help_text="What seats added to the shuffle, once it is dealt"
    )
    secret = serializers.CharField(allow_null=True)


class ShufflesSeen(serializers.Serializer):
    """The shuffles of a table; FAIRNESS.md says how orders follow from secrets and words.

    `rounds` are the deals that are over with their orders and proofs, as in the match record.
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
    """The heads of all streams of a day; `address` is its text as it is, on this site."""

    day = serializers.DateField()
    hash = HexField(help_text="SHA-256 of the text as hexadecimal digits")
    address = serializers.CharField(source="get_absolute_url")


class CheckpointSeen(CheckpointRow):
    """A checkpoint with its text."""

    text = serializers.CharField()
