"""The addresses of matches, drafts and points lines, behind that of their competition."""

from django.urls import path

from league import draft_views, line_views, match_views

urlpatterns = [
    path("draft/", draft_views.draft, name="draft"),
    path("draft/make/", draft_views.draft_make, name="draft_make"),
    path("draft/swap/", draft_views.draft_swap, name="draft_swap"),
    path("draft/discard/", draft_views.draft_discard, name="draft_discard"),
    path("draft/publish/", draft_views.draft_publish, name="draft_publish"),
    path("matches/<int:stage>/<str:key>/", match_views.match, name="match"),
    path("matches/<int:stage>/<str:key>/report/", match_views.match_report, name="match_report"),
    path("matches/<int:stage>/<str:key>/correct/", match_views.match_correct, name="match_correct"),
    path("matches/<int:stage>/<str:key>/lot/", match_views.match_lot, name="match_lot"),
    path("matches/<int:stage>/<str:key>/move/", match_views.match_move, name="match_move"),
    path("stages/<int:stage>/lines/", line_views.lines, name="lines"),
    path("stages/<int:stage>/lines/add/", line_views.line_add, name="line_add"),
    path("stages/<int:stage>/lines/<int:number>/withdraw/", line_views.line_withdraw, name="line_withdraw"),
    path("stages/<int:stage>/lot/", match_views.stage_lot, name="stage_lot"),
]
