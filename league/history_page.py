"""The history of a competition for its page: every step in words, with who and when, the newest first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth import get_user_model

from games.log import Stored
from games.models import Player
from league import competitions
from league.as_of import TimeWords
from league.event_words import DRAFTS, Teller
from league.rules import events

A_PAGE = 40
"""Steps."""

_THEMSELVES = {"clock": "by itself", "bot": "by itself"}


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step of the log: what happened in it, who asked for it, when."""

    number: int
    who: str
    moment: TimeWords
    sentences: list[str]


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Some steps, the newest first; `newer` and `older` are numbers of pages, 0 where there is none."""

    steps: list[ShownStep]
    number: int
    pages: int

    @property
    def newer(self) -> int:
        """The page before this one."""
        return self.number - 1

    @property
    def older(self) -> int:
        """The page behind this one."""
        return self.number + 1 if self.number < self.pages else 0


def history_page(competition_id: int, number: int, *, shows_drafts: bool) -> HistoryPage:
    """Return a page of the history, the first for a number below 1, the last for one that is too high.

    Steps that are only about drafts are left out unless `shows_drafts`. Three queries.
    Competition.DoesNotExist.
    """
    rows = competitions.history_of(competition_id)
    told = _told(rows)
    shown = {
        version: sentence
        for version, sentence in told.items()
        if shows_drafts or not isinstance(rows[version - 1].event, DRAFTS)
    }
    by_step: dict[int, list[Stored]] = {}
    for row in rows:
        if row.version in shown:
            by_step.setdefault(row.step, []).append(row)
    steps = list(reversed(by_step.items()))
    pages = max(1, -(-len(steps) // A_PAGE))
    number = min(max(1, number), pages)
    some = steps[(number - 1) * A_PAGE : number * A_PAGE]
    who = _names({inside[0].by for _, inside in some})
    return HistoryPage(
        [
            ShownStep(
                step, who[inside[0].by], TimeWords(inside[0].at), [shown[row.version] for row in inside]
            )
            for step, inside in some
        ],
        number,
        pages,
    )


def _told(rows: Sequence[Stored]) -> dict[int, str]:
    """Return the sentence of every event by its version. One query."""
    ids = {row.event.player for row in rows if isinstance(row.event, _NAMES_A_PLAYER)}
    players = Player.objects.in_bulk(ids)
    teller = Teller(competitions.state_at(rows), lambda player: players[player].name)
    return {row.version: teller.tell(row.event) for row in rows}


_NAMES_A_PLAYER = events.EntrantEntered | events.PlayerSubstituted


def _names(senders: Iterable[str]) -> Mapping[str, str]:
    """Return who the log means: an organizer by the name of their player, or at least that it was one."""
    senders = list(senders)
    organizers, players = _ids(senders, "organizer"), _ids(senders, "player")
    users = get_user_model().objects.filter(pk__in=organizers.values()).select_related("player")
    by_user = {user.pk: _name_of(user) for user in users}
    by_player = Player.objects.in_bulk(players.values())
    found = {one: _THEMSELVES.get(one, "an organizer") for one in senders}
    found |= {one: by_user.get(pk) or "an organizer" for one, pk in organizers.items()}
    return found | {one: by_player[pk].name if pk in by_player else "a player" for one, pk in players.items()}


def _ids(senders: Iterable[str], kind: str) -> dict[str, int]:
    parts = ((one, one.removeprefix(f"{kind}:")) for one in senders if one.startswith(f"{kind}:"))
    return {one: int(number) for one, number in parts if number.isdecimal()}


def _name_of(user: object) -> str:
    player = getattr(user, "player", None)
    return player.name if player else ""
