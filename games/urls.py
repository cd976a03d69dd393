"""The addresses of tables and their replays."""

from django.urls import include, path

from games.integrity import views as checkpoint_views
from games.lessons import views as lesson_views
from games.pages.views import chat, referee, seating, shuffles, spectators, table
from games.puzzles import views as puzzle_views
from games.rulebooks import editing_views
from games.rulebooks import views as rule_views
from games.scoresheets import correction_views, opening_views, result_views, service_worker
from games.scoresheets import views as score_views
from games.wording import script_catalog

urlpatterns = [
    path("tables/new/", table.table_new, name="table_new"),
    path("tables/new/real-cards/", opening_views.table_new_physical, name="table_new_physical"),
    path("tables/<int:pk>/", table.table, name="table"),
    path("tables/<int:pk>/since/", table.table_since, name="table_since"),
    path("tables/<int:pk>/moves/", table.table_moves, name="table_moves"),
    path("tables/<int:pk>/sit/", seating.table_sit, name="table_sit"),
    path("tables/<int:pk>/keep/", seating.table_keep, name="table_keep"),
    path("tables/<int:pk>/free/", seating.table_free, name="table_free"),
    path("tables/<int:pk>/leave/", seating.table_leave, name="table_leave"),
    path("tables/<int:pk>/rematch/", seating.table_rematch, name="table_rematch"),
    path("tables/<int:pk>/come-back/", seating.table_come_back, name="table_come_back"),
    path("tables/<int:pk>/bot/", seating.table_bot, name="table_bot"),
    path("tables/<int:pk>/start/", seating.table_start, name="table_start"),
    path("tables/<int:pk>/shuffles/", shuffles.table_shuffles, name="table_shuffles"),
    path("tables/<int:pk>/shuffles.json", shuffles.table_proofs, name="table_proofs"),
    path("tables/<int:pk>/words/", shuffles.table_words, name="table_words"),
    path("tables/<int:pk>/ruling/", referee.table_ruling, name="table_ruling"),
    path("tables/score-worker.js", service_worker.worker, name="score_worker"),
    path("tables/<int:pk>/score/", score_views.score, name="score"),
    path("tables/<int:pk>/score/deal/", score_views.score_deal, name="score_deal"),
    path("tables/<int:pk>/score/deals/<int:deal>/", correction_views.score_correct, name="score_correct"),
    path("tables/<int:pk>/score/undo/", score_views.score_undo, name="score_undo"),
    path("tables/<int:pk>/score/penalty/", score_views.score_penalty, name="score_penalty"),
    path("tables/<int:pk>/score/note/", score_views.score_note, name="score_note"),
    path("tables/<int:pk>/score/end/", score_views.score_end, name="score_end"),
    path("tables/<int:pk>/result/confirm/", result_views.result_confirm, name="result_confirm"),
    path("tables/<int:pk>/result/object/", result_views.result_object, name="result_object"),
    path("tables/<int:pk>/result/settle/", result_views.result_settle, name="result_settle"),
    path("tables/<int:pk>/dispute/", result_views.dispute, name="dispute"),
    path("tables/<int:pk>/pause/", referee.table_pause, name="table_pause"),
    path("tables/<int:pk>/resume/", referee.table_resume, name="table_resume"),
    path("tables/<int:pk>/chat/", chat.table_chat, name="table_chat"),
    path("tables/<int:pk>/chat/watch/", spectators.chat_watch, name="chat_watch"),
    path("tables/<int:pk>/chat/<int:message>/hide/", chat.table_chat_hide, name="table_chat_hide"),
    path("tables/<int:pk>/stream/", spectators.table_stream, name="table_stream"),
    path("tables/<int:pk>/watch/", spectators.table_watch, name="table_watch"),
    path("tables/<int:pk>/rules/", rule_views.table_rules, name="table_rules"),
    path("", include("games.replay.urls")),
    path("checkpoints/", checkpoint_views.checkpoints, name="checkpoints"),
    path("texts.js", script_catalog.texts, name="texts"),
    path("checkpoints/<str:day>.txt", checkpoint_views.checkpoint, name="checkpoint"),
    path("how-to-play/", lesson_views.how_to_play, name="how_to_play"),
    path("puzzles/", puzzle_views.puzzles, name="puzzles"),
    path("puzzles/next/", puzzle_views.puzzle_next, name="puzzle_next"),
    path("puzzles/<int:pk>/", puzzle_views.puzzle, name="puzzle"),
    path("rules/", rule_views.rules, name="rules"),
    path("rules/new/", editing_views.rulebook_new, name="rulebook_new"),
    path("rules/custom-<int:pk>/edit/", editing_views.rulebook_edit, name="rulebook_edit"),
    path("rules/custom-<int:pk>/delete/", editing_views.rulebook_delete, name="rulebook_delete"),
    path("rules/compare/", rule_views.compare, name="rules_compare"),
    path("rules/options/<slug:name>/", rule_views.option, name="rule_option"),
    path("rules/<slug:key>/", rule_views.rulebook, name="rulebook"),
]
