"""Entries of the audit log."""

from rest_framework import serializers

from league.api.base.serializers import Time
from league.models import AuditEntry

_BY = "`user:7`; `visitor` for a person without an account, `site` if no request caused it"
_SUBJECT = "The number of the changed object: a player for roles, otherwise the `id`"


class AuditSeen(serializers.Serializer):
    """A change: who made it, and the values before and after. People are numbers."""

    id = serializers.IntegerField()
    at = Time()
    by = serializers.CharField(help_text=_BY)
    token = serializers.IntegerField(allow_null=True, help_text="Of the program that made the request")
    competition = serializers.IntegerField(source="competition_id", allow_null=True)
    what = serializers.ChoiceField(AuditEntry.What.choices)
    subject = serializers.IntegerField(help_text=_SUBJECT)
    deed = serializers.ChoiceField(AuditEntry.Deed.choices)
    before = serializers.DictField(allow_null=True)
    after = serializers.DictField(allow_null=True, help_text="The values after the change")
