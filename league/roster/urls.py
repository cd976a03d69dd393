"""The addresses for claims, merges and separations of players."""

from django.urls import path

from league.roster import privacy_views, views

urlpatterns = [
    path("players/<int:pk>/claim/", views.claim, name="player_claim"),
    path("players/<int:pk>/merge/", views.merge, name="player_merge"),
    path("players/<int:pk>/unmerge/", views.unmerge, name="player_unmerge"),
    path("players/<int:pk>/link/", views.link, name="player_link"),
    path("claims/<int:pk>/", views.decide, name="claim_decide"),
    path("players/<int:pk>/privacy/", privacy_views.change_privacy, name="player_privacy"),
]
