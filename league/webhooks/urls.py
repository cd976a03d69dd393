"""The addresses of webhooks: those of a club, and the same of each competition."""

from django.urls import path

from league.webhooks import views

_PLACES = {"club": "clubs/<slug:slug>/", "competition": "competitions/<int:pk>/"}
_HOOK = "webhooks/<int:hook>/"
_DELIVERY = f"{_HOOK}deliveries/<int:delivery>/"

urlpatterns = [path("webhooks/", views.guide, name="webhook_guide")]
for _kind, _place in _PLACES.items():
    urlpatterns += [
        path(f"{_place}webhooks/", views.webhooks, name=f"{_kind}_webhooks"),
        path(f"{_place}{_HOOK}", views.webhook, name=f"{_kind}_webhook"),
        path(f"{_place}{_HOOK}do/", views.webhook_do, name=f"{_kind}_webhook_do"),
        path(f"{_place}{_DELIVERY}", views.delivery, name=f"{_kind}_delivery"),
        path(f"{_place}{_DELIVERY}replay/", views.delivery_replay, name=f"{_kind}_delivery_replay"),
    ]
