"""Bans: a person who may not write for some days, after a report about them."""

import datetime as dt

from django.utils import timezone
from django.utils.translation import gettext as _

from games.localization import dates
from games.models import ChatBan, Player
from games.rules.base.refusal import Refusal


def require_none(player: Player, at: dt.datetime) -> None:
    """Refuse (`chat_ban`) what a banned player writes in a chat or as a comment. One query."""
    until = ChatBan.objects.filter(player=player, until__gt=at).values_list("until", flat=True).first()
    if until is not None:
        sentence = _("You cannot write in chats until {moment}, after a report about you.")
        raise Refusal("chat_ban", sentence.format(moment=dates.moment(timezone.localtime(until))))
