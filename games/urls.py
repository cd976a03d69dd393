"""The addresses of tables and their replays."""

from django.urls import path

from games import (
    api,
    chat_views,
    checkpoint_views,
    referee_views,
    replay_views,
    rule_views,
    rulebook_views,
    seat_views,
    stream_views,
    views,
)

urlpatterns = [
    path("tables/new/", views.table_new, name="table_new"),
    path("tables/<int:pk>/", views.table, name="table"),
    path("tables/<int:pk>/moves/", views.table_moves, name="table_moves"),
    path("tables/<int:pk>/sit/", seat_views.table_sit, name="table_sit"),
    path("tables/<int:pk>/leave/", seat_views.table_leave, name="table_leave"),
    path("tables/<int:pk>/come-back/", seat_views.table_come_back, name="table_come_back"),
    path("tables/<int:pk>/bot/", seat_views.table_bot, name="table_bot"),
    path("tables/<int:pk>/start/", seat_views.table_start, name="table_start"),
    path("tables/<int:pk>/ruling/", referee_views.table_ruling, name="table_ruling"),
    path("tables/<int:pk>/chat/", chat_views.table_chat, name="table_chat"),
    path("tables/<int:pk>/chat/<int:message>/hide/", chat_views.table_chat_hide, name="table_chat_hide"),
    path("tables/<int:pk>/stream/", stream_views.table_stream, name="table_stream"),
    path("tables/<int:pk>/replay/", replay_views.replay, name="replay"),
    path("tables/<int:pk>/rules/", rule_views.table_rules, name="table_rules"),
    path("tables/<int:pk>/record.json", replay_views.replay_record, name="record"),
    path("api/rulebooks/", api.Rulebooks.as_view(), name="api_rulebooks"),
    path("api/rulebooks/check", api.RulebookCheck.as_view(), name="api_rulebook_check"),
    path("api/rulebooks/<str:key>/", api.OneRulebook.as_view(), name="api_rulebook"),
    path("api/records/check", api.RecordCheck.as_view(), name="record_check"),
    path("checkpoints/", checkpoint_views.checkpoints, name="checkpoints"),
    path("checkpoints/<str:day>.txt", checkpoint_views.checkpoint, name="checkpoint"),
    path("rules/", rule_views.rules, name="rules"),
    path("rules/new/", rulebook_views.rulebook_new, name="rulebook_new"),
    path("rules/custom-<int:pk>/edit/", rulebook_views.rulebook_edit, name="rulebook_edit"),
    path("rules/custom-<int:pk>/delete/", rulebook_views.rulebook_delete, name="rulebook_delete"),
    path("rules/compare/", rule_views.compare, name="rules_compare"),
    path("rules/options/<slug:name>/", rule_views.option, name="rule_option"),
    path("rules/<slug:key>/", rule_views.rulebook, name="rulebook"),
]
