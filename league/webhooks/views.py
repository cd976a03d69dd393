"""The webhooks of a club or of a competition, for its organizers: their settings and deliveries."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import quotas
from games.idempotency import request_keys
from games.rules.base.refusal import Refusal
from league.models import Webhook, WebhookDelivery
from league.webhooks import attempt_text, hooks, signing
from league.webhooks.forms import WebhookForm
from league.webhooks.kinds import KINDS, example
from league.webhooks.owners import Owner, hook_of, owner_of

_SHOWN: Final = 50
_PROGRAM: Final = Path(__file__).resolve().parent.parent / "api" / "examples" / "receive_webhooks.py"


@require_http_methods(["GET", "POST"])
def webhooks(request: HttpRequest, **where: Any) -> HttpResponse:
    """Show the webhooks, and create another. Guests are led to the sign-up."""
    owner = owner_of(request, **where)
    quotas.require_account(request.user)
    form, secret = WebhookForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        try:
            secret = _secret_once(request, lambda: _made(request, owner, form))
        except Refusal as refusal:
            form.add_error(None, refusal.sentence)
        else:
            form = WebhookForm()
    rows = Webhook.objects.filter(club=owner.club, competition=owner.competition)
    facts = {"owner": owner, "form": form, "hooks": rows, "secret": secret, "all": owner.address("webhooks")}
    return _private(
        render(request, "league/webhooks/webhooks.html", facts, status=422 if form.errors else 200)
    )


@require_http_methods(["GET", "POST"])
def webhook(request: HttpRequest, hook: int, **where: Any) -> HttpResponse:
    """Show a webhook with its last deliveries, and change it."""
    owner = owner_of(request, **where)
    shown_hook = hook_of(owner, hook)
    form = WebhookForm.of(shown_hook, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            request_keys.once(request, lambda: hooks.change(shown_hook, **form.cleaned_data))
        except Refusal as refusal:
            form.add_error(None, refusal.sentence)
        else:
            messages.success(request, _("Saved."))
            return redirect(owner.address("webhook", hook))
    return _shown(request, owner, shown_hook, form)


@require_POST
def webhook_do(request: HttpRequest, hook: int, **where: Any) -> HttpResponse:
    """Execute an action on a webhook: `do` is test, on, off, secret or remove."""
    owner = owner_of(request, **where)
    shown_hook = hook_of(owner, hook)
    act = _ACTS.get(request.POST.get("do", ""), _unknown)
    try:
        if act is _rotated:
            secret = _secret_once(request, lambda: _rotated(shown_hook))
            return _shown(request, owner, hook_of(owner, hook), WebhookForm.of(shown_hook), secret=secret)
        message = request_keys.once(request, lambda: act(shown_hook))
    except Refusal as refusal:
        return _shown(request, owner, shown_hook, WebhookForm.of(shown_hook), refusal=refusal)
    messages.success(request, message)
    is_there = Webhook.objects.filter(pk=hook).exists()
    return redirect(owner.address("webhook", hook) if is_there else owner.address("webhooks"))


@require_GET
def delivery(request: HttpRequest, hook: int, delivery: int, **where: Any) -> HttpResponse:
    """Show a delivery with its attempts."""
    owner = owner_of(request, **where)
    shown_hook = hook_of(owner, hook)
    return _delivery_shown(request, owner, get_object_or_404(shown_hook.deliveries, pk=delivery))


@require_POST
def delivery_replay(request: HttpRequest, hook: int, delivery: int, **where: Any) -> HttpResponse:
    """Send a delivery again."""
    owner = owner_of(request, **where)
    sent_delivery = get_object_or_404(hook_of(owner, hook).deliveries.select_related("hook"), pk=delivery)
    try:
        request_keys.once(request, lambda: hooks.replay(sent_delivery, at=timezone.now()))
    except Refusal as refusal:
        return _delivery_shown(request, owner, sent_delivery, refusal)
    messages.success(request, _("It will be sent again in a moment."))
    return redirect(owner.address("delivery", hook, delivery))


@require_GET
def guide(request: HttpRequest) -> HttpResponse:
    """Show what is sent, when, and how a receiver verifies it."""
    facts = {
        "kinds": [(code, kind, example(code)) for code, kind in KINDS.items()],
        "program": _PROGRAM.read_text(encoding="utf-8"),
        "seconds": f"{settings.WEBHOOK_SECONDS:g}",
        "days": settings.WEBHOOK_PATIENCE_DAYS,
        "keep": settings.WEBHOOK_KEEP_DAYS,
    }
    return render(request, "league/webhooks/guide.html", facts)


def _shown(
    request: HttpRequest,
    owner: Owner,
    hook: Webhook,
    form: WebhookForm,
    *,
    refusal: Refusal | None = None,
    secret: str = "",
) -> HttpResponse:
    facts = {
        "owner": owner,
        "hook": hook,
        "form": form,
        "deliveries": [(row, _last(row)) for row in hook.deliveries.defer("body")[:_SHOWN]],
        "shown": _SHOWN,
        "refusal": refusal,
        "secret": secret,
        "all": owner.address("webhooks"),
        "here": owner.address("webhook", hook.pk),
        "do": owner.address("webhook_do", hook.pk),
    }
    status = 422 if refusal or form.errors else 200
    return _private(render(request, "league/webhooks/webhook.html", facts, status=status))


def _last(row: WebhookDelivery) -> str:
    """Return the outcome of the last attempt; empty before the first."""
    last = row.tries[-1] if row.tries else None
    return str(last["status"] or attempt_text.in_words(last)) if last else ""


def _delivery_shown(
    request: HttpRequest, owner: Owner, shown_delivery: WebhookDelivery, refusal: Refusal | None = None
) -> HttpResponse:
    body = json.dumps(json.loads(shown_delivery.body), indent=2, ensure_ascii=False)
    facts = {
        "owner": owner,
        "delivery": shown_delivery,
        "body": body,
        "tries": [
            attempt | {"at": parse_datetime(attempt["at"]), "said": attempt_text.in_words(attempt)}
            for attempt in shown_delivery.tries
        ],
        "refusal": refusal,
        "all": owner.address("webhooks"),
        "back": owner.address("webhook", shown_delivery.hook_id),
        "replay": owner.address("delivery_replay", shown_delivery.hook_id, shown_delivery.pk),
    }
    return _private(render(request, "league/webhooks/delivery.html", facts, status=422 if refusal else 200))


def _secret_once(request: HttpRequest, make: Callable[[], str]) -> str:
    """Return a secret that no receipt stores: a repeated request gets none."""
    secret_holder = [""]

    def keep() -> str:
        secret_holder[0] = make()
        return signing.fingerprint(secret_holder[0])

    hooks.require_first(request_keys.once(request, keep), secret_holder[0])
    return secret_holder[0]


def _made(request: HttpRequest, owner: Owner, form: WebhookForm) -> str:
    _hook, secret = hooks.make(
        owner.club, owner.competition, by=request.user, at=timezone.now(), **form.cleaned_data
    )
    return secret


def _unknown(_hook: Webhook) -> str:
    raise Refusal("bad_value", _("This action does not exist here."))


def _tested(hook: Webhook) -> str:
    hooks.test(hook, at=timezone.now())
    return _("A test will be sent in a moment. Reload this page to see the answer.")


def _switched_on(hook: Webhook) -> str:
    hooks.switch(hook, on=True)
    return _("Webhook switched on.")


def _switched_off(hook: Webhook) -> str:
    hooks.switch(hook, on=False)
    return _("Webhook switched off.")


def _removed(hook: Webhook) -> str:
    hook.delete()
    return _("Webhook removed.")


def _rotated(hook: Webhook) -> str:
    return hooks.rotate(hook, at=timezone.now())


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-store"
    return response


_ACTS: Final[dict[str, Callable[[Webhook], str]]] = {
    "test": _tested,
    "on": _switched_on,
    "off": _switched_off,
    "secret": _rotated,
    "remove": _removed,
}
