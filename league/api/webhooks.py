"""Webhooks for programs: of a club, or of one competition, for those who organize it."""

import json
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django_filters import rest_framework as filters
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.endpoint import Endpoint
from league.api.lists import ListEndpoint, found_or_404
from league.api.table_rows import Time
from league.models import Webhook, WebhookDelivery
from league.webhooks import hooks, signing
from league.webhooks.kinds import CHOOSABLE
from league.webhooks.views import Place, place_of, require_first


class HookRow(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """A webhook, without its secret. `off` says why it is told nothing; empty: it is."""

    id = serializers.IntegerField(source="pk")
    url = serializers.CharField()
    note = serializers.CharField()
    kinds = serializers.ListField(child=serializers.CharField())
    is_on = serializers.BooleanField()
    off = serializers.CharField()
    failing_since = Time(allow_null=True)
    answered_at = Time(allow_null=True)
    made_at = Time()


class DeliveryRow(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """A delivery: `event` is the id that receivers get, `tries` are the attempts so far."""

    id = serializers.IntegerField(source="pk")
    event = serializers.CharField()
    kind = serializers.CharField()
    status = serializers.CharField()
    made_at = Time()
    due_at = Time(allow_null=True)
    tries = serializers.ListField(child=serializers.DictField())


class NewHook(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """Where to, what for, and of what; no kinds are all of them."""

    url = serializers.CharField(max_length=500)
    note = serializers.CharField(max_length=60, allow_blank=True, default="")
    kinds = serializers.ListField(child=serializers.CharField(max_length=30), max_length=100, default=list)


class ChangedHook(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """What is to be another one; what is left out stays."""

    url = serializers.CharField(max_length=500, required=False)
    note = serializers.CharField(max_length=60, allow_blank=True, required=False)
    kinds = serializers.ListField(child=serializers.CharField(max_length=30), max_length=100, required=False)
    is_on = serializers.BooleanField(required=False)


class Nothing(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """An empty body."""


class OfPlace(Endpoint):
    """What all addresses of webhooks share: only organizers, and tokens that are good for organizing."""

    scope = "organize"
    place: Place

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        """Find whose webhooks they are."""
        super().initial(request, *args, **kwargs)
        self.require_scope(self.scope)
        self.place = place_of(self.asker, slug=kwargs.get("slug", ""), pk=kwargs.get("pk", 0))

    def hook(self) -> Webhook:
        """Return the webhook that the address names."""
        mine = Webhook.objects.select_related("club", "competition")
        found: Webhook = found_or_404(
            mine, pk=self.kwargs["hook"], club=self.place.club, competition=self.place.competition
        )
        return found

    def delivery(self) -> WebhookDelivery:
        """Return the delivery that the address names."""
        rows = WebhookDelivery.objects.select_related("hook__club", "hook__competition")
        found: WebhookDelivery = found_or_404(rows, hook=self.hook(), pk=self.kwargs["delivery"])
        return found

    def address(self, name: str, *more: int) -> str:
        """Return an address of the API below those of this place."""
        if self.place.competition:
            return reverse(f"api_competition_{name}", args=[self.place.competition.pk, *more])
        return reverse(f"api_club_{name}", args=[self.place.club.slug, *more])


class Hooks(OfPlace, ListEndpoint):
    """The webhooks of a club or a competition; making one."""

    row_class = HookRow
    ordering_fields = ("id",)

    def rows(self) -> QuerySet[Webhook]:
        """Return them."""
        return Webhook.objects.filter(club=self.place.club, competition=self.place.competition)

    def post(self, _request: Request, **_where: Any) -> Response:
        """Make one; the answer holds the secret, once."""
        given, told = self.sent(NewHook), [""]

        def make() -> list[Any]:
            made, told[0] = hooks.make(
                self.place.club,
                self.place.competition,
                by=self.request.user,
                at=timezone.now(),
                **given,
            )
            return [made.pk, signing.fingerprint(told[0])]

        pk, fingerprint = self.once(make)
        require_first(fingerprint, told[0])
        headers = {"Location": self.address("webhook", pk), "Cache-Control": "no-store"}
        made = {**HookRow(Webhook.objects.get(pk=pk)).data, "secret": told[0]}
        return Response(made, status=201, headers=headers)


class OneHook(OfPlace):
    """A webhook."""

    def get(self, _request: Request, **_where: Any) -> Response:
        """Answer with it."""
        return Response(HookRow(self.hook()).data)

    def patch(self, _request: Request, **_where: Any) -> Response:
        """Change it, switch it off or on."""
        hook, given = self.hook(), self.sent(ChangedHook)
        is_on = given.pop("is_on", None)
        if given:
            hooks.change(hook, **{"url": hook.url, "note": hook.note, "kinds": hook.kinds} | given)
        if is_on is not None and is_on != hook.is_on:
            hooks.switch(hook, on=is_on)
        return Response(HookRow(self.hook()).data)

    def delete(self, _request: Request, **_where: Any) -> Response:
        """Remove it with its deliveries."""
        self.hook().delete()
        return Response(status=204)


class Secret(OfPlace):
    """Another secret for a webhook."""

    def post(self, _request: Request, **_where: Any) -> Response:
        """Make one and show it, once; the old one signs beside it for a day."""
        hook, told = self.hook(), [""]
        self.sent(Nothing)

        def rotate() -> str:
            told[0] = hooks.rotate(hook, at=timezone.now())
            return signing.fingerprint(told[0])

        require_first(self.once(rotate), told[0])
        return Response({"secret": told[0]}, headers={"Cache-Control": "no-store"})


class Test(OfPlace):
    """Something that means nothing, to see whether it arrives."""

    def post(self, _request: Request, **_where: Any) -> Response:
        """Send it, and answer with the delivery."""
        hook = self.hook()
        self.sent(Nothing)
        pk = self.once(lambda: hooks.test(hook, at=timezone.now()).pk)
        place = self.address("delivery", hook.pk, pk)
        made = WebhookDelivery.objects.get(pk=pk)
        return Response(DeliveryRow(made).data, status=202, headers={"Location": place})


class DeliveryFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which deliveries are wanted."""

    kind = filters.ChoiceFilter(choices=[(one, one) for one in (*CHOOSABLE, "ping")])
    status = filters.ChoiceFilter(choices=WebhookDelivery.Status.choices)

    class Meta:
        model = WebhookDelivery
        fields = ("kind", "status", "event")


class Deliveries(OfPlace, ListEndpoint):
    """What was sent to a webhook, or waits to be."""

    row_class = DeliveryRow
    filterset_class = DeliveryFilter
    ordering_fields = ("id", "made_at")

    def rows(self) -> QuerySet[WebhookDelivery]:
        """Return them."""
        return WebhookDelivery.objects.filter(hook=self.hook())


class OneDelivery(OfPlace):
    """A delivery with what is sent."""

    def get(self, _request: Request, **_where: Any) -> Response:
        """Answer with it."""
        found = self.delivery()
        return Response({**DeliveryRow(found).data, "body": json.loads(found.body)})


class Replay(OfPlace):
    """A delivery that is wanted again."""

    def post(self, _request: Request, **_where: Any) -> Response:
        """Send it again under the same id."""
        found = self.delivery()
        self.sent(Nothing)
        self.once(lambda: hooks.replay(found, at=timezone.now()))
        return Response(DeliveryRow(self.delivery()).data, status=202)
