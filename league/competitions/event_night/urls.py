"""The addresses of the event: screens, places, print-outs, the desk's tables."""

from django.urls import path

from league.competitions.event_night import (
    code_views,
    overview_views,
    own_tables_views,
    print_outs_views,
    scorekeeper_views,
)
from league.competitions.event_night.screen import views as screen_views

urlpatterns = [
    path("screen/competitions/<int:pk>/", screen_views.screen, name="screen"),
    path("competitions/<int:pk>/tables/", overview_views.overview, name="tables_overview"),
    path("competitions/<int:pk>/tables/stream/", overview_views.tables_stream, name="tables_stream"),
    path("competitions/<int:pk>/scorekeepers/", scorekeeper_views.scorekeepers, name="table_scorekeepers"),
    path("competitions/<int:pk>/timer/", overview_views.timer, name="timer"),
    path("competitions/<int:pk>/calls/<int:number>/", overview_views.answer_call, name="answer_call"),
    path("competitions/<int:pk>/end/<int:stage>/<str:key>/", overview_views.end_match, name="end_match"),
    path("tables/<int:pk>/referee/", overview_views.call_referee, name="call_referee"),
    path("t/<int:pk>/<int:number>/", code_views.printed_address, name="printed_address"),
    path("competitions/<int:pk>/pads/<int:number>.svg", print_outs_views.pad_code, name="pad_code"),
    path("competitions/<int:pk>/print/codes/", code_views.printed_codes, name="printed_codes"),
    path("competitions/<int:pk>/print/", print_outs_views.print_outs, name="print"),
    path("competitions/<int:pk>/print/<slug:what>/", print_outs_views.print_outs, name="print_one"),
    path("tables/<int:pk>/next/", own_tables_views.next_tables, name="next_tables"),
    path("me/places/", own_tables_views.my_places, name="my_places"),
]
