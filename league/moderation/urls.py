"""The addresses of reports and of muted people."""

from django.urls import path

from league.moderation import views

urlpatterns = [
    path("tables/<int:pk>/chat/<int:message>/", views.chat_message, name="chat_message"),
    path("tables/<int:pk>/replay/comments/<int:comment>/", views.replay_comment, name="replay_comment"),
    path("players/<int:pk>/report/", views.player_report, name="player_report"),
    path("players/<int:pk>/mute/", views.player_mute, name="player_mute"),
    path("reports/", views.report_list, name="reports"),
    path("reports/<int:pk>/", views.report, name="report"),
]
