"""The addresses for programs, all of them behind `/api/v1/`."""

from django.urls import path, re_path

from league.api import root
from league.api.accounts import urls as account_urls
from league.api.clubs import urls as club_urls
from league.api.competitions import urls as competition_urls
from league.api.docs.views import docs
from league.api.openapi import views
from league.api.tables import (
    chat,
    checkpoints,
    comments,
    match_records,
    moves,
    my_tables,
    options,
    physical_tables,
    referees,
    replays,
    rulebooks,
    scorekeepers,
    scoresheets,
    seats,
    shuffles,
    streams,
    tables,
)

_TABLE = "tables/<int:pk>/"
_COMPETITION = "competitions/<int:pk>/"

urlpatterns = [
    path("", root.RootView.as_view(), name="api_root"),
    path("docs/", docs, name="api_docs"),
    path("schema/", views.SchemaView.as_view(), name="api_schema"),
    path("tables/", tables.TablesView.as_view(), name="api_tables"),
    path("tables/real-cards/", physical_tables.RealCardsView.as_view(), name="api_real_cards"),
    path(_TABLE, tables.TableView.as_view(), name="api_table"),
    path(f"{_TABLE}events/", tables.EventsView.as_view(), name="api_table_events"),
    path(f"{_TABLE}events/wait/", streams.events_wait, name="api_table_wait"),
    path(f"{_TABLE}stream/", streams.table_stream, name="api_table_stream"),
    path(f"{_TABLE}moves/", moves.MovesView.as_view(), name="api_table_moves"),
    path(f"{_TABLE}sit/", seats.SitView.as_view(), name="api_table_sit"),
    path(f"{_TABLE}bots/", seats.SeatBotView.as_view(), name="api_table_bots"),
    path(f"{_TABLE}start/", moves.StartMatchView.as_view(), name="api_table_start"),
    path(f"{_TABLE}leave/", seats.LeaveView.as_view(), name="api_table_leave"),
    path(f"{_TABLE}come-back/", seats.ComeBackView.as_view(), name="api_table_come_back"),
    path(f"{_TABLE}shuffles/", shuffles.ShufflesView.as_view(), name="api_table_shuffles"),
    path("checkpoints/", checkpoints.CheckpointsView.as_view(), name="api_checkpoints"),
    path("checkpoints/<str:day>/", checkpoints.CheckpointView.as_view(), name="api_checkpoint"),
    path(f"{_TABLE}words/", seats.WordsView.as_view(), name="api_table_words"),
    path(f"{_TABLE}pause/", moves.PauseView.as_view(), name="api_table_pause"),
    path(f"{_TABLE}resume/", moves.ResumeView.as_view(), name="api_table_resume"),
    path(f"{_TABLE}sheet/", scoresheets.SheetView.as_view(), name="api_table_sheet"),
    path(f"{_TABLE}sheet/log/", scoresheets.SheetLogView.as_view(), name="api_table_sheet_log"),
    path(f"{_TABLE}sheet/deals/", scoresheets.RecordDealView.as_view(), name="api_table_deals"),
    path(f"{_TABLE}sheet/deals/<int:deal>/", scoresheets.CorrectDealView.as_view(), name="api_table_deal"),
    path(f"{_TABLE}sheet/undo/", scoresheets.UndoDealView.as_view(), name="api_table_undo"),
    path(f"{_TABLE}sheet/penalty/", scoresheets.PenaliseView.as_view(), name="api_table_penalty"),
    path(f"{_TABLE}sheet/note/", scoresheets.NoteView.as_view(), name="api_table_note"),
    path(f"{_TABLE}sheet/end/", scoresheets.EndSheetView.as_view(), name="api_table_end"),
    path(f"{_TABLE}result/confirm/", scoresheets.ConfirmView.as_view(), name="api_table_confirm"),
    path(f"{_TABLE}result/object/", scoresheets.ObjectView.as_view(), name="api_table_object"),
    path(f"{_TABLE}result/settle/", scoresheets.SettleDisputeView.as_view(), name="api_table_settle"),
    path(f"{_TABLE}chat/", chat.ChatView.as_view(), name="api_table_chat"),
    path(f"{_TABLE}chat/<int:message>/hide/", chat.HideMessageView.as_view(), name="api_table_chat_hide"),
    path(f"{_TABLE}ruling/", referees.RuleView.as_view(), name="api_table_ruling"),
    path(f"{_TABLE}referee/", referees.CallRefereeView.as_view(), name="api_table_call"),
    path(f"{_TABLE}referee/take-back/", referees.TakeBackCallView.as_view(), name="api_table_call_back"),
    path(f"{_TABLE}record/", replays.RecordView.as_view(), name="api_table_record"),
    path(f"{_TABLE}replay/", replays.ReplayView.as_view(), name="api_replay"),
    path(f"{_TABLE}replay/comments/", comments.CommentsView.as_view(), name="api_replay_comments"),
    path(
        f"{_TABLE}replay/comments/<int:comment>/remove/",
        comments.RemoveCommentView.as_view(),
        name="api_replay_comment_remove",
    ),
    path(f"{_TABLE}replay/<int:step>/", replays.ReplayStepView.as_view(), name="api_replay_step"),
    path("rulebooks/", rulebooks.RulebooksView.as_view(), name="api_rulebooks"),
    path("rulebooks/check/", rulebooks.RulebookCheckView.as_view(), name="api_rulebook_check"),
    path("rulebooks/<str:key>/", rulebooks.RulebookView.as_view(), name="api_rulebook"),
    path(
        "rulebooks/<str:key>/discard/", rulebooks.DiscardRulebookView.as_view(), name="api_rulebook_discard"
    ),
    path("records/check/", match_records.RecordCheckView.as_view(), name="api_record_check"),
    path("options/", options.OptionsView.as_view(), name="api_options"),
    path("options/<slug:name>/", options.OptionView.as_view(), name="api_option"),
    path(f"{_COMPETITION}stream/", streams.competition_stream, name="api_competition_stream"),
    path(f"{_COMPETITION}scorekeepers/", scorekeepers.ScorekeepersView.as_view(), name="api_scorekeepers"),
    *competition_urls.urlpatterns,
    *club_urls.urlpatterns,
    *account_urls.urlpatterns,
    path("stream/", my_tables.my_stream, name="api_stream"),
    path("me/tables/wait/", my_tables.my_tables_wait, name="api_my_tables_wait"),
    re_path(r"^[\s\S]*$", root.NowhereView.as_view(), name="api_nowhere"),
]
