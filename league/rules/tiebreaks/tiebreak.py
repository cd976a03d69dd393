"""A tie-break, its value for an entrant, and the arithmetic behind it in words."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Final

import msgspec

from games.rules.base.language import _, gettext_noop, ngettext, shown_number
from league.rules.played_rounds import Entrant
from league.rules.tiebreaks import packing
from league.rules.tiebreaks.results import Results
from league.rules.tiebreaks.rounds import added

SUM: Final = gettext_noop("total {number}")
MEAN: Final = gettext_noop("mean {number}")
BEHIND: Final = "behind"
UNKNOWN: Final = "–"
"""What stands for a number that a result does not say."""

Name = Callable[[Entrant], str]
_GLYPHS: Final = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


class Term(msgspec.Struct, frozen=True, gc=False):
    """A term of a sum: from a stage round (0: from all of them), from an opponent, or both.

    `basis` is the opponent's score where the value is that score times a result. `is_dummy`: the round was
    not played against `opponent` (or there was none). `is_cut`: left out of the sum. `is_unknown`: the result
    does not say the number, and the value is 0.
    """

    value: Fraction
    round: int = 0
    opponent: Entrant | None = None
    basis: Fraction | None = None
    is_dummy: bool = False
    is_voluntary: bool = False
    is_cut: bool = False
    is_unknown: bool = False


class Worth(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The value of a tie-break for an entrant, and the terms behind it.

    By `how` it is the sum of the terms, their mean, or how many of the entrants tied so far are behind. Where
    standings are kept the terms are `packed`: a page that shows the value alone does not read them. A worth
    `is_unknown` as soon as one of its terms is: then it separates nobody.
    """

    value: Fraction
    counted: tuple[Term, ...] = ()
    how: str = SUM
    packed: msgspec.Raw = packing.NOTHING
    is_unknown: bool = False

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms."""
        return _unpacker.decode(self.packed) if self.packed else self.counted

    @property
    def has_terms(self) -> bool:
        """Whether there are terms."""
        return bool(self.counted or self.packed)


class TieBreak(msgspec.Struct, frozen=True):
    """A named tie-break. `worths` takes the results and some entrants, all tied so far if `is_relative`.

    More is better unless `fewer_is_better`. Name and explanation are to be translated where they are shown.
    """

    code: str
    name: str
    explanation: str
    worths: Callable[[Results, Sequence[Entrant]], dict[Entrant, Worth]]
    fewer_is_better: bool = False
    is_relative: bool = False


def packed(worth: Worth) -> Worth:
    """Return a worth with its terms packed, if there are any."""
    if not worth.counted:
        return worth
    terms = msgspec.Raw(_packer.encode(worth.counted))
    return Worth(worth.value, how=worth.how, packed=terms, is_unknown=worth.is_unknown)


def each(
    worth_of: Callable[[Results, Entrant], Worth],
) -> Callable[[Results, Sequence[Entrant]], dict[Entrant, Worth]]:
    """Return the worths function of a tie-break from a function for a single entrant."""
    return lambda results, entrants: {entrant: worth_of(results, entrant) for entrant in entrants}


def total(terms: Iterable[Term]) -> Worth:
    """Return the sum of the terms that were not left out."""
    kept_terms = tuple(terms)
    value = added(term.value for term in kept_terms if not term.is_cut)
    return Worth(value, kept_terms, is_unknown=any(term.is_unknown for term in kept_terms))


def mean(terms: Iterable[Term]) -> Worth:
    """Return the mean of the terms that were not left out, 0 if there are none."""
    worth = total(terms)
    count = sum(not term.is_cut for term in worth.terms)
    return Worth(worth.value / count if count else Fraction(), worth.terms, MEAN)


def plain(value: Fraction) -> int | float:
    """Return the number for programs: rounded to four decimals, an integer where possible."""
    if value.denominator == 1:  # as nearly all are; the rest takes twenty times as long
        return value.numerator
    rounded = round(value, 4)
    return rounded.numerator if rounded.denominator == 1 else float(rounded)


def plain_worth(worth: Worth) -> int | float | None:
    """Return the number of a tie-break for programs; None where it is unknown."""
    return None if worth.is_unknown else plain(worth.value)


def written(value: Fraction) -> str:
    """Return the number for people: 12½, -3, 4.3333."""
    if value.denominator == 1:  # as nearly all are; the rest takes ten times as long
        return shown_number(value.numerator)
    whole, rest = divmod(abs(value), 1)
    sign = "-" if value < 0 else ""
    if rest in _GLYPHS:
        return f"{sign}{shown_number(whole) if whole else ''}{_GLYPHS[rest]}"
    return shown_number(plain(value))


def in_sheets(value: Fraction) -> str:
    """Return the number for sheets, the same in every language: 12½, -3, 1234, 4.3333."""
    if value.denominator == 1:
        return str(value.numerator)
    whole, rest = divmod(abs(value), 1)
    if rest in _GLYPHS:
        return f"{'-' if value < 0 else ''}{whole or ''}{_GLYPHS[rest]}"
    return str(plain(value))


def explained(worth: Worth, name: Name) -> list[str]:
    """Return a line for every term and a line for the result; `name` returns the name of an entrant."""
    lines = [_line(term, name) for term in worth.terms]
    sentence = _those_behind(int(worth.value)) if worth.how == BEHIND else _(worth.how)
    return [*lines, sentence.format(number=UNKNOWN if worth.is_unknown else written(worth.value))]


def _those_behind(count: int) -> str:
    return ngettext(
        "{number} of those tied so far is behind", "{number} of those tied so far are behind", count
    )


def _line(term: Term, name: Name) -> str:
    text = _term(term, name)
    if term.round:
        text = _("round {number}: {points}").format(number=term.round, points=text)
    return _("{points}, left out").format(points=text) if term.is_cut else text


def _number(term: Term) -> str:
    if term.is_unknown:
        return UNKNOWN
    if term.basis is None or term.basis == term.value:
        return written(term.value)
    return f"{written(term.value / term.basis)} × {written(term.basis)} = {written(term.value)}"


def _term(term: Term, name: Name) -> str:
    number = _number(term)
    if term.opponent is None:
        return _("{number} (no opponent)").format(number=number) if term.is_dummy else number
    if term.is_dummy:
        return _("{number} (not played against {name})").format(number=number, name=name(term.opponent))
    return f"{number} ({name(term.opponent)})"


_packer: Final = packing.packer()
_unpacker: Final = packing.unpacker(tuple[Term, ...])
