"""Cards and icons on pages: their names and their drawings from the sprite."""

import datetime as dt
from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from pathlib import Path
from zlib import crc32

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.localization.durations import duration
from games.pages.time import TimeText
from games.rules.cards.card_names import COLOURS, called, colour_called, effect_of
from games.rules.cards.cards import COLOUR_OF, DRAW_TWO, REVERSE, SKIP, SYMBOL_OF, TOKENS, WILD
from games.tables import BOT_NAMES

register = template.Library()

# The symbol of the sprite in the corner of a card, and its width relative to its height; a coloured card has
# it in the middle too, a black card another symbol.
_SIGNS = {SKIP: ("skip", 1.0), REVERSE: ("reverse", 1.0), DRAW_TWO: ("plus-2", 1.25)}
_BLACK = (
    ("wild", 1.25, "colours"),
    ("plus-4", 1.29, "four"),
    ("change", 1.0, "swap"),
    ("mix", 1.0, "shuffle"),
    ("star-one", 1.0, "star"),
    *((str(number), 0.75, "own") for number in (1, 2, 3, 4)),
    ("plus-10", 1.71, "ten"),
)
# The heads of bots: a circle, a square, a diamond and a triangle; where their eyes are, and how far apart.
_HEADS = (
    ("M12 1.5a10.5 10.5 0 0 1 0 21a10.5 10.5 0 0 1 0-21z", 11, 4),
    ("M5 2h14a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-14a3 3 0 0 1-3-3v-14a3 3 0 0 1 3-3z", 11, 4.5),
    ("M12 0l12 12l-12 12l-12-12z", 12, 4),
    ("M12 1l12 22h-24z", 15, 3.5),
)
# Their eyes, drawn from the middle: the same shapes, a little larger where they have corners.
_EYES = (
    "m0-2.2a2.2 2.2 0 0 1 0 4.4a2.2 2.2 0 0 1 0-4.4z",
    "m-2-2h4v4h-4z",
    "m0-2.8l2.8 2.8l-2.8 2.8l-2.8-2.8z",
    "m0-2.6l2.8 4.8h-5.6z",
)
# The symbol in the corner of a Customizable card by its effect; the others keep their number.
_CORNERS = {
    "none": ("wild", 1.25),
    "others_draw_2": ("plus-2", 1.25),
    "others_discard_wilds": ("mix", 1.0),
    "extra_turn": ("skip", 1.0),
}
_WIDTH_OF_A_DIGIT = 0.75
_MIDDLES = {"red": 61.0, "yellow": 56.0, "green": 56.0, "blue": 56.0}
_CENTRE = 32.0
_DRAWINGS = Path(__file__).resolve().parent.parent / "static/games/cards.svg"
_FACE = (
    '<svg class="card card--{colour}" viewBox="0 0 60 90" {label}><use href="#face-{colour}"/>{signs}</svg>'
)
_USE = '<use class="{}" href="#sign-{}" x="{}" y="{}" width="{}" height="{}"/>'


@register.simple_tag
def sprite() -> SafeString:
    """Put all drawings into the page once: all other tags refer to them."""
    return _sprite()


@register.simple_tag
def card(number: int, effects: Sequence[str] = ()) -> SafeString:
    """Draw a card with its name for screen readers; `effects` are those of the Customizable cards."""
    return _drawn(number, called(number, effects), effect_of(number, effects))


@register.simple_tag
def card_face(number: int, effects: Sequence[str] = ()) -> SafeString:
    """Draw a card inside an element that already says its name."""
    return _drawn(number, "", effect_of(number, effects))


@register.simple_tag
def card_back() -> SafeString:
    """Draw a card face down."""
    return SafeString(
        '<svg class="card card--back" viewBox="0 0 60 90" aria-hidden="true"><use href="#card-back"/></svg>'
    )


@register.simple_tag
def icon(name: str) -> SafeString:
    """Draw an icon beside a word."""
    return format_html(
        '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#icon-{}"/></svg>', name
    )


@register.simple_tag
def bot_face(name: str) -> SafeString:
    """Draw the face of a bot from the shapes of cards, the same wherever its name stands.

    It has the colour of the words beside it: that of a card would read as the colour of the player.
    """
    # Of our own names no two have the same face, and four that follow each other have four heads.
    number = BOT_NAMES.index(name) if name in BOT_NAMES else crc32(name.encode())
    head, top, apart = _HEADS[number % 4]
    eye = _EYES[number // 4 % 4]
    eyes = "".join(f"M{x} {top}{eye}" for x in (12 - apart, 12 + apart))
    mouth = f"M9.5 {top + 4}h5a2.5 2.5 0 0 1-5 0z"
    return format_html(
        '<svg class="icon face" viewBox="0 0 24 24" aria-hidden="true"><path d="{}{}{}"/></svg>',
        head,
        eyes,
        mouth,
    )


@register.simple_tag
def colour_shape(colour: int) -> SafeString:
    """Draw the shape of a colour, in that colour."""
    return format_html(
        '<svg class="shape shape--{0}" viewBox="0 0 24 24" aria-hidden="true"><use href="#shape-{0}"/></svg>',
        COLOURS[colour],
    )


@register.simple_tag
def moment(when: TimeText | None) -> SafeString:
    """Write a time that the script converts to the time zone of the visitor."""
    if when is None:
        return SafeString("")
    iso = timezone.localtime(when.when).isoformat()
    return format_html('<time datetime="{}" data-moment>{}</time>', iso, when.words)


@register.simple_tag
def time_left(until: dt.datetime) -> SafeString:
    """Write the time until then; the script counts down in the same words."""
    left = max(dt.timedelta(), until - timezone.now())
    words = duration(ceil(left.total_seconds()))
    return format_html('<span data-remaining="{}">{}</span>', left // dt.timedelta(milliseconds=1), words)


@register.filter
def card_name(number: int) -> str:
    """Return `red 5`, `green Skip`, `Wild Draw Four`."""
    return called(number)


@register.filter
def colour_name(colour: int) -> str:
    """Return `red`, `yellow`, `green` or `blue` for style sheets; an empty text for no colour."""
    return COLOURS[colour] if colour >= 0 else ""


@register.filter
def colour_word(colour: int) -> str:
    """Return the name of a colour; an empty text for no colour."""
    return colour_called(colour) if colour >= 0 else ""


@register.filter
def token(number: int) -> str:
    """Return a card in the notation, `r5` or `w4`."""
    return TOKENS[number]


@lru_cache(maxsize=1024)
def _drawn(number: int, name: str, effect: str) -> SafeString:
    is_black = COLOUR_OF[number] < 0
    label = format_html('role="img" aria-label="{}"', name) if name else 'aria-hidden="true"'
    return format_html(
        _FACE,
        colour="black" if is_black else COLOURS[COLOUR_OF[number]],
        label=SafeString(label),
        signs=_black_signs(number, effect) if is_black else _coloured_signs(number),
    )


def _coloured_signs(number: int) -> SafeString:
    colour, symbol = COLOURS[COLOUR_OF[number]], SYMBOL_OF[number]
    name, wide = _SIGNS.get(symbol, (str(symbol), _WIDTH_OF_A_DIGIT))
    height = 29.0 if symbol < SKIP else 27.0 / wide
    if colour == "red":
        height *= 0.84  # a triangle has less room
    return _corner(name, wide) + _sign("card__sign", name, (_CENTRE, _MIDDLES[colour]), wide, height)


def _black_signs(number: int, effect: str) -> SafeString:
    name, wide, middle = _BLACK[number - WILD]
    name, wide = _CORNERS.get(effect, (name, wide))
    return _corner(name, wide) + _sign("card__middle", middle, (31, 60), 1.0, 47)


def _corner(name: str, wide: float) -> SafeString:
    # In a full hand only the left edge of a card is visible.
    height = 17.5 if wide <= 1 else 15.0
    return _sign("card__corner", name, (6.5 + height * wide / 2, 14.5), wide, height)


def _sign(kind: str, name: str, middle: tuple[float, float], wide: float, height: float) -> SafeString:
    x, y = middle[0] - height * wide / 2, middle[1] - height / 2
    return format_html(_USE, kind, name, *(f"{number:.1f}" for number in (x, y, height * wide, height)))


@lru_cache(maxsize=1)
def _sprite() -> SafeString:
    return SafeString(" ".join(_DRAWINGS.read_text().split()))
