"""What a player is called to whoever reads: by name, or by number where the name is hidden from them.

This is the one place where that is decided: every page, record and program reads `Player.name`. Somebody
who is not known to read anything, such as a page made for all spectators, reads no hidden name.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final, Protocol

from django.db.models import CharField
from django.db.models.query_utils import DeferredAttribute
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

FORMER_NAME: Final = gettext_noop("Former player")
"""The name of somebody who has deleted their account; pages say it in the language of whoever reads."""


class Reader(Protocol):
    """Whoever reads a page."""

    def knows(self, player_id: int) -> bool:
        """Whether a hidden name is told to the reader."""


class Everything:
    """Knows every name: the database itself, and programs that tell nobody."""

    def knows(self, player_id: int) -> bool:  # noqa: ARG002 - whoever it is
        """Tell the name."""
        return True


_reader: ContextVar[Reader | None] = ContextVar("reader", default=None)


@contextmanager
def read_by(reader: Reader | None) -> Iterator[None]:
    """Let names be read by somebody meanwhile; None is the public."""
    before = _reader.set(reader)
    try:
        yield
    finally:
        _reader.reset(before)


def neutral(player_id: int) -> str:
    """Return what a player is called whose name is hidden."""
    return _("Player {number}").format(number=player_id)


if TYPE_CHECKING:
    Text = CharField[str, str]
else:
    Text = CharField


class NameField(Text):
    """The name of a player. Reading it tells what the reader may know, writing keeps what is written."""

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

    def pre_save(self, instance: Any, add: bool) -> Any:  # noqa: ARG002 - Django's
        """Return what is written into the database."""
        return self.value_from_object(instance)

    def value_from_object(self, obj: Any) -> Any:
        """Return the name itself, for forms of whoever may change it."""
        with read_by(Everything()):
            return getattr(obj, self.attname)

    def deconstruct(self) -> Any:
        """Be an ordinary column in migrations: how it is read is no matter of the database."""
        name, _path, arguments, keywords = super().deconstruct()
        return name, "django.db.models.CharField", arguments, keywords
