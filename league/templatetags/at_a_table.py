"""A tag for the page of a table with real cards: who enters its scores."""

from django import template
from django.template.context import Context

from games.models import Table
from league.competitions.event_night import who_enters as entering

register = template.Library()


@register.simple_tag(takes_context=True)
def who_enters(context: Context, table: Table) -> entering.WhoEnters | None:
    """Return who enters the scores, for a visitor who may have scanned the printed code."""
    return entering.who_enters(table, context["request"].GET.get("code", ""))
