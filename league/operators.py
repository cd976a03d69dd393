"""The page of operators: what is wrong, queues, sweeps, failed tasks and webhooks, sizes."""

import shutil
from typing import Any, Final

from celery import current_app
from django.conf import settings
from django.contrib import admin, messages
from django.db import connection
from django.db.models import Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from kombu.exceptions import KombuError

from games.idempotency import request_keys
from games.models import Table
from games.rules.base.refusal import Refusal
from league.models import Competition, WebhookDelivery
from league.monitoring import conditions, last_runs, queue_lengths, task_signals
from league.webhooks import hooks, sending

_SHOWN: Final = 50


def connect() -> None:
    """Add the page to the admin site."""
    of_django = admin.site.get_urls
    page = path("operation/", admin.site.admin_view(operation), name="operation")
    admin.site.get_urls = lambda: [page, *of_django()]  # type: ignore[method-assign]


@never_cache
@require_http_methods(["GET", "POST"])
def operation(request: HttpRequest) -> HttpResponse:
    """Show how the site is, and try again what has failed."""
    if request.method == "POST":
        request_keys.once(request, lambda: _try_again(request))
        messages.success(request, _("It will be tried again in a moment."))
        return redirect("admin:operation")
    return render(request, "league/monitoring/operation.html", _facts())


def _try_again(request: HttpRequest) -> None:
    task, delivery = request.POST.get("task", ""), request.POST.get("delivery", "")
    if task:
        _send_again(task)
    elif delivery.isascii() and delivery.isdecimal() and len(delivery) < 19:
        failed = WebhookDelivery.objects.select_related("hook").filter(status=WebhookDelivery.Status.FAILED)
        hooks.replay(get_object_or_404(failed, pk=int(delivery)), at=timezone.now())
    else:
        raise Http404


def _send_again(key: str) -> None:
    failed = last_runs.take_failure(key)
    if failed is None:
        raise Refusal("conflict", _("Someone else has already tried this job again."))
    try:
        current_app.send_task(failed.task, args=failed.arguments, retry=False)
    except (KombuError, OSError):
        last_runs.put_back(failed)
        raise Refusal("busy", str(conditions.NO_BROKER)) from None


def _facts() -> dict[str, Any]:
    try:
        lengths = queue_lengths.lengths()
    except queue_lengths.BrokerError:
        lengths = []
    failed = WebhookDelivery.objects.filter(status=WebhookDelivery.Status.FAILED)
    deliveries = list(failed.select_related("hook__club", "hook__competition")[:_SHOWN])
    return {
        "wrong": conditions.wrong(),
        "queues": lengths,
        "sweeps": last_runs.last_runs(sorted(task_signals.SWEEPS)),
        "failed_tasks": last_runs.failures()[:_SHOWN],
        "failed_deliveries": [(delivery, sending.page_of(delivery.hook)) for delivery in deliveries],
        "database_bytes": _database_bytes(),
        "events": _last_versions(Table) + _last_versions(Competition),
        "free_bytes": shutil.disk_usage(settings.DATA_DIR).free,
        "backup": last_runs.last_done(last_runs.BACKUP),
        "verification": last_runs.last_done(last_runs.VERIFICATION),
    }


def _last_versions(model: type[Table | Competition]) -> int:
    """Return how many events the logs of a kind hold, without counting each: versions number them."""
    return model.objects.aggregate(events=Sum("version"))["events"] or 0


def _database_bytes() -> int:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_database_size(current_database())")
        else:
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        return int(cursor.fetchone()[0])
