"""The addresses of the site: tables, clubs, competitions and accounts."""

from django.contrib import admin
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path

from league import (
    account_views,
    check_in_views,
    competition_views,
    entry_views,
    history_views,
    ladder_views,
    next_season_views,
    organizer_views,
    seeding_views,
    tiebreak_views,
    views,
)

handler500 = "league.outages.server_error"

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("", include("games.urls")),
    path("clubs/<slug:slug>/", views.club, name="club"),
    path("clubs/<slug:slug>/ladder/", ladder_views.ladder, name="ladder"),
    path("clubs/<slug:slug>/competitions/new/", organizer_views.competition_new, name="competition_new"),
    path("competitions/<int:pk>/", competition_views.competition, name="competition"),
    path("competitions/<int:pk>/bracket/", competition_views.bracket, name="bracket"),
    path(
        "competitions/<int:pk>/standings/<int:stage>/<int:entrant>/",
        competition_views.standings_row,
        name="standings_row",
    ),
    path("competitions/<int:pk>/tiebreaks/<int:stage>/", tiebreak_views.tiebreaks, name="tiebreaks"),
    path("competitions/<int:pk>/history/", history_views.competition_history, name="competition_history"),
    path("competitions/<int:pk>/rules/", competition_views.competition_rules, name="competition_rules"),
    path("competitions/<int:pk>/stream/", competition_views.competition_stream, name="competition_stream"),
    path("competitions/<int:pk>/desk/", organizer_views.competition_desk, name="competition_desk"),
    path("competitions/<int:pk>/start/", organizer_views.competition_start, name="competition_start"),
    path("competitions/<int:pk>/life/", organizer_views.competition_life, name="competition_life"),
    path("competitions/<int:pk>/enter/", entry_views.competition_enter, name="competition_enter"),
    path(
        "competitions/<int:pk>/entrants/<int:number>/",
        entry_views.competition_entrant,
        name="competition_entrant",
    ),
    path("competitions/<int:pk>/join/", entry_views.competition_join, name="competition_join"),
    path("competitions/<int:pk>/leave/", entry_views.competition_leave, name="competition_leave"),
    path("competitions/<int:pk>/seed/", seeding_views.competition_seed, name="competition_seed"),
    path("competitions/<int:pk>/door/", check_in_views.competition_door, name="competition_door"),
    path("competitions/<int:pk>/check-in/", check_in_views.competition_check_in, name="competition_check_in"),
    path("competitions/<int:pk>/next-season/", next_season_views.next_season, name="competition_next"),
    path("competitions/<int:pk>/", include("league.draw_urls")),
    path("players/<int:pk>/", views.player, name="player"),
    path("me/", account_views.me, name="me"),
    path("me/delete/", account_views.delete, name="delete_account"),
    path("guest/", account_views.guest, name="guest"),
    path("sign-up/", account_views.sign_up, name="sign_up"),
    path("log-in/", LoginView.as_view(template_name="league/log_in.html"), name="log_in"),
    path("log-out/", LogoutView.as_view(), name="log_out"),
    path("admin/", admin.site.urls),
]
