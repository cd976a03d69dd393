"""Standings as bytes (MessagePack) with their exact numbers: a whole number as such, any other as `1/3`."""

from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import msgspec


def packer() -> msgspec.msgpack.Encoder:
    """Return an encoder of values with fractions."""
    return msgspec.msgpack.Encoder(enc_hook=_plain)


def unpacker(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    """Return a decoder of values of a type with fractions."""
    return msgspec.msgpack.Decoder(kind, dec_hook=_exact)


def _plain(number: object) -> int | str:
    assert isinstance(number, Fraction)
    return number.numerator if number.denominator == 1 else str(number)


def _exact(_kind: type, number: Any) -> Fraction:
    return _fraction(number)


@lru_cache(4096)  # standings hold the same few numbers ten thousand times
def _fraction(number: int | str) -> Fraction:
    return Fraction(number)


NOTHING: Final = msgspec.Raw()
"""No bytes."""
