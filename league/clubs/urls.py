"""The addresses of clubs: their pages, their people, and the ways in."""

from django.urls import path

from league.clubs import audit_views, club_views, joining_views, member_views, team_views

urlpatterns = [
    path("clubs/new/", club_views.club_new, name="club_new"),
    path("clubs/<slug:slug>/", club_views.club, name="club"),
    path("clubs/<slug:slug>/edit/", club_views.club_edit, name="club_edit"),
    path("clubs/<slug:slug>/logo/", club_views.club_logo, name="club_logo"),
    path("clubs/<slug:slug>/join/", joining_views.club_join, name="club_join"),
    path("clubs/<slug:slug>/leave/", member_views.club_leave, name="club_leave"),
    path("clubs/<slug:slug>/people/", member_views.club_people, name="club_people"),
    path("clubs/<slug:slug>/people/<int:pk>/", member_views.club_person, name="club_person"),
    path("clubs/<slug:slug>/requests/<int:pk>/", joining_views.club_request, name="club_request"),
    path("clubs/<slug:slug>/invitations/", joining_views.club_invitations, name="club_invitations"),
    path(
        "clubs/<slug:slug>/invitations/<int:pk>/revoke/",
        joining_views.club_invitation_revoke,
        name="club_invitation_revoke",
    ),
    path("clubs/<slug:slug>/teams/", team_views.club_teams, name="club_teams"),
    path("clubs/<slug:slug>/teams/<int:pk>/", team_views.club_team, name="club_team"),
    path("clubs/<slug:slug>/audit/", audit_views.club_audit, name="club_audit"),
    path("competitions/<int:pk>/audit/", audit_views.competition_audit, name="competition_audit"),
    path("competitions/<int:pk>/roles/", team_views.competition_roles, name="competition_roles"),
    path("invitations/<str:token>/", joining_views.invitation, name="invitation"),
]
