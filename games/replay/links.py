"""The links of a replay: to a step, with the other choices of the visitor."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

LARGEST_STEP: Final = 10**6
_LETTERS: Final = "ABCDEFGHIJ"


@dataclass(frozen=True)
class ReplayChoice:
    """The choices in the address of a replay: the step, the viewed seat, which moves to list, which curve."""

    table_id: int
    step: int = 1
    seat: str = ""
    moves: str = ""
    curve: str = ""

    @classmethod
    def of(cls, request: HttpRequest, table_id: int) -> "ReplayChoice":
        """Read the address; invalid values are ignored."""
        text = request.GET.get("step", "")
        # More digits than any match has steps: int() would refuse very many.
        step = min(int(text[:9]), LARGEST_STEP) if text.isdecimal() else 1
        seat, moves, curve = (request.GET.get(name, "")[:12] for name in ("seat", "moves", "curve"))
        return cls(table_id, step, seat[:3], moves, curve)

    @cached_property
    def here(self) -> str:
        """The address of the replay without a query."""
        return reverse("replay", args=[self.table_id])

    @cached_property
    def also(self) -> str:
        """The rest of the query after the step: `&seat=B&moves=uno`, often empty."""
        chosen = urlencode(
            {name: text for name in ("seat", "moves", "curve") if (text := getattr(self, name))}
        )
        return f"&{chosen}" if chosen else ""

    def seat_among(self, seats: int) -> int | None:
        """Return the place of the viewed seat, None for all hands or the viewer's own."""
        index = _LETTERS.find(self.seat.upper()) if len(self.seat) == 1 else -1
        return index if 0 <= index < seats else None

    @property
    def address(self) -> str:
        """The address of this page."""
        return self.to(self.step)

    def to(self, step: int) -> str:
        """Return the address of a step, with the same choices."""
        return f"{self.here}?step={step}{self.also}"

    def by(self, seat: str) -> str:
        """Return the address of this step with the view of a seat, or of `all`."""
        return replace(self, seat=seat).address

    def before(self, step: int, seat: str) -> str:
        """Return the address of the table before a step with the view of a seat."""
        return replace(self, step=step - 1, seat=seat).address

    def listing(self, moves: str) -> str:
        """Return the address of this step with other moves listed."""
        return replace(self, moves=moves).address

    def charting(self, curve: str) -> "ReplayChoice":
        """Return the choice of another curve."""
        return replace(self, curve=curve)
