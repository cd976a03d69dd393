"""Who may do what: every permission of clubs, competitions and their tables, and nothing else decides.

A permission follows from the roles that somebody holds in the place it is asked about: by the membership in
the club, by grants of the club or of the one competition to the person or to a team, and at a single table
by keeping its score. Whoever runs the
site may all. Everybody is a spectator of a public club, and players are spectators of what they play in.
"""

from collections.abc import Iterable
from functools import cache, cached_property
from types import SimpleNamespace
from typing import Any, Final

import rules
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import connection
from django.db.models import BooleanField, ExpressionWrapper, F, Model, Q, QuerySet, Value
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

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

User = AbstractBaseUser | AnonymousUser

_COMPETITIONS: Final = {"competition": "competitions", "table": "competitions__matches__table"}
"""How a club is found by one of its competitions, or by a table of it."""
_ANY_ROLE: Final = Q(*((name, True) for name in ROLE_FIELDS), _connector=Q.OR)
_SPECTATOR: Final = tuple(Value(role is Role.SPECTATOR) for role in Role)
_SCOREKEEPER: Final = tuple(Value(role is Role.SCOREKEEPER) for role in Role)
_HELD: Final = (*ROLE_FIELDS, "club__needs_second_factor")
"""What is read of a membership or a grant: the roles, and whether their club asks a second factor."""
_NOT_NEEDED: Final = Value(value=False)
_PLACE, _ASKER = -1, -2
"""What stands for the primary keys of the place and of who asks in a question that is kept."""
_NO_NUMBER: Final = 2**63
"""No primary key is as large as this."""


class Standing:
    """What somebody is in a club, in a competition or at its table: all of it by one query on first need."""

    def __init__(self, asker: User | HttpRequest, kind: str, pk: int) -> None:
        self._asker = asker
        self.kind = kind
        self._pk = pk

    @cached_property
    def user(self) -> Any:
        """Whoever asks; for a token of another club nobody in particular. One query for tokens of clubs."""
        user, only = _asker(self._asker)
        if only is None:
            return user
        here = Club.objects.filter(Q((_COMPETITIONS.get(self.kind, "pk"), self._pk)), pk=only)
        return user if here.exists() else AnonymousUser()

    def may(self, permission: str) -> bool:
        """Whether the permission is given; ValueError for one of another kind of place."""
        if permission.partition(".")[0] != self.kind or not rules.perm_exists(permission):
            raise ValueError(f"{permission} is not asked about a {self.kind}")
        return bool(rules.has_perm(permission, self.user, self))

    @property
    def giveable(self) -> frozenset[Role]:
        """The roles that somebody may give and take here: organizers only what stands below them."""
        if self.may(f"{self.kind}.own"):
            return frozenset(Role)
        below = frozenset(Role) - frozenset(_RUNNING)
        return below if self.may(f"{self.kind}.organize") else frozenset()

    @cached_property
    def roles(self) -> frozenset[Role]:
        """Every role that is held here."""
        return frozenset().union(*(_held(row[:-1]) for row in self._found))

    @property
    def needs_second_factor(self) -> bool:
        """Whether the club asks a second factor of its owners and organizers."""
        return any(row[-1] for row in self._found)

    @cached_property
    def _found(self) -> list[tuple[bool, ...]]:
        if not 0 <= self._pk < _NO_NUMBER:
            return []
        sql, given = _question(connection.vendor, self.kind, self.user.is_authenticated)
        asked = {_PLACE: self._pk, _ASKER: self.user.pk}
        with connection.cursor() as cursor:
            # What the database wants a number wrapped in stays around it.
            cursor.execute(sql, [type(one)(asked[one]) if one in asked else one for one in given])
            return list(cursor.fetchall())


@cache
def _question(_vendor: str, kind: str, is_known: bool) -> tuple[str, tuple[Any, ...]]:
    """Return what is asked about any place of a kind, with stand-ins for the place and for who asks.

    Every request asks it, and Django takes longer to write so large a query than a database to answer it.
    """
    rows = _rows(kind, SimpleNamespace(pk=_ASKER) if is_known else None)
    found = rows[0].union(*rows[1:], all=True) if len(rows) > 1 else rows[0]
    sql, given = found.query.get_compiler(connection=connection).as_sql()
    return sql, tuple(given)


def _rows(kind: str, user: Any) -> list[QuerySet[Any, Any]]:
    """Return rows as `_HELD`; only the public has none of its own."""
    in_club = _COMPETITIONS.get(kind, "pk")
    rows: list[QuerySet[Any, Any]] = [
        Club.objects.filter(Q((in_club, _PLACE)), is_public=True).values_list(*_SPECTATOR, _NOT_NEEDED)
    ]
    if user is None:
        return rows
    club = "club" if in_club == "pk" else f"club__{in_club}"
    memberships = Membership.objects.filter(_is(user, "player"), Q((club, _PLACE)))
    granted = Q((club, _PLACE), competition=None)
    if kind != "club":
        one = "competition" if kind == "competition" else "competition__matches__table"
        granted |= Q((one, _PLACE))
        entries = Entrant.objects.order_by().filter(_is(user, "player"), Q((one, _PLACE)))
        rows.append(entries.values_list(*_SPECTATOR, _NOT_NEEDED))
    if kind == "table":
        match = Q(
            competition__matches__table=_PLACE,
            competition__matches__table_number=F("table_number"),
        )
        here = TableScorekeeper.objects.order_by().filter(_is(user, "player"), match)
        rows.append(here.values_list(*_SCOREKEEPER, _NOT_NEEDED))
    receiver = _is(user, "player") | _is(user, "team__people")
    grants = Grant.objects.filter(receiver, granted)
    return [*rows, memberships.values_list(*_HELD), grants.values_list(*_HELD)]


def may(asker: User | HttpRequest, permission: str, obj: Club | Competition | int) -> bool:
    """Whether a user, or the visitor of a request, has a permission.

    `obj` is the club, competition or table that the permission is about, or its primary key. One query.
    """
    return standing(asker, permission, obj).may(permission)


def clubs_with(asker: User | HttpRequest, permission: str, clubs: QuerySet[Club]) -> list[Club]:
    """Return those of some clubs in which a permission is given. Two queries for however many there are."""
    return [club for club, found in standings_in(asker, clubs).items() if found.may(permission)]


def standings_in(asker: User | HttpRequest, clubs: QuerySet[Club]) -> dict[Club, Standing]:
    """Return what somebody is in some clubs, for several permissions. Two queries for however many."""
    standings = {club: Standing(asker, "club", club.pk) for club in clubs}
    if not standings:
        return {}
    user, only = _asker(asker)
    if only is not None:  # a token of a club: one by one
        return standings
    held: dict[int, frozenset[Role]] = {}
    for club, *row in _rows_of_clubs(user, [club.pk for club in standings]):
        held[club] = held.get(club, frozenset()) | _held(row)
    for club, found in standings.items():
        found.roles = held.get(club.pk, frozenset())
    return standings


def unseen(asker: User | HttpRequest) -> QuerySet[Competition]:
    """Return the competitions somebody may not see, as a subquery that lists leave out."""
    user, only = _asker(asker)
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


def unseen_clubs(asker: User | HttpRequest) -> QuerySet[Club]:
    """Return the clubs of which somebody sees only how to come in, likewise."""
    user, only = _asker(asker)
    closed = Club.objects.filter(is_public=False)
    if not user.is_authenticated:
        return closed
    if only is not None:
        return closed.exclude(pk=only, pk__in=_own_clubs(user))
    return closed.none() if user.is_superuser else closed.exclude(pk__in=_own_clubs(user))


def require(asker: User | HttpRequest, permission: str, obj: Club | Competition | int) -> str:
    """Return the visitor as the `by` of its commands; Refusal `not_allowed` without permission.

    Organizers act as `organizer:7`, others as what lets them: `scorekeeper:7`, `referee:7`.
    """
    return require_standing(standing(asker, permission, obj), permission)


def require_standing(found: Standing, permission: str) -> str:
    """Return the `by` like `require`, of a standing that is known already.

    Refusal `second_factor_needed` to roles that have to have one, on this site (`SECOND_FACTOR_FOR`) or in
    this club: without it they may only look.
    """
    if not found.may(permission):
        raise Refusal("not_allowed", str(_REFUSED[permission]))
    if not permission.partition(".")[2].startswith("see"):
        _require_second_factor(found)
    return _by(found, permission)


def standing(asker: User | HttpRequest, permission: str, obj: Club | Competition | int) -> Standing:
    """Return what somebody is where a permission is asked about, for several permissions by one query."""
    pk = obj if isinstance(obj, int) else obj.pk
    return Standing(asker, permission.partition(".")[0], pk)


def clubs_as_keepers(user: User) -> list[Keeper]:
    """Return the user's clubs, which keep rulebooks: their people use them, who runs the club changes them.

    Two queries where a second factor is needed for that, else one.
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
    found = Club.objects.filter(belongs).annotate(
        is_owned=ExpressionWrapper(owns, BooleanField()),
        is_organized=ExpressionWrapper(organizes, BooleanField()),
    )
    clubs = list(found.order_by("name"))
    asked = {one.pk for one in clubs if not _running(one).isdisjoint(_asked_of(user, one))}
    closed = asked if asked and not is_mfa_enabled(user) else set()
    return [Keeper(one, one.name, bool(_running(one)) and one.pk not in closed) for one in clubs]


def shows_rulebooks(asker: HttpRequest, keeper: Model) -> bool:
    """Whether somebody may see the rulebooks of a keeper: those of a closed club are for its people."""
    return not isinstance(keeper, Club) or keeper.is_public or may(asker, "club.see", keeper)


def referee_of_table(user: User, table_id: int) -> str:
    """Return a user as the `by` of commands who may referee the table of a competition; empty for others."""
    found = Standing(user, "table", table_id)
    return _by_at_table(found, "table.referee")


def scorekeeper_of_table(user: User, table_id: int) -> str:
    """Return a user as the `by` of commands who keeps the score of such a table; empty for others."""
    found = Standing(user, "table", table_id)
    return _by_at_table(found, "table.score")


def token_of(request: HttpRequest) -> ApiToken | None:
    """Return the token that a program has shown with a request; None for the session of a browser."""
    return getattr(request, "api_token", None)


def club_of_token(request: HttpRequest) -> int | None:
    """Return the one club that the token of a request is good for; None where it is good for all, or none."""
    token = token_of(request)
    return token.club_id if token else None


def _asker(asker: User | HttpRequest) -> tuple[Any, int | None]:
    """Return who asks, and the one club that the token is good for if it is a club's."""
    if not isinstance(asker, HttpRequest):
        return asker, None
    return asker.user, club_of_token(asker)


def _is(user: User, player: str) -> Q:
    """Return that a player belongs to the user, or was merged into the user's."""
    return Q((f"{player}__user", user.pk)) | Q((f"{player}__merged_into__user", user.pk))


def _grants(user: User) -> QuerySet[Grant]:
    """Return the grants with any role that somebody has, also as one of a team."""
    return Grant.objects.filter(_is(user, "player") | _is(user, "team__people"), _ANY_ROLE)


def _own_clubs(user: User) -> QuerySet[Club]:
    """Return the clubs in which somebody holds a role that is good for all of the club."""
    memberships = Membership.objects.filter(_is(user, "player"), _ANY_ROLE)
    granted = _grants(user).filter(competition=None)
    return Club.objects.filter(Q(pk__in=memberships.values("club")) | Q(pk__in=granted.values("club")))


def _held(row: Iterable[bool]) -> frozenset[Role]:
    return frozenset(role for role, is_held in zip(Role, row, strict=True) if is_held)


def _rows_of_clubs(user: User, clubs: list[int]) -> QuerySet[Any, Any]:
    """Return what `Standing` reads about one club, for many: the club, then a truth for each role."""
    public = Club.objects.filter(pk__in=clubs, is_public=True).values_list("pk", *_SPECTATOR)
    if not user.is_authenticated:
        return public
    memberships = Membership.objects.filter(_is(user, "player"), club__in=clubs)
    receiver = _is(user, "player") | _is(user, "team__people")
    grants = Grant.objects.filter(receiver, club__in=clubs, competition=None)
    rows = (one.values_list("club", *ROLE_FIELDS) for one in (memberships, grants))
    return public.union(*rows, all=True)


def _require_second_factor(found: Standing) -> None:
    if not _lacks_second_factor(found):
        return
    said = _("Owners and organizers need a second factor here. Switch it on in your account first.")
    raise Refusal("second_factor_needed", str(said))


def _lacks_second_factor(found: Standing) -> bool:
    asked = _asked_for_second_factor(is_needed=not found.user.is_superuser and found.needs_second_factor)
    return bool(asked) and not found.roles.isdisjoint(asked) and not is_mfa_enabled(found.user)


def _asked_for_second_factor(*, is_needed: bool) -> set[str]:
    """Return the roles that need a second factor: on this site, and in a club that needs it."""
    return {*settings.SECOND_FACTOR_FOR, *(_RUNNING if is_needed else ())}


def _asked_of(user: Any, club: Club) -> set[str]:
    return _asked_for_second_factor(is_needed=club.needs_second_factor and not user.is_superuser)


def _running(club: Any) -> set[Role]:
    """Return as what somebody runs one of `clubs_as_keepers`."""
    held = zip(_RUNNING, (club.is_owned, club.is_organized), strict=True)
    return {role for role, is_held in held if is_held}


def _by_at_table(found: Standing, permission: str) -> str:
    return _by(found, permission) if found.may(permission) and not _lacks_second_factor(found) else ""


def _by(found: Standing, permission: str) -> str:
    acts_as = _ACTS_AS.get(permission.partition(".")[2], "organizer")
    organizes = found.user.is_superuser or not found.roles.isdisjoint(_RUNNING)
    return f"{'organizer' if organizes else acts_as}:{found.user.pk}"


def _holds(*wanted: Role) -> rules.Predicate:
    names = " or ".join(role.value for role in wanted)

    @rules.predicate(f"is {names}")  # type: ignore[untyped-decorator]  # rules does not say its types
    def held(user: User, standing: Standing) -> bool:
        # Strangers are spectators at most: nothing needs to be read for all else.
        can_be = user.is_authenticated or Role.SPECTATOR in wanted
        return can_be and not standing.roles.isdisjoint(wanted)

    return held


_RUNNING: Final = (Role.OWNER, Role.ORGANIZER)
_OWNS = rules.is_superuser | _holds(Role.OWNER)
_RUNS = rules.is_superuser | _holds(*_RUNNING)
_SCORES = rules.is_superuser | _holds(*_RUNNING, Role.SCOREKEEPER)
_REFEREES = rules.is_superuser | _holds(*_RUNNING, Role.REFEREE)
_BELONGS = rules.is_superuser | _holds(*(role for role in Role if role is not Role.SPECTATOR))
_SEES = rules.is_superuser | _holds(*Role)

_PERMISSIONS: Final = {
    "club.own": (_OWNS, _("Only the owners of the club may do this.")),
    "club.organize": (_RUNS, _("Only the organizers of the club may do this.")),
    "club.see_members": (_BELONGS, _("Only people of the club may see this.")),
    "club.see": (_SEES, _("This is for people of the club. Ask its organizers to let you in.")),
    "competition.own": (_OWNS, _("Only the owners of the club may do this.")),
    "competition.organize": (_RUNS, _("Only the organizers of the club may do this.")),
    "competition.score": (_SCORES, _("Only scorekeepers and organizers may do this.")),
    "competition.referee": (_REFEREES, _("Only referees and organizers may do this.")),
    "competition.see": (
        _SEES,
        _("This is for people of the club. Ask its organizers to let you in."),
    ),
    "table.score": (_SCORES, _("Only scorekeepers and organizers may do this.")),
    "table.referee": (_REFEREES, _("Only referees and organizers may do this.")),
    "table.see": (_SEES, _("This is for people of the club. Ask its organizers to let you in.")),
}
_REFUSED: Final = {permission: sentence for permission, (_predicate, sentence) in _PERMISSIONS.items()}
_ACTS_AS: Final = {"score": "scorekeeper", "referee": "referee"}
for _name, (_predicate, _sentence) in _PERMISSIONS.items():
    rules.set_perm(_name, _predicate)
