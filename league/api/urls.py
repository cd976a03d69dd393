"""The addresses for programs, all of them behind `/api/v1/`."""

from django.urls import path, re_path

from games.stream_views import table_stream
from league.api import (
    clubs,
    competitions,
    drawing,
    embeds,
    my_tables,
    nowhere,
    organizing,
    records,
    replays,
    rulebooks,
    running,
    schema,
    seats,
    tables,
    webhook_urls,
)
from league.api.docs.views import docs

_TABLE = "tables/<int:pk>/"
_COMPETITION = "competitions/<int:pk>/"
_MATCH = f"{_COMPETITION}matches/<int:stage>/<str:key>/"

urlpatterns = [
    path("", nowhere.Root.as_view(), name="api_root"),
    path("docs/", docs, name="api_docs"),
    path("schema/", schema.Schema.as_view(), name="api_schema"),
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
    path("rulebooks/", rulebooks.Rulebooks.as_view(), name="api_rulebooks"),
    path("rulebooks/check/", rulebooks.RulebookCheck.as_view(), name="api_rulebook_check"),
    path("rulebooks/<str:key>/", rulebooks.OneRulebook.as_view(), name="api_rulebook"),
    path("records/check/", records.RecordCheck.as_view(), name="api_record_check"),
    path("options/", rulebooks.Options.as_view(), name="api_options"),
    path("clubs/", clubs.Clubs.as_view(), name="api_clubs"),
    path("clubs/<slug:slug>/", clubs.OneClub.as_view(), name="api_club"),
    path("clubs/<slug:slug>/members/", clubs.Members.as_view(), name="api_club_members"),
    path("clubs/<slug:slug>/ratings/", clubs.Ratings.as_view(), name="api_club_ratings"),
    path("players/<int:pk>/", clubs.OnePlayer.as_view(), name="api_player"),
    path("competitions/", competitions.Competitions.as_view(), name="api_competitions"),
    path(_COMPETITION, competitions.OneCompetition.as_view(), name="api_competition"),
    path(f"{_COMPETITION}standings/", competitions.Standings.as_view(), name="api_competition_standings"),
    path(f"{_COMPETITION}bracket/", competitions.Bracket.as_view(), name="api_competition_bracket"),
    path(f"{_COMPETITION}enter/", organizing.Enter.as_view(), name="api_competition_enter"),
    path(f"{_COMPETITION}check-in/", organizing.CheckIn.as_view(), name="api_competition_check_in"),
    *(
        path(f"{_COMPETITION}{end}/", view, name=f"api_competition_{end.replace('/', '_').replace('-', '_')}")
        for end, view in (organizing.COMMANDS | running.COMMANDS).items()
    ),
    path(f"{_COMPETITION}leave/", running.LeaveCompetition.as_view(), name="api_competition_leave"),
    path(f"{_COMPETITION}stages/<int:stage>/lot/", running.DrawLot.as_view(), name="api_stage_lot"),
    path(f"{_MATCH}lot/", running.DrawLot.as_view(), name="api_match_lot"),
    path(f"{_MATCH}move/", running.MoveMatch.as_view(), name="api_match_move"),
    path(f"{_MATCH}end/", running.EndRealMatch.as_view(), name="api_match_end"),
    path(f"{_MATCH}report/", organizing.Report.as_view(), name="api_match_report"),
    path(f"{_MATCH}correct/", organizing.Correct.as_view(), name="api_match_correct"),
    *webhook_urls.urlpatterns,
    path("stream/", my_tables.my_stream, name="api_stream"),
    path("me/tables/wait/", my_tables.my_tables_wait, name="api_my_tables_wait"),
    path(f"{_COMPETITION}embed/standings/", embeds.EmbeddedStandings.as_view(), name="api_embed_standings"),
    path(f"{_COMPETITION}embed/bracket/", embeds.EmbeddedBracket.as_view(), name="api_embed_bracket"),
    path(f"{_TABLE}embed/", embeds.EmbeddedTable.as_view(), name="api_embed_table"),
    path("draw/", drawing.Draw.as_view(), name="api_draw"),
    path("draw", drawing.Draw.as_view(), name="api_draw"),
    path("standings/", drawing.StandingsOf.as_view(), name="api_standings"),
    path("standings", drawing.StandingsOf.as_view(), name="api_standings"),
    re_path("^.*$", nowhere.Nowhere.as_view(), name="api_nowhere"),
]
