"""The rating list of a club."""

from typing import Any

from django.utils import timezone
from django_filters import rest_framework as filters
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.list_views import ListView
from league.api.base.rows import Rows
from league.api.serializers.clubs import RatingRow
from league.competitions.rating_updates import ladder
from league.models import Club
from league.rules.ratings import POOLS, RATED


class RatingQuery(serializers.Serializer):
    """Which matches count: the rated or the casual ones."""

    pool = serializers.ChoiceField(choices=list(POOLS), default=RATED, allow_blank=True)


class RatingFilter(filters.FilterSet):
    """Which rows of a ladder are wanted."""

    player = filters.NumberFilter(min_value=1, max_value=2**53)
    name = filters.CharFilter(lookup_expr="icontains", max_length=60)


class RatingListView(ListView):
    """The rating list of a club, best first."""

    serializer_class = RatingRow
    query_serializer_class = RatingQuery
    filterset_class = RatingFilter
    ordering = "rank"
    ordering_fields = ("rank", "rating", "games", "name", "played_on")

    def get_queryset(self) -> Rows:
        """Return the ladder of the matches that count."""
        club: Club = self.get_permitted(Club.objects, slug=self.kwargs["slug"])
        pool = self.validated_query()["pool"] or RATED
        return Rows(
            {
                "pk": row.player.pk,
                "rank": row.rank,
                "player": row.player.pk,
                "name": row.player.name,
                "rating": row.shown,
                "mu": row.rating.mu,
                "sigma": row.rating.sigma,
                "games": row.rating.games,
                "played_on": row.played_on,
            }
            for row in ladder(club.pk, pool, at=timezone.now())
        )

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Return a page of the rating list."""
        return super().get(request, *args, **kwargs)
