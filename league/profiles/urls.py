"""The addresses of a player's profile."""

from django.urls import path

from league.profiles import views

urlpatterns = [
    path("players/<int:pk>/", views.player, name="player"),
    path("players/<int:pk>/results/", views.results, name="player_results"),
    path("players/<int:pk>/against/", views.against, name="player_against"),
    path("players/<int:pk>/insight/", views.insight, name="player_insight"),
    path("me/insight/", views.show_insight, name="me_insight"),
]
