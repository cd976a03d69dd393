"""Have a worker measure what matches by a custom rulebook are like; presets were measured before."""

import logging
from typing import Final

from celery import current_app
from django.db import transaction
from django.db.models import F, Q
from kombu.exceptions import KombuError

from games.bots.figures import Figures, from_stored, measure
from games.models import CustomRulebook, RulebookFigures
from games.rulebooks.catalogue import custom_rulebook
from games.rules.options.combinations import fitting_seats

logger = logging.getLogger(__name__)

TASK: Final = "games.tasks.measure_rulebook"
VERSION: Final = 1
"""Figures of an earlier version are measured again."""
DEALS: Final = 500
TURNS: Final = 100_000
_SIZES: Final = (2, 3, 4, 5, 6)


def ask(rulebook: CustomRulebook) -> None:
    """Ask for the figures of a rulebook after the commit. If no broker takes it, a sweep asks again."""
    pk = rulebook.pk
    transaction.on_commit(lambda: _send(pk))


def ask_for_missing(most: int) -> int:
    """Ask for figures that are missing or out of date; return how many."""
    outdated = Q(figures=None) | ~Q(figures__changed_at=F("changed_at")) | ~Q(figures__version=VERSION)
    missing = CustomRulebook.objects.filter(outdated).order_by("changed_at").values_list("pk", flat=True)
    for pk in missing[:most]:
        _send(pk)
    return len(missing[:most])


def measure_rulebook(pk: int) -> bool:
    """Measure a rulebook and store the figures; return whether there is anything to measure."""
    row = CustomRulebook.objects.select_related("figures").filter(pk=pk).first()
    if row is None or figures_of(row) is not None:
        return False
    rulebook = custom_rulebook(row)
    fitting = fitting_seats(rulebook.preset, rulebook.options)
    sizes = [seats for seats in fitting if seats in _SIZES] or fitting[:1]
    measured = {
        seats: measure(rulebook.preset, rulebook.options, seats, deals=DEALS, turns=TURNS) for seats in sizes
    }
    with transaction.atomic():
        # Someone may have deleted it. If someone has changed it, these figures do not count.
        if CustomRulebook.objects.select_for_update().filter(pk=pk).exists():
            RulebookFigures.objects.update_or_create(
                rulebook_id=pk,
                defaults={"version": VERSION, "changed_at": row.changed_at, "sizes": measured},
            )
    return True


def figures_of(row: CustomRulebook) -> dict[int, Figures] | None:
    """Return the figures of a custom rulebook by number of players; None while they are not measured."""
    stored = getattr(row, "figures", None)
    if stored is None or (stored.version, stored.changed_at) != (VERSION, row.changed_at):
        return None
    return {int(seats): from_stored(of) for seats, of in stored.sizes.items()}


def _send(pk: int) -> None:
    try:
        current_app.send_task(TASK, args=[pk], retry=False)
    except (KombuError, OSError) as error:
        logger.warning("No broker for the figures of rulebook %s: %s", pk, error)
