"""Tags to invite people to a table."""

from urllib.parse import urlencode

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString

from games.pages.context import TablePage
from games.pages.seats import ShownSeat
from league.http.qr_code import qr_code

register = template.Library()


@register.simple_tag(takes_context=True)
def table_link(context: Context, page: TablePage) -> str:
    """Return the link that leads people to a table, with its key if it has one."""
    return _link(context, page, page.seats.key)


@register.simple_tag(takes_context=True)
def seat_link(context: Context, page: TablePage, place: ShownSeat) -> str:
    """Return the link to a seat that is kept for whoever has it."""
    return _link(context, page, place.key_of_seat)


@register.simple_tag
def qr(link: str) -> SafeString:
    """Draw a link as a QR code."""
    return qr_code(link)


def _link(context: Context, page: TablePage, key: str) -> str:
    query = f"?{urlencode({'key': key})}" if key else ""
    address: str = context["request"].build_absolute_uri(page.table.get_absolute_url() + query)
    return address
