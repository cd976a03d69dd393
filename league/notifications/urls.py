"""The addresses of notices."""

from django.urls import path

from league.notifications import views

urlpatterns = [
    path("me/notices/", views.notice_list, name="notices"),
    path("me/notices/bell/", views.notices_bell, name="notices_bell"),
    path("me/notices/read/", views.notices_read, name="notices_read"),
    path("me/notices/settings/", views.notice_settings, name="notice_settings"),
    path("me/notices/quiet/", views.quiet_hours, name="quiet_hours"),
    path("me/notices/<int:pk>/", views.notice_open, name="notice_open"),
    path("notices/stop/<str:token>/", views.notices_stop, name="notices_stop"),
]
