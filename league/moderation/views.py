"""Pages of reports: a message, comment or name to report, the cases somebody decides, and one case."""

from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.access.players import viewer
from games.chat import muting
from games.chat.reactions import in_words
from games.idempotency import request_keys
from games.models import ChatMessage, Player, ReplayComment, Table
from games.rules.base.refusal import Refusal
from league.models import Report
from league.moderation import reports, subjects, wording
from league.moderation.forms import DecisionForm, ReportForm
from league.moderation.subjects import Subject
from league.roster.visible_players import require_seen

_PER_PAGE: Final = 30


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def chat_message(request: HttpRequest, pk: int, message: int) -> HttpResponse:
    """Show a message of a chat with its author, to mute, block or report; a POST reports it."""
    reported = get_object_or_404(ChatMessage.objects.select_related("table", "player"), pk=message, table=pk)
    if reported.hidden_by:
        raise Http404
    return _to_report(request, subjects.of_message(reported), reported.table.get_absolute_url())


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def replay_comment(request: HttpRequest, pk: int, comment: int) -> HttpResponse:
    """Show a comment on a replay with its author, to mute, block or report; a POST reports it."""
    comments = ReplayComment.objects.select_related("table", "player")
    reported = get_object_or_404(comments, pk=comment, table=pk)
    if reported.removed_by:
        raise Http404
    back = f"{reverse('replay', args=[pk])}?step={reported.step}#comments"
    return _to_report(request, subjects.of_comment(reported), back)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def player_report(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the name of a player, to mute, block or report (a POST). `?table=` is where it was read."""
    player = get_object_or_404(Player.objects.select_related("merged_into"), pk=pk)
    player = player.merged_into or player
    if not subjects.is_a_name(player):
        raise Http404
    table = _table_of(request, player)
    club = subjects.club_of(table.pk) if table else None
    if table is None or club is not None:  # everybody sees the seats of other tables
        require_seen(request, player)
    subject = subjects.of_name(player, club=club, reporter=_me(request))
    return _to_report(request, subject, (table or player).get_absolute_url())


@login_required
@require_POST
def player_mute(request: HttpRequest, pk: int) -> HttpResponse:
    """Mute or block a person for the visitor, or undo it; then back to where they came from."""
    me, player = _me(request), get_object_or_404(Player, pk=pk)
    do, at = request.POST.get("do"), timezone.now()
    if do == "block":
        done = _("You have blocked {name}. Your account page lists blocked people.")
        request_keys.once(request, lambda: muting.block(player, by=me, at=at))
    elif do == "unblock":
        done = _("{name} can sit down at your tables again, and is still muted for you.")
        request_keys.once(request, lambda: muting.unblock(player, by=me))
    elif do == "unmute":
        done = _("You see messages and reactions of {name} again.")
        request_keys.once(request, lambda: muting.unmute(player, by=me))
    else:
        done = _(
            "You no longer see messages, reactions and comments of {name}. "
            "Your account page lists muted people."
        )
        request_keys.once(request, lambda: muting.mute(player, by=me, at=at))
    messages.success(request, done.format(name=player.name))
    return redirect(_back(request))


@login_required
@never_cache
@require_http_methods(["GET"])
def report_list(request: HttpRequest) -> HttpResponse:
    """Show the cases that the visitor decides, open ones first, and the reports of the visitor."""
    me, user = _me(request), request.user
    cases = reports.cases_of(user, me).select_related("player", "reporter", "club", "table")  # type: ignore[arg-type]
    shows_decided = request.GET.get("show") == "decided"
    of_status = cases.exclude(status=Report.Status.OPEN) if shows_decided else cases.filter(status="open")
    facts = {
        "page": Paginator(of_status, _PER_PAGE).get_page(request.GET.get("page")),
        "shows_decided": shows_decided,
        "mine": Report.objects.filter(reporter=me).select_related("player", "table")[:_PER_PAGE],
        "is_for_site": reports.looks_after_the_site(user),
    }
    return render(request, "league/moderation/reports.html", facts)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a case with its history to its reporter and to those who decide it; a POST decides it."""
    case = get_object_or_404(
        Report.objects.select_related("player", "reporter", "club", "table", "comment"), pk=pk
    )
    me, user = _me(request), request.user
    decides = reports.decides(user, me, case)  # type: ignore[arg-type]  # logged in
    if not decides and case.reporter_id != me.pk:
        raise Http404
    if request.method == "POST":
        if not decides:
            raise Refusal("not_allowed", _("Someone else decides this case."))
        _act(request, case, me)
        return redirect("report", pk)
    facts = {
        "case": case,
        "words": _words(case.kind, case.text),
        "sentences": wording.OF[Report.Kind(case.kind)],
        "place": _place(case),
        "can_hide": decides and reports.can_hide(case),
        "can_ban": reports.can_ban(case),
        "steps": case.steps.select_related("by"),
        "decides": decides,
        "form": DecisionForm(),
        "earlier": _earlier(case) if decides else [],
    }
    return render(request, "league/moderation/report.html", facts)


def _to_report(request: HttpRequest, subject: Subject, back: str) -> HttpResponse:
    me = _me(request)
    form = ReportForm(reports.desks_for(subject, me), request.POST or None)
    if request.method == "POST" and form.is_valid():
        filled = form.cleaned_data
        made = request_keys.once(
            request,
            lambda: (
                reports.report(
                    subject,
                    desk=Report.Desk(filled["desk"]),
                    reason=Report.Reason(filled["reason"]),
                    words=filled["words"],
                    user=request.user,  # type: ignore[arg-type]  # logged in
                    by=me,
                    at=timezone.now(),
                ).pk
            ),
        )
        messages.success(request, _("Reported. This page shows what happens next."))
        return redirect("report", made)
    facts = {
        "subject": subject,
        "words": _words(subject.kind, subject.text),
        "sentences": wording.OF[subject.kind],
        "already_reported": wording.already_reported(subject.kind),
        "back": back,
        "form": form,
        "is_mine": subject.player.pk == me.pk,
        "muting": muting.muting_of(subject.player, by=me),
        "report": Report.objects.filter(subject.same, reporter=me).first(),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "league/moderation/to_report.html", facts, status=status)


def _act(request: HttpRequest, case: Report, me: Player) -> None:
    form = DecisionForm(request.POST)
    if not form.is_valid():
        raise Refusal("conflict", _("Check the reason: up to 500 characters."))
    decided, do = form.cleaned_data, request.POST.get("do")
    words, at = decided["words"].strip(), timezone.now()
    acts = {
        "pass_on": lambda: reports.pass_on(case.pk, words=words, by=me, at=at),
        "reopen": lambda: reports.reopen(case.pk, words=words, by=me, at=at),
    }

    def decide() -> None:
        reports.decide(
            case.pk,
            is_upheld=do == "uphold",
            words=words,
            hides=decided["hides"],
            ban_days=int(decided["ban_days"]),
            by=me,
            actor=_actor(request, case, me),
            at=at,
        )

    if do not in ("uphold", "dismiss", *acts):
        raise Refusal("conflict", _("Choose what to do with the case."))
    request_keys.once(request, acts.get(str(do), decide))
    messages.success(request, _("Saved."))


def _actor(request: HttpRequest, case: Report, me: Player) -> str:
    """Return who hides the message, as in the log."""
    is_host = case.table is not None and case.table.host_id == me.pk
    return f"player:{me.pk}" if is_host else f"organizer:{request.user.pk}"


def _place(case: Report) -> str:
    """Return the address where a message or comment was written."""
    if case.table is None:
        return ""
    if case.comment is not None:
        return f"{reverse('replay', args=[case.table.pk])}?step={case.comment.step}#comments"
    return case.table.get_absolute_url()


def _earlier(case: Report) -> list[Report]:
    """Return the other reports about the same person."""
    return list(Report.objects.filter(player=case.player).exclude(pk=case.pk)[:_PER_PAGE])


def _words(kind: str, text: str) -> str:
    """Return what was reported as it is read; a reaction in a chat is stored by its name."""
    return in_words(text) if kind == Report.Kind.MESSAGE else text


def _table_of(request: HttpRequest, player: Player) -> Table | None:
    """Return the table of `?table=` if the player sits there."""
    typed = request.GET.get("table", "")
    if not (typed.isascii() and typed.isdecimal() and len(typed) < 10):
        return None
    seated = Q(seats__player=player) | Q(seats__player__merged_into=player)
    return Table.objects.filter(seated, pk=int(typed)).first()


def _back(request: HttpRequest) -> str:
    wanted = request.POST.get("next", "")
    return wanted if url_has_allowed_host_and_scheme(wanted, None) else "me"


def _me(request: HttpRequest) -> Player:
    player = viewer(request)
    assert player is not None
    return player
