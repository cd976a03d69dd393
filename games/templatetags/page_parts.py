"""Tags for references of pages of tables to the project around them: addresses, and slots for parts."""

from typing import Any

from django import template
from django.conf import settings
from django.shortcuts import resolve_url
from django.template.context import Context
from django.utils.safestring import SafeString, mark_safe

from games.models import Table
from games.pages import seats, template_slots

register = template.Library()


@register.simple_tag
def log_in_url() -> str:
    """Return the address of the log-in."""
    return resolve_url(settings.LOGIN_URL)


@register.simple_tag
def lobby_url() -> str:
    """Return the address of the page with all tables."""
    return resolve_url(settings.LOBBY_URL)


@register.simple_tag
def standing_at(table: Table) -> list[tuple[str, int]]:
    """Return the names and totals of a running match, of partners together."""
    return seats.standing(table)


@register.simple_tag(takes_context=True)
def slot(context: Context, name: str, **facts: Any) -> SafeString:
    """Render what other apps show in a slot, with the context of the page and these facts."""
    assert context.template is not None
    engine = context.template.engine
    with context.push(**facts):
        parts = [engine.get_template(part).render(context) for part in template_slots.templates_of(name)]
    return mark_safe("".join(parts))  # noqa: S308 - templates have escaped what they show
