"""Finding on the page of the API what somebody looks for, without scripts."""

from typing import Final

from django.utils.translation import gettext as _

from league.api.docs.fields import Field
from league.api.docs.guide import Kind
from league.api.docs.happenings import Happening
from league.api.docs.operation import Operation
from league.api.docs.page import Page, Part, Shape
from league.api.openapi.codes import Code

LONGEST: Final = 100


def words_of(text: str) -> list[str]:
    """Return what is looked for: every word of it has to be there."""
    return text[:LONGEST].casefold().split()


def operations(page: Page, words: list[str]) -> list[Part]:
    """Return the operations in which all words occur, by what they are about."""
    found = [
        part._replace(operations=[one for one in part.operations if _has(_said(one), words)])
        for part in page.parts
    ]
    return [part for part in found if part.operations]


def shapes(page: Page, words: list[str]) -> list[Shape]:
    """Return the shapes in which all words occur."""
    return [one for one in page.shapes if _has([one.name, one.about, *_fields(one.fields)], words)]


def codes(known: list[Code], words: list[str]) -> list[Code]:
    """Return the codes in which, or in whose sentence, in English or not, all words occur."""
    return [one for one in known if _has([one.code, one.says, _(one.says)], words)]


def happenings(known: list[Happening], words: list[str]) -> list[Happening]:
    """Return the types of events at a table in which all words occur."""
    return [one for one in known if _has([one.name, one.about, *one.fields], words)]


def kinds(known: list[Kind], words: list[str]) -> list[Kind]:
    """Return the types of webhooks in which all words occur."""
    return [one for one in known if _has(list(one), words)]


def _said(one: Operation) -> list[str]:
    fields = _fields([*one.fields, *one.shared, *one.body_fields])
    return [one.name, f"{one.method} {one.path}", one.summary, *one.about, one.body, *fields]


def _fields(fields: list[Field]) -> list[str]:
    return [f"{one.name} {one.kind} {one.about}" for one in fields]


def _has(said: list[str], words: list[str]) -> bool:
    text = " ".join(said).casefold()
    return all(word in text for word in words)
