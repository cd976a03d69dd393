"""The addresses of what else programs read and do about competitions: the desk, tables, drafts, sheets."""

from django.urls import path

from league.api.competitions import desk, exports, imports, matches, next_season, seatings
from league.api.tables import seat_now

_COMPETITION = "competitions/<int:pk>/"
_CALL = f"{_COMPETITION}calls/<int:number>/"

urlpatterns = [
    path(f"{_COMPETITION}desk/", desk.Desk.as_view(), name="api_competition_desk"),
    path(f"{_COMPETITION}tables/", desk.Tables.as_view(), name="api_competition_tables"),
    path(f"{_CALL}take/", desk.TakeCall.as_view(), name="api_competition_call_take"),
    path(f"{_CALL}done/", desk.FinishCall.as_view(), name="api_competition_call_done"),
    path(
        "clubs/<slug:slug>/import/players/", imports.ImportPlayers.as_view(), name="api_club_import_players"
    ),
    path(f"{_COMPETITION}import/", imports.ImportEntrants.as_view(), name="api_competition_import"),
    path(
        "clubs/<slug:slug>/import/results/", imports.ImportResults.as_view(), name="api_club_import_results"
    ),
    path(f"{_COMPETITION}draft/seating/", seatings.Seating.as_view(), name="api_competition_draft_seating"),
    path(f"{_COMPETITION}places/", seat_now.PlacesView.as_view(), name="api_competition_places"),
    path("me/places/", seat_now.MyPlacesView.as_view(), name="api_my_places"),
    path(
        f"{_COMPETITION}standings/<int:stage>/<int:entrant>/",
        matches.StandingsRow.as_view(),
        name="api_standings_row",
    ),
    path(
        f"{_COMPETITION}sheets/<slug:what>/",
        exports.CompetitionSheet.as_view(),
        name="api_competition_sheet",
    ),
    path("clubs/<slug:slug>/sheets/<slug:what>/", exports.ClubSheet.as_view(), name="api_club_sheet"),
    path(f"{_COMPETITION}history/", matches.History.as_view(), name="api_competition_history"),
    path(f"{_COMPETITION}closing/", matches.Closing.as_view(), name="api_competition_closing"),
    path(f"{_COMPETITION}stages/<int:stage>/", matches.OneStage.as_view(), name="api_stage"),
    path(f"{_COMPETITION}matches/<int:stage>/<str:key>/", matches.OneMatch.as_view(), name="api_match"),
    path(f"{_COMPETITION}next-season/", next_season.NextSeason.as_view(), name="api_competition_next"),
]
