"""The addresses of the player of the token, of notices, players, claims and merges."""

from django.urls import path

from league.api.accounts import claims, insights, me, merges, notices, players, profiles

_CLUB = "clubs/<slug:slug>/"
_CLAIM = f"{_CLUB}claims/<int:number>/"
_PLAYER = "players/<int:pk>/"

urlpatterns = [
    path("me/", me.MeView.as_view(), name="api_me"),
    path("me/name/", me.RenameView.as_view(), name="api_me_name"),
    path("me/privacy/", me.HideView.as_view(), name="api_me_privacy"),
    path("me/insight/", me.ShowInsightView.as_view(), name="api_me_insight"),
    path("me/claims/", claims.MyClaimsView.as_view(), name="api_me_claims"),
    path("me/feed/", me.MyFeedView.as_view(), name="api_me_feed"),
    path("me/feed/renew/", me.RenewMyFeedView.as_view(), name="api_me_feed_renew"),
    path("notices/", notices.NoticeListView.as_view(), name="api_notices"),
    path("notices/read/", notices.ReadNoticesView.as_view(), name="api_notices_read"),
    path("notices/settings/", notices.NoticeSettingsView.as_view(), name="api_notice_settings"),
    path("notices/<int:pk>/", notices.NoticeView.as_view(), name="api_notice"),
    path("notices/<int:pk>/read/", notices.ReadNoticeView.as_view(), name="api_notice_read"),
    path("players/", players.PlayerListView.as_view(), name="api_players"),
    path(_PLAYER, players.PlayerView.as_view(), name="api_player"),
    path(f"{_PLAYER}privacy/", players.HidePlayerView.as_view(), name="api_player_privacy"),
    path(f"{_PLAYER}career/", profiles.CareerView.as_view(), name="api_player_career"),
    path(f"{_PLAYER}results/", profiles.ResultsView.as_view(), name="api_player_results"),
    path(f"{_PLAYER}against/", profiles.OpponentsView.as_view(), name="api_player_opponents"),
    path(f"{_PLAYER}against/<int:other>/", profiles.HeadToHeadView.as_view(), name="api_player_against"),
    path(f"{_PLAYER}insight/", insights.InsightView.as_view(), name="api_player_insight"),
    path(f"{_PLAYER}claim/", claims.ClaimPlayerView.as_view(), name="api_player_claim"),
    path(f"{_PLAYER}claim/take-back/", claims.TakeBackClaimView.as_view(), name="api_player_claim_back"),
    path(f"{_PLAYER}link/", claims.MakeLinkView.as_view(), name="api_player_link"),
    path(f"{_CLUB}claims/", claims.ClubClaimsView.as_view(), name="api_club_claims"),
    path(f"{_CLAIM}confirm/", claims.ConfirmClaimView.as_view(), name="api_club_claim_confirm"),
    path(f"{_CLAIM}decline/", claims.DeclineClaimView.as_view(), name="api_club_claim_decline"),
    path(f"{_PLAYER}merge/", merges.MergePlayerView.as_view(), name="api_player_merge"),
    path(f"{_PLAYER}unmerge/", merges.UnmergePlayerView.as_view(), name="api_player_unmerge"),
    path(f"{_CLUB}merges/", merges.ClubMergesView.as_view(), name="api_club_merges"),
]
