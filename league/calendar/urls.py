"""The addresses of the calendar."""

from django.urls import path

from league.calendar import answer_views, organizer_views, views

urlpatterns = [
    path("clubs/<slug:slug>/calendar/", views.club_calendar, name="club_calendar"),
    path("clubs/<slug:slug>/calendar/new/", organizer_views.matchday_new, name="matchday_new"),
    path("clubs/<slug:slug>/calendar/settings/", organizer_views.calendar_settings, name="calendar_settings"),
    path("competitions/<int:pk>/calendar/", views.competition_calendar, name="competition_calendar"),
    path("me/calendar/", views.my_calendar, name="my_calendar"),
    path("matchdays/<int:pk>/", views.matchday, name="matchday"),
    path("matchdays/<int:pk>/answer/", answer_views.matchday_answer, name="matchday_answer"),
    path("matchdays/<int:pk>/change/", organizer_views.matchday_change, name="matchday_change"),
    path("matchdays/<int:pk>/life/", organizer_views.matchday_life, name="matchday_life"),
    path(
        "matchdays/<int:pk>/substitutes/<int:number>/",
        organizer_views.matchday_substitutes,
        name="matchday_substitutes",
    ),
    path(
        "matchdays/said/<str:token>/<slug:choice>/",
        answer_views.matchday_answer_link,
        name="matchday_answer_link",
    ),
    path("substitutes/<int:pk>/", answer_views.substitute, name="substitute"),
    path("calendar/<str:token>.ics", views.calendar_feed, name="calendar_feed"),
    path("calendar/<slug:kind>/<int:owner>/renew/", organizer_views.feed_renew, name="feed_renew"),
]
