"""How the rules say no: a stable code for programs and a clear sentence for people."""


class Refusal(Exception):  # noqa: N818 - it is an answer, not a failure
    """A command was refused and nothing changed. `code` is stable, `sentence` is for people."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


class IllegalCommand(Refusal):
    """The rules of the game do not allow the command."""
