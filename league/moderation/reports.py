"""Reports of messages, comments and names: make one, pass it on, decide it, and open it again."""

import datetime as dt
from functools import partial
from typing import Final

from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from games import chat, quotas
from games.models import ChatBan, Player
from games.naming.player_names import neutral
from games.replay import comments
from games.rules.base.refusal import Refusal
from games.wording.languages import in_language
from league.accounts import names
from league.audit import log
from league.models import AuditEntry, Club, Report, ReportStep
from league.moderation import wording
from league.moderation.subjects import Subject
from league.moderation.wording import already_reported
from league.notifications import kinds, notices
from league.notifications.notices import About
from league.notifications.recipients import keepers_of_the_site, organizers_of
from league.permissions.policy import clubs_with, may

Kind, Desk, Status, Deed = Report.Kind, Report.Desk, Report.Status, ReportStep.Deed
BANS: Final = (0, 1, 7, 30)
"""The days for which the site can close the chats to a person."""
LONGEST: Final = 500
_DAY: Final = dt.timedelta(days=1)


def desks_for(subject: Subject, reporter: Player) -> list[Report.Desk]:
    """Return the desks to which a reporter can send a subject: nobody decides about themselves."""
    host = subject.table.host_id if subject.table else None
    has_host = host is not None and host not in (subject.player.pk, reporter.pk)
    return [*[Desk.HOST] * has_host, *[Desk.CLUB] * (subject.club is not None), Desk.SITE]


@transaction.atomic
def report(
    subject: Subject,
    *,
    desk: Report.Desk,
    reason: Report.Reason,
    words: str,
    user: User,
    by: Player,
    at: dt.datetime,
) -> Report:
    """Report a message, comment or name. Refusals: `yourself`, `already_reported`, `quota_used_up`."""
    if subject.player.pk == by.pk:
        raise Refusal("yourself", str(wording.OF[subject.kind].is_own))
    if Report.objects.filter(subject.same, reporter=by).exists():
        raise Refusal("already_reported", already_reported(subject.kind))
    quotas.lock(user)
    quotas.require("reports", user, Report.objects.filter(reporter=by, at__gt=at - _DAY).count())
    if desk not in desks_for(subject, by):
        raise Refusal("conflict", _("Choose someone who can decide this case."))
    made = Report.objects.create(
        reporter=by,
        kind=subject.kind,
        player=subject.player,
        table=subject.table,
        message=subject.message,
        comment=subject.comment,
        text=subject.text,
        said_at=subject.said_at,
        reason=reason,
        words=words,
        desk=desk,
        club=subject.club,
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
    """Decide an open case with a reason; an upheld one can hide what was reported and close the chats.

    `actor` is the deciding person as in the log. Refusals: `no_reason`, `decided_already`.
    """
    case = _open(pk)
    if not words:
        raise Refusal("no_reason", _("Give a reason: the person who reported it can read it."))
    before = _facts(case)
    case.status = Status.UPHELD if is_upheld else Status.DISMISSED
    case.save(update_fields=["status"])
    hides = hides and is_upheld and can_hide(case)
    days = ban_days if is_upheld and can_ban(case) and ban_days in BANS else 0
    if hides:
        _hide(case, actor=actor, at=at)
    if days:
        ChatBan.objects.update_or_create(player=case.player, defaults={"until": at + days * _DAY})
    step = _step(case, Deed(case.status), words, by=by, at=at, is_hidden=hides, ban_days=days)
    _note(case, before, message=hides, ban_days=days)
    _tell_people(case, step, at)


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


def can_hide(case: Report) -> bool:
    """Whether a decision can hide the message, remove the comment, or replace the name.

    A name can be replaced only for the whole site, and as long as it is the one that was reported.
    """
    if case.kind == Kind.NAME:
        bearers = Player.objects.filter(pk=case.player_id, name=case.text)
        return case.desk == Desk.SITE and bearers.exists()
    return case.message_id is not None or case.comment_id is not None


def can_ban(case: Report) -> bool:
    """Whether a decision can close the chats to the author."""
    return case.desk == Desk.SITE and case.kind != Kind.NAME


def decides(user: User, player: Player, case: Report) -> bool:
    """Whether somebody may decide a case: nobody decides a case of their own."""
    if player.pk in (case.reporter_id, case.player_id):
        return False
    if looks_after_the_site(user):
        return True
    if case.desk == Desk.HOST:
        return case.table is not None and case.table.host_id == player.pk
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


def _hide(case: Report, *, actor: str, at: dt.datetime) -> None:
    if case.message_id is not None:
        chat.hide(case.message_id, by=actor, at=at)
    elif case.comment is not None:
        comments.remove(case.comment.table_id, case.comment.pk, by=actor, at=at)
    else:
        with in_language(case.player.language):
            names.change(case.player, neutral(case.player_id))


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
        people = [case.table.host_id or 0] if case.table else []
    else:
        people = organizers_of(case.club_id or 0) if case.desk == Desk.CLUB else keepers_of_the_site()
    told = set(people) - {case.player_id, case.reporter_id}
    about = partial(_to_decide, case.pk, Kind(case.kind))
    notices.send(kinds.REPORT, told, f"report:{case.pk}:{case.desk}", about=about, at=at)


def _tell_people(case: Report, step: ReportStep, at: dt.datetime) -> None:
    """Tell the reporter the decision, and its author what follows from it."""
    about = partial(_decided, case.pk, Kind(case.kind))
    notices.send(kinds.REPORT, [case.reporter_id], f"decided:{case.pk}:{step.pk}", about=about, at=at)
    key = f"ban:{case.pk}:{int(at.timestamp())}"
    if step.ban_days:
        about = partial(_banned, reverse("notices"), Kind(case.kind))
        notices.send(kinds.REPORT, [case.player_id], key, about=about, at=at)
    elif case.kind == Kind.NAME and step.deed == Deed.UPHELD:
        about = partial(_name_upheld, reverse("me"), is_replaced=step.is_hidden)
        notices.send(kinds.REPORT, [case.player_id], key, about=about, at=at)


def _to_decide(pk: int, kind: Report.Kind) -> About:
    return About(_("Report to decide"), str(wording.OF[kind].to_decide), reverse("report", args=[pk]))


def _decided(pk: int, kind: Report.Kind) -> About:
    return About(_("Report decided"), str(wording.OF[kind].decided), reverse("report", args=[pk]))


def _banned(link: str, kind: Report.Kind) -> About:
    return About(_("You cannot write in chats"), str(wording.OF[kind].banned), link)


def _name_upheld(link: str, *, is_replaced: bool) -> About:
    if is_replaced:
        text = _(
            "After a report, your name was replaced with a number. Choose another name on your account page."
        )
    else:
        text = _("After a report about your name, choose another name on your account page.")
    return About(_("Choose another name"), text, link)
