"""How the rules say no: a stable code for programs and a clear sentence for people."""

from typing import Final

_LONGEST: Final = 60


class Refusal(Exception):  # noqa: N818 - it is an answer, not a failure
    """A command was refused and nothing changed. `code` is stable, `sentence` is for people.

    `options` names the two options (or the option and `seats` or `rulebook`) that do not go together, or the
    one whose value is wrong; most refusals are not about options. `version` is what stands there now, where
    somebody had seen another one, and `wait` the seconds after which it would do. `errors` are sentences
    about parts of what was sent, by the name of the part.
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
    """Return a name from outside in quotation marks, cut, and without what no page could show."""
    shown = name[:_LONGEST].encode("utf-8", "replace").decode()
    return f"“{shown}…”" if len(name) > _LONGEST else f"“{shown}”"
