"""The forms of a page: where they are sent, and what a visitor can fill in."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin


@dataclass
class Form:
    """A form as it stands on a page; `fields` are the names with the values that are offered."""

    action: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    files: set[str] = field(default_factory=set)


def forms(path: str, html: str) -> list[Form]:
    """Return the forms of a page that are posted, and what htmx posts."""
    reader = _Reader(path)
    reader.feed(html)
    return reader.found


class _Reader(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.found: list[Form] = []
        self._form: Form | None = None
        self._select = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in attributes}
        if tag == "form":
            self._begin(facts)
        elif self._form is not None:
            self._fill(self._form, tag, facts)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None

    def _begin(self, facts: dict[str, str]) -> None:
        if facts.get("method", "get").lower() == "post" or "hx-post" in facts:
            action = facts.get("hx-post") or facts.get("action", "")
            self._form = Form(urljoin(self.path, action))
            self.found.append(self._form)

    def _fill(self, form: Form, tag: str, facts: dict[str, str]) -> None:
        name = self._select if tag == "option" else facts.get("name", "")
        if tag == "select":
            self._select = name
        elif facts.get("type") == "file":
            form.files.add(name)
        if name and tag in {"input", "select", "textarea", "button", "option"}:
            offered = form.fields.setdefault(name, [])
            if value := facts.get("value", ""):
                offered.append(value)
