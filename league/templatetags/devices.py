"""Tags about push notices."""

from django import template

from league.devices import push_keys

register = template.Library()


@register.simple_tag
def sends_push_notices() -> bool:
    """Whether this site sends notices to devices."""
    return push_keys.is_configured()
