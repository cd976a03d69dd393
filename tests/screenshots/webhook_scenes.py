"""What is photographed for those who write programs: webhooks, what they are told, what became of it."""

from django.utils import timezone

from games.models import Player
from league.models import Club, Webhook, WebhookDelivery
from league.webhooks import hooks
from tests.screenshots.table_scenes import Scene

_TRIES = [
    {"at": "2026-05-01T20:00:00+00:00", "status": 0, "answer": "no_answer_in_time", "ms": 5003},
    {"at": "2026-05-01T20:00:10+00:00", "status": 503, "answer": "<h1>Back in a minute</h1>", "ms": 41},
]


def scenes(club: Club, boss: Player) -> list[Scene]:
    """Set webhooks up and return their pages."""
    at = timezone.now()
    made = [
        hooks.make(club, None, url=url, note=note, kinds=kinds, by=None, at=at)[0]
        for url, note, kinds in (
            ("https://bot.example.org/hooks/card-club?token=9f8e7d6c5b4a39281706f5e4d3c2b1a0", "", []),
            ("https://chat.example.org/in", "Results into our chat", ["match.finished", "draw.published"]),
        )
    ]
    first = hooks.test(made[0], at=at)
    hooks.test(made[0], at=at)
    status = WebhookDelivery.Status.FAILED
    WebhookDelivery.objects.filter(pk=first.pk).update(status=status, due_at=None, tries=_TRIES)
    Webhook.objects.filter(pk=made[0].pk).update(failing_since=at)
    page = f"/clubs/{club.slug}/webhooks/"
    return [
        Scene("webhooks", page, boss),
        Scene("webhooks-secret", page, boss, fields={"url": "https://example.org/hook"}),
        Scene("webhook", f"{page}{made[0].pk}/", boss),
        Scene("webhook-delivery", f"{page}{made[0].pk}/deliveries/{first.pk}/", boss),
        Scene("webhook-guide", "/webhooks/"),
    ]
