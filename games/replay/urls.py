"""The addresses of replays."""

from django.urls import path

from games.replay import views
from games.replay.comments.views import replay_comment_remove, replay_comments
from games.replay.match_analysis.views import analysis_file, replay_analysis
from games.replay.picture_views import replay_picture

_STEP = "tables/<int:pk>/replay/<int:step>"
urlpatterns = [
    path("tables/<int:pk>/replay/", views.replay, name="replay"),
    path(f"{_STEP}.png", replay_picture, {"kind": "png"}, name="replay_png"),
    path(f"{_STEP}.svg", replay_picture, {"kind": "svg"}, name="replay_svg"),
    path("tables/<int:pk>/replay/analysis/", replay_analysis, name="replay_analysis"),
    path("tables/<int:pk>/replay/comments/", replay_comments, name="replay_comments"),
    path(
        "tables/<int:pk>/replay/comments/<int:comment>/remove/",
        replay_comment_remove,
        name="replay_comment_remove",
    ),
    path("tables/<int:pk>/record.json", views.replay_record, name="record"),
    path("tables/<int:pk>/analysis.json", analysis_file, name="record_analysis"),
]
