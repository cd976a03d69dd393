"""The addresses of the site: tables, clubs, competitions and accounts."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.decorators.http import conditional_page, require_safe

from league import operators, views
from league.api.tables import match_records
from league.competitions.sharing import embed_table, embed_views, feeds, oembed, picture_views
from league.competitions.views import (
    check_in,
    competition,
    entries,
    history,
    next_season,
    organizer,
    rating_list,
    seeding,
    tiebreaks,
)

# One log-in, throttled and with its second factor, also for the admin site.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
operators.connect()
handler400 = "league.http.rejected_requests.bad_request"
handler429 = "league.accounts.responses.too_many"  # which the library for accounts looks for
handler500 = "league.http.outages.server_error"

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("play-now/", views.play_now, name="play_now"),
    path("", include("games.urls")),
    path("", include("league.competitions.event_night.urls")),
    path("", include("league.styleguide.urls")),
    path("", include("league.clubs.urls")),
    path("", include("league.competition_editing.urls")),
    path("clubs/<slug:slug>/ladder/", rating_list.ladder, name="ladder"),
    path("competitions/<int:pk>/", competition.competition, name="competition"),
    path("competitions/<int:pk>/bracket/", competition.bracket, name="bracket"),
    path("competitions/<int:pk>/bracket.svg", picture_views.bracket, {"kind": "svg"}, "bracket_svg"),
    path("competitions/<int:pk>/bracket.png", picture_views.bracket, {"kind": "png"}, "bracket_png"),
    path(
        "competitions/<int:pk>/standings/<int:stage>/<int:entrant>/",
        competition.standings_row,
        name="standings_row",
    ),
    path("competitions/<int:pk>/embed/bracket/", embed_views.embed, {"what": "bracket"}, "embed_bracket"),
    path(
        "competitions/<int:pk>/embed/standings/", embed_views.embed, {"what": "standings"}, "embed_standings"
    ),
    path("oembed", oembed.oembed, name="oembed"),
    *(
        path(f"{place}results.{form}", require_safe(conditional_page(feed())), name=f"{kind}_{form}")
        for kind, place, form, feed in (
            ("club", "clubs/<slug:slug>/", "rss", feeds.OfClub),
            ("club", "clubs/<slug:slug>/", "atom", feeds.OfClubAsAtom),
            ("competition", "competitions/<int:pk>/", "rss", feeds.OfCompetition),
            ("competition", "competitions/<int:pk>/", "atom", feeds.OfCompetitionAsAtom),
        )
    ),
    path("tables/<int:pk>/embed/", embed_table.embed_table, name="embed_table"),
    path("competitions/<int:pk>/standings.txt", competition.standings_text, name="standings_text"),
    path("competitions/<int:pk>/tiebreaks/<int:stage>/", tiebreaks.tiebreaks, name="tiebreaks"),
    path("competitions/<int:pk>/history/", history.competition_history, name="competition_history"),
    path("competitions/<int:pk>/rules/", competition.competition_rules, name="competition_rules"),
    path("competitions/<int:pk>/stream/", competition.competition_stream, name="competition_stream"),
    path("competitions/<int:pk>/desk/", organizer.competition_desk, name="competition_desk"),
    path("competitions/<int:pk>/start/", organizer.competition_start, name="competition_start"),
    path("competitions/<int:pk>/life/", organizer.competition_life, name="competition_life"),
    path("competitions/<int:pk>/enter/", entries.competition_enter, name="competition_enter"),
    path(
        "competitions/<int:pk>/entrants/<int:number>/",
        entries.competition_entrant,
        name="competition_entrant",
    ),
    path("competitions/<int:pk>/place/", entries.competition_place, name="competition_place"),
    path("competitions/<int:pk>/join/", entries.competition_join, name="competition_join"),
    path("competitions/<int:pk>/leave/", entries.competition_leave, name="competition_leave"),
    path("competitions/<int:pk>/break/", entries.competition_break, name="competition_break"),
    path("competitions/<int:pk>/seed/", seeding.competition_seed, name="competition_seed"),
    path(
        "competitions/<int:pk>/door/",
        check_in.competition_check_in_screen,
        name="competition_check_in_screen",
    ),
    path("competitions/<int:pk>/check-in/", check_in.competition_check_in, name="competition_check_in"),
    path("competitions/<int:pk>/next-season/", next_season.next_season, name="competition_next"),
    path("competitions/<int:pk>/", include("league.competitions.views.draw_urls")),
    path("", include("league.notifications.urls")),
    path("", include("league.devices.urls")),
    path("", include("league.calendar.urls")),
    path("", include("league.awards.urls")),
    path("", include("league.profiles.urls")),
    path("", include("league.accounts.urls")),
    path("", include("league.roster.urls")),
    path("", include("league.moderation.urls")),
    path("", include("league.archives.urls")),
    path("", include("league.webhooks.urls")),
    path("", include("league.import_export.urls")),
    path("api/v1/", include("league.api.urls")),
    path("api/records/check", match_records.PromisedRecordCheckView.as_view(), name="record_check"),
    path("admin/", admin.site.urls),
]
