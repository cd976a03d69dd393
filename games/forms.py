"""What people send from the pages of tables: a move, a new table, a choice of seat."""

from collections.abc import Callable
from typing import Any

from django import forms

from games.rules import commands, rulebooks
from games.rules.cards import COLOURS, TOKENS

_MOVES: dict[tuple[str, int], Callable[..., commands.Command]] = {
    ("draw", 0): commands.DrawCard,
    ("pass", 0): commands.Pass,
    ("accept", 0): commands.Accept,
    ("challenge", 0): commands.Challenge,
    ("uno", 0): commands.CallUno,
    ("deal", 0): lambda _seat: commands.Deal(),
    ("catch", 1): commands.Catch,
    ("colour", 1): commands.ChooseColour,
    ("play", 1): commands.PlayCard,
    ("play", 2): commands.PlayCard,
}


class MoveForm(forms.Form):
    """A move as its button sends it: a word and numbers, such as `play 12`, `play 52 3` or `catch 2`.

    `after` is the version of the table that the sender saw, `uno` the call that goes with a card.
    """

    move = forms.RegexField(regex=r"^[a-z]+( \d{1,2}){0,2}$", max_length=20)
    after = forms.IntegerField(min_value=0)
    uno = forms.BooleanField(required=False)

    def clean_move(self) -> tuple[Callable[..., commands.Command], list[int]]:
        """Return the command's type and its numbers after the seat."""
        word, *rest = self.cleaned_data["move"].split()
        numbers = [int(one) for one in rest]
        maker = _MOVES.get((word, len(numbers)))
        if maker is None or not _are_known(word, numbers):
            raise forms.ValidationError("There is no such move.")
        return maker, numbers

    def command(self, seat: int) -> commands.Command:
        """Return the command of the player at that seat; only after `is_valid()`."""
        maker, numbers = self.cleaned_data["move"]
        command: commands.Command = maker(seat, *numbers)
        if isinstance(command, commands.PlayCard) and self.cleaned_data["uno"]:
            return commands.PlayCard(command.seat, command.card, command.colour, uno=True)
        return command


class SeatForm(forms.Form):
    """Which seat is meant; any free one when it is not named."""

    seat = forms.IntegerField(min_value=0, max_value=9, required=False)


class NewTableForm(forms.Form):
    """A friendly table: the rulebook, how many play, how fast, to how many points."""

    rulebook = forms.ChoiceField(widget=forms.RadioSelect)
    seats = forms.IntegerField(
        min_value=2, max_value=10, initial=4, label="Seats", help_text="2 to 10, your own included"
    )
    bots = forms.IntegerField(
        min_value=0, max_value=9, initial=3, label="Bots", help_text="The other seats stay free for friends"
    )
    target = forms.IntegerField(
        min_value=50, max_value=2000, initial=500, label="Play to", help_text="Points that end the match"
    )
    turn_seconds = forms.TypedChoiceField(
        label="Time for a turn",
        coerce=int,
        initial=60,
        choices=[(20, "20 seconds"), (60, "One minute"), (180, "Three minutes"), (86_400, "A day")],
    )
    name = forms.CharField(max_length=80, required=False, label="Name of the table", help_text="If you like")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = rulebooks.supported_names()
        self.fields["rulebook"].choices = [(name, rulebooks.title(name)) for name in names]  # type: ignore[attr-defined] # a ChoiceField
        self.fields["rulebook"].initial = names[0]
        self.rulebook_summaries = {name: rulebooks.summary(name) for name in names}

    def clean(self) -> dict[str, Any]:
        """Refuse more people and bots than seats."""
        given = super().clean() or {}
        seats, bots = given.get("seats"), given.get("bots")
        if seats and bots is not None and bots > seats - 1:
            self.add_error("bots", f"With {seats} seats there is room for {seats - 1} bots beside you.")
        return given

    def option_changes(self) -> dict[str, int]:
        """Return the options that differ from the rulebook's own."""
        usual = rulebooks.resolve(self.cleaned_data["rulebook"])["target_score"]
        target = self.cleaned_data["target"]
        return {} if target == usual else {"target_score": target}


def _are_known(word: str, numbers: list[int]) -> bool:
    """Whether the numbers stand for cards and colours that exist (seats are checked by the rules)."""
    if word == "play":
        return numbers[0] < len(TOKENS) and all(colour < len(COLOURS) for colour in numbers[1:])
    return word != "colour" or numbers[0] < len(COLOURS)
