"""The addresses for programs, all of them behind `/api/v1/`."""

from django.urls import path, re_path

from games.stream_views import table_stream
from league.api import nowhere, replays, rulebooks, seats, tables

_TABLE = "tables/<int:pk>/"

urlpatterns = [
    path("", nowhere.Root.as_view(), name="api_root"),
    path("tables/", tables.Tables.as_view(), name="api_tables"),
    path(_TABLE, tables.OneTable.as_view(), name="api_table"),
    path(f"{_TABLE}events/", tables.Events.as_view(), name="api_table_events"),
    path(f"{_TABLE}events/wait/", tables.events_wait, name="api_table_wait"),
    path(f"{_TABLE}stream/", table_stream, name="api_table_stream"),
    path(f"{_TABLE}moves/", seats.Moves.as_view(), name="api_table_moves"),
    path(f"{_TABLE}sit/", seats.Sit.as_view(), name="api_table_sit"),
    path(f"{_TABLE}bots/", seats.SeatBot.as_view(), name="api_table_bots"),
    path(f"{_TABLE}start/", seats.StartMatch.as_view(), name="api_table_start"),
    path(f"{_TABLE}leave/", seats.Leave.as_view(), name="api_table_leave"),
    path(f"{_TABLE}come-back/", seats.ComeBack.as_view(), name="api_table_come_back"),
    path(f"{_TABLE}words/", seats.GiveWords.as_view(), name="api_table_words"),
    path(f"{_TABLE}pause/", seats.Pause.as_view(), name="api_table_pause"),
    path(f"{_TABLE}resume/", seats.Resume.as_view(), name="api_table_resume"),
    path(f"{_TABLE}record/", replays.Record.as_view(), name="api_table_record"),
    path(f"{_TABLE}replay/", replays.Replay.as_view(), name="api_replay"),
    path(f"{_TABLE}replay/<int:step>/", replays.ReplayStep.as_view(), name="api_replay_step"),
    path("rulebooks/", rulebooks.Rulebooks.as_view(), name="api_v1_rulebooks"),
    path("rulebooks/check/", rulebooks.RulebookCheck.as_view(), name="api_v1_rulebook_check"),
    path("rulebooks/<str:key>/", rulebooks.OneRulebook.as_view(), name="api_v1_rulebook"),
    path("options/", rulebooks.Options.as_view(), name="api_options"),
    re_path("^.*$", nowhere.Nowhere.as_view(), name="api_nowhere"),
]
