"""The addresses of matches, drafts and points lines, behind that of their competition."""

from django.urls import path

from league.competitions.views import drafts, matches, points_lines, quick_entry

urlpatterns = [
    path("draft/", drafts.draft, name="draft"),
    path("draft/make/", drafts.draft_make, name="draft_make"),
    path("draft/swap/", drafts.draft_swap, name="draft_swap"),
    path("draft/discard/", drafts.draft_discard, name="draft_discard"),
    path("draft/publish/", drafts.draft_publish, name="draft_publish"),
    path("results/", quick_entry.quick_entry, name="quick_entry"),
    path("matches/<int:stage>/<str:key>/", matches.match, name="match"),
    path("matches/<int:stage>/<str:key>/quick/", quick_entry.match_quick, name="match_quick"),
    path("matches/<int:stage>/<str:key>/report/", matches.match_report, name="match_report"),
    path("matches/<int:stage>/<str:key>/correct/", matches.match_correct, name="match_correct"),
    path("matches/<int:stage>/<str:key>/lot/", matches.match_lot, name="match_lot"),
    path("matches/<int:stage>/<str:key>/move/", matches.match_move, name="match_move"),
    path("stages/<int:stage>/lines/", points_lines.lines, name="lines"),
    path("stages/<int:stage>/lines/add/", points_lines.line_add, name="line_add"),
    path("stages/<int:stage>/lines/<int:number>/withdraw/", points_lines.line_withdraw, name="line_withdraw"),
    path("stages/<int:stage>/lot/", matches.stage_lot, name="stage_lot"),
]
