"""Every operation of the site: each method of each address, who may ask it, and its largest input."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from tests.league.api.openapi.agreement import operation as in_the_schema
from tests.league.api.openapi.document import document
from tests.league.costs.asking import GETS, Ask, usual_places
from tests.league.costs.full_site import ACCOUNT, GUEST, ORGANIZER, STRANGER, FullSite
from tests.league.costs.largest_bodies import POSTS
from tests.league.every_address.addresses import ADDRESSES
from tests.league.every_address.test_permissions_of_every_address import EVERYTHING

STREAMS: Final = "stream/", "wait/", "watch/"
_OPEN: Final = {"all", "club.see", "competition.see", "table.see", "public"}
_OF_THE_TABLE: Final = {"account", "seat", "table.score", "table.referee"}
_NO_GUESTS: Final = {
    "club_new", "api_clubs", "my_tokens", "club_join", "api_club_join", "rulebook_new", "api_rulebooks",
    "account_change_password",
}  # fmt: skip
"""What only accounts may do."""


@dataclass(frozen=True)
class Operation:
    """A method of an address."""

    method: str
    name: str
    needs: str

    @property
    def key(self) -> str:
        """How the table names it."""
        return f"{self.method} {self.name}"

    @property
    def route(self) -> str:
        """Its address with the names of its parts."""
        return EVERYTHING[self.name]

    @property
    def is_api(self) -> bool:
        """Whether it is for programs."""
        return self.name.startswith("api_") or self.name == "record_check"

    @property
    def asker(self) -> str:
        """The one with the least rights who may ask it."""
        ways = [set(way.split()) for way in self.needs.split("|")]
        if any(way <= _OPEN for way in ways):
            return STRANGER
        of_a_table = _OF_THE_TABLE if "tables/<" in self.route else {"account", "seat"}
        if any(way <= _OPEN | of_a_table for way in ways):
            return ACCOUNT if self.name in _NO_GUESTS and self.method == "POST" else GUEST
        return ORGANIZER

    @property
    def browser(self) -> str:
        """The browser in which it is asked."""
        return self._ask.browser or self.asker

    @property
    def _ask(self) -> Ask:
        return (GETS if self.method == "GET" else POSTS).get(self.name, Ask())

    @property
    def places(self) -> Sequence[str]:
        """Where it is asked."""
        chosen = self._ask.places
        return chosen if any(chosen) else usual_places(self.name, self.route)

    @property
    def query(self) -> str:
        """What stands behind its address."""
        return self._ask.query or ("?limit=200" if "limit" in self._parameters() else "")

    def body(self, site: FullSite) -> Any:
        """What is sent."""
        body_ = self._ask.body
        made = body_(site) if callable(body_) else body_
        return {} if made == b"" else made

    @property
    def names_a_version(self) -> bool:
        """Whether what is sent names the version that its sender saw."""
        return "after" in self._fields()

    @property
    def is_form(self) -> bool:
        """Whether a program sends a file."""
        return "multipart/form-data" in self._schema().get("requestBody", {}).get("content", {})

    def _schema(self) -> Any:
        path = "/" + EVERYTHING[self.name]
        return (in_the_schema(self.method, path) or {}) if self.is_api else {}

    def _parameters(self) -> set[str]:
        return {parameter["name"] for parameter in self._schema().get("parameters", ())}

    def _fields(self) -> Any:
        sent = self._schema().get("requestBody", {}).get("content", {}).values()
        named = [message["schema"].get("$ref", "").rpartition("/")[2] for message in sent]
        return [
            field
            for name in named
            if name
            for field in document()["components"]["schemas"][name].get("properties", {})
        ]


def every() -> list[Operation]:
    """Return every operation but streams, which are measured by spectators, and pages of staff."""
    return [
        Operation(method, name, needs)
        for name, both in ADDRESSES.items()
        for method, needs in zip(("GET", "POST"), both, strict=True)
        if needs != "-"
    ]
