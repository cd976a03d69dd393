"""The id of a form's command, new whenever the form is shown."""

import secrets

from django import template
from django.forms.utils import flatatt
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.idempotency.request_keys import FIELD

register = template.Library()


@register.simple_tag
def command_id(key: str = "", *, replaces: bool = False) -> SafeString:
    """Write the hidden field; an answer may replace a field with a `key`."""
    attributes = {"type": "hidden", "name": FIELD, "value": secrets.token_urlsafe(16)}
    if key:
        attributes["id"] = key
    if replaces:
        attributes["hx-swap-oob"] = "true"
    return format_html("<input{}>", flatatt(attributes))
