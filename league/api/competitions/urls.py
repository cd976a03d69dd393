"""The addresses of competitions."""

from typing import Final

from django.urls import URLPattern, path

from league.api.base.views import ResourceView
from league.api.competitions import (
    bracket,
    check_in,
    closing,
    competitions,
    desk,
    embeds,
    entrants,
    history,
    lifecycle,
    matches,
    next_season,
    results,
    stages,
    standings,
    tables_in_play,
    timer,
)
from league.api.competitions.draws import calculations, drafts, seatings
from league.api.competitions.spreadsheets import exports, imports

_COMPETITION: Final = "competitions/<int:pk>/"
_MATCH: Final = f"{_COMPETITION}matches/<int:stage>/<str:key>/"
_CALL: Final = f"{_COMPETITION}calls/<int:number>/"
_CLUB: Final = "clubs/<slug:slug>/"
_COMMANDS: Final[dict[str, type[ResourceView]]] = {
    "registration/open": lifecycle.OpenRegistrationView,
    "registration/close": lifecycle.CloseRegistrationView,
    "start": lifecycle.StartView,
    "pause": lifecycle.PauseView,
    "resume": lifecycle.ResumeView,
    "cancel": lifecycle.CancelView,
    "archive": lifecycle.ArchiveView,
    "restore": lifecycle.RestoreView,
    "go-on": lifecycle.GoOnView,
    "seating": lifecycle.OpenSeatingView,
    "seating/close": lifecycle.CloseSeatingView,
    "enter": entrants.EnterView,
    "leave": entrants.LeaveView,
    "break": entrants.BreakView,
    "breaks": entrants.BreakOfView,
    "entries": entrants.EntriesView,
    "seed": entrants.SeedView,
    "substitute": entrants.SubstituteView,
    "teams": entrants.TeamsView,
    "parties": entrants.PartiesView,
    "withdraw": entrants.WithdrawView,
    "reinstate": entrants.ReinstateView,
    "check-in": check_in.CheckInView,
    "check-in/open": check_in.OpenCheckInView,
    "check-in/close": check_in.CloseCheckInView,
    "here": check_in.CheckInAtDeskView,
    "draft": drafts.DraftView,
    "draft/swap": drafts.SwapView,
    "draft/discard": drafts.DiscardDraftView,
    "draft/seating": seatings.SeatingView,
    "publish": drafts.PublishView,
    "unpublish": drafts.UnpublishView,
    "copy": competitions.CopyView,
    "delete": competitions.DeleteView,
    "lines": stages.LineListView,
    "lines/withdraw": stages.WithdrawLineView,
    "tiebreaks": stages.TieBreaksView,
    "codes/void": desk.VoidCodesView,
    "timer/start": timer.StartTimerView,
    "timer/extend": timer.ExtendTimerView,
    "timer/pause": timer.PauseTimerView,
    "timer/resume": timer.ResumeTimerView,
    "timer/stop": timer.StopTimerView,
}
"""The views of commands by the end of their address, which is their name, too."""


def _command(end: str, view: type[ResourceView]) -> URLPattern:
    name = end.replace("/", "_").replace("-", "_")
    return path(f"{_COMPETITION}{end}/", view.as_view(), name=f"api_competition_{name}")


urlpatterns = [
    path("competitions/", competitions.CompetitionListView.as_view(), name="api_competitions"),
    path(f"{_CLUB}competitions/", competitions.AnnounceView.as_view(), name="api_club_announce"),
    path(_COMPETITION, competitions.CompetitionView.as_view(), name="api_competition"),
    *(_command(end, view) for end, view in _COMMANDS.items()),
    path(f"{_COMPETITION}standings/", standings.StandingsView.as_view(), name="api_competition_standings"),
    path(
        f"{_COMPETITION}standings/<int:stage>/<int:entrant>/",
        standings.StandingsRowView.as_view(),
        name="api_standings_row",
    ),
    path(f"{_COMPETITION}bracket/", bracket.BracketView.as_view(), name="api_competition_bracket"),
    path(f"{_COMPETITION}entrants/", entrants.EntrantListView.as_view(), name="api_competition_entrants"),
    path(f"{_COMPETITION}matches/", matches.MatchListView.as_view(), name="api_competition_matches"),
    path(_MATCH, matches.MatchView.as_view(), name="api_match"),
    path(f"{_MATCH}lot/", matches.MatchLotView.as_view(), name="api_match_lot"),
    path(f"{_MATCH}lot/take-back/", matches.TakeBackLotView.as_view(), name="api_match_lot_take_back"),
    path(f"{_MATCH}move/", matches.MoveMatchView.as_view(), name="api_match_move"),
    path(f"{_MATCH}end/", matches.EndMatchView.as_view(), name="api_match_end"),
    path(f"{_MATCH}report/", results.ReportView.as_view(), name="api_match_report"),
    path(f"{_MATCH}undo/", results.UndoView.as_view(), name="api_match_undo"),
    path(f"{_MATCH}correct/", results.CorrectView.as_view(), name="api_match_correct"),
    path(f"{_COMPETITION}stages/<int:stage>/", stages.StageView.as_view(), name="api_stage"),
    path(f"{_COMPETITION}stages/<int:stage>/lot/", stages.StageLotView.as_view(), name="api_stage_lot"),
    path(f"{_COMPETITION}desk/", desk.DeskView.as_view(), name="api_competition_desk"),
    path(f"{_COMPETITION}tables/", desk.TablesView.as_view(), name="api_competition_tables"),
    path(f"{_COMPETITION}places/", tables_in_play.PlacesView.as_view(), name="api_competition_places"),
    path("me/places/", tables_in_play.MyPlacesView.as_view(), name="api_my_places"),
    path(f"{_CALL}take/", desk.TakeCallView.as_view(), name="api_competition_call_take"),
    path(f"{_CALL}done/", desk.FinishCallView.as_view(), name="api_competition_call_done"),
    path(f"{_COMPETITION}history/", history.HistoryView.as_view(), name="api_competition_history"),
    path(f"{_COMPETITION}closing/", closing.ClosingView.as_view(), name="api_competition_closing"),
    path(f"{_COMPETITION}next-season/", next_season.NextSeasonView.as_view(), name="api_competition_next"),
    path(f"{_COMPETITION}import/", imports.ImportEntrantsView.as_view(), name="api_competition_import"),
    path(f"{_CLUB}import/players/", imports.ImportPlayersView.as_view(), name="api_club_import_players"),
    path(f"{_CLUB}import/results/", imports.ImportResultsView.as_view(), name="api_club_import_results"),
    path(
        f"{_COMPETITION}sheets/<slug:what>/",
        exports.CompetitionSheetView.as_view(),
        name="api_competition_sheet",
    ),
    path(f"{_CLUB}sheets/<slug:what>/", exports.ClubSheetView.as_view(), name="api_club_sheet"),
    path(
        f"{_COMPETITION}embed/standings/",
        embeds.EmbeddedStandingsView.as_view(),
        name="api_embed_standings",
    ),
    path(f"{_COMPETITION}embed/bracket/", embeds.EmbeddedBracketView.as_view(), name="api_embed_bracket"),
    path("tables/<int:pk>/embed/", embeds.EmbeddedTableView.as_view(), name="api_embed_table"),
    path("draw/", calculations.DrawView.as_view(), name="api_draw"),
    path("draw", calculations.DrawView.as_view(), name="api_draw"),
    path("standings/", calculations.RankingView.as_view(), name="api_standings"),
    path("standings", calculations.RankingView.as_view(), name="api_standings"),
]
