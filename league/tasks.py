"""Celery tasks of competitions. Each may run late, twice or never: running it again changes nothing."""

import datetime as dt
import logging

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from games.analysis import queue
from league import competitions
from league.accounts import inactivity, sessions
from league.archives import making
from league.awards import closings
from league.calendar import reminders
from league.competitions import background_draws, rating_updates, results
from league.devices import push_sending
from league.http import rate_limit
from league.notifications import (
    account_emails,
    call_notices,
    dispatch,
    notice_emails,
    scoresheet_notices,
    turn_notices,
)
from league.profiles import achievements
from league.webhooks import competition_deliveries, hooks, publishing, sending, sweep

logger = logging.getLogger(__name__)


@shared_task(name="league.tasks.collect")
def collect(table_id: int) -> bool:
    """Record the result of a finished table and ask for its analysis; return whether there was a result."""
    at = timezone.now()
    is_recorded = results.collect(table_id, at=at)
    if is_recorded:
        queue.ask_for_players(table_id, at=at)
    return is_recorded


@shared_task(name="league.tasks.collect_results")
def collect_results() -> int:
    """Sweep: record every result that is still missing; return how many."""
    return sum(_collected(table_id) for table_id in results.uncollected(at=timezone.now()))


@shared_task(name="league.tasks.rate_clubs")
def rate_clubs() -> int:
    """Sweep: compute the ladders of all clubs with new results; return how many."""
    clubs = rating_updates.outdated()
    for club_id in clubs:
        rating_updates.recompute(club_id)
    return len(clubs)


@shared_task(name="league.tasks.close_competitions")
def close_competitions() -> int:
    """Sweep: compute the closings of finished competitions, also after corrections; return how many."""
    return sum(_closed(competition_id) for competition_id in closings.outdated())


@shared_task(name="league.tasks.find_feats")
def find_feats() -> int:
    """Sweep: search the logs of finished tables for feats; return how many."""
    return achievements.recompute(achievements.outdated())


@shared_task(name="league.tasks.make_archive")
def make_archive(player_id: int) -> bool:
    """Make the archive that a player has asked for; return whether there was one to make."""
    return making.make(player_id, now=timezone.now)


@shared_task(name="league.tasks.make_archives")
def make_archives() -> int:
    """Sweep: make the archives that no worker is making, and delete old ones; return how many were made."""
    now = timezone.now()
    making.forget(now)
    return sum(making.make(player_id, now=timezone.now) for player_id in making.waiting(now))


@shared_task(name="league.tasks.draw")
def draw(competition_id: int) -> bool:
    """Make a draw that takes long; return whether it was stored."""
    return background_draws.make(competition_id, now=timezone.now)


@shared_task(name="league.tasks.go_on")
def go_on() -> int:
    """Sweep: make draws and open tables that corrections have delayed; return in how many competitions."""
    return sum(_advanced(competition_id) for competition_id in competitions.left_behind(timezone.now()))


@shared_task(name="league.tasks.draw_waiting")
def draw_waiting() -> int:
    """Sweep: start every waiting long draw that no worker is making; return how many."""
    waiting = background_draws.due(timezone.now())
    for competition_id in waiting:
        background_draws.send(competition_id)
    return len(waiting)


@shared_task(name="league.tasks.forget_sessions")
def forget_sessions() -> int:
    """Delete expired sessions; return how many of them had a user."""
    return sessions.forget(at=timezone.now())


@shared_task(name="league.tasks.put_away")
def put_away() -> int:
    """Close deserted tables, and remove guests whom no browser knows any more; return how many."""
    return inactivity.put_away(at=timezone.now())


@shared_task(name="league.tasks.forget_counts")
def forget_counts() -> int:
    """Delete the request counts of past minutes; return how many rows."""
    return rate_limit.forget(int(timezone.now().timestamp()))


@shared_task(name="league.tasks.tell")
def tell(competition_id: int) -> bool:
    """Notify the players of a competition of its news; return whether there was any."""
    return dispatch.notify(competition_id, at=timezone.now())


@shared_task(name="league.tasks.tell_calls")
def tell_calls(competition_id: int) -> int:
    """Notify the referees of a competition of the tables that call; return of how many."""
    return call_notices.tell_calls(competition_id, at=timezone.now())


@shared_task(name="league.tasks.tell_kept_seats")
def tell_kept_seats(table_id: int) -> int:
    """Notify the players for whom seats of a table are kept; return how many."""
    return turn_notices.tell_kept_seats(table_id, at=timezone.now())


@shared_task(name="league.tasks.tell_untold")
def tell_untold() -> int:
    """Sweep: send missed notices, ask for confirmations, tell whose turn it is; return of how many."""
    now = timezone.now()
    competitions = sum(_told(pk) for pk in dispatch.pending())
    answers = scoresheet_notices.tell_waiting(at=now) + call_notices.tell_calls(at=now)
    seats = turn_notices.tell_kept_seats(at=now)
    return competitions + answers + seats + turn_notices.tell_turns(at=now)


@shared_task(name="league.tasks.send_mails")
def send_mails() -> int:
    """Send the waiting e-mails, also those left by a killed worker; return how many."""
    return notice_emails.send_waiting(now=timezone.now)


@shared_task(name="league.tasks.send_letters")
def send_letters() -> int:
    """Send the waiting letters about accounts; return how many."""
    return account_emails.send_waiting(now=timezone.now)


@shared_task(name="league.tasks.send_pushes")
def send_pushes() -> int:
    """Send the waiting push notices, also those left by a killed worker; return how many were accepted."""
    return push_sending.send_due(now=timezone.now)


@shared_task(name="league.tasks.remind_of_matchdays")
def remind_of_matchdays() -> int:
    """Sweep: send the reminders of all matchdays that are due; return of how many."""
    return sum(_reminded(pk) for pk in reminders.due(timezone.now()))


@shared_task(name="league.tasks.follow_for_webhooks")
def follow_for_webhooks(competition_id: int) -> int:
    """Write the deliveries for new events of a competition; return how many."""
    return competition_deliveries.write_new(competition_id)


@shared_task(name="league.tasks.follow_for_all_webhooks")
def follow_for_all_webhooks() -> int:
    """Sweep: write missed deliveries, and those for events that are in no log; return how many."""
    return sum(_followed(pk) for pk in competition_deliveries.pending()) + sweep.write_new(at=timezone.now())


@shared_task(name="league.tasks.send_webhooks")
def send_webhooks() -> int:
    """Send the due deliveries, also those left by a killed worker; return how many attempts."""
    return sending.send_due(now=timezone.now)


@shared_task(name="league.tasks.forget_deliveries")
def forget_deliveries() -> int:
    """Delete old deliveries; return how many."""
    return hooks.forget(timezone.now() - dt.timedelta(days=settings.WEBHOOK_KEEP_DAYS))


@shared_task(name="league.tasks.publish_checkpoints")
def publish_checkpoints() -> int:
    """Publish the checkpoints that are due; return how many were accepted."""
    return publishing.publish(at=timezone.now())


def _closed(competition_id: int) -> bool:
    try:
        closings.recompute(competition_id)
    except Exception:
        # One broken competition must not stop the others.
        logger.exception("The sweep could not work out the closing of competition %s", competition_id)
        return False
    return True


def _told(competition_id: int) -> bool:
    try:
        return dispatch.notify(competition_id, at=timezone.now())
    except Exception:
        # One broken competition must not stop the others.
        logger.exception("The sweep could not tell the players of competition %s", competition_id)
        return False


def _followed(competition_id: int) -> int:
    try:
        return competition_deliveries.write_new(competition_id)
    except Exception:
        # One broken competition must not stop the others.
        logger.exception("The sweep could not tell webhooks of competition %s", competition_id)
        return 0


def _reminded(matchday_id: int) -> bool:
    try:
        return reminders.remind(matchday_id, at=timezone.now())
    except Exception:
        # One broken matchday must not stop the others.
        logger.exception("The sweep could not remind the people of matchday %s", matchday_id)
        return False


def _collected(table_id: int) -> bool:
    try:
        return collect(table_id)
    except results.ConflictError:
        return False  # another worker was faster, which is just as good
    except Exception:
        # One broken competition must not stop the others.
        logger.exception("The sweep could not collect the result of table %s", table_id)
        return False


def _advanced(competition_id: int) -> bool:
    try:
        competitions.go_on(competition_id, by=results.BY, at=timezone.now())
    except (results.ConflictError, competitions.Refusal):
        return False  # another worker was faster, or the correction was corrected
    except Exception:
        # One broken competition must not stop the others.
        logger.exception("The sweep could not bring competition %s on", competition_id)
        return False
    return True
