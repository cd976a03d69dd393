"""Webhooks and their deliveries."""

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from league.api.base.serializers import Seen, Time
from league.api.base.versions import version_of
from league.models import Webhook, WebhookDelivery
from league.webhooks.kinds import CHOOSABLE, KINDS


def version_of_hook(hook: Webhook) -> int:
    """Return the version of what can be changed about a webhook."""
    return version_of(hook.pk, hook.url, hook.note, hook.kinds, hook.off, hook.secret)


class HookRow(serializers.Serializer):
    """A webhook, without its secret. `off` says why it is switched off; empty: it is on."""

    id = serializers.IntegerField(source="pk")
    url = serializers.CharField()
    note = serializers.CharField(allow_blank=True)
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=CHOOSABLE), help_text="The events that it receives; empty: all"
    )
    is_on = serializers.BooleanField()
    off = serializers.ChoiceField(
        choices=Webhook.Off.values, allow_blank=True, help_text="`by_hand`, or why the site switched it off"
    )
    failing_since = Time(allow_null=True, help_text="Deliveries have failed since then")
    answered_at = Time(allow_null=True, help_text="The last successful delivery")
    made_at = Time()
    version = serializers.SerializerMethodField()

    def get_version(self, hook: Webhook) -> int:
        """Return a value that changes with the webhook."""
        return version_of_hook(hook)


class MadeHook(HookRow):
    """A new webhook with its signing secret, which is shown only once."""

    secret = serializers.CharField(help_text="`whsec_` and the key in base64")


class NewSecret(serializers.Serializer):
    """The new secret; it is shown only once."""

    secret = serializers.CharField()
    version = serializers.IntegerField()


class Attempt(serializers.Serializer):
    """An attempt: its status (0 for none), and the start of the answer, or why there was none."""

    at = serializers.DateTimeField()
    status = serializers.IntegerField()
    answer = serializers.CharField(
        allow_blank=True,
        help_text="The start of the answer, or why there was none: `not_reached`, `private_address` …",
    )
    ms = serializers.IntegerField(min_value=0, help_text="How long it took")


class DeliveryRow(serializers.Serializer):
    """A delivery: `event` is the id that receivers get, `tries` are the last attempts."""

    id = serializers.IntegerField(source="pk")
    event = serializers.CharField(help_text="The header `Webhook-Id`")
    kind = serializers.ChoiceField(choices=list(KINDS))
    status = serializers.ChoiceField(choices=WebhookDelivery.Status.values)
    made_at = Time()
    due_at = Time(allow_null=True, help_text="The time of the next attempt; null if there is none")
    tries = Attempt(many=True)


class DeliverySeen(DeliveryRow):
    """A delivery with its body, as /webhooks/ documents it for each event."""

    body = serializers.DictField()


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example",
            {"url": "https://bot.example.org/hook", "note": "Our bot", "kinds": ["match.finished"]},
            request_only=True,
        )
    ]
)
class NewHook(serializers.Serializer):
    """A new webhook: its address, its purpose, and its events; an empty list means all."""

    url = serializers.CharField(max_length=500, help_text="`https://`, on the public internet")
    note = serializers.CharField(
        max_length=60, allow_blank=True, default="", help_text="For you to recognize it later"
    )
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=CHOOSABLE),
        max_length=len(CHOOSABLE),
        default=list,
        help_text="The events that it receives; empty: all",
    )


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 12, "is_on": True, "kinds": []}, request_only=True)]
)
class ChangedHook(Seen):
    """The settings of a webhook to change; those that you leave out stay the same."""

    url = serializers.CharField(
        max_length=500, required=False, help_text="`https://`, on the public internet"
    )
    note = serializers.CharField(
        max_length=60, allow_blank=True, required=False, help_text="For you to recognize it later"
    )
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=CHOOSABLE),
        max_length=len(CHOOSABLE),
        required=False,
        help_text="The events that it receives; empty: all",
    )
    is_on = serializers.BooleanField(
        required=False, help_text="False switches it off; true switches it on again, also after failures"
    )
