"""Tags that keep the desk from which an organizer came, so that an act leads back there."""

from django import template
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.competitions.page_request import desk_asked

register = template.Library()


@register.simple_tag(takes_context=True)
def desk_field(context: Context) -> SafeString | str:
    """Write the hidden field that names the desk; nothing where the visitor comes from none."""
    desk = desk_asked(context["request"])
    return format_html('<input type="hidden" name="desk" value="{}">', desk) if desk else ""


@register.simple_tag(takes_context=True)
def desk_query(context: Context) -> str:
    """Return the same as the query of a link."""
    desk = desk_asked(context["request"])
    return f"?desk={desk}" if desk else ""


@register.simple_tag(takes_context=True)
def came_from_desk(context: Context, pk: int = 0) -> int:
    """Return the number of the competition at whose desk the visitor was; `pk` for none."""
    return desk_asked(context["request"]) or pk
