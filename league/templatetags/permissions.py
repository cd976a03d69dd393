"""Tags about what the visitor may do."""

from django import template
from django.template.context import Context

from league.models import Club
from league.permissions import policy

register = template.Library()


@register.simple_tag(takes_context=True)
def may_own(context: Context, club: Club) -> bool:
    """Whether the visitor may do what the owners of a club may. One query."""
    return policy.may(context["request"], "club.own", club)
