"""Enter players in a competition: members of its club, and others by name, who are its guests."""

import datetime as dt
import difflib
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import BooleanField, Q, QuerySet, Value
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Player
from games.rules.base.refusal import Refusal
from games.rules.base.spelling import spelled
from league import competitions
from league.http.choices import not_a_choice
from league.models import Club, Competition, Entrant, Membership

LONGEST_NAME: Final = 60
LONGEST_LINE: Final = 2 * LONGEST_NAME
MOST_AT_ONCE: Final = 500
MOST_DIVISIONS: Final = 99
_NEARLY: Final = 0.8
"""How alike two names are to be asked about, from 0 to 1."""
_ASKED_ABOUT: Final = 20
"""The most names that are compared with nearly the same ones."""
NOBODY: Final = gettext_lazy("Tick a player, or write a name.")
"""Said where nobody was named at all."""


class Newcomer(NamedTuple):
    """Somebody written down by name, and the team they play for; `is_other` if nobody known here is meant."""

    name: str
    team: str = ""
    is_other: bool = False


class Candidates:
    """The people who can enter a competition of a club, and the names that are taken. One query.

    `members` are those of the club, `guests` others who played in one of its competitions, both by player id
    and without those who have entered already. Nobody has where there is no competition yet.
    """

    def __init__(self, club: Club, competition: Competition | None = None) -> None:
        # A player who withdrew comes back by the entrant's own row.
        self._competition = competition
        self.members: dict[int, Player] = {}
        self.guests: dict[int, Player] = {}
        for player in _people(club, competition):
            (self.guests if player.is_guest else self.members)[player.pk] = player  # type: ignore[attr-defined]

    @classmethod
    def of(cls, competition: Competition) -> "Candidates":
        """Return the candidates of a competition."""
        return cls(competition.club, competition)

    @cached_property
    def entered(self) -> list[Player]:
        """The players who have entered already. One query."""
        return [] if self._competition is None else list(players_in(self._competition))

    @cached_property
    def _entered(self) -> set[str]:
        return {player.name.casefold() for player in self.entered}

    @cached_property
    def _names(self) -> tuple[dict[str, list[Player]], ...]:
        """The members by name, and the guests."""
        named: tuple[dict[str, list[Player]], ...] = ({}, {})
        for by_name, people in zip(named, (self.members, self.guests), strict=True):
            for player in people.values():
                by_name.setdefault(player.name.casefold(), []).append(player)
        return named

    def chosen(self, players: Iterable[int]) -> list[Player]:
        """Return people by player id. ValidationError with a sentence for each who cannot enter."""
        everyone = self.members | self.guests
        chosen = list(players)
        if errors := [not_a_choice(player) for player in chosen if player not in everyone]:
            raise ValidationError(errors)
        return [everyone[player] for player in chosen]

    def by_name(self, name: str) -> Player | None:
        """Return the member of this name who is not in yet, else the guest, if there is exactly one."""
        for people in self._names:
            if same := people.get(name.casefold()):
                return same[0] if len(same) == 1 else None
        return None

    def similar(self, name: str, *, among_entrants: bool = False) -> Player | None:
        """Return the member or guest whose name is nearly this one, None also where it is exactly known."""
        if self.by_name(name) is not None or name.casefold() in self._entered:
            return None
        known = [*self.guests.values(), *self.members.values()]
        if among_entrants:
            known += self.entered
        return nearest(name, known)

    def nearly_known(self, newcomers: Sequence[Newcomer]) -> list[tuple[str, Player]]:
        """Return the first names that are nearly those of members or guests, each with that person."""
        asked = newcomers[:_ASKED_ABOUT]
        return [(new.name, player) for new in asked if (player := self.similar(new.name))]

    def known(self, newcomers: Sequence[Newcomer]) -> list[tuple[Newcomer, bool]]:
        """Return the newcomers who have the name of a member or guest, each with whether it is a member."""
        people = [(new, self.by_name(new.name)) for new in newcomers]
        return [(new, player.pk in self.members) for new, player in people if player is not None]

    def read(self, text: str, others: Iterable[str] = ()) -> tuple[list[Newcomer], list[str]]:
        """Return the newcomers of a text, one a line with their team after a comma, and its faults.

        `others` are the names of newcomers who are somebody else than the person known by this name.
        """
        lines = enumerate(text.splitlines(), start=1)
        newcomers = [(number, _newcomer(line)) for number, line in lines if line.replace(",", " ", 1).strip()]
        apart = {name.casefold() for name in others}
        named = [new._replace(is_other=new.name.casefold() in apart) for _number, new in newcomers]
        return named, self.faults(newcomers)

    def faults(self, newcomers: Iterable[tuple[int, Newcomer]]) -> list[str]:
        """Return the faults of names, a sentence for each faulty line by its number."""
        faults: list[str] = []
        names: set[str] = set()
        for number, newcomer in newcomers:
            if fault := self._fault(newcomer, names):
                faults.append(_("Line {number}: {fault}").format(number=number, fault=fault))
            names.add(newcomer.name.casefold())
        return faults

    def _fault(self, newcomer: Newcomer, names: set[str]) -> str:
        name, team, _is_other = newcomer
        try:
            spelled(name), spelled(team)
        except Refusal as refusal:
            return refusal.sentence
        if not name:
            return _("A name is missing before the comma.")
        if max(len(name), len(team)) > LONGEST_NAME:
            sentence = ngettext(
                "A name can have up to {n} character.", "A name can have up to {n} characters.", LONGEST_NAME
            )
            return sentence.format(n=LONGEST_NAME)
        if name.casefold() in names:
            return _("{name} is listed twice.").format(name=name)
        if name.casefold() in self._entered and self.by_name(name) is None:
            return _("{name} is already in this competition.").format(name=name)
        return ""


@transaction.atomic
def enter(
    competition: Competition,
    candidates: Candidates,
    *,
    members: Sequence[Player],
    newcomers: Iterable[Newcomer],
    beyond_limit: bool = False,
    division: int = 0,
    by: str,
    at: dt.datetime,
) -> None:
    """Enter members, then newcomers: a candidate of the same name, or else a new guest.

    Refusals: those of `competitions.enter`.
    """
    players = list(members)
    teams: dict[int, str] = {}
    for newcomer in newcomers:
        known = None if newcomer.is_other else candidates.by_name(newcomer.name)
        player = known or new_guest(newcomer.name)
        if player not in players:
            players.append(player)
        if newcomer.team:
            teams[player.pk] = newcomer.team
    competitions.enter(
        competition.pk,
        players=players,
        teams=teams,
        beyond_limit=beyond_limit,
        division=division,
        by=by,
        at=at,
    )


def _people(club: Club, competition: Competition | None) -> "QuerySet[Player]":
    """Return the players of a club and its guests who are not in a competition, by name, with `is_guest`."""
    entered = Entrant.objects.filter(competition=competition).values("player")
    members, guests = (
        people.exclude(pk__in=entered).order_by().annotate(is_guest=Value(is_guest, BooleanField()))
        for people, is_guest in ((club.players, False), (guests_of(club), True))
    )
    return members.union(guests).order_by("name", "pk")


def players_in(competition: Competition) -> QuerySet[Player]:
    """Return the players of the entrants of a competition."""
    return Player.objects.filter(entries__competition=competition)


def guests_of(club: Club) -> QuerySet[Player]:
    """Return the people without a membership who have entered a competition of a club, by name."""
    entered = Entrant.objects.filter(competition__club=club).values("player")
    belonging = Membership.objects.filter(club=club).values("player")
    guests = Player.objects.filter(pk__in=entered, merged_into=None).exclude(pk__in=belonging)
    return guests.exclude(merged__membership__club=club).order_by("name", "pk")


def nearest(name: str, known: Iterable[Player]) -> Player | None:
    """Return whoever has this name or nearly this name, the last of several; None for nobody."""
    people = {player.name.casefold(): player for player in known}
    near = difflib.get_close_matches(name.casefold(), people, n=1, cutoff=_NEARLY)
    return people[near[0]] if near else None


def new_guest(name: str) -> Player:
    """Make a player without an account, who belongs to no club."""
    return Player.objects.create(name=spelled(name))


@transaction.atomic
def rename(entrant: Entrant, name: str) -> None:
    """Give an entrant without an account another name, everywhere and for the past, too.

    Refusals: `no_name`, `has_account`, `hidden_characters`.
    """
    wanted = " ".join(spelled(name).split())
    if not wanted or len(wanted) > LONGEST_NAME:
        sentence = ngettext(
            "A name can have up to {n} character.", "A name can have up to {n} characters.", LONGEST_NAME
        )
        raise Refusal("no_name", sentence.format(n=LONGEST_NAME))
    if entrant.player.user_id is not None:
        raise Refusal("has_account", _("People with an account choose their names themselves."))
    Player.objects.filter(Q(pk=entrant.player_id) | Q(merged_into=entrant.player_id)).update(name=wanted)


def came_to(latest: Competition, competition: Competition) -> list[Player]:
    """Return the entrants of another competition who are not in this one, in their order. One query."""
    came = Player.objects.filter(entries__competition=latest, entries__withdrawn=False, merged_into=None)
    return list(came.exclude(entries__competition=competition).order_by("entries__number"))


def _newcomer(line: str) -> Newcomer:
    name, _comma, team = (" ".join(part.split()) for part in line.partition(","))
    return Newcomer(name, team)
