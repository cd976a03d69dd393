"""The addresses of sheets that come in and go out."""

from django.urls import path

from league.transfer import views

urlpatterns = [
    path("clubs/<slug:slug>/import/players/", views.players_import, name="players_import"),
    path("clubs/<slug:slug>/import/results/", views.results_import, name="results_import"),
    path("clubs/<slug:slug>/export/<slug:what>.<slug:kind>", views.club_export, name="club_export"),
    path("competitions/<int:pk>/import/", views.entrants_import, name="entrants_import"),
    path("competitions/<int:pk>/export/", views.competition_exports, name="competition_exports"),
    path(
        "competitions/<int:pk>/export/<slug:what>.<slug:kind>",
        views.competition_export,
        name="competition_export",
    ),
]
