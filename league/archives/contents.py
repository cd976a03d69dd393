"""The files of an archive: what the site stores about a person, and nothing that is secret to them.

Names of others stand as the person may read them. Secrets of log-ins are left out, and so are the cards of a
deal that is still being played: the record of a match has only the finished deals.
"""

import datetime as dt
import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _

from games.analysis import analysis_file
from games.integrity import match_records
from games.models import (
    ChatBan,
    ChatMessage,
    MutedPlayer,
    Objection,
    Player,
    PuzzleAttempt,
    PuzzleRating,
    ReplayComment,
    Seat,
    Table,
    Vacation,
)
from games.rules.base.refusal import Refusal
from games.scoresheets import queries as score_sheets
from league.models import (
    ApiToken,
    AuditEntry,
    Availability,
    Claim,
    Entrant,
    Grant,
    JoinRequest,
    Membership,
    Muted,
    Notice,
    PushSubscription,
    QuietHours,
    Rating,
    Report,
    ReportStep,
    Role,
    SubstituteRequest,
    role_words,
)

File = tuple[str, str]
"""The name of a file and its text."""
_SHEET: Final = ("number", "at", "out", "left", "winner", "loser", "points", "totals")


def of_person(player: Player) -> Iterator[File]:
    """Return the files about a person, without the matches."""
    people = [player, *player.merged.all()]
    yield "README.txt", _readme()
    yield _written("profile.json", _profile(player, people))
    yield _written("clubs.json", _clubs(player, people))
    yield _written("competitions.json", _competitions(people))
    yield _written("chat.json", _chat(people))
    yield _written(
        "notices.json",
        _rows(
            Notice.objects.filter(player__in=people),
            "kind",
            "translated_subject",
            "translated_text",
            "link",
            "at",
            "read_at",
            "mail",
        ),
    )
    yield _written("consents.json", _consents(player, people))
    yield _written("reports.json", _reports(people))
    yield _written("puzzles.json", _puzzles(people))


def seats_of(player: Player) -> list[Seat]:
    """Return the seats of a person at all tables, the oldest first. Two queries."""
    people = [player, *player.merged.all()]
    return list(Seat.objects.filter(player__in=people).select_related("table").order_by("table"))


def of_match(seat: Seat) -> tuple[dict[str, Any], list[File]]:
    """Return a match in a few facts, and its record or score sheet and its analysis, if there are such."""
    table = seat.table
    facts = {
        "table": table.pk,
        "name": table.title,
        "rulebook": table.rulebook,
        "status": table.status,
        "seat": seat.letter,
        "place": seat.place,
        "total": seat.total,
        "opened_at": table.opened_at,
        "finished_at": table.finished_at,
    }
    name = f"matches/table-{table.pk}.json"
    try:
        text = _sheet(table.pk) if table.is_physical else match_records.export(table.pk)
    except Refusal as refusal:
        return {**facts, "record": None, "analysis": None, "why": refusal.sentence}, []
    analysis = _analysis(seat.table)
    files = [(name, text), *analysis]
    return {**facts, "record": name, "analysis": analysis[0][0] if analysis else None}, files


def written_list(matches: Sequence[dict[str, Any]]) -> File:
    """Return the list of all matches as a file."""
    return _written("matches.json", list(matches))


def _analysis(table: Table) -> list[File]:
    """Return the analysis of a match as a file; nothing while there is none, or where it is switched off."""
    try:
        return [(f"matches/table-{table.pk}.analysis.json", analysis_file.export(table))]
    except Refusal:
        return []


def _readme() -> str:
    lines = [
        _("Everything that this site stores about you."),
        "",
        "profile.json – " + _("your name, log-in, addresses, devices, tokens and rulebooks"),
        "clubs.json – " + _("your memberships, roles, requests and answers to matchdays"),
        "competitions.json – " + _("the competitions you entered, with ranks and ratings"),
        "matches.json – " + _("your matches; the folder “matches” has the record of each"),
        "matches/….analysis.json – " + _("what the analysis of a match has found, beside its record"),
        "chat.json – " + _("what you wrote in chats, replays and disputes"),
        "notices.json – " + _("the notices you were sent"),
        "consents.json – " + _("what you have agreed to, switched off, muted or blocked"),
        "reports.json – " + _("the reports that you made, and those about you"),
        "puzzles.json – " + _("your answers to puzzles, and your puzzle rating"),
        "",
        _("Times are in UTC. Secrets of log-ins and tokens are left out: no one can read them."),
        "",
    ]
    return "\n".join(lines)


def _profile(player: Player, people: Sequence[Player]) -> dict[str, Any]:
    user = player.user
    facts: dict[str, Any] = {
        "number": player.pk,
        "name": player.name,
        "language": player.language,
        "merged_players": [merged.pk for merged in people[1:]],
        "rulebooks": _rows(player.rulebooks.all(), "pk", "name", "preset", "options"),
    }
    if user is None:
        return facts
    devices = UserSession.objects.filter(user=user)
    return facts | {
        "log_in_name": user.get_username(),
        "joined_at": user.date_joined,
        "last_log_in_at": user.last_login,
        "addresses": _rows(EmailAddress.objects.filter(user=user), "email", "verified", "primary"),
        "second_factors": _rows(
            Authenticator.objects.filter(user=user), "type", "created_at", "last_used_at"
        ),
        "devices": _rows(devices, "created_at", "last_seen_at", "ip", "user_agent"),
        "tokens": _rows(
            ApiToken.objects.filter(user=user),
            *("name", "start", "scopes", "club_id", "made_at", "expires_at", "revoked_at", "last_used_at"),
        ),
        "changes": _rows(
            AuditEntry.objects.filter(by=f"user:{user.pk}").order_by("pk"),
            *("at", "what", "subject", "deed", "club_id", "competition_id"),
        ),
    }


def _clubs(player: Player, people: Sequence[Player]) -> dict[str, Any]:
    memberships = Membership.objects.filter(player__in=people).select_related("club")
    grants = Grant.objects.filter(player__in=people).select_related("club", "competition")
    return {
        "memberships": [{"club": str(row.club), "roles": _roles(row)} for row in memberships],
        "roles": [
            {"club": str(row.club), "competition": row.competition_id, "roles": _roles(row)} for row in grants
        ],
        "teams": [
            {"club": str(team.club), "team": team.name} for team in player.teams.select_related("club")
        ],
        "requests": _rows(JoinRequest.objects.filter(player__in=people), "club_id", "message", "asked_at"),
        "claims": _rows(
            Claim.objects.filter(claimant__in=people), "player_id", "state", "asked_at", "decided_at"
        ),
        "matchdays": _rows(Availability.objects.filter(player__in=people), "matchday_id", "answer", "since"),
        "substitutions": _rows(
            SubstituteRequest.objects.filter(player__in=people), "matchday_id", "asked_at"
        ),
    }


def _competitions(people: Sequence[Player]) -> dict[str, Any]:
    entries = Entrant.objects.filter(player__in=people).select_related("competition")
    return {
        "entries": [
            {"competition": row.competition_id, "name": row.competition.name}
            | _facts(
                row, "number", "team", "seed", "withdrawn", "rank", "points", "division", "division_rank"
            )
            for row in entries
        ],
        "ratings": _rows(
            Rating.objects.filter(player__in=people), "ladder_id", "pool", "mu", "sigma", "games", "played_on"
        ),
    }


def _chat(people: Sequence[Player]) -> dict[str, Any]:
    return {
        "messages": _rows(
            ChatMessage.objects.filter(player__in=people), "table_id", "said_at", "text", "hidden_at"
        ),
        "replay_comments": _rows(
            ReplayComment.objects.filter(player__in=people), "table_id", "step", "said_at", "text"
        ),
        "objections": _rows(Objection.objects.filter(player__in=people), "table_id", "made_at", "reason"),
    }


def _consents(player: Player, people: Sequence[Player]) -> dict[str, Any]:
    muted = MutedPlayer.objects.filter(by__in=people).select_related("player")
    return {
        "name_is_hidden": player.is_hidden,
        "insight_is_shown": player.shows_insight,
        "devices_with_notices": _rows(
            PushSubscription.objects.filter(player__in=people), "endpoint", "made_at", "delivered_at"
        ),
        "quiet_hours": _rows(QuietHours.objects.filter(player__in=people), "starts", "ends", "time_zone"),
        "vacations": _rows(Vacation.objects.filter(player__in=people), "starts_at", "ends_at"),
        "notices_switched_off": _rows(Muted.objects.filter(player__in=people), "kind", "channel"),
        "muted_people": [
            {"number": row.player_id, "name": row.player.name, "at": row.at, "is_blocked": row.is_blocked}
            for row in muted
        ],
    }


def _reports(people: Sequence[Player]) -> dict[str, Any]:
    """Return the reports by a person, and those about them without the names of the reporters."""
    of_case = ("pk", "text", "said_at", "reason", "desk", "status", "at")
    mine = Report.objects.filter(reporter__in=people)
    about = Report.objects.filter(player__in=people)
    decisions = ReportStep.objects.filter(report__in=about).exclude(deed=ReportStep.Deed.MADE)
    return {
        "made": _rows(mine, *of_case, "words"),
        "about_me": _rows(about, *of_case),
        "decisions_about_me": _rows(decisions, "report_id", "at", "deed", "words", "is_hidden", "ban_days"),
        "chats_closed": _rows(ChatBan.objects.filter(player__in=people), "until"),
    }


def _puzzles(people: Sequence[Player]) -> dict[str, Any]:
    return {
        "ratings": _rows(PuzzleRating.objects.filter(player__in=people), "mu", "sigma", "tried", "solved"),
        "answers": _rows(
            PuzzleAttempt.objects.filter(player__in=people),
            *("puzzle_id", "kind", "move", "is_right", "rating", "at"),
        ),
    }


def _sheet(table_id: int) -> str:
    sheet = score_sheets.look(table_id)
    names = score_sheets.seat_names(sheet)
    return _text({"seats": names, "deals": [_facts(deal, *_SHEET) for deal in sheet.deals]})


def _roles(row: Any) -> str:
    return role_words(role for role in Role if getattr(row, f"is_{role.value}"))


def _rows(rows: QuerySet[Any] | Any, *names: str) -> list[dict[str, Any]]:
    return [_facts(row, *names) for row in rows]


def _facts(row: Model | Any, *names: str) -> dict[str, Any]:
    return {
        name.removeprefix("translated_") if name in _TRANSLATED else name: getattr(row, name)
        for name in names
    }


_TRANSLATED: Final = ("translated_subject", "translated_text")
"""Texts in the language of the reader."""


def _written(name: str, content: Any) -> File:
    return name, _text(content)


def _text(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1, default=_plain)


def _plain(value: Any) -> Any:
    if isinstance(value, (dt.datetime, dt.date, dt.time)):
        return value.isoformat()
    return str(value)
