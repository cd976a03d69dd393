"""Cards and icons on pages: their words for people and their drawings from the sprite."""

from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games import words
from games.rules.cards import COLOUR_OF, DRAW_TWO, REVERSE, SKIP, SYMBOL_OF, TOKENS, WILD

register = template.Library()

_SIGNS = {SKIP: "sign-skip", REVERSE: "sign-reverse"}
_FACE = (
    '<svg class="card card--{colour}" viewBox="0 0 60 90" {label}>'
    '<rect class="card__body" width="60" height="90" rx="8"/>'
    '<rect class="card__line" x="3.500" y="3.500" width="53" height="83" rx="5.500"/>'
    "{middle}{corners}</svg>"
)
_BLACK = ("W", "+4", "⇄", "↻", "★", "C1", "C2", "C3", "C4", "+10")
_SHAPE_BOXES = {"red": (5, 14, 50), "yellow": (9, 24, 42), "green": (3, 18, 54), "blue": (8, 23, 44)}


@register.simple_tag
def card(number: int) -> SafeString:
    """Draw a card with its name for those who cannot see it."""
    return _drawn(number, named=True)


@register.simple_tag
def card_face(number: int) -> SafeString:
    """Draw a card inside something that already says its name."""
    return _drawn(number, named=False)


@register.simple_tag
def card_back() -> SafeString:
    """Draw a card face down."""
    return format_html(
        '<svg class="card card--back" viewBox="0 0 60 90" aria-hidden="true"><use href="{}"/></svg>',
        _sprite("card-back"),
    )


@register.simple_tag
def icon(name: str) -> SafeString:
    """Draw an icon beside a word."""
    return format_html(
        '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="{}"/></svg>',
        _sprite(f"icon-{name}"),
    )


@register.simple_tag
def colour_shape(colour: int) -> SafeString:
    """Draw the shape of a colour, in that colour."""
    name = words.COLOURS[colour]
    return format_html(
        '<svg class="shape shape--{}" viewBox="0 0 24 24" aria-hidden="true"><use href="{}"/></svg>',
        name,
        _sprite(f"shape-{name}"),
    )


@register.filter
def card_name(number: int) -> str:
    """Return `red 5`, `green Skip`, `Wild Draw Four`."""
    return words.card(number)


@register.filter
def colour_name(colour: int) -> str:
    """Return `red`, `yellow`, `green` or `blue`; nothing for no colour."""
    return words.COLOURS[colour] if colour >= 0 else ""


@register.filter
def token(number: int) -> str:
    """Return a card in the notation, `r5` or `w4`."""
    return TOKENS[number]


@lru_cache(maxsize=256)
def _drawn(number: int, *, named: bool) -> SafeString:
    colour = words.COLOURS[COLOUR_OF[number]] if COLOUR_OF[number] >= 0 else "black"
    label = format_html('role="img" aria-label="{}"', card_name(number)) if named else 'aria-hidden="true"'
    return format_html(
        _FACE,
        colour=colour,
        label=SafeString(label),
        middle=_wild_middle() if colour == "black" else _coloured_middle(number, colour),
        corners=_corners(number),
    )


def _coloured_middle(number: int, colour: str) -> SafeString:
    x, y, size = _SHAPE_BOXES[colour]
    shape = format_html(
        '<use class="card__shape" href="{}" x="{}" y="{}" width="{}" height="{}"/>',
        _sprite(f"shape-{colour}"),
        x,
        y,
        size,
        size,
    )
    return shape + _sign(number, 48 if colour == "red" else 45)


def _sign(number: int, middle: int) -> SafeString:
    symbol = SYMBOL_OF[number]
    if symbol in _SIGNS:
        return format_html(
            '<use class="card__sign" href="{}" x="19" y="{}" width="22" height="22"/>',
            _sprite(_SIGNS[symbol]),
            middle - 11,
        )
    short = _short(number)
    size = "" if len(short) == 1 else " card__big--two"
    y = middle + (9 if len(short) == 1 else 7)
    return format_html('<text class="card__big{}" x="30" y="{}">{}</text>', size, y, short)


def _wild_middle() -> SafeString:
    # Every black card shows the four shapes; its corners tell them apart.
    return format_html('<use href="{}" x="10" y="25" width="40" height="40"/>', _sprite("shapes"))


def _corners(number: int) -> SafeString:
    symbol = SYMBOL_OF[number]
    if symbol in _SIGNS:
        return format_html(
            '<use class="card__corner" href="{0}" x="6" y="6" width="12" height="12"/>'
            '<use class="card__corner" href="{0}" x="42" y="72" width="12" height="12"/>',
            _sprite(_SIGNS[symbol]),
        )
    short = _short(number)
    return format_html(
        '<text class="card__corner" x="6.500" y="18">{0}</text>'
        '<text class="card__corner card__corner--end" x="53.500" y="83">{0}</text>',
        short,
    )


def _short(number: int) -> str:
    symbol = SYMBOL_OF[number]
    if symbol == DRAW_TWO:
        return "+2"
    return str(symbol) if symbol < SKIP else _BLACK[number - WILD]


def _sprite(name: str) -> str:
    return f"{static('games/cards.svg')}#{name}"
