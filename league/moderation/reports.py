"""Reports: make one, pass it on, decide it, and open it again."""

import datetime as dt
from functools import partial
from typing import Final

from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from games import chat, quotas
from games.models import ChatBan, ChatMessage, Player
from games.rules.base.refusal import Refusal
from league.audit import log
from league.models import AuditEntry, Club, Report, ReportStep
from league.notifications import kinds, notices
from league.notifications.notices import About
from league.notifications.recipients import keepers_of_the_site, organizers_of
from league.permissions.policy import clubs_with, may

Desk, Status, Deed = Report.Desk, Report.Status, ReportStep.Deed
BANS: Final = (0, 1, 7, 30)
"""The days for which the site can close the chats to a person."""
LONGEST: Final = 500
_DAY: Final = dt.timedelta(days=1)


def club_of(message: ChatMessage) -> Club | None:
    """Return the club of the table where a message was written. One query."""
    return Club.objects.filter(competitions__matches__table=message.table_id).first()


def desks_for(message: ChatMessage, club: Club | None, reporter: Player) -> list[Report.Desk]:
    """Return the desks to which a reporter can send a message: nobody decides about themselves."""
    host = message.table.host_id
    has_host = host is not None and host not in (message.player_id, reporter.pk)
    return [*[Desk.HOST] * has_host, *[Desk.CLUB] * (club is not None), Desk.SITE]


@transaction.atomic
def report(
    message: ChatMessage,
    *,
    desk: Report.Desk,
    reason: Report.Reason,
    words: str,
    user: User,
    by: Player,
    at: dt.datetime,
) -> Report:
    """Report a message. Refusals: `yourself`, `already_reported`, `quota_used_up`."""
    if message.player_id == by.pk:
        raise Refusal("yourself", _("This is your own message."))
    if Report.objects.filter(reporter=by, message=message).exists():
        raise Refusal("already_reported", _("You have reported this message already."))
    quotas.lock(user)
    quotas.require("reports", user, Report.objects.filter(reporter=by, at__gt=at - _DAY).count())
    club = club_of(message)
    if desk not in desks_for(message, club, by):
        raise Refusal("conflict", _("Choose someone who can decide about this message."))
    made = Report.objects.create(
        reporter=by,
        player=message.player,
        table=message.table,
        message=message,
        text=message.text,
        said_at=message.said_at,
        reason=reason,
        words=words,
        desk=desk,
        club=club,
        at=at,
    )
    _step(made, Deed.MADE, words, by=by, at=at)
    log.note(AuditEntry.What.REPORT, made.pk, AuditEntry.Deed.MADE, after=_facts(made), club=_club(made))
    _tell_desk(made, at)
    return made


@transaction.atomic
def pass_on(pk: int, *, words: str, by: Player, at: dt.datetime) -> None:
    """Pass an open case on: a host to the club or else the site, a club to the site."""
    case = _open(pk)
    if case.desk == Desk.SITE:
        raise Refusal("conflict", _("No one else can decide this case."))
    before = _facts(case)
    case.desk = Desk.CLUB if case.desk == Desk.HOST and case.club_id else Desk.SITE
    case.save(update_fields=["desk"])
    _step(case, Deed.PASSED_ON, words, by=by, at=at)
    _note(case, before)
    _tell_desk(case, at)


@transaction.atomic
def decide(
    pk: int,
    *,
    is_upheld: bool,
    words: str,
    hides: bool,
    ban_days: int,
    by: Player,
    actor: str,
    at: dt.datetime,
) -> None:
    """Decide an open case with a reason; an upheld one can hide the message and close the chats.

    `actor` is the deciding person as in the log. Refusals: `no_reason`, `decided_already`.
    """
    case = _open(pk)
    if not words:
        raise Refusal("no_reason", _("Give a reason: the person who reported it can read it."))
    before = _facts(case)
    case.status = Status.UPHELD if is_upheld else Status.DISMISSED
    case.save(update_fields=["status"])
    hides = hides and is_upheld and case.message_id is not None
    days = ban_days if is_upheld and case.desk == Desk.SITE and ban_days in BANS else 0
    if hides:
        assert case.message_id is not None
        chat.hide(case.message_id, by=actor, at=at)
    if days:
        ChatBan.objects.update_or_create(player=case.player, defaults={"until": at + days * _DAY})
        link = reverse("notices")
        key = f"ban:{case.pk}:{int(at.timestamp())}"
        notices.send(kinds.REPORT, [case.player_id], key, about=partial(_banned, link), at=at)
    step = _step(case, Deed(case.status), words, by=by, at=at, is_hidden=hides, ban_days=days)
    _note(case, before, message=hides, ban_days=days)
    about = partial(_decided, case.pk)
    notices.send(kinds.REPORT, [case.reporter_id], f"decided:{case.pk}:{step.pk}", about=about, at=at)


@transaction.atomic
def reopen(pk: int, *, words: str, by: Player, at: dt.datetime) -> None:
    """Open a decided case again at the same desk. Refusal `no_reason`."""
    case = Report.objects.select_for_update().get(pk=pk)
    if not words:
        raise Refusal("no_reason", _("Give a reason: it stays in the history of the case."))
    if case.status == Status.OPEN:
        raise Refusal("conflict", _("This case is open."))
    before = _facts(case)
    case.status = Status.OPEN
    case.save(update_fields=["status"])
    _step(case, Deed.REOPENED, words, by=by, at=at)
    _note(case, before)


def looks_after_the_site(user: User | AnonymousUser) -> bool:
    """Whether somebody decides the cases of the whole site."""
    return user.has_perm("league.change_report")


def decides(user: User, player: Player, case: Report) -> bool:
    """Whether somebody may decide a case: nobody decides a case of their own."""
    if player.pk in (case.reporter_id, case.player_id):
        return False
    if looks_after_the_site(user):
        return True
    if case.desk == Desk.HOST:
        return case.table.host_id == player.pk
    return case.desk == Desk.CLUB and case.club is not None and may(user, "club.organize", case.club)


def cases_of(user: User, player: Player) -> QuerySet[Report]:
    """Return the cases that somebody decides, the newest first. Three queries at most."""
    cases = Report.objects.exclude(reporter=player).exclude(player=player)
    if looks_after_the_site(user):
        return cases
    at_my_tables = cases.filter(desk=Desk.HOST, table__host=player)
    in_clubs = Club.objects.filter(pk__in=cases.filter(desk=Desk.CLUB).values("club"))
    mine = [club.pk for club in clubs_with(user, "club.organize", in_clubs)]
    return at_my_tables | cases.filter(desk=Desk.CLUB, club__in=mine)


def _open(pk: int) -> Report:
    case = Report.objects.select_for_update().get(pk=pk)
    if case.status != Status.OPEN:
        raise Refusal("decided_already", _("This case is decided. Open it again to change the decision."))
    return case


def _step(
    case: Report,
    deed: ReportStep.Deed,
    words: str,
    *,
    by: Player,
    at: dt.datetime,
    is_hidden: bool = False,
    ban_days: int = 0,
) -> ReportStep:
    return ReportStep.objects.create(
        report=case,
        at=at,
        by=by,
        deed=deed,
        desk=case.desk,
        words=words,
        is_hidden=is_hidden,
        ban_days=ban_days,
    )


def _facts(case: Report) -> log.Facts:
    return {"player": case.player_id, "status": str(case.status), "desk": str(case.desk)}


def _note(case: Report, before: log.Facts, **more: int) -> None:
    told = {name: value for name, value in more.items() if value}
    what, changed = AuditEntry.What.REPORT, AuditEntry.Deed.CHANGED
    log.note(what, case.pk, changed, before=before, after=_facts(case) | told, club=_club(case))


def _club(case: Report) -> int | None:
    """Return the club whose audit log has the case; those of hosts and the site are in no club."""
    return case.club_id if case.desk == Desk.CLUB else None


def _tell_desk(case: Report, at: dt.datetime) -> None:
    if case.desk == Desk.HOST:
        people = [case.table.host_id or 0]
    else:
        people = organizers_of(case.club_id or 0) if case.desk == Desk.CLUB else keepers_of_the_site()
    told = set(people) - {case.player_id, case.reporter_id}
    about = partial(_to_decide, case.pk)
    notices.send(kinds.REPORT, told, f"report:{case.pk}:{case.desk}", about=about, at=at)


def _to_decide(pk: int) -> About:
    text = _("Someone reported a message. Read it and decide.")
    return About(_("Report to decide"), text, reverse("report", args=[pk]))


def _decided(pk: int) -> About:
    text = _("Your report about a message is decided. Open it to read the reason.")
    return About(_("Report decided"), text, reverse("report", args=[pk]))


def _banned(link: str) -> About:
    text = _("After a report about a message of yours, you cannot write in chats for some days.")
    return About(_("You cannot write in chats"), text, link)
