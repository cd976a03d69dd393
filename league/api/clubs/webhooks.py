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

from league.api.base.actions import Deed, Done, Nothing
from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint, Seen
from league.api.base.lists import ListEndpoint, found_or_404
from league.api.serializers import webhooks as shapes
from league.models import Webhook, WebhookDelivery
from league.webhooks import hooks, signing
from league.webhooks.kinds import CHOOSABLE
from league.webhooks.places import Place, hook_of, place_of


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
        return hook_of(self.place, self.kwargs["hook"])

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


class HookFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which webhooks are wanted."""

    is_on = filters.BooleanFilter(method="told")

    class Meta:
        model = Webhook
        fields = ("is_on",)

    def told(self, rows: QuerySet[Webhook], _field: str, wanted: bool) -> QuerySet[Webhook]:
        """Return those that are told what happens, or those that are off."""
        return rows.filter(off="") if wanted else rows.exclude(off="")


class Hooks(OfPlace, ListEndpoint):
    """The webhooks of a club or a competition; making one."""

    row_class = shapes.HookRow
    filterset_class = HookFilter
    ordering_fields = ("id", "made_at")

    def rows(self) -> QuerySet[Webhook]:
        """Return them."""
        return Webhook.objects.filter(club=self.place.club, competition=self.place.competition)

    @answers(shapes.MadeHook, 201, sent=shapes.NewHook)
    def post(self, _request: Request, **_where: Any) -> Response:
        """Make one; the answer holds the secret, once."""
        given, told = self.sent(shapes.NewHook), [""]

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
        hooks.require_first(fingerprint, told[0])
        headers = {"Location": self.address("webhook", pk), "Cache-Control": "no-store"}
        made = {**shapes.HookRow(Webhook.objects.get(pk=pk)).data, "secret": told[0]}
        return Response(made, status=201, headers=headers)


class OfHook(OfPlace, Deed):
    """Something that is done to a webhook; answered with it."""

    form: type[serializers.Serializer] = Seen
    shape: Any = shapes.HookRow

    def find(self, **_where: Any) -> Webhook:
        """Return the webhook."""
        return self.hook()

    def permit(self, found: Webhook) -> str:  # noqa: ARG002 - the place has judged
        """Let whoever came here."""
        return ""

    def version_now(self, found: Webhook) -> int:
        """Return the version of the webhook, which nobody else changes until this is done."""
        return shapes.version_of_hook(Webhook.objects.select_for_update().get(pk=found.pk))

    def tell(self, found: Webhook, _done: Any) -> Any:
        """Return the webhook."""
        return shapes.HookRow(Webhook.objects.get(pk=found.pk)).data


class OneHook(OfHook):
    """A webhook; changing it."""

    form = shapes.ChangedHook

    @answers(shapes.HookRow)
    def get(self, _request: Request, **_where: Any) -> Response:
        """Answer with it."""
        return Response(shapes.HookRow(self.hook()).data)

    def do(self, found: Webhook, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form for all
        """Change what is sent of it, switch it off or on."""
        _change(self.hook(), given)


class RemoveHook(OfHook):
    """A webhook is removed."""

    shape = Done

    def do(self, found: Webhook, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form for all
        """Remove it with its deliveries."""
        found.delete()

    def tell(self, _found: Webhook, _done: Any) -> Any:
        """Return nothing in particular."""
        return {"ok": True}


class Secret(OfHook):
    """Another secret for a webhook."""

    shape = shapes.NewSecret
    told = ""

    def act(self, **where: Any) -> Response:
        """Answer with what nobody keeps."""
        answer = super().act(**where)
        answer["Cache-Control"] = "no-store"
        return answer

    def do(self, found: Webhook, given: dict[str, Any], by: str) -> str:  # noqa: ARG002 - one form for all
        """Make one and show it, once; the old one signs beside it for a day."""
        self.told = hooks.rotate(self.hook(), at=timezone.now())
        return signing.fingerprint(self.told)

    def tell(self, found: Webhook, done: str) -> Any:
        """Return the secret, and the webhook as it is then."""
        hooks.require_first(done, self.told)
        return {"secret": self.told, "version": super().tell(found, done)["version"]}


class Test(OfPlace):
    """Something that means nothing, to see whether it arrives."""

    @answers(shapes.DeliveryRow, 202, sent=Nothing)
    def post(self, _request: Request, **_where: Any) -> Response:
        """Send it, and answer with the delivery."""
        hook = self.hook()
        self.sent(Nothing)
        pk = self.once(lambda: hooks.test(hook, at=timezone.now()).pk)
        place = self.address("delivery", hook.pk, pk)
        made = WebhookDelivery.objects.get(pk=pk)
        return Response(shapes.DeliveryRow(made).data, status=202, headers={"Location": place})


class DeliveryFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which deliveries are wanted."""

    kind = filters.ChoiceFilter(choices=[(one, one) for one in (*CHOOSABLE, "ping")])
    status = filters.ChoiceFilter(choices=WebhookDelivery.Status.choices)

    class Meta:
        model = WebhookDelivery
        fields = ("kind", "status", "event")


class Deliveries(OfPlace, ListEndpoint):
    """What was sent to a webhook, or waits to be."""

    row_class = shapes.DeliveryRow
    filterset_class = DeliveryFilter
    ordering_fields = ("id", "made_at")

    def rows(self) -> QuerySet[WebhookDelivery]:
        """Return them."""
        return WebhookDelivery.objects.filter(hook=self.hook())


class OneDelivery(OfPlace):
    """A delivery with what is sent."""

    @answers(shapes.DeliverySeen)
    def get(self, _request: Request, **_where: Any) -> Response:
        """Answer with it."""
        found = self.delivery()
        return Response({**shapes.DeliveryRow(found).data, "body": json.loads(found.body)})


class Replay(OfPlace):
    """A delivery that is wanted again."""

    @answers(shapes.DeliveryRow, 202, sent=Nothing)
    def post(self, _request: Request, **_where: Any) -> Response:
        """Send it again under the same id."""
        found = self.delivery()
        self.sent(Nothing)
        self.once(lambda: hooks.replay(found, at=timezone.now()))
        return Response(shapes.DeliveryRow(self.delivery()).data, status=202)


def _change(hook: Webhook, given: dict[str, Any]) -> None:
    is_on = given.get("is_on", hook.is_on)
    facts = {name: given.get(name, getattr(hook, name)) for name in ("url", "note", "kinds")}
    if given.keys() & facts.keys():
        hooks.change(hook, **facts)
    if is_on != hook.is_on:
        hooks.switch(hook, on=is_on)
