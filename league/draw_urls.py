"""The addresses of matches, drafts and points lines, behind that of their competition."""

from django.urls import path

from league import match_views

urlpatterns = [
    path("matches/<int:stage>/<str:key>/", match_views.match, name="match"),
    path("matches/<int:stage>/<str:key>/report/", match_views.match_report, name="match_report"),
    path("matches/<int:stage>/<str:key>/correct/", match_views.match_correct, name="match_correct"),
    path("matches/<int:stage>/<str:key>/lot/", match_views.match_lot, name="match_lot"),
    path("stages/<int:stage>/lot/", match_views.stage_lot, name="stage_lot"),
]
