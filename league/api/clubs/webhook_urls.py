"""The addresses of webhooks for programs: those of a club, and the same of each competition."""

from django.urls import path

from league.api.clubs import webhooks

_PLACES = {"api_club": "clubs/<slug:slug>/", "api_competition": "competitions/<int:pk>/"}
_HOOK = "webhooks/<int:hook>/"
_DELIVERY = f"{_HOOK}deliveries/<int:delivery>/"

urlpatterns = [
    path(f"{place}{end}", view.as_view(), name=f"{kind}_{name}")
    for kind, place in _PLACES.items()
    for end, view, name in (
        ("webhooks/", webhooks.Hooks, "webhooks"),
        (_HOOK, webhooks.OneHook, "webhook"),
        (f"{_HOOK}remove/", webhooks.RemoveHook, "webhook_remove"),
        (f"{_HOOK}secret/", webhooks.Secret, "webhook_secret"),
        (f"{_HOOK}test/", webhooks.Test, "webhook_test"),
        (f"{_HOOK}deliveries/", webhooks.Deliveries, "deliveries"),
        (_DELIVERY, webhooks.OneDelivery, "delivery"),
        (f"{_DELIVERY}replay/", webhooks.Replay, "delivery_replay"),
    )
]
