"""The demo is created once, by the write side; bots play through the real engine once a worker runs."""

import datetime as dt
from dataclasses import dataclass

from django.db import transaction

from games.rulebooks import commands
from league.demo import dates, last_season, lost_match, online, people, real_cards
from league.models import Club

HOUSE_RULES = {"stack_draw_two": "sum", "jump_in": True, "seven_zero": True}


@dataclass(frozen=True, slots=True)
class Demo:
    """The club of the demo; `is_new` is False if it existed before."""

    club: Club
    is_new: bool


@transaction.atomic
def seed(*, at: dt.datetime) -> Demo:
    """Create the demo once; running it again changes nothing."""
    standing = Club.objects.filter(slug=people.SLUG).first()
    if standing:
        return Demo(standing, is_new=False)
    everybody = people.create_people(at=at)
    club, by = everybody.club, everybody.by
    season = last_season.play(everybody, at=at)
    # Nobody sits at two tables at once.
    online.league_evening(club, everybody.members[:12], by, at)
    online.knock_out(club, everybody.members[12:20], by, at)
    online.friendly_table(by, at)
    lost_match.play(everybody, at=at)
    evening = real_cards.play(everybody, at=at)
    dates.announce(everybody, season, evening, at=at)
    commands.keep(keeper=club, name="Riverside house rules", preset="classic", options=HOUSE_RULES, at=at)
    people.ask_to_join(everybody, at=at)
    return Demo(club, is_new=True)
