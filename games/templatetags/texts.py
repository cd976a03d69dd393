"""The language of a page, for its scripts and its requests."""

from django import template
from django.utils import translation

from games.wording import script_catalog

register = template.Library()


@register.simple_tag
def texts_address() -> str:
    """Return the address of the sentences for the scripts of this page."""
    return script_catalog.address()


@register.simple_tag
def same_language() -> str:
    """Return the query parameter that asks an address without session for the language of this page."""
    language = script_catalog.known(translation.get_language() or "")
    return "" if language == script_catalog.ENGLISH else f"&language={language}"
