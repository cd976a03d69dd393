"""What else programs read of a competition: one match, one stage, its history, its closing."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from league import competitions
from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint
from league.api.base.lists import found_or_404
from league.api.competitions.competitions import moment
from league.api.serializers import matches_and_history as shapes
from league.api.serializers.table_rows import Time
from league.awards.movements import Division, Mover
from league.awards.page import ClosingPage, ShownAward
from league.competitions.read_models.context import CompetitionPage
from league.competitions.read_models.history import history_page
from league.competitions.read_models.match import MatchLine, MatchPage, find, title
from league.competitions.read_models.standings_row import RowPage
from league.models import Competition
from league.permissions.rules import may
from league.rules.competition.stage import Stage
from league.rules.competition.state import State
from league.rules.stages.qualifying import ties
from league.rules.stages.standings import chain_of
from league.rules.tiebreaks import TIE_BREAKS


class OneMatch(Endpoint):
    """A match: who met, what came of it, and why these are here."""

    @answers(shapes.MatchAlone)
    def get(self, _request: Request, pk: int, stage: int, key: str) -> Response:
        """Answer with it as it stands."""
        page = find(found_or_404(Competition.objects.select_related("club"), pk=pk), stage, key)
        if page is None:
            raise Competition.DoesNotExist
        return Response(_match(page))


class OneStage(Endpoint):
    """A stage: its tie-breaks in their order, bonus and penalty lines, and who is level."""

    @answers(shapes.StageSeen)
    def get(self, _request: Request, pk: int, stage: int) -> Response:
        """Answer with it as it stands."""
        found: Competition = found_or_404(Competition.objects, pk=pk)
        state = competitions.look(pk)
        if not 1 <= stage <= len(state.stages):
            raise Competition.DoesNotExist
        return Response({"version": found.version, **_stage(state, state.stages[stage - 1])})


class StandingsRow(Endpoint):
    """A row of the standings of a stage: where it stands and why, with all arithmetic."""

    @answers(shapes.RowOpened, asked=shapes.MomentAsked)
    def get(self, _request: Request, pk: int, stage: int, entrant: int) -> Response:
        """Answer with it; also as it was."""
        found: Competition = found_or_404(Competition.objects, pk=pk)
        row = CompetitionPage(pk, as_of=moment(self, found)).row(stage, entrant)
        if row is None:
            raise Competition.DoesNotExist
        return Response(_opened(row))


class History(Endpoint):
    """Every step of a competition in words, the newest first."""

    @answers(shapes.HistorySeen, asked=shapes.HistoryAsked)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with a page; what is about drafts is for organizers."""
        found: Competition = found_or_404(Competition.objects.select_related("club"), pk=pk)
        is_for_organizers = may(self.asker, "competition.organize", found)
        page = history_page(pk, self.asked()["page"], is_for_organizers=is_for_organizers)
        steps = [
            {
                "step": one.number,
                "by": one.who,
                "at": Time().to_representation(one.moment.when),
                "said": one.sentences,
            }
            for one in page.steps
        ]
        return Response({"page": page.number, "pages": page.pages, "steps": steps})


class Closing(Endpoint):
    """The closing of a competition: champions, who goes up and down, awards."""

    @answers(shapes.ClosingSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with it; before the end there is nothing to tell."""
        page = ClosingPage(found_or_404(Competition.objects, pk=pk).pk)
        if not page.is_over:
            nothing: dict[str, Any] = {name: [] for name in ("podiums", "divisions", "awards")}
            return Response({"is_over": False, **nothing, "numbers": None})
        return Response(_closing(page))


def _match(page: MatchPage) -> dict[str, Any]:
    result = page.match.result
    return {
        **_named(page.stage.number, page.match.id, page.title),
        "version": page.competition.version,
        "kind": result.kind if result else None,
        "said": page.said or None,
        "decided_by": page.decided_by or None,
        "is_tied": page.is_tied,
        "table": page.match.table,
        "may_report": page.may_report,
        "other_venue": page.other_venue or None,
        "why": page.why,
        "entrants": [_entrant(one) for one in page.lines],
        "still_open": [_named(stage, one.id, title(one)) for stage, one, _title in page.still_open],
    }


def _named(stage: int, match: str, said: str) -> dict[str, Any]:
    return {"stage": stage, "match": match, "title": said}


def _entrant(one: MatchLine) -> dict[str, Any]:
    return {
        **_player(one.player),
        "entrant": one.entrant,
        "seed": one.seed or None,
        "place": one.place or None,
        "total": one.total,
        "is_absent": one.is_absent,
        "goes_on": one.goes_on,
    }


def _stage(state: State, stage: Stage) -> dict[str, Any]:
    codes = [] if stage.settings.is_knock_out else list(chain_of(stage))
    others = [] if stage.settings.is_knock_out else [one for one in TIE_BREAKS if one not in codes]
    return {
        "stage": stage.number,
        "title": stage.settings.title,
        "format": stage.settings.format,
        "groups": [list(group) for group in stage.groups],
        "tiebreaks": _tiebreaks(codes),
        "other_tiebreaks": _tiebreaks(others),
        "is_chosen": bool(stage.tiebreaks),
        "lines": [
            {
                "number": one.number,
                "entrant": one.entrant,
                "points": one.points,
                "reason": one.reason,
                "is_withdrawn": one.is_withdrawn,
            }
            for one in stage.adjustments.values()
        ],
        "level": ties(state, stage) if stage.groups else [],
    }


def _opened(page: RowPage) -> dict[str, Any]:
    return {
        **_player(page.player),
        "rank": page.row.rank,
        "shared_by": page.shared_by,
        "stage_title": page.stage_name,
        "group": page.group,
        "why": page.why,
        "arithmetic": [
            {
                "code": one.tie_break.code,
                "name": _(one.tie_break.name),
                "value": one.value,
                "lines": one.lines,
            }
            for one in page.arithmetic
        ],
        "matches": [
            {"round": one.full_name, "match": match.match.key if match else None}
            for one, match in page.rounds
        ],
    }


def _tiebreaks(codes: Sequence[str]) -> list[dict[str, Any]]:
    chain = [TIE_BREAKS[code] for code in codes]
    return [{"code": one.code, "name": _(one.name), "explanation": _(one.explanation)} for one in chain]


def _closing(page: ClosingPage) -> dict[str, Any]:
    names = ("players", "matches", "deals", "cards")
    return {
        "is_over": True,
        "podiums": [
            {
                "title": one.title,
                "steps": [
                    {**_player(step.player), "rank": step.rank, "team": step.team, "points": step.points}
                    for step in one.steps
                ],
            }
            for one in page.podiums
        ],
        "divisions": [_division(one) for one in page.divisions],
        "awards": [_award(one) for one in page.awards],
        "numbers": {name: getattr(page.closing, name) for name in names} if page.closing else None,
    }


def _division(one: Division) -> dict[str, Any]:
    return {
        "number": one.number,
        **{name: [_mover(mover) for mover in getattr(one, name)] for name in ("up", "down", "staying")},
        "gone": [_player(player) for player in one.gone],
    }


def _mover(one: Mover) -> dict[str, Any]:
    return {**_player(one.player), "to": one.to, "why": one.why}


def _award(one: ShownAward) -> dict[str, Any]:
    return {
        "code": one.code,
        "name": one.name,
        "explanation": one.explanation,
        "figure": one.figure,
        "holders": [{**_player(holder.player), "links": holder.links} for holder in one.holders],
    }


def _player(one: Player) -> dict[str, Any]:
    return {"player": one.pk, "name": one.name}
