"""Webhooks of a club, or of a competition."""

import json
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.list_views import ListView
from league.api.base.permissions import MayOrganize, require_scope
from league.api.base.serializers import Done, Nothing, Seen
from league.api.base.versions import require_seen
from league.api.base.views import ResourceView, found_or_404
from league.api.serializers.webhooks import (
    ChangedHook,
    DeliveryRow,
    DeliverySeen,
    HookRow,
    MadeHook,
    NewHook,
    NewSecret,
    version_of_hook,
)
from league.models import Webhook, WebhookDelivery
from league.webhooks import hooks, signing
from league.webhooks.kinds import CHOOSABLE
from league.webhooks.owners import Owner, hook_of, owner_of


class PlaceView(ResourceView):
    """A view of webhooks: only organizers use it, also to read, with a token that is good for organizing."""

    permission_classes = (MayOrganize,)
    owner: Owner

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Find whose webhooks they are. Refusals: `lacks_scope`, `not_allowed`."""
        super().initial(request, *args, **kwargs)
        require_scope(request, "organize")
        self.owner = owner_of(self.django_request, slug=kwargs.get("slug", ""), pk=kwargs.get("pk", 0))

    def hook(self) -> Webhook:
        """Return the webhook that the address names."""
        return hook_of(self.owner, self.kwargs["hook"])

    def delivery(self) -> WebhookDelivery:
        """Return the delivery that the address names."""
        deliveries = WebhookDelivery.objects.select_related("hook__club", "hook__competition")
        delivery: WebhookDelivery = found_or_404(deliveries, hook=self.hook(), pk=self.kwargs["delivery"])
        return delivery

    def address(self, name: str, *more: int) -> str:
        """Return an address of the API below those of this owner."""
        if self.owner.competition:
            return reverse(f"api_competition_{name}", args=[self.owner.competition.pk, *more])
        return reverse(f"api_club_{name}", args=[self.owner.club.slug, *more])


class HookFilter(filters.FilterSet):
    """Which webhooks are wanted."""

    is_on = filters.BooleanFilter(method="switched")

    class Meta:
        model = Webhook
        fields = ("is_on",)

    def switched(self, rows: QuerySet[Webhook], _field: str, is_on: bool) -> QuerySet[Webhook]:
        """Return the webhooks that are switched on, or those that are off."""
        return rows.filter(off="") if is_on else rows.exclude(off="")


class WebhookListView(PlaceView, ListView):
    """The webhooks of a club or a competition."""

    serializer_class = HookRow
    filterset_class = HookFilter
    ordering_fields = ("id", "made_at")

    def get_queryset(self) -> QuerySet[Webhook]:
        """Return the webhooks of the owner."""
        return Webhook.objects.filter(club=self.owner.club, competition=self.owner.competition)

    @extend_schema(request=NewHook, responses={201: MadeHook})
    def post(self, request: Request, **_kwargs: Any) -> Response:
        """Create a webhook; only this answer contains the secret."""
        body, secret = self.validated(NewHook), ""

        def make() -> list[Any]:
            nonlocal secret
            club, competition = self.owner
            hook, secret = hooks.make(club, competition, by=request.user, at=timezone.now(), **body)
            return [hook.pk, signing.fingerprint(secret)]

        number, fingerprint = self.once(make)
        hooks.require_first(fingerprint, secret)
        headers = {"Location": self.address("webhook", number), "Cache-Control": "no-store"}
        hook = {**HookRow(Webhook.objects.get(pk=number)).data, "secret": secret}
        return Response(hook, status=201, headers=headers)


class WebhookView(PlaceView):
    """A webhook."""

    serializer_class = ChangedHook

    @extend_schema(responses=HookRow)
    def get(self, _request: Request, **_kwargs: Any) -> Response:
        """Return the webhook."""
        return Response(HookRow(self.hook()).data)

    @extend_schema(responses=HookRow)
    def post(self, _request: Request, **_kwargs: Any) -> Response:
        """Change the fields that you send, or switch the webhook off or on."""
        hook, body = self.hook(), self.validated()

        def change() -> None:
            _require_hook_seen(hook, body["after"])
            _change(self.hook(), body)

        self.once(change)
        return Response(HookRow(self.hook()).data)


class RemoveWebhookView(PlaceView):
    """Delete a webhook."""

    serializer_class = Seen

    @extend_schema(responses=Done)
    def post(self, _request: Request, **_kwargs: Any) -> Response:
        """Delete the webhook and its deliveries."""
        hook, body = self.hook(), self.validated()

        def remove() -> None:
            _require_hook_seen(hook, body["after"])
            hook.delete()

        self.once(remove)
        return Response({"ok": True})


class WebhookSecretView(PlaceView):
    """Replace the secret of a webhook."""

    serializer_class = Seen

    @extend_schema(responses=NewSecret)
    def post(self, _request: Request, **_kwargs: Any) -> Response:
        """Create a new secret and show it once; the old secret signs as well for a day."""
        hook, body, secret = self.hook(), self.validated(), ""

        def rotate() -> str:
            nonlocal secret
            _require_hook_seen(hook, body["after"])
            secret = hooks.rotate(self.hook(), at=timezone.now())
            return signing.fingerprint(secret)

        hooks.require_first(self.once(rotate), secret)
        told = {"secret": secret, "version": version_of_hook(self.hook())}
        return Response(told, headers={"Cache-Control": "no-store"})


class SendTestView(PlaceView):
    """Send a test delivery."""

    serializer_class = Nothing

    @extend_schema(responses={202: DeliveryRow})
    def post(self, _request: Request, **_kwargs: Any) -> Response:
        """Send a test delivery and return it."""
        hook = self.hook()
        self.validated()
        number = self.once(lambda: hooks.test(hook, at=timezone.now()).pk)
        delivery = WebhookDelivery.objects.get(pk=number)
        headers = {"Location": self.address("delivery", hook.pk, number)}
        return Response(DeliveryRow(delivery).data, status=202, headers=headers)


class DeliveryFilter(filters.FilterSet):
    """Which deliveries are wanted."""

    kind = filters.ChoiceFilter(choices=[(kind, kind) for kind in (*CHOOSABLE, "ping")])
    status = filters.ChoiceFilter(choices=WebhookDelivery.Status.choices)

    class Meta:
        model = WebhookDelivery
        fields = ("kind", "status", "event")


class DeliveryListView(PlaceView, ListView):
    """The deliveries of a webhook: sent and waiting."""

    serializer_class = DeliveryRow
    filterset_class = DeliveryFilter
    ordering_fields = ("id", "made_at")

    def get_queryset(self) -> QuerySet[WebhookDelivery]:
        """Return the deliveries of the webhook."""
        return WebhookDelivery.objects.filter(hook=self.hook())


class DeliveryView(PlaceView):
    """A delivery with its body."""

    @extend_schema(responses=DeliverySeen)
    def get(self, _request: Request, **_kwargs: Any) -> Response:
        """Return the delivery."""
        delivery = self.delivery()
        return Response({**DeliveryRow(delivery).data, "body": json.loads(delivery.body)})


class ReplayDeliveryView(PlaceView):
    """Repeat a delivery."""

    serializer_class = Nothing

    @extend_schema(responses={202: DeliveryRow})
    def post(self, _request: Request, **_kwargs: Any) -> Response:
        """Send the delivery again with the same id."""
        delivery = self.delivery()
        self.validated()
        self.once(lambda: hooks.replay(delivery, at=timezone.now()))
        return Response(DeliveryRow(self.delivery()).data, status=202)


def _require_hook_seen(hook: Webhook, after: int) -> None:
    """Lock a webhook until the transaction ends; refuse, `stale`, a command about another version of it."""
    require_seen(after, version_of_hook(Webhook.objects.select_for_update().get(pk=hook.pk)))


def _change(hook: Webhook, body: dict[str, Any]) -> None:
    facts = {name: body.get(name, getattr(hook, name)) for name in ("url", "note", "kinds")}
    if body.keys() & facts.keys():
        hooks.change(hook, **facts)
    is_on = body.get("is_on", hook.is_on)
    if is_on != hook.is_on:
        hooks.switch(hook, on=is_on)
