"""The forms of a scorekeeper and a referee: a deal, a penalty, a note, the decision about a dispute."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from games.forms import MOST_VERSION
from games.rules.base.refusal import Refusal
from games.rules.scoresheet import decide
from games.scoresheets import commands
from games.tables import rulings

NOBODY: Final = "none"
LONGEST_REASON: Final = 200
_LETTERS: Final = "ABCDEFGHIJ"


class DealForm(forms.Form):
    """A deal: who went out, and for every other seat its points or its cards in the notation, `r5 w4`.

    `then-0`, `then-1` … are the seats that went out next, where a round goes to the last; `emptied-0` … say
    how often each hand became empty, where that counts. `instead` is the version of the sheet whose last deal
    is replaced.
    """

    deal = forms.IntegerField(min_value=1, max_value=9_999)
    out = forms.ChoiceField(choices=[(NOBODY, NOBODY), *((str(seat), str(seat)) for seat in range(10))])
    is_blocked = forms.BooleanField(required=False)
    instead = forms.IntegerField(min_value=0, max_value=MOST_VERSION, required=False)

    def __init__(self, seats: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = range(seats)
        for seat in self.seats:
            self.fields[f"left-{seat}"] = forms.IntegerField(required=False)
            self.fields[f"cards-{seat}"] = forms.CharField(required=False, max_length=600)
            self.fields[f"emptied-{seat}"] = forms.IntegerField(required=False)
            self.fields[f"then-{seat}"] = forms.IntegerField(required=False)

    def command(self) -> decide.RecordDeal:
        """Return the command; Refusal `bad_deal` for invalid fields."""
        if not self.is_valid():
            raise Refusal("bad_deal", self._first_error())
        fields = self.cleaned_data
        out = None if fields["out"] == NOBODY else int(fields["out"])
        then = [fields[f"then-{place}"] for place in self.seats if fields[f"then-{place}"] is not None]
        emptied = {seat: fields[f"emptied-{seat}"] for seat in self.seats if fields[f"emptied-{seat}"]}
        return decide.RecordDeal(
            deal=fields["deal"],
            out=out,
            left={seat: held for seat in self.seats if (held := self._held(seat)) is not None},
            then=then,
            is_blocked=fields["is_blocked"],
            emptied=emptied,
        )

    def _held(self, seat: int) -> int | list[int] | None:
        tokens = self.cleaned_data[f"cards-{seat}"]
        points: int | None = self.cleaned_data[f"left-{seat}"]
        if not tokens:
            return points
        return commands.named_cards(tokens, seat)

    def _first_error(self) -> str:
        if "out" in self.errors:
            return _("Enter who went out, or that no one could.")
        for seat in self.seats:
            if f"left-{seat}" in self.errors:
                return _("The points of seat {letter} must be a whole number.").format(letter=_LETTERS[seat])
        return _("This deal was not understood. Reload the page and check.")


class PenaltyForm(forms.Form):
    """A penalty by the rulebook; `cards` and `words`, what it is for, count for the kind `penalty` only."""

    seat = forms.IntegerField(min_value=0, max_value=9)
    kind = forms.CharField(max_length=20)
    cards = forms.IntegerField(min_value=1, max_value=99, required=False)
    words = forms.CharField(max_length=rulings.LONGEST_REASON, required=False)

    def command(self) -> decide.Penalise:
        """Return the command; Refusals: `bad_penalty` for invalid fields, `reason_needed`."""
        if not self.is_valid():
            raise Refusal("bad_penalty", _("Enter who gets the penalty, the reason and the number of cards."))
        return commands.penalty(**self.cleaned_data)


class NoteForm(forms.Form):
    """Notes beside the deals: the first dealer, a challenge, a player who leaves, a penalty taken back."""

    kind = forms.ChoiceField(choices=[(kind, kind) for kind in commands.NOTES])
    seat = forms.IntegerField(min_value=0, max_value=9)
    target = forms.IntegerField(min_value=0, max_value=9, required=False)

    def command(self) -> decide.SheetCommand:
        """Return the command; Refusal `bad_note` for invalid fields."""
        if not self.is_valid():
            raise Refusal("bad_note", _("Enter the player and the note."))
        return commands.note(**self.cleaned_data)


class SettleForm(forms.Form):
    """The referee's decision: the result stands, or the sheet is open again and some deals are undone."""

    decision = forms.ChoiceField(choices=[("stands", "stands"), ("open", "open")])
    undo = forms.IntegerField(min_value=0, max_value=9_999, required=False)
    reason = forms.CharField(max_length=LONGEST_REASON)
    sure = forms.BooleanField()

    def command(self) -> decide.SettleDispute:
        """Return the command; Refusal `bad_value` for invalid fields, `reason_needed` without a reason."""
        if "sure" in self.errors:
            raise Refusal("bad_value", _("Confirm that you are sure."))
        if "reason" in self.errors:
            raise Refusal("reason_needed", _("Say why you decide so."))
        if not self.is_valid():
            raise Refusal("bad_value", _("Choose whether the result counts, or how many deals to undo."))
        fields = self.cleaned_data
        reason = fields["reason"]
        if fields["decision"] == "stands":
            return decide.SettleDispute(stands=True, reason=reason)
        return decide.SettleDispute(stands=False, undo=fields["undo"] or 0, reason=reason)
