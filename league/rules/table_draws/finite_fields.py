"""Arithmetic in finite fields, for designs."""

from itertools import product
from typing import Final


class Field:
    """The field with `size` elements 0 … q-1, q a power of a prime p: digits to base p are coefficients.

    `powers[i]` is the i-th power of a primitive element, so that all elements but 0 are among them.
    """

    def __init__(self, size: int) -> None:
        self.size: Final = size
        self._prime: Final = next(number for number in range(2, size + 1) if size % number == 0)
        self.powers: Final = self._powers()
        self._logarithm = {element: number for number, element in enumerate(self.powers)}

    def plus(self, first: int, other: int) -> int:
        """Add two elements, digit by digit."""
        result, place = 0, 1
        while first or other:
            result += (first + other) % self._prime * place
            first, other, place = first // self._prime, other // self._prime, place * self._prime
        return result

    def times(self, first: int, other: int) -> int:
        """Multiply two elements by adding their logarithms."""
        if not first or not other:
            return 0
        return self.powers[(self._logarithm[first] + self._logarithm[other]) % (self.size - 1)]

    def power(self, exponent: int) -> int:
        """Return this power of the primitive element."""
        return self.powers[exponent % (self.size - 1)]

    def logarithm(self, element: int) -> int:
        """Return the exponent of an element as a power of the primitive element; not defined for 0."""
        return self._logarithm[element]

    def _powers(self) -> list[int]:
        """Try polynomials x^e = tail until the powers of x are all elements but 0."""
        degree = 1
        while self._prime**degree < self.size:
            degree += 1
        tails = product(range(self._prime), repeat=degree)
        every = (self._powers_of_x(sum(c * self._prime**i for i, c in enumerate(tail))) for tail in tails)
        return next(powers for powers in every if len(powers) == self.size - 1)

    def _powers_of_x(self, tail: int) -> list[int]:
        powers = [1]
        top = self.size // self._prime
        while len(powers) < self.size:
            leading, rest = divmod(powers[-1], top)
            following = rest * self._prime
            for _ in range(leading):
                following = self.plus(following, tail)
            if following in {0, 1}:
                break
            powers.append(following)
        return powers


def prime_powers(number: int) -> list[int]:
    """Return the powers of different primes whose product is a number above 1."""
    result = []
    for prime in range(2, number + 1):
        power = 1
        while number % prime == 0:
            number //= prime
            power *= prime
        if power > 1:
            result.append(power)
    return result


def is_prime_power(number: int) -> bool:
    """Say whether there is a field with `number` elements."""
    return number > 1 and len(prime_powers(number)) == 1
