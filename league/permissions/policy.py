"""All permissions of clubs, competitions and their tables; nothing else decides.

A permission follows from a user's roles in the place: by the membership in the club, by grants of the club or
of the competition to the person or to a team, and at a single table by keeping its score. Administrators of
the site may do everything. Everybody is a spectator of a public club, and players are spectators of what they
play in.
"""

from collections.abc import Iterable
from functools import cache, cached_property
from types import SimpleNamespace
from typing import Any, Final

import rules
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import connection
from django.db.models import BooleanField, Exists, ExpressionWrapper, F, Model, OuterRef, Q, QuerySet, Value
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.localization.collation import by_name
from games.models import Player
from games.rulebooks.owners import Keeper
from games.rules.base.refusal import Refusal
from league.models import (
    ROLE_FIELDS,
    ApiToken,
    Club,
    Competition,
    Entrant,
    Grant,
    Membership,
    Role,
    TableScorekeeper,
)
from league.permissions import second_factor
from league.permissions.second_factor import RUNNING

User = AbstractBaseUser | AnonymousUser

_COMPETITIONS: Final = {"competition": "competitions", "table": "competitions__matches__table"}
"""How to find a club from one of its competitions, or from a table."""
_ANY_ROLE: Final = Q(*((name, True) for name in ROLE_FIELDS), _connector=Q.OR)
_SPECTATOR: Final = tuple(Value(role is Role.SPECTATOR) for role in Role)
_SCOREKEEPER: Final = tuple(Value(role is Role.SCOREKEEPER) for role in Role)
_HELD: Final = (*ROLE_FIELDS, "club__needs_second_factor")
"""The columns of a membership or a grant: the roles, and whether the club needs a second factor."""
_NOT_NEEDED: Final = Value(value=False)
_HERE, _IN_CLUB = Value(value=False), Value(value=True)
"""Whether a row is about the competition or table alone, or about its whole club."""
_PLACE, _ASKER = -1, -2
"""Placeholders for the primary keys of the place and of the user in the cached query."""
_NO_NUMBER: Final = 2**63
"""No primary key is as large as this."""


class Standing:
    """A user's roles in a club, in a competition or at its table: a single query on first need."""

    def __init__(self, requester: User | HttpRequest, kind: str, pk: int) -> None:
        self._requester = requester
        self.kind = kind
        self._pk = pk

    @cached_property
    def user(self) -> Any:
        """The user; anonymous for a token of another club. One query for tokens of clubs."""
        user, only = _user_and_club(self._requester)
        if only is None:
            return user
        here = Club.objects.filter(Q((_COMPETITIONS.get(self.kind, "pk"), self._pk)), pk=only)
        return user if here.exists() else AnonymousUser()

    def may(self, permission: str) -> bool:
        """Whether the permission is granted; ValueError for a permission of another kind of place."""
        if permission.partition(".")[0] != self.kind or not rules.perm_exists(permission):
            raise ValueError(f"{permission} is not asked about a {self.kind}")
        return bool(rules.has_perm(permission, self.user, self))

    @property
    def giveable(self) -> frozenset[Role]:
        """The roles that the user may give and take here: organizers only the roles below their own."""
        if self.may(f"{self.kind}.own"):
            return frozenset(Role)
        below = frozenset(Role) - frozenset(RUNNING)
        return below if self.may(f"{self.kind}.organize") else frozenset()

    @cached_property
    def roles(self) -> frozenset[Role]:
        """Every role that the user has here."""
        return frozenset().union(*(_held(row[:-2]) for row in self._role_rows))

    @cached_property
    def in_club(self) -> "Standing":
        """The user's standing in the whole club of a competition or table, from the same query."""
        of_club = Standing(self.user, "club", self._pk)
        of_club._role_rows = [row for row in self._role_rows if row[-1]]
        return of_club

    @property
    def needs_second_factor(self) -> bool:
        """Whether the club needs a second factor of its owners and organizers."""
        return any(row[-2] for row in self._role_rows)

    @cached_property
    def _role_rows(self) -> list[tuple[bool, ...]]:
        if not 0 <= self._pk < _NO_NUMBER:
            return []
        sql, placeholders = _question(connection.vendor, self.kind, self.user.is_authenticated)
        values = {_PLACE: self._pk, _ASKER: self.user.pk}
        with connection.cursor() as cursor:
            # Keep the wrapper that the database needs around a number.
            cursor.execute(sql, [type(key)(values[key]) if key in values else key for key in placeholders])
            return list(cursor.fetchall())


@cache
def _question(_vendor: str, kind: str, is_known: bool) -> tuple[str, tuple[Any, ...]]:
    """Return the query for a kind of place, with placeholders for the place and the user.

    Every request runs it, and Django takes longer to build so large a query than a database to answer it.
    """
    rows = _rows(kind, SimpleNamespace(pk=_ASKER) if is_known else None)
    union = rows[0].union(*rows[1:], all=True) if len(rows) > 1 else rows[0]
    sql, parameters = union.query.get_compiler(connection=connection).as_sql()
    return sql, tuple(parameters)


def _rows(kind: str, user: Any) -> list[QuerySet[Any, Any]]:
    """Return rows as `_HELD`, then whether they are about the whole club.

    Anonymous users have only the row of a public club.
    """
    in_club = _COMPETITIONS.get(kind, "pk")
    public = Club.objects.filter(Q((in_club, _PLACE)), is_public=True)
    rows: list[QuerySet[Any, Any]] = [public.values_list(*_SPECTATOR, _NOT_NEEDED, _IN_CLUB)]
    if user is None:
        return rows
    club = "club" if in_club == "pk" else f"club__{in_club}"
    memberships = Membership.objects.filter(_is(user, "player"), Q((club, _PLACE)))
    granted = Q((club, _PLACE), competition=None)
    if kind != "club":
        competition = "competition" if kind == "competition" else "competition__matches__table"
        granted |= Q((competition, _PLACE))
        entries = Entrant.objects.order_by().filter(_is(user, "player"), Q((competition, _PLACE)))
        rows.append(entries.values_list(*_SPECTATOR, _NOT_NEEDED, _HERE))
    if kind == "table":
        match = Q(
            competition__matches__table=_PLACE,
            competition__matches__table_number=F("table_number"),
        )
        here = TableScorekeeper.objects.order_by().filter(_is(user, "player"), match)
        rows.append(here.values_list(*_SCOREKEEPER, _NOT_NEEDED, _HERE))
    receiver = _is(user, "player") | _is(user, "team__people")
    grants = Grant.objects.filter(receiver, granted)
    of_club = ExpressionWrapper(Q(competition=None), BooleanField())
    return [*rows, memberships.values_list(*_HELD, _IN_CLUB), grants.values_list(*_HELD, of_club)]


def may(requester: User | HttpRequest, permission: str, obj: Club | Competition | int) -> bool:
    """Whether a user, or the visitor of a request, has a permission.

    `obj` is the club, competition or table that the permission is about, or its primary key. One query.
    """
    return standing(requester, permission, obj).may(permission)


def clubs_with(requester: User | HttpRequest, permission: str, clubs: QuerySet[Club]) -> list[Club]:
    """Return the clubs in which a permission is granted. Two queries for any number of clubs."""
    return [
        club
        for club, club_standing in standings_in(requester, clubs).items()
        if club_standing.may(permission)
    ]


def standings_in(requester: User | HttpRequest, clubs: QuerySet[Club]) -> dict[Club, Standing]:
    """Return the user's standing in some clubs, for several permissions. Two queries for any number."""
    standings = {club: Standing(requester, "club", club.pk) for club in clubs}
    if not standings:
        return {}
    user, only = _user_and_club(requester)
    if only is not None:  # a token of a club: separately
        return standings
    held: dict[int, frozenset[Role]] = {}
    for club, *row in _rows_of_clubs(user, [club.pk for club in standings]):
        held[club] = held.get(club, frozenset()) | _held(row)
    for club, club_standing in standings.items():
        club_standing.roles = held.get(club.pk, frozenset())
    return standings


def invisible_competitions(requester: User | HttpRequest) -> QuerySet[Competition]:
    """Return the competitions that a user may not see, as a subquery that lists exclude."""
    user, only = _user_and_club(requester)
    closed = Competition.objects.order_by().filter(club__is_public=False)
    if not user.is_authenticated:
        return closed
    if only is not None:
        return closed.exclude(club=only, club__in=_own_clubs(user))
    if user.is_superuser:
        return closed.none()
    grants = _grants(user).exclude(competition=None)
    entries = Entrant.objects.order_by().filter(_is(user, "player"))
    seen = Q(pk__in=grants.values("competition")) | Q(pk__in=entries.values("competition"))
    return closed.exclude(Q(club__in=_own_clubs(user)) | seen)


def organized_competitions(requester: User | HttpRequest, club: int | None = None) -> QuerySet[Competition]:
    """Return the competitions of a club, or of all clubs, that a user organizes, as a subquery too."""
    return _competitions_with(requester, club, *RUNNING)


def refereed_competitions(requester: User | HttpRequest, club: int) -> QuerySet[Competition]:
    """Return the competitions of a club in which a user may act as a referee, as a subquery too."""
    return _competitions_with(requester, club, *RUNNING, Role.REFEREE)


def invisible_clubs(requester: User | HttpRequest) -> QuerySet[Club]:
    """Return the clubs of which a user sees only how to join, as a subquery too."""
    user, only = _user_and_club(requester)
    closed = Club.objects.filter(is_public=False)
    if not user.is_authenticated:
        return closed
    if only is not None:
        return closed.exclude(pk=only, pk__in=_own_clubs(user))
    return closed.none() if user.is_superuser else closed.exclude(pk__in=_own_clubs(user))


def require(requester: User | HttpRequest, permission: str, obj: Club | Competition | int) -> str:
    """Return the visitor as the `by` of commands; Refusal `not_allowed` without permission.

    Organizers act as `organizer:7`, others by the role that permits it: `scorekeeper:7`, `referee:7`.
    """
    return require_standing(standing(requester, permission, obj), permission)


def require_standing(standing_here: Standing, permission: str) -> str:
    """Return the `by` like `require`, for a known standing.

    Refusal `second_factor_needed` to roles that need one, on this site (`SECOND_FACTOR_FOR`) or in this club:
    without it they may only look.
    """
    if not standing_here.may(permission):
        raise Refusal("not_allowed", str(_REFUSED[permission]))
    if not permission.partition(".")[2].startswith("see"):
        second_factor.require(standing_here)
    return _by(standing_here, permission)


def standing(requester: User | HttpRequest, permission: str, obj: Club | Competition | int) -> Standing:
    """Return a user's standing at the place of a permission, for several permissions by a single query."""
    pk = obj if isinstance(obj, int) else obj.pk
    return Standing(requester, permission.partition(".")[0], pk)


def clubs_as_keepers(user: User) -> list[Keeper]:
    """Return the user's clubs, which own rulebooks: members use them, owners and organizers change them.

    Two queries where a second factor is needed for that, otherwise one.
    """
    if user.pk is None:
        return []
    held: list[QuerySet[Any, Any]] = [
        Membership.objects.filter(_is(user, "player")),
        Grant.objects.filter(_is(user, "team__people"), competition=None),
    ]
    belongs, owns, organizes = Q(), Q(), Q()
    for rows in held:
        belongs |= Q(pk__in=rows.values("club"))
        owns |= Q(pk__in=rows.filter(is_owner=True).values("club"))
        organizes |= Q(pk__in=rows.filter(is_organizer=True).values("club"))
    clubs_found = Club.objects.filter(belongs).annotate(
        is_owned=ExpressionWrapper(owns, BooleanField()),
        is_organized=ExpressionWrapper(organizes, BooleanField()),
    )
    clubs = by_name(clubs_found.order_by("pk"), name=lambda club: club.name)
    needing = {
        club.pk
        for club in clubs
        if not _running(club).isdisjoint(second_factor.roles_that_need_it(user, club))
    }
    closed = needing if needing and not second_factor.is_on(user) else set()
    return [Keeper(club, club.name, bool(_running(club)) and club.pk not in closed) for club in clubs]


def people_of_own_clubs(player: Player) -> Q:
    """Return the condition for members of the clubs of a player, who must be a member too."""
    own = Membership.objects.filter(player=player, is_member=True).values("club")
    return Q(pk__in=Membership.objects.filter(club__in=own, is_member=True).values("player"))


def shows_rulebooks(requester: HttpRequest, keeper: Model) -> bool:
    """Whether the visitor may see the rulebooks of a keeper: those of a closed club are for its members."""
    return not isinstance(keeper, Club) or keeper.is_public or may(requester, "club.see", keeper)


def referee_of_table(user: User, table_id: int) -> str:
    """Return the `by` of a user who may referee the table of a competition; empty for others."""
    return _by_at_table(user, table_id, "table.referee")


def scorekeeper_of_table(user: User, table_id: int) -> str:
    """Return the `by` of a user who may keep the score of such a table; empty for others."""
    return _by_at_table(user, table_id, "table.score")


def token_of(request: HttpRequest) -> ApiToken | None:
    """Return the token of a program's request; None for the session of a browser."""
    return getattr(request, "api_token", None)


def club_of_token(request: HttpRequest) -> int | None:
    """Return the only club for which the token of a request is valid; None for all clubs, or no token."""
    token = token_of(request)
    return token.club_id if token else None


def _user_and_club(requester: User | HttpRequest) -> tuple[Any, int | None]:
    """Return the user, and the only club for which the token is valid if it is a club's."""
    if not isinstance(requester, HttpRequest):
        return requester, None
    return requester.user, club_of_token(requester)


def _is(user: User, player: str) -> Q:
    """Return the condition that a player belongs to the user, or was merged into the user's."""
    return Q((f"{player}__user", user.pk)) | Q((f"{player}__merged_into__user", user.pk))


def _grants(user: User) -> QuerySet[Grant]:
    """Return the user's grants with any role, including those of a team."""
    return Grant.objects.filter(_is(user, "player") | _is(user, "team__people"), _ANY_ROLE)


def _own_clubs(user: User) -> QuerySet[Club]:
    """Return the clubs in which the user has a role that applies to the whole club."""
    memberships = Membership.objects.filter(_is(user, "player"), _ANY_ROLE)
    granted = _grants(user).filter(competition=None)
    return Club.objects.filter(Q(pk__in=memberships.values("club")) | Q(pk__in=granted.values("club")))


def _held(row: Iterable[bool]) -> frozenset[Role]:
    return frozenset(role for role, is_held in zip(Role, row, strict=True) if is_held)


def _competitions_with(
    requester: User | HttpRequest, club: int | None, *roles: Role
) -> QuerySet[Competition]:
    """Return the competitions of a club, or of all, in which a user has any of some roles."""
    user, only = _user_and_club(requester)
    of_club = Competition.objects.all() if club is None else Competition.objects.filter(club=club)
    if not user.is_authenticated or only not in (None, club):
        return of_club.none()
    if user.is_superuser:
        return of_club
    held = Q(*((f"is_{role.value}", True) for role in roles), _connector=Q.OR)
    memberships = Membership.objects.order_by().filter(_is(user, "player"), held, club=OuterRef("club"))
    grants = _grants(user).order_by().filter(held)
    in_club = Exists(memberships) | Exists(grants.filter(competition=None, club=OuterRef("club")))
    return of_club.filter(in_club | Q(pk__in=grants.exclude(competition=None).values("competition")))


def _rows_of_clubs(user: User, clubs: list[int]) -> QuerySet[Any, Any]:
    """Return the facts that `Standing` reads about clubs: the club, then a boolean for each role."""
    public = Club.objects.filter(pk__in=clubs, is_public=True).values_list("pk", *_SPECTATOR)
    if not user.is_authenticated:
        return public
    memberships = Membership.objects.filter(_is(user, "player"), club__in=clubs)
    receiver = _is(user, "player") | _is(user, "team__people")
    grants = Grant.objects.filter(receiver, club__in=clubs, competition=None)
    rows = (rows_of.values_list("club", *ROLE_FIELDS) for rows_of in (memberships, grants))
    return public.union(*rows, all=True)


def _running(club: Any) -> set[Role]:
    """Return the roles with which the user runs one of `clubs_as_keepers`."""
    held = zip(RUNNING, (club.is_owned, club.is_organized), strict=True)
    return {role for role, is_held in held if is_held}


def _by_at_table(user: User, table_id: int, permission: str) -> str:
    # A page asks for both roles: the user of its request remembers the standing, one query for both.
    known: dict[int, Standing] = user.__dict__.setdefault("_standings_at_tables", {})
    if (place := known.get(table_id)) is None:
        place = known[table_id] = Standing(user, "table", table_id)
    return _by(place, permission) if place.may(permission) and not second_factor.is_missing(place) else ""


def _by(place: Standing, permission: str) -> str:
    acts_as = _ACTS_AS.get(permission.partition(".")[2], "organizer")
    organizes = place.user.is_superuser or not place.roles.isdisjoint(RUNNING)
    return f"{'organizer' if organizes else acts_as}:{place.user.pk}"


def _holds(*wanted: Role) -> rules.Predicate:
    names = " or ".join(role.value for role in wanted)

    @rules.predicate(f"is {names}")  # type: ignore[untyped-decorator]  # rules does not say its types
    def held(user: User, standing: Standing) -> bool:
        # Strangers are spectators at most: for all else nothing needs to be read.
        can_be = user.is_authenticated or Role.SPECTATOR in wanted
        return can_be and not standing.roles.isdisjoint(wanted)

    return held


_OWNS = rules.is_superuser | _holds(Role.OWNER)
_RUNS = rules.is_superuser | _holds(*RUNNING)
_SCORES = rules.is_superuser | _holds(*RUNNING, Role.SCOREKEEPER)
_REFEREES = rules.is_superuser | _holds(*RUNNING, Role.REFEREE)
_BELONGS = rules.is_superuser | _holds(*(role for role in Role if role is not Role.SPECTATOR))
_SEES = rules.is_superuser | _holds(*Role)

_PERMISSIONS: Final = {
    "club.own": (_OWNS, _("Only the owners of the club may do this.")),
    "club.organize": (_RUNS, _("Only the organizers of the club may do this.")),
    "club.see_members": (_BELONGS, _("Only people in the club may see this.")),
    "club.see": (_SEES, _("This is for people in the club. Ask its organizers to admit you.")),
    "competition.own": (_OWNS, _("Only the owners of the club may do this.")),
    "competition.organize": (_RUNS, _("Only the organizers of the club may do this.")),
    "competition.score": (_SCORES, _("Only scorekeepers and organizers may do this.")),
    "competition.referee": (_REFEREES, _("Only referees and organizers may do this.")),
    "competition.see": (_SEES, _("This is for people in the club. Ask its organizers to admit you.")),
    "table.score": (_SCORES, _("Only scorekeepers and organizers may do this.")),
    "table.referee": (_REFEREES, _("Only referees and organizers may do this.")),
    "table.see": (_SEES, _("This is for people in the club. Ask its organizers to admit you.")),
}
_REFUSED: Final = {permission: sentence for permission, (_predicate, sentence) in _PERMISSIONS.items()}
_ACTS_AS: Final = {"score": "scorekeeper", "referee": "referee"}
for _name, (_predicate, _sentence) in _PERMISSIONS.items():
    rules.set_perm(_name, _predicate)
