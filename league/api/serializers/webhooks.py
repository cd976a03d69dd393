"""Webhooks and their deliveries."""

from rest_framework import serializers

from league.api.base.endpoint import Seen
from league.api.base.versions import version_of
from league.api.serializers.table_rows import Time
from league.models import Webhook, WebhookDelivery
from league.webhooks.kinds import CHOOSABLE, KINDS


def version_of_hook(hook: Webhook) -> int:
    """Return the version of what can be changed about a webhook."""
    return version_of(hook.pk, hook.url, hook.note, hook.kinds, hook.off, hook.secret)


class HookRow(serializers.Serializer):
    """A webhook, without its secret. `off` says why it is told nothing; empty: it is."""

    id = serializers.IntegerField(source="pk")
    url = serializers.CharField()
    note = serializers.CharField(allow_blank=True)
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=CHOOSABLE), help_text="What it is told of; none: everything"
    )
    is_on = serializers.BooleanField()
    off = serializers.ChoiceField(choices=Webhook.Off.values, allow_blank=True)
    failing_since = Time(allow_null=True)
    answered_at = Time(allow_null=True)
    made_at = Time()
    version = serializers.SerializerMethodField()

    def get_version(self, hook: Webhook) -> int:
        """Return what is another one whenever the webhook is."""
        return version_of_hook(hook)


class MadeHook(HookRow):
    """A webhook that was just made, with the secret it signs with: it is never told again."""

    secret = serializers.CharField()


class NewSecret(serializers.Serializer):
    """Another secret: it is never told again."""

    secret = serializers.CharField()
    version = serializers.IntegerField()


class Attempt(serializers.Serializer):
    """An attempt: its status, 0 for none, and how the answer began, or why there was none."""

    at = serializers.DateTimeField()
    status = serializers.IntegerField()
    answer = serializers.CharField(allow_blank=True)
    ms = serializers.IntegerField(min_value=0)


class DeliveryRow(serializers.Serializer):
    """A delivery: `event` is the id that receivers get, `tries` are the last attempts."""

    id = serializers.IntegerField(source="pk")
    event = serializers.CharField()
    kind = serializers.ChoiceField(choices=list(KINDS))
    status = serializers.ChoiceField(choices=WebhookDelivery.Status.values)
    made_at = Time()
    due_at = Time(allow_null=True)
    tries = Attempt(many=True)


class DeliverySeen(DeliveryRow):
    """A delivery with what is sent, as /webhooks/ shows it for each event."""

    body = serializers.DictField()


class NewHook(serializers.Serializer):
    """Where to, what for, and of what; no kinds are all of them."""

    url = serializers.CharField(max_length=500)
    note = serializers.CharField(max_length=60, allow_blank=True, default="")
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=CHOOSABLE), max_length=100, default=list
    )


class ChangedHook(Seen):
    """What is to be another one; what is left out stays."""

    url = serializers.CharField(max_length=500, required=False)
    note = serializers.CharField(max_length=60, allow_blank=True, required=False)
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=CHOOSABLE), max_length=100, required=False
    )
    is_on = serializers.BooleanField(required=False)
