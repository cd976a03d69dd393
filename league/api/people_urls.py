"""The addresses for programs about people: who they are, what they are told, and who is one person."""

from django.urls import path

from league.api import careers, feeds, finding, me
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
    path("me/feed/", feeds.MyFeed.as_view(), name="api_me_feed"),
    path("me/feed/renew/", feeds.RenewMyFeed.as_view(), name="api_me_feed_renew"),
    path("notices/settings/", me.NoticeSettings.as_view(), name="api_notice_settings"),
    path("notices/<int:pk>/", me.OneNotice.as_view(), name="api_notice"),
    path("notices/<int:pk>/read/", me.ReadNotice.as_view(), name="api_notice_read"),
    path(f"{_PLAYER}career/", careers.Career.as_view(), name="api_player_career"),
    path(f"{_PLAYER}results/", careers.Results.as_view(), name="api_player_results"),
    path(f"{_PLAYER}against/", careers.Opponents.as_view(), name="api_player_opponents"),
    path(f"{_PLAYER}against/<int:other>/", careers.HeadToHead.as_view(), name="api_player_against"),
    path(f"{_PLAYER}claim/", finding.ClaimPlayer.as_view(), name="api_player_claim"),
    path(f"{_PLAYER}claim/take-back/", finding.TakeBackClaim.as_view(), name="api_player_claim_back"),
    path(f"{_PLAYER}link/", finding.MakeLink.as_view(), name="api_player_link"),
    path(f"{_PLAYER}merge/", finding.MergePlayer.as_view(), name="api_player_merge"),
    path(f"{_PLAYER}unmerge/", finding.UnmergePlayer.as_view(), name="api_player_unmerge"),
    path(f"{_PLAYER}privacy/", finding.HidePlayer.as_view(), name="api_player_privacy"),
    path(f"{_CLUB}claims/", finding.Claims.as_view(), name="api_club_claims"),
    path(f"{_CLAIM}confirm/", finding.ConfirmClaim.as_view(), name="api_club_claim_confirm"),
    path(f"{_CLAIM}decline/", finding.DeclineClaim.as_view(), name="api_club_claim_decline"),
    path(f"{_CLUB}merges/", finding.Merges.as_view(), name="api_club_merges"),
    path(f"{_CLUB}logo/", logos.PutLogo.as_view(), name="api_club_logo"),
    path(f"{_CLUB}logo/remove/", logos.RemoveLogo.as_view(), name="api_club_logo_remove"),
    path(f"{_CLUB}feed/", feeds.ClubFeed.as_view(), name="api_club_feed"),
    path(f"{_CLUB}feed/renew/", feeds.RenewClubFeed.as_view(), name="api_club_feed_renew"),
    path(f"{_COMPETITION}feed/", feeds.CompetitionFeed.as_view(), name="api_competition_feed"),
    path(
        f"{_COMPETITION}feed/renew/", feeds.RenewCompetitionFeed.as_view(), name="api_competition_feed_renew"
    ),
]
