"""The addresses of clubs for programs: members, ways in, teams, calendar, webhooks, audit log."""

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
    path("clubs/", clubs.ClubList.as_view(), name="api_clubs"),
    path(_CLUB, clubs.ClubDetail.as_view(), name="api_club"),
    path(f"{_CLUB}logo/", logos.ClubLogo.as_view(), name="api_club_logo"),
    path(f"{_CLUB}logo/remove/", logos.RemoveClubLogo.as_view(), name="api_club_logo_remove"),
    path(f"{_CLUB}ratings/", ratings.RatingList.as_view(), name="api_club_ratings"),
    path(f"{_CLUB}audit/", audit_log.ClubAudit.as_view(), name="api_club_audit"),
    path(f"{_COMPETITION}audit/", audit_log.CompetitionAudit.as_view(), name="api_competition_audit"),
]
_MEMBERS = [
    path(f"{_CLUB}members/", members.MemberList.as_view(), name="api_club_members"),
    path(f"{_CLUB}members/<int:player>/", members.MemberRoles.as_view(), name="api_club_member"),
    path(f"{_CLUB}members/<int:player>/remove/", members.RemoveMember.as_view(), name="api_club_remove"),
    path(f"{_CLUB}leave/", members.LeaveClub.as_view(), name="api_club_leave"),
    path(f"{_CLUB}join/", join_requests.JoinClub.as_view(), name="api_club_join"),
    path(f"{_CLUB}join/take-back/", join_requests.TakeBackJoining.as_view(), name="api_club_take_back"),
    path(f"{_CLUB}requests/", join_requests.RequestList.as_view(), name="api_club_requests"),
    path(f"{_CLUB}requests/<int:number>/let-in/", join_requests.LetIn.as_view(), name="api_club_let_in"),
    path(f"{_CLUB}requests/<int:number>/decline/", join_requests.Decline.as_view(), name="api_club_decline"),
    path(f"{_CLUB}invitations/", invitations.InvitationList.as_view(), name="api_club_invitations"),
    path(
        f"{_CLUB}invitations/<int:number>/revoke/",
        invitations.RevokeInvitation.as_view(),
        name="api_club_revoke",
    ),
    path("invitations/<str:token>/", invitations.InvitationDetail.as_view(), name="api_invited"),
    path("invitations/<str:token>/accept/", invitations.AcceptInvitation.as_view(), name="api_invitation"),
    path(f"{_CLUB}teams/", teams.TeamList.as_view(), name="api_club_teams"),
    path(f"{_CLUB}teams/<int:number>/", teams.ChangeTeam.as_view(), name="api_club_team"),
    path(f"{_CLUB}teams/<int:number>/end/", teams.EndTeam.as_view(), name="api_club_end_team"),
    path(f"{_COMPETITION}roles/", competition_roles.CompetitionRoles.as_view(), name="api_competition_roles"),
]
_CALENDAR = [
    path("me/matchdays/", matchdays.MyMatchdays.as_view(), name="api_my_matchdays"),
    path(f"{_CLUB}matchdays/", matchdays.ClubMatchdays.as_view(), name="api_club_matchdays"),
    path(_MATCHDAY, matchdays.MatchdayDetail.as_view(), name="api_matchday"),
    path(f"{_MATCHDAY}answer/", matchdays.AnswerMatchday.as_view(), name="api_matchday_answer"),
    path(f"{_MATCHDAY}call-off/", matchdays.CallOff.as_view(), name="api_matchday_call_off"),
    path(f"{_MATCHDAY}restore/", matchdays.Restore.as_view(), name="api_matchday_restore"),
    path(f"{_MATCHDAY}undo/", matchdays.Undo.as_view(), name="api_matchday_undo"),
    path(
        f"{_MATCHDAY}substitutes/<int:number>/",
        substitutes.SubstituteCandidates.as_view(),
        name="api_matchday_substitutes",
    ),
    path("substitutes/<int:pk>/", substitutes.StepIn.as_view(), name="api_substitute"),
    path(f"{_CLUB}calendar/", calendar_settings.CalendarSettings.as_view(), name="api_club_calendar"),
    path(f"{_CLUB}feed/", calendar_feeds.ClubFeed.as_view(), name="api_club_feed"),
    path(f"{_CLUB}feed/renew/", calendar_feeds.RenewClubFeed.as_view(), name="api_club_feed_renew"),
    path(f"{_COMPETITION}feed/", calendar_feeds.CompetitionFeed.as_view(), name="api_competition_feed"),
    path(
        f"{_COMPETITION}feed/renew/",
        calendar_feeds.RenewCompetitionFeed.as_view(),
        name="api_competition_feed_renew",
    ),
]
_WEBHOOKS = [
    path(f"{place}{end}", view.as_view(), name=f"{kind}_{name}")
    for kind, place in (("api_club", _CLUB), ("api_competition", _COMPETITION))
    for end, view, name in (
        ("webhooks/", webhooks.WebhookList, "webhooks"),
        (_HOOK, webhooks.WebhookDetail, "webhook"),
        (f"{_HOOK}remove/", webhooks.RemoveWebhook, "webhook_remove"),
        (f"{_HOOK}secret/", webhooks.WebhookSecret, "webhook_secret"),
        (f"{_HOOK}test/", webhooks.SendTest, "webhook_test"),
        (f"{_HOOK}deliveries/", webhooks.DeliveryList, "deliveries"),
        (_DELIVERY, webhooks.DeliveryDetail, "delivery"),
        (f"{_DELIVERY}replay/", webhooks.ReplayDelivery, "delivery_replay"),
    )
]

urlpatterns = [*_CLUBS, *_MEMBERS, *_CALENDAR, *_WEBHOOKS]
