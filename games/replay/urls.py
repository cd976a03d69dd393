"""The addresses of replays."""

from django.urls import path

from games.replay import analysis_views, comment_views, views
from games.replay.picture_views import replay_picture

_STEP = "tables/<int:pk>/replay/<int:step>"
urlpatterns = [
    path("tables/<int:pk>/replay/", views.replay, name="replay"),
    path(f"{_STEP}.png", replay_picture, {"kind": "png"}, name="replay_png"),
    path(f"{_STEP}.svg", replay_picture, {"kind": "svg"}, name="replay_svg"),
    path("tables/<int:pk>/replay/analysis/", analysis_views.replay_analysis, name="replay_analysis"),
    path("tables/<int:pk>/replay/comments/", comment_views.replay_comments, name="replay_comments"),
    path(
        "tables/<int:pk>/replay/comments/<int:comment>/remove/",
        comment_views.replay_comment_remove,
        name="replay_comment_remove",
    ),
    path("tables/<int:pk>/record.json", views.replay_record, name="record"),
]
