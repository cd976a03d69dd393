"""Filters for texts with code between backticks, and for JSON."""

from html import escape

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.filter
def in_code(text: str) -> SafeString:
    """Return the text with everything between backticks marked as code."""
    parts = enumerate(text.split("`"))
    return format_html_join(
        "", "{}", ((format_html("<code>{}</code>", part) if n % 2 else part,) for n, part in parts)
    )


@register.filter
def as_text(text: str) -> SafeString:
    """Return the text escaped for use between tags, with quotation marks, frequent in JSON, unchanged."""
    return mark_safe(escape(text, quote=False))  # noqa: S308 - escaped for just that place
