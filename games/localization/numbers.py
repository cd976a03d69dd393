"""Numbers, shares, sizes and ordinals as the reader's language writes them."""

import decimal
from typing import Final

from babel import numbers
from babel.units import format_unit

from games.localization.locales import locale_of_reader

_NOTHING: Final = 0.005
_SMALLEST_PARTED: Final = 1000
_TWENTY: Final = 20
_BYTES_OF_NEXT: Final = 1024
_UNITS: Final = ("byte", "kilobyte", "megabyte", "gigabyte", "terabyte")
_ORDINALS: Final = {
    "en": {"one": "{}st", "two": "{}nd", "few": "{}rd", "other": "{}th"},
    "vi": {"other": "hạng {}"},
    "fil": {"other": "ika-{}"},
    "ru": {"other": "{}-е"},
}
"""By Babel's ordinal forms; the endings are not in its data. Russian agrees with «место»."""
_WELSH_ENDINGS: Final = {"af": (1,), "il": (2,), "ydd": (3, 4), "ed": (5, 6), "eg": (11, 13, 14, 16, 17, 19)}
"""Up to 20, which Babel does not tell apart; all others of them are `fed`, as are 40, 60, 80 and 100."""


def number(value: float) -> str:
    """Return `1,234.5`."""
    if 0 <= value < _SMALLEST_PARTED and isinstance(value, int):
        return str(value)  # as in every language; long standings have thousands of them
    with decimal.localcontext() as context:
        # A refusal may name a number of any length; Babel adds three decimals before it drops them.
        context.prec = max(context.prec, len(str(value)) + 3)
        return numbers.format_decimal(value, locale=locale_of_reader(), decimal_quantization=False)


def percent(share: float) -> str:
    """Return `50%` for a half, `−3%` with a minus sign, `0%` for what rounds to nothing."""
    if abs(share) < _NOTHING:
        share = 0
    return numbers.format_percent(share, locale=locale_of_reader()).replace("-", "−")


def byte_size(count: int) -> str:
    """Return `1.4 GB`, in the largest unit of which there is at least one."""
    power = 0
    while count >= _BYTES_OF_NEXT ** (power + 1) and power + 1 < len(_UNITS):
        power += 1
    value = round(count / _BYTES_OF_NEXT**power, 1)
    return format_unit(value, f"digital-{_UNITS[power]}", "short", locale=locale_of_reader())


def ordinal(value: int) -> str:
    """Return `2nd`, of a place at a table."""
    locale = locale_of_reader()
    if locale.language == "cy":
        return f"{value}{_welsh_ending(value)}"
    endings = _ORDINALS.get(locale.language, _ORDINALS["en"])
    return endings.get(locale.ordinal_form(value), endings["other"]).format(value)


def _welsh_ending(value: int) -> str:
    last = value % 100
    if last > _TWENTY and last % _TWENTY:
        return "ain"
    return next((ending for ending, places in _WELSH_ENDINGS.items() if last in places), "fed")
