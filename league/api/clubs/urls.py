"""The addresses of clubs: members, invitations, teams, calendar, webhooks, audit log."""

from django.urls import path

from league.api.clubs import (
    audit_log,
    calendar_feeds,
    calendar_settings,
    clubs,
    competition_roles,
    invitations,
    join_requests,
    logos,
    matchdays,
    members,
    ratings,
    substitutes,
    teams,
    webhooks,
)

_CLUB = "clubs/<slug:slug>/"
_COMPETITION = "competitions/<int:pk>/"
_DELIVERY = "webhooks/<int:hook>/deliveries/<int:delivery>/"
_HOOK = "webhooks/<int:hook>/"
_MATCHDAY = "matchdays/<int:pk>/"

_CLUBS = [
    path("clubs/", clubs.ClubListView.as_view(), name="api_clubs"),
    path(_CLUB, clubs.ClubView.as_view(), name="api_club"),
    path(f"{_CLUB}logo/", logos.ClubLogoView.as_view(), name="api_club_logo"),
    path(f"{_CLUB}logo/remove/", logos.RemoveClubLogoView.as_view(), name="api_club_logo_remove"),
    path(f"{_CLUB}ratings/", ratings.RatingListView.as_view(), name="api_club_ratings"),
    path(f"{_CLUB}audit/", audit_log.ClubAuditView.as_view(), name="api_club_audit"),
    path(f"{_COMPETITION}audit/", audit_log.CompetitionAuditView.as_view(), name="api_competition_audit"),
]
_MEMBERS = [
    path(f"{_CLUB}members/", members.MemberListView.as_view(), name="api_club_members"),
    path(f"{_CLUB}members/<int:player>/", members.MemberRolesView.as_view(), name="api_club_member"),
    path(f"{_CLUB}members/<int:player>/remove/", members.RemoveMemberView.as_view(), name="api_club_remove"),
    path(f"{_CLUB}leave/", members.LeaveClubView.as_view(), name="api_club_leave"),
    path(f"{_CLUB}join/", join_requests.JoinClubView.as_view(), name="api_club_join"),
    path(f"{_CLUB}join/take-back/", join_requests.TakeBackJoiningView.as_view(), name="api_club_take_back"),
    path(f"{_CLUB}requests/", join_requests.RequestListView.as_view(), name="api_club_requests"),
    path(f"{_CLUB}requests/<int:number>/let-in/", join_requests.LetInView.as_view(), name="api_club_let_in"),
    path(
        f"{_CLUB}requests/<int:number>/decline/", join_requests.DeclineView.as_view(), name="api_club_decline"
    ),
    path(f"{_CLUB}invitations/", invitations.InvitationListView.as_view(), name="api_club_invitations"),
    path(
        f"{_CLUB}invitations/<int:number>/revoke/",
        invitations.RevokeInvitationView.as_view(),
        name="api_club_revoke",
    ),
    path("invitations/<str:token>/", invitations.InvitationView.as_view(), name="api_invited"),
    path(
        "invitations/<str:token>/accept/", invitations.AcceptInvitationView.as_view(), name="api_invitation"
    ),
    path(f"{_CLUB}teams/", teams.TeamListView.as_view(), name="api_club_teams"),
    path(f"{_CLUB}teams/<int:number>/", teams.ChangeTeamView.as_view(), name="api_club_team"),
    path(f"{_CLUB}teams/<int:number>/end/", teams.EndTeamView.as_view(), name="api_club_end_team"),
    path(
        f"{_COMPETITION}roles/",
        competition_roles.CompetitionRolesView.as_view(),
        name="api_competition_roles",
    ),
]
_CALENDAR = [
    path("me/matchdays/", matchdays.MyMatchdaysView.as_view(), name="api_my_matchdays"),
    path(f"{_CLUB}matchdays/", matchdays.ClubMatchdaysView.as_view(), name="api_club_matchdays"),
    path(_MATCHDAY, matchdays.MatchdayView.as_view(), name="api_matchday"),
    path(f"{_MATCHDAY}answer/", matchdays.AnswerMatchdayView.as_view(), name="api_matchday_answer"),
    path(f"{_MATCHDAY}call-off/", matchdays.CallOffView.as_view(), name="api_matchday_call_off"),
    path(f"{_MATCHDAY}restore/", matchdays.RestoreView.as_view(), name="api_matchday_restore"),
    path(f"{_MATCHDAY}undo/", matchdays.UndoView.as_view(), name="api_matchday_undo"),
    path(
        f"{_MATCHDAY}substitutes/<int:number>/",
        substitutes.SubstituteCandidatesView.as_view(),
        name="api_matchday_substitutes",
    ),
    path("substitutes/<int:pk>/", substitutes.StepInView.as_view(), name="api_substitute"),
    path(f"{_CLUB}calendar/", calendar_settings.CalendarSettingsView.as_view(), name="api_club_calendar"),
    path(f"{_CLUB}feed/", calendar_feeds.ClubFeedView.as_view(), name="api_club_feed"),
    path(f"{_CLUB}feed/renew/", calendar_feeds.RenewClubFeedView.as_view(), name="api_club_feed_renew"),
    path(f"{_COMPETITION}feed/", calendar_feeds.CompetitionFeedView.as_view(), name="api_competition_feed"),
    path(
        f"{_COMPETITION}feed/renew/",
        calendar_feeds.RenewCompetitionFeedView.as_view(),
        name="api_competition_feed_renew",
    ),
]
_WEBHOOKS = [
    path(f"{place}{end}", view.as_view(), name=f"{kind}_{name}")
    for kind, place in (("api_club", _CLUB), ("api_competition", _COMPETITION))
    for end, view, name in (
        ("webhooks/", webhooks.WebhookListView, "webhooks"),
        (_HOOK, webhooks.WebhookView, "webhook"),
        (f"{_HOOK}remove/", webhooks.RemoveWebhookView, "webhook_remove"),
        (f"{_HOOK}secret/", webhooks.WebhookSecretView, "webhook_secret"),
        (f"{_HOOK}test/", webhooks.SendTestView, "webhook_test"),
        (f"{_HOOK}deliveries/", webhooks.DeliveryListView, "deliveries"),
        (_DELIVERY, webhooks.DeliveryView, "delivery"),
        (f"{_DELIVERY}replay/", webhooks.ReplayDeliveryView, "delivery_replay"),
    )
]

urlpatterns = [*_CLUBS, *_MEMBERS, *_CALENDAR, *_WEBHOOKS]
