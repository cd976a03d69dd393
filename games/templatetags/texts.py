"""The language of a page, for its scripts and for what it fetches."""

from django import template
from django.utils import translation

from games.wording import script_catalog

register = template.Library()


@register.simple_tag
def texts_address() -> str:
    """Return the address of what the scripts of this page say."""
    return script_catalog.address()


@register.simple_tag
def same_language() -> str:
    """Return what lets an address that knows no visitor answer in the language of this page."""
    language = script_catalog.known(translation.get_language() or "")
    return "" if language == script_catalog.ENGLISH else f"&language={language}"
