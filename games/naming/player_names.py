"""The name of a player as the reader sees it: a number if the name is hidden from the reader.

This is decided only here: every page, record and program reads `Player.name`. Where the reader is unknown, as
on a page that is made for all spectators, hidden names are not shown.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final, Protocol

from django.db.models import CharField
from django.db.models.query_utils import DeferredAttribute
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

FORMER_NAME: Final = gettext_noop("Former player")
"""The name of a player who has deleted the account; pages show it in the language of the reader."""


class Reader(Protocol):
    """The reader of a page."""

    def knows(self, player_id: int) -> bool:
        """Whether the reader may see a hidden name."""


class Everything:
    """A reader who knows every name: the database, and programs that show names to nobody."""

    def knows(self, player_id: int) -> bool:  # noqa: ARG002 - the same for all players
        """Return True for every player."""
        return True


_reader: ContextVar[Reader | None] = ContextVar("reader", default=None)


@contextmanager
def read_by(reader: Reader | None) -> Iterator[None]:
    """Set the reader of names within the block; None is the public."""
    before = _reader.set(reader)
    try:
        yield
    finally:
        _reader.reset(before)


def neutral(player_id: int) -> str:
    """Return the name that is shown instead of a hidden one."""
    return _("Player {number}").format(number=player_id)


if TYPE_CHECKING:
    Text = CharField[str, str]
else:
    Text = CharField


class Named(Protocol):
    """A person with a name that may be hidden."""

    name: str


def as_read(words: str, person: Named) -> str:
    """Return words about a person as the reader sees them: a hidden name, or a part of it, is replaced."""
    shown = person.name
    with read_by(Everything()):
        name = person.name
    if name in (shown, FORMER_NAME):
        return words
    parts = "|".join(re.escape(part) for part in (name, *name.split()) if len(part) > 1)
    return re.sub(rf"(?<!\w)(?:{parts})(?!\w)", lambda _found: shown, words, flags=re.IGNORECASE)


class NameField(Text):
    """The name of a player. Reading it returns what the reader may see; writing stores it as it is."""

    class descriptor_class(DeferredAttribute):  # noqa: N801 - Django looks for it under this name
        def __get__(self, instance: Any, cls: Any = None) -> Any:
            name = super().__get__(instance, cls)
            if name == FORMER_NAME:
                return name if isinstance(_reader.get(), Everything) else _(name)
            if instance is None or not instance.is_hidden:
                return name
            reader, number = _reader.get(), instance.merged_into_id or instance.pk
            return name if reader is not None and reader.knows(instance.pk) else neutral(number)

        def __set__(self, instance: Any, value: Any) -> None:
            instance.__dict__[self.field.attname] = value

    def pre_save(self, instance: Any, add: bool) -> Any:  # noqa: ARG002 - Django's signature
        """Return the value for the database."""
        return self.value_from_object(instance)

    def value_from_object(self, obj: Any) -> Any:
        """Return the name itself, for the forms that change it."""
        with read_by(Everything()):
            return getattr(obj, self.attname)

    def deconstruct(self) -> Any:
        """Describe it as an ordinary column in migrations: the database does not know about readers."""
        name, _path, arguments, keywords = super().deconstruct()
        return name, "django.db.models.CharField", arguments, keywords
