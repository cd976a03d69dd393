"""What is photographed of the club of the demo: its people, its dates, what they are told."""

from django.utils import timezone

from games.models import Player
from league.calendar import reminders
from league.clubs import joining
from league.clubs.new_club import found_club
from league.demo.people import SLUG
from league.demo.seed import seed
from league.models import Competition, Invitation, Matchday, Team
from league.notifications import scoresheet_notices
from league.notifications.kinds import DRAW
from league.notifications.unsubscribing import stop_token
from tests.screenshots.table_scenes import Scene


def scenes() -> list[Scene]:
    """Set the demo up and return its pages."""
    at = timezone.now()
    seed(at=at)
    for pk in reminders.due(at):
        reminders.remind(pk, at=at)
    scoresheet_notices.tell_waiting(at=at)
    ana, bo, cem = (Player.objects.get(user__username=name) for name in ("ana", "bo", "cem"))
    return [*_people(ana, bo, cem), *_dates(ana, bo), *_told(ana, bo), *_run(ana, bo), *_empty()]


def _people(ana: Player, bo: Player, cem: Player) -> list[Scene]:
    club, guest = f"/clubs/{SLUG}/", Player.objects.get(claims__claimant=cem)
    evening = Competition.objects.get(name="Sunday with real cards")
    first, other = (entrant.player for entrant in evening.entrants.filter(player__user=None)[:2])
    newcomer, invitation = Player.objects.create(name="Ulla Berg"), Invitation.objects.get()
    over = Invitation.objects.create(
        club=invitation.club, expires_at=timezone.now(), most_uses=1, made_at=timezone.now(), is_member=True
    )
    return [
        Scene("club-home", club, ana),
        Scene("club-stranger", club, cem),
        Scene("club-people", f"{club}people/", ana),
        Scene("club-person", f"{club}people/{bo.pk}/", ana),
        Scene("club-teams", f"{club}teams/", ana),
        Scene("club-team", f"{club}teams/{Team.objects.get().pk}/", ana),
        Scene("club-roles", f"/competitions/{evening.pk}/roles/", ana),
        Scene("club-invitations", f"{club}invitations/", ana),
        Scene("club-tokens", f"{club}tokens/", ana),
        Scene("club-audit", f"{club}audit/", ana),
        Scene("my-tokens", "/me/tokens/", bo),
        Scene("club-invited", f"/invitations/{joining.token(invitation)}/", cem),
        Scene("club-invited-over", f"/invitations/{joining.token(over)}/", cem),
        Scene("club-claimed", f"/players/{guest.pk}/", ana),
        Scene("club-claim", f"/players/{guest.pk}/claim/", bo),
        Scene("club-link", f"/players/{guest.pk}/", ana, click="form[action$='/link/'] button"),
        Scene("club-merge", f"/players/{first.pk}/", ana),
        Scene("club-merge-refused", f"/players/{first.pk}/", ana, fields={"other": str(other.pk)}),
        Scene("club-join", club, newcomer),
    ]


def _dates(ana: Player, bo: Player) -> list[Scene]:
    calendar = f"/clubs/{SLUG}/calendar/"
    soon, off = Matchday.objects.get(remind_hours=48), Matchday.objects.get(is_cancelled=True)
    second = Matchday.objects.get(round_number=2)
    assert second.competition is not None
    player = second.availabilities.get(answer="out")
    absent = second.competition.entrants.get(player=player.player)
    return [
        Scene("calendar-club", calendar, ana),
        Scene("calendar-mine", "/me/calendar/", bo),
        Scene("calendar-new", f"{calendar}new/", ana),
        Scene("calendar-settings", f"{calendar}settings/", ana),
        Scene("calendar-day", soon.get_absolute_url(), bo),
        Scene("calendar-day-desk", second.get_absolute_url(), ana),
        Scene("calendar-day-off", off.get_absolute_url(), ana),
        Scene("calendar-substitutes", f"{second.get_absolute_url()}substitutes/{absent.number}/", ana),
    ]


def _told(ana: Player, bo: Player) -> list[Scene]:
    return [
        Scene("notices", "/me/notices/", ana),
        Scene("notices-settings", "/me/notices/settings/", ana),
        Scene("notices-stop", f"/notices/stop/{stop_token(bo.user_id or 0, DRAW)}/"),
    ]


def _run(ana: Player, bo: Player) -> list[Scene]:
    """How a club is set up, filled from sheets, and left."""
    club, rows = f"/clubs/{SLUG}/", "name\nVera Lind\n\tNo one"
    return [
        Scene("club-new", "/clubs/new/", ana),
        Scene("club-edit", f"{club}edit/", ana),
        Scene("club-edit-too-large", f"{club}edit/", ana, fields={"logo": "12000001"}),
        Scene("club-leave", f"{club}leave/", bo),
        Scene("club-import", f"{club}import/players/", ana),
        Scene("club-import-look", f"{club}import/players/", ana, fields={"rows": rows}),
    ]


def _empty() -> list[Scene]:
    """A club on its first day, and somebody who has nothing yet."""
    owner = Player.objects.create(name="Nils Holm")
    club = found_club(
        name="Hilltop Card Club", slug="hilltop", owner=owner, time_zone="UTC", at=timezone.now()
    )
    page = club.get_absolute_url()
    return [
        Scene("empty-club", page, owner),
        Scene("empty-club-people", f"{page}people/", owner),
        Scene("empty-club-calendar", f"{page}calendar/", owner),
        Scene("empty-club-ladder", f"{page}ladder/", owner),
        Scene("empty-club-invitations", f"{page}invitations/", owner),
        Scene("empty-notices", "/me/notices/", owner),
        Scene("empty-calendar", "/me/calendar/", owner),
        Scene("empty-me", "/me/", owner),
        Scene("empty-notices-settings", "/me/notices/settings/", owner),
    ]
