"""Refusals: a stable code for programs and a clear sentence for people."""

from typing import Final

from games.rules.base.language import _

_LONGEST: Final = 60


class Refusal(Exception):  # noqa: N818 - it is an answer, not an error
    """A command was refused and nothing changed. `code` is stable, `sentence` is for people.

    `options` are the two options (or the option and `seats` or `rulebook`) that cannot be combined, or the
    option with a wrong value; most refusals are not about options. `version` is the current version, where
    the sender had seen another, and `wait` the seconds after which the command may be sent again. `errors`
    are sentences about fields of the request, by name.
    """

    version: int | None = None
    errors: dict[str, list[str]] | None = None

    def __init__(
        self, code: str, sentence: str, options: tuple[str, ...] = (), *, wait: int | None = None
    ) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.options = options
        self.wait = wait


class IllegalCommand(Refusal):
    """The rules of the game do not allow the command."""


def quoted(name: str) -> str:
    """Return a name from outside in quotation marks, shortened, without characters that cannot be shown."""
    shown = name[:_LONGEST].encode("utf-8", "replace").decode()
    return _("“{name}”").format(name=f"{shown}…" if len(name) > _LONGEST else shown)
