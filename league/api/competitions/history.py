"""The history of a competition: every step in words."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.serializers import Time
from league.api.base.views import ResourceView
from league.competitions.read_models.history import A_PAGE, history_page
from league.models import Competition
from league.permissions.policy import may


class HistoryQuery(serializers.Serializer):
    """Which page, the newest first."""

    page = serializers.IntegerField(
        min_value=1, max_value=1_000_000, default=1, help_text=f"Each page has {A_PAGE} steps"
    )


class StepSeen(serializers.Serializer):
    """A step in words: what happened, who asked for it, and when."""

    step = serializers.IntegerField()
    by = serializers.CharField()
    at = Time()
    said = serializers.ListField(child=serializers.CharField())


class HistorySeen(serializers.Serializer):
    """A page of the history, newest step first; only organizers see steps about drafts."""

    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    steps = StepSeen(many=True)


class HistoryView(ResourceView):
    """Every step of a competition in words, newest first."""

    queryset = Competition.objects.select_related("club")
    query_serializer_class = HistoryQuery

    @extend_schema(responses=HistorySeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Return a page of the history; only organizers see steps about drafts."""
        competition = self.get_object()
        is_for_organizers = may(self.django_request, "competition.organize", competition)
        number = self.validated_query()["page"]
        page = history_page(competition, number, is_for_organizers=is_for_organizers)
        steps = [
            {
                "step": step.number,
                "by": step.who,
                "at": Time().to_representation(step.moment.when),
                "said": step.sentences,
            }
            for step in page.steps
        ]
        return Response({"page": page.number, "pages": page.pages, "steps": steps})
