"""Rulebooks, options, draws and standings that are worked out and forgotten."""

from rest_framework import serializers


class OptionValue(serializers.Serializer):
    """A value of an option in words."""

    value = serializers.JSONField()
    words = serializers.CharField()
    meaning = serializers.CharField(allow_blank=True)


class Option(serializers.Serializer):
    """A switch of the rules: with `values` to choose from, or a number `from` … `to`."""

    name = serializers.CharField()
    title = serializers.CharField()
    meaning = serializers.CharField()
    values = OptionValue(many=True, required=False)
    is_list = serializers.BooleanField(required=False, help_text="Whether several values go together")
    locals()["from"] = serializers.IntegerField(required=False)
    to = serializers.IntegerField(required=False, allow_null=True)


class OptionRow(Option):
    """A switch of the rules in its group; `usual` is what it is set to where a rulebook says nothing."""

    group = serializers.CharField()
    usual = serializers.JSONField()


class ExampleHand(serializers.Serializer):
    """The cards of a seat."""

    seat = serializers.CharField()
    cards = serializers.ListField(child=serializers.CharField())


class Position(serializers.Serializer):
    """What lies on the table; `colour` is said in words where the top card does not show it."""

    hands = ExampleHand(many=True)
    top = serializers.CharField()
    colour = serializers.CharField(allow_blank=True)


class ExampleLine(serializers.Serializer):
    """A sentence of a story; what was refused changed nothing."""

    text = serializers.CharField()
    is_refused = serializers.BooleanField()


class Example(serializers.Serializer):
    """An example of an option, played by the rules: before, what was done, after. Null: nothing is dealt."""

    title = serializers.CharField()
    rulebook = serializers.CharField(
        help_text="Key of a preset or of a rulebook of your own: `GET rulebooks/`"
    )
    changes = serializers.CharField(allow_blank=True)
    before = Position(allow_null=True)
    story = ExampleLine(many=True)
    after = Position(allow_null=True)
    end = serializers.CharField(allow_blank=True)


class InUse(serializers.Serializer):
    """A value in words, and the presets that have it."""

    words = serializers.CharField()
    rulebooks = serializers.ListField(child=serializers.CharField())


class OptionSeen(OptionRow):
    """Everything about a switch of the rules: examples, presets by value, what it does not go with."""

    examples = Example(many=True)
    presets = InUse(many=True)
    refusals = serializers.ListField(child=serializers.CharField())


class OptionExplained(Option):
    """A switch of the rules, and what it is set to, in words."""

    words = serializers.CharField()


class RulebookSeen(serializers.Serializer):
    """A preset or a custom rulebook: all its options, and how it differs from what it extends."""

    name = serializers.CharField(help_text="Its key, as tables and competitions name it")
    title = serializers.CharField()
    summary = serializers.CharField(allow_blank=True)
    extends = serializers.CharField(allow_null=True)
    seats = serializers.ListField(child=serializers.IntegerField(), help_text="How many may play it")
    options = serializers.DictField(
        help_text="What is to be another than in the rulebook: `GET options/` explains all of them"
    )
    changes = serializers.DictField()


class DeckRow(serializers.Serializer):
    """Cards of a kind: how many are in the deck, and what each counts in a hand."""

    what = serializers.CharField()
    number = serializers.IntegerField(min_value=0)
    points = serializers.CharField()


class RulebookExplained(RulebookSeen):
    """A rulebook explained option by option, with its deck; `keeper` is who may change a custom one."""

    cards = DeckRow(many=True)
    keeper = serializers.CharField(allow_null=True, help_text="A name; null for a preset")
    explanations = OptionExplained(many=True)
    version = serializers.IntegerField(
        allow_null=True, help_text="What commands name as `after`; null for a preset, which nobody changes"
    )


class RulebookChecked(serializers.Serializer):
    """A rulebook with changes that can be played."""

    options = serializers.DictField(
        help_text="What is to be another than in the rulebook: `GET options/` explains all of them"
    )
    differences = serializers.DictField(help_text="Those that differ from the defaults")
    seats = serializers.ListField(child=serializers.IntegerField())


class DrawnMatch(serializers.Serializer):
    """A match of a draw."""

    id = serializers.CharField()
    entrants = serializers.ListField(
        child=serializers.DictField(),
        help_text="`{seed}`, `{winner_of}`, `{loser_of}`, `{place, of}` or `{bye}` each",
    )
    best_of = serializers.IntegerField(
        required=False, help_text="The best of so many games decides it; left out where one does"
    )
    winner_to = serializers.CharField(required=False, allow_null=True)
    loser_to = serializers.CharField(required=False, allow_null=True)
    locals()["if"] = serializers.CharField(required=False)


class DrawnRound(serializers.Serializer):
    """A round of a draw."""

    id = serializers.CharField()
    name = serializers.CharField()
    matches = DrawnMatch(many=True)


class DrawSeen(serializers.Serializer):
    """A draw: see “Draws for programs” in the documentation."""

    format = serializers.CharField()
    entrants = serializers.IntegerField()
    seed = serializers.IntegerField()
    rounds = DrawnRound(many=True)
    byes = serializers.ListField(child=serializers.DictField())
    cost = serializers.DictField(child=serializers.FloatField(), allow_null=True)
    bound = serializers.IntegerField(allow_null=True)
    beyond = serializers.DictField(child=serializers.IntegerField(), required=False)
    names = serializers.ListField(child=serializers.CharField(), required=False)
    club_meetings = serializers.ListField(child=serializers.DictField(), required=False)


class RankedRow(serializers.Serializer):
    """A row of standings, with a number under the code of each tie-break."""

    rank = serializers.IntegerField(min_value=1)
    entrant = serializers.CharField()
    points = serializers.FloatField()
    decided_by = serializers.CharField(allow_null=True)

    is_open = True


class RankedRows(serializers.Serializer):
    """Standings: see “Standings for programs” in the documentation."""

    unplayed = serializers.CharField()
    rows = RankedRow(many=True)
