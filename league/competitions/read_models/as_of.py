"""The moment at which a visitor looks at a competition: now, or in the past, from the address."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _

from games.eventstore import Happened
from games.localization import dates
from games.rules.base.refusal import Refusal
from league.competitions.stream import Moment
from league.models import Competition
from league.rules.brackets.plan import PlannedRound
from league.rules.competition import events
from league.rules.competition.stage import Stage
from league.rules.competition.state import State
from league.rules.settings.translated_names import translated


@dataclass(frozen=True, slots=True)
class AsOf:
    """A moment to look at; `until` is None for now. `at` and `zone` are shown in the form as given."""

    until: Moment | None = None
    at: str = ""
    zone: str = ""
    refused: str = ""

    @property
    def step(self) -> int:
        """The number of the step, 0 if a time is given."""
        return self.until if isinstance(self.until, int) else 0

    @property
    def time(self) -> dt.datetime | None:
        """The time, in its zone."""
        return self.until if isinstance(self.until, dt.datetime) else None

    @property
    def zone_words(self) -> str:
        """The time zone of given times, for readers."""
        return self.zone or str(timezone.get_default_timezone())

    @property
    def words(self) -> str:
        """The time, in words."""
        return f"{_in_words(self.time)} ({self.zone})" if self.time else ""

    def query(self, **more: object) -> str:
        """Return the query of an address that shows the same moment, from `?` on."""
        moment: dict[str, object] = {}
        if self.until is not None:
            moment = {"step": self.step} if self.step else {"at": self.at, "zone": self.zone}
        parameters = {key: value for key, value in (moment | more).items() if value}
        return f"?{urlencode(parameters)}" if parameters else ""


class TimeWords:
    """A time for `games/pages/moment.html`: in this site's zone; a script converts it to the visitor's."""

    def __init__(self, when: dt.datetime) -> None:
        self.when = when
        self.words = _in_words(timezone.localtime(when))


@dataclass(frozen=True, slots=True)
class MomentChoice:
    """A moment to choose with a click."""

    words: str
    step: int


def requested_moment(query: Mapping[str, str], competition: Competition, now: dt.datetime) -> AsOf:
    """Return the moment of an address: `step`, or `at` in the time zone `zone`.

    Raises Refusal: bad_step, bad_moment, bad_zone, moment_ahead, before_the_beginning.
    """
    if query.get("step"):
        return AsOf(_step(query["step"], competition))
    if not query.get("at"):
        return AsOf()
    name = query.get("zone") or str(timezone.get_default_timezone())
    at = _time(query["at"], _zone(name))
    if at > now:
        raise Refusal("moment_ahead", _("This time is in the future."))
    if at < competition.created_at:
        first = competition.created_at.astimezone(at.tzinfo)
        raise Refusal(
            "before_the_beginning",
            _("The competition was announced later, on {moment}.").format(moment=_in_words(first)),
        )
    return AsOf(at, f"{at:%Y-%m-%dT%H:%M:%S}", name)


def choices(state: State, history: Sequence[Happened]) -> list[MomentChoice]:
    """Return the moments to choose with a click: after the start, before each round."""
    before = _("before the start")
    moments = [MomentChoice(before, step - 1) for step in _steps_of(events.CompetitionStarted, history)]
    begun = _beginnings(history)
    for stage in state.stages:
        for planned in stage.rounds:
            keys = [(stage.number, match.id) for match in planned.matches]
            step = min((begun[key] for key in keys if key in begun), default=0)
            if step:
                moments.append(
                    MomentChoice(_before(planned, stage, is_one_of=len(state.stages) > 1), step - 1)
                )
    return list({choice.step: choice for choice in reversed(moments)}.values())[::-1]


def _before(planned: PlannedRound, stage: Stage, *, is_one_of: bool) -> str:
    text = _("before {round} of {stage}") if is_one_of else _("before {round}")
    return text.format(round=translated(planned.name), stage=stage.settings.title)


def _in_words(when: dt.datetime) -> str:
    return dates.moment_with_seconds(when)


def _beginnings(history: Sequence[Happened]) -> dict[tuple[int, str], int]:
    """Return by stage and match id the step in which its table was opened or its first result recorded."""
    begun: dict[tuple[int, str], int] = {}
    for row in history:
        if isinstance(row.event, events.TableAssigned | events.ResultRecorded):
            begun.setdefault((row.event.stage, row.event.match), row.step)
    return begun


def _steps_of(kind: type[events.Event], history: Sequence[Happened]) -> Iterator[int]:
    return (row.step for row in history if isinstance(row.event, kind))


def _step(text: str, competition: Competition) -> int:
    if text.isdecimal() and text.isascii() and len(text) < 10 and 1 <= int(text) <= competition.step:
        return int(text)
    sentence = _("The history of this competition has steps 1 to {last}.")
    raise Refusal("bad_step", sentence.format(last=competition.step))


def _zone(name: str) -> dt.tzinfo:
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:  # no such file, or an invalid name
        raise Refusal("bad_zone", _("There is no such time zone.")) from error


def _time(text: str, zone: dt.tzinfo) -> dt.datetime:
    try:
        parsed = dt.datetime.fromisoformat(text)
        # Years at the edge of the calendar do not exist in every zone.
        return (parsed if parsed.tzinfo else parsed.replace(tzinfo=zone)).astimezone(zone)
    except (ValueError, OverflowError) as error:
        raise Refusal("bad_moment", _("Enter a day and a time, such as 2026-11-21 18:30.")) from error
