"""The addresses of players for programs: the player who asks, notices, players, claims and merges."""

from django.urls import path

from league.api.accounts import careers, claims, me, merges, notices, players

_CLUB = "clubs/<slug:slug>/"
_CLAIM = f"{_CLUB}claims/<int:number>/"
_PLAYER = "players/<int:pk>/"

urlpatterns = [
    path("me/", me.Me.as_view(), name="api_me"),
    path("me/name/", me.Rename.as_view(), name="api_me_name"),
    path("me/privacy/", me.Hide.as_view(), name="api_me_privacy"),
    path("me/claims/", claims.MyClaims.as_view(), name="api_me_claims"),
    path("me/feed/", me.MyFeed.as_view(), name="api_me_feed"),
    path("me/feed/renew/", me.RenewMyFeed.as_view(), name="api_me_feed_renew"),
    path("notices/", notices.NoticeList.as_view(), name="api_notices"),
    path("notices/read/", notices.ReadNotices.as_view(), name="api_notices_read"),
    path("notices/settings/", notices.NoticeSettings.as_view(), name="api_notice_settings"),
    path("notices/<int:pk>/", notices.NoticeDetail.as_view(), name="api_notice"),
    path("notices/<int:pk>/read/", notices.ReadNotice.as_view(), name="api_notice_read"),
    path("players/", players.PlayerList.as_view(), name="api_players"),
    path(_PLAYER, players.PlayerDetail.as_view(), name="api_player"),
    path(f"{_PLAYER}privacy/", players.HidePlayer.as_view(), name="api_player_privacy"),
    path(f"{_PLAYER}career/", careers.Career.as_view(), name="api_player_career"),
    path(f"{_PLAYER}results/", careers.Results.as_view(), name="api_player_results"),
    path(f"{_PLAYER}against/", careers.Opponents.as_view(), name="api_player_opponents"),
    path(f"{_PLAYER}against/<int:other>/", careers.HeadToHead.as_view(), name="api_player_against"),
    path(f"{_PLAYER}claim/", claims.ClaimPlayer.as_view(), name="api_player_claim"),
    path(f"{_PLAYER}claim/take-back/", claims.TakeBackClaim.as_view(), name="api_player_claim_back"),
    path(f"{_PLAYER}link/", claims.MakeLink.as_view(), name="api_player_link"),
    path(f"{_CLUB}claims/", claims.ClubClaims.as_view(), name="api_club_claims"),
    path(f"{_CLAIM}confirm/", claims.ConfirmClaim.as_view(), name="api_club_claim_confirm"),
    path(f"{_CLAIM}decline/", claims.DeclineClaim.as_view(), name="api_club_claim_decline"),
    path(f"{_PLAYER}merge/", merges.MergePlayer.as_view(), name="api_player_merge"),
    path(f"{_PLAYER}unmerge/", merges.UnmergePlayer.as_view(), name="api_player_unmerge"),
    path(f"{_CLUB}merges/", merges.ClubMerges.as_view(), name="api_club_merges"),
]
