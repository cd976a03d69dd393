"""The rounds that the stages of a competition can have, for the matchdays of its calendar."""

import msgspec
from django.db.models import Count, IntegerField, Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from league.models import Competition, Entrant, Match
from league.rules.decisions.announcement import MOST_ROUNDS
from league.rules.settings.stages import ARENA, SEASON, SWISS, StageSettings


def with_rounds(competitions: QuerySet[Competition]) -> QuerySet[Competition]:
    """Read competitions with what `rounds_of` needs, in the same query."""
    here = {"competition": OuterRef("pk")}
    drawn = Match.objects.filter(**here).order_by().values("competition").annotate(most=Max("round_number"))
    entered = Entrant.objects.filter(**here).order_by().values("competition").annotate(many=Count("pk"))
    return competitions.annotate(
        drawn_rounds=Coalesce(Subquery(drawn.values("most"), output_field=IntegerField()), 0),
        entrant_count=Coalesce(Subquery(entered.values("many"), output_field=IntegerField()), 0),
    )


def rounds_of(competition: Competition) -> list[int]:
    """Return the most rounds that each stage of a competition can have, as far as that is known."""
    drawn: int = competition.drawn_rounds  # type: ignore[attr-defined] # annotated by `with_rounds`
    entrants: int = competition.entrant_count  # type: ignore[attr-defined]
    stages = msgspec.convert(competition.stages, list[StageSettings])
    return [min(MOST_ROUNDS, max(drawn, _announced(stage, entrants))) or MOST_ROUNDS for stage in stages]


def _announced(stage: StageSettings, entrants: int) -> int:
    """Return the rounds that follow from the settings and the entrants; 0 if they do not say."""
    if stage.format in (SEASON, SWISS):
        return stage.rounds
    if stage.format == ARENA or entrants < 2:
        return 0
    if stage.is_knock_out:
        # The two halves of a double elimination have one round after the other, and there is a second final.
        return 2 * (entrants - 1).bit_length() + 1
    if stage.seats > 2 and stage.rounds:
        return stage.rounds
    return stage.legs * (entrants - 1 + entrants % 2)
