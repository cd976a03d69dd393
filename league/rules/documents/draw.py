"""A draw for programs: the document of `manage.py draw`, for every format."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from league.rules.brackets.plan import RESET, PlannedMatch, PlannedRound, Slot
from league.rules.brackets.progress import Seated, occupant
from league.rules.documents.draw_request import DrawRequest, check
from league.rules.documents.knockout import Drawn, double_elimination, elimination_500, single_elimination
from league.rules.documents.rounds import round_robin, swiss

_DRAWS: Final[Mapping[str, Callable[[DrawRequest], Drawn]]] = {
    "single_elimination": single_elimination,
    "double_elimination": double_elimination,
    "elimination_500": elimination_500,
    "round_robin": round_robin,
    "swiss": swiss,
}


def document(request: DrawRequest) -> dict[str, Any]:
    """Return the draw for JSON; entrants are given by seed. Raises Refusal for impossible draws."""
    check(request)
    return made(request)


def made(request: DrawRequest) -> dict[str, Any]:
    """Return the same for options that were checked."""
    drawn = _DRAWS[request.format](request)
    writer = _Writer(drawn)
    written = {
        "format": request.format,
        "entrants": request.count,
        "seed": request.seed,
        "rounds": [writer.round(planned) for planned in drawn.rounds],
        "byes": writer.byes(),
        "cost": drawn.cost,
        "bound": drawn.bound,
    }
    if request.names:
        written["names"] = request.names
    if drawn.beyond is not None:
        written["beyond"] = dict(drawn.beyond)
    if drawn.meetings is not None:
        written["club_meetings"] = [
            {"entrants": [{"seed": first}, {"seed": other}], "round": where}
            for first, other, where in drawn.meetings
        ]
    return written


def text(document: Mapping[str, Any]) -> list[str]:
    """Return the document as lines for people."""
    names = dict(enumerate(document.get("names", ()), start=1))
    lines = []
    for planned in document["rounds"]:
        lines.append(f"{planned['id']}  {planned['name']}")
        for match in planned["matches"]:
            entrants = ", ".join(_in_words(each, names) for each in match["entrants"])
            condition = f"  (if {match['if']})" if "if" in match else ""
            condition += f"  (best of {match['best_of']})" if "best_of" in match else ""
            lines.append(f"  {match['id']:7} {entrants}{condition}")
        lines += [
            f"  bye     {_in_words(each, names)}"
            for each in document["byes"]
            if each["round"] == planned["id"]
        ]
    if document["cost"]:
        lines.append("cost: " + ", ".join(f"{name} {value}" for name, value in document["cost"].items()))
    if document["bound"] is not None:
        lines.append(f"repeats cannot be fewer than {document['bound']}")
    for name, more in list(document.get("beyond", {}).items())[:1]:
        lines.append(
            f"no other draw is better before {name}; by that another draw could cost {more} less at most"
        )
    for each in document.get("club_meetings", ()):
        pair = " and ".join(_in_words(entrant, names) for entrant in each["entrants"])
        lines.append(f"of one club: {pair} may meet in {each['round']}")
    return lines


class _Writer:
    """Writes rounds and slots of a draw."""

    def __init__(self, drawn: Drawn) -> None:
        self._drawn = drawn
        self._rounds = drawn.rounds
        self._seats: Mapping[str, Seated] = drawn.seats
        self._sizes = {match.id: len(match.slots) for planned in self._rounds for match in planned.matches}
        self._advance = {match.id: planned.advance for planned in self._rounds for match in planned.matches}
        self._to = {
            (slot.of, slot.place): match.id
            for planned in self._rounds
            for match in planned.matches
            for slot in match.slots
            if slot.of
        }

    def round(self, planned: PlannedRound) -> dict[str, Any]:
        """Return a round with its matches."""
        return {
            "id": planned.id,
            "name": planned.name,
            "matches": [self._match(match, planned) for match in planned.matches],
        }

    def byes(self) -> list[dict[str, Any]]:
        """Return the byes with their rounds."""
        return [
            {**self._entrant(slot, self._occupant(slot)), "round": planned.id}
            for n, planned in enumerate(self._rounds)
            for slot in self._free(n, planned)
        ]

    def _free(self, n: int, planned: PlannedRound) -> Iterator[Slot]:
        """Yield the byes of round n: by the draw, against an empty seat, or as the first of a new order."""
        yield from planned.byes
        if n == 0 or planned.id.startswith("R"):
            for match in planned.matches:
                if any(slot.is_bye for slot in match.slots):
                    yield from (slot for slot in match.slots if not slot.is_bye)
        if not self._drawn.has_stages:
            return
        here = [slot for match in planned.matches for slot in match.slots]
        if here[0].of == self._rounds[n - 1].id:
            yield from (Slot(of=here[0].of, place=k) for k in range(1, min(slot.place for slot in here)))

    def _occupant(self, slot: Slot) -> int | None:
        return occupant(slot, self._seats) if slot.of in self._seats else None

    def _match(self, match: PlannedMatch, planned: PlannedRound) -> dict[str, Any]:
        seats = self._seats[match.id].slots if match.id in self._seats else (None,) * len(match.slots)
        written: dict[str, Any] = {
            "id": match.id,
            "entrants": [self._entrant(slot, seat) for slot, seat in zip(match.slots, seats, strict=True)],
        }
        if match.id in self._drawn.best_of:
            written["best_of"] = self._drawn.best_of[match.id]
        if match.needed == RESET:
            written["if"] = f"losers side won {match.slots[0].of}"
        elif self._drawn.has_links and planned.id != "GF" and planned.advance == 1:
            written["winner_to"] = self._to.get((match.id, 1))
            written["loser_to"] = self._to.get((match.id, 2)) if len(match.slots) == 2 else None
        return written

    def _entrant(self, slot: Slot, seat: int | None) -> dict[str, Any]:
        if seat or slot.entrant:
            return {"seed": seat or slot.entrant}
        if seat == 0 or not slot.of:
            return {"bye": True}
        if self._sizes.get(slot.of) == 2 and slot.place <= 2:
            return {"winner_of" if slot.place == 1 else "loser_of": slot.of}
        if self._advance.get(slot.of) == 1:
            return {"winner_of": slot.of}
        return {"place": slot.place, "of": slot.of}


def _in_words(entrant: Mapping[str, Any], names: Mapping[int, str]) -> str:
    if "seed" in entrant:
        return " ".join(filter(None, [str(entrant["seed"]), names.get(entrant["seed"])]))
    if "place" in entrant:
        return f"place {entrant['place']} of {entrant['of']}"
    name, match = next(iter(entrant.items()))
    return "bye" if name == "bye" else f"{name.replace('_', ' ')} {match}"
