"""Tags about a table with real cards: who enters its scores, its time, its code, and the next tables."""

from typing import NamedTuple

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils import timezone

from games.models import Table
from league.competitions.event_night import own_tables, table_codes
from league.competitions.event_night import timer as timers
from league.competitions.event_night import who_enters as entering
from league.competitions.event_night.tables_in_play import TableInPlay
from league.models import Competition, Match

register = template.Library()


class PrintedCode(NamedTuple):
    """The address of a table as people type it, and its code in groups; empty for all but the staff."""

    address: str
    code: str


@register.simple_tag(takes_context=True)
def who_enters(context: Context, table: Table) -> entering.WhoEnters | None:
    """Return who enters the scores, for a visitor who may hold the printed sheet."""
    return entering.who_enters(context["request"], table)


@register.simple_tag(takes_context=True)
def printed_code(context: Context, match: Match, competition: Competition, is_staff: bool) -> PrintedCode:
    """Return what stands beside the QR code of a sheet; the code itself only for the staff."""
    number = match.table_number
    address = reverse("printed_address", args=[competition.pk, number])
    code = table_codes.in_groups(table_codes.code_of(competition, number)) if is_staff else ""
    return PrintedCode(f"{context['request'].get_host()}{address}", code)


@register.simple_tag
def time_at(table: Table) -> timers.TableTime:
    """Return the time that is left at a table."""
    return timers.time_at(table.pk, timezone.now())


@register.simple_tag
def next_tables(table: Table) -> list[TableInPlay] | None:
    """Return where the players of a finished table sit next; None where nothing follows."""
    return own_tables.next_of(table)
