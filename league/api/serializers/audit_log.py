"""How entries of the audit log are told to programs."""

from rest_framework import serializers

from league.api.base.serializers import Time
from league.models import AuditEntry

_BY = "`user:7`; `visitor` for somebody without an account, `site` where no request asked for it"
_SUBJECT = "The number of what was changed: a player for roles, else the `id` of the thing"


class AuditSeen(serializers.Serializer):
    """A change: who made it, and what stood there before and after. People are numbers."""

    id = serializers.IntegerField()
    at = Time()
    by = serializers.CharField(help_text=_BY)
    token = serializers.IntegerField(allow_null=True, help_text="Of the program that asked for it")
    competition = serializers.IntegerField(source="competition_id", allow_null=True)
    what = serializers.ChoiceField(AuditEntry.What.choices)
    subject = serializers.IntegerField(help_text=_SUBJECT)
    deed = serializers.ChoiceField(AuditEntry.Deed.choices)
    before = serializers.DictField(allow_null=True)
    after = serializers.DictField(allow_null=True, help_text="What stood there after the change")
