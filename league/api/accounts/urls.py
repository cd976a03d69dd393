"""The addresses for programs about people: who they are, what they are told, and who is one person."""

from django.urls import path

from league.api.accounts import calendar_feeds, claims, me, profiles
from league.api.clubs import logos

_CLUB = "clubs/<slug:slug>/"
_COMPETITION = "competitions/<int:pk>/"
_PLAYER = "players/<int:pk>/"
_CLAIM = f"{_CLUB}claims/<int:number>/"

urlpatterns = [
    path("me/", me.Me.as_view(), name="api_me"),
    path("me/name/", me.Rename.as_view(), name="api_me_name"),
    path("me/privacy/", me.Hide.as_view(), name="api_me_privacy"),
    path("me/claims/", me.MyClaims.as_view(), name="api_me_claims"),
    path("me/feed/", calendar_feeds.MyFeed.as_view(), name="api_me_feed"),
    path("me/feed/renew/", calendar_feeds.RenewMyFeed.as_view(), name="api_me_feed_renew"),
    path("notices/settings/", me.NoticeSettings.as_view(), name="api_notice_settings"),
    path("notices/<int:pk>/", me.OneNotice.as_view(), name="api_notice"),
    path("notices/<int:pk>/read/", me.ReadNotice.as_view(), name="api_notice_read"),
    path(f"{_PLAYER}career/", profiles.Career.as_view(), name="api_player_career"),
    path(f"{_PLAYER}results/", profiles.Results.as_view(), name="api_player_results"),
    path(f"{_PLAYER}against/", profiles.Opponents.as_view(), name="api_player_opponents"),
    path(f"{_PLAYER}against/<int:other>/", profiles.HeadToHead.as_view(), name="api_player_against"),
    path(f"{_PLAYER}claim/", claims.ClaimPlayer.as_view(), name="api_player_claim"),
    path(f"{_PLAYER}claim/take-back/", claims.TakeBackClaim.as_view(), name="api_player_claim_back"),
    path(f"{_PLAYER}link/", claims.MakeLink.as_view(), name="api_player_link"),
    path(f"{_PLAYER}merge/", claims.MergePlayer.as_view(), name="api_player_merge"),
    path(f"{_PLAYER}unmerge/", claims.UnmergePlayer.as_view(), name="api_player_unmerge"),
    path(f"{_PLAYER}privacy/", claims.HidePlayer.as_view(), name="api_player_privacy"),
    path(f"{_CLUB}claims/", claims.Claims.as_view(), name="api_club_claims"),
    path(f"{_CLAIM}confirm/", claims.ConfirmClaim.as_view(), name="api_club_claim_confirm"),
    path(f"{_CLAIM}decline/", claims.DeclineClaim.as_view(), name="api_club_claim_decline"),
    path(f"{_CLUB}merges/", claims.Merges.as_view(), name="api_club_merges"),
    path(f"{_CLUB}logo/", logos.PutLogo.as_view(), name="api_club_logo"),
    path(f"{_CLUB}logo/remove/", logos.RemoveLogo.as_view(), name="api_club_logo_remove"),
    path(f"{_CLUB}feed/", calendar_feeds.ClubFeed.as_view(), name="api_club_feed"),
    path(f"{_CLUB}feed/renew/", calendar_feeds.RenewClubFeed.as_view(), name="api_club_feed_renew"),
    path(f"{_COMPETITION}feed/", calendar_feeds.CompetitionFeed.as_view(), name="api_competition_feed"),
    path(
        f"{_COMPETITION}feed/renew/",
        calendar_feeds.RenewCompetitionFeed.as_view(),
        name="api_competition_feed_renew",
    ),
]
