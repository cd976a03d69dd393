"""The forms on the pages of tables."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django import forms
from django.utils.translation import gettext, ngettext, override
from django.utils.translation import gettext_lazy as _

from games.bots.strengths import CLUB
from games.chat import reactions
from games.naming.typed_names import clean_name, clean_people
from games.rulebooks.catalogue import Rulebook, families, rules_facts, usual_table_name
from games.rules.match import commands
from games.tables import deadlines, rulings
from games.wording import bot_strengths
from games.wording.turn_times import CHOICE_LABELS, LABELS

MOST_VERSION: Final = 2**31 - 1
"""The largest version of a stream in the database."""


class RulingForm(forms.Form):
    """A referee's ruling about a seat, with a confirmation: cards cannot be taken back.

    `reason` is what a penalty is for. A host who plays asks for it; the others answer what was `asked` for.
    """

    ruling = forms.ChoiceField(choices=[(name, name) for name in (*rulings.RULINGS, *rulings.ANSWERS)])
    seat = forms.IntegerField(min_value=0, max_value=9, initial=0, required=False)
    cards = forms.IntegerField(min_value=1, max_value=10, initial=2, required=False)
    after = forms.IntegerField(min_value=0, max_value=MOST_VERSION)
    sure = forms.BooleanField()
    reason = forms.CharField(max_length=rulings.LONGEST_REASON, required=False)
    asked = forms.IntegerField(min_value=0, max_value=2**53, required=False)

    def command(self) -> commands.Command:
        """Return the command of the ruling, only after `is_valid()`."""
        seat, cards = self.cleaned_data["seat"] or 0, self.cleaned_data["cards"] or 2
        words = self.cleaned_data["reason"]
        return rulings.ruling(self.cleaned_data["ruling"], seat=seat, cards=cards, words=words)

    @property
    def first_error(self) -> str:
        """The first error."""
        if "sure" in self.errors:
            return gettext("Confirm that you are sure: a ruling cannot be undone.")
        if "cards" in self.errors:
            return gettext("A penalty is one to ten cards.")
        return gettext("Choose a seat and a reason.")


class MessageForm(forms.Form):
    """A message in the chat, or a reaction."""

    text = forms.CharField(max_length=200, required=False)
    reaction = forms.ChoiceField(choices=[(name, name) for name in reactions.REACTIONS], required=False)

    def message(self) -> str:
        """Return the message to write, only after `is_valid()`: the reaction if one was tapped."""
        reaction = self.cleaned_data["reaction"]
        return reactions.stored(reaction) if reaction else self.cleaned_data["text"]

    def clean(self) -> dict[str, Any]:
        """Refuse nothing at all."""
        cleaned = super().clean() or {}
        if not cleaned.get("text") and not cleaned.get("reaction"):
            self.add_error("text", gettext("Write something first."))
        return cleaned


class WordsForm(forms.Form):
    """The words a seat adds to the shuffles; the rules check them."""

    words = forms.CharField(max_length=400)


class SeatForm(forms.Form):
    """The seat to take, any free one if none is named, and the key of the link of a private table."""

    seat = forms.IntegerField(min_value=0, max_value=9, required=False)
    key = forms.CharField(max_length=22, required=False)


class KeepForm(forms.Form):
    """The player for whom a seat is kept; none for whoever has its link."""

    player = forms.IntegerField(min_value=1, max_value=2**53, required=False)


class StartForm(forms.Form):
    """The first dealer and the youngest player, by seat, where the rulebook lets the host name them."""

    dealer = forms.IntegerField(min_value=0, max_value=9, required=False)
    youngest = forms.IntegerField(min_value=0, max_value=9, required=False)


class TimesForm(forms.Form):
    """The times of a table, and when a bot takes over from an absent player."""

    turn_seconds = forms.TypedChoiceField(
        label=LABELS["turn_seconds"],
        coerce=int,
        initial=60,
        required=False,  # a page asks for it only where a match is played at a table of this site
        choices=[*CHOICE_LABELS["turn_seconds"].items()],
        help_text=_(
            "With days per turn you play when it suits you: players need not be there at the same time"
        ),
    )
    bank_seconds = forms.TypedChoiceField(
        label=LABELS["bank_seconds"],
        coerce=int,
        required=False,
        choices=[*CHOICE_LABELS["bank_seconds"].items()],
        help_text=_("For each player, once for the whole match: used when a turn takes longer than its time"),
    )
    away_after = forms.TypedChoiceField(
        label=LABELS["away_after"],
        coerce=int,
        required=False,
        choices=[*CHOICE_LABELS["away_after"].items()],
        help_text=_("As usual: after 3 missed turns in a row; after one if turns last days"),
    )

    def times(self) -> dict[str, Any]:
        """Return the times for the write side, only after `is_valid()`."""
        cleaned = self.cleaned_data
        turn_seconds = cleaned["turn_seconds"] or self.fields["turn_seconds"].initial
        return {
            "turn_seconds": turn_seconds,
            "bank_seconds": cleaned["bank_seconds"] or 0,
            "away_after": cleaned["away_after"] or deadlines.usual_away_after(turn_seconds),
        }


class RulebookFamily(NamedTuple):
    """Rulebooks to choose from that belong together."""

    title: str
    choices: list[tuple[Any, Rulebook]]
    is_open: bool


class RulesForm(forms.Form):
    """A rulebook to choose, and to how many points it is played."""

    rulebook = forms.ChoiceField(widget=forms.RadioSelect)
    target = forms.IntegerField(
        min_value=50,
        max_value=2000,
        required=False,
        label=_("Play to"),
        help_text=_("Points that end the match, 50 to 2000; leave empty to follow the rulebook"),
    )
    name = forms.CharField(
        max_length=80, required=False, label=_("Name of the table"), help_text=_("Optional")
    )

    def __init__(self, choosable: Sequence[Rulebook], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._rulebooks = {rulebook.key: rulebook for rulebook in choosable}
        self.fields["rulebook"].choices = [(rulebook.key, rulebook.title) for rulebook in choosable]  # type: ignore[attr-defined] # a ChoiceField
        self.fields["rulebook"].initial = "classic"

    def clean_name(self) -> str:
        """Refuse invisible characters; the name may be empty."""
        typed: str = self.cleaned_data["name"]
        return clean_name(typed) if typed.strip() else ""

    @property
    def rulebook_families(self) -> list[RulebookFamily]:
        """The rulebooks with their radio buttons, in families; the family of the chosen one is open."""
        radios = dict(zip(self._rulebooks, self["rulebook"], strict=True))
        chosen = self["rulebook"].value()
        return [
            RulebookFamily(
                family.title,
                [(radios[rulebook.key], rulebook) for rulebook in family.rulebooks],
                any(rulebook.key == chosen for rulebook in family.rulebooks),
            )
            for family in families(self._rulebooks.values())
        ]

    def usual_name(self, seats: int) -> str:
        """Return the English name of a table that was given none, only after `is_valid()`."""
        chosen, target = self._rulebooks[self.cleaned_data["rulebook"]], self.cleaned_data["target"]
        with override("en"):
            return usual_table_name(chosen, target or chosen.options.target_score, seats)

    def rules(self) -> dict[str, Any]:
        """Return the rules for the write side, only after `is_valid()`."""
        return rules_facts(self._rulebooks[self.cleaned_data["rulebook"]], self.cleaned_data["target"])


class PhysicalTableForm(RulesForm):
    """A table with real cards: its players in order, and how results are confirmed."""

    SILENCES = [
        (0, _("Never: everyone has to confirm it")),
        (120, _("After 2 minutes without objection")),
        (600, _("After 10 minutes without objection")),
        (86_400, _("After a day without objection")),
    ]

    players = forms.CharField(
        max_length=8000,
        label=_("Players"),
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_(
            "One name per line, clockwise, including your own: people you have played with, or guests"
        ),
    )
    confirm = forms.BooleanField(
        required=False, initial=True, label=_("The others must confirm the result before it counts")
    )
    silence_seconds = forms.TypedChoiceField(
        label=_("An unconfirmed result counts"), coerce=int, initial=600, choices=SILENCES
    )
    self_report = forms.BooleanField(
        required=False, initial=True, label=_("Everyone at the table can record deals, not only me")
    )

    def clean_players(self) -> list[str]:
        """Return the cleaned names, one for each line."""
        return clean_people(self.cleaned_data["players"].splitlines())

    def confirmation(self) -> dict[str, Any]:
        """Return how results are confirmed for the write side, only after `is_valid()`."""
        cleaned = self.cleaned_data
        return {
            "confirm": "others" if cleaned["confirm"] else "none",
            "silence_seconds": cleaned["silence_seconds"] if cleaned["confirm"] else 0,
            "self_report": cleaned["self_report"],
        }


class NewTableForm(TimesForm, RulesForm):
    """A friendly table: the rulebook, how many play, how fast, to how many points."""

    seats = forms.IntegerField(
        min_value=2, max_value=10, initial=4, label=_("Seats"), help_text=_("2 to 10, including your own")
    )
    bots = forms.IntegerField(
        min_value=0,
        max_value=9,
        initial=0,  # free seats take friends, and bots when the match starts
        label=_("Bots"),
        help_text=_("The other seats stay free for friends"),
    )
    bot_strength = forms.ChoiceField(
        label=_("The bots play"),
        initial=CLUB,
        required=False,
        choices=list(bot_strengths.NAMED.items()),
        help_text=bot_strengths.EXPLAINED,
    )
    is_private = forms.BooleanField(
        required=False,
        label=_("Only people with the link can see it and sit down"),
        help_text=_("The table appears in no list"),
    )

    def clean(self) -> dict[str, Any]:
        """Refuse more bots than free seats."""
        cleaned = super().clean() or {}
        seats, bots = cleaned.get("seats"), cleaned.get("bots")
        if seats and bots is not None and bots > seats - 1:
            sentence = ngettext(
                "With {seats} seats there is room for {bots} bot besides you.",
                "With {seats} seats there is room for {bots} bots besides you.",
                seats - 1,
            )
            self.add_error("bots", sentence.format(seats=seats, bots=seats - 1))
        return cleaned
