"""Notices to organizers about requests: to join a club, or to be a player without an account."""

import datetime as dt

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Player
from league.models import Claim, Club, JoinRequest
from league.notifications import kinds, notices
from league.notifications.notices import About
from league.notifications.recipients import organizers_of


def of_join_request(request: JoinRequest, *, at: dt.datetime) -> None:
    """Notify the organizers of a club that somebody asks to join, once for this request."""
    club = request.club

    def about() -> About:
        text = _("Someone asks to join {club}. Decide on the club’s “People” page.")
        subject = _("Request to join: {club}").format(club=club.name)
        return About(subject, text.format(club=club.name), reverse("club_people", args=[club.slug]))

    notices.send(kinds.REQUEST, organizers_of(club.pk), f"join:{request.pk}", about=about, at=at)


def of_claim(claim: Claim, *, at: dt.datetime) -> None:
    """Notify the organizers of every club of a player of a claim, once for this claim."""

    def about() -> About:
        text = _(
            "Someone claims to be a player of your club who has no account. Decide on the page of the "
            "player, below the matches."
        )
        return About(_("Someone says: this is me"), text, reverse("player", args=[claim.player_id]))

    people = Player.objects.filter(Q(pk=claim.player_id) | Q(merged_into=claim.player_id))
    of_theirs = Q(members__in=people) | Q(competitions__entrants__player__in=people)
    organizers = {
        organizer
        for club in Club.objects.filter(of_theirs).distinct()
        for organizer in organizers_of(club.pk)
    }
    recipients = sorted(organizers - {claim.claimant_id})
    notices.send(kinds.REQUEST, recipients, f"claim:{claim.pk}", about=about, at=at)
