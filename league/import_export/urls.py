"""The addresses of imports and exports."""

from django.urls import path

from league.import_export import seating_views, views

urlpatterns = [
    path("clubs/<slug:slug>/import/players/", views.players_import, name="players_import"),
    path("clubs/<slug:slug>/import/results/", views.results_import, name="results_import"),
    path("clubs/<slug:slug>/export/<slug:what>.<slug:kind>", views.club_export, name="club_export"),
    path("competitions/<int:pk>/draft/seating/", seating_views.seating, name="draft_seating"),
    path("competitions/<int:pk>/draft/seating.csv", seating_views.seating_file, name="draft_seating_file"),
    path("competitions/<int:pk>/import/", views.entrants_import, name="entrants_import"),
    path("competitions/<int:pk>/export/", views.competition_exports, name="competition_exports"),
    path(
        "competitions/<int:pk>/export/<slug:what>.<slug:kind>",
        views.competition_export,
        name="competition_export",
    ),
]
